"""Every weapon, in every kind of attack, at every range, cover and posture.

Each cell that is legal is played once and priced exactly.  The chance to hit is held against a
pool that is added up here, without the rules' help.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple

import pytest

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.sampled import Sampled
from affray.core.stream import Stream
from affray.pricing import ActionOdds, Prices, price_action
from affray.rulesets.coriolis import RULESET, tables
from affray.rulesets.coriolis.actions import why_not
from affray.rulesets.coriolis.fighter import Fighter
from affray.rulesets.coriolis.pilot import sensible
from affray.rulesets.coriolis.sheet import Cover, Weapon
from affray.rulesets.coriolis.state import State
from tests.coriolis.cast import fight, fighter
from tests.whole import part_of, some

ATTRIBUTE, LEVEL = 6, 5
BANDS = {1: 0, 12: 1, 60: 2, 400: 3}
"""The band that each distance in metres lies in."""
BY_BAND = (-3, 0, -1, -2)
"""Dice for the band; at Close the target is in melee contact."""
BEYOND = -3
"""One band beyond the weapon's own, in place of the dice for the band."""
KINDS = {
    "quick shot": -2,
    "normal shot": 0,
    "aimed shot": 2,
    "full auto": -2,
    "melee attack": 0,
    "quick melee attack": -2,
}
COVERS = ("", "table", "foxhole")
FAR = 4.0
A, B = Who(0), Who(1)


class Posture(NamedTuple):
    """How attacker and target are, and what that does to the dice of a shot."""

    attacker: dict[str, Any]
    target: dict[str, Any]
    dice: int = 0


POSTURES = {
    "standing": Posture({}, {}),
    "attacker prone": Posture({"prone": True}, {}, 1),
    "target prone": Posture({}, {"prone": True}, -1),
    "small target": Posture({}, {"sheet": {"small": True}}, -1),
    "large target": Posture({}, {"sheet": {"size": 1}}, 1),
    "unaware target": Posture({}, {"aware": False}),
    "target without points": Posture({}, {"ap": 0}),
}


class Cell(NamedTuple):
    """One legal attack, and the dice that it should have; None where a defence has a say."""

    name: str
    fight: State
    act: Act
    pool: int | None


def cells(weapons: Iterable[Weapon], metres: Iterable[int], postures: Iterable[str]) -> Iterator[Cell]:
    """All legal cells of these."""
    for weapon in weapons:
        for far in metres:
            for cover in COVERS:
                for posture in postures:
                    yield from _of(weapon, far, cover, posture)


def _of(weapon: Weapon, far: int, cover: str, posture: str) -> Iterator[Cell]:
    stands = POSTURES[posture]
    skills = {"melee combat": LEVEL, "ranged combat": LEVEL}
    carried = () if weapon.name == tables.UNARMED else (weapon,)
    one = fighter(strength=ATTRIBUTE, agility=ATTRIBUTE, skills=skills, weapons=carried, **stands.attacker)
    behind = Cover("it", tables.covers()[cover].rating) if cover else None
    other = fighter(
        "Bo",
        "blue",
        (far, 0),
        strength=5,
        agility=5,
        armour=3,
        weapons=("sword",),
        cover=behind,
        **stands.target,
    )
    given = fight(one, other)
    for name in KINDS:
        act = Act(name, B, item=weapon.name)
        if not why_not(given, A, act):
            place = f"{name} with {weapon.name}, {far} m, {cover or 'open'}, {posture}"
            yield Cell(place, given, act, _pool(weapon, far, posture, name))


def _pool(weapon: Weapon, far: int, posture: str, name: str) -> int | None:
    """The dice of a shot, or of a blow at one who cannot defend."""
    dice, band = ATTRIBUTE + LEVEL + weapon.bonus + KINDS[name], BANDS[far]
    if "melee" in name:
        return dice if posture in ("target without points", "unaware target") else None
    place = 3 if posture == "unaware target" and not band else BY_BAND[band]
    if band > weapon.band:
        place = BEYOND
    unsupported = posture == "attacker prone" and name == "quick shot"
    return dice + place + POSTURES[posture].dice - unsupported


def faults(cell: Cell, prices: Prices) -> Iterator[str]:
    """What is wrong with a cell: as it is played, as it is priced."""
    play: Sampled[Any, Any, Any] = Sampled(cell.fight, sensible, Stream(5))
    RULESET.perform(play, Fighter(play, A), cell.act)
    if play.fight.bodies[A].ap >= cell.fight.bodies[A].ap:
        yield f"{cell.name}: nothing was paid"
    odds = price_action(RULESET, cell.fight, A, cell.act, prices=prices)
    if not odds.exact or odds.tail:
        yield f"{cell.name}: not exact"
    for measure in odds.measures:
        if sum(measure.fractions.values()) != 1 or min(measure.weights.values()) <= 0:
            yield f"{cell.name}: {measure.name} is not whole"
    chance = odds.headline.chance if odds.headline else -1
    if not 0 < chance <= 1:
        yield f"{cell.name}: no headline"
    if cell.pool is None:
        return
    first = 1 - Fraction(5, 6) ** cell.pool
    if chance < first if cell.act.name == "full auto" else chance != first:
        yield f"{cell.name}: hits with {float(chance):.4f}, {cell.pool} dice with {float(first):.4f}"


def differing(cell: Cell, odds: ActionOdds, samples: int) -> Iterator[str]:
    """Values that come up too often or too seldom in samples."""
    tried = price_action(RULESET, cell.fight, A, cell.act, budget=0, samples=samples, seed=3, prices=Prices())
    for drawn in tried.measures:
        true = odds[drawn.name]
        for value in {*true.weights, *drawn.weights}:
            p = true.probability(value)
            expected, seen = p * samples, drawn.weights.get(value, 0)
            if p == 0 and seen:
                yield f"{cell.name}: {drawn.name} {value} has no chance"
            elif 5 <= expected <= samples - 5 and abs(seen - expected) > FAR * sqrt(expected * (1 - p)):
                yield f"{cell.name}: {drawn.name} {value}: {seen}, expected {expected:.1f}"


def arms() -> list[Weapon]:
    """All weapons of the list."""
    return list(tables.weapons().values())


@pytest.mark.slow
def test_every_weapon_within_its_range() -> None:
    prices, found = (
        Prices(),
        [
            *cells((w for w in arms() if w.kind == "melee"), (1,), ("standing", "target without points")),
            *cells((w for w in arms() if w.kind == "ranged"), (12,), ("standing",)),
        ],
    )
    assert {cell.act.item for cell in found} == set(tables.weapons())
    assert {cell.act.name for cell in found} == set(KINDS)
    assert [fault for cell in found for fault in faults(cell, prices)] == []


@pytest.mark.slow
def test_every_posture_at_every_range_with_a_blade_and_a_gun() -> None:
    prices = Prices()
    two = [tables.weapons()[name] for name in ("fine sword", "gauss pistol")]
    found = list(cells(two, BANDS, POSTURES))
    assert {cell.name.rsplit(", ", 1)[1] for cell in found} == set(POSTURES)
    assert [fault for cell in found for fault in faults(cell, prices)] == []


@pytest.mark.slow
def test_the_whole_product() -> None:
    prices, count, wrong = Prices(), 0, list[str]()
    for cell in part_of(cells(arms(), BANDS, POSTURES), 24):
        count += 1
        wrong += faults(cell, prices)
    assert wrong == []
    assert count > some(5_000, 24)


@pytest.mark.slow
def test_samples_agree_with_the_odds() -> None:
    prices, wrong = Prices(), list[str]()
    names = ("unarmed", "fine sword", "stun baton", "service pistol", "carbine", "gauss rifle")
    weapons = [tables.weapons()[name] for name in names]
    for cell in part_of(cells(weapons, (1, 12), ("standing", "target prone", "unaware target")), 12):
        odds = price_action(RULESET, cell.fight, A, cell.act, prices=prices)
        wrong += differing(cell, odds, 1_000)
    assert wrong == []
