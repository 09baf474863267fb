"""JSON Schemas as Markdown: a table of fields for each record."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from inspect import cleandoc
from typing import Any

Schema = Mapping[str, Any]
LIMITS = {
    "minimum": "at least {}",
    "exclusiveMinimum": "more than {}",
    "maximum": "at most {}",
    "exclusiveMaximum": "less than {}",
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
    "minItems": "at least {}",
    "maxItems": "at most {}",
}


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown; a bar in a cell is kept apart from those between cells."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(cell(c) for c in line) + " |" for line in lines) + "\n"


def cell(text: str) -> str:
    """What may stand in a cell."""
    return " ".join(text.split()).replace("|", "\\|")


def code(text: str) -> str:
    """A literal, with a bar in it told apart by `table`."""
    return f"`{text}`" if text else ""


def words(text: str) -> str:
    """Text of a docstring, with nothing in it taken for a tag or for code."""
    return cleandoc(text).replace("<", "&lt;")


def record(name: str, schema: Schema, level: int = 3, leave: Iterable[str] = ()) -> str:
    """A heading, what the record is, and its fields."""
    head = f"{'#' * level} {name}\n"
    about = words(schema.get("description", ""))
    return "\n".join([head, *([about, ""] if about else []), fields(schema, leave)])


def fields(schema: Schema, leave: Iterable[str] = ()) -> str:
    """The fields of an object; those that are needed say so."""
    needed = set(schema.get("required", ()))
    rows = [
        (code(name), kind(part), _usual(part, name in needed), _about(part))
        for name, part in schema.get("properties", {}).items()
        if name not in leave
    ]
    heads = ("field", "what", "if left out", "about")
    told = [n for n in range(len(heads)) if any(row[n] for row in rows)]
    return (
        table([heads[n] for n in told], [[row[n] for n in told] for row in rows]) if rows else "No fields.\n"
    )


def kind(schema: Schema) -> str:
    """A type in words, records as links."""
    if "$ref" in schema:
        name = str(schema["$ref"]).rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "const" in schema:
        return code(json.dumps(schema["const"]))
    if "enum" in schema:
        return " or ".join(code(json.dumps(value)) for value in schema["enum"])
    for together in ("anyOf", "oneOf", "allOf"):
        if together in schema:
            return " or ".join(dict.fromkeys(kind(part) for part in schema[together]))
    return _plain(schema) + _limits(schema)


def _plain(schema: Schema) -> str:
    said = schema.get("type", "anything")
    if said == "array" and "prefixItems" in schema:
        return "(" + ", ".join(kind(part) for part in schema["prefixItems"]) + ")"
    if said == "array":
        return f"list of {kind(schema['items'])}" if schema.get("items") else "list"
    if said == "object":
        inner = schema.get("additionalProperties")
        return f"table of {kind(inner)}" if isinstance(inner, Mapping) and inner else "table"
    known = {"integer": "whole number", "null": "nothing", "boolean": "true or false", "string": "text"}
    return known.get(str(said), str(said))


def _limits(schema: Schema) -> str:
    told = [text.format(f"{schema[key]:,}") for key, text in LIMITS.items() if key in schema]
    told = [each.replace(" 1 characters", " 1 character") for each in told]
    return f" ({', '.join(told)})" if told else ""


def _usual(schema: Schema, needed: bool) -> str:
    if needed:
        return "**needed**"
    usual = schema.get("default")
    return code(json.dumps(usual, ensure_ascii=False)) if usual not in (None, "", [], {}, ()) else ""


def _about(schema: Schema) -> str:
    return words(str(schema.get("description", "")))
