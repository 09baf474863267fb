"""What prices a scene prices what a live fight asks: a fighter's first turn in combat.

The builder's odds, `solve` and simulations play whole fights from where the scene opens, so they
pass through that turn themselves.
"""

from __future__ import annotations

import json
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from affray import operations
from affray.core.act import Act
from affray.core.effect import Who
from affray.core.live import Pending
from affray.pricing import ActionOdds, price_action
from affray.rulesets.horizon.effects import ScoreCleared
from affray.session import Session
from tests.whole import part_of, some

ATTACKS = ("ranged attack", "melee attack", "normal shot", "attack", "shoot", "quick melee attack")
SCENES = tuple(operations.scenes())
LONG = """
ruleset = "traveller"
title = "Across the valley"
[[fighters]]
name = "Ana"
side = "red"
at = [0, 0]
characteristics = {{ STR = 7, DEX = 7, END = 7 }}
skills = {{ "gun combat" = 2 }}
weapons = ["{gun}"]
[[fighters]]
name = "Bo"
side = "blue"
at = [150, 0]
characteristics = {{ STR = 7, DEX = 7, END = 7 }}
"""


def first_turn(session: Session, who: Who, seed: int) -> Pending | None:
    """What a live fight asks at a fighter's first action in combat; None if it never comes to it.

    Everybody else does nothing, and all dice are thrown.
    """
    dice, rounds = Random(seed), session.ruleset.solving.rounds
    for _ in range(400):
        asked = session.pending
        if asked is None:
            return None
        if asked.chance is not None:
            weights = [weight for _, weight in asked.chance.faces]
            session.answer(dice.choices(asked.chance.values, weights)[0])
        elif asked.asked.question == "action" and asked.asked.who == who and rounds(session.fight):
            return asked
        else:
            session.answer(1 if asked.asked.question == "actions" else asked.options[0])
    return None


def at_once(fight: Any, who: Who) -> bool:
    """Whether others act at the same moment, so that harm waits and is not of the action."""
    one = fight.bodies[who]
    shared = getattr(fight.table, "together", ())
    return bool(getattr(one, "together", False) or shared)


def figures(odds: ActionOdds) -> dict[str, dict[object, Fraction]]:
    return {measure.name: dict(measure.fractions) for measure in odds.measures}


def live(name: str, who: Who, seed: int) -> Any:
    """The fight at that turn; in Horizon before the combat test, which is part of the odds."""
    session = operations.start(name, seed=seed)
    asked = first_turn(session, who, seed)
    if asked is None or at_once(session.fight, who):
        return None
    fight = session.fight
    return fight.after(ScoreCleared(who)) if session.ruleset.id == "horizon" else fight


@pytest.mark.slow
@pytest.mark.parametrize("name", SCENES)
def test_the_command_line_prices_what_a_live_fight_asks(affray, name):
    opened = operations.load_scene(name)
    game, start = opened.ruleset, opened.ruleset.start(opened.scene)
    looked_at = 0
    for who in part_of(start.everyone, 4):
        here = next((f for seed in range(4) if (f := live(name, who, seed)) is not None), None)
        if here is None:
            continue
        offered = [o.act for o in game.menu(game.in_combat(start, who), who) if not o.refused]
        both = [o.act for o in game.menu(here, who) if not o.refused and o.act in offered]
        attacks = [act for act in both if act.name in ATTACKS]
        for act in (attacks or [act for act in both if act.at is not None])[: some(8)]:
            expected = figures(price_action(game, here, who, act))
            assert figures(price_action(game, game.in_combat(start, who), who, act)) == expected, act
            said = typed(affray, name, who, act)
            assert {what: said[what] for what in expected} == expected, act
            looked_at += 1
    assert looked_at


def typed(affray: Any, name: str, who: Who, act: Act) -> dict[str, dict[object, Fraction]]:
    """What `affray odds` says of an action."""
    names = operations.start(name).names
    said = ["odds", name, "--actor", names[who], "--action", act.name, "--json"]
    said += ["--target", names[act.at]] if act.at is not None else []
    said += ["--with", act.item] if act.item else []
    code, out, err = affray(*said)
    assert code == 0, err
    return {
        measure: {row["value"]: Fraction(row["fraction"]) for row in rows}
        for measure, rows in json.loads(out)["measures"].items()
    }


@pytest.fixture
def valley(tmp_path):
    """A scene of two at 150 m, with this gun."""

    def scene(gun: str) -> str:
        path = tmp_path / f"{gun.replace(' ', '_')}.toml"
        path.write_text(LONG.format(gun=gun), encoding="utf-8")
        return str(path)

    return scene


@pytest.mark.rule("TRV-SCOPE-01")
@pytest.mark.parametrize(("gun", "needed"), [("rifle", 10), ("scoped assault rifle", 6)])
def test_an_unscoped_shot_beyond_100_m_is_extreme_in_all_odds_of_a_scene(affray, valley, gun, needed):
    """Gun Combat 2: extreme range is -4, so 10 or more on 2D: 6 of 36; within its range 6: 26 of 36."""
    ways = sum(a + b >= needed for a in range(1, 7) for b in range(1, 7))
    path = valley(gun)
    shot = Act("ranged attack", Who(1), item=gun)
    hit = typed(affray, path, Who(0), shot)["hits Bo"]
    assert hit[1] == Fraction(ways, 36)
    here = live(path, Who(0), 3)
    game = operations.load_scene(path).ruleset
    assert figures(price_action(game, here, Who(0), shot))["hits Bo"] == hit


@pytest.mark.slow
@pytest.mark.rule("TRV-SCOPE-01")
def test_a_comparison_tells_a_scoped_rifle_from_another_beyond_a_hundred_metres(valley):
    path = valley("rifle")
    found = operations.compare(
        path, ["assault rifle", "scoped assault rifle"], armours=["0"], ranges=[90, 150, 250]
    )
    hits = {(cell.range, cell.variant): cell.hits for cell in found.cells}
    assert hits[90, 0] == hits[90, 1]
    assert hits[150, 0] == Fraction(6, 36) < hits[150, 1] == Fraction(26, 36)
    assert hits[250, 0] == Fraction(6, 36) < hits[250, 1]


def test_a_shot_before_the_fight_has_been_let_go():
    opened = operations.load_scene("across_the_valley")
    start = opened.ruleset.start(opened.scene)
    assert start.bodies[0].opens
    here = opened.ruleset.in_combat(start, Who(1))
    assert not here.bodies[0].opens
    assert (here.table.round, here.table.current, here.bodies[1].opened) == (1, 1, True)
