"""What one act of an action has of its own: its price, its words, what of it is still open, its course."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.play import Play
from affray.core.view import View
from affray.tabletop import Actions, Conduct, MenuLines, Wording
from tests.tabletop.test_actions import (
    BOOK,
    DONE,
    House,
    action,
    affords,
    fight,
    game,
    measured,
    noted,
    things,
)

NAMES = ["Zara", "Kaan"]


@pytest.fixture(autouse=True)
def _nothing_done(monkeypatch):
    DONE.clear()
    monkeypatch.setattr("affray.tabletop.checks.passing", lambda declared: ())  # these are made in functions


def test_what_acts_cost_may_grow_with_their_number():
    burn = action("burn", each=lambda house, act: 2 * act.n if house.dear else 1)
    assert [burn.price(House(dear), burn.act(n=3)) for dear in (False, True)] == [1, 6]
    assert game(burn).cost(burn.act(n=2), House(True)) == 4
    assert burn.price(House(True)) == 1


def test_what_a_person_may_fill_in_may_be_told_of_each_act():
    cast = action(
        "cast",
        lines=MenuLines(things),
        wants=lambda fight, who, act: "to" if act.item == "stone" else "",
    )
    assert [(o.act.item, o.wants) for o in game(cast).menu(fight(), Who(0))] == [
        ("knife", ""),
        ("stone", "to"),
    ]


def test_an_act_says_its_number_and_its_thing_in_words_of_its_own():
    drive = action("drive", at="towards", item=lambda speed: f"at {speed} speed")
    burn = action("burn", number=lambda n: f"across {n} feet")
    draw = action("draw", called=lambda act: f"draw the {act.item}")
    say = game(drive, burn, draw).words
    assert say(NAMES, drive.act(Who(1), item="full")) == "drive towards Kaan at full speed"
    assert say(NAMES, burn.act(Who(0), item="gun", n=5)) == "burn at Zara with gun across 5 feet"
    assert say(NAMES, draw.act(item="knife")) == "draw the knife"


def test_a_game_says_what_course_an_action_takes_once_it_is_paid():
    def sets_off(play, action, me, them, act):
        action.run(play, me, them, act)
        DONE.append("set off")

    conduct = Conduct(View, noted("fit"), affords, noted("paid"), sets_off)
    acting = Actions((action("go"),), conduct, {"plain": measured}, Wording(), BOOK, House())
    play: Play[Any, Any, Any] = Play(fight())
    acting.perform(play, View(play, Who(0)), Act("go"))
    assert DONE == ["fit", "paid", "ran", "set off"]
