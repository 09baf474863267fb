"""Edges of the rules: a point short of a number and just there, one more and one less, with and without.

What a slip of one in a rule would change, where the worked examples beside this file stand in the middle.
"""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.effect import Who
from affray.core.errors import Illegal
from affray.core.live import Live, resume
from affray.core.space import point
from affray.core.tally import Tally, tally
from affray.rulesets.serenity import (
    covering,
    declare,
    defence,
    downtime,
    initiative,
    rights,
    roll,
    strike,
    tables,
)
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity import harm as harms
from affray.rulesets.serenity import round as rounds
from affray.rulesets.serenity.actions import end_turn, perform
from affray.rulesets.serenity.dice import Die
from affray.rulesets.serenity.fighter import Fighter
from affray.rulesets.serenity.state import ALL_OUT_ATTACK, Blow, Charge, Plan, State, Thing
from affray.testing.script import causes, kinds, play_out
from tests.serenity.cast import (
    KNIFE,
    PISTOL,
    SMG,
    UNARMED,
    act,
    asks,
    body,
    do,
    fight,
    fighter,
    foe,
    forbids,
    house,
    near,
    rolls,
    steps_of,
    table,
)

TOUGH: dict[str, Any] = {"life": 60}


def plays(here: State, rule, *answers: object, who: int = 0) -> Live:
    """A part of the rules, played for one fighter with these answers."""
    return play_out(here, lambda play: rule(play, Fighter(play, Who(who))), *answers)


def gives(here: State, rule, *answers: object, who: int = 0) -> Any:
    """What a part of the rules comes to."""
    found: list[Any] = []

    def kept(play, one):
        found[:] = [rule(play, one)]

    plays(here, kept, *answers, who=who)
    return found[0]


# --- what an action costs -------------------------------------------------------------------------------

BUSY = {"skills": {"unarmed combat": "d8", "athletics": "d8", "guns": "d8", "covert": "d8"}, "acts": 3}
GRENADE = tables.weapons()["grenade"]


def begun(act_, *others, **changes) -> fx.Acted:
    """What is counted as somebody begins an action, before anything is rolled."""
    one = fighter(**{**BUSY, **changes})
    table_ = {
        "charges": (Charge(GRENADE, point(20, 0), "red"),),
        "ground": (Thing(tables.weapons()[KNIFE], point(0, 0)),),
    }
    here = fight(one, *(others or (near(**TOUGH),)), **table_)
    play, _ = resume(here, lambda p: perform(p, Fighter(p, Who(0)), act_), [])
    return next(each for each in play.done if isinstance(each, fx.Acted))


@pytest.mark.rule(
    "SER-R24",
    "SER-R33",
    "SER-R35",
    "SER-R38",
    "SER-R34",
    "SER-FEINT-01",
    "SER-GRAP-01",
    "SER-GRAP-06",
    "SER-COVERING-01",
)
@pytest.mark.parametrize(
    ("act_", "changes", "others", "attacks"),
    [
        (act("throw explosive", 1, item="grenade"), {"weapons": ("grenade",)}, (foe(at=(9, 0)),), True),
        (act("plant", item="grenade"), {"weapons": ("grenade",)}, (), False),
        (act("set off", n=0), {}, (), True),
        (act("autofire", 1, item=SMG), {"weapons": (SMG,)}, (foe(at=(9, 0)),), True),
        (act("feint", 1), {}, (), True),
        (act("grapple", 1), {}, (), True),
        (act("break hold"), {"held_by": Who(1)}, (near(holding=Who(0)),), False),
        (act("hold at gunpoint", 1, item=PISTOL), {"weapons": (PISTOL,)}, (), True),
        (act("cover a spot", 1), {"weapons": (PISTOL,)}, (), True),
        (act("draw", item=KNIFE), {"weapons": (KNIFE,), "hands": ()}, (), False),
        (act("reload", item=PISTOL), {"weapons": (PISTOL,), "clips": ()}, (), False),
        (act("pick up", item=KNIFE), {}, (), False),
    ],
    ids=lambda each: each.name if hasattr(each, "name") else "",
)
def test_each_is_one_action_and_whoever_is_the_fighting_type_has_one_for_nothing_that_is_no_attack(
    act_, changes, others, attacks
):
    assert begun(act_, *others, **changes) == fx.Acted(Who(0), 1)
    kind = begun(act_, *others, **changes, traits=("fighting type",))
    assert kind == (fx.Acted(Who(0), 1) if attacks else fx.Acted(Who(0), 0, True))


@pytest.mark.rule("SER-R33", "SER-R4", "SER-ACT-01", "SER-ACT-02")
@pytest.mark.option("act.penalty")
@pytest.mark.parametrize(("how", "second"), [("all", True), ("sequential", False)])
def test_what_is_told_of_the_count(how, second):
    def told(acts, free):
        here = fight(fighter(acts=acts), near(), house=house(act_penalty=how))
        return gives(here, lambda play, one: declare.counted(play, one, free))

    assert told(1, True) == ("SER-R33",)
    assert told(1, False) == ("SER-ACT-01",)
    assert told(2, False) == (("SER-ACT-02", "SER-R4") if second else ("SER-ACT-01",))


@pytest.mark.rule("SER-ACT-01", "SER-ACT-02", "SER-ACT-04", "SER-ACT-05", "SER-ACT-06")
@pytest.mark.parametrize(
    ("plan", "load", "rule"),
    [
        (Plan(1), 0, "SER-ACT-01"),
        (Plan(2), 0, "SER-ACT-02"),
        (Plan(1, 1), 0, "SER-ACT-02"),
        (Plan(1), 1, "SER-ACT-02"),
        (Plan(0, 1), 0, "SER-ACT-01"),
        (Plan(0), 1, "SER-ACT-01"),
        (Plan(0, 0), 2, "SER-ACT-02"),
        (Plan(2, 0), 1, "SER-ACT-02"),
        (Plan(1, 2), 0, "SER-ACT-02"),
    ],
)
def test_a_declaration_of_more_than_one_has_its_rule(plan, load, rule):
    told = initiative.rules_of(plan, load)
    assert {"SER-ACT-01", "SER-ACT-02"} & set(told) == {rule}
    assert ("SER-ACT-06" in told, "SER-ACT-05" in told) == (load > 0, plan.guards > 0)


@pytest.mark.rule("SER-ACT-04", "SER-AOA-02")
@pytest.mark.parametrize("most", [0, 2])
def test_a_limit_is_told_where_there_is_one_and_all_out_ends_covering(most):
    here = fight(fighter(stated=False, watch=point(3, 0)), foe(), house=house(act_most=most))
    kept = plays(here, initiative.declare, Plan(1))
    assert ("SER-ACT-04" in causes(kept)) is (most > 0)
    assert body(kept, 0).watch == point(3, 0)
    ended = plays(here, initiative.declare, Plan(1, 0, ALL_OUT_ATTACK))
    assert body(ended, 0).watch is None
    looks = plays(fight(fighter(stated=False), foe()), initiative.declare, Plan(1, 0, ALL_OUT_ATTACK))
    assert "WatchEnded" not in kinds(looks)


# --- dice -----------------------------------------------------------------------------------------------


def thrown(first: int, second: int, *answers: object, plot: int = 0, **options: Any):
    """The sum of two dice of these places, and the rules that say what it means."""
    here = fight(fighter(plot=plot), house=house(**options))

    def rule(play, one):
        dice = [Tally([Die("SER-ATK-01", place, "die")]) for place in (first, second)]
        return roll.throw(play, one, "try", *dice, means=lambda got, last: (f"{got} {last}",))

    play = plays(here, rule, *answers)
    meant = [each.rules[-1] for each in rolls(play, "try")]
    return gives(here, rule, *answers), meant


@pytest.mark.rule("SER-R30")
@pytest.mark.parametrize(
    ("first", "second", "dice", "total"),
    [(0, 0, (), 0), (-1, 0, (), 0), (1, 0, ((2,),), 2), (0, 1, ((2,),), 2), (3, 3, ((4, 5),), 9)],
)
def test_one_that_is_no_die_adds_nothing(first, second, dice, total):
    got, meant = thrown(first, second, *dice)
    assert got == total
    assert meant == ([f"{total} True"] if dice else [])


@pytest.mark.rule("SER-R30", "SER-R39")
@pytest.mark.option("plot.rolls")
def test_plot_points_before_and_after_a_roll():
    dice = (3, 4)
    assert thrown(3, 3, 1, (2,), dice, plot=2, plot_rolls="before") == (9, ["9 True"])
    assert thrown(3, 3, 0, dice, plot=2, plot_rolls="before") == (7, ["7 True"])
    assert thrown(3, 3, dice, 2, plot=2, plot_rolls="after") == (9, ["7 False"])
    assert thrown(3, 3, dice, plot=0, plot_rolls="after") == (7, ["7 True"])
    assert thrown(3, 3, 1, (1,), dice, 1, plot=2, plot_rolls="both") == (9, ["8 False"])
    assert thrown(3, 3, dice, plot=2) == (7, ["7 True"])


@pytest.mark.rule("SER-R39")
def test_one_plot_point_is_spent_or_kept():
    here = fight(fighter(plot=1), house=house(plot_rolls="after"))
    rule = lambda play, one: roll.spend_plot(play, one, "plot points after", "try")  # noqa: E731
    _, pending = resume(here, lambda play: rule(play, Fighter(play, Who(0))), [])
    assert pending is not None
    assert tuple(pending.options) == (0, 1)


@pytest.mark.rule("SER-R1")
@pytest.mark.option("ladder.top")
@pytest.mark.parametrize(("top", "dice", "total"), [("dice", (9, 1), 10), ("number", (9,), 11)])
def test_above_d12_comes_another_die_or_a_number(top, dice, total):
    here = fight(fighter(), house=house(ladder_top=top))
    die = tally(Die("SER-R1", 7, "die"))
    assert gives(here, lambda play, one: roll.die(play, one, "try", die), dice) == total


@pytest.mark.rule("SER-GRAP-04", "SER-R33", "SER-R27")
def test_a_hold_is_in_the_way_of_attacks_alone_and_armour_of_what_it_says():
    held = fight(fighter(held_by=Who(1), armour=2), near(holding=Who(0)))

    def rules(name, attacks):
        found = gives(held, lambda play, one: roll.attribute_die(play, one, name, "SER-ATK-01", attacks))
        return {mod.rule for mod in found}

    assert rules("agility", False) == {"SER-ATK-01"}
    assert rules("agility", True) == {"SER-ATK-01", "SER-GRAP-04"}
    assert rules("willpower", False) == {"SER-ATK-01"}
    weapon = tables.weapons()[PISTOL]
    first = gives(held, lambda play, one: strike.first_die(play, one, weapon))
    assert "SER-GRAP-04" in {mod.rule for mod in first}


# --- attacks --------------------------------------------------------------------------------------------


def contest(dice, number=7, how=None, **options):
    """The rules of an attack against a number that was rolled before."""
    here = fight(fighter(weapons=(PISTOL,), skills={"guns": "d6"}), foe(**TOUGH), house=house(**options))
    how = how or strike.How(tables.weapons()[PISTOL])

    def rule(play, one):
        return strike.contest(play, one, Fighter(play, Who(1)), how, defence.INNATE, number)

    play = plays(here, rule, dice)
    return gives(here, rule, dice), {"SER-R28", "SER-DMG-01"} & set(rolls(play, "attack")[0].rules)


@pytest.mark.rule("SER-DMG-01", "SER-R28")
def test_a_tie_is_told_of_where_it_hits():
    assert contest((3, 3)) == (strike.MISSED, set())
    assert contest((3, 4)) == (0, {"SER-R28", "SER-DMG-01"})
    assert contest((4, 4)) == (1, {"SER-DMG-01"})


@pytest.mark.rule("SER-R16", "SER-R28", "SER-DMG-01")
@pytest.mark.option("disarm.damage")
@pytest.mark.parametrize(("harms_", "rules"), [(False, set()), (True, {"SER-DMG-01"})])
def test_who_disarms_does_no_damage_but_by_the_option(harms_, rules):
    how = strike.How(tables.weapons()[PISTOL], aim=strike.DISARM)
    assert contest((6,), 5, how, disarm_damage=harms_)[1] == rules
    assert contest((5,), 5, how, disarm_damage=harms_)[1] == {*rules, "SER-R28"}


@pytest.mark.rule("SER-RANGE-00")
def test_a_distance_is_told_of_up_to_the_last_band():
    last = len(tables.bands()) - 1
    assert strike.ranged_rules(last)
    assert strike.ranged_rules(strike.BEYOND) == ()


@pytest.mark.rule("SER-R36")
@pytest.mark.parametrize(
    ("changes", "notices"), [({"aware": False}, True), ({}, False), ({"aware": False, "out": True}, False)]
)
def test_who_was_attacked_knows_of_the_fight(changes, notices):
    here = fight(fighter(), foe(**changes))
    play = plays(here, strike.wake, who=1)
    assert ("Noticed" in kinds(play)) is notices


@pytest.mark.rule("SER-R26", "SER-UNARM-01", "SER-UNARM-02", "SER-DMG-01", "SER-DMG-02")
@pytest.mark.option("unarmed.margin")
def test_what_bare_hands_do():
    def found(weapon=UNARMED, traits=(), margin="stun"):
        here = fight(fighter(traits=traits), near(), house=house(unarmed_margin=margin))
        return gives(here, lambda play, one: strike.kinds(play, one, tables.weapons()[weapon]))

    assert found() == (strike.STUN, strike.STUN, ("SER-UNARM-01", "SER-R26"))
    assert found(margin="split") == (strike.BASIC, strike.STUN, ("SER-UNARM-01", "SER-R26"))
    hook = ("mean left hook",)
    assert found(traits=hook) == (strike.BASIC, strike.BASIC, ("SER-UNARM-02", "SER-R26"))
    assert found(KNIFE)[2] == ()
    punch = do(
        fight(fighter(skills={"unarmed combat": "d6"}), near(**TOUGH)),
        act("attack", 1, item=UNARMED),
        "",
        (1,),
        (6, 6),
        (2,),
    )
    assert {"SER-UNARM-01", "SER-R26", "SER-DMG-01", "SER-DMG-02"} <= causes(punch)


@pytest.mark.rule("SER-SNEAK-01", "SER-R13")
@pytest.mark.option("cover.unaware")
def test_what_gives_the_number_of_the_unaware():
    def told(kind, **changes):
        here = fight(fighter(), foe(**changes))
        return gives(here, lambda play, one: defence.rules_of(play, Fighter(play, Who(1)), one, kind, True))

    assert "SER-SNEAK-01" in told(defence.FIXED, aware=False)
    assert "SER-SNEAK-01" not in told(defence.FIXED, aware=False, out=True)
    assert "SER-SNEAK-01" not in told(defence.FIXED)
    assert "SER-SNEAK-01" not in told(defence.INNATE, aware=False)


@pytest.mark.rule("SER-DODGE-02", "SER-R22", "SER-R6")
@pytest.mark.option("dodge.rolls")
def test_a_dodge_that_is_rolled_each_time_stands_as_one():
    each = fight(fighter(), house=house(dodge_rolls="each"))
    assert body(plays(each, defence.dodge), 0).dodging == 1
    kept = fight(fighter(skills={"athletics": "d6"}))
    assert body(plays(kept, defence.dodge, (2, 3)), 0).dodging == 5


@pytest.mark.rule("SER-R6", "SER-ACT-05")
@pytest.mark.option("defence.undeclared")
@pytest.mark.parametrize(("when", "open_"), [("next_round", True), ("now", False)])
def test_a_defence_that_was_not_declared_counts_at_once_or_later(when, open_):
    lame = {"skills": {"athletics": "d2"}, "acts": 1, "guards": 0}
    here = fight(fighter(), foe(**lame), house=house(defence_undeclared=when, act_penalty="sequential"))
    found = gives(here, lambda play, one: defence.open_to(play, one, False), who=1)
    assert (defence.DODGE in found) is open_ or when == "now"


@pytest.mark.rule("SER-ACT-05")
def test_whoever_has_no_active_defence_is_not_asked():
    here = fight(fighter(weapons=(PISTOL,)), foe(stance=ALL_OUT_ATTACK, **TOUGH))
    assert asks(here, act("attack", 1, item=PISTOL)).chance is not None


# --- harm -----------------------------------------------------------------------------------------------


@pytest.mark.rule("SER-DMG-02")
def test_harm_has_the_rules_it_was_done_by_or_those_of_damage():
    here = fight(fighter(), foe(**TOUGH))
    blow = Blow(1, 0)
    plain = plays(here, lambda play, one: harms.take(play, one, blow), who=1)
    assert "SER-DMG-02" in causes(plain)
    named = plays(here, lambda play, one: harms.take(play, one, blow, "SER-EXPL-01"), who=1)
    assert ("SER-DMG-02" in causes(named), "SER-EXPL-01" in causes(named)) == (False, True)


@pytest.mark.rule("SER-DIE-01", "SER-DIE-02", "SER-R11")
@pytest.mark.parametrize(
    ("wounds", "changes", "told"),
    [
        (11, {}, set()),
        (12, {}, {"Dying"}),
        (12, {"due": 60}, set()),
        (24, {}, {"Died"}),
        (24, {"dead": True}, set()),
        (12, {"dead": True}, set()),
    ],
)
def test_wounds_kill_at_the_life_points_and_at_twice_as_many(wounds, changes, told):
    here = fight(fighter(), foe(life=12, wounds=wounds, bleeding=True, out=True, **changes))
    play = plays(here, harms.reckon, who=1)
    assert {"Dying", "Died"} & set(kinds(play)) == told


@pytest.mark.rule("SER-R11", "SER-HURT-01")
@pytest.mark.parametrize(("life", "odd"), [(12, False), (13, True)])
def test_half_of_an_odd_life_is_told_of(life, odd):
    here = fight(fighter(), foe(life=life, wounds=8))
    assert ("SER-R11" in causes(plays(here, harms.reckon, who=1))) is odd


@pytest.mark.rule("SER-OUT-01", "SER-R34")
def test_who_falls_lets_the_gun_sink():
    here = fight(fighter(menacing=Who(1)), near(menaced_by=Who(0)))
    play = plays(here, harms.fallen)
    assert (body(play, 0).menacing, body(play, 1).menaced_by) == (None, None)


@pytest.mark.rule("SER-DMG-05", "SER-R8")
def test_one_plot_point_can_be_spent_on_harm():
    here = fight(fighter(), foe(plot=1, **TOUGH), house=house(plot_cut="points"))
    _, pending = resume(here, lambda play: harms.lessened(play, Fighter(play, Who(1)), 3, 2), [])
    assert pending is not None
    assert tuple(pending.options) == (0, 1)
    assert gives(here, lambda play, one: harms.lessened(play, one, 3, 2), 1, who=1) == (3, 1)


@pytest.mark.rule("SER-DIE-01", "SER-R12")
@pytest.mark.option("die.growing")
@pytest.mark.parametrize(("growing", "deaths", "dice", "lives"), [
    (False, 2, (1, 2), True), (True, 0, (1, 2), True), (True, 1, (3, 3), False), (True, 1, (3, 4), True),
    (True, 2, (5, 5), False), (True, 2, (5, 6), True),
])  # fmt: skip
def test_holding_on_grows_harder_by_the_option(growing, deaths, dice, lives):
    here = fight(fighter(), foe(wounds=0, deaths=deaths, due=60), house=house(die_growing=growing))
    play = plays(here, harms.hold_on, dice, who=1)
    assert ("Died" not in kinds(play)) is lives


@pytest.mark.rule("SER-LIMB-03", "SER-TINY-03")
def test_a_limb_and_another_injury_are_shaken_off_by_their_own_rule():
    limb = fight(fighter(), foe(limbs=("arm",)))
    assert {"SER-LIMB-03", "SER-TINY-03"} & causes(plays(limb, harms.recover, (1, 1), who=1)) == {
        "SER-LIMB-03"
    }
    other = fight(fighter(), foe(injuries=("tiny",)))
    assert {"SER-LIMB-03", "SER-TINY-03"} & causes(plays(other, harms.recover, (1, 1), who=1)) == {
        "SER-TINY-03"
    }


@pytest.mark.rule("SER-R10")
@pytest.mark.option("bleed.harm")
def test_bleeding_rolls_a_d2():
    here = fight(fighter(), foe(bleeding=True, **TOUGH), house=house(bleed_harm="d2"))
    play = plays(here, harms.drip, (2,), who=1)
    assert rolls(play, "bleeding")[0].asked.chance == "total(1d2)"


# --- between fights -------------------------------------------------------------------------------------


def between(act_, *answers, **changes):
    """A deed of the time between fights."""
    here = fight(fighter(**changes), current=None)
    return plays(here, lambda play, one: downtime.perform(play, one, act_), *answers)


@pytest.mark.rule("SER-OUT-01", "SER-R15", "SER-R35")
def test_what_is_refused_between_fights():
    load = act("reload", item=PISTOL)
    for refused, act_, changes in (
        ("unconscious", load, {"weapons": (PISTOL,), "clips": (), "out": True}),
        ("is loaded", load, {"weapons": (PISTOL,)}),
        ("nothing of this name", act("reload", item=KNIFE), {"weapons": (KNIFE,)}),
        ("nothing of the kind", act("shake off", item="arm"), {}),
    ):
        with pytest.raises(Illegal, match=refused):
            between(act_, **changes)


@pytest.mark.rule("SER-LIMB-03", "SER-TINY-03", "SER-VITAL-03", "SER-R31")
@pytest.mark.parametrize(
    ("what", "changes", "rule"),
    [
        ("stunned", {"stunned": True}, "SER-VITAL-03"),
        ("arm", {"limbs": ("arm",)}, "SER-LIMB-03"),
        ("tiny", {"injuries": ("tiny",)}, "SER-TINY-03"),
    ],
)
def test_what_is_shaken_off_between_fights_has_its_rule(what, changes, rule):
    play = between(act("shake off", item=what), (6, 6), **changes)
    assert {"SER-VITAL-03", "SER-LIMB-03", "SER-TINY-03"} & causes(play) == {rule}


@pytest.mark.rule("SER-TURN-01", "SER-R10")
@pytest.mark.option("bleed.harm")
@pytest.mark.parametrize(("how", "clock"), [("none", 1_000), ("d2", 700)])
def test_time_stops_where_something_is_due(how, clock):
    one = fighter(bleeding=True, drips=700, **TOUGH)
    here = fight(one, current=None, clock=100, house=house(bleed_harm=how))
    play, _ = resume(here, lambda p: downtime.on_to(p, 1_000), [])
    assert table(play).clock == clock


# --- gear, holds, guns to the head ------------------------------------------------------------------------


@pytest.mark.rule("SER-R35")
def test_nobody_picks_up_a_second_of_the_same_name_or_loads_a_knife():
    here = fight(fighter(weapons=(KNIFE,)), foe(), ground=(Thing(tables.weapons()[KNIFE], point(0, 0)),))
    assert forbids(here, act("pick up", item=KNIFE)) == {"SER-R35"}
    assert forbids(here, act("reload", item=KNIFE)) == {"SER-R35"}


@pytest.mark.rule("SER-INIT-03")
def test_who_has_a_gun_at_the_head_does_not_sit_out():
    here = fight(fighter(menaced_by=Who(1)), near(weapons=(PISTOL,), menacing=Who(0)))
    assert forbids(here, act("sit out")) == {"SER-INIT-03"}
    assert forbids(fight(fighter(), near()), act("sit out")) == set()


@pytest.mark.rule("SER-R18", "SER-R34")
def test_letting_go_is_something_free():
    here = fight(fighter(holding=Who(1)), near(held_by=Who(0)))
    play = do(here, act("let go"))
    assert (body(play, 0).stirred, body(play, 0).holding) == (True, None)


@pytest.mark.rule("SER-R34")
def test_one_gun_at_one_head():
    gun = act("hold at gunpoint", 1, item=PISTOL)
    armed = {"weapons": (PISTOL,), "skills": {"guns": "d8"}}
    assert "SER-R34" in forbids(fight(fighter(**armed), near(out=True)), gun)
    taken = fight(fighter(**armed), near(menaced_by=Who(2)), fighter("Cy", at=(1, 1), menacing=Who(1)))
    assert forbids(taken, gun) == {"SER-R34"}
    busy = fight(fighter(**armed, menacing=Who(2)), near(), foe("Cy", (0, 1), menaced_by=Who(0)))
    assert forbids(busy, gun) == {"SER-R34"}


@pytest.mark.rule("SER-R34", "SER-GRAP-02")
@pytest.mark.parametrize("watches", [False, True])
def test_who_is_held_or_at_gunpoint_covers_no_spot_any_more(watches):
    other = near(**({"watch": point(9, 9)} if watches else {}), aware=False, **TOUGH)
    gun = do(
        fight(fighter(weapons=(PISTOL,), skills={"guns": "d8"}), other),
        act("hold at gunpoint", 1, item=PISTOL), (6, 6),
    )  # fmt: skip
    assert body(gun, 1).menaced_by == 0
    hold = do(fight(fighter(skills={"unarmed combat": "d8"}), other), act("grapple", 1), (1, 1), (6, 6))
    assert body(hold, 1).held_by == 0
    for play in (gun, hold):
        assert ("WatchEnded" in kinds(play), body(play, 1).watch) == (watches, None)


@pytest.mark.rule("SER-GRAP-06", "SER-ACT-03", "SER-R18")
@pytest.mark.parametrize(
    ("acts", "strength", "rules"), [(1, "d2", set()), (2, "d2", {"SER-ACT-03"}), (2, "d4", set())]
)
def test_a_hold_is_broken_with_any_die_that_is_left(acts, strength, rules):
    weak = fighter(held_by=Who(1), acts=acts, attributes={"strength": strength})
    assert forbids(fight(weak, near(holding=Who(0))), act("break hold")) == rules


@pytest.mark.rule("SER-GRAP-06", "SER-GRAP-04", "SER-GRAP-02")
def test_a_hold_is_in_the_way_of_no_roll_to_break_it_and_of_one_to_hold():
    here = fight(fighter(held_by=Who(1)), near(holding=Who(0), skills={"unarmed combat": "d6"}))
    loose = do(here, act("break hold"), (1, 1), (1, 2))
    assert "SER-GRAP-04" not in steps_of(loose, "break hold")


@pytest.mark.rule("SER-RIGHTS-01", "SER-RIGHTS-03", "SER-R20", "SER-R34")
def test_the_gun_at_the_head_speaks_once_with_one_round():
    here = fight(
        fighter(menaced_by=Who(1), **TOUGH), near(weapons=(PISTOL,), skills={"guns": "d8"}, menacing=Who(0))
    )
    left = here.bodies[1].clips[0].left
    shot = plays(here, rights.interrupted, True, (1, 1, 1), (1,))
    assert body(shot, 1).clips[0].left == left - 1
    assert (body(shot, 0).menaced_by, body(shot, 1).menacing) == (None, None)
    spared = plays(here, rights.interrupted, False)
    assert (body(spared, 1).clips[0].left, body(spared, 0).menaced_by) == (left, None)


@pytest.mark.rule("SER-COVERING-02", "SER-INIT-02", "SER-R17")
@pytest.mark.option("feint.lasts")
@pytest.mark.parametrize(("lasts", "told"), [("turn", True), ("attack", False)])
def test_what_the_end_of_a_turn_is_told_of(lasts, told):
    fooling = fight(fighter(feinting=Who(1), feint_left=2), near(), house=house(feint_lasts=lasts))
    ended = plays(fooling, end_turn)
    assert ("SER-R17" in causes(ended), "SER-COVERING-02" in causes(ended)) == (told, False)
    watching = plays(fight(fighter(watch=point(3, 0)), foe()), end_turn)
    assert ("SER-R17" in causes(watching), "SER-COVERING-02" in causes(watching)) == (False, True)


@pytest.mark.rule("SER-COVERING-01", "SER-ATK-01")
def test_covering_needs_a_spot_and_a_die():
    here = fight(fighter(weapons=(PISTOL,), skills={"guns": "d6"}), foe())
    assert "SER-COVERING-01" in forbids(here, act("cover a spot"))
    lame = fighter(weapons=(PISTOL,), attributes={}, acts=2)
    assert forbids(fight(lame, foe()), act("cover a spot", 1)) == {"SER-ACT-03"}


@pytest.mark.rule("SER-R37")
def test_whoever_is_brought_in_sight_was_seen_once():
    here = fight(fighter(appearing=True), foe())
    assert not body(plays(here, covering.came_up), 0).appearing


@pytest.mark.rule("SER-AUTO-01", "SER-R33")
def test_autofire_takes_an_automatic_gun_in_hand_as_often_as_its_rate():
    spray = act("autofire", 1, item=SMG)
    gun: dict[str, Any] = {"weapons": (SMG,), "skills": {"guns": "d8"}, "acts": 3}
    assert forbids(fight(fighter(**gun), foe()), spray) == set()
    assert "SER-AUTO-01" in forbids(fight(fighter(**{**gun, "hands": ()}), foe()), spray)
    rate = tables.weapons()[SMG].rate
    if rate:
        assert "SER-R33" in forbids(fight(fighter(**gun, fired=(SMG,) * rate), foe()), spray)


@pytest.mark.rule("SER-FREE-03", "SER-COVER-00", "SER-R32")
def test_lying_down_and_cover_that_is_not_there():
    lying = do(fight(fighter(), foe()), act("drop to the ground"))
    assert body(lying, 0).prone
    assert forbids(fight(fighter(), foe()), act("take cover", item="a hedge")) >= {"SER-COVER-00"}


@pytest.mark.rule("SER-ACT-06", "SER-ACT-01")
@pytest.mark.parametrize("carry", [0, 1])
def test_what_was_carried_over_is_told_of(carry):
    play = plays(fight(fighter(carry=carry), foe()), rounds.refresh)
    assert ("SER-ACT-06" in causes(play)) is (carry > 0)


@pytest.mark.rule("SER-ACT-01", "SER-ACT-02")
@pytest.mark.parametrize(("acts", "rule"), [(1, "SER-ACT-01"), (2, "SER-ACT-02")])
def test_the_question_for_an_action_says_whether_there_are_several(acts, rule):
    play = plays(fight(fighter(acts=acts), foe()), rounds.act, act("end"))
    told = {each for part in play.story for each in getattr(part, "rules", ())}
    assert {"SER-ACT-01", "SER-ACT-02"} & told == {rule}


@pytest.mark.rule("SER-INIT-02", "SER-R36")
def test_a_turn_begins():
    play = plays(fight(fighter(fired=(PISTOL,), walked=True), foe(score=5), current=None), rounds.open_turn)
    assert "TurnBegan" in kinds(play)
