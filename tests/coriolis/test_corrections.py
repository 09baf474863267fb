"""What a game master's corrections bring with them, and which cannot be made."""

from __future__ import annotations

import pytest

from affray import operations
from affray.core.effect import Who
from affray.core.errors import BadAnswer
from affray.core.live import Asked
from affray.core.space import point
from affray.rulesets.coriolis import RULESET
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis.corrections import CORRECTIONS, RULES
from affray.rulesets.coriolis.pool import Prayer
from affray.rulesets.coriolis.sheet import Cover
from affray.rulesets.coriolis.state import Injury
from affray.session.correction import corrected
from tests.coriolis.cast import fight, fighter

A, B = Who(0), Who(1)


def grappling(**more):
    """The first holds the second, who has a knife in hand."""
    return fight(
        fighter(holding=B, **more), fighter("Bo", "blue", (1, 0), held_by=A, weapons=("knife",)), current=None
    )


def watching(**more):
    return fight(fighter(weapons=("carbine",), watch=point(9, 0), **more), fighter("Bo", "blue", (9, 0)))


def after(start, effect):
    return corrected(RULESET, start, effect)


@pytest.mark.rule("COR-CRT-02", "COR-CRT-04", "COR-BRK-01", "COR-BRK-02", "COR-DMG-10")
@pytest.mark.parametrize(
    "effect",
    [fx.Hurt(A, 99), fx.Stressed(A, 99), fx.Died(A), fx.Injured(A, 66), fx.Injured(A, 45), fx.Hurt(B, 99)],
)
def test_who_is_put_down_neither_holds_nor_is_held(effect):
    now = after(grappling(), effect)
    assert [(b.holding, b.held_by) for b in now.fighters] == [(None, None)] * 2


@pytest.mark.rule("COR-BRK-01", "COR-BRK-02", "COR-DMG-10", "COR-CRT-02", "AMB-44")
@pytest.mark.parametrize("effect", [fx.Hurt(A, 1), fx.Stressed(A, 1), fx.Injured(A, 11), fx.Hurt(B, 1)])
def test_who_is_up_still_holds(effect):
    now = after(grappling(), effect)
    assert [(b.holding, b.held_by) for b in now.fighters] == [(B, None), (None, A)]


@pytest.mark.rule("COR-OVW-09", "COR-CRT-02", "COR-CRT-04", "AMB-38", "AMB-53")
@pytest.mark.parametrize(
    "effect",
    [
        fx.Hurt(A, 1),
        fx.Died(A),
        fx.Injured(A, 65),
        fx.Injured(A, 11),
        fx.Dropped(A, "carbine"),
        fx.ClipEmptied(A, "carbine"),
    ],
)
def test_who_is_hurt_down_or_disarmed_is_no_longer_on_overwatch(effect):
    assert after(watching(), effect).bodies[0].watch is None


@pytest.mark.rule("COR-OVW-09")
@pytest.mark.parametrize("effect", [fx.Stressed(A, 1), fx.Hurt(A, -1), fx.ActionPoints(A, 0)])
def test_other_corrections_leave_overwatch_alone(effect):
    assert after(watching(hp=3), effect).bodies[0].watch is not None


@pytest.mark.rule("AMB-53")
def test_what_is_dropped_lies_at_the_feet():
    now = after(grappling(), fx.Dropped(B, "knife"))
    assert (now.bodies[1].hands, now.bodies[1].kit) == ((), ())
    assert [(thing.weapon.name, thing.spot) for thing in now.table.ground] == [("knife", point(1, 0))]


@pytest.mark.rule("COR-CRT-02", "COR-CRT-04")
def test_an_injury_does_all_it_does_in_play():
    now = after(grappling(), fx.Injured(B, 13))
    assert [i.code for i in now.bodies[1].injuries] == [13]
    assert [thing.weapon.name for thing in now.table.ground] == ["knife"]
    assert after(grappling(), fx.Injured(A, 65)).bodies[0][2:4] == (0, 4)


@pytest.mark.rule("AMB-44")
def test_a_grapple_reaches_no_farther_than_the_arms():
    assert after(grappling(), fx.Placed(B, point(9, 9))).bodies[0].holding is None
    assert after(grappling(), fx.Placed(B, point(1, 1))).bodies[0].holding == B


@pytest.mark.rule("COR-BRK-06")
def test_who_gets_points_back_does_not_come_back_once_more_by_the_clock():
    down = fight(fighter(hp=0, hours=3), fighter("Bo", "blue"))
    assert after(down, fx.Hurt(A, -1)).bodies[0].hours == 0
    shaken = fight(fighter(mp=0, hours=3), fighter("Bo", "blue"))
    assert after(shaken, fx.Stressed(A, -2)).bodies[0].hours == 0
    both = fight(fighter(mp=0, hp=0, hours=3), fighter("Bo", "blue"))
    assert after(both, fx.Stressed(A, -2)).bodies[0].hours == 3


def ruled(rule, *row):
    """A row that shows a rule."""
    return pytest.param(*row, marks=pytest.mark.rule(rule))


DEAD = fight(fighter(dead=True, hp=0), fighter("Bo", "blue"))
INJURED = fight(fighter(injuries=(Injury(36, True),), timed=0), fighter("Bo", "blue"))
CRATE = Cover("crate", 3, None)


@pytest.mark.parametrize(
    ("start", "effect", "message"),
    [
        ruled("COR-CRT-02", grappling(), fx.Injured(A, 67), "there is no injury 67"),
        ruled("COR-CRT-04", grappling(), fx.Treated(A, 36), "has no such injury to treat"),
        ruled("COR-CRT-04", INJURED, fx.Treated(A, 36), "has no such injury to treat"),
        ruled("COR-CRT-02", INJURED, fx.Healed(A, 11), "has no such injury"),
        ruled("COR-CRT-04", DEAD, fx.CameBack(A, 2), r"is dead \[COR-CRT-04\]"),
        ruled("COR-CRT-04", DEAD, fx.Hurt(A, -2), r"is dead \[COR-CRT-04\]"),
        ruled("COR-CRT-04", DEAD, fx.Hurt(A, 0), r"is dead \[COR-CRT-04\]"),
        (grappling(), fx.CameBack(A, 50), "Asha has 50 hit points"),
        ruled("AMB-53", grappling(), fx.Dropped(A, "knife"), "carries no knife"),
        (grappling(), fx.Drew(B, "knife"), "one weapon in both hands"),
        ruled("COR-ACT-12", grappling(), fx.Drew(B, "sword"), "carries no sword"),
        ruled("COR-ACT-12", grappling(), fx.ClipEmptied(B, "sword"), "carries no sword"),
        ruled("COR-ACT-12", grappling(), fx.Reloaded(B, "sword"), "carries no sword"),
        ruled("AMB-42", grappling(), fx.TookCover(B, CRATE), "is pinned"),
        (grappling(), fx.ActionPoints(A, 9), "Asha has 9 action points"),
        (grappling(), fx.TimePassed(-5), "time runs back"),
        (grappling(), fx.Hurt(Who(7), 1), "cannot be applied"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(start, effect, message):
    with pytest.raises(BadAnswer, match=message) as refused:
        after(start, effect)
    assert "\n" not in str(refused.value)


@pytest.mark.rule("AMB-42", "COR-ACT-12", "COR-CRT-02", "COR-CRT-04")
def test_what_can_be_is_done():
    free = fight(fighter(weapons=("knife",), hands=()), fighter("Bo", "blue", injuries=(Injury(36),)))
    assert after(free, fx.TookCover(A, CRATE)).bodies[0].cover == CRATE
    assert after(grappling(), fx.TookCover(B, None)).bodies[1].cover is None
    assert after(free, fx.Drew(A, "knife")).bodies[0].hands == ("knife",)
    assert after(free, fx.Treated(B, 36)).bodies[1].injuries == (Injury(36, True),)
    assert after(free, fx.Healed(B, 36)).bodies[1].injuries == ()
    assert after(INJURED, fx.Healed(A, 36)).bodies[0].injuries == ()
    assert after(DEAD, fx.Hurt(A, 1)).bodies[0].hp == 0
    assert after(fight(fighter(hp=3), fighter("Bo", "blue")), fx.Hurt(A, -9)).bodies[0].hp == 4


def test_every_correction_with_a_rule_can_be_typed():
    assert set(RULES) <= set(CORRECTIONS.values())


def test_what_is_told_of_a_correction_is_what_came_of_it():
    fight = operations.start("duel", seed=1)
    for words, said in (
        ("hurt Zara -99", "Zara gets back 0 hit points"),
        ("hurt Zara 2", "Zara loses 2 hit points"),
        ("hurt Zara -99", "Zara gets back 2 hit points"),
        ("stress Zara 3", "Zara loses 3 mind points"),
        ("stress Zara -99", "Zara gets back 3 mind points"),
    ):
        before = len(fight.story)
        fight.say.correct(words.split(), "test")
        told, then, _ = fight.story[before]
        assert fight.ruleset.words.told(then, fight.names, told) == f"Correction (test): {said}"


def test_sixes_are_said_as_one_says_them():
    for n, said in ((0, "no six"), (1, "one six"), (2, "2 sixes")):
        asked = Asked(Who(0), "pray")
        words = RULESET.words.asked(("Zara",), asked, Prayer("aimed shot", n, 5, 1))
        assert words == f"Zara's aimed shot: {said} so far. Pray to roll 5 dice again (+1 darkness point)?"
