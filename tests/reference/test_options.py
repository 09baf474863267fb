"""House rules on the front pages: whatever a table changes changes what it reads, and drops no part."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from affray.core.catalogue import Option, OptionValue
from affray.core.ruleset import ruleset
from affray.reference import page_of
from affray.sheet import Page

pytestmark = pytest.mark.slow

GAMES = ("d6", "horizon", "traveller")
SINGLY = "errata."
"""Slips that are read one by one; some of them are of a name that stands nowhere in front."""


def others(option: Option) -> Iterator[OptionValue]:
    """The values of an option besides its default: of figures the ends."""
    values: dict[str, tuple[OptionValue | None, ...]] = {
        "flag": (not option.default,),
        "choice": tuple(option.values),
        "number": (option.least, option.most),
    }
    yield from (v for v in values[option.kind] if v is not None and v != option.default)


def changes() -> Iterator[tuple[str, str, OptionValue]]:
    """Every option of every game with every other value."""
    for game in GAMES:
        for key, option in ruleset(game).catalogue.options.items():
            if not key.startswith(SINGLY):
                yield from ((game, key, value) for value in others(option))


@cache
def usual(game: str) -> Page:
    return page_of(ruleset(game), {})


def said(page: Page) -> tuple[object, ...]:
    """All that is written on a page, without its odds."""
    return page.topics, page.actions, page.modifiers, page.flows, page.tables


def parts(page: Page) -> set[str]:
    """The anchors of the topics, flows and tables that hold anything."""
    found = [topic.id for topic in page.topics if topic.lines]
    found += [flow.id for flow in page.flows if flow.steps]
    return {*found, *(table.id for table in page.tables if table.rows)}


def test_every_house_rule_shows_on_the_front_pages():
    hidden, dropped = [], []
    for game, key, value in changes():
        page = page_of(ruleset(game), {key: value})
        if said(page) == said(usual(game)):
            hidden.append(f"{game} {key}={value}")
        dropped += [f"{game} {key}={value}: {name}" for name in parts(usual(game)) - parts(page)]
    assert hidden == dropped == []
