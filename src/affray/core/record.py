"""Records: what stands in files that people write, and what is wrong with them.

Faults are told with the line of the file and what was expected there.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from affray.core import files
from affray.core.errors import BadData, Fault, unknown
from affray.core.message import Verbatim, figure, joined, msg
from affray.core.places import Loc, lines_of
from affray.core.safe import HIDDEN

LARGEST = 1_000_000
"""No file is longer, in characters."""

Name = Annotated[str, Field(min_length=1, max_length=40, pattern=rf"^[^{HIDDEN}]*[^\s{HIDDEN}][^{HIDDEN}]*$")]
"""What somebody or something is called: a line in which nothing is hidden, and not blank."""


class Record(BaseModel):
    """A record in a file: keys that are not known are faults."""

    # Not strict, for the cells of a CSV table are text: "8" is a number there.
    model_config = ConfigDict(extra="forbid", frozen=True, strict=False)


# --- the text -----------------------------------------------------------------------------------


def read_text(path: Path, most: int = LARGEST) -> str:
    """A file of at most `most` bytes as text; raises BadData if that is not possible."""
    try:
        data = files.read(path, most)
    except OSError as e:
        raise BadData([Fault(str(path), msg("cannot be read: {strerror}", strerror=e.strerror))]) from None
    if len(data) > most:
        raise BadData([Fault(str(path), msg("expected at most {most} bytes", most=figure(most, ",")))])
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as e:
        line = data[: e.start].count(b"\n") + 1
        raise BadData([Fault(f"{path}:{line}", "expected UTF-8 text")]) from None


def parsed(text: str, source: str) -> tuple[dict[str, Any], dict[Loc, int]]:
    """A TOML text, parsed, with its lines; raises BadData if it is not TOML."""
    if len(text) > LARGEST:
        raise BadData(
            [
                Fault(
                    source,
                    msg(
                        "expected at most {largest} characters, got {text}",
                        largest=figure(LARGEST, ","),
                        text=figure(len(text), ","),
                    ),
                )
            ]
        )
    try:
        return tomllib.loads(text), lines_of(text)
    # tomllib goes down into lists by recursion, and a file that somebody sends must not end a server.
    except RecursionError:
        raise BadData([Fault(source, "not readable as TOML: lists are nested too deeply")]) from None
    except ValueError as e:
        message, place = _cause(str(e), text)
        raise BadData([Fault(f"{source}:{place}", msg("not TOML: {message}", message=message))]) from None


def _cause(message: str, text: str) -> tuple[str, int]:
    """What the reader found, and on which line."""
    match = re.fullmatch(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)", message, re.DOTALL)
    if match is None:
        return message, 1
    line = int(match[2]) if match[2] else text.count("\n") + 1
    return TWICE if match[1] in OVERWRITES else match[1], line


# Two sentences of tomllib for what is one mistake to whoever wrote the file.
OVERWRITES = ("Cannot overwrite a value", "Cannot declare a table more than once")
TWICE = "the same key appears twice"


def line_of(lines: Mapping[Loc, int], loc: Loc) -> int:
    """The line of the nearest place around this one whose line is known; 0 for none."""
    while loc and loc not in lines:
        loc = loc[:-1]
    return lines.get(loc, 0)


def placed(source: str, lines: Mapping[Loc, int], loc: Loc, message: str) -> Fault:
    """A fault with its line, or the nearest that is known."""
    line = line_of(lines, loc)
    place = joined(":", (source, str(line))) if line else source
    path = Verbatim(".".join(f"{part + 1}" if isinstance(part, int) else part for part in loc))
    return (
        Fault(place, msg("{path}: {message}", path=path, message=message), loc, message)
        if loc
        else Fault(place, message)
    )


# --- the model ----------------------------------------------------------------------------------


def faults_of(error: ValidationError, kind: type[BaseModel], data: object) -> list[tuple[Loc, str]]:
    """Each fault of the model with its place; the branches of a union make one."""
    faults: list[tuple[Loc, str]] = []
    unions: dict[Loc, dict[str, list[Any]]] = {}
    for e in error.errors(include_url=False):
        loc, at, branch = _place(e, data)
        if e["type"] == "too_short" and len(e["input"]) >= e["ctx"]["min_length"]:
            continue  # there are enough, only faulty ones, which are told of by themselves
        if branch:
            unions.setdefault(loc[:at], {}).setdefault(branch, []).append((loc, e))
        else:
            faults.append((loc, _message(e, kind, loc)))
    for loc, branches in unions.items():
        faults += _of_union(kind, loc, branches)
    return faults


def _of_union(kind: type[BaseModel], here: Loc, branches: dict[str, list[Any]]) -> list[tuple[Loc, str]]:
    """The faults of the branch that was meant; else what all of them expect."""
    # A branch that does not fail at the place of the union itself was meant: the data is of its type, and
    # only something within is wrong.  To list what other branches expect would hide that.
    for errors in branches.values():
        if not any(
            loc == here and e["type"].endswith(("_type", "_parsing", "_from_float")) for loc, e in errors
        ):
            return [(loc, _message(e, kind, loc)) for loc, e in errors]
    all_errors = [e for errors in branches.values() for _, e in errors]
    wanted = dict.fromkeys(_wanted(e) for e in all_errors)
    return [
        (
            here,
            msg("expected {wanted}, got {shown}", wanted=joined(" or ", wanted), shown=_shown(all_errors[0])),
        )
    ]


def _place(error: Any, data: object) -> tuple[Loc, int, str]:
    """Where in the data a fault is; if in a union, how deep and in which branch."""
    loc: list[str | int] = []
    at, branch = 0, ""
    # pydantic puts words of its own into a place, such as branches of unions and "[key]".  What does not
    # stand in the data is no place to whoever wrote it.
    parts = error["loc"]
    for n, part in enumerate(parts):
        inside = (isinstance(data, dict) and part in data) or (
            isinstance(data, list) and isinstance(part, int)
        )
        if inside or (error["type"] == "missing" and n == len(parts) - 1):
            loc.append(part)
            data = data[part] if inside and _has(data, part) else None  # type: ignore[index]
        elif part != "[key]" and not branch:
            at, branch = len(loc), str(part)
    return tuple(loc), at, branch


def _has(data: Any, part: Any) -> bool:
    return part in data if isinstance(data, dict) else part < len(data)


def model_in(annotation: Any) -> type[BaseModel] | None:
    """The record that stands in an annotation, however deep."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((inner for part in get_args(annotation) if (inner := model_in(part))), None)


def _keys(kind: type[BaseModel], loc: Loc) -> Sequence[str]:
    """The keys that are known in the record around a place."""
    for part in loc[:-1]:
        if isinstance(part, str) and part in kind.model_fields:
            kind = model_in(kind.model_fields[part].annotation) or kind
    return tuple(kind.model_fields)


WANTED = {
    "int": "a whole number",
    "float": "a number",
    "string": "text",
    "bool": "true or false",
    "tuple": "a list",
    "list": "a list",
    "model": "a record",
    "dict": "a record",
    "finite_number": "a finite number",
}
"""What was expected, by how the code of a fault of the model begins."""


def _wanted(error: Any) -> str:
    kind, context = error["type"], error.get("ctx", {})
    for start, words in WANTED.items():
        if kind.startswith(start) and kind != "string_pattern_mismatch" and not kind.startswith("string_too"):
            return words
    match kind:
        case "literal_error":
            return str(context["expected"])
        case "greater_than_equal":
            return msg("at least {ge}", ge=figure(context["ge"], ",.10g"))
        case "less_than_equal":
            return msg("at most {le}", le=figure(context["le"], ",.10g"))
        case "too_short" | "too_long":
            least = kind == "too_short"
            n = context["min_length" if least else "max_length"]
            return msg("at {least, select, true {least} other {most}} {n} of them", n=n, least=bool(least))
        case "string_too_short" | "string_too_long":
            return msg(
                "{get} to {get2} characters",
                get=context.get("min_length", 1),
                get2=context.get("max_length", 40),
            )
        case "string_pattern_mismatch":
            return "a name without control characters"
        case _:
            return str(error["msg"])


def _shown(error: Any) -> str:
    """What was given, short."""
    given = error.get("input")
    if error["type"] in ("too_short", "too_long"):
        return str(len(given))  # with those that are faulty
    text = {True: "true", False: "false"}[given] if isinstance(given, bool) else repr(given)
    return text if len(text) <= 60 else text[:57] + "..."


def _message(error: Any, kind: type[BaseModel], loc: Loc) -> str:
    """One fault of the model, as a person would say it."""
    match error["type"]:
        case "missing":
            return "one more value is missing" if isinstance(loc[-1], int) else "is missing"
        case "extra_forbidden":
            return unknown("key", str(loc[-1]), _keys(kind, loc))
        case "value_error":
            return str(error["ctx"]["error"])
        case _:
            return msg("expected {wanted}, got {shown}", wanted=_wanted(error), shown=_shown(error))
