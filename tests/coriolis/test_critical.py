"""Critical injuries (CRT): price, D66, rerolls, and the clocks that kill."""

from __future__ import annotations

import pytest

from affray.core.effect import Who
from affray.rulesets.coriolis import effects as fx
from affray.testing.script import causes, first, kinds
from tests.coriolis.cast import act, asks, body, do, fight, fighter, forbids, house, steps

PISTOL = "heavy pistol"
SHOT = act("normal shot", 1, item=PISTOL)
MINUTE, HOUR, DAY = 60, 3600, 86_400


def facing(**target):
    return fight(
        fighter(agility=5, weapons=(PISTOL,)),
        fighter("Barid", "blue", at=(10, 0), **{"agility": 5, **target}),
    )


def injured(code, *clocks, options=None, **victim):
    """A fight between slots in which the third has this injury, with its clocks rolled."""
    given = fight(
        fighter("Healer", "red", wits=2, skills={"medicurgy": 1}, score=6),
        fighter("Foe", "blue", at=(50, 0), score=5),
        fighter("Victim", "red", at=(1, 0), **{"agility": 5, "score": 1, **victim}),
        house=house(init_weapon_bonus="off", **(options or {})),
    ).after(fx.Injured(Who(2), code))
    return steps(given, *clocks).fight


def next_turn(given, seconds=0):
    """The next combat turn, so many seconds later than it would be."""
    waiting = [b._replace(over=True) for b in given.fighters]
    clock = given.table._replace(clock=given.table.clock + seconds, current=None)
    return steps(given._replace(bodies=(*waiting, clock)))


def alive(given, turns):
    """Whether the victim lives through so many further combat turns."""
    for _ in range(turns):
        given = next_turn(given).fight
    return not given.bodies[2].dead


@pytest.mark.rule("COR-CRT-01")
@pytest.mark.parametrize(("weapon", "rating"), [("gauss pistol", 1), (PISTOL, 2), ("sawn-off scattergun", 3)])
def test_an_injury_costs_the_weapons_crit_rating(weapon, rating):
    given = fight(fighter(agility=5, weapons=(weapon,)), fighter("Barid", "blue", at=(10, 0), hp=9))
    shot = act("normal shot", 1, item=weapon)
    dice = asks(given, shot).tally.total
    sixes = (6,) * (1 + rating) + (1,) * (dice - 1 - rating)
    play = do(given, shot, sixes, 0, "critical injury", (1, 2))
    assert body(play, 1).injuries[0].code == 12
    assert "COR-CRT-01" in causes(play)
    fewer = (6,) * rating + (1,) * (dice - rating)
    if rating > 1:
        assert "critical injury" not in asks(given, shot, fewer, 0).options


@pytest.mark.rule("COR-CRT-02")
@pytest.mark.parametrize(("dice", "code"), [((1, 6), 16), ((6, 1), 61), ((3, 4), 34)])
def test_the_first_die_is_the_tens(dice, code):
    play = do(facing(), SHOT, (6, 6, 6, 1, 1), 0, "critical injury", dice)
    assert first(play, fx.Injured).code == code
    assert "COR-CRT-02" in causes(play)


@pytest.mark.rule("COR-CRT-03")
def test_more_sixes_reroll_for_a_worse_one():
    play = do(facing(), SHOT, (6, 6, 6, 6, 1), 0, "critical injury", (2, 1), True, (1, 3))
    assert first(play, fx.Injured).code == 21
    assert "COR-CRT-03" in causes(play)
    kept = do(facing(), SHOT, (6, 6, 6, 6, 1), 0, "critical injury", (2, 1), False, "done")
    assert "COR-CRT-03" in causes(kept)
    assert first(kept, fx.Injured).code == 21


@pytest.mark.rule("COR-CRT-03")
def test_nothing_is_worse_than_66_so_no_six_is_asked_for():
    start, attack = facing(), (SHOT, (6, 6, 6, 6, 1), 0, "critical injury")
    assert first(do(start, *attack, (6, 6), "done"), fx.Injured).code == 66
    assert asks(start, *attack, (6, 6)).asked.question == "bonus effect"
    assert asks(start, *attack, (6, 5)).asked.question == "reroll injury"


@pytest.mark.rule("COR-CRT-04", "AMB-64")
@pytest.mark.option("time.turn_seconds")
@pytest.mark.parametrize(("seconds", "turns"), [(10, 12), (15, 8), (20, 6)])
def test_a_fatal_injury_kills_when_its_time_is_up(seconds, turns):
    given = injured(55, (2,), (3,), (5,), options={"time_turn_seconds": seconds})
    assert given.bodies[2].out
    assert alive(given, turns - 1)
    assert not alive(given, turns)


@pytest.mark.rule("COR-CRT-04")
def test_the_receipt_of_a_death():
    given = injured(55, (1,), (3,), (5,))
    play = next_turn(given, MINUTE)
    assert first(play, fx.Died).who == 2
    assert "COR-CRT-04" in causes(play)


@pytest.mark.rule("COR-CRT-04")
@pytest.mark.parametrize(
    ("code", "clocks", "limit"),
    [
        (36, ((3,), (1, 1)), 3 * DAY),
        (44, ((2,), (1, 1, 1, 1)), 2 * HOUR),
        (45, ((2,), (1, 1, 1, 1), (6,)), 2 * HOUR),
        (53, ((4,), (1,)), 4 * MINUTE),
    ],
)
def test_limits_are_days_hours_or_minutes(code, clocks, limit):
    given = injured(code, *clocks)
    assert not next_turn(given, limit - 16).fight.bodies[2].dead
    assert next_turn(given, limit - 15).fight.bodies[2].dead


@pytest.mark.rule("COR-CRT-04", "AMB-49")
def test_first_aid_stops_the_clock_with_a_test_of_its_own():
    given = injured(53, (1,), (2,))
    aided = do(given, act("first aid", 2, item="53"), (6, 1, 1))
    assert body(aided, 2).injuries[0].treated
    assert body(aided, 2).hp == 7
    assert "COR-CRT-04" in causes(aided)
    assert alive(aided.fight, 8)
    assert "COR-CRT-04" in forbids(aided.fight, act("first aid", 2, item="53"))


@pytest.mark.rule("COR-CRT-04")
def test_failed_aid_does_not():
    given = injured(53, (1,), (2,))
    failed = do(given, act("first aid", 2, item="53"), (5, 1, 1))
    assert not body(failed, 2).injuries[0].treated
    assert "AidFailed" in kinds(failed)
    assert not alive(failed.fight, 4)


@pytest.mark.rule("COR-CRT-04")
@pytest.mark.parametrize(("code", "dice"), [(53, 3), (54, 2), (64, 2)])
def test_some_injuries_are_harder_to_treat(code, dice):
    given = injured(
        code, (5,), *[(1,) * n for n in ((1,) if code == 53 else (2,))], *([(4,)] if code > 53 else [])
    )
    assert asks(given, act("first aid", 2, item=str(code))).tally.total == dice
    assert asks(given.after(fx.Hurt(Who(2), 9)), act("first aid", 2, item="broken")).tally.total == 3


@pytest.mark.rule("COR-CRT-04")
@pytest.mark.parametrize("code", [65, 66])
def test_two_injuries_kill_at_once(code):
    play = do(facing(), SHOT, (6, 6, 6, 1, 1), 0, "critical injury", (6, code - 60))
    assert body(play, 1).dead
    assert body(play, 1).hp == 0
    assert first(play, fx.Died).who == 1


@pytest.mark.rule("COR-CRT-04", "COR-RNG-09")
def test_the_dead_are_not_injured_again():
    play = do(facing(), SHOT, (6,) * 5, 0, "critical injury", (6, 5), False, "raise initiative", "done")
    assert len(body(play, 1).injuries) == 1
    waiting = asks(facing(), SHOT, (6,) * 5, 0, "critical injury", (6, 5), False)
    assert waiting.options == ("done", "raise initiative")
