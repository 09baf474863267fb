"""Covering a spot (COVERING): the action that waits, and what lets it go."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.effect import Who
from affray.core.space import point
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


def watcher(**given):
    """Somebody of the other side who looks at the spot that a walk ends at."""
    return foe(**{"skills": {"guns": "d8"}, "weapons": (PISTOL,), "watch": point(3, 0), **given})


@pytest.mark.rule("SER-COVERING-01")
def test_an_action_waits_for_somebody_to_show_up_at_a_spot():
    given = fight(fighter(skills={"guns": "d8"}, weapons=(PISTOL,)), foe(at=(20, 0)))
    play = do(given, COVER)
    assert (body(play, 0).watch, body(play, 0).used) == (point(20, 0), 1)
    assert body(do(given, act("cover a spot", to=(0, 9))), 0).watch == point(0, 9)
    assert "SER-COVERING-01" in causes(play)
    assert "SER-COVERING-01" in forbids(play.fight, COVER)
    assert forbids(fight(fighter(weapons=(KNIFE,)), foe()), COVER) == {"SER-COVERING-01"}
    tired = fighter(skills={"guns": "d4"}, weapons=(PISTOL,), acts=3)
    assert forbids(fight(tired, foe()), COVER) == {"SER-ACT-03"}
    assert "SER-AOA-02" in forbids(fight(fighter(weapons=(PISTOL,), stance=ALL_OUT_ATTACK), foe()), COVER)


@pytest.mark.rule("SER-COVERING-01", "SER-R37")
def test_who_comes_within_three_metres_of_the_spot_is_shot_at_before_anything_else():
    play = do(fight(fighter(**TOUGH), watcher()), WALK, "attack", "", (4,), (3, 5), (6,))
    assert harm(play, 0) == (2, 2 + 6)
    assert body(play, 1).watch is None
    assert body(play, 1).used == 0
    assert kinds(do(fight(fighter(), watcher(watch=point(3, 3.1))), WALK)) == ["Moved"]
    spared = do(fight(fighter(), watcher()), WALK, "")
    assert body(spared, 1).watch == point(3, 0)


@pytest.mark.rule("SER-COVERING-01")
def test_the_watcher_picks_how_to_attack():
    waiting = asks(fight(fighter(weapons=(PISTOL,)), watcher(weapons=(SMG,), skills={"guns": "d12"})), WALK)
    assert waiting.options == (
        "",
        "attack",
        "limb attack",
        "vital attack",
        "minuscule attack",
        "disarm",
        "burst",
        "autofire",
    )
    given = fight(fighter(**TOUGH), watcher(weapons=(SMG,)))
    burst = do(given, WALK, "burst", "", (6,), (1, 1), "", (6,), (1, 1), "", (6,), (1, 1))
    assert body(burst, 1).clips[0].left == 32
    spray = do(given, WALK, "autofire", (1, 2), "", (6,), (2,))
    assert body(spray, 1).clips[0].left == 25
    limb = do(given, WALK, "limb attack", "leg", "", (1,), (3, 3), (1,), (1, 1))
    assert body(limb, 0).limbs == ("leg",)


@pytest.mark.rule("SER-COVERING-02")
def test_the_wait_may_run_into_the_next_round():
    over = fight(fighter(over=True, **TOUGH), watcher(score=5), current=None)
    play = steps(over, act("end"), Plan(), Plan(), WALK, "attack", "", (6,), (1, 1), pieces=7)
    assert body(play, 1).watch is None
    assert rolls(play, "attack against 6")
    assert "SER-COVERING-02" in causes(play)
    assert steps_of(play, "attack against 6") == {"SER-R27": 3, "SER-ATK-01": 4}


@pytest.mark.rule("SER-COVERING-01")
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
    play = do(given, act("attack", 1, item=PISTOL), (1, 1), "attack", "", (6,), (1, 1))
    assert not body(play, 0).hidden
    assert body(play, 1).watch is None


def test_the_unable_and_the_empty_do_not_fire():
    for state in ({"stunned": True}, {"clips": ()}, {"side": "red"}):
        assert kinds(do(fight(fighter(), watcher()._replace(**state)), WALK)) == ["Moved"]
    first = fight(fighter(**TOUGH), watcher(score=3), watcher(name="Cy", score=9))
    assert asks(first, WALK).asked.who == Who(2)
