"""MEL, RNG, THR: the three attacks, and the damage they do."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.effect import Who
from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller.state import State
from affray.testing.script import causes, kinds
from tests.traveller.cast import (
    act,
    asks,
    body,
    dms,
    do,
    fight,
    fighter,
    forbids,
    house,
    left,
    rolls,
    table,
    total,
)

SWORD = act("melee attack", 1, item="sword")
SHOT = act("ranged attack", 1, item="rifle")
THROW = act("thrown attack", 1, item="throwing spear")


def duel(distance: float = 1, foe: dict[str, Any] | None = None, **options: Any) -> State:
    """Asha, STR 9 and DEX 12, Melee 1, Gun Combat 2, Athletics 1, against Bo, who has nothing."""
    asha = fighter(
        "Asha",
        full=(9, 12, 7, 7, 7, 7),
        skills={"melee": 1, "gun combat": 2, "athletics": 1},
        weapons=("sword", "rifle", "throwing spear", "frag grenade"),
    )
    bo = fighter("Bo", "blue", (distance, 0), **{"full": (20, 20, 20, 7, 7, 7), **(foe or {})})
    return fight(asha, bo, house=house(**options))


# --- melee ----------------------------------------------------------------------------------------


@pytest.mark.rule("TRV-MEL-01", "TRV-ACT-01")
def test_a_blow_is_melee_with_str_or_dex_as_the_attacker_likes():
    asked = asks(duel(), SWORD, "")
    assert (asked.asked.question, asked.options) == ("characteristic", ("STR", "DEX"))
    play = do(duel(), SWORD, "", "DEX", (2, 2))
    assert dms(play, "melee attack") == {"TRV-MEL-01": 3}
    assert total(do(duel(), SWORD, "", "STR", (2, 2)), "melee attack") == 2
    assert body(play, 0).acts == 1
    assert "TRV-ACT-01" in causes(play)
    assert forbids(play.fight, SWORD) == {"TRV-R5"}


@pytest.mark.rule("TRV-MEL-02")
def test_a_blow_that_lands_does_dice_and_str_and_effect():
    play = do(duel(), SWORD, "", "DEX", (4, 4), (1, 2, 3))
    assert dms(play, "damage") == {"TRV-MEL-02": 1 + 3}
    assert left(play, 1) == (20, 20, 10)
    assert kinds(play) == ["Spent", "Struck", "Wounded"]


@pytest.mark.rule("TRV-MEL-03")
def test_a_blow_that_fails_misses():
    play = do(duel(), SWORD, "", "STR", (2, 3))
    assert left(play, 1) == (20, 20, 20)
    assert kinds(play) == ["Spent", "Missed"]
    assert "TRV-MEL-03" in causes(play)


@pytest.mark.rule("TRV-MEL-01")
def test_a_blow_needs_arm_s_length():
    assert forbids(duel(1.5), SWORD) == set()
    assert forbids(duel(1.51), SWORD) == {"TRV-MEL-01"}


@pytest.mark.option("lying.melee")
@pytest.mark.parametrize(("allowed", "reasons"), [(True, set()), (False, {"TRV-R35"})])
def test_striking_from_the_ground(allowed, reasons):
    down = duel(lying_melee=allowed).after(fx.Stance(Who(0), "prone"))
    assert forbids(down, SWORD) == reasons


# --- ranged ---------------------------------------------------------------------------------------


@pytest.mark.rule("TRV-RNG-01", "TRV-ACT-01")
def test_a_shot_is_the_weapons_skill_with_dex():
    play = do(duel(60), SHOT, "", (1, 2))
    assert dms(play, "ranged attack") == {"TRV-RNG-01": 2 + 2}
    assert "TRV-ACT-01" in causes(play)


@pytest.mark.rule("TRV-RNG-02")
def test_a_shot_that_hits_does_dice_and_effect():
    play = do(duel(60), SHOT, "", (3, 4), (1, 1, 1))
    assert dms(play, "damage") == {"TRV-RNG-02": 3}
    assert left(play, 1) == (20, 20, 14)


@pytest.mark.rule("TRV-RNG-03")
def test_a_shot_that_fails_misses():
    play = do(duel(60), SHOT, "", (1, 2))
    assert left(play, 1) == (20, 20, 20)
    assert "TRV-RNG-03" in causes(play)
    assert body(play, 0).left[1] == 9


# --- thrown ---------------------------------------------------------------------------------------


@pytest.mark.rule("TRV-THR-01", "TRV-ACT-01")
def test_a_throw_is_athletics_with_dex():
    play = do(duel(8), THROW, "", (1, 2))
    assert dms(play, "thrown attack") == {"TRV-THR-01": 1 + 2}


@pytest.mark.rule("TRV-THR-02", "TRV-THR-01")
def test_a_throw_that_hits_does_dice_and_effect_and_the_spear_lies_there():
    play = do(duel(8), THROW, "", (4, 3), (1, 1, 1))
    assert left(play, 1) == (20, 20, 20 - 3 - 2)
    assert [(t.weapon.name, t.spot.x) for t in table(play).ground] == [("throwing spear", 800)]
    assert "throwing spear" not in body(play, 0).hands


@pytest.mark.rule("TRV-THR-03", "TRV-THR-01")
def test_a_throw_that_fails_misses():
    play = do(duel(8), THROW, "", (1, 2))
    assert left(play, 1) == (20, 20, 20)
    assert "TRV-THR-03" in causes(play)


@pytest.mark.rule("TRV-R36", "TRV-THR-01")
def test_a_grenade_harms_all_around_the_target_by_rings():
    here = duel(12)
    near, far, out = (fighter(f"C{n}", "blue", (12 + d, 0)) for n, d in enumerate((3, 7, 10)))
    here = fight(*here.fighters, near, far, out)
    play = do(here, act("thrown attack", 1, item="frag grenade"), "", (4, 5), (1,) * 5, (1,) * 5, (2,))
    assert [left(play, n) for n in (1, 2, 3, 4)] == [(20, 20, 13), (7, 7, 2), (7, 7, 5), (7, 7, 7)]
    assert body(play, 0).left[3] == 2


# --- damage ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("armour", "hurt"), [((), 6), ((3,), 3), ((3, 2), 1), ((18,), 0)])
def test_armour_takes_its_points_off(armour, hurt):
    play = do(duel(60, foe={"sheet": {"armour": armour}}), SHOT, "", (3, 4), (1, 1, 1))
    assert left(play, 1) == (20, 20, 20 - hurt)


@pytest.mark.option("armour.pieces")
@pytest.mark.parametrize(("how", "stopped"), [("add", 5), ("best", 3)])
def test_pieces_of_armour_add_up_or_the_best_counts(how, stopped):
    here = duel(60, foe={"sheet": {"armour": (3, 2)}}, armour_pieces=how)
    assert dms(do(here, SHOT, "", (3, 4), (1, 1, 1)), "damage")["TRV-R26"] == -stopped


def test_reflecting_armour_helps_against_lasers_alone():
    bo = fighter("Bo", "blue", (9, 0), sheet={"reflec": (14,)})
    for gun, stopped in (("laser pistol", -14), ("revolver", 0)):
        here = fight(fighter(weapons=(gun,)), bo)
        dice = (1,) * (3 if gun == "laser pistol" else 2)
        play = do(here, act("ranged attack", 1, item=gun), "", (6, 6), dice)
        assert dms(play, "damage").get("TRV-R26", 0) == stopped


@pytest.mark.option("damage.least")
@pytest.mark.parametrize(("option", "hurt"), [(False, 0), (True, 1)])
def test_a_great_hit_always_harms_by_the_option(option, hurt):
    here = duel(60, foe={"sheet": {"armour": (18,)}}, damage_least=option)
    assert rolls(do(here, SHOT, "", (5, 5), (1, 1, 1)), "damage")[0].value == hurt
    assert rolls(do(here, SHOT, "", (5, 4), (1, 1, 1)), "damage")[0].value == 0


# --- who cannot be attacked -------------------------------------------------------------------------


@pytest.mark.rule("TRV-R9", "TRV-R15", "TRV-MEL-01")
def test_nobody_attacks_the_dead_or_those_who_are_not_seen_or_themselves():
    assert forbids(duel(60, foe={"strength": 0, "dexterity": 0, "endurance": 0}), SHOT) == {"TRV-RNG-01"}
    assert forbids(duel(60, foe={"unseen": True}), SHOT) == {"TRV-R9"}
    assert forbids(duel(), act("melee attack", 0, item="sword")) == {"TRV-MEL-01"}
    assert forbids(duel(), act("ranged attack", 1, item="sword")) == {"TRV-RNG-01"}
