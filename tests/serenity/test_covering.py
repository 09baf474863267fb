"""Covering a spot (COVERING): the action that waits, and what lets it go."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.effect import Who
from affray.core.live import Joined, Override, resume
from affray.core.space import metres, point
from affray.pricing import price_action
from affray.rulesets.serenity import RULESET
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity.actions import perform
from affray.rulesets.serenity.corrections import corrected
from affray.rulesets.serenity.fighter import Fighter
from affray.rulesets.serenity.round import step
from affray.rulesets.serenity.scene import Person, joining
from affray.rulesets.serenity.state import ALL_OUT_ATTACK, Plan
from affray.testing.script import causes, kinds
from tests.serenity.cast import (
    KNIFE,
    PISTOL,
    SMG,
    act,
    asks,
    body,
    do,
    fight,
    fighter,
    foe,
    forbids,
    harm,
    rolls,
    steps,
    steps_of,
)

COVER = act("cover a spot", 1)
TOUGH: dict[str, Any] = {"life": 60}
WALK = act("walk", to=(3, 0))
SHOT = act("attack", 0, item=PISTOL)


def watcher(**given):
    """Somebody of the other side who looks at the spot that a walk ends at."""
    return foe(**{"skills": {"guns": "d8"}, "weapons": (PISTOL,), "watch": point(3, 0), **given})


@pytest.mark.rule("SER-COVERING-01", "SER-R37")
def test_an_action_waits_for_somebody_to_show_up_at_a_spot():
    given = fight(fighter(skills={"guns": "d8"}, weapons=(PISTOL,)), foe(at=(20, 0)))
    play = do(given, COVER)
    assert (body(play, 0).watch, body(play, 0).used) == (point(20, 0), 1)
    assert body(do(given, act("cover a spot", to=(0, 9))), 0).watch == point(0, 9)
    assert "SER-COVERING-01" in causes(play)
    assert "SER-COVERING-01" in forbids(play.fight, COVER)
    assert not forbids(fight(fighter(weapons=(KNIFE,)), foe()), COVER)
    tired = fighter(skills={"guns": "d4"}, weapons=(PISTOL,), acts=3)
    assert forbids(fight(tired, foe()), COVER) == {"SER-ACT-03"}
    assert "SER-AOA-02" in forbids(fight(fighter(weapons=(PISTOL,), stance=ALL_OUT_ATTACK), foe()), COVER)


@pytest.mark.rule("SER-COVERING-01", "SER-R37")
def test_who_comes_within_three_metres_of_the_spot_is_shot_at_before_anything_else():
    play = do(fight(fighter(**TOUGH), watcher()), WALK, SHOT, "", (4,), (3, 5), (6,))
    assert harm(play, 0) == (2, 2 + 6)
    assert body(play, 1).watch is None
    assert body(play, 1).used == 0
    assert kinds(do(fight(fighter(), watcher(watch=point(3, 3.1))), WALK)) == ["Moved"]
    spared = do(fight(fighter(), watcher()), WALK, None)
    assert body(spared, 1).watch == point(3, 0)


@pytest.mark.rule("SER-COVERING-01")
def test_the_watcher_picks_how_to_attack():
    waiting = asks(fight(fighter(weapons=(PISTOL,)), watcher(weapons=(SMG,), skills={"guns": "d12"})), WALK)
    assert waiting.options == (
        None,
        *[
            act(name, 0, item=SMG)
            for name in (
                "attack",
                "limb attack",
                "vital attack",
                "minuscule attack",
                "disarm",
                "burst",
                "autofire",
            )
        ],
    )
    given = fight(fighter(**TOUGH), watcher(weapons=(SMG,)))
    burst = do(given, WALK, act("burst", 0, item=SMG), "", (6,), (1, 1), (6,), (1, 1), (6,), (1, 1))
    assert body(burst, 1).clips[0].left == 32
    spray = do(given, WALK, act("autofire", 0, item=SMG), (1, 2), "", (6,), (2,))
    assert body(spray, 1).clips[0].left == 25
    limb = do(given, WALK, act("limb attack", 0, item=SMG), "leg", "", (1,), (3, 3), (1,), (1, 1))
    assert body(limb, 0).limbs == ("leg",)


@pytest.mark.rule("SER-COVERING-02")
def test_the_wait_may_run_into_the_next_round():
    over = fight(fighter(over=True, **TOUGH), watcher(score=5), current=None)
    play = steps(over, act("end"), Plan(), Plan(), WALK, SHOT, "", (6,), (1, 1), pieces=7)
    assert body(play, 1).watch is None
    assert rolls(play, "attack against 6")
    assert "SER-COVERING-02" in causes(play)
    assert steps_of(play, "attack against 6") == {"SER-R27": 3, "SER-ATK-01": 4}


@pytest.mark.rule("SER-COVERING-01", "SER-R37", "SER-AOA-02")
@pytest.mark.parametrize(
    "action", [act("draw", item=KNIFE), act("walk", to=(10, 2)), act("attack", 0, item=PISTOL)]
)
def test_doing_something_else_ends_it(action):
    one = watcher(weapons=(PISTOL, KNIFE), hands=(PISTOL,))
    given = fight(fighter(**TOUGH), one, current=1)
    answers = ("", (6,), (1, 1)) if action.name == "attack" else ()
    assert body(do(given, action, *answers, who=1), 1).watch is None
    assert body(do(given, act("say"), who=1), 1).watch == point(3, 0)


@pytest.mark.rule("SER-COVERING-01", "SER-R36", "SER-R37")
def test_a_hidden_shooter_shows_up_by_the_shot():
    sniper = fighter(at=(3, 0), skills={"guns": "d8"}, weapons=(PISTOL,), hidden=True, **TOUGH)
    given = fight(sniper, watcher(**TOUGH))
    play = do(given, act("attack", 1, item=PISTOL), (1, 1), SHOT, "", (6,), (1, 1))
    assert not body(play, 0).hidden
    assert body(play, 1).watch is None


def test_the_unable_and_the_empty_do_not_fire():
    for state in ({"stunned": True}, {"clips": ()}, {"side": "red"}):
        assert kinds(do(fight(fighter(), watcher()._replace(**state)), WALK)) == ["Moved"]
    first = fight(fighter(**TOUGH), watcher(score=3), watcher(name="Cy", score=9))
    assert asks(first, WALK).asked.who == Who(2)


# --- where somebody shows up: along the way, by any means, at the edge ---------------------------


def runner(**given):
    """Somebody who can run right through the spot that a watcher covers."""
    return fighter(**{"at": (0, 0), "acts": 2, **TOUGH, **given})


def sentry(**given):
    """A watcher ten metres to the side of the middle of the way, whose spot lies on it."""
    return watcher(**{"at": (6, 10), "watch": point(6, 0), **given})


RUN = act("run", to=(12, 0))


@pytest.mark.rule("SER-COVERING-01", "SER-R37")
def test_who_runs_through_the_spot_is_shot_at_where_the_way_comes_near_it():
    play = do(fight(runner(), sentry()), RUN, SHOT, (6,), (1, 1))
    assert [e.to for e in play.done if isinstance(e, fx.Moved)] == [point(3, 0), point(12, 0)]
    fired = next(n for n, e in enumerate(play.done) if isinstance(e, fx.Fired))
    moved = [n for n, e in enumerate(play.done) if isinstance(e, fx.Moved)]
    assert moved[0] < fired < moved[1]
    assert body(play, 0).spot == point(12, 0)
    assert not body(do(fight(runner(), sentry()), RUN, None), 1).poised


@pytest.mark.rule("SER-R37", "SER-R32")
def test_whoever_is_felled_on_the_way_gets_no_farther():
    given = fight(runner(), sentry(skills={"guns": "d12"}))
    play = do(given, RUN, act("limb attack", 0, item=PISTOL), "leg", (1,), (3, 3), (1,), (1, 1))
    assert body(play, 0).spot == point(3, 0)
    assert body(play, 0).prone
    assert not [e for e in play.done if isinstance(e, fx.Moved)][1:]


@pytest.mark.rule("SER-R37")
@pytest.mark.parametrize(("off", "asked"), [(3.0, True), (3.01, False), (-3.0, True), (-3.01, False)])
def test_the_edge_of_the_spot_belongs_to_it(off, asked):
    given = fight(runner(), sentry(watch=point(6, off)))
    if asked:
        assert asks(given, RUN).asked.question == "covering"
    else:
        assert kinds(do(given, RUN)) == ["Acted", "Moved"]


@pytest.mark.rule("SER-R37", "SER-COVERING-01")
def test_towards_somebody_one_comes_through_the_spot_as_well():
    given = fight(runner(), sentry(), foe("Cy", (20, 0)))
    play = do(given, act("run", 2), SHOT, (6,), (1, 1))
    assert [e.to for e in play.done if isinstance(e, fx.Moved)] == [point(3, 0), point(12, 0)]
    assert body(do(fight(runner(), foe("Cy", (20, 0))), act("run", 1)), 0).spot == point(12, 0)


@pytest.mark.rule("SER-COVERING-01", "SER-R37")
def test_an_axe_waits_until_somebody_comes_within_reach():
    guard = watcher(at=(6, 1), watch=point(6, 0), weapons=("axe",), skills={"melee weapons": "d8"})
    given = fight(runner(), guard)
    assert asks(given, RUN).options[1] == act("attack", 0, item="axe")
    play = do(given, RUN, act("attack", 0, item="axe"), (1,), (3, 4), (8,))
    place = [e.to for e in play.done if isinstance(e, fx.Moved)][-2]
    assert metres(place, point(6, 1)) <= 2 < metres(place._replace(x=place.x - 2), point(6, 1))
    assert harm(play, 0) == (3, 3 + 8)
    assert body(play, 1).used == 0
    assert body(play, 0).spot == point(12, 0)


@pytest.mark.rule("SER-COVERING-01", "SER-R37")
def test_a_grenade_or_a_hold_can_wait():
    thrower = sentry(weapons=("grenade",), skills={"athletics": "d8"})
    play = do(fight(runner(), thrower), RUN, act("throw explosive", 0, item="grenade"), (3, 3), (12, 4))
    assert harm(play, 0) == (8, 8)
    assert body(play, 1).kit == ()
    wrestler = watcher(at=(6, 1), watch=point(6, 0), weapons=(), skills={"unarmed combat": "d8"})
    play = do(fight(runner(), wrestler), RUN, act("grapple", 0), (1, 1), (6, 8))
    assert body(play, 0).held_by == Who(1)
    assert body(play, 0).spot != point(12, 0)


@pytest.mark.rule("SER-COVERING-01", "SER-R37")
def test_who_joins_or_is_put_or_shown_on_the_spot_by_the_game_master_is_shot_at_before_acting():
    shown = fight(fighter(**TOUGH, hidden=True), watcher())
    put = fight(fighter(at=(40, 0), **TOUGH), watcher())
    for given, effect in ((shown, fx.Hid(Who(0), False)), (put, fx.Placed(Who(0), point(1, 0)))):
        _, waits_for = resume(given, step, [Override(effect, "so it is", 0)], 0, corrected)
        assert waits_for is not None
        assert (waits_for.asked.who, waits_for.asked.question) == (Who(1), "covering")
    data = Person.model_validate({"name": "Ed", "side": "red", "at": (3, 1), "sample": "bystander"})
    come = joining(fight(fighter(at=(40, 0)), watcher()), data)
    given = fight(fighter(at=(40, 0)), watcher())
    _, waiting = resume(given, step, [Joined(come, "late", 0)], 0, corrected)
    assert waiting is not None
    assert (waiting.asked.who, waiting.asked.question, waiting.about[0].who) == (Who(1), "covering", Who(2))
    away = come._replace(spot=point(30, 0))
    _, waiting = resume(given, step, [Joined(away, "late", 0)], 0, corrected)
    assert waiting is None


@pytest.mark.rule("SER-COVERING-01", "SER-R37", "SER-FREE-02")
def test_who_is_found_by_a_look_on_the_spot_is_shot_at():
    given = fight(
        foe(hidden=True, at=(3, 0), **TOUGH),
        fighter(at=(10, 0), skills={"guns": "d8"}, weapons=(PISTOL,), watch=point(3, 0)),
        fighter("Cy", at=(20, 0)),
        current=2,
    )
    play = do(given, act("look around"), True, act("attack", 0, item=PISTOL), "", (6,), (1, 1), who=2)
    assert not body(play, 1).poised
    assert body(play, 1).watch is None


@pytest.mark.rule("SER-R37", "SER-COVERING-01")
def test_getting_up_on_the_spot_is_showing_up():
    assert asks(fight(fighter(prone=True), watcher()), act("get up")).asked.question == "covering"


@pytest.mark.rule("SER-R36", "SER-R37")
def test_a_hidden_watcher_is_seen_by_the_shot():
    play = do(fight(fighter(**TOUGH), watcher(hidden=True)), WALK, SHOT, (1, 1))
    assert not body(play, 1).hidden


@pytest.mark.rule("SER-COVERING-01")
def test_the_price_of_what_waited_is_that_of_the_action():
    given = fight(runner(), sentry())
    play, waiting = resume(given, lambda p: perform(p, Fighter(p, Who(0)), RUN), [])
    assert waiting is not None
    odds = price_action(RULESET, play.fight, Who(1), SHOT)
    assert odds.exact
    assert odds.headline is not None
    assert 0 < odds.headline.chance < 1


@pytest.mark.rule("SER-R37")
def test_the_chance_to_get_there_counts_who_waits_on_the_way():
    open_way = price_action(RULESET, fight(runner(), foe()), Who(0), RUN)
    assert open_way.headline is not None
    assert open_way.headline.chance == 1
    given = fight(runner(life=4), sentry(skills={"guns": "d12"}))
    odds = price_action(RULESET, given, Who(0), RUN)
    assert odds.headline is not None
    assert (odds.headline.measure.name, 0 < odds.headline.chance < 1) == ("gets there", True)


@pytest.mark.rule("SER-R37")
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
@pytest.mark.parametrize("action", [WALK, act("get up")])
def test_which_of_equals_who_wait_is_asked_first_no_list_decides(order, action):
    pair = [watcher(name=name, at=at) for name, at in (("Bo", (10, 1)), ("Cy", (10, -1)))]
    given = fight(fighter(prone=action.name == "get up", **TOUGH), *[pair[n] for n in order])
    waiting = asks(given, action, None)
    assert given.bodies[waiting.asked.who].sheet.name == "Cy"
