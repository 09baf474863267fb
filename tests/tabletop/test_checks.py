"""Declarations that name what the game does not have are refused when it is loaded, with file and line."""

from __future__ import annotations

import runpy
import sys

import pytest

from affray.core.errors import BadData, Fault

HEAD = """
from functools import cache, partial
from typing import NamedTuple
from affray.core.catalogue import Catalogue
from affray.core.view import View
from affray.tabletop import UNLISTED, Action, Actions, Conduct, MenuLines, SheetLine, Wording, anything_goes

BOOK = Catalogue("toy", "Toy", "", {}, {"TOY-1": None}, {"ASK-1": None}, {})

class House(NamedTuple):
    dear: bool = False

def runs(play, me, them, act):
    pass

def free(play, me, action, act, price):
    return True

def made(**changes):
    plain = dict(name="strike", lines=MenuLines(), run=runs, needs=anything_goes, cost=1, rules=("TOY-1",),
                 family="plain", sheet=UNLISTED)
    return Action(**{**plain, **changes})

def game(*actions):
    conduct = Conduct(View, free, free, free)
    return Actions(actions, conduct, {"plain": runs}, Wording(), BOOK, House())
"""


def loaded(path, body: str):
    path.write_text(HEAD + body, encoding="utf-8")
    return runpy.run_path(str(path))


def refused(path, body: str) -> list[Fault]:
    with pytest.raises(BadData) as caught:
        loaded(path, body)
    return list(caught.value.faults)


def line_of(text: str, part: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if part in line)


def test_a_game_whose_declarations_hold_is_loaded(tmp_path):
    game = loaded(tmp_path / "toy.py", "GAME = game(made(cost=None, sheet=SheetLine(('ASK-1',))))")["GAME"]
    assert list(game.by_name) == ["strike"]


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ("rules=('TOY-2',)", "there is no rule 'TOY-2'"),
        ("rules=lambda house: ('TOY-2',)", "there is no rule 'TOY-2'"),
        ("sheet=SheetLine(('TOY-3',))", "there is no rule 'TOY-3'"),
        ("tags={'atack'}", "there is no tag 'atack'; did you mean 'attack'?"),
        ("family='plane'", "there is no family 'plane'; did you mean 'plain'?"),
        ("at='towrds'", "there is no preposition 'towrds'"),
        ("item='wiht'", "there is no preposition 'wiht'"),
        ("wants='two'", "there is no part of an action 'two'"),
        ("cost=1.5", "expected a cost that is a whole number, got 1.5"),
        ("cost=-1", "expected a cost that is a whole number, got -1"),
        ("cost=True", "expected a cost that is a whole number, got True"),
        ("cost=lambda play, me: play.roll(me, 'd6')", "expected a cost by the house rules alone, got one"),
        ("cost=lambda play: play.roll('d6')", "expected a cost by the house rules alone: 'House'"),
        ("cost=lambda house: (1, house.dear)", "expected a cost that is a whole number, got (1, False)"),
    ],
)  # fmt: skip
def test_what_a_game_does_not_have_is_refused_where_it_is_named(tmp_path, changes, why):
    body = f"\nSTRIKE = made({changes})\nGAME = game(STRIKE)\n"
    (fault,) = refused(tmp_path / "toy.py", body)
    assert why in fault.message
    assert fault.place == f"{tmp_path / 'toy.py'}:{line_of(HEAD + body, 'STRIKE = made')}"


def test_two_of_one_name_are_refused_with_both_their_places(tmp_path):
    body = "ONE = made()\nTWO = made()\nGAME = game(ONE, TWO)\n"
    (fault,) = refused(tmp_path / "toy.py", body)
    one, two = (f"{tmp_path / 'toy.py'}:{line_of(HEAD + body, part)}" for part in ("ONE = ", "TWO = "))
    assert fault == Fault(two, f"'strike' is declared already: {one}")


def test_all_faults_of_all_declarations_are_told_at_once(tmp_path):
    body = "GAME = game(made(rules=('TOY-7',), family='x'), made(name='wait', tags={'y'}))\n"
    assert len(refused(tmp_path / "toy.py", body)) == 3


@pytest.mark.parametrize(
    "body",
    [
        "def maker():\n    return lambda play, me, them, act: None\nGAME = game(made(run=maker()))\n",
        "def maker():\n    return lambda *_: True\nGAME = game(made(lines=MenuLines(when=maker())))\n",
        "def maker():\n    return lambda _: 'x'\nGAME = game(made(sheet=SheetLine(('TOY-1',), maker())))\n",
    ],
)
def test_a_function_made_anew_at_each_call_is_refused(tmp_path, body):
    (fault,) = refused(tmp_path / "toy.py", body)
    assert "maker makes a function anew at each call" in fault.message
    assert fault.place == f"{tmp_path / 'toy.py'}:{line_of(HEAD + body, 'GAME = ')}"


def test_a_function_of_a_maker_that_remembers_is_as_good_as_one_with_a_name(tmp_path, monkeypatch):
    body = (
        "@cache\ndef maker():\n    return lambda play, me, them, act: None\nGAME = game(made(run=maker()))\n"
    )
    (tmp_path / "toy_that_remembers.py").write_text(HEAD + body, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    game = __import__("toy_that_remembers").GAME
    monkeypatch.delitem(sys.modules, "toy_that_remembers")
    assert "strike" in game.by_name
