"""Special attacks (LIMB, VITAL, TINY, AOA, DISARM, SNEAK, THROW): where one aims, and what it does."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.effect import Who
from affray.core.errors import BadAnswer
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity import initiative
from affray.rulesets.serenity.state import ALL_OUT_ATTACK, Plan
from affray.testing.script import causes, kinds
from tests.serenity.cast import (
    KNIFE,
    PISTOL,
    RIFLE,
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
    table,
    waits,
)

TOUGH: dict[str, Any] = {"life": 60}


def shooter(**given):
    return fighter(**{"skills": {"guns": "d12"}, "weapons": (PISTOL,), **given})


def aimed(kind, *answers, target=None, **given):
    return do(
        fight(shooter(), foe(**{**TOUGH, **(target or {})}), **given), act(kind, 1, item=PISTOL), *answers
    )


# --- limbs -----------------------------------------------------------------------------------------


@pytest.mark.rule("SER-LIMB-01", "SER-LIMB-02", "SER-LIMB-03", "SER-R15")
def test_an_attack_on_a_limb():
    play = aimed("limb attack", "arm", "", (4,), (2, 4), (10,), (3, 3), target={"weapons": (RIFLE,)})
    assert steps_of(play, "attack")["SER-LIMB-01"] == -1
    assert dice_of(play, "attack") == "total(1d6 + 1d10)"
    assert dice_of(play, "damage") == "total(1d10)"
    assert steps_of(play, "damage") == {"SER-DMG-03": 3, "SER-LIMB-02": 2}
    assert harm(play) == (1, 1 + 10)
    assert rolls(play, "endure against 7")
    assert body(play, 1).limbs == ("arm",)
    assert body(play, 1).hands == ()
    assert [thing.weapon.name for thing in table(play).ground] == [RIFLE]
    passed = aimed("limb attack", "arm", "", (4,), (2, 4), (10,), (3, 4))
    assert body(passed, 1).limbs == ()
    assert "SER-LIMB-03" in causes(passed)


@pytest.mark.rule("SER-LIMB-03", "SER-R15", "SER-OUT-01")
def test_limbs_out_of_use():
    one = fighter(weapons=(RIFLE, PISTOL), skills={"guns": "d6"}, limbs=("arm",))
    assert forbids(fight(one, foe()), act("attack", 1, item=RIFLE)) == {"SER-LIMB-03"}
    assert forbids(fight(one, foe()), act("attack", 1, item=PISTOL)) == set()
    both = one._replace(limbs=("arm", "arm"))
    assert forbids(fight(both, foe()), act("attack", 1, item=PISTOL)) == {"SER-LIMB-03"}
    leg = aimed("limb attack", "leg", "", (4,), (2, 4), (10,), (1, 1))
    assert (body(leg, 1).limbs, body(leg, 1).prone) == (("leg",), True)
    assert forbids(fight(fighter(limbs=("leg",)), foe()), act("walk", 1)) == {"SER-LIMB-03"}
    healed = steps(fight(one, foe(over=True), current=None), (3, 4))
    assert body(healed, 0).limbs == ()
    lasting = steps(fight(one, foe(over=True), current=None), (3, 3))
    assert body(lasting, 0).limbs == ("arm",)


# --- vital areas ------------------------------------------------------------------------------------


@pytest.mark.rule("SER-VITAL-01", "SER-VITAL-02", "SER-VITAL-03", "SER-R15")
def test_an_attack_on_a_vital_area():
    play = aimed("vital attack", "", (4,), (2, 4), (12, 2), (1, 1))
    assert steps_of(play, "attack")["SER-VITAL-01"] == -2
    assert dice_of(play, "attack") == "total(1d6 + 1d8)"
    assert dice_of(play, "damage") == "total(1d12 + 1d2)"
    assert steps_of(play, "damage")["SER-VITAL-02"] == 4
    assert body(play, 1).stunned
    assert not body(aimed("vital attack", "", (4,), (2, 4), (12, 2), (6, 1)), 1).stunned


@pytest.mark.rule("SER-VITAL-03", "SER-R15", "SER-TINY-03", "SER-LIMB-03")
def test_the_stunned_lose_their_turn_and_shake_it_off_for_a_later_one():
    given = fight(fighter(stunned=True), foe(over=True), current=None)
    play = steps(given, (3, 4))
    assert (body(play, 0).stunned, body(play, 0).over) == (False, True)
    assert table(play).current is None
    assert body(steps(given, (3, 3)), 0).stunned
    assert "SER-VITAL-03" in forbids(fight(fighter(stunned=True), foe()), act("say"))
    open_target = fight(shooter(), foe(stunned=True, skills={"athletics": "d10"}, **TOUGH))
    assert rolls(do(open_target, act("attack", 1, item=PISTOL), (5,), (1, 1)), "attack against 5")


@pytest.mark.rule("SER-R15")
@pytest.mark.option("special.test")
def test_by_the_option_wounds_make_the_test_harder():
    given = {"special_test": "kinds"}
    wounding = aimed("vital attack", "", (4,), (2, 4), (12, 2), (5, 5), house=house(**given))
    assert rolls(wounding, "endure against 11")
    assert body(wounding, 1).stunned
    fists = fight(fighter(skills={"unarmed combat": "d12"}), near(**TOUGH), house=house(**given))
    stunning = do(fists, act("vital attack", 1, item="unarmed"), "", (4,), (2, 4), (9,), (5, 5))
    assert rolls(stunning, "endure against 7")
    assert harm(stunning)[1] == 0
    assert not body(stunning, 1).stunned


@pytest.mark.rule("SER-R31")
@pytest.mark.option("roll.extraordinary")
def test_by_the_option_an_extraordinary_attack_may_stun():
    given = fight(shooter(), foe(**TOUGH), house=house(roll_extraordinary=True))
    shot = act("attack", 1, item=PISTOL)
    play = do(given, shot, "", (4,), (2, 9), (1,), (3, 3))
    assert rolls(play, "endure against 7")
    assert body(play, 1).stunned
    assert "SER-R31" in causes(play)
    assert not rolls(do(given, shot, "", (4,), (2, 8), (1,)), "endure")
    plain = fight(shooter(), foe(**TOUGH))
    assert not rolls(do(plain, shot, "", (4,), (2, 9), (1,)), "endure")


# --- minuscule targets -------------------------------------------------------------------------------


@pytest.mark.rule("SER-TINY-01", "SER-TINY-02", "SER-TINY-03", "SER-R15")
def test_an_attack_on_a_minuscule_target():
    play = aimed("minuscule attack", "", (4,), (2, 4), (12, 6), (1, 1), "an eye")
    assert steps_of(play, "attack")["SER-TINY-01"] == -3
    assert dice_of(play, "attack") == "total(2d6)"
    assert dice_of(play, "damage") == "total(1d12 + 1d6)"
    assert steps_of(play, "damage")["SER-TINY-02"] == 6
    assert body(play, 1).injuries == ("an eye",)
    waiting = asks(
        fight(shooter(), foe(**TOUGH)),
        act("minuscule attack", 1, item=PISTOL),
        "",
        (4,),
        (2, 4),
        (12, 6),
        (1, 1),
    )
    assert waiting.asked == (Who(-1), "special injury", "")
    assert waiting.answer("a broken tooth")
    assert body(aimed("minuscule attack", "", (4,), (2, 4), (12, 6), (6, 6)), 1).injuries == ()
    healed = steps(fight(fighter(injuries=("an ear",)), foe(over=True), current=None), (6, 6))
    assert body(healed, 0).injuries == ()


# --- all-out attack -----------------------------------------------------------------------------------


@pytest.mark.rule("SER-AOA-01")
def test_an_all_out_attack_has_two_steps_more():
    given = fight(shooter(skills={"guns": "d6"}, stance=ALL_OUT_ATTACK), foe(**TOUGH))
    play = do(given, act("attack", 1, item=PISTOL), "", (6,), (1, 1))
    assert steps_of(play, "attack")["SER-AOA-01"] == 2
    assert dice_of(play, "attack") == "total(1d6 + 1d10)"
    vital = do(given, act("vital attack", 1, item=PISTOL), "", (6,), (1, 1))
    assert dice_of(vital, "attack") == "total(2d6)"


@pytest.mark.rule("SER-AOA-02")
def test_in_it_everything_is_an_attack_and_nothing_a_defence():
    wild = shooter(stance=ALL_OUT_ATTACK, weapons=(PISTOL, KNIFE), hands=(PISTOL,))
    assert forbids(fight(wild, foe()), act("draw", item=KNIFE)) == {"SER-AOA-02"}
    assert "SER-AOA-02" in forbids(fight(wild, foe()), act("hustle", 1))
    assert not forbids(fight(wild, foe()), act("walk", 1))
    assert [r.rule for r in initiative.refusals(0, 0, Plan(1, 1, ALL_OUT_ATTACK))] == ["SER-AOA-02"]
    attacked = fight(shooter(), foe(stance=ALL_OUT_ATTACK, skills={"athletics": "d12"}, **TOUGH))
    play = do(attacked, act("attack", 1, item=PISTOL), (6,), (1, 1))
    assert rolls(play, "innate defence")


@pytest.mark.rule("SER-AOA-03")
def test_it_cannot_be_declared_with_actions_carried_over():
    given = fight(fighter(stated=False, acts=0, load=1), foe(), current=None)
    with pytest.raises(BadAnswer, match="SER-AOA-03"):
        waits(given).answer(Plan(1, 0, ALL_OUT_ATTACK))
    free = fight(fighter(stated=False, acts=0), foe(), current=None)
    assert body(steps(free, Plan(2, 0, ALL_OUT_ATTACK)), 0).stance == ALL_OUT_ATTACK


# --- disarming ------------------------------------------------------------------------------------------


@pytest.mark.rule("SER-DISARM-01", "SER-DISARM-03", "SER-R16")
@pytest.mark.option("disarm.damage")
def test_disarming_in_melee():
    def given(**options):
        one = fighter(skills={"melee weapons": "d10"}, weapons=(KNIFE,))
        return fight(one, near(weapons=(PISTOL,), **TOUGH), house=house(**options))

    strike = act("disarm", 1, item=KNIFE)
    play = do(given(), strike, "", (4,), (3, 5), (5, 5))
    assert steps_of(play, "attack")["SER-DISARM-01"] == -2
    assert dice_of(play, "attack") == "total(2d6)"
    assert rolls(play, "hold on against 11")
    assert body(play, 1).hands == ()
    assert harm(play) == (0, 0)
    assert {"SER-DISARM-03", "SER-DISARM-01"} <= causes(play)
    kept = do(given(), strike, "", (4,), (3, 5), (6, 5))
    assert body(kept, 1).hands == (PISTOL,)
    assert harm(do(given(disarm_damage=True), strike, "", (4,), (3, 5), (3,), (5, 5))) == (2, 2 + 3)
    bare = fight(fighter(weapons=(KNIFE,), skills={"melee weapons": "d10"}), near())
    assert forbids(bare, strike) == {"SER-DISARM-03"}


@pytest.mark.rule("SER-DISARM-02")
def test_disarming_from_afar():
    play = aimed("disarm", "", (3,), (3, 1), (1, 1), target={"weapons": (PISTOL,)})
    assert steps_of(play, "attack")["SER-DISARM-02"] == -4
    assert dice_of(play, "attack") == "total(1d6 + 1d4)"
    assert body(play, 1).hands == ()
    assert table(play).ground[0].left == 12


@pytest.mark.rule("SER-R35")
def test_what_was_dropped_can_be_picked_up_with_its_rounds():
    play = aimed("disarm", "", (3,), (3, 1), (1, 1), target={"weapons": (PISTOL,)})
    there = fight(fighter(at=(10, 1)), foe(), ground=table(play).ground)
    up = do(there, act("pick up", item=PISTOL))
    assert (body(up, 0).hands, body(up, 0).clips[0].left, table(up).ground) == ((PISTOL,), 12, ())


# --- unseen ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SER-SNEAK-01", "SER-INNATE-02", "SER-R36")
@pytest.mark.parametrize("how", ["hidden attacker", "unaware target"])
def test_a_sneak_attack_meets_innate_defence_only(how):
    hidden = how == "hidden attacker"
    given = fight(shooter(hidden=hidden), foe(aware=hidden, skills={"athletics": "d12"}, **TOUGH))
    play = do(given, act("attack", 1, item=PISTOL), (1, 1))
    assert rolls(play, "attack against 3")
    assert {"SER-SNEAK-01", "SER-INNATE-02"} <= causes(play)
    assert not body(play, 0).hidden
    assert body(play, 1).aware
    if hidden:
        assert forbids(fight(shooter(), foe(hidden=True)), act("attack", 1, item=PISTOL)) == {"SER-R36"}


# --- throwing ---------------------------------------------------------------------------------------------


@pytest.mark.rule("SER-THROW-01", "SER-R19")
@pytest.mark.parametrize(
    ("thing", "metres", "steps"),
    [
        ("bottle", 5, -1),
        ("bottle", 10, -2),
        ("chair", 5, -2),
        ("crate", 5, -3),
        ("crate", 10, -4),
        ("crate", 20, -4),
    ],
)
def test_a_thing_not_made_for_it_flies_badly(thing, metres, steps):
    one = fighter(skills={"athletics": "d10"}, weapons=(thing,))
    play = do(fight(one, foe(at=(metres, 0), **TOUGH)), act("throw", 1, item=thing), "", (6,), (1, 1))
    assert steps_of(play, "attack")["SER-THROW-01"] == steps
    assert not {"SER-RANGE-02", "SER-RANGE-03", "SER-RANGE-04"} & set(steps_of(play, "attack"))
    assert body(play, 0).kit == ()
    assert table(play).ground[0].spot == body(play, 1).spot


@pytest.mark.rule("SER-THROW-01", "SER-R19", "SER-R38")
@pytest.mark.option("throw.steps")
def test_a_throw_hurts_and_by_the_option_the_game_master_picks_the_steps():
    one = fighter(skills={"athletics": "d10"}, weapons=("bottle",))
    throw = act("throw", 1, item="bottle")
    play = do(fight(one, foe(at=(5, 0), **TOUGH)), throw, "", (2,), (2, 4), (2,))
    assert harm(play) == (2 + 1, 2 + 1)
    given = fight(one, foe(at=(5, 0), **TOUGH), house=house(throw_steps="gm"))
    assert asks(given, throw).asked == (Who(-1), "throwing steps", "")
    harder = do(given, throw, 4, "", (6,), (1, 1))
    assert steps_of(harder, "attack")["SER-THROW-01"] == -4
    assert "SER-ATK-01" in forbids(fight(one, foe()), act("attack", 1, item="bottle"))


@pytest.mark.rule("SER-ATK-01")
def test_nobody_attacks_the_dead_or_oneself():
    assert forbids(fight(shooter(), foe(dead=True)), act("attack", 1, item=PISTOL)) == {"SER-ATK-01"}
    assert "SER-ATK-01" in forbids(fight(shooter(), foe()), act("attack", 0, item=PISTOL))
    assert "Fired" in kinds(aimed("attack", "", (6,), (1, 1)))
    assert fx.Fired(Who(0), PISTOL, 3).on(shooter()).clips[0].left == 9
