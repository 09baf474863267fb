"""What movements set off along the way: overwatch and opportunity, where they come into reach.

And what arrival by other means sets off: nothing by itself, for only acts of enemies are answered
(AMB-35).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from affray.core.effect import Who
from affray.core.live import Chose, Rolled, resume
from affray.core.space import Point, in_arc, point, within
from affray.pricing import price_action
from affray.rulesets.coriolis import RULESET, way
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis.fighter import Fighter
from affray.rulesets.coriolis.overwatch import fire
from affray.rulesets.coriolis.round import step
from affray.rulesets.coriolis.scene import Combatant, joining
from affray.session.correction import corrected
from affray.testing.script import causes, first, kinds, play_out
from tests.coriolis.cast import act, asks, body, do, fight, fighter, forbids, house, rolls, steps, wall

PISTOL = "heavy pistol"
HERE = point(0, 0)
MISS = (1, 1)


def watcher(**given: Any):
    """Two dice with a heavy pistol (damage 3, Short), aiming along the x axis from the origin."""
    return fighter("Watcher", "blue", **{"weapons": (PISTOL,), "watch": point(10, 0), **given})


def runner(x: float, y: float, **given: Any):
    """Somebody with 7 hit points."""
    return fighter("Runner", "red", (x, y), agility=5, **given)


# --- the way itself ------------------------------------------------------------------------------

near = st.integers(-1200, 1200)
spots = st.builds(Point, near, near)


@pytest.mark.slow
@given(spots, spots, spots, st.integers(0, 900))
@example(Point(0, 0), Point(1000, 0), Point(500, 200), 200)
@example(Point(0, 0), Point(1000, 0), Point(500, 201), 200)
def test_the_first_place_within_reach_is_that_of_a_walk_step_by_step(start, end, middle, reach):
    walked = [way.place(start, end, n) for n in range(way.length(start, end) + 1)]
    expected = next((n for n, spot in enumerate(walked) if within(spot, middle, reach)), None)
    found = way.into_circle(start, end, middle, reach)
    assert found == expected


@pytest.mark.slow
@given(spots, spots, spots, spots, st.integers(0, 2000))
@example(Point(500, -900), Point(500, 900), Point(0, 0), Point(100, 0), 2000)
@example(Point(1200, 0), Point(0, 0), Point(0, 0), Point(100, 0), 1000)
def test_the_first_place_in_an_arc_is_that_of_a_walk_step_by_step(start, end, apex, aim, reach):
    def covered(spot: Point) -> bool:
        return within(apex, spot, reach) and in_arc(apex, aim, spot)

    walked = [way.place(start, end, n) for n in range(way.length(start, end) + 1)]
    expected = next((n for n, spot in enumerate(walked) if covered(spot)), None)
    found = way.into_arc(start, end, apex, aim, reach)
    assert found == expected


# --- overwatch (COR-OVW-05, AMB-35) ---------------------------------------------------------------


@pytest.mark.rule("COR-OVW-05", "COR-DST-08", "AMB-35")
def test_who_comes_into_range_is_shot_at_where_the_range_begins():
    start = fight(runner(105, 0), watcher())
    where = asks(start, act("sprint", to=(95, 0)), True)
    assert where.asked.question == "normal shot"
    assert where.view is not None
    assert where.view.play.fight.bodies[0].spot == (10_000, 0)
    play = do(start, act("sprint", to=(95, 0)), True, MISS)
    assert [mod.rule for mod in rolls(play, "normal shot")[0].tally].count("COR-DST-07") == 1
    assert body(play, 1).ap == 1
    assert body(play, 0).spot == (9500, 0)


@pytest.mark.rule("COR-OVW-05", "COR-OVW-06", "AMB-35")
def test_who_crosses_the_arc_and_leaves_it_again_is_shot_at_in_it():
    start = fight(runner(4, -6), watcher())
    play = do(start, act("sprint", to=(4, 4)), False)
    assert body(play, 0).spot == (400, 400)
    across = fight(runner(3, -5), watcher())
    felled = do(across, act("sprint", to=(3, 5)), True, (6, 6), 1)
    assert body(felled, 0).spot == (300, 500)
    assert body(felled, 0).hp == 7 - 4
    put_down = do(fight(runner(3, -5)._replace(hp=3), watcher()), act("sprint", to=(3, 5)), True, (6, 1))
    assert body(put_down, 0).hp == 0
    assert body(put_down, 0).spot == (300, -300)
    assert body(put_down, 0).heading is None


@pytest.mark.rule("COR-OVW-05", "AMB-35", "AMB-42")
def test_who_comes_out_of_cover_on_the_way_has_left_it_when_the_shot_is_fired():
    crate = wall("crate", 8, (3, -7), (5, -7))
    start = fight(runner(4, -6, cover=crate), watcher(), covers=(crate,))
    play = do(start, act("sprint", to=(4, 2)), True, (6, 1))
    assert body(play, 0).hp == 7 - 3
    assert not rolls(play, "armour")


@pytest.mark.rule("COR-OVW-05", "AMB-35")
@pytest.mark.parametrize(
    ("start", "to", "seen"),
    [
        pytest.param((4, -6), (4, -4), True, id="to the very edge of the arc"),
        pytest.param((4, -6), (4, -4.01), False, id="just short of it"),
        pytest.param((105, 0), (100, 0), True, id="to the end of the range"),
        pytest.param((105, 0), (100.01, 0), False, id="just short of that"),
        pytest.param((-3, -3), (-3, 6), False, id="behind the watcher's back"),
        pytest.param((4, 0), (-4, 0), True, id="out of it"),
    ],
)
def test_the_edges_of_arc_and_range(start, to, seen):
    here = fight(runner(*start), watcher(at=(0, 0)))
    if seen:
        assert asks(here, act("sprint", to=to)).asked.question == "overwatch shot"
    else:
        assert body(do(here, act("sprint", to=to)), 0).spot == point(*to)


@pytest.mark.rule("COR-OVW-05")
def test_what_one_does_before_the_way_leads_into_the_arc_is_done_outside_it():
    foe = fighter("Foe", "blue", (4, -7), weapons=("axe",), strength=3)
    start = fight(runner(4, -6, skills={"melee combat": 2}), watcher(), foe)
    play = do(start, act("sprint", to=(4, 2)), True, "axe", True, (1,) * 5, (1, 1), False)
    asked = [told.asked.question for told in play.story if isinstance(told, Rolled | Chose)]
    assert asked.index("defend") < asked.index("overwatch shot")
    assert asked.count("overwatch shot") == 1


@pytest.mark.rule("AMB-16")
@pytest.mark.option("range.past_extreme")
@pytest.mark.parametrize(("value", "seen"), [("no", False), ("minus3", True)])
def test_beyond_the_farthest_band_only_where_shots_go_so_far(value, seen):
    start = fight(runner(1050, 0), watcher(weapons=("gauss rifle",)), house=house(range_past_extreme=value))
    if seen:
        assert asks(start, act("hit the ground")).asked.question == "overwatch shot"
    else:
        assert body(do(start, act("hit the ground")), 0).prone


@pytest.mark.rule("COR-OVW-05", "COR-ACT-10")
def test_who_falls_on_the_way_has_come_some_of_it_and_does_not_get_there():
    """Two dice hit with 11 of 36, and any hit puts the runner down where the arc begins."""
    here = fight(runner(5, -9, hp=1), watcher(), current=0)
    odds = price_action(RULESET, here, Who(0), act("sprint", to=(5, 0)))
    assert odds["gets there"].fractions == {False: Fraction(11, 36), True: Fraction(25, 36)}
    play = do(here, act("sprint", to=(5, 0)), True, (6, 1))
    assert (body(play, 0).spot, body(play, 0).hp) == (point(5, -5), 0)


@pytest.mark.rule("AMB-41")
@pytest.mark.option("interrupt.change")
def test_who_has_come_some_way_may_not_take_it_back():
    start = fight(runner(4, -6), watcher(), house=house(interrupt_change="yes"))
    play = do(start, act("sprint", to=(4, 2)), True, MISS)
    assert (body(play, 0).spot, body(play, 0).ap) == ((400, 200), 2)


@pytest.mark.rule("COR-OVW-04")
def test_one_chooses_the_gun_where_more_than_one_reaches_so_far():
    both = watcher(weapons=(PISTOL, "gauss rifle"))
    waiting = asks(fight(runner(8, 0), both), act("hit the ground"), True)
    assert (waiting.asked.question, tuple(waiting.options)) == ("overwatch gun", (PISTOL, "gauss rifle"))
    far = do(fight(runner(150, 0), both), act("hit the ground"), True, (1,))
    assert {mod.why for mod in rolls(far, "normal shot")[0].tally} >= {"gauss rifle"}


@pytest.mark.rule("AMB-41")
def test_it_is_said_when_a_shot_has_nothing_left_to_hit():
    start = fight(runner(8, 0, dead=True, hp=0), watcher())
    play = play_out(start, lambda play: fire(play, Fighter(play, Who(1)), Fighter(play, Who(0)), PISTOL))
    assert kinds(play) == ["Narrated"]


# --- opportunity (COR-AOO-02, -03) ----------------------------------------------------------------


@pytest.mark.rule("COR-AOO-03", "AMB-32")
def test_who_passes_is_struck_and_pinned_where_the_arms_reach():
    foe = fighter("Barid", "blue", (5, 0), strength=5, weapons=())
    start = fight(runner(0, 0, ap=1), foe)
    play = do(start, act("sprint", to=(10, 0)), True, (6, 6, 1, 1, 1, 1, 1), 0, "grapple")
    assert body(play, 0).held_by == 1
    assert body(play, 0).spot == (300, 0)
    assert first(play, fx.CameUpTo).at == 1


@pytest.mark.rule("COR-AOO-03", "AMB-33")
@pytest.mark.parametrize(("y", "passes"), [(2, True), (2.01, False)])
def test_the_edge_of_passing(y, passes):
    start = fight(runner(0, 0), fighter("Barid", "blue", (5, y)))
    if passes:
        assert asks(start, act("sprint", to=(10, 0))).rules == ("COR-AOO-03",)
    else:
        assert body(do(start, act("sprint", to=(10, 0))), 0).spot == (1000, 0)


# --- both (AMB-61) --------------------------------------------------------------------------------


def questions(start, *answers: object) -> list[tuple[int, str]]:
    """Who is asked what, when all let the runner pass."""
    play = do(start, act("sprint", to=(-8, 0)), *answers)
    return [
        (int(told.asked.who), told.asked.question) for told in play.story if isinstance(told, Rolled | Chose)
    ]


@pytest.mark.rule("AMB-61")
@pytest.mark.parametrize(
    ("shooter", "striker", "expected"),
    [
        (2, 5, ["attack of opportunity", "overwatch shot"]),
        (5, 2, ["overwatch shot", "attack of opportunity"]),
    ],
)
def test_the_highest_initiative_reacts_first_whatever_the_reaction(shooter, striker, expected):
    start = fight(
        runner(0, 0),
        watcher(at=(10, 0), watch=HERE, score=shooter),
        fighter("Barid", "blue", (0, 1), score=striker),
    )
    assert [what for _, what in questions(start, False, False)] == expected


@pytest.mark.rule("AMB-61")
def test_along_the_way_the_place_comes_before_the_initiative():
    start = fight(
        runner(0, 0),
        watcher(at=(-6, -3), watch=point(-6, 5), score=6),
        fighter("Barid", "blue", (0, 1), score=2),
    )
    assert questions(start, False, False) == [(2, "attack of opportunity"), (1, "overwatch shot")]


@pytest.mark.rule("AMB-61")
@pytest.mark.option("reactions.order")
def test_by_the_option_the_game_master_picks_across_both():
    start = fight(
        runner(0, 0),
        watcher(at=(10, 0), watch=HERE, score=5),
        fighter("Barid", "blue", (0, 1), score=2),
        house=house(reactions_order="gm"),
    )
    waiting = asks(start, act("sprint", to=(-8, 0)))
    assert (waiting.asked.question, tuple(waiting.options)) == ("who reacts", (Who(1), Who(2)))
    struck = questions(start, Who(2), False, False)
    assert [what for _, what in struck] == ["who reacts", "attack of opportunity", "overwatch shot"]


@pytest.mark.rule("AMB-61", "COR-AP-11")
def test_a_later_one_finds_its_trigger_gone_and_keeps_its_points():
    start = fight(
        runner(0, 0, hp=3),
        watcher(at=(10, 0), watch=HERE, score=5),
        fighter("Barid", "blue", (0, 1), score=2),
    )
    play = do(start, act("sprint", to=(-8, 0)), True, (6, 1))
    assert (body(play, 0).hp, body(play, 2).ap) == (0, 3)
    assert "COR-AOO-02" in causes(play)


# --- arrival by other means -----------------------------------------------------------------------


def kept(*others: Any, **house_rules: Any):
    """The watcher has had its slot and kept two points; Dana, far away, is still to act."""
    dana = fighter("Dana", "red", (0, 60), score=1)
    return fight(watcher(score=6, over=True, ap=2), dana, *others, current=None, house=house(**house_rules))


LATE = {"name": "Late", "side": "red", "at": (8, 0), "archetype": "scout", "hit_points": 7}
GROUND = act("hit the ground")


@pytest.mark.rule("AMB-35", "AMB-67")
@pytest.mark.option("join")
def test_joining_in_the_arc_is_no_act_but_what_the_newcomer_does_then_is():
    start = kept(join="at_once")
    came = start.joined(joining(start, Combatant.model_validate(LATE)))
    play = steps(came, (4,), GROUND, True, MISS, pieces=3)
    asked = [told.asked.question for told in play.story if isinstance(told, Rolled | Chose)]
    assert asked == ["initiative", "action", "overwatch shot", "normal shot"]
    assert (body(play, 0).ap, body(play, 2).prone) == (0, True)


@pytest.mark.rule("AMB-35")
@pytest.mark.parametrize(("to", "seen"), [((8, 0), True), ((0, 8), False)])
def test_who_is_placed_is_answered_where_it_stands_when_it_acts(to, seen):
    placed = corrected(RULESET, kept(), fx.Placed(Who(1), point(*to)))
    assert placed.bodies[0].ap == 2
    now = placed._replace(bodies=(*placed.fighters, placed.table._replace(current=Who(1))))
    if seen:
        assert asks(now, GROUND, who=1).asked == (Who(0), "overwatch shot", "")
    else:
        assert body(do(now, GROUND, who=1), 1).prone


@pytest.mark.rule("COR-OVW-08", "AMB-31")
@pytest.mark.parametrize("how", ["placed", "joined", "revealed"])
def test_whoever_stands_at_arms_length_all_at_once_ends_overwatch_before_anybody_acts(how):
    if how == "placed":
        there = corrected(RULESET, kept(), fx.Placed(Who(1), point(1, 0)))
    elif how == "joined":
        start = kept()
        there = start.joined(joining(start, Combatant.model_validate({**LATE, "at": (1, 0)})))
    else:
        hidden = kept(fighter("Lurker", "red", (1, 0), aware=False, over=True))
        assert body(steps(hidden), 0).watch is not None
        there = corrected(RULESET, hidden, fx.Noticed(Who(2)))
    play, _ = resume(there, step, [])
    assert play.fight.bodies[0].watch is None
    assert "COR-OVW-08" in causes(play)


@pytest.mark.rule("COR-AOO-02", "AMB-35")
def test_who_is_placed_elsewhere_opens_no_attack_of_opportunity():
    pair = fight(runner(0, 0), fighter("Barid", "blue", (1, 0)))
    now = corrected(RULESET, pair, fx.Placed(Who(0), point(9, 0)))
    assert now.bodies[1].ap == 3
    assert not forbids(now, act("sprint", 1))
