"""Receipts: where a number came from, and by which rules something happened."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from affray.core.catalogue import Catalogue
from affray.core.live import Chose, Happened, Rolled, Told
from affray.core.message import figure, msg
from affray.core.tally import Tally


class Part(NamedTuple):
    """One line of a receipt: the amount, why, the rule's id and its title."""

    amount: int
    why: str
    rule: str
    title: str


def title_of(catalogue: Catalogue, name: str) -> str:
    """The title of a rule, or the question of a ruling; empty for any other id."""
    if name in catalogue.rules:
        return catalogue.rules[name].title
    return catalogue.rulings[name].question if name in catalogue.rulings else ""


def receipt(catalogue: Catalogue, tally: Tally) -> list[Part]:
    """The parts of a number, in the order in which the rules named them."""
    return [Part(mod.amount, mod.why, mod.rule, title_of(catalogue, mod.rule)) for mod in tally]


def receipt_in_words(catalogue: Catalogue, tally: Tally) -> list[str]:
    """A number as a bill: a line for each part, with its rule, and the total."""
    parts = receipt(catalogue, tally)
    width = max((len(part.why) for part in parts), default=0)
    lines = [f"{part.amount:+4d}  {part.why:<{width}}  {part.rule}  {part.title}".rstrip() for part in parts]
    return [*lines, msg("{total}  in all", total=figure(tally.total, "4d"))]


def told_in_words(catalogue: Catalogue, told: Told) -> list[str]:
    """What stands behind a part of the story: the bill of a roll, and the rules."""
    lines = []
    if isinstance(told, Rolled) and told.tally:
        lines += receipt_in_words(catalogue, told.tally)
    if isinstance(told, Rolled | Chose | Happened):
        lines += _rules(catalogue, told.rules)
    return lines


def _rules(catalogue: Catalogue, rules: Iterable[str]) -> list[str]:
    return [f"{name}  {title_of(catalogue, name)}".rstrip() for name in dict.fromkeys(rules)]
