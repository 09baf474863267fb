"""Damage and armour (DMG): from the hit to what is left of the target."""

from __future__ import annotations

import pytest

from affray.core.live import Happened
from affray.core.stopped import Stopped
from affray.rulesets.coriolis import effects as fx
from affray.testing.script import causes, first, kinds
from tests.coriolis.cast import act, asks, body, do, fight, fighter, forbids, house, rolls, steps

PISTOL = "heavy pistol"
SHOT = act("normal shot", 1, item=PISTOL)
AXE = act("melee attack", 1, item="axe")


def facing(**target):
    """Four dice with a heavy pistol (damage 3, crit 2) at somebody with 7 hit points."""
    return fight(
        fighter(agility=4, weapons=(PISTOL,)),
        fighter("Barid", "blue", at=(10, 0), **{"agility": 5, **target}),
    )


@pytest.mark.rule("COR-DMG-01")
def test_one_six_is_a_hit_and_none_is_not():
    hit, missed = do(facing(), SHOT, (6, 1, 1, 1)), do(facing(), SHOT, (5, 5, 5, 5))
    assert "Hurt" in kinds(hit)
    assert "Hurt" not in kinds(missed)
    assert "COR-DMG-01" in causes(hit)
    assert "COR-DMG-01" not in causes(missed)


@pytest.mark.rule("COR-DMG-02", "COR-DMG-07")
def test_each_armour_die_with_a_six_takes_a_point_off():
    play = do(facing(armour=4), SHOT, (6, 1, 1, 1), (6, 6, 5, 1))
    assert first(play, fx.Hurt).points == 3 - 2
    assert {"COR-DMG-02", "COR-DMG-07"} <= causes(play)


@pytest.mark.rule("COR-DMG-02", "AMB-47")
def test_armour_counts_in_melee_as_well():
    given = fight(
        fighter(strength=3, weapons=("axe",)),
        fighter("Barid", "blue", at=(1, 0), agility=5, armour=2, npc=True),
        darkness=0,
    )
    play = do(given, AXE, (6, 1, 1), (6, 1))
    assert body(play, 1).hp == 7 - 2
    assert "COR-DMG-02" in causes(play)


@pytest.mark.rule("COR-DMG-05", "COR-DMG-09")
@pytest.mark.parametrize(("armour", "asked", "told"), [(0, False, 0), (1, True, 1)])
def test_one_point_of_armour_rolls_a_die_and_is_told_to_stop_only_what_it_stops(armour, asked, told):
    target = fighter("Bo", "blue", (1, 0), hp=20, armour=armour)
    here = fight(fighter("Asha"), target)
    blow = act("melee attack", 1, item="unarmed")
    for face, lost in (((6,), 0), ((5,), 1)) if asked else (((), 1),):
        play = do(here, blow, False, (6, 1), *([face] if asked else []))
        assert body(play, 1).hp == 20 - lost
        stopped = [t for t in play.story if isinstance(t, Happened) and isinstance(t.effect, Stopped)]
        assert len(stopped) == (told if lost == 0 else 0)


@pytest.mark.rule("COR-DMG-03")
def test_the_rest_is_taken_off_hit_points():
    play = do(facing(armour=1), SHOT, (6, 1, 1, 1), (2,))
    assert body(play, 1).hp == 7 - 3
    assert "COR-DMG-03" in causes(play)


@pytest.mark.rule("COR-DMG-04", "COR-DMG-05", "COR-DMG-09")
def test_the_figure_is_fixed_before_armour_is_rolled():
    waiting = asks(facing(armour=2), SHOT, (6, 6, 6, 1))
    assert waiting.asked.question == "increase damage"
    assert waiting.options == (0, 1, 2)
    play = do(facing(armour=2), SHOT, (6, 6, 6, 1), 2, (6, 1))
    assert first(play, fx.Hurt).points == 3 + 2 - 1
    assert {"COR-DMG-04", "COR-DMG-05"} <= causes(play)


@pytest.mark.rule("COR-DMG-06")
def test_no_six_on_the_armour_means_the_full_damage():
    play = do(facing(armour=3), SHOT, (6, 1, 1, 1), (5, 4, 3))
    assert first(play, fx.Hurt).points == 3
    assert "COR-DMG-06" in causes(play)


@pytest.mark.rule("COR-DMG-07", "COR-DMG-08")
def test_what_is_left_after_sixes_is_applied():
    play = do(facing(armour=3), SHOT, (6, 1, 1, 1), (6, 6, 3))
    assert first(play, fx.Hurt).points == 1
    assert {"COR-DMG-07", "COR-DMG-08"} <= causes(play)
    assert "COR-DMG-06" not in causes(play)


@pytest.mark.rule("COR-DMG-09")
def test_if_nothing_is_left_the_attack_is_negated():
    play = do(facing(armour=4), SHOT, (6, 1, 1, 1), (6, 6, 6, 6))
    assert kinds(play) == ["Spent"]
    assert body(play, 1).hp == 7
    assert "COR-DMG-09" in causes(play)


@pytest.mark.rule("COR-DMG-10")
@pytest.mark.parametrize("hp", [1, 3])
def test_no_hit_points_left_is_broken(hp):
    play = do(facing(hp=hp), SHOT, (6, 1, 1, 1))
    assert body(play, 1).hp == 0
    assert "COR-DMG-10" in causes(play)
    assert "COR-DMG-11" not in causes(play)


@pytest.mark.rule("COR-DMG-11")
def test_with_any_left_the_target_fights_on():
    play = do(facing(hp=4), SHOT, (6, 1, 1, 1))
    assert body(play, 1).hp == 1
    assert "COR-DMG-11" in causes(play)
    assert "COR-DMG-10" not in causes(play)
    assert not forbids(play.fight, act("hit the ground"), who=1)


@pytest.mark.rule("COR-DMG-12")
def test_a_broken_target_with_an_injury_gets_its_d66():
    play = do(facing(hp=3), SHOT, (6, 6, 6, 1), 0, "critical injury", (2, 5))
    assert body(play, 1).hp == 0
    assert body(play, 1).injuries[0].code == 25
    assert "COR-DMG-12" in causes(play)


@pytest.mark.rule("COR-DMG-13")
def test_a_broken_target_without_one_waits_for_aid_or_hours():
    broken = do(facing(hp=3), SHOT, (6, 1, 1, 1))
    play = steps(broken.fight, (4,))
    assert [roll.value for roll in rolls(play, "hours down")] == [4]
    assert "COR-DMG-13" in causes(play)
    assert "COR-DMG-12" not in causes(play)


# --- the Broken as targets (AMB-48) -------------------------------------------------------------


@pytest.mark.rule("AMB-48", "COR-DMG-12")
@pytest.mark.option("broken.extra_injury")
@pytest.mark.parametrize(("value", "dice", "codes"), [(False, (), []), (True, ((1, 4),), [14])])
def test_damage_to_the_broken(value, dice, codes):
    given = facing(hp=0, armour=1)
    play = do(fight(*given.fighters, house=house(broken_extra_injury=value)), SHOT, (6, 1, 1, 1), (1,), *dice)
    assert body(play, 1).hp == 0
    assert [injury.code for injury in body(play, 1).injuries] == codes


@pytest.mark.rule("AMB-48")
def test_the_broken_still_roll_armour():
    play = do(facing(hp=0, armour=3), SHOT, (6, 1, 1, 1), (6, 6, 6))
    assert kinds(play) == ["Spent"]
