"""Receipts: where a number came from, and by which rules something happened."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from affray.core.catalogue import Catalogue, Option, OptionValue
from affray.core.live import Chose, Happened, Rolled, Told
from affray.core.message import figure, joined, msg, word
from affray.core.tally import Tally, figures


class Part(NamedTuple):
    """One line of a receipt: the amount, why, the rule's id and title, and the amount as people say it."""

    amount: int
    why: str
    rule: str
    title: str
    shown: str = ""


def title_of(catalogue: Catalogue, name: str, house: object = None) -> str:
    """The title of a rule, or the answer of a ruling, with what this table has switched in it.

    Empty for any other id.  `house` is the game's record of house rules, None where all is by default.
    """
    if name in catalogue.rules:
        return catalogue.rules[name].title
    if name not in catalogue.rulings:
        return ""
    answer = word(catalogue.rulings[name].answer)
    switched = [
        _in_force(option, value)
        for option in catalogue.options.values()
        if option.ruling == name and (value := getattr(house, option.field, option.default)) != option.default
    ]
    return (
        msg("{answer} At this table: {switched}", answer=answer, switched=joined(" ", switched))
        if switched
        else answer
    )


def _in_force(option: Option, value: OptionValue) -> str:
    """What an option does that is not left alone."""
    summary = word(option.summary)
    if isinstance(value, bool):
        return msg("{on, select, true {Yes} other {No}}: {summary}", on=value, summary=summary)
    said = option.values.get(str(value))
    return word(said) if said else msg("{summary} {value}.", summary=summary, value=value)


def receipt(
    catalogue: Catalogue, tally: Tally, words: object = None, house: object = None, whole: bool = True
) -> list[Part]:
    """The parts of a number, in the order in which people at a table add them."""
    shown, _ = figures(words, tally, whole)
    return [
        Part(mod.amount, mod.why, mod.rule, title_of(catalogue, mod.rule, house), said)
        for mod, said in zip(tally, shown, strict=True)
    ]


def receipt_in_words(catalogue: Catalogue, tally: Tally) -> list[str]:
    """A number as a bill: a line for each part, with its rule, and the total."""
    parts = receipt(catalogue, tally)
    width = max((len(part.why) for part in parts), default=0)
    lines = [f"{part.amount:+4d}  {part.why:<{width}}  {part.rule}  {part.title}".rstrip() for part in parts]
    return [*lines, msg("{total}  in all", total=figure(tally.total, "4d"))]


def told_in_words(catalogue: Catalogue, told: Told) -> list[str]:
    """What stands behind a part of the story: the bill of a roll, and the rules."""
    lines = []
    if isinstance(told, Rolled | Happened) and told.tally:
        lines += receipt_in_words(catalogue, told.tally)
    if isinstance(told, Rolled | Chose | Happened):
        lines += _rules(catalogue, told.rules)
    return lines


def _rules(catalogue: Catalogue, rules: Iterable[str]) -> list[str]:
    return [f"{name}  {title_of(catalogue, name)}".rstrip() for name in dict.fromkeys(rules)]
