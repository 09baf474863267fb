"""Every weapon and spell, attacked with in every way, at every range, cover and posture.

Each cell that is legal is played once and priced exactly.  Attacks are held against a sum of dice
that is worked out here, without the rules' help.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple

import pytest

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.sampled import Sampled
from affray.core.space import point
from affray.core.stream import Stream
from affray.pricing import ActionOdds, Prices, price_action
from affray.rulesets.d6 import RULESET, tables
from affray.rulesets.d6.actions import why_not
from affray.rulesets.d6.fighter import Fighter
from affray.rulesets.d6.pilot import sensible
from affray.rulesets.d6.sheet import Cover, Weapon
from affray.rulesets.d6.state import State
from tests.d6.cast import car, fight, fighter, foe
from tests.whole import part_of, some

pytestmark = pytest.mark.slow

FEET = (4, 40, 140, 500, 2_500)
COVERS = {"": 0, "light": 5, "heavy": 10, "total": 15}
SKILL, REFLEXES, ARMOUR = 14, 10, 3
FAR = 4.0
A, B = Who(0), Who(1)


class Posture(NamedTuple):
    """How attacker and target stand, and what that does to dice and to the number."""

    attacker: dict[str, Any]
    target: dict[str, Any]
    dice: int = 0
    points: int = 0


POSTURES = {
    "standing": Posture({}, {}),
    "attacker prone": Posture({"prone": True}, {}),
    "target prone": Posture({}, {"prone": True}),
    "attacker bloodied": Posture({"hp": 10, "bloodied": True}, {}),
    "attacker busy": Posture({"actions": 2}, {}, dice=-1),
    "target busy": Posture({}, {"actions": 3}, points=-6),
    "aimed": Posture({"aim": B, "aimed": 1}, {}, dice=1),
    "target unaware": Posture({}, {"aware": False}),
    "target looks away": Posture({}, {"facing": point(9_000, 0)}),
    "target unarmed": Posture({}, {"hands": ()}),
    "attacker drives": Posture({"drives": car(), "aboard": A, "speed": 2}, {}, dice=-2),
    "target evades": Posture(
        {}, {"drives": car(), "aboard": B, "evading": True}, points=9 + 4 - 1 - REFLEXES
    ),
}


class Cell(NamedTuple):
    """One legal attack."""

    name: str
    fight: State
    act: Act
    expected: dict[int, Fraction] | None
    """Damage of an attack or a burst, with its chances."""


def cells(weapons: list[Weapon], feet: tuple[int, ...], postures: list[str]) -> Iterator[Cell]:
    """All legal cells of these."""
    for weapon in weapons:
        for far in feet:
            for cover in COVERS:
                for posture in postures:
                    yield from _armed(weapon, far, cover, posture)


def _armed(weapon: Weapon, far: int, cover: str, posture: str) -> Iterator[Cell]:
    given = _given(
        far, cover, posture, weapons=() if weapon.kind == "natural" else (weapon,), aims_with=weapon.name
    )
    for name, n in (("attack", 0), ("burst", 0), ("suppress", 5), ("throw", 0)):
        act = Act(name, B, item=weapon.name, n=n)
        if not why_not(given, A, act):
            plain = name in ("attack", "burst")
            expected = _expected(weapon, far, cover, posture, name == "burst") if plain else None
            yield Cell(
                f"{name} with {weapon.name}, {far} ft, {cover or 'open'}, {posture}", given, act, expected
            )


def cast(far: int, cover: str, posture: str) -> Iterator[Cell]:
    """The last component of every spell."""
    for spell in tables.spells().values():
        done = max(0, len(spell.components) - 1)
        given = _given(far, cover, posture, spells=(spell.name,), spell=spell.name, components=done)
        act = Act("cast", B, item=spell.name)
        if not why_not(given, A, act):
            yield Cell(f"cast {spell.name}, {far} ft, {cover or 'open'}, {posture}", given, act, None)


def _given(far: int, cover: str, posture: str, **attacker: Any) -> State:
    stands = POSTURES[posture]
    skills = dict.fromkeys(tables.skills(), SKILL)
    one = fighter(skills=skills, **attacker)._replace(**stands.attacker)
    sheet = {"reflexes": REFLEXES, "armour": ARMOUR, "hit_points": 1_000, "resistance": 12}
    other = foe(
        (far, 0), hp=1_000, weapons=("knife",), sheet=sheet, cover=Cover("it", cover) if cover else None
    )
    return fight(one, other._replace(**stands.target))


def _expected(weapon: Weapon, far: int, cover: str, posture: str, burst: bool) -> dict[int, Fraction]:
    """The damage of one attack by its chance: dice counted one by one."""
    stands = POSTURES[posture]
    unaware, near = posture == "target unaware", far <= 5
    unarmed = posture == "target unarmed" and weapon.kind != "natural"
    better = near and (posture == "target looks away" or unarmed)
    skill = -(-SKILL // 2) if posture == "attacker bloodied" else SKILL
    dice, rest = divmod(skill, 3)
    dice += stands.dice + burst + better
    number = 5 if unaware else max(0, REFLEXES + stands.points + COVERS[cover])
    sums: dict[int, Fraction] = {rest: Fraction(1)}
    for _ in range(dice):
        more: dict[int, Fraction] = {}
        for total, chance in sums.items():
            for face in range(1, 7):
                more[total + face] = more.get(total + face, Fraction()) + chance / 6
        sums = more
    found: dict[int, Fraction] = {}
    for total, chance in sums.items():
        damage = max(0, weapon.damage + total - number - ARMOUR) if total >= number else 0
        found[damage] = found.get(damage, Fraction()) + chance
    return found


def faults(cell: Cell, prices: Prices) -> Iterator[str]:
    """What is wrong with a cell: as it is played, as it is priced."""
    play: Sampled[Any, Any, Any] = Sampled(cell.fight, sensible, Stream(5))
    RULESET.perform(play, Fighter(play, A), cell.act)
    if not play.fight.bodies[A].fought:
        yield f"{cell.name}: nobody fought"
    odds = price_action(RULESET, cell.fight, A, cell.act, prices=prices)
    if not odds.exact or odds.tail:
        yield f"{cell.name}: not exact"
    for measure in odds.measures:
        if sum(measure.fractions.values()) != 1 or min(measure.weights.values()) <= 0:
            yield f"{cell.name}: {measure.name} is not whole"
    if odds.headline is None or not 0 <= odds.headline.chance <= 1:
        yield f"{cell.name}: no headline"
    if cell.expected is not None and odds["damage to Bo"].fractions != dict(sorted(cell.expected.items())):
        yield f"{cell.name}: other damage than the dice give"


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
    """All weapons of the lists."""
    return list(tables.weapons().values())


def test_every_weapon_in_the_open_at_arms_length_and_beyond() -> None:
    prices, found = Prices(), list(cells(arms(), (4, 40), ["standing"]))
    assert {cell.act.item for cell in found} == set(tables.weapons())
    assert {cell.act.name for cell in found} == {"attack", "burst", "suppress", "throw"}
    assert [fault for cell in found for fault in faults(cell, prices)] == []


def test_every_posture_with_a_blade_a_gun_and_spells() -> None:
    prices = Prices()
    two = [tables.weapons()[name] for name in ("long sword", "assault rifle")]
    found = [
        *cells(two, (4,), list(POSTURES)),
        *(c for posture in POSTURES for c in cast(40, "light", posture)),
    ]
    assert {cell.name.rsplit(", ", 1)[1] for cell in found} == set(POSTURES)
    assert [fault for cell in found for fault in faults(cell, prices)] == []


def test_the_whole_product() -> None:
    prices, count = Prices(), 0
    wrong: list[str] = []
    postures = list(POSTURES)
    spells = (
        c for far in FEET for cover in COVERS for posture in postures for c in cast(far, cover, posture)
    )
    for found in (cells(arms(), FEET, postures), spells):
        for cell in part_of(found, 12):
            count += 1
            wrong += faults(cell, prices)
    assert wrong == []
    assert count > some(3_500, 12)


def test_samples_agree_with_the_odds() -> None:
    prices = Prices()
    names = ("fist", "long sword", "long bow", "medium pistol", "assault rifle", "fragmentation grenade")
    arms_of = [tables.weapons()[name] for name in names]
    found = [
        *cells(arms_of, (4, 40), ["standing", "attacker busy", "target unaware"]),
        *(c for cover in COVERS for c in cast(40, cover, "standing")),
    ]
    wrong: list[str] = []
    for cell in part_of(found, 12):
        odds = price_action(RULESET, cell.fight, A, cell.act, prices=prices)
        wrong += differing(cell, odds, 800)
    assert wrong == []
