"""The autopilot, the invariants and the words: what they say in states made for them."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.sampled import Sampled
from affray.core.stream import Stream
from affray.pricing.pricing import price_action
from affray.rulesets.serenity import RULESET
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity.actions import ACTIONS
from affray.rulesets.serenity.fighter import Fighter
from affray.rulesets.serenity.initiative import in_words
from affray.rulesets.serenity.invariants import INVARIANTS
from affray.rulesets.serenity.judgement import promise
from affray.rulesets.serenity.pilot import sensible
from affray.rulesets.serenity.state import ALL_OUT_ATTACK, ALL_OUT_DEFENCE, Blow, Charge, Plan, Thing
from affray.rulesets.serenity.strike import How
from affray.rulesets.serenity.tables import weapons
from affray.rulesets.serenity.words import WORDS
from affray.testing.permuted import differing
from tests.serenity.cast import KNIFE, PISTOL, SMG, act, fight, fighter, foe, near, wall

QUICK = {"athletics": "d8"}


def answer(given, question, *about, who=0):
    play: Any = Sampled(given, sensible, Stream(1))
    return sensible(play, Fighter(play, Who(who)), question, lambda: [None], about)


def does(*bodies, **table):
    return answer(fight(*bodies, **table), "action")


def gunner(**given: Any):
    return fighter(**{"skills": {"guns": "d8", **QUICK}, "weapons": (PISTOL,), **given})


# --- the autopilot -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "plan"),
    [
        (gunner(), foe(), Plan(2)),
        (gunner(skills={"guns": "d8"}), foe(), Plan(1, 0, ALL_OUT_ATTACK)),
        (fighter(skills={"melee weapons": "d6", **QUICK}, weapons=(KNIFE,)), near(), Plan(1, 1)),
        (fighter(skills=QUICK, weapons=(KNIFE,)), near(), Plan()),
        (fighter(held_by=Who(1)), near(), Plan()),
        (gunner(skills={"guns": "d6", **QUICK}), foe(), Plan()),
    ],
)
def test_what_it_declares(one, other, plan):
    assert answer(fight(one, other), "declare", 0, 0) == plan


def test_it_keeps_to_the_limit_and_to_what_is_carried_over():
    assert answer(fight(gunner(), foe()), "declare", 0, 1) == Plan()
    assert answer(fight(gunner(skills={"guns": "d8"}), foe()), "declare", 1, 0) == Plan()


def test_what_it_does_with_its_turn():
    shot = act("vital attack", 1, item=PISTOL)
    assert does(gunner(), foe()) == shot
    assert does(gunner(), foe(cover=wall("medium"))) == act("attack", 1, item=PISTOL)
    assert does(gunner(weapons=(SMG,)), foe()) == act("burst", 1, item=SMG)
    crowd = (foe(), foe("Cy", (10, 1)), foe("Di", (10, -1)), foe("Ed", (11, 0)))
    assert does(gunner(weapons=(SMG,)), *crowd).name == "autofire"
    assert does(gunner(weapons=(SMG,)), *crowd, fighter("Al", at=(10, 1))).name == "burst"
    assert does(gunner(clips=()), foe()) == act("reload", item=PISTOL)
    assert does(gunner(hands=()), foe()) == act("draw", item=PISTOL)
    assert does(gunner(acts=0), foe(), covers=(wall("light", (0, 1), (1, 1)),)) == act(
        "take cover", item="wall"
    )
    assert does(fighter(weapons=(KNIFE,)), foe()) == act("walk", 1)
    assert does(fighter(weapons=(KNIFE,), walked=True), foe()) == act("hustle", 1)
    assert does(fighter(weapons=(KNIFE,)), near()) == act("attack", 1, item=KNIFE)
    assert does(fighter(weapons=("chair",), skills={"athletics": "d8"}), foe(at=(5, 0))) == act(
        "throw", 1, item="chair"
    )
    assert does(fighter(prone=True), foe()) == act("get up")
    assert does(fighter(held_by=Who(1), prone=True), near(holding=Who(0))) == act("break hold")
    assert does(fighter(menaced_by=Who(1)), near(menacing=Who(0))) == act("end")
    assert does(fighter(limbs=("leg",)), foe()) == act("end")
    wrestler = fighter(skills={"unarmed combat": "d8"}, attributes={"agility": "d8"})
    assert does(wrestler, near()) == act("grapple", 1)
    assert does(wrestler._replace(holding=Who(1)), near(held_by=Who(0))).name == "vital attack"


@pytest.mark.parametrize("order", [("Ada", "Bo", "Cy"), ("Cy", "Bo", "Ada"), ("Bo", "Ada", "Cy")])
@pytest.mark.parametrize(("me", "them"), [("Ada", "Bo"), ("Bo", "Cy"), ("Cy", "Ada")])
@pytest.mark.parametrize(
    ("weapons", "off", "what"), [((), 0, "attack"), ((PISTOL,), 10, "attack"), ((), 10, "walk")]
)
def test_of_equals_in_one_spot_the_next_by_name_is_meant_however_listed(order, me, them, weapons, off, what):
    bodies = [fighter(name, name, (0 if name == me else off, 0), weapons=weapons) for name in order]
    found = answer(fight(*bodies), "action", who=order.index(me))
    assert (found.name, found.at) == (what, order.index(them))


@pytest.mark.slow
@pytest.mark.parametrize("order", [(4, 3, 2, 1, 0), (1, 2, 3, 4, 0), (2, 0, 4, 1, 3)])
def test_five_equals_in_one_spot_have_the_same_fight_however_listed(order):
    bodies = [
        fighter(name, name, skills={"unarmed combat": "d6"}) for name in ("Ada", "Bo", "Cy", "Di", "Ed")
    ]
    given = fight(*bodies, current=None)
    assert [differing(RULESET, given, order, sensible, seed) for seed in range(2)] == [""] * 2


def test_it_throws_into_crowds_and_sets_off_charges():
    bomber = gunner(weapons=(PISTOL, "grenade"), skills={"guns": "d8", "athletics": "d8"})
    crowd = (foe(at=(20, 0)), foe("Cy", (20, 2)))
    assert does(bomber, *crowd) == act("throw explosive", 1, item="grenade")
    assert does(bomber, *crowd, fighter("Al", at=(20, 3))).name == "vital attack"
    charge = Charge(weapons()["dynamite stick"], foe(at=(20, 1)).spot, "red")
    assert does(bomber, *crowd, charges=(charge,)) == act("set off", n=0)
    assert does(bomber, *crowd, charges=(charge._replace(side="blue"),)).name == "throw explosive"


def test_it_aims_where_it_promises_most():
    def aims(die, *target, **given):
        return does(gunner(skills={"guns": die, **QUICK}, **given), *(target or (foe(),))).name

    assert [aims(die) for die in ("d12", "d6", "d4")] == ["vital attack", "vital attack", "limb attack"]
    assert aims("d4", acts=2) == "attack"
    tough = {"vitality": "d12", "willpower": "d12"}
    assert aims("d12", foe(attributes=tough)) == "minuscule attack"
    behind = [aims("d8", foe(cover=wall(kind))) for kind in ("light", "medium")]
    assert behind == ["limb attack", "attack"]


@pytest.mark.parametrize(
    "given", [{}, {"dodging": 7}, {"aware": False}, {"cover": wall("light")}, {"armour": "plate vest"}]
)
def test_the_harm_it_expects_of_an_attack_is_its_exact_price(given):
    start, shot = fight(gunner(), foe(life=60, **given)), act("attack", 1, item=PISTOL)
    price = {m.name: m.mean for m in price_action(RULESET, start, Who(0), shot).measures}
    play: Any = Sampled(start, sensible, Stream(1))
    me, how = Fighter(play, Who(0)), How(weapons()[PISTOL])
    assert promise(play, me, Fighter(play, Who(1)), how) == price["wounds of Bo"] + price["stun of Bo"] > 0


def test_hand_to_hand_it_feints_disarms_and_takes_what_lies_there():
    sly = fighter(skills={"melee weapons": "d12"}, weapons=(KNIFE,))
    assert does(sly, near(dodging=9)) == act("feint", 1)
    assert does(sly, near(dodging=8)) == act("vital attack", 1, item=KNIFE)
    assert does(sly._replace(feinting=Who(1)), near(dodging=9)) == act("vital attack", 1, item=KNIFE)
    assert does(sly, near(weapons=("axe",))) == act("disarm", 1, item=KNIFE)
    assert does(sly, near(weapons=(KNIFE,))) == act("vital attack", 1, item=KNIFE)
    axe = Thing(weapons()["axe"], foe(at=(0, 1)).spot)
    bare = fighter(skills={"melee weapons": "d8"})
    assert does(bare, foe(at=(9, 0)), ground=(axe,)) == act("pick up", item="axe")
    assert does(fighter(), foe(at=(9, 0)), ground=(axe,)) == act("walk", 1)
    unskilled = fighter(weapons=(KNIFE,), skills={"unarmed combat": "d6"}, acts=2)
    assert does(unskilled, near()).item == "unarmed"


def test_the_lame_without_a_gun_only_defend():
    lame = fighter(skills=QUICK, limbs=("leg",))
    assert answer(fight(lame, foe()), "declare", 0, 0) == Plan(0, 2, ALL_OUT_DEFENCE)
    assert answer(fight(lame, near()), "declare", 0, 0).acts == 1


def test_how_it_defends():
    def defends(**given: Any):
        return answer(fight(gunner(), near(**given)), "defence", None, True, who=1)

    assert defends(skills=QUICK) == "dodge"
    assert defends(skills=QUICK, carry=1) == ""
    assert defends(skills={"athletics": "d4"}) == ""
    assert defends(skills={"melee weapons": "d8"}, weapons=(KNIFE,), guards=1, acts=0) == "block"
    assert defends(skills={"melee weapons": "d8", **QUICK}, weapons=(KNIFE,), guards=1, acts=0) == "dodge"


def test_its_other_answers():
    given = fight(gunner(plot=3), foe())
    assert answer(given, "plot points", 0, 6, 3) == 3
    assert answer(given, "plot points", 6, 2, 3) == 0
    assert answer(given, "free attack", None) is True
    assert answer(given, "lands by") is None


# --- what must hold ---------------------------------------------------------------------------------


def faults(was, effect, **table):
    given = fight(was, foe(), **table)
    return list(INVARIANTS.after(given, effect, given.after(effect)))


@pytest.mark.parametrize(
    ("was", "effect", "said"),
    [
        (fighter(out=True), fx.Acted(Who(0), 1), "acts and cannot"),
        (fighter(acts=0), fx.Acted(Who(0), 1), "taken 1 of 0 actions"),
        (fighter(stance=ALL_OUT_DEFENCE), fx.Acted(Who(0), 1), "acts in an all-out defence"),
        (fighter(stance=ALL_OUT_ATTACK), fx.Guarded(Who(0), "next round"), "defends in an all-out attack"),
        (fighter(stunned=True), fx.Guarded(Who(0), "next round"), "defends and cannot"),
        (fighter(), fx.Guarded(Who(0), "declared"), "used 1 of 0 declared defences"),
        (fighter(load=1), fx.Declared(Who(0), 1, 0, ALL_OUT_ATTACK), "all out with actions carried over"),
        (fighter(), fx.Drew(Who(0), KNIFE), "in hand of []"),
        (fighter(), fx.Declared(Who(0), -1, 0), "actions is -1"),
    ],
)
def test_faults_are_seen(was, effect, said):
    assert any(said in fault for fault in faults(was, effect))


def test_faults_between_bodies_are_seen():
    given = fight(
        fighter(held_by=Who(1), out=True, watch=foe().spot), foe(pending=(Blow(1, 1),), weapons=(KNIFE,))
    )
    found = "\n".join(INVARIANTS.at_rest(fight(fighter(), foe()), given))
    for said in (
        "who knows nothing of it",
        "is down: held_by",
        "covers a spot",
        "wait for nobody",
        "weapons gained",
    ):
        assert said in found
    assert faults(fighter(), fx.TimePassed(-3)) == ["time runs back from 0 s to -3 s"]
    assert faults(fighter(), fx.Acted(Who(0), 1), current=1) == ["Ana acts out of turn"]


# --- words -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (act("attack", 1, item=KNIFE), "attack Bo with knife"),
        (act("grapple", 1), "grapple Bo"),
        (act("run", to=(3, 1.5)), "run to (3, 1.5)"),
        (act("take cover", item="wall"), "take cover behind wall"),
        (act("set off", n=1), "set off charge 2"),
        (Act("end"), "end the turn"),
    ],
)
def test_acts_in_words(given, said):
    assert ACTIONS.words(["Ana", "Bo"], given) == said


def test_plans_and_cards_in_words():
    assert in_words(Plan(2, 1)) == "2 actions and 1 defence"
    assert in_words(Plan(0, 2, ALL_OUT_DEFENCE)) == "all-out defence, 2 defences"
    given = fight(
        fighter(stun=3, wounds=7, bleeding=True, weapons=(PISTOL,), load=1, limbs=("arm",), plot=2), foe()
    )
    card = WORDS.card(given, Who(0))
    assert card.gear == "pistol (12 of 12)"
    assert {"bleeding", "1 carried over", "arm out of use", "2 plot points"} <= set(card.states)
    assert "3 stun, 7 wounds of 12" in WORDS.fighter(given, Who(0))
    assert WORDS.apart(given, Who(0), Who(1)) == "10 m"
    assert WORDS.table(given) == "round 1, 0 s"


def test_what_a_fight_is_worth():
    one, worse = fighter(), fighter(stun=2, wounds=3, pending=(Blow(1, 1),), out=True)
    assert RULESET.loss(one, worse) == 3 + 2 * 4 + 8
    assert RULESET.winner(fight(fighter(out=True), foe())) == "blue"
    assert RULESET.winner(fight(fighter(out=True), foe(dead=True))) == "nobody"
    assert RULESET.winner(fight(fighter(), foe())) is None
