"""Edges of the rules of harm, of the time between fights, of gear and of holds (see test_edges)."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.effect import Who
from affray.core.errors import Illegal
from affray.core.live import resume
from affray.core.space import point
from affray.rulesets.serenity import (
    covering,
    downtime,
    rights,
    tables,
)
from affray.rulesets.serenity import harm as harms
from affray.rulesets.serenity import round as rounds
from affray.rulesets.serenity.fighter import Fighter
from affray.rulesets.serenity.state import Blow, Thing
from affray.rulesets.serenity.turn import end_turn
from affray.testing.script import causes, kinds
from tests.serenity.cast import (
    KNIFE,
    PISTOL,
    SMG,
    act,
    body,
    do,
    fight,
    fighter,
    foe,
    forbids,
    gives,
    house,
    near,
    plays,
    rolls,
    steps_of,
    table,
)

TOUGH: dict[str, Any] = {"life": 60}


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
    armed: dict[str, Any] = {"weapons": (PISTOL,), "skills": {"guns": "d8"}}
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
    assert forbids(fight(fighter(**gun, fired=(SMG,) * 2), foe()), spray) == set()
    assert forbids(fight(fighter(**gun, fired=(SMG,) * 3), foe()), spray) == {"SER-R33"}


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
