"""What an agent sees: itself first, foes as everybody sees them, nothing of whom it knows nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from affray.core.effect import Who
from affray.core.fight import Fight
from affray.core.space import Point
from affray.env import FightEnv, raw
from tests.env.play import SCENES, SMALL, roamed

pytestmark = pytest.mark.slow

LURKING = [("horizon", "ambush"), ("traveller", "across_the_valley"), ("serenity", "wreck")]


def named(env: FightEnv, by: Who | None = None) -> dict[str, float]:
    pending = env.pending
    assert pending is not None
    if by is None:
        by = pending.asked.who
    asked = pending if by == pending.asked.who else None
    return dict(zip(env.seen.names, env.seen.figures(env.fight.fight, by, asked).tolist(), strict=True))


def with_body(fight: Any, who: Who, body: Any) -> Any:
    return Fight((*fight.bodies[:who], body, *fight.bodies[who + 1 :]), fight.house)


def nudged(value: Any) -> Iterator[tuple[str, Any]]:
    """A value with one number or flag in it changed, for each, with its name."""
    if isinstance(value, bool):
        yield "", not value
    elif isinstance(value, int) and not isinstance(value, Who):
        yield "", value + 1
    elif isinstance(value, tuple) and hasattr(value, "_fields"):
        for name in value._fields:
            for within, other in nudged(getattr(value, name)):
                yield f"{name}.{within}", value._replace(**{name: other})  # type: ignore[attr-defined]
    elif isinstance(value, tuple) and value:
        for within, other in nudged(value[0]):
            yield f"0.{within}", (other, *value[1:])


def others(env: FightEnv, by: Who) -> Iterator[tuple[Who, str, Any]]:
    """The fight with a foe of somebody changed in one thing, for every thing."""
    fight = env.fight.fight
    for foe in fight.everyone:
        if fight.bodies[foe].side != fight.bodies[by].side:
            for name, body in nudged(fight.bodies[foe]):
                yield foe, name.rstrip("."), with_body(fight, foe, body)


def shown(env: FightEnv, fight: Any, foe: Who) -> Any:
    """All that everybody can see of a fighter."""
    return env.ruleset.words.card(fight, foe), fight.bodies[foe].spot


@pytest.mark.parametrize(("game", "scene"), SMALL)
def test_what_is_not_on_the_card_of_a_foe_is_not_seen(game, scene):
    kept_back, seen = set(), set()
    for env in roamed(game, scene, seed=2, most=8):
        by, fight = env.pending.asked.who, env.fight.fight  # type: ignore[union-attr]
        before = env.seen.figures(fight, by, env.pending)
        for foe, name, other in others(env, by):
            same = np.array_equal(before, env.seen.figures(other, by, env.pending))
            knows = env.ruleset.knows_of
            known = knows(fight.bodies[by], fight.bodies[foe]), knows(other.bodies[by], other.bodies[foe])
            if shown(env, fight, foe) == shown(env, other, foe) and known[0] == known[1]:
                assert same, name
                kept_back.add(name)
            elif not same:
                seen.add(name)
    assert {"spot.x", "spot.y"} <= seen
    assert {name.split(".")[0] for name in kept_back} >= {"sheet", "kit"}


@pytest.mark.parametrize(("game", "scene"), LURKING)
def test_nothing_is_seen_of_a_foe_whom_one_does_not_know_of(game, scene):
    met = 0
    for env in roamed(game, scene, seed=1, most=25):
        fight = env.fight.fight
        for by in fight.everyone:
            asked = env.pending if env.pending and env.pending.asked.who == by else None
            before = env.seen.figures(fight, by, asked)
            order = env.seen.orders[by]
            for foe in fight.everyone:
                if env.ruleset.knows_of(fight.bodies[by], fight.bodies[foe]):
                    continue
                met += 1
                figures = dict(zip(env.seen.names, before.tolist(), strict=True))
                row = f"foe.{order[foe] - env.seen.comrades - 1}."
                assert {n: v for n, v in figures.items() if n.startswith(row) and v} == {f"{row}there": 1}
                far = fight.bodies[foe]._replace(spot=Point(987_654, 0))
                if not env.ruleset.knows_of(fight.bodies[by], far):
                    away = env.seen.figures(with_body(fight, foe, far), by, asked)
                    assert np.array_equal(before, away)
    assert met > 5


@pytest.mark.parametrize(("game", "scene"), SCENES)
def test_figures_are_as_many_for_everybody_and_within_bounds(game, scene):
    env = raw(game, scene)
    env.reset(seed=1)
    for agent in env.agents:
        seen = env.observe(agent)
        assert env.observation_space(agent).contains(seen)
        assert len(seen["observation"]) == len(env.seen.names) == len(set(env.seen.names))


def test_oneself_comes_first_and_places_are_as_seen_from_there():
    env = raw("coriolis", "boarding")
    env.reset(seed=1)
    fight = env.fight.fight
    for by in fight.everyone:
        me, figures = fight.bodies[by], named(env, by)
        assert figures["own.body.hp"] == figures["own.bar.0.now"] == me.hp
        assert (figures["own.east"], figures["own.north"]) == (0, 0)
        foe = next(body for body in fight.fighters if body.side != me.side)
        assert figures["foe.0.east"] == pytest.approx((foe.spot.x - me.spot.x) / 100)
        assert figures["foe.0.north"] == pytest.approx((foe.spot.y - me.spot.y) / 100)
        assert figures["comrade.2.known"] == 1
        assert "foe.0.body.hp" not in figures


def test_two_on_the_same_place_of_a_like_fight_see_the_same():
    env = raw("coriolis", "brawl")
    env.reset(seed=1)
    fight = env.fight.fight
    moved = Fight(
        (*(b._replace(spot=Point(b.spot.x + 700, b.spot.y - 300)) for b in fight.fighters), fight.table),
        fight.house,
    )
    by = env.pending.asked.who  # type: ignore[union-attr]
    one, other = (env.seen.figures(each, by, env.pending) for each in (fight, moved))
    assert np.allclose(one, other, atol=1e-4)


def test_a_question_says_what_it_is_about():
    for env in roamed("coriolis", "brawl", seed=3, most=200):
        assert env.pending is not None
        if env.pending.asked.question != "defend":
            continue
        by, attacker = env.pending.asked.who, env.pending.about[0].who
        figures = named(env)
        assert figures["asked"] == 1
        assert figures["options"] == 2
        assert figures["about.0.kind"] == 1
        assert figures["about.0.value"] == env.seen.orders[by][attacker] + 1
        assert figures["about.1.kind"] == 3
        return
    pytest.fail("nobody was asked to defend")


def test_who_is_not_asked_sees_no_question():
    env = raw("coriolis", "duel")
    env.reset(seed=1)
    idle = next(who for who in env.fight.fight.everyone if who != env.pending.asked.who)  # type: ignore[union-attr]
    figures = named(env, idle)
    assert not any(figures[name] for name in ("asked", "question", "options", "about.0.kind"))


def test_the_whole_state_tells_what_an_agent_is_not_told():
    env = raw("traveller", "across_the_valley")
    env.reset(seed=1)
    start = env.fight.fight
    sniper = Who(env.names.index("Sniper"))
    far = with_body(start, sniper, start.bodies[sniper]._replace(spot=Point(987_654, 0)))
    assert not np.array_equal(env.seen.whole(start), env.seen.whole(far))
    assert env.state_space.contains(env.state())


@pytest.mark.parametrize(
    ("game", "scene", "whose", "change"),
    [
        ("coriolis", "duel", 0, {"aware": False}),
        ("d6", "bridge", 0, {"aware": False}),
        ("d6", "bridge", 1, {"unseen": True}),
        ("horizon", "duel", 0, {"aware": False}),
        ("horizon", "duel", 1, {"hidden": True}),
        ("horizon", "duel", 1, {"screened": ("Odell",)}),
        ("serenity", "showdown", 0, {"aware": False}),
        ("serenity", "showdown", 1, {"hidden": True}),
        ("traveller", "landing_field", 1, {"unseen": True}),
    ],
)
def test_whom_a_fighter_does_not_know_of(game, scene, whose, change):
    env = raw(game, scene)
    one, foe = env.start.fighters
    bodies = [body._replace(aware=True) if hasattr(body, "aware") else body for body in (one, foe)]
    knows = env.ruleset.knows_of
    assert knows(*bodies)
    bodies[whose] = bodies[whose]._replace(**change)
    assert not knows(*bodies)
    assert knows(bodies[0], bodies[1]._replace(side=one.side))
