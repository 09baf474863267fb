"""Feints, grapples and a gun to the head (FEINT, GRAP, RIGHTS)."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.effect import Who
from affray.core.space import point
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity.corrections import corrected
from affray.rulesets.serenity.invariants import INVARIANTS
from affray.rulesets.serenity.state import ALL_OUT_ATTACK, ALL_OUT_DEFENCE
from affray.rulesets.serenity.words import WORDS
from affray.testing.script import causes, kinds, play_out
from tests.serenity.cast import (
    KNIFE,
    PISTOL,
    SMG,
    UNARMED,
    act,
    asks,
    body,
    dice_of,
    do,
    fight,
    fighter,
    foe,
    forbids,
    harm,
    house,
    near,
    rolls,
    steps,
    steps_of,
    wall,
)

STAB, SHOT = act("attack", 1, item=KNIFE), act("attack", 1, item=PISTOL)
FEINT, GRAPPLE, LOOSE = act("feint", 1), act("grapple", 1), act("break hold")
POINT = act("hold at gunpoint", 1, item=PISTOL)
TOUGH: dict[str, Any] = {"life": 60}
ONE, TWO = Who(1), Who(0)


def knife(**given):
    return fighter(**{"skills": {"melee weapons": "d8"}, "weapons": (KNIFE,), **given})


def wrestler(**given):
    return fighter(**{"skills": {"unarmed combat": "d8"}, **given})


# --- feints --------------------------------------------------------------------------------------------


@pytest.mark.rule("SER-FEINT-01", "SER-FEINT-02", "SER-GRAP-05", "SER-ACT-03")
def test_a_feint_needs_a_foe_at_arms_length():
    assert forbids(fight(knife(), foe()), FEINT) == {"SER-FEINT-01"}
    assert forbids(fight(knife(), near()), FEINT) == set()


@pytest.mark.rule("SER-FEINT-02", "SER-R17")
def test_alertness_and_a_hand_to_hand_skill_against_intelligence_and_perception():
    sly = knife(attributes={"alertness": "d10"})
    sharp = near(attributes={"intelligence": "d12"}, skills={"perception/intuition": "d4"})
    play = do(fight(sly, sharp), FEINT, (5, 2), (4, 4))
    assert dice_of(play, "see through") == "total(1d12 + 1d4)"
    assert dice_of(play, "feint above 7") == "total(1d10 + 1d8)"
    assert body(play, 0).feinting == ONE
    assert body(play, 0).used == 1
    equal = do(fight(sly, sharp), FEINT, (5, 2), (4, 3))
    assert body(equal, 0).feinting is None
    wild = do(fight(knife(stance=ALL_OUT_ATTACK), near()), FEINT, (3,), (1, 1))
    assert dice_of(wild, "feint") == "total(1d6 + 1d12)"


@pytest.mark.rule("SER-FEINT-03", "SER-R17")
@pytest.mark.option("feint.lasts")
def test_who_is_fooled_has_innate_defence_only_until_the_end_of_the_next_turn():
    given = fight(
        knife(acts=2, feinting=ONE, feint_left=2), near(dodging=15, skills={"athletics": "d8"}, **TOUGH)
    )
    play = do(given, STAB, (6,), (1, 1))
    assert rolls(play, "innate defence")
    assert "SER-FEINT-03" in causes(play)
    ended = do(play.fight, act("end"))
    assert (body(ended, 0).feinting, body(ended, 0).feint_left) == (ONE, 1)
    over = fx.TurnEnded(TWO).on(body(ended, 0))
    assert over.feinting is None
    attack = given._replace(house=house(feint_lasts="attack"))
    assert body(do(attack, STAB, (6,), (1, 1)), 0).feinting is None
    sly = gunner(weapons=(PISTOL, SMG), feinting=ONE, feint_left=2)
    guns = attack._replace(bodies=(sly, *attack.bodies[1:]))
    assert body(do(guns, POINT, (6,), (1, 1)), 0).feinting is None
    shots = do(guns, act("burst", 1, item=SMG), *[(6,), (1, 1)] * 3)
    assert body(shots, 0).feinting is None


# --- grapples --------------------------------------------------------------------------------------------


@pytest.mark.rule("SER-GRAP-01", "SER-GRAP-02", "SER-R18", "SER-LIMB-03", "SER-ACT-03")
def test_a_grapple_needs_a_foe_at_arms_length():
    assert forbids(fight(wrestler(), foe()), GRAPPLE) == {"SER-GRAP-01"}
    assert forbids(fight(wrestler(), near()), GRAPPLE) == set()
    assert forbids(fight(wrestler(limbs=("arm",)), near()), GRAPPLE) == {"SER-LIMB-03"}
    assert forbids(fight(wrestler(), near(holding=Who(0))), GRAPPLE) == {"SER-R18"}


@pytest.mark.rule("SER-GRAP-02", "SER-GRAP-03", "SER-R18")
def test_a_hold_is_got_by_reaching_the_foes_agility_and_strength():
    strong = near(attributes={"strength": "d10"})
    play = do(fight(wrestler(), strong), GRAPPLE, (3, 5), (3, 5))
    assert dice_of(play, "resist") == "total(1d6 + 1d10)"
    assert dice_of(play, "grapple against 8") == "total(1d6 + 1d8)"
    assert (body(play, 1).held_by, body(play, 0).holding) == (TWO, ONE)
    assert body(play, 1).prone
    assert {"SER-GRAP-02", "SER-GRAP-03"} <= causes(play)
    assert body(do(fight(wrestler(), strong), GRAPPLE, (3, 5), (3, 4)), 1).held_by is None
    special = wrestler(skills={"unarmed combat/grapple": "d12"})
    assert dice_of(do(fight(special, near()), GRAPPLE, (1, 1), (1, 1)), "grapple") == "total(1d6 + 1d12)"


def held(**options):
    return fight(
        knife(held_by=ONE, prone=True, acts=2),
        wrestler(name="Bo", side="blue", at=(1, 0), holding=TWO, **TOUGH),
        house=house(**options),
    )


@pytest.mark.rule("SER-GRAP-03", "SER-GRAP-04")
def test_the_held_are_down_and_attack_with_two_steps_less():
    assert "SER-GRAP-05" in forbids(held(), act("walk", 1))
    assert "SER-GRAP-05" in forbids(held(), act("get up"))
    assert "SER-GRAP-05" in forbids(held(), act("feint", 1))
    play = do(held(), STAB, "", (6,), (1, 1))
    assert steps_of(play, "attack")["SER-GRAP-04"] == -2
    assert dice_of(play, "attack") == "total(1d2 + 1d6)"


@pytest.mark.rule("SER-GRAP-05", "SER-R18")
def test_the_held_are_an_easy_target_for_everybody():
    caught = near(held_by=Who(2), dodging=20, skills={"athletics": "d12"}, **TOUGH)
    given = fight(knife(), caught, wrestler(name="Cy", holding=ONE))
    play = do(given, STAB, (1, 2), (1,))
    assert rolls(play, "attack against 3")
    assert harm(play) == (0, 1)
    assert "SER-GRAP-05" in causes(play)


@pytest.mark.rule("SER-GRAP-06", "SER-R18", "SER-ACT-03")
@pytest.mark.option("grapple.break")
def test_the_held_break_loose_by_agility_and_strength():
    play = do(held(), LOOSE, (2, 4), (4, 2))
    assert dice_of(play, "keep hold") == "total(1d6 + 1d8)"
    assert steps_of(play, "break hold against 6") == {"SER-GRAP-06": 3 + 3, "SER-ACT-02": -1}
    assert (body(play, 0).held_by, body(play, 1).holding) == (None, None)
    assert body(play, 0).used == 1
    assert body(do(held(), LOOSE, (2, 4), (3, 2)), 0).held_by == ONE
    hard = held(grapple_break="hard")
    assert body(do(hard, LOOSE, (6, 4)), 0).held_by == ONE
    assert rolls(do(hard, LOOSE, (6, 4)), "break hold against 11")
    assert forbids(fight(knife(), near()), LOOSE) == {"SER-GRAP-06"}
    tired = held()._replace(bodies=(held().bodies[0]._replace(acts=4), *held().bodies[1:]))
    assert forbids(tired, LOOSE) == {"SER-ACT-03"}


@pytest.mark.rule("SER-R18", "SER-OUT-01")
def test_nobody_who_is_out_of_the_fight_is_held():
    assert forbids(fight(wrestler(), near(out=True)), GRAPPLE) == {"SER-R18"}
    assert forbids(fight(wrestler(), near(dead=True)), GRAPPLE) == {"SER-R18"}
    assert body(do(fight(wrestler(), near(stunned=True)), GRAPPLE, (3, 5), (3, 5)), 1).held_by == TWO
    given = fight(knife(), near(held_by=Who(2), stun=11), wrestler(name="Cy", holding=ONE))
    play = do(given, STAB, (1, 2), (2,), (3, 3))
    assert body(play, 1).out
    assert (body(play, 1).held_by, body(play, 2).holding) == (None, None)
    assert not [*INVARIANTS.at_rest(play.fight, play.fight)]


@pytest.mark.rule("SER-R18")
def test_the_holder_may_let_go():
    given = fight(wrestler(holding=ONE), near(held_by=TWO))
    play = do(given, act("let go"))
    assert (body(play, 1).held_by, body(play, 0).holding) == (None, None)
    assert "SER-R18" in forbids(given, act("walk", 1))
    assert forbids(play.fight, act("let go")) == {"SER-R18"}


# --- a gun to the head --------------------------------------------------------------------------------------


def gunner(**given):
    return fighter(**{"skills": {"guns": "d8"}, "weapons": (PISTOL,), **given})


def menaced(actor=None, **options):
    """Ana has Bo's pistol at her head, and it is her turn."""
    one = (actor or knife())._replace(menaced_by=ONE)
    return fight(
        one, near(weapons=(PISTOL,), skills={"guns": "d8"}, menacing=TWO, **TOUGH), house=house(**options)
    )


@pytest.mark.rule("SER-GRAP-05", "SER-R18", "SER-R13")
def test_who_is_held_is_pulled_out_of_cover():
    third = fighter("Cy", at=(10, 0), skills={"guns": "d8"}, weapons=(PISTOL,))
    behind = near(cover=wall("heavy", (2, -3), (2, 3)))
    shot = act("attack", 1, item=PISTOL)
    assert rolls(do(fight(wrestler(), behind, third), shot, "", (1,), (1, 1), who=2), "attack against 13")
    play = do(fight(wrestler(), behind, third), GRAPPLE, (1, 1), (6, 6))
    assert body(play, 1).cover is None
    assert rolls(do(play.fight, shot, (1, 1), who=2), "attack against 3")


@pytest.mark.rule("SER-RIGHTS-01", "SER-R34")
def test_a_gun_comes_to_a_head_by_an_attack_without_harm():
    play = do(fight(gunner(), near()), POINT, "", (4,), (2, 2))
    assert (body(play, 1).menaced_by, body(play, 0).menacing) == (TWO, ONE)
    assert harm(play) == (0, 0)
    missed = do(fight(gunner(), near()), POINT, "", (6,), (2, 2))
    assert body(missed, 1).menaced_by is None
    assert "SER-R34" in forbids(fight(gunner(), foe()), POINT)
    assert "SER-R34" in forbids(play.fight, POINT)
    assert body(do(play.fight, act("let go")), 1).menaced_by is None
    assert body(do(play.fight, act("back off", 1)), 1).menaced_by is None


@pytest.mark.rule("SER-RIGHTS-01", "SER-RIGHTS-02", "SER-RIGHTS-03", "SER-R20", "SER-R34")
def test_when_the_victim_acts_the_holder_may_fire_first_with_two_steps_more():
    play = do(menaced(), act("hustle", to=(0, 5)), True, (1, 1, 2), (2,))
    assert steps_of(play, "attack against 3")["SER-RIGHTS-02"] == 2
    assert steps_of(play, "attack")["SER-RANGE-01"] == 1
    assert dice_of(play, "attack") == "total(1d6 + 1d12 + 1d2)"
    assert harm(play, 0) == (1, 2)
    assert (body(play, 1).used, body(play, 1).acts) == (0, 1)
    assert body(play, 0).menaced_by is None
    assert {"SER-RIGHTS-01", "SER-RIGHTS-02", "SER-RIGHTS-03"} <= causes(play)


@pytest.mark.rule("SER-RIGHTS-01")
def test_the_holder_need_not_fire_and_talk_is_no_act():
    assert asks(menaced(), STAB).asked == (ONE, "free attack", "")
    spared = do(menaced(), act("walk", to=(0, 3)), False)
    assert kinds(spared)[:2] == ["MenacedBy", "Menacing"]
    assert body(spared, 0).spot.y == 300
    assert kinds(do(menaced(), act("say"))) == ["Narrated"]
    assert asks(menaced(), act("drop to the ground")).asked.question == "free attack"


@pytest.mark.rule("SER-RIGHTS-01")
def test_who_falls_to_the_free_attack_does_not_act():
    play = do(menaced(knife(stun=10)), STAB, True, (1, 3, 1), (2,), (1, 1))
    assert body(play, 0).out
    assert harm(play, 1) == (0, 0)


@pytest.mark.rule("SER-R20")
@pytest.mark.option("rights.defence")
def test_by_the_option_the_victim_has_an_innate_roll():
    play = do(menaced(rights_defence="innate"), STAB, True, (6,), (1, 1, 1), "", (6,), (1, 1))
    assert rolls(play, "attack against 6")


@pytest.mark.rule("SER-RIGHTS-01", "SER-R34", "SER-RIGHTS-03")
def test_the_menaced_have_no_active_defence_against_others():
    given = fight(knife(), near(menaced_by=Who(2), skills={"athletics": "d8"}, **TOUGH),
                  gunner(name="Cy", at=(1, 1), menacing=ONE))  # fmt: skip
    assert rolls(do(given, STAB, (6,), (1, 1)), "innate defence")


@pytest.mark.rule("SER-GRAP-02", "SER-R34")
def test_a_grapple_takes_a_gun_from_a_head():
    given = fight(
        wrestler(), near(menacing=Who(2), weapons=(PISTOL,)), fighter("Cy", at=(1, 1), menaced_by=ONE)
    )
    play = do(given, GRAPPLE, (1, 1), (6, 6))
    assert body(play, 2).menaced_by is None
    assert UNARMED not in body(play, 0).hands
    assert body(steps(play.fight, act("end")), 0).over


def holding(**given):
    """Ana has her pistol at Bo's head; Cy stands by, and it is her turn."""
    one = gunner(menacing=ONE, acts=2, **given)
    return fight(one, near(menaced_by=TWO, **TOUGH), foe("Cy", (1, 1), **TOUGH))


@pytest.mark.rule("SER-R34")
def test_whoever_attacks_another_takes_the_gun_from_the_head():
    play = do(holding(), act("attack", 2, item=PISTOL), "", (6,), (1, 1))
    assert (body(play, 0).menacing, body(play, 1).menaced_by) == (None, None)
    at_the_victim = do(holding(), act("attack", 1, item=PISTOL), (6,), (1, 1))
    assert body(at_the_victim, 1).menaced_by == TWO


def said(given, effect):
    """The fight after a game master's correction."""
    return play_out(given, lambda play: corrected(play, effect))


def put(given, who, at):
    """The fight after the game master has put somebody elsewhere."""
    return said(given, fx.Placed(Who(who), point(*at)))


@pytest.mark.rule("SER-R34", "SER-R18")
def test_whom_the_game_master_puts_elsewhere_is_out_of_reach():
    given = fight(gunner(menacing=ONE), near(menaced_by=TWO))
    for who in (0, 1):
        there = put(given, who, (50, 0))
        assert (body(there, 0).menacing, body(there, 1).menaced_by) == (None, None)
    beside = put(given, 1, (0, 2))
    assert body(beside, 1).menaced_by == TWO
    held = fight(wrestler(holding=ONE), near(held_by=TWO))
    away = put(held, 1, (50, 0))
    assert (body(away, 0).holding, body(away, 1).held_by) == (None, None)


@pytest.mark.rule("SER-R34", "SER-VITAL-03", "SER-R15")
@pytest.mark.parametrize("who", [0, 1])
def test_whom_the_game_master_stuns_has_no_gun_at_a_head(who):
    play = said(fight(gunner(menacing=ONE), near(menaced_by=TWO)), fx.Stunned(Who(who)))
    assert (body(play, 0).menacing, body(play, 1).menaced_by) == (None, None)


@pytest.mark.rule("SER-LIMB-03", "SER-R15")
def test_a_limb_that_the_game_master_takes_drops_lets_go_and_falls():
    given = fight(gunner(menacing=ONE), near(menaced_by=TWO))
    armed = said(given, fx.LimbLost(TWO, "arm"))
    assert (body(armed, 0).hands, [thing.weapon.name for thing in armed.fight.table.ground]) == ((), [PISTOL])
    assert (body(armed, 0).menacing, body(armed, 1).menaced_by) == (None, None)
    held = said(fight(wrestler(holding=ONE), near(held_by=TWO)), fx.LimbLost(TWO, "arm"))
    assert (body(held, 0).holding, body(held, 1).held_by) == (None, None)
    lame = said(given, fx.LimbLost(TWO, "leg"))
    assert (body(lame, 0).prone, body(lame, 0).limbs, body(lame, 0).hands) == (True, ("leg",), (PISTOL,))


@pytest.mark.rule("SER-AOD-02", "SER-RIGHTS-01", "SER-INIT-03")
@pytest.mark.parametrize("state", [{"stance": ALL_OUT_DEFENCE, "acts": 0, "guards": 1}, {"sat": True}])
def test_in_an_all_out_defence_or_sitting_out_there_is_no_free_attack(state):
    given = menaced()
    holder = given.fighters[1]._replace(**state)
    given = given._replace(bodies=(given.fighters[0], holder, given.table))
    play = do(given, act("walk", to=(0, 3)))
    assert body(play, 0).spot.y == 300
    assert body(play, 0).menaced_by is None


@pytest.mark.rule("SER-RIGHTS-01")
def test_both_cards_show_the_gun():
    given = fight(gunner(menacing=ONE), near(menaced_by=TWO))
    assert "holds a gun to Bo's head" in WORDS.card(given, Who(0)).states
    assert "at gunpoint of Ana" in WORDS.card(given, Who(1)).states
    assert "holds a gun to Bo's head" in WORDS.fighter(given, Who(0))
    assert WORDS.happened(["Ana", "Bo"], fx.MenacedBy(ONE, TWO)) == "Ana holds a gun to Bo's head"


@pytest.mark.rule("SER-R31")
@pytest.mark.option("roll.botch")
def test_by_the_option_a_botch_neither_hits_nor_holds():
    given = fight(knife(), near(**TOUGH), house=house(roll_botch=True))
    play = do(given, STAB, "", (1,), (1, 1))
    assert rolls(play, "attack against 0")
    assert harm(play) == (0, 0)
    held = do(fight(wrestler(), near(), house=house(roll_botch=True)), GRAPPLE, (1, 1), (1, 1))
    assert body(held, 1).held_by is None
