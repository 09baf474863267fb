"""A game's printed page held against its rules, catalogue and receipts.

from affray.testing.pages import not_on_receipts, strangers

assert not list(strangers(RULESET, page({})))
assert not not_on_receipts(RULESET, page({}))
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import product
from typing import Any, TypeVar

from affray.core.act import Act
from affray.core.catalogue import OptionValue
from affray.core.effect import Effect
from affray.core.fight import GameFight
from affray.core.request import ChanceRequest, Request
from affray.core.ruleset import Ruleset
from affray.core.scene import read_scene
from affray.core.stream import Stream
from affray.core.tally import tally_of
from affray.sheet import Cell, Page
from affray.testing.roaming import Roaming, Stop, acting, roam

A = TypeVar("A")
O = TypeVar("O")  # noqa: E741 (an option)

FIGHTS, ANSWERS, TRIES = 40, 120, 3
"""Random fights of each scene at most, answers in each, and how often an offered action is tried.

No more are fought once every rule was seen.
"""
ID = re.compile(r"[A-Z]+(?:-[A-Z]*\d*)+")
"""How ids of rules look within a text."""


def strangers(ruleset: Ruleset, page: Page) -> Iterator[str]:
    """Ids on a page that the catalogue does not hold, and faults of flows."""
    book = ruleset.catalogue
    for place, rules in _named(page):
        yield from (
            f"{place}: {rule}" for rule in rules if rule not in book.rules and rule not in book.rulings
        )
    for flow in page.flows:
        yield from flow.faults()


def not_on_receipts(
    ruleset: Ruleset, page: Page, options: Mapping[str, OptionValue] | None = None, seed: int = 1
) -> dict[str, set[str]]:
    """The rules of each flow that no receipt of its actions held."""
    seen: dict[str, set[str]] = {act: set() for flow in page.flows for act in flow.acts}
    for n, scene in product(range(FIGHTS), ruleset.scenes):
        missing = _missing(page, seen)
        if not missing:
            break
        wanted = {act for flow in page.flows if flow.id in missing for act in flow.acts}
        witness(ruleset, scene, {act: seen[act] for act in wanted}, options or {}, seed, n)
    return _missing(page, seen)


def _missing(page: Page, seen: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """The rules of each flow that were not seen with any of its actions."""
    unseen = {}
    for flow in page.flows:
        rules = {rule for step in flow.steps for rule in step.rules}
        missing = rules - set().union(*[seen[act] for act in flow.acts])
        if missing and flow.acts:
            unseen[flow.id] = missing
    return unseen


def witness(
    ruleset: Ruleset,
    name: str,
    seen: dict[str, set[str]],
    options: Mapping[str, OptionValue],
    seed: int,
    n: int,
) -> None:
    """Add the rules on receipts of these actions in the n-th fight of a scene."""
    policy = next(iter(ruleset.policies.values())) if n % 2 else None
    scene = read_scene(ruleset.scenes[name], ruleset.scene)
    fight = ruleset.start(scene.model_copy(update={"options": {**scene.options, **options}}))
    for stop in roam(ruleset, fight, Stream(seed, n), ANSWERS, policy, checked=False).actions:
        _try(ruleset, stop, seen, Stream(seed + 1, n))


def _try(ruleset: Ruleset, stop: Stop, seen: dict[str, set[str]], source: Stream) -> None:
    """Try what is wanted and allowed here."""
    for act in stop.options:
        if isinstance(act, Act) and act.name in seen:
            for _ in range(TRIES):
                play = Witness(stop.fight, ruleset, source)
                acting(ruleset, stop, act)(play)
                seen[act.name] |= play.seen


class Witness(Roaming):
    """Random dice and answers, with every rule that a receipt would name."""

    def __init__(self, fight: GameFight, ruleset: Ruleset, source: Stream) -> None:
        super().__init__(fight, ruleset, source, checked=False)
        self.seen: set[str] = set()

    def answer(self, request: Request) -> Any:
        """Throw dice or take any option, and note the rules of the request and of its tally."""
        value = super().answer(request)
        mods = request.tally if type(request) is ChanceRequest else ()
        self.seen.update(request.cited(value), [mod.rule for mod in mods])
        return value

    def happen(self, effect: Effect, rules: tuple[str, ...]) -> None:
        """Apply it, and note the rules that cause it."""
        self.seen.update(rules, [mod.rule for mod in tally_of(rules)])
        super().happen(effect, rules)


def on_the_front(page: Page) -> set[str]:
    """Every id that stands on a page: beside what it rules, in a note or in a cell of a table."""
    ids = {rule for _, rules in _named(page) for rule in rules}
    return ids.union(*[ID.findall(str(text)) for text in _texts(page)])


def _texts(page: Page) -> Iterator[Cell]:
    """The notes and cells in which ids become links."""
    groups = (*[group.items for group in page.actions], *[topic.lines for topic in page.topics])
    yield from (item.note for items in groups for item in items)
    yield from (mods.note for mods in page.modifiers)
    yield from (odds.note for odds in page.odds)
    yield from (table.note for table in page.tables)
    yield from (value for table in page.tables for row in table.rows for value in row)


def _named(page: Page) -> Iterator[tuple[str, Collection[str]]]:
    """Everything on a page that names rules."""
    for items in (*[group.items for group in page.actions], *[topic.lines for topic in page.topics]):
        yield from ((item.name, item.rules) for item in items)
    for mods in page.modifiers:
        yield mods.title, [mod.rule for mod in mods.mods]
    for flow in page.flows:
        yield from ((f"{flow.id}, {step.id}", step.rules) for step in flow.steps)
    yield from ((odds.id, odds.rules) for odds in page.odds)
    yield from ((table.id, table.rules) for table in page.tables)
