"""GRAP: getting hold, the check of every turn, the seven outcomes."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.effect import Who
from affray.core.fight import Fight
from affray.rulesets.traveller.sheet import Zone
from affray.rulesets.traveller.state import State, Work
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
    next_asked,
    refuses,
    runs,
    spot,
    table,
)

WRESTLE, END = act("wrestle"), act("end")


def ring(
    grip: bool = True, mine: dict[str, Any] | None = None, foe: dict[str, Any] | None = None, **options: Any
) -> State:
    """Asha with Melee 1 and Bo with Melee 0, who holds a dagger and wears 3 points, in a grapple."""
    held = {"grip": Who(1)} if grip else {}
    asha = fighter("Asha", **{"skills": {"melee": 1}, "score": 2, **held, **(mine or {})})
    grip_of_bo = {"grip": Who(0)} if grip else {}
    arms = {"weapons": ("dagger",), "sheet": {"armour": (3,)}}
    bo = fighter("Bo", "blue", (1, 0), score=1, **{**arms, **grip_of_bo, **(foe or {})})
    return fight(asha, bo, fighter("Cleo", "blue", (40, 0), done=True), house=house(**options))


def wins(chosen: str, *answers: object, dice: tuple[int, int] = (4, 4), **ring_of: Any):
    """Asha wins the check with Effect 1, or with these dice, and chooses."""
    return do(ring(**ring_of), WRESTLE, dice, (1, 1), chosen, *answers)


# --- getting hold -----------------------------------------------------------------------------------


@pytest.mark.rule("TRV-GRAP-01", "TRV-R22")
def test_getting_hold_is_a_significant_action_that_the_attacker_must_win():
    held = do(ring(False), act("grapple", 1), (4, 4), (3, 5))
    assert (body(held, 0).grip, body(held, 1).grip, body(held, 0).done) == (1, 0, True)
    tie = do(ring(False), act("grapple", 1), (3, 4), (4, 4))
    assert (body(tie, 0).grip, body(tie, 1).grip) == (None, None)
    assert forbids(ring(False, foe={"spot": spot(2, 0)}), act("grapple", 1)) == {"TRV-GRAP-01"}


@pytest.mark.rule("TRV-GRAP-01")
def test_in_a_grapple_there_are_no_other_actions():
    for other in (act("aim"), act("melee attack", 1, item="unarmed"), act("move", to=(0, 1))):
        assert "TRV-GRAP-01" in forbids(ring(), other)
    assert forbids(ring(False), WRESTLE) == {"TRV-GRAP-01"}


# --- the check --------------------------------------------------------------------------------------


@pytest.mark.rule("TRV-GRAP-01", "TRV-GRAP-11")
def test_in_every_turn_of_either_both_roll():
    asked = next_asked(ring())
    assert (asked.asked.who, asked.asked.question, asked.options[0]) == (0, "action", WRESTLE)
    assert {a.name for a in asked.options} == {"wrestle", "talk", "push a button"}
    play = runs(ring(), WRESTLE, (4, 4), (1, 1), "carry on", WRESTLE, (4, 4), (1, 1))
    assert dms(play, "grapple") == {"TRV-GRAP-01": 1}
    assert next_asked(ring(), WRESTLE, (4, 4), (1, 1), "carry on").asked.who == 1
    assert (body(play, 0).grip, body(play, 0).done) == (1, True)
    assert {"TRV-GRAP-01", "TRV-GRAP-11"} <= causes(play)


@pytest.mark.rule("TRV-AIM-02", "TRV-R8", "TRV-EXT-01")
def test_who_wrestles_neither_aims_nor_works_on():
    work = Work("the drive", 2)
    play = do(ring(mine={"aim": 3}, foe={"work": work}), WRESTLE, (3, 4), (4, 4))
    assert (body(play, 0).aim, body(play, 1).work) == (0, work._replace(on=False))
    assert {"TRV-R8", "TRV-EXT-01"} <= causes(play)


def test_the_winner_acts_even_in_the_turn_of_the_loser_and_a_tie_changes_nothing():
    asked = asks(ring(), WRESTLE, (1, 1), (6, 6))
    assert (asked.asked.who, asked.asked.question) == (1, "grapple outcome")
    tie = do(ring(), WRESTLE, (3, 4), (4, 4))
    assert kinds(tie) == ["Wrestled", "Wrestled", "TurnEnded", "TurnFell"]


def test_str_or_dex_counts_as_each_chooses():
    here = ring(mine={"strength": 3})
    assert asks(here, WRESTLE).options == ("STR", "DEX")
    assert dms(do(here, WRESTLE, "DEX", (4, 4), (1, 1), "carry on"), "grapple") == {"TRV-GRAP-01": 1}


@pytest.mark.option("grapple.turns")
@pytest.mark.parametrize("how", ["each", "once"])
def test_by_the_option_it_is_rolled_once_a_round(how):
    play = runs(ring(grapple_turns=how), WRESTLE, (4, 4), (1, 1), "carry on")
    assert forbids(play.fight, WRESTLE, who=1) == (set() if how == "each" else {"TRV-R22"})
    assert forbids(play.fight, END, who=1) == ({"TRV-GRAP-01"} if how == "each" else set())
    again = (WRESTLE, (4, 4), (1, 1), "carry on") if how == "each" else (END,)
    assert table(runs(play.fight, *again)).round == 2


# --- the outcomes -----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.rule("TRV-GRAP-02")
def test_the_winner_chooses_one_of_seven():
    asked = asks(ring(), WRESTLE, (4, 4), (1, 1))
    assert asked.options == ("carry on", "put prone", "disarm", "throw", "hurt", "break free", "drag")
    bare = asks(ring(foe={"weapons": (), "stance": "prone"}), WRESTLE, (4, 4), (1, 1))
    assert bare.options == ("carry on", "throw", "hurt", "break free", "drag")


@pytest.mark.rule("TRV-GRAP-03")
def test_the_opponent_goes_down():
    play = wins("put prone")
    assert (body(play, 1).stance, body(play, 1).grip) == ("prone", 0)


@pytest.mark.rule("TRV-GRAP-04", "TRV-GRAP-05")
def test_the_opponent_drops_what_is_in_hand():
    play = wins("disarm")
    assert (body(play, 1).hands, [t.weapon.name for t in table(play).ground]) == ((), ["dagger"])
    both = {"weapons": ("dagger", "revolver"), "sheet": {}}
    asked = asks(ring(foe=both), WRESTLE, (4, 4), (1, 1), "disarm")
    assert (asked.asked.question, asked.options) == ("disarm what", ("dagger", "revolver"))


@pytest.mark.rule("TRV-GRAP-05")
def test_with_six_the_winner_may_keep_it():
    best = {"mine": {"skills": {"melee": 2}}}
    kept = wins("disarm", True, dice=(6, 6), **best)
    assert (body(kept, 0).hands, table(kept).ground) == (("dagger",), ())
    left_there = wins("disarm", False, dice=(6, 6), **best)
    assert (body(left_there, 0).hands, len(table(left_there).ground)) == ((), 1)
    five = wins("disarm", dice=(6, 5), **best)
    assert len(table(five).ground) == 1


@pytest.mark.rule("TRV-GRAP-05")
def test_the_winner_may_keep_a_weapon_of_a_kind_that_is_carried_already():
    best: dict[str, Any] = {"mine": {"skills": {"melee": 2}, "weapons": ("dagger",)}}
    kept = wins("disarm", True, dice=(6, 6), **best)
    b = body(kept, 0)
    assert (b.hands, [w.name for w in b.kit], table(kept).ground) == (
        ("dagger", "dagger 2"), ["dagger", "dagger 2"], (),
    )  # fmt: skip
    assert (b.kit[1]._replace(name="dagger"), b.left[1]) == (b.kit[0], b.left[0])


@pytest.mark.option("grapple.effect")
@pytest.mark.parametrize(("how", "points"), [("own", 3), ("margin", 9)])
def test_the_effect_is_the_winners_own_or_the_margin(how, points):
    play = wins(
        "hurt", grapple_effect=how, foe={"full": (15, 15, 15, 7, 7, 7), "dexterity": 7, "strength": 7}
    )
    assert left(play, 1) == (7, 7, 15 - points)


@pytest.mark.rule("TRV-GRAP-06", "TRV-GRAP-07")
def test_a_throw_goes_a_die_of_metres_for_a_die_of_damage_and_ends_the_grapple():
    play = wins("throw", (3,), (5,))
    assert (body(play, 1).spot, left(play, 1)) == (spot(4, 0), (7, 7, 2))
    assert (body(play, 0).grip, body(play, 1).grip) == (None, None)
    assert {"TRV-GRAP-06", "TRV-GRAP-07"} <= causes(play)


@pytest.mark.rule("TRV-GRAP-08")
def test_hurt_does_two_and_the_effect():
    assert left(wins("hurt"), 1) == (7, 7, 7 - 2 - 1)
    low = do(ring(), WRESTLE, (2, 1), (1, 1), "hurt")
    assert (left(low, 1), "Struck" in kinds(low)) == ((7, 7, 7), False)


@pytest.mark.option("grapple.armour")
@pytest.mark.parametrize(("counts", "hurt", "thrown"), [(False, 3, 5), (True, 0, 2)])
def test_armour_helps_only_by_the_option(counts, hurt, thrown):
    assert left(wins("hurt", grapple_armour=counts), 1) == (7, 7, 7 - hurt)
    assert left(wins("throw", (3,), (5,), grapple_armour=counts), 1) == (7, 7, 7 - thrown)


@pytest.mark.rule("TRV-GRAP-09")
def test_breaking_free_ends_it_and_moves_off():
    stays = wins("break free", "")
    assert (body(stays, 0).grip, body(stays, 1).grip, body(stays, 0).spot) == (None, None, spot(0, 0))
    assert body(wins("break free", "away"), 0).spot == spot(-6, 0)
    assert body(wins("break free", spot(0, 6)), 0).spot == spot(0, 6)
    asked = asks(ring(), WRESTLE, (4, 4), (1, 1), "break free")
    assert refuses(asked, spot(0, 6.01)) == ["TRV-GRAP-09"]
    bog = (Zone("bog", spot(0, 3), 100),)
    here = Fight((*ring().fighters, ring().table._replace(rough=bog)), house())
    rough = asks(here, WRESTLE, (4, 4), (1, 1), "break free")
    assert refuses(rough, spot(0, 3.01)) == ["TRV-GRAP-09"]
    assert refuses(rough, spot(0, 3)) == []


@pytest.mark.rule("TRV-GRAP-10")
def test_dragging_takes_both_along_up_to_three_metres():
    play = wins("drag", spot(1, 3))
    assert body(play, 1).spot == spot(1, 3)
    assert body(play, 1).grip == 0
    x, y = body(play, 0).spot
    assert (x - 100) ** 2 + (y - 300) ** 2 <= 150**2
    asked = asks(ring(), WRESTLE, (4, 4), (1, 1), "drag")
    assert refuses(asked, spot(1, 3.01)) == ["TRV-GRAP-10"]


@pytest.mark.rule("TRV-UNC-01", "TRV-R15")
def test_who_falls_unconscious_is_let_go():
    play = wins("hurt", "STR", dice=(6, 4), foe={"endurance": 0, "strength": 6, "dexterity": 6})
    assert left(play, 1) == (1, 6, 0)
    play = wins("hurt", "STR", dice=(6, 6), foe={"endurance": 0, "strength": 6, "dexterity": 6})
    assert (body(play, 1).out, body(play, 0).grip, body(play, 1).grip) == (True, None, None)


@pytest.mark.rule("TRV-UNC-01")
def test_the_unconscious_cannot_be_grappled():
    out = ring(False, foe={"out": True, "endurance": 0, "strength": 0})
    assert forbids(out, act("grapple", 1)) == {"TRV-UNC-01"}
