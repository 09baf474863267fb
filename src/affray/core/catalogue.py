"""The catalogue of a game: its rules, its rulings and its house-rule options.

A ruling says how a gap in the rules is read.  It is read from the game's `rules.toml`, the one
place where a rule's words stand.
"""

from __future__ import annotations

import tomllib
from collections import namedtuple
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from typing import Any, TypeVar

from affray.core.errors import BadData, Fault, NotFound, unknown
from affray.core.message import Verbatim, joined, msg
from affray.core.places import Loc, lines_of
from affray.core.record import TWICE, placed

H = TypeVar("H")
OptionValue = str | int | bool


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: a thing a test can show."""

    id: str
    chapter: str
    title: str
    text: str
    lines: str = ""
    needs: str = ""
    rulings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ruling:
    """The answer to a question that the sheet leaves open."""

    id: str
    question: str
    answer: str
    why: str
    lines: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule that can be switched: its key, its values and its default."""

    key: str
    ruling: str
    default: OptionValue
    summary: str
    values: Mapping[str, str] = field(default_factory=dict)
    least: int | None = None
    most: int | None = None
    above: str = ""
    """The key of an option whose number has to be less than this one's."""

    @property
    def kind(self) -> str:
        """Whether it is a flag, a number or a choice."""
        return {bool: "flag", int: "number"}.get(type(self.default), "choice")

    @property
    def field(self) -> str:
        """The name of the key in the house-rule record."""
        return self.key.replace(".", "_")

    @property
    def expected(self) -> str:
        """What may be given, in words."""
        if self.kind == "choice":
            return "one of " + joined(", ", self.values)
        if self.kind == "flag":
            return "true or false"
        return msg("a whole number from {least} to {most}", least=self.least, most=self.most)

    def fits(self, value: object) -> bool:
        """Whether this value may be given."""
        if self.kind == "choice":
            return isinstance(value, str) and value in self.values
        if self.kind == "flag":
            return isinstance(value, bool)
        if isinstance(value, bool) or not isinstance(value, int):
            return False
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)


@dataclass(frozen=True)
class Catalogue:
    """Everything a game's `rules.toml` says."""

    id: str
    title: str
    notice: str
    chapters: dict[str, str]
    rules: dict[str, Rule]
    rulings: dict[str, Ruling]
    options: dict[str, Option]
    package: str = ""
    """Where `rules.toml` lies, and what else belongs to the game."""

    def rule(self, name: str) -> Rule:
        """The rule of this id; raises NotFound."""
        if name not in self.rules:
            raise NotFound("rule", name, self.rules)
        return self.rules[name]

    @cached_property
    def scenes(self) -> dict[str, str]:
        """The texts of the scenes that lie beside it, by name; none where it is of no package."""
        if not self.package:
            return {}
        lying = sorted(files(self.package).joinpath("scenes").iterdir(), key=lambda file: file.name)
        return {file.name.removesuffix(".toml"): file.read_text(encoding="utf-8") for file in lying}

    @cached_property
    def options_of(self) -> dict[str, tuple[Option, ...]]:
        """The options of each rule, through its rulings."""
        by_ruling: dict[str, list[Option]] = {}
        for option in self.options.values():
            by_ruling.setdefault(option.ruling, []).append(option)
        return {
            r.id: tuple(o for name in r.rulings for o in by_ruling.get(name, ())) for r in self.rules.values()
        }

    def faults(self, given: Mapping[str, object]) -> list[tuple[str, str]]:
        """What is wrong with these house rules: key and message."""
        faults = []
        for key, value in given.items():
            option = self.options.get(key)
            if option is None:
                faults.append((key, unknown("option", key, self.options)))
            elif not option.fits(value):
                faults.append((key, _misfit(option, value)))
        return faults or [*self._crossed(given)]

    def _crossed(self, given: Mapping[str, object]) -> Iterator[tuple[str, str]]:
        """Numbers that do not rise as they should, at a key that was given."""
        for option in self.options.values():
            if lower := self.options.get(option.above):
                high, low = (given.get(o.key, o.default) for o in (option, lower))
                if not high > low:  # type: ignore[operator]
                    key = option.key if option.key in given else lower.key
                    yield (
                        key,
                        msg(
                            "expected {key} to be more than {key2}, got {high} and {low}",
                            key=option.key,
                            key2=lower.key,
                            high=high,
                            low=low,
                        ),
                    )

    def house(self, kind: type[H], given: Mapping[str, object]) -> H:
        """The house rules as the game's own record; raises BadData listing every fault."""
        if faults := self.faults(given):
            raise BadData([Fault(f"options.{key}", message) for key, message in faults])
        return kind(**{self.options[key].field: value for key, value in given.items()})


def _misfit(option: Option, value: object) -> str:
    return msg("expected {expected}, got {value}", expected=option.expected, value=Verbatim(repr(value)))


@cache
def read_catalogue(package: str) -> Catalogue:
    """The catalogue in the package's `rules.toml`; raises BadData listing what it names and has not."""
    file = files(package).joinpath("rules.toml")
    text = file.read_text(encoding="utf-8")
    data: dict[str, Any] = tomllib.loads(text)
    head = data["ruleset"]
    book = Catalogue(
        head["id"],
        head["title"],
        head["notice"],
        {c["id"]: c["title"] for c in data["chapter"]},
        {r["id"]: Rule(**{**r, "rulings": tuple(r.get("rulings", ()))}) for r in data["rule"]},
        {r["id"]: Ruling(**r) for r in data["ruling"]},
        {
            o["key"]: Option(**{IN_OPTION.get(key, key): o[key] for key in o if key != "kind"})
            for o in data["option"]
        },
        package,
    )
    if faults := [*_loose(book, data)]:
        lines = lines_of(text)
        raise BadData([placed(str(file), lines, loc, message) for loc, message in faults])
    return book


REFERENCES = (
    ("rule", "chapter", "chapter"),
    ("rule", "rulings", "ruling"),
    ("option", "ruling", "ruling"),
    ("option", "above", "option"),
)
"""Which tables name, in which field, what of another."""


def _loose(book: Catalogue, data: Mapping[str, Any]) -> Iterator[tuple[Loc, str]]:
    """What is there twice, what is named and not there, and defaults that do not fit, with their places."""
    known: dict[str, Mapping[str, Any]] = {
        "chapter": book.chapters, "rule": book.rules, "ruling": book.rulings, "option": book.options,
    }  # fmt: skip
    for kind in known:
        names = [each["key" if kind == "option" else "id"] for each in data[kind]]
        yield from (((kind, n), TWICE) for n, name in enumerate(names) if name in names[:n])
    for table, key, kind in REFERENCES:
        for n, each in enumerate(data[table]):
            said = each.get(key, ())
            for name in [said] if isinstance(said, str) else said:
                if name not in known[kind]:
                    yield (table, n, key), unknown(kind, name, known[kind])
    for n, each in enumerate(data["option"]):
        if not (option := book.options[each["key"]]).fits(each["default"]):
            yield ("option", n, "default"), _misfit(option, each["default"])


IN_OPTION = {"min": "least", "max": "most"}
"""What `rules.toml` calls otherwise; a `kind`, which the default shows, was once said besides."""


def house_record(package: str, module: str = "") -> type[Any]:
    """The record of a game's house rules: a field for each option of its `rules.toml`, with its default.

    It stands in the `module`, or in the package's `house`.  `tools/house_rules.py` tells mypy their types.
    """
    defaults = {option.field: option.default for option in read_catalogue(package).options.values()}
    module = module or f"{package}.house"
    # The fields are known when it runs.
    record: type[Any] = namedtuple("House", defaults, defaults=defaults.values(), module=module)  # type: ignore[misc]
    return record
