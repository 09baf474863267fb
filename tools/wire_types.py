"""The wire in TypeScript's words, against which the page's modules are checked.

python -m tools.wire_types prints it; tests/page/test_types.py checks with it.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from affray.table import other_answers, wire

NAME = "#/$defs/{name}"
PLAIN = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}


def declared() -> str:
    """Every message and section, as interfaces in a namespace `Wire`."""
    sections = [kind for kind in wire.SECTIONS.values() if kind is not None]
    answers = [
        wire.WirePast,
        wire.WireTool,
        wire.WireFighterCard,
        wire.WireNewcomers,
        wire.Forked,
        wire.WireFreeRoll,
        other_answers.WireEarlier,
        other_answers.WirePreview,
        wire.WireDone,
        wire.WireFault,
        wire.WireRefused,
        wire.Pong,
        wire.Bye,
    ]
    kinds = [*wire.COMMANDS.values(), *sections, *answers]
    _, records = wire.schemas(kinds, NAME)
    lines = [f"  interface {_named(name)} {_object(name, part)}" for name, part in sorted(records.items())]
    held = "".join(f" {name}: {_type(part)};" for name, part in zip(wire.SECTIONS, _outer(), strict=True))
    commands = " | ".join(kind.__name__ for kind in wire.COMMANDS.values())
    lines += [f"  interface Sections {{{held} }}", f"  type AnyCommand = {commands};"]
    return "\n".join(["declare namespace Wire {", *lines, "}", ""])


def _outer() -> list[dict[str, Any]]:
    outer, _ = wire.schemas(wire.SECTIONS.values(), NAME)
    return outer


def _named(name: str) -> str:
    return re.sub(r"\W", "_", name)


def _object(name: str, schema: dict[str, Any]) -> str:
    """An interface; absent may be what is usual, or need not be said."""
    known = {**vars(wire), **vars(other_answers)}
    kind = known.get(f"Wire{name}") or known[name]
    said = issubclass(kind, wire.WireCommand) or kind.__struct_config__.omit_defaults
    usual = {field for field, part in schema.get("properties", {}).items() if "default" in part}
    needed = {*schema.get("required", ()), *(() if said else usual)}
    parts = (
        f"{field}{'' if field in needed else '?'}: {_type(part)};"
        for field, part in schema.get("properties", {}).items()
    )
    return f"{{ {' '.join(parts)} }}"


def _type(schema: dict[str, Any]) -> str:
    """A type of a JSON schema, in TypeScript."""
    if "$ref" in schema:
        return _named(str(schema["$ref"]).rpartition("/")[2])
    for together in ("anyOf", "oneOf"):
        if together in schema:
            return " | ".join(_type(part) for part in schema[together])
    if "enum" in schema:
        return " | ".join(msgspec.json.encode(value).decode() for value in schema["enum"])
    kind = schema.get("type")
    if kind == "array":
        return _array(schema)
    if kind == "object":
        return "Record<string, any>"
    return PLAIN.get(str(kind), "any")


def _array(schema: dict[str, Any]) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(_type(part) for part in schema['prefixItems'])}]"
    return f"({_type(schema.get('items') or {})})[]"


if __name__ == "__main__":
    print(declared())
