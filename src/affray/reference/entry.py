"""Entries of the reference: a rule with all that belongs to it, ruling, option."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

from affray.core.catalogue import Catalogue, Option, OptionValue, Rule, Ruling
from affray.core.errors import NotFound
from affray.reference.evidence import Evidence, evidence_in

Kind: TypeAlias = Literal["rule", "ruling", "option"]


class Switch(NamedTuple):
    """An option, and the value that a table has given it."""

    option: Option
    value: OptionValue

    @property
    def on(self) -> bool:
        """Whether it differs from the default."""
        return self.value != self.option.default


class Entry(NamedTuple):
    """What there is to read under one id.

    `rules` are those that a ruling or an option belongs to; `lines` are lines of the sheet.
    """

    kind: Kind
    id: str
    title: str
    text: str
    chapter: str
    lines: str
    rules: tuple[Rule, ...]
    rulings: tuple[Ruling, ...]
    options: tuple[Switch, ...]
    evidence: Evidence


def look_up(catalogue: Catalogue, name: str, house: object = None) -> Entry:
    """The entry of this id or option key, in any case; raises NotFound.

    `house` is the record of a fight's house rules, or option values by key; None is the default.
    """
    ids: Mapping[str, Kind] = {
        **dict.fromkeys(catalogue.options, "option"),
        **dict.fromkeys(catalogue.rulings, "ruling"),
        **dict.fromkeys(catalogue.rules, "rule"),
    }
    wanted = name.strip().casefold()
    for known, kind in ids.items():
        if known.casefold() == wanted:
            return _ENTRIES[kind](catalogue, known, house)
    raise NotFound("rule", name.strip().upper(), ids)


def everything(catalogue: Catalogue, house: object = None) -> Iterator[Entry]:
    """The entry of each rule, in the order of the sheet."""
    return (_of_rule(catalogue, name, house) for name in catalogue.rules)


def switched(catalogue: Catalogue, house: object) -> tuple[Switch, ...]:
    """The house rules that a table plays differently from the default."""
    return tuple(switch for switch in _switches(catalogue.options.values(), house) if switch.on)


def _of_rule(catalogue: Catalogue, name: str, house: object) -> Entry:
    rule = catalogue.rules[name]
    return Entry(
        "rule",
        name,
        rule.title,
        rule.text,
        catalogue.chapters[rule.chapter],
        rule.lines,
        (),
        tuple(catalogue.rulings[r] for r in rule.rulings),
        _switches(catalogue.options_of[name], house),
        _evidence(catalogue, name),
    )


def _of_ruling(catalogue: Catalogue, name: str, house: object) -> Entry:
    ruling = catalogue.rulings[name]
    rules = tuple(r for r in catalogue.rules.values() if name in r.rulings)
    options = [o for o in catalogue.options.values() if o.ruling == name]
    return Entry(
        "ruling",
        name,
        ruling.question,
        ruling.answer,
        _chapters(catalogue, rules),
        ruling.lines,
        rules,
        (ruling,),
        _switches(options, house),
        _evidence(catalogue, name),
    )


def _of_option(catalogue: Catalogue, name: str, house: object) -> Entry:
    option = catalogue.options[name]
    ruling = catalogue.rulings[option.ruling]
    rules = tuple(r for r in catalogue.rules.values() if option.ruling in r.rulings)
    return Entry(
        "option",
        name,
        option.summary,
        f"{option.expected[0].upper()}{option.expected[1:]}.",
        _chapters(catalogue, rules),
        ruling.lines,
        rules,
        (ruling,),
        _switches((option,), house),
        _evidence(catalogue, name),
    )


_ENTRIES = {"rule": _of_rule, "ruling": _of_ruling, "option": _of_option}


def _chapters(catalogue: Catalogue, rules: tuple[Rule, ...]) -> str:
    return ", ".join(dict.fromkeys(catalogue.chapters[r.chapter] for r in rules))


def _evidence(catalogue: Catalogue, name: str) -> Evidence:
    return evidence_in(catalogue.package).get(name, Evidence())


def _switches(options: Any, house: object) -> tuple[Switch, ...]:
    return tuple(Switch(option, _value(option, house)) for option in options)


def _value(option: Option, house: object) -> OptionValue:
    if isinstance(house, Mapping):
        given: OptionValue = house.get(option.key, option.default)
        return given
    value: OptionValue = getattr(house, option.field, option.default)
    return value
