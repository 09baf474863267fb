"""The autopilot: what it does where it has more than one sensible thing to do."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.sampled import Sampled
from affray.core.stream import Stream
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis.actions import legal
from affray.rulesets.coriolis.fighter import unbroken
from affray.rulesets.coriolis.pilot import sensible
from affray.rulesets.coriolis.round import step
from affray.rulesets.coriolis.sheet import Cover
from affray.rulesets.coriolis.state import Injury
from tests.coriolis.cast import fight, fighter

CRATE = Cover("crate", 3, None)


def chosen(start) -> Act:
    """The first action of the fighter whose slot it is, which must be allowed."""
    found: list[Act] = []

    def noting(play, who, question, options, about):
        answer = sensible(play, who, question, options, about)
        if question == "action":
            found.append(answer)
        return answer

    allowed = legal(start, start.table.current)
    step(Sampled(start, noting, Stream(1)))
    assert found[0] in allowed
    return found[0]


def across(metres=50, foe=None, **me):
    return fight(fighter(weapons=("carbine",), **me), fighter("Bo", "blue", (metres, 0), **(foe or {})))


@pytest.mark.parametrize(
    ("start", "act"),
    [
        (across(cover=CRATE), Act("overwatch", Who(1))),
        (across(cover=CRATE, prone=True), Act("overwatch", Who(1))),
        (across(cover=CRATE, foe={"cover": CRATE}), Act("aimed shot", Who(1), item="carbine")),
        (across(), Act("aimed shot", Who(1), item="carbine")),
        (across(foe={"armour": 15}), Act("sprint", Who(1))),
        (across(300, cover=CRATE), Act("sprint", Who(1))),
        (across(15, cover=CRATE), Act("full auto", Who(1), item="carbine")),
        (across(300, prone=True), Act("get up")),
        (across(1, prone=True, cover=CRATE), Act("get up")),
        (across(300, prone=True, injuries=(Injury(51, True),), timed=1), Act("end")),
    ],
)
def test_from_cover_it_waits_for_who_comes_over_open_ground(start, act):
    assert chosen(start) == act


SNIPER = fighter(weapons=("gauss rifle",), agility=5, wits=4, skills={"ranged combat": 3})


@pytest.mark.rule("COR-DST-08")
def test_nobody_shoots_at_what_is_beyond_all_ranges():
    assert chosen(fight(SNIPER, fighter("Bo", "blue", (1050, 0)))) == Act("sprint", Who(1))


def shares(fighters, places, fights=400):
    """How many fights each name wins, listed in this order."""
    start = fight(
        *[fighters[n]._replace(score=0, entered=False) for n in places], turn=0, current=None, darkness=0
    )
    won = dict.fromkeys([one.sheet.name for one in fighters], 0)
    for seed in range(fights):
        play: Sampled[Any, Any, Any] = Sampled(start, sensible, Stream(seed))
        while step(play):
            pass
        for one in play.fight.fighters:
            won[one.sheet.name] += unbroken(one)
    return won


@pytest.mark.slow
@pytest.mark.parametrize("places", [(0, 1, 2), (2, 0, 1)])
def test_three_alike_in_a_triangle_win_alike_wherever_the_list_has_them(places):
    at = [(0, 0), (10, 0), (5, 8.66)]
    three = [fighter(name, name, spot, weapons=("axe",), hp=5) for name, spot in zip("ABC", at, strict=True)]
    won = shares(three, places)
    assert all(400 / 3 - 40 < n < 400 / 3 + 40 for n in won.values()), won


@pytest.mark.slow
def test_five_alike_in_one_spot_win_alike():
    won = shares([fighter(name, name, weapons=("axe",), hp=5) for name in "ABCDE"], range(5))
    assert all(80 - 36 < n < 80 + 36 for n in won.values()), won


def test_having_gone_on_overwatch_it_keeps_its_points_for_the_shot():
    play: Sampled[Any, Any, Any] = Sampled(across(cover=CRATE), sensible, Stream(1))
    step(play)
    step(play)
    assert [type(effect) for effect in play.done[-2:]] == [fx.SlotEnded, fx.SlotFell]
    assert (play.fight.bodies[0].watch is not None, play.fight.bodies[0].ap) == (True, 2)


def test_who_cannot_move_below_the_neck_lets_the_slot_pass():
    assert chosen(across(15, injuries=(Injury(52, True),), timed=1)) == Act("end")


def test_two_gunners_with_a_crate_and_an_open_field_between_them_come_to_an_end():
    start = fight(
        fighter(weapons=("carbine",), cover=CRATE, agility=5, skills={"ranged combat": 3}),
        fighter("Bo", "blue", (60, 0), weapons=("carbine",), agility=5, skills={"ranged combat": 3}),
        current=None,
    )
    for seed in range(20):
        play = Sampled(start, sensible, Stream(seed))
        assert any(not step(play) for _ in range(400))
