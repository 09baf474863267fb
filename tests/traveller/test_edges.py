"""Edges of the rules: a point short of a number and just there, one more and one less, with and without.

What a slip of one in a rule would change, where the worked examples beside this file stand in the middle.
"""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.errors import BadAnswer, Illegal
from affray.rulesets.traveller import RULESET, downtime, harm, healing, order, ranged
from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller import round as rounds
from affray.rulesets.traveller.actions import admits
from affray.rulesets.traveller.endings import come_to_rest
from affray.rulesets.traveller.fighter import Fighter
from affray.rulesets.traveller.sheet import Project, Reaction
from affray.rulesets.traveller.state import State, Work
from affray.session.correction import corrected
from affray.testing.script import causes, kinds, play_out
from tests.traveller.cast import (
    act,
    body,
    dms,
    do,
    fight,
    fighter,
    forbids,
    house,
    left,
    next_asked,
    opened,
    refuses,
    spot,
    steps,
    table,
    total,
    wall,
)

END, WRESTLE = act("end"), act("wrestle")
BLOW = act("melee attack", 1, item="sword")
SHOT = act("ranged attack", 1, item="rifle")
SPEAR = act("thrown attack", 1, item="throwing spear")
DODGE, DIVE = Reaction("dodge"), Reaction("dive")


def pair(at=(1, 0), options=None, foe=None, **changes) -> State:
    """Asha with a sword, a rifle and a spear, who adds nothing to any check, and Bo, a metre away."""
    asha = fighter(
        "Asha",
        skills={"melee": 0, "gun combat": 0, "athletics": 0},
        weapons=("sword", "rifle", "throwing spear"),
        **changes,
    )
    return fight(asha, fighter("Bo", "blue", at, **(foe or {})), house=house(**(options or {})))


def acts(here: State, rule, *answers: object, who: int = 0):
    """A part of the rules, played by one fighter with these answers."""
    return play_out(here, lambda play: rule(play, Fighter(play, Who(who))), *answers)


# --- checks and attacks ---------------------------------------------------------------------------------


@pytest.mark.rule("TRV-R27")
def test_a_skill_that_was_never_learned_and_one_of_level_nothing():
    never = pair()._replace(
        bodies=(fighter("Asha", skills={}, weapons=("sword",), opened=True), *pair().bodies[1:])
    )
    assert dms(do(never, BLOW, "", (6, 6), (1, 1, 1)), "melee attack") == {"TRV-R27": -3}
    known = dms(do(pair(), BLOW, "", (6, 6), (1, 1, 1)), "melee attack")
    assert "TRV-R27" not in known


@pytest.mark.rule("TRV-MEL-02", "TRV-MEL-03")
@pytest.mark.parametrize(("dice", "hits"), [((3, 4), False), ((4, 4), True)])
def test_a_blow_lands_from_eight_on(dice, hits):
    play = do(pair(), BLOW, "", dice, *([(1, 1, 1)] if hits else []))
    assert ("Struck" in kinds(play), "Missed" in kinds(play)) == (hits, not hits)


@pytest.mark.rule("TRV-RNG-02", "TRV-RNG-03", "TRV-THR-02", "TRV-THR-03")
@pytest.mark.parametrize("attack", [SHOT, SPEAR], ids=["shot", "thrown"])
@pytest.mark.parametrize(("short", "hits"), [(1, False), (0, True)])
def test_a_shot_and_a_spear_hit_from_eight_on(attack, short, hits):
    here = pair((10, 0))
    dm = total(do(here, attack, "", (1, 1)), "ranged attack" if attack is SHOT else "thrown attack")
    first = 8 - dm - short - 4
    play = do(here, attack, "", (first, 4), *([(1, 1, 1)] if hits else []))
    assert ("Struck" in kinds(play), "Missed" in kinds(play)) == (hits, not hits)


@pytest.mark.rule("TRV-AIM-01", "TRV-MEL-01", "TRV-RNG-01", "TRV-THR-01")
@pytest.mark.parametrize(
    ("attack", "what", "answers"),
    [
        (BLOW, "melee attack", ("",)),
        (SHOT, "ranged attack", ("",)),
        (SPEAR, "thrown attack", ("",)),
    ],
)
def test_an_aim_counts_in_the_attack_and_ends_with_it(attack, what, answers):
    play = do(pair((1, 0), aim=2), attack, *answers, (1, 1))
    assert dms(play, what)["TRV-AIM-01"] == 2
    assert (body(play, 0).aim, body(play, 0).acts) == (0, pair().bodies[0].acts - 2)


@pytest.mark.rule("TRV-RANGE-04")
def test_out_of_range_is_refused_and_is_still_a_figure_of_the_longest():
    sword = act("ranged attack", 1, item="sword")
    assert "TRV-RNG-01" in forbids(pair((10, 0)), sword)
    assert forbids(pair((10, 0)), act("ranged attack", 1, item="laser")) >= {"TRV-RNG-01"}
    rifle = pair().bodies[0].kit[1]
    far = pair((4 * rifle.reach / 100 + 1, 0))
    assert forbids(far, SHOT) == {"TRV-RANGE-04"}
    play = play_out(far, lambda p: None)
    mod = ranged.range_mod(Fighter(play, Who(0)), Fighter(play, Who(1)), rifle)
    assert (mod.rule, mod.amount) == ("TRV-RANGE-04", -4)
    near = pair((10, 0))
    mod = ranged.range_mod(
        Fighter(play_out(near, lambda p: None), Who(0)),
        Fighter(play_out(near, lambda p: None), Who(1)),
        rifle,
    )
    assert mod.rule != "TRV-RANGE-04"


@pytest.mark.rule("TRV-DIVE-06", "TRV-R14")
def test_who_lies_and_who_dives_are_told_apart():
    prone = do(pair((10, 0), foe={"stance": "prone"}), SHOT, "", (1, 1))
    assert ("TRV-R14" in dms(prone, "ranged attack"), "TRV-DIVE-06" in dms(prone, "ranged attack")) == (
        True,
        False,
    )
    dived = do(pair((10, 0)), SHOT, DIVE, (1, 1))
    assert ("TRV-R14" in dms(dived, "ranged attack"), "TRV-DIVE-06" in dms(dived, "ranged attack")) == (
        False,
        True,
    )


# --- reactions ------------------------------------------------------------------------------------------


@pytest.mark.rule("TRV-REACT-01", "TRV-DIVE-01", "TRV-GRAP-01", "TRV-DIVE-02")
def test_what_may_be_answered_besides_what_is_listed():
    to = Reaction("dive", to=spot(10, 1))
    asked = next_asked(pair((10, 0)), SHOT)
    assert refuses(asked, to) == []
    assert refuses(asked, Reaction("dive", to=spot(10, 2))) == ["TRV-DIVE-02"]
    assert refuses(asked, Reaction("dodge", to=spot(10, 1))) == ["TRV-REACT-01"]
    assert refuses(asked, Reaction("dive", "a hedge that is not there")) == ["TRV-REACT-01"]
    assert refuses(next_asked(pair((1, 0)), BLOW), Reaction("dive", to=spot(1, 1))) == ["TRV-DIVE-01"]
    held = pair((10, 0), foe={"grip": Who(2)})
    held = held._replace(
        bodies=(*held.bodies[:2], fighter("Cleo", "red", (11, 0), grip=Who(1)), held.bodies[-1])
    )
    assert refuses(next_asked(held, SHOT), Reaction("dive", to=spot(10, 1))) == ["TRV-GRAP-01"]


@pytest.mark.rule("TRV-DIVE-03", "TRV-R31")
def test_who_dives_with_a_turn_put_off_loses_it_and_no_leaders_dms():
    here = pair(
        (10, 0),
        foe={"deferring": True, "asked": True, "pool": 2, "score": 3},
        options={"leadership_lasts": "next_turn"},
    )
    play = do(here, SHOT, DIVE, (1, 1))
    assert (body(play, 1).deferring, body(play, 1).pool) == (False, 2)


@pytest.mark.rule("TRV-DIVE-05", "TRV-R37")
def test_a_dive_behind_several_things_has_the_best_of_them_and_the_others():
    hedge, stones = (
        wall("hedge", "vegetation", (9.2, -2), (9.2, 2)),
        wall("stones", "stone wall", (9.4, -2), (9.4, 2)),
    )
    here = pair((10, 0))
    here = here._replace(bodies=(*here.bodies[:2], here.table._replace(covers=(hedge, stones))))
    play = do(here, SHOT, Reaction("dive", "stones"), (1, 1))
    assert body(play, 1).cover == stones
    assert body(play, 1).more == (hedge,)
    assert "TRV-DIVE-05" in causes(play)
    aside = do(pair((10, 0)), SHOT, DIVE, (1, 1))
    assert "TRV-DIVE-05" not in causes(aside)


# --- going ----------------------------------------------------------------------------------------------


@pytest.mark.rule("TRV-MOVE-01", "TRV-R37")
def test_several_things_at_hand_cover_the_best_first():
    hedge, stones = (
        wall("hedge", "vegetation", (5, -2), (5, 2)),
        wall("stones", "stone wall", (5.2, -2), (5.2, 2)),
    )
    here = pair((30, 0))
    here = here._replace(bodies=(*here.bodies[:2], here.table._replace(covers=(hedge, stones))))
    before = here.bodies[0].acts
    moved = do(here, act("move", to=(4.5, 0)))
    assert (body(moved, 0).cover, body(moved, 0).more) == (stones, (hedge,))
    taken = do(here, act("take cover", item="stones"))
    assert (body(taken, 0).cover, body(taken, 0).acts) == (stones, before - 1)


@pytest.mark.rule("TRV-MOVE-01", "TRV-MOVE-03")
def test_too_far_is_refused_by_the_rule_of_the_ground():

    assert forbids(pair((30, 0)), act("move", to=(0, 7))) == {"TRV-MOVE-01"}
    assert forbids(pair((30, 0), stance="prone"), act("move", to=(0, 7))) == {"TRV-MOVE-03"}


# --- grapples -------------------------------------------------------------------------------------------


@pytest.mark.rule("TRV-GRAP-01", "TRV-R22")
def test_reaching_for_somebody_takes_the_turn_though_it_fails():
    play = do(pair(), act("grapple", 1), (1, 1), (6, 6))
    assert body(play, 0).acts == pair().bodies[0].acts - 2


@pytest.mark.rule("TRV-R9")
def test_who_reaches_for_somebody_is_seen_from_then_on():
    hidden = do(pair(unseen=True), act("grapple", 1), (1, 1), (6, 6))
    assert ("Seen" in kinds(hidden), body(hidden, 0).unseen) == (True, False)
    assert "Seen" not in kinds(do(pair(), act("grapple", 1), (1, 1), (6, 6)))


@pytest.mark.rule("TRV-UNC-01")
def test_the_unconscious_do_not_wrestle_and_are_no_doctors():
    out = pair(grip=Who(1), out=True, foe={"grip": Who(0)})
    assert "TRV-UNC-01" in forbids(out, WRESTLE)
    ward = fight(
        fighter("Asha", skills={"medic": 2}, out=True),
        fighter("Bo", "red", (1, 0), endurance=3),
        won="red", facility="hospital",
    )  # fmt: skip
    assert "TRV-UNC-01" in forbids(ward, act("medical care", 1))


def grapple(armour: int, chosen: str, *answers: object):
    """Asha wins with an Effect of 0 against Bo, who wears so much, which counts by the option."""
    here = pair(
        grip=Who(1), foe={"grip": Who(0), "sheet": {"armour": (armour,)}}, options={"grapple_armour": True}
    )
    return do(here, WRESTLE, (4, 4), (4, 3), chosen, *answers)


@pytest.mark.rule("TRV-GRAP-08", "TRV-R23", "TRV-R24")
@pytest.mark.parametrize(("armour", "struck"), [(1, True), (2, False)])
def test_a_squeeze_that_armour_stops_is_none(armour, struck):
    play = grapple(armour, "hurt")
    assert ("Struck" in kinds(play)) is struck


@pytest.mark.rule("TRV-GRAP-06", "TRV-R24")
@pytest.mark.parametrize(("armour", "struck"), [(2, True), (3, False)])
def test_a_throw_that_armour_stops_is_no_harm(armour, struck):
    play = grapple(armour, "throw", (2,), (3,))
    assert ("Struck" in kinds(play)) is struck


# --- work and leading -----------------------------------------------------------------------------------

DRIVE = Project("the drive", "engineer", "EDU", -1, 3)


def engine(work=None, **options) -> State:
    """Asha, Engineer 1, at a drive of DM -1; it is the turn of Bo, who has a rifle."""
    asha = fighter("Asha", skills={"engineer": 1}, work=work, score=1)
    bo = fighter("Bo", "blue", (6, 0), weapons=("rifle",), score=2)
    return fight(asha, bo, current=1, house=house(**options), projects=(DRIVE,))


@pytest.mark.rule("TRV-R1", "TRV-ACT-SKILL")
def test_a_project_has_a_dm_of_its_own():
    begun = do(engine(), act("work", item="the drive"), (6, 6))
    assert dms(begun, "extended action") == {"TRV-ACT-SKILL": 1, "TRV-R1": -1}


@pytest.mark.rule("TRV-ACT-SKILL", "TRV-EXT-04")
def test_a_project_that_is_done_is_not_spoiled():
    done = do(engine(Work("the drive", 2)), act("work", item="the drive"))
    ended = [e for e in done.done if isinstance(e, fx.ProjectEnded)]
    assert ended == [fx.ProjectEnded("the drive", False)]


@pytest.mark.rule("TRV-EXT-03", "TRV-EXT-04")
@pytest.mark.parametrize(
    ("dice", "lost", "spoiled"),
    [((6, 6), False, False), ((5, 6), True, False), ((1, 5), False, True)],
    ids=["just there", "a point short", "six short"],
)
def test_a_wound_at_work_costs_progress_from_a_point_short_on(dice, lost, spoiled):
    shot = act("ranged attack", 0, item="rifle")
    play = do(engine(Work("the drive", 1)), shot, "", (4, 3), (2, 1, 1), dice, who=1)
    assert total(play, "extended action") == 1 - 1 - 4
    assert ("ProgressLost" in kinds(play)) is lost
    ended = [e for e in play.done if isinstance(e, fx.ProjectEnded)]
    assert ended == ([fx.ProjectEnded("the drive", True)] if spoiled else [])


@pytest.mark.rule("TRV-LEAD-01", "TRV-LEAD-02", "TRV-LEAD-03", "TRV-R6")
@pytest.mark.parametrize(("dice", "filled"), [((3, 4), "GiftFilled"), ((4, 4), "PoolFilled")])
def test_a_leader_helps_from_eight_on(dice, filled):
    leader = fighter("Asha", skills={"leadership": 0})
    play = do(fight(leader, fighter("Bo", "blue", (9, 0))), act("lead"), dice)
    assert [k for k in kinds(play) if k.endswith("Filled")] == [filled]
    assert body(play, 0).acts == fighter().acts - 2


@pytest.mark.rule("TRV-LEAD-01")
@pytest.mark.option("leadership.free")
@pytest.mark.parametrize(("free", "spent"), [(False, 2), (True, 0)])
def test_leading_takes_a_significant_action_or_nothing(free, spent):
    leader = fighter("Asha", skills={"leadership": 0}, aim=1)
    here = fight(leader, fighter("Bo", "blue", (9, 0)), house=house(leadership_free=free))
    play = do(here, act("lead"), (4, 4))
    assert body(play, 0).acts == leader.acts - spent


@pytest.mark.rule("TRV-REACT-01", "TRV-ACT-PSI", "TRV-R7")
def test_reactions_weigh_on_psionics_too():
    play = do(pair(penalty=2), act("psionics"), 0, (4, 4))
    assert dms(play, "psionics")["TRV-REACT-01"] == -2


# --- the order ------------------------------------------------------------------------------------------


@pytest.mark.rule("TRV-AMB-01", "TRV-AMB-02", "TRV-AMB-03")
@pytest.mark.parametrize(
    ("ambush", "round_", "boost", "rule"),
    [(1, 1, 6, "TRV-AMB-01"), (-1, 1, -6, "TRV-AMB-02"), (0, 1, 0, None), (1, 2, 0, None)],
)
def test_an_ambush_moves_both_sides_in_the_first_round(ambush, round_, boost, rule):
    here = fight(
        fighter("Asha", entered=False, ambush=ambush),
        fighter("Bo", "blue", (9, 0)),
        turn=round_,
        current=None,
    )
    play = acts(here, lambda p, one: order.roll_initiative(p, one, False), (4, 4))
    assert body(play, 0).boost == boost
    assert {"TRV-AMB-01", "TRV-AMB-02"} & causes(play) == ({rule} if rule else set())


@pytest.mark.rule("TRV-INIT-03", "TRV-REACT-01")
@pytest.mark.option("leadership.lasts")
@pytest.mark.parametrize(("late", "pool"), [(False, 0), (True, 2)])
def test_a_turn_that_begins_ends_a_leaders_dms_unless_it_was_put_off(late, pool):
    here = pair(pool=2, reacted=1, options={"leadership_lasts": "next_turn"})
    play = acts(here, lambda p, one: order.open_turn(p, one, late))
    assert body(play, 0).pool == pool
    assert "TRV-REACT-01" in causes(play)
    kept = acts(pair(pool=2, options={"leadership_lasts": "fight"}), order.open_turn)
    assert body(kept, 0).pool == 2
    assert "TRV-REACT-01" not in causes(kept)


@pytest.mark.rule("TRV-INIT-03")
def test_the_turn_falls_to_the_next_in_order():
    here = fight(fighter("Asha", score=1), fighter("Bo", "blue", (9, 0), score=3), current=None)
    play = steps(here)
    assert (table(play).current, body(play, 1).opened) == (1, True)
    loser = fight(fighter("Asha", score=1), fighter("Bo", "blue", (9, 0), score=3, loses=True), current=None)
    passed = steps(loser)
    assert (table(passed).current, body(passed, 1).done) == (None, True)


@pytest.mark.rule("TRV-INIT-05")
def test_whoever_comes_to_rest_acts_with_nobody():
    play = acts(pair(together=True, opened=True), come_to_rest)
    assert (body(play, 0).together, "TRV-INIT-05" in causes(play)) == (False, True)
    alone = acts(pair(), come_to_rest)
    assert "TRV-INIT-05" not in causes(alone)


@pytest.mark.rule("TRV-R33", "TRV-R9")
@pytest.mark.parametrize(
    ("opened_", "done", "ends"), [(True, False, True), (True, True, False), (False, False, False)]
)
def test_a_turn_that_is_open_ends_with_the_fight(opened_, done, ends):
    here = fight(
        fighter("Asha", done=done, asked=True), fighter("Bo", "blue", (9, 0)), current=0 if opened_ else None
    )
    play = acts(here, come_to_rest)
    assert ("TurnEnded" in kinds(play)) is ends
    assert not body(play, 0).asked


@pytest.mark.rule("TRV-R33")
def test_after_the_fight_there_are_other_actions():
    over = pair()
    over = over._replace(bodies=(*over.bodies[:2], over.table._replace(won="red")))
    assert [r.rule for r in admits(over, Who(0), Act("move", None, spot(0, 1)))] == ["TRV-R33"]
    assert [r.rule for r in admits(pair(), Who(0), Act("move", None, spot(0, 1)))] == []
    with pytest.raises(BadAnswer, match="expected one of the sides"):
        corrected(RULESET, pair(), fx.Won("green"))


@pytest.mark.rule("TRV-DEFER-01")
def test_who_lets_the_moment_pass_is_not_asked_again_in_it():
    here = fight(
        fighter("Asha", score=3, deferring=True),
        fighter("Bo", "blue", (20, 0), score=1),
        fighter("Cleo", "blue", (22, 0), score=0),
        current=1,
    )
    passed = acts(here, order.cut_in, False)
    assert (body(passed, 0).asked, body(passed, 0).deferring) == (True, True)
    taken = acts(here, order.cut_in, True)
    assert (body(taken, 0).opened, table(taken).current) == (True, 0)
    lost = fight(
        fighter("Asha", score=3, deferring=True, loses=True), fighter("Bo", "blue", (20, 0)), current=1
    )
    gone = acts(lost, order.cut_in, True)
    assert (body(gone, 0).done, table(gone).current) == (True, None)


@pytest.mark.rule("TRV-R38")
def test_a_newcomer_gets_a_place_before_the_turn_goes_on():
    newcomer = fighter("Cleo", "red", (5, 0), entered=False)
    place = order.comes_between
    here = fight(fighter(), fighter("Bo", "blue", (9, 0)), newcomer)
    assert place(here.table, newcomer) == (False,)
    assert place(here.table._replace(round=0), newcomer) is None
    assert place(here.table, newcomer._replace(out=True, endurance=0, strength=0)) is None
    late = fighter("Dov", "red", deferring=True, score=2)
    assert place(here.table, late._replace(asked=True)) is None
    assert (place(here.table, late) or ())[:1] == (True,)


@pytest.mark.rule("TRV-R30")
def test_a_turn_that_was_put_off_and_not_taken_is_told_of():
    assert "TRV-R30" in causes(acts(pair(deferring=True), rounds.refresh))
    assert "TRV-R30" not in causes(acts(pair(), rounds.refresh))


# --- healing --------------------------------------------------------------------------------------------


def ward(endurance=3, missing=(0, 0), full=7, **changes: Any) -> State:
    """Asha, a doctor, and Bo, who lacks so much of STR and DEX and has so much END left, after the fight."""
    s, d = missing
    bo = fighter(
        "Bo", "red", (1, 0), full=(7, 7, full, 7, 7, 7), strength=7 - s, dexterity=7 - d, endurance=endurance
    )
    doc = fighter("Asha", skills={"medic": 2}, full=(7, 7, 7, 7, 7, 7))
    return fight(doc, bo, current=None, **{"won": "red", "facility": "hospital", "day": 1, **changes})


@pytest.mark.rule("TRV-FAID-04", "TRV-FAID-05", "TRV-FAID-06")
@pytest.mark.parametrize(
    ("dice", "back", "harmed"), [((3, 5), True, False), ((3, 4), False, True)], ids=["eight", "seven"]
)
def test_first_aid_helps_from_eight_on(dice, back, harmed):
    helper = fighter("Asha", skills={"medic": 0}, weapons=("medikit",))
    bo = fighter("Bo", "red", (1, 0), endurance=3, hurt_at=0)
    here = fight(helper, bo, fighter("Cleo", "blue", (30, 0)), clock=30)
    play = do(here, act("first aid", 1), dice)
    assert (left(play, 1)[2] > 3) is back
    assert ("TRV-FAID-06" in causes(play)) is harmed


@pytest.mark.rule("TRV-CARE-03", "TRV-NAT-02", "TRV-R39")
def test_who_was_seen_to_today_is_not_seen_to_again():
    cared = acts(ward(), downtime.tended, who=1)
    assert body(cared, 1).seen_to
    assert "TRV-CARE-03" in causes(cared)
    resting = acts(ward(facility=""), downtime.tended, (1,), who=1)
    assert body(resting, 1).seen_to
    assert "TRV-NAT-02" in causes(resting)


@pytest.mark.rule("TRV-NAT-02", "TRV-R39")
@pytest.mark.parametrize(("endurance", "rests"), [(8, False), (9, True)])
def test_with_all_three_damaged_rest_is_for_those_whom_it_helps(endurance, rests):
    here = ward(endurance=endurance, missing=(1, 1), full=12, facility="")
    play = acts(here, downtime.tended, who=1)
    assert body(play, 1).seen_to is rests


@pytest.mark.rule("TRV-R39")
def test_a_day_breaks():
    before = ward()
    assert table(acts(before, lambda p, _: downtime.daybreak(p))).day == before.table.day + 1


@pytest.mark.rule("TRV-DRAW-01", "TRV-LOAD-01")
def test_between_fights_one_loads_what_one_carries_and_has_shot():
    def loads(item, shots):
        armed = fighter("Asha", weapons=("revolver",), left=(shots,))
        return acts(
            fight(armed, current=None), lambda p, one: downtime.perform(p, one, act("reload", item=item))
        )

    assert body(loads("revolver", 0), 0).left == (6,)
    with pytest.raises(Illegal, match="is loaded"):
        loads("revolver", 6)
    with pytest.raises(Illegal, match="does not carry it"):
        loads("rifle", 0)


@pytest.mark.rule("TRV-UNC-01")
def test_who_wakes_is_told_of_and_who_was_awake_is_not():
    awake = acts(ward(), lambda p, one: harm.roused(p, one, False), who=1)
    assert "Woke" not in kinds(awake)
    woken = acts(ward(), lambda p, one: harm.roused(p, one, True), who=1)
    assert "Woke" in kinds(woken)
    still = fight(fighter("Asha"), fighter("Bo", "red", strength=0, endurance=0, out=True), current=None)
    assert "Woke" not in kinds(acts(still, lambda p, one: harm.roused(p, one, True), who=1))


@pytest.mark.rule("TRV-WAKE-02")
def test_time_passes_by_the_minute_while_somebody_is_out():
    out = fight(
        fighter("Asha"),
        fighter("Bo", "red", strength=0, endurance=0, out=True, wake_at=600),
        current=None,
        won="red",
        days=1,
    )
    play = acts(out, lambda p, _: healing.time_passes(p, None))
    assert table(play).clock == out.table.clock + 60


@pytest.mark.rule("TRV-SURG-02", "TRV-SURG-03")
@pytest.mark.parametrize(("dice", "gained"), [((3, 5), 0), ((4, 5), 1)])
def test_surgery_gains_from_a_point_over_eight_on(dice, gained):
    here = ward(endurance=3, missing=(2, 2))
    play = acts(
        here,
        lambda p, one: healing.operate(p, one, Fighter(p, Who(1))),
        (dice[0] - 2, dice[1]),
        *([(0, 0, 1)] if gained else []),
    )
    assert sum(left(play, 1)) == 13 + gained


@pytest.mark.rule("TRV-R40")
@pytest.mark.option("unconscious.prone")
@pytest.mark.parametrize(("prone", "stance"), [(True, "prone"), (False, "standing")])
def test_who_begins_the_fight_unconscious_lies_or_does_not(prone, stance):
    here = opened(
        {"name": "Asha", "side": "red", "at": (0, 0), "now": {"STR": 0, "END": 0}},
        {"name": "Bo", "side": "blue", "at": (9, 0)},
        options={"unconscious.prone": prone},
    )
    assert (here.bodies[0].out, here.bodies[0].stance) == (True, stance)


@pytest.mark.rule("TRV-R18")
@pytest.mark.option("healing.remainder")
def test_a_point_over_goes_where_the_player_says_if_there_is_a_choice():
    def recovers(points, strength, endurance, *answers):
        here = fight(
            fighter(),
            fighter("Bo", "red", strength=strength, endurance=endurance),
            current=None,
            house=house(healing_remainder="player"),
        )
        rule = lambda p, one: healing.recover(p, one, points, "TRV-NAT-01")  # noqa: E731
        return acts(here, rule, *answers, who=1)

    assert left(recovers(1, 5, 5, "END"), 1) == (5, 7, 6)
    assert left(recovers(3, 6, 3), 1) == (7, 7, 5), "STR is whole by then: nobody is asked"
    assert kinds(recovers(0, 5, 5)) == []


@pytest.mark.rule("TRV-INIT-03")
def test_equals_who_have_done_all_at_one_moment_are_done():
    here = fight(
        fighter("Asha", acts=1, together=True, opened=True),
        fighter("Bo", "blue", (30, 0), acts=3, together=True),
        current=None,
    )
    here = here._replace(
        bodies=(here.bodies[0]._replace(opened=True), here.bodies[1]._replace(opened=True), here.table)
    )
    play = play_out(here, rounds.moment, act("aim"), act("aim"))
    assert [body(play, who).done for who in (0, 1)] == [True, False]
