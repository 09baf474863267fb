"""Scenes: the file from which a fight starts, and what all games' scenes have in common.

Faults are found all at once, each with the line of the file and what was expected there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal, TypeVar

import tomlkit
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from tomlkit.exceptions import ParseError, TOMLKitError
from tomlkit.items import AoT, Array, InlineTable, Table, Whitespace

from affray.core.catalogue import Catalogue, OptionValue
from affray.core.errors import BadData, Fault

Loc = tuple[str | int, ...]
Metres = Annotated[float, Field(ge=-100_000, le=100_000, allow_inf_nan=False)]
Spot = tuple[Metres, Metres]
Name = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f]*\S[^\x00-\x1f\x7f]*$")]


class Record(BaseModel):
    """A record in a file: keys that are not known are faults."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=False)


class FighterRecord(Record):
    """What every game's fighters have in a scene."""

    name: Name = Field(description="How the fighter is called; no two alike.")
    side: Name = Field(description="Fighters of one side do not fight each other.")
    at: Spot = Field(description="Where it stands, in metres: [x, y].")
    run_by: Literal["person", "dice", "autopilot"] = Field(
        "autopilot", description="A person, a person with real dice, or the autopilot."
    )
    count: int = Field(1, ge=1, le=30, description="So many alike, numbered from 1, a metre apart.")


class Scene(Record):
    """What every game's scenes have: the game, the title, house rules."""

    catalogue: ClassVar[Catalogue]
    ruleset: str = Field(description="The game, by id.")
    title: Name = Field(description="What the scene is called.")
    about: str = Field("", max_length=2000, description="A few words for the players.")
    options: dict[str, OptionValue] = Field(default_factory=dict, description="House rules that differ from the default.")

    def faults(self) -> Iterator[tuple[Loc, str]]:
        """What is wrong across records; games add their own."""
        for key, message in self.catalogue.faults(self.options):
            yield ("options", key), message


S = TypeVar("S", bound=Scene)


def read_scene(text: str, kind: type[S], source: str = "scene") -> S:
    """The scene in this TOML text; raises BadData with every fault, its line and what was expected."""
    data, lines = _parsed(text, source)
    try:
        scene = kind.model_validate(data)
    except ValidationError as e:
        raise BadData(
            sorted(_fault(source, lines, tuple(x["loc"]), _message(x)) for x in e.errors(include_url=False))
        ) from None
    if faults := [_fault(source, lines, loc, message) for loc, message in scene.faults()]:
        raise BadData(faults)
    return scene


def ruleset_named(text: str, source: str = "scene") -> str:
    """The game that a scene asks for; raises BadData when it names none."""
    data, lines = _parsed(text, source)
    name = data.get("ruleset")
    if not isinstance(name, str):
        raise BadData([_fault(source, lines, ("ruleset",), "expected the id of a game, such as ruleset = \"coriolis\"")])
    return name


def _parsed(text: str, source: str) -> tuple[dict[str, Any], dict[Loc, int]]:
    try:
        document = tomlkit.parse(text)
    except ParseError as e:
        message = str(e).rsplit(" at line ", 1)[0]
        raise BadData([Fault(f"{source}:{e.line}", f"not TOML: {message}")]) from None
    except TOMLKitError as e:
        raise BadData([Fault(source, f"not TOML: {e}")]) from None
    lines: dict[Loc, int] = {}
    _number(document, (), 1, lines)
    return document.unwrap(), lines


def _number(item: Any, loc: Loc, line: int, lines: dict[Loc, int]) -> int:
    """Note the line of everything in a table; returns the line after it."""
    for key, value in item.body if hasattr(item, "body") else item.value.body:
        start = line + _indent(value)
        if key is not None:
            here = (*loc, key.key)
            lines.setdefault(here, start)
            _within(value, here, start, lines)
        line += _height(key, value)
    return line


def _within(value: Any, loc: Loc, line: int, lines: dict[Loc, int]) -> None:
    if isinstance(value, AoT):
        for n, table in enumerate(value.body):
            line += table.trivia.indent.count("\n")
            lines[(*loc, n)] = line
            _number(table, (*loc, n), line + 1, lines)
            line += table.as_string().count("\n") + (0 if table.is_super_table() else 1)
    elif isinstance(value, Table):
        _number(value, loc, line + (0 if value.is_super_table() else 1), lines)
    elif isinstance(value, InlineTable):
        for key in value:
            lines[(*loc, key)] = line
    elif isinstance(value, Array):
        for n, part in enumerate(value):
            lines[(*loc, n)] = line
            _within(part, (*loc, n), line, lines)


def _indent(value: Any) -> int:
    trivia = None if isinstance(value, Whitespace) else getattr(value, "trivia", None)
    return trivia.indent.count("\n") if trivia is not None else 0


def _height(key: Any, value: Any) -> int:
    """How many lines a part of a document takes."""
    if isinstance(value, AoT):
        return sum(t.as_string().count("\n") + t.trivia.indent.count("\n") + 1 for t in value.body)
    text: str = value.as_string()
    trivia = None if isinstance(value, Whitespace) else getattr(value, "trivia", None)
    if isinstance(value, Table):
        return text.count("\n") + (0 if value.is_super_table() else 1) + _indent(value)
    return text.count("\n") + (trivia.trail.count("\n") if trivia is not None and key is not None else 0) + (
        _indent(value) if key is not None else 0
    )


def _fault(source: str, lines: dict[Loc, int], loc: Loc, message: str) -> Fault:
    """The fault at the nearest place whose line is known."""
    known = loc
    while known and known not in lines:
        known = known[:-1]
    place = f"{source}:{lines[known]}" if known else source
    path = ".".join(f"{part + 1}" if isinstance(part, int) else part for part in loc)
    return Fault(place, f"{path}: {message}" if path else message)


def _message(error: Any) -> str:
    """One fault of the model, as a person would say it."""
    kind, given, context = error["type"], error.get("input"), error.get("ctx", {})
    match kind:
        case "missing":
            return "is missing"
        case "extra_forbidden":
            return "is not a key that is known here"
        case "value_error":
            return str(context["error"])
        case "literal_error":
            return f"expected {context['expected']}, got {given!r}"
        case _:
            words = error["msg"].removeprefix("Input should be ").removeprefix("a valid ").removeprefix("valid ")
            return f"expected {words}, got {given!r}" if error["msg"].startswith("Input") else f"{error['msg']}, got {given!r}"
