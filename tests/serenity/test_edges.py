"""Edges of the rules: a point short of a number and just there, one more and one less, with and without.

What a slip of one in a rule would change, where the worked examples beside this file stand in the middle.
"""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.effect import Who
from affray.core.live import resume
from affray.core.space import point
from affray.core.tally import Tally, tally
from affray.rulesets.serenity import (
    declare,
    defence,
    initiative,
    roll,
    strike,
    tables,
)
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity.actions import perform
from affray.rulesets.serenity.dice import Die
from affray.rulesets.serenity.fighter import Fighter
from affray.rulesets.serenity.sheet import BASIC, BEYOND, STUN
from affray.rulesets.serenity.state import ALL_OUT_ATTACK, Charge, Plan, Thing
from affray.testing.script import causes, kinds
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
    gives,
    house,
    near,
    plays,
    rolls,
)

TOUGH: dict[str, Any] = {"life": 60}


# --- what an action costs -------------------------------------------------------------------------------

BUSY: dict[str, Any] = {
    "skills": {"unarmed combat": "d8", "athletics": "d8", "guns": "d8", "covert": "d8"},
    "acts": 3,
}
GRENADE = tables.weapons()["grenade"]


def begun(act_, *others, **changes) -> fx.Acted:
    """What is counted as somebody begins an action, before anything is rolled."""
    one = fighter(**{**BUSY, **changes})
    table_: dict[str, Any] = {
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
        return roll.throw(play, one, "try", dice[0], dice[1], means=lambda got, last: (f"{got} {last}",))

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
    rule = lambda play, one: roll.spend_plot(play, one, roll.PLOT_AFTER, "try")  # noqa: E731
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
    assert strike.ranged_rules(BEYOND) == ()


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

    assert found() == (STUN, STUN, ("SER-UNARM-01", "SER-R26"))
    assert found(margin="split") == (BASIC, STUN, ("SER-UNARM-01", "SER-R26"))
    hook = ("mean left hook",)
    assert found(traits=hook) == (BASIC, BASIC, ("SER-UNARM-02", "SER-R26"))
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
    lame: dict[str, Any] = {"skills": {"athletics": "d2"}, "acts": 2, "used": 1}
    here = fight(fighter(), foe(**lame), house=house(defence_undeclared=when, act_penalty="sequential"))
    found = gives(here, lambda play, one: defence.open_to(play, one, False), who=1)
    assert (defence.DODGE in found) is open_


@pytest.mark.rule("SER-ACT-05")
def test_whoever_has_no_active_defence_is_not_asked():
    here = fight(fighter(weapons=(PISTOL,)), foe(stance=ALL_OUT_ATTACK, **TOUGH))
    assert asks(here, act("attack", 1, item=PISTOL)).chance is not None
