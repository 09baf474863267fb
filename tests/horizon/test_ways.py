"""What happens on a way, at arrival by any means, and at the edges: who is noticed, who is located."""

from typing import Any

import pytest

from affray.core.effect import Who
from affray.core.space import point
from affray.rulesets.horizon import RULESET
from affray.rulesets.horizon import effects as fx
from affray.session import opening
from affray.testing.script import causes
from tests.horizon.cast import END, act, body, do, fight, fighter, foe, next_asked, rolls, steps, wall

GAP = (wall("left", (-9, 5), (-1, 5)), wall("right", (1, 5), (9, 5)))
"""A wall with a gap of two metres, north of where Ada goes."""
BLUE: dict[str, Any] = {"at": (0, 15), "walls": GAP, "skills": {"awareness": 1}}


def ada(**changes):
    given: dict[str, Any] = {
        "at": (-6, 0),
        "walls": GAP,
        "agility": 4,
        "score": 25,
        "hidden": True,
        "stealth": 3,
    }
    return fighter(**{**given, **changes})


@pytest.mark.rule("HZN-STL-02", "HZN-STL-04")
def test_who_slips_past_a_gap_is_looked_at_on_the_way():
    start = fight(ada(), foe(**BLUE))
    past = act("move", to=(6, 0))
    seen = do(start, past, (6,), True)
    assert len(rolls(seen, "notice")) == 1
    assert not body(seen).hidden
    unseen = do(start, past, (1,))
    assert (body(unseen).hidden, body(unseen).noticed) == (True, ())
    assert not rolls(do(start, act("move", to=(-3, 0))), "notice")
    assert "HZN-STL-02" in causes(seen)


@pytest.mark.rule("HZN-STL-02")
@pytest.mark.parametrize(("metres", "contests"), [(-1.3, 0), (-0.5, 1), (0, 1)])
def test_who_stops_in_the_gap_is_looked_at_once(metres, contests):
    play = do(fight(ada(at=(-6, 4.9)), foe(**BLUE)), act("move", to=(metres, 4.9)))
    looks = next_asked(play.fight)
    assert (looks.asked.question == "notice") == bool(contests)


@pytest.mark.rule("HZN-STL-02")
def test_a_watcher_who_runs_past_a_gap_looks_at_who_hides_behind_it():
    watcher = fighter("Bo", "blue", (-6, 15), walls=GAP, skills={"awareness": 1}, agility=4, score=25)
    start = fight(ada(at=(0, 0), over=True), watcher, current=1)
    assert len(rolls(do(start, act("move", to=(6, 15)), (6,), False, who=1), "notice")) == 1


@pytest.mark.rule("HZN-ESC-02")
def test_who_flees_past_a_gap_is_located():
    runner = ada(hidden=False, fleeing=True)
    play = do(fight(runner, foe(**BLUE)), act("move", to=(6, 0)))
    assert body(play).located
    assert "HZN-ESC-02" in causes(play)
    assert not body(do(fight(runner, foe(**BLUE)), act("move", to=(-3, 0)))).located
    sneaks = do(fight(ada(fleeing=True), foe(**BLUE)), act("move", to=(6, 0)), (1,))
    assert not body(sneaks).located


@pytest.mark.rule("HZN-STL-02", "HZN-DIV-06")
def test_a_dive_past_a_gap_shows_one_too():
    start = fight(ada(at=(-2, 4), agility=5), foe(**BLUE))
    assert len(rolls(do(start, act("dive", to=(2.9, 4)), (1,)), "notice")) == 1


@pytest.mark.rule("HZN-STL-02")
def test_who_comes_in_or_is_placed_where_it_sees_a_sneaker_looks():
    hidden = ada(at=(0, 0), over=True)
    behind = foe(**{**BLUE, "at": (8, 15)})
    start = fight(hidden, behind, current=1)
    assert next_asked(start).asked.question == "action"
    placed = start.after(fx.Placed(Who(1), point(0, 15)))
    assert next_asked(placed).asked.question == "notice"
    joined = start._replace(bodies=(*start.fighters, foe("Cy", **BLUE), start.table))
    assert next_asked(joined).asked.question == "notice"
    open_ = fight(
        ada(at=(0, 0), over=True, walls=()), foe(at=(0, 9), walls=(), skills={"awareness": 1}), current=1
    )
    assert next_asked(open_).asked.question == "notice"


def test_joining_a_running_fight_takes_a_place_and_looks():
    session = opening.begin(RULESET, RULESET.scenes["duel"], seed=1)
    session.say.join({"name": "Kit", "side": "guards", "at": [2, 2], "archetype": "guard"})
    assert session.fight.fighters[2].sheet.name == "Kit"


@pytest.mark.rule("HZN-STL-02")
def test_nobody_is_looked_at_twice_for_one_sight():
    start = fight(ada(at=(0, 0)), foe(**BLUE))
    play = steps(start, (1,), act("move", to=(0, 3)), END, pieces=2)
    assert len(rolls(play, "notice")) == 1
