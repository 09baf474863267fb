"""Edges of the rules: a six or none, one point of armour, one action point, and what receipts then name.

What a slip of one in a rule would change, where the worked examples beside this file stand in the middle.
"""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.effect import Who
from affray.core.live import Chose, Happened, Live
from affray.core.missed import Missed
from affray.core.play import Play
from affray.core.stopped import Stopped
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis import harm, initiative, melee
from affray.rulesets.coriolis.fighter import Fighter
from affray.testing.script import caused, play_out
from tests.coriolis.cast import act, body, do, fight, fighter, house, rolls, wall

SWORD, AUTO = act("melee attack", 1, item="sword"), act("full auto", 1, item="carbine")
SHOT = act("normal shot", 1, item="heavy pistol")


# --- the slot -----------------------------------------------------------------------------------------


@pytest.mark.rule("COR-AP-12", "COR-TRN-04")
@pytest.mark.parametrize(("ap", "kept"), [(0, False), (1, True), (2, True)])
def test_the_end_of_a_slot_says_whether_points_are_kept(ap, kept):
    rules = set(caused(do(fight(fighter(ap=ap), fighter("Bo", "blue", (9, 0))), act("end")), fx.SlotEnded))
    assert rules & {"COR-AP-12", "COR-TRN-04"} == ({"COR-AP-12", "COR-TRN-04"} if kept else set())


# --- melee --------------------------------------------------------------------------------------------


@pytest.mark.rule("COR-MEL-02", "COR-MEL-07", "COR-MEL-09")
@pytest.mark.parametrize(
    ("sixes", "last", "alone", "together"),
    [
        (0, True, {"COR-MEL-07"}, {"COR-MEL-02"}),
        (0, False, set(), set()),
        (1, True, {"COR-MEL-02", "COR-MEL-06", "COR-DMG-01", "COR-MEL-09"}, {"COR-MEL-02", "COR-DMG-01"}),
        (1, False, {"COR-MEL-02", "COR-MEL-06", "COR-DMG-01"}, {"COR-MEL-02", "COR-DMG-01"}),
        (2, True, {"COR-MEL-02", "COR-MEL-06", "COR-DMG-01"}, {"COR-MEL-02", "COR-DMG-01"}),
    ],
)
def test_what_so_many_sixes_mean_before_and_after_the_last_prayer(sixes, last, alone, together):
    assert set(melee.read_alone(sixes, last)) == alone
    assert set(melee.read_together(sixes, last)) == together


def duel(foe: dict[str, Any] | None = None) -> Any:
    """Asha with 5 dice and a sword (2 damage) against Bo with 3 strength and an axe."""
    bo = fighter("Bo", "blue", (1, 0), weapons=("axe",), **{"strength": 3, "hp": 20, **(foe or {})})
    return fight(fighter("Asha", strength=4, hp=10, weapons=("sword",)), bo)


@pytest.mark.rule("COR-MEL-02", "COR-MEL-07", "COR-DEF-07")
def test_a_miss_says_whether_there_was_no_six_or_it_was_taken_away():
    none, one = (1, 1, 1, 1, 1), (6, 1, 1, 1, 1)
    assert set(caused(do(duel(), SWORD, False, none), Missed)) == {"COR-MEL-07"}
    assert set(caused(do(duel(), SWORD, True, none, (1, 1, 1)), Missed)) == {"COR-MEL-02"}
    assert set(caused(do(duel(), SWORD, True, one, (6, 1, 1), "decrease damage"), Missed)) == {"COR-DEF-07"}


@pytest.mark.rule("COR-MEL-09")
def test_one_six_alone_ends_the_attack_after_its_damage():
    one, two = do(duel(), SWORD, False, (6, 1, 1, 1, 1)), do(duel(), SWORD, False, (6, 6, 1, 1, 1), 1)
    assert ["COR-MEL-09" in set(caused(play, fx.Hurt)) for play in (one, two)] == [True, False]
    assert [20 - body(play, 1).hp for play in (one, two)] == [2, 3]
    left = do(duel(), SWORD, True, (6, 6, 1, 1, 1), (6, 1, 1), "decrease damage")
    assert "COR-MEL-09" in set(caused(left, fx.Hurt)), "one is left of two"


# --- armour -------------------------------------------------------------------------------------------


def shot_at(**target: Any) -> Any:
    """Four dice with a heavy pistol (damage 3) at somebody with 20 hit points."""
    bo = fighter("Bo", "blue", (10, 0), **{"hp": 20, **target})
    return fight(fighter(agility=4, weapons=("heavy pistol",)), bo)


@pytest.mark.rule("COR-DMG-05", "COR-DMG-06", "COR-DMG-08", "COR-DMG-09")
@pytest.mark.parametrize(
    ("faces", "meaning", "lost"),
    [
        ((1, 1, 1, 1), {"COR-DMG-06"}, 3),
        ((6, 1, 1, 1), {"COR-DMG-07", "COR-DMG-08"}, 2),
        ((6, 6, 1, 1), {"COR-DMG-07", "COR-DMG-08"}, 1),
        ((6, 6, 6, 1), {"COR-DMG-07", "COR-DMG-09"}, 0),
        ((6, 6, 6, 6), {"COR-DMG-07", "COR-DMG-09"}, 0),
    ],
)
def test_what_the_sixes_of_armour_mean(faces, meaning, lost):
    play = do(shot_at(armour=4), SHOT, (6, 1, 1, 1), faces)
    assert body(play, 1).hp == 20 - lost
    every = {"COR-DMG-06", "COR-DMG-07", "COR-DMG-08", "COR-DMG-09"}
    assert set(rolls(play, "armour")[0].rules) & every == meaning
    assert body(do(shot_at(), SHOT, (6, 1, 1, 1)), 1).hp == 20 - 3, "without armour nothing is rolled"


def suffered(target: Any, damage: int, *answers: object, ranged: bool = True) -> tuple[bool, Live]:
    """Whether anything of so much damage gets through, and the play."""
    found: list[bool] = []

    def rule(play: Play) -> None:
        found.append(harm.suffer(play, Fighter(play, Who(1)), Fighter(play, Who(0)), damage, ranged))

    play = play_out(fight(fighter(), target), rule, *answers)
    return found[-1], play


@pytest.mark.rule("COR-DMG-05", "COR-DMG-07", "COR-DMG-09")
def test_a_single_point_gets_through_and_none_does_not():
    bare, armoured = fighter("Bo", "blue", (10, 0), hp=20), fighter("Bo", "blue", (10, 0), hp=20, armour=2)
    assert suffered(bare, 1)[0]
    assert not suffered(bare, 0)[0]
    assert suffered(armoured, 2, (6, 1))[0]
    assert not suffered(armoured, 2, (6, 6))[0]
    through, play = suffered(armoured._replace(hp=9), 1, (6, 6))
    assert (through, body(play, 1).hp) == (False, 9), "more than is needed mends nothing"


@pytest.mark.rule("COR-DMG-05", "COR-COV-09")
def test_what_stops_it_whole_is_told_be_it_one_point_of_armour_or_of_cover():
    behind: dict[str, Any] = {"cover": wall("crate", 1, (9, -5), (9, 5))}
    tries: tuple[tuple[dict[str, Any], bool, bool], ...] = (
        ({"armour": 1}, True, False),
        ({"armour": 2}, True, False),
        (behind, False, True),
        ({"armour": 1, **behind}, True, True),
    )
    for changes, worn, covered in tries:
        target = fighter("Bo", "blue", (10, 0), hp=20, **changes)
        dice = changes.get("armour", 0) + covered
        _, play = suffered(target, 1, (6,) + (1,) * (dice - 1))
        [remark] = [e.effect for e in play.story if isinstance(e, Happened) and isinstance(e.effect, Stopped)]
        assert remark == Stopped(Who(1), 1, 1, worn, covered), changes


# --- injuries and what was declared -------------------------------------------------------------------


@pytest.mark.rule("COR-CRT-02", "COR-CRT-04")
@pytest.mark.parametrize(
    ("limit", "heal", "rules"),
    [
        (1, 1, {"COR-CRT-02", "COR-CRT-04"}),
        (1, 0, {"COR-CRT-04"}),
        (0, 1, {"COR-CRT-02"}),
        (0, 0, {"COR-CRT-02"}),
    ],
)
def test_the_clocks_of_an_injury_name_the_rule_of_each(limit, heal, rules):
    def rule(play: Play) -> None:
        harm.roll_clock(play, Fighter(play, Who(0)), limit, 60, heal)

    play = play_out(fight(fighter(), fighter("Bo", "blue")), rule, *((3,),) * (limit + heal))
    assert set(caused(play, fx.ClockRolled)) == rules


@pytest.mark.rule("COR-INIT-11", "COR-INIT-10")
def test_a_weapon_declared_owes_its_attack_and_no_weapon_owes_none():
    def rule(play: Play) -> None:
        initiative.boost(play, Fighter(play, Who(0)))

    by = house(init_weapon_bonus="declared", surprise_free_action="off")
    start = fight(fighter(weapons=("knife",)), fighter("Bo", "blue", (1, 0)), house=by, turn=2)
    for said, owes in (("knife", True), ("", False)):
        [chose] = [e for e in play_out(start, rule, said).story if isinstance(e, Chose)]
        assert ("COR-INIT-11" in chose.rules) is owes


# --- automatic fire ------------------------------------------------------------------------------------


def burst(*others: Any, **options: Any) -> Any:
    bo = fighter("Bo", "blue", (10, 0), hp=20)
    return fight(fighter(agility=3, weapons=("carbine",)), bo, *others, house=house(**options))


@pytest.mark.rule("COR-RNG-02", "COR-RNG-05", "COR-RNG-06", "COR-DMG-01", "AMB-24")
@pytest.mark.option("auto.extra_hits")
def test_a_burst_without_a_six_may_still_hit_but_by_the_option():
    hit = {"COR-RNG-02", "COR-RNG-05", "COR-DMG-01"}

    def first(play: Live) -> set[str]:
        return set(rolls(play, "full auto")[0].rules) & {*hit, "COR-RNG-06"}

    for more in (True, False):
        start = burst(auto_extra_hits=more)
        assert first(do(start, AUTO, (6, 1), 1, (2,), None)) >= hit
    assert first(do(burst(auto_extra_hits=True), AUTO, (2, 1), 1, (2,), None)) == set()
    assert first(do(burst(auto_extra_hits=False), AUTO, (2, 1), 1, (2,), None)) == {"COR-RNG-06"}


@pytest.mark.rule("COR-AUT-04", "COR-AUT-05")
def test_a_die_at_somebody_else_names_the_rules_of_dividing_and_one_at_the_same_does_not():
    cem = fighter("Cem", "blue", (12, 0), hp=20)
    play = do(burst(cem), AUTO, (6, 1), 1, (2,), 2, (2,), None)
    chosen = [set(e.rules) & {"COR-AUT-04", "COR-AUT-05"} for e in play.story if isinstance(e, Chose)][-3:]
    assert chosen == [set(), {"COR-AUT-04", "COR-AUT-05"}, set()]
