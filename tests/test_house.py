"""The bounds of the house: names, the size of classes, the width of lines in the browser's languages."""

from __future__ import annotations

from functools import cache

import pytest

from tests.test_architecture import PACKAGE, clear
from tools.house import House

RECURRING: dict[str, str] = {
    "Action": "what a game declares and what a player sends are both called so by everybody",
    "Question": "what a rule asks of people and what people ask of an action's odds are both questions",
    "Scene": "what `import affray` gives is a scene with verbs, around the record that a game reads",
    "Session": "what `import affray` gives is a session as people speak of it, around the one of the log",
}
"""Public class names outside the games that may serve several classes, each with its reason."""
MOST_RECURRING = 10
MOST_FOUND = 100
MOST_METHODS = 25
SUITES = "testing/"
"""The methods of a contract suite are tests."""


@cache
def house() -> House:
    return House(PACKAGE)


@pytest.mark.slow
def test_a_public_class_name_serves_once():
    recurring = house().recurring_classes()
    clear(f"{name}: {', '.join(where)}" for name, where in recurring.items() if name not in RECURRING)
    clear(f"{name}: serves once; no reason is needed" for name in RECURRING if name not in recurring)
    assert len(RECURRING) <= MOST_RECURRING
    assert all(RECURRING.values())


@pytest.mark.slow
def test_things_are_called_what_they_are():
    found = list(house().identifiers("found"))
    clear(found if len(found) >= MOST_FOUND else ())


def test_above_core_no_fight_is_of_anything_whatever():
    clear(f"{path}: {n} times" for path, n in house().untyped().items())


@pytest.mark.slow
def test_no_class_has_more_methods_than_one_oversees():
    large = [(n, where) for n, where in house().methods() if n > MOST_METHODS]
    clear(f"{where}: {n} methods" for n, where in large if f" in {SUITES}" not in where)


def test_no_line_of_a_script_or_style_sheet_is_wide():
    clear(f"{path}: {n} lines" for path, n in house().wide_lines().items())
