"""Every weapon by every attack, at every range, behind every cover, in every posture: run and priced."""

from __future__ import annotations

from itertools import product
from math import sqrt
from typing import Any

import pytest

from affray.core.effect import Who
from affray.core.sampled import Sampled
from affray.core.stream import Stream
from affray.pricing import Prices, price_action
from affray.rulesets.serenity import RULESET, tables
from affray.rulesets.serenity.actions import perform, why_not
from affray.rulesets.serenity.blows import BLOWS
from affray.rulesets.serenity.fighter import Fighter
from affray.rulesets.serenity.state import ALL_OUT_ATTACK, ALL_OUT_DEFENCE
from tests.serenity.cast import act, fight, fighter, foe, wall
from tests.whole import WHOLE, part_of

ME, BO, CY = Who(0), Who(1), Who(2)
SKILLS = {
    "guns": "d6", "ranged weapons": "d6", "melee weapons": "d6", "unarmed combat": "d6", "athletics": "d4"
}  # fmt: skip
COVERS = ("", *tables.covers())
ACTS = (*[blow.name for blow in BLOWS], "cover a spot")
WEAPONS = tuple(tables.weapons())
LIFE, LONG = 16, 100
"""Life points; three shots at somebody who may pass out after each have too many ways to follow."""
POSTURES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "both stand": ({}, {}),
    "the target lies": ({}, {"prone": True}),
    "the target is unaware": ({}, {"aware": False}),
    "the target dodges": ({}, {"dodging": 7}),
    "the target is held": ({}, {"held_by": CY}),
    "the target is out": ({}, {"out": True, "stun": LONG, "checks": 1}),
    "all-out defence": ({}, {"stance": ALL_OUT_DEFENCE, "guards": 1, "acts": 0}),
    "the attacker lies, hurt": ({"prone": True, "wounds": LONG // 2, "bleeding": True}, {}),
    "all-out attack": ({"stance": ALL_OUT_ATTACK}, {"plot": 1}),
    "two actions": ({"acts": 2}, {"armour": "plate vest"}),
    "a trigger": ({"menaced_by": CY}, {}),
}
"""What becomes of the attacker and of the target."""
OPEN = ("both stand", "the target is unaware", "the target dodges")
"""Postures of which each has a defence of its own."""
WORN = ("the target is out", "the attacker lies, hurt")
SAMPLES = 400


def cell(weapon, name, metres, cover, posture):
    """The fight and the action of a cell, and whether it is allowed."""
    mine, theirs = POSTURES[posture]
    life: dict[str, Any] = {"life": LONG if name == "burst" or posture in WORN else LIFE}
    kit = () if weapon == "unarmed" else (weapon,)
    behind = {"cover": wall(cover, (metres - 0.5, -9), (metres - 0.5, 9))} if cover else {}
    target = foe(at=(metres, 0), skills=SKILLS, weapons=("knife",), **{**life, **behind, **theirs})
    other = foe("Cy", (metres, 1), skills=SKILLS, weapons=("pistol",), **life)
    if theirs.get("held_by") is not None:
        other = other._replace(holding=BO)
    if mine.get("menaced_by") is not None:
        other = other._replace(menacing=ME)
    given = fight(fighter(skills=SKILLS, weapons=kit, **life, **mine), target, other)
    alone = name in ("feint", "grapple", "cover a spot")
    return given, act(name, 1, item="" if alone else weapon)


def metres_of(weapon):
    """Arm's length, and for what flies a place within each of its ranges."""
    reach = tables.weapons()[weapon].reach / 100
    return (1, *[metres for metres in (0.9 * reach, 1.8 * reach, 3.6 * reach) if metres > 3])


def product_of(weapons):
    """Weapon, action, distance, cover and posture; each defence of its own meets all covers."""
    for weapon, name, posture in product(weapons, ACTS, POSTURES):
        melee = tables.weapons()[weapon].melee
        covers = ("", "heavy") if melee or posture not in OPEN else COVERS
        for metres, cover in product(metres_of(weapon), covers):
            yield weapon, name, metres, cover, posture


def allowed(places):
    """Those that the rules allow."""
    for place in places:
        given, what = cell(*place)
        if not why_not(given, ME, what):
            yield place, given, what


def runs(given, what, source):
    """Once with dice of its own."""
    play: Any = Sampled(given, RULESET.policies["sensible"], source)
    perform(play, Fighter(play, ME), what)
    return play.fight


def sound(place, odds):
    """Whole numbers that sum to 1, chances within bounds, nothing from samples."""
    assert odds.exact, f"{place} is sampled"
    for measure in odds.measures:
        assert sum(measure.weights.values()) == measure.cases, f"{place}, {measure.name}"
        assert min(measure.weights.values()) > 0, f"{place}, {measure.name}"
        assert 0 <= measure.chance <= 1, f"{place}, {measure.name}"


def agrees(place, given, what, odds, n):
    """What comes up in samples is what the odds say, to four standard errors."""
    source = Stream(11, n)
    ends = [runs(given, what, source) for _ in range(SAMPLES)]
    for measure in odds.measures:
        by = measure.measure.by
        if not hasattr(by, "value"):
            continue
        seen = sum(by.value(given.bodies[by.who], end.bodies[by.who]) > 0 for end in ends)
        chance = float(measure.chance)
        if chance in (0.0, 1.0):
            assert seen == chance * SAMPLES, f"{place}, {measure.name}: {seen}"
        elif min(chance, 1 - chance) * SAMPLES > 5:
            z = (seen - chance * SAMPLES) / sqrt(SAMPLES * chance * (1 - chance))
            assert abs(z) < 4, f"{place}, {measure.name}: {seen} of {SAMPLES}, expected {chance:.3f}"


def whole(places, every):
    """Run and price every cell that is allowed; each so many is held against samples."""
    prices, found = Prices(), 0
    for n, (place, given, what) in enumerate(allowed(places)):
        runs(given, what, Stream(5, n))
        odds = price_action(RULESET, given, ME, what, prices=prices)
        sound(place, odds)
        if n % every == 0:
            agrees(place, given, what, odds, n)
        found += 1
    return found


@pytest.mark.slow
def test_some_of_everything_can_be_run_and_is_priced_exactly():
    few = [
        place for place in product_of(("pistol", "knife", "unarmed", "chair", "grenade")) if _usual(*place)
    ]
    assert whole(few, every=40) > 200


def _usual(weapon, name, metres, cover, posture):
    nearer = metres == 1 or metres == metres_of(weapon)[1]
    return nearer and cover in ("", "heavy") and posture in (*OPEN, "the target is held", "a trigger")


@pytest.mark.slow
@pytest.mark.parametrize("weapon", [*part_of(WEAPONS, 12)])
def test_everything_can_be_run_and_is_priced_exactly(weapon):
    assert whole(part_of(product_of((weapon,)), 7), every=60 if WHOLE else 10) > 1


def test_a_burst_with_too_many_ways_is_sampled_and_says_so():
    given, what = cell("assault rifle", "burst", 1, "", "a trigger")
    brief = [one._replace(sheet=one.sheet._replace(life=LIFE)) for one in given.fighters]
    odds = price_action(
        RULESET, given._replace(bodies=(*brief, given.table)), ME, what, samples=50, budget=500
    )
    assert (odds.exact, odds.samples) == (False, 50)


@pytest.mark.slow
def test_in_every_setting_something_is_allowed():
    """No posture and no cover of the product is there in vain, and no action either."""
    seen = [
        place
        for place, _, _ in allowed(product_of(("pistol", "submachine gun", "knife", "chair", "grenade")))
    ]
    assert {place[1] for place in seen} == {*ACTS}
    assert {place[3] for place in seen} == {*COVERS}
    assert {place[4] for place in seen} == {*POSTURES}
