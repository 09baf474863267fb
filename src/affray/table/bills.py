"""How a number is made up, and rules, as they are sent."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from affray.core.message import word
from affray.core.tally import Mod, Tally, figures
from affray.reference import receipt, title_of
from affray.session import Session
from affray.table import wire


def bills(session: Session, mods: Sequence[Mod], whole: bool) -> list[wire.Bill]:
    """The parts of a number, in the order in which people add them."""
    game = session.ruleset
    parts = receipt(game.catalogue, Tally(mods), game.words, session.fight.house, whole)
    return [wire.Bill(word(p.why), p.amount, p.rule, word(p.title), word(p.shown)) for p in parts]


def sum_of(session: Session, mods: Sequence[Mod], whole: bool) -> str:
    """What they come to, as people say it; empty where not all of it is told."""
    return word(figures(session.ruleset.words, mods, whole)[1]) if mods else ""


def wire_rules(session: Session, ids: Iterable[str]) -> list[wire.WireRule]:
    """Rules by id and title, rulings by their answer at this table."""
    known, house = session.ruleset.catalogue, session.fight.house
    return [wire.WireRule(rule, word(title_of(known, rule, house))) for rule in dict.fromkeys(ids)]
