"""Every weapon, attacked with in every way, at every range, behind what there is, in every posture.

Each cell that is legal is played once and priced exactly.  Plain Attacks are held against damage
that is worked out here: the tables are read, the score, what adds to it and what stops it are not
asked of the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import chain
from math import sqrt
from random import Random
from typing import Any, NamedTuple, TypeAlias

import pytest

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.sampled import Sampled
from affray.core.stream import Stream
from affray.pricing import ActionOdds, Prices, price_action
from affray.rulesets.horizon import RULESET, tables
from affray.rulesets.horizon.actions import why_not
from affray.rulesets.horizon.fighter import Fighter
from affray.rulesets.horizon.pilot import sensible
from affray.rulesets.horizon.sheet import Item, Weapon
from affray.rulesets.horizon.state import State
from tests.horizon.cast import BOOK, fight, fighter, foe, item, made, wall
from tests.whole import WHOLE, part_of

METRES = (2, 3, 6, 15, 45, 250)
SCORES = (4, 26)
HEALTH = 500
RANK, STRENGTH, AGILITY = 3, 4, 3
FAR = 4.0
Arm: TypeAlias = Item | Weapon
A, B = Who(0), Who(1)
WOUNDS = ("", *tables.conditions())


class Posture(NamedTuple):
    """How attacker and target are, and what that does to a plain Attack."""

    attacker: dict[str, Any]
    target: dict[str, Any]
    halvings: int = 0
    """How often the score is halved, where an Attack takes both arms."""
    one_armed: int = 0
    """The same where one arm is enough."""
    stops: int = 0
    """What stands before Health."""
    pool: int = 0
    """What does where nothing passes it."""


POSTURES = {
    "standing": Posture({}, {}),
    "attacker has dived": Posture({"prone": True, "diving": 8}, {}),
    "target has dived": Posture({}, {"prone": True, "diving": 6}, stops=6),
    "target defends": Posture({}, {"pool": 14}, pool=14),
    "target in armour, defends": Posture({}, {"pool": 9, "sheet": {"armour": 4}}, stops=4, pool=9),
    "target may dive": Posture({}, {"borrowed": 0}),
    "arm shattered": Posture({"arms": 1}, {}, halvings=1),
    "two arms shattered": Posture({"arms": 2}, {}, halvings=2, one_armed=1),
    "body and arm shattered": Posture({"torn": True, "arms": 1}, {}, halvings=2, one_armed=1),
    "attacker hidden": Posture({"hidden": True, "stealth": 9}, {}),
    "target down": Posture({}, {"owed": 2}),
}
COVERS = {"in the open": (), "beside a wall": (wall("wall", (-5, 1), (300, 1), 30),)}


class Cell(NamedTuple):
    """One legal Attack."""

    name: str
    fight: State
    act: Act
    damage: int | None
    """What a plain Attack does to its first target; None where that is not worked out here."""


def things() -> list[Item]:
    """All weapons, bare hands by every style, and two things that are none."""
    found = [item(w.name) for w in BOOK.weapons.values() if not w.unarmed]
    return [*found, made("rock", 1), made("table leg", 2, light=False)]


def arms() -> list[Arm]:
    """Both."""
    return [*things(), *styles()]


def styles() -> list[Weapon]:
    """All ways to fight with bare hands."""
    return [w for w in BOOK.weapons.values() if w.unarmed]


def cells(
    weapons: Iterable[Arm],
    metres: Iterable[int],
    scores: Iterable[int],
    postures: Iterable[str],
    covers: Iterable[str] = COVERS,
    wounds: tuple[str, ...] = WOUNDS,
) -> Iterator[Cell]:
    """All legal cells of these."""
    for arm in weapons:
        for far in metres:
            for score in scores:
                for posture in postures:
                    for cover in covers:
                        yield from _armed(arm, far, score, posture, cover, wounds)


def _armed(
    arm: Arm, far: int, score: int, posture: str, cover: str, wounds: tuple[str, ...]
) -> Iterator[Cell]:
    given = _given(arm, far, score, posture, cover)
    for how in ("attack", "throw", "club"):
        for wound in wounds:
            act = Act(how, B, item=wound)
            if why_not(given, A, act):
                continue
            name = f"{how} {wound} with {arm.name}, {far} m, {score} AP, {posture}, {cover}"
            plain = not wound and posture != "target may dive"
            yield Cell(name, given, act, _damage(arm, how, far, score, posture) if plain else None)


def _given(arm: Arm, far: int, score: int, posture: str, cover: str) -> State:
    stands = POSTURES[posture]
    skills = {"endurance": RANK}
    held: dict[str, Any] = {"style": arm.name} if isinstance(arm, Weapon) else {"weapons": (arm,)}
    walls = COVERS[cover]
    one = fighter(
        strength=STRENGTH, agility=AGILITY, health=HEALTH, skills=skills, score=score, walls=walls, **held
    )
    other = foe(at=(far, 0), agility=AGILITY, health=HEALTH, skills=skills, walls=walls, **stands.target)
    third = foe("Cy", (far, 4), health=HEALTH, skills=skills)
    return fight(one._replace(**stands.attacker), other, third._replace(walls=walls))


def _damage(arm: Arm, how: str, far: int, score: int, posture: str) -> int:
    """What a plain Attack costs its target: the row, halves, what is stopped."""
    weapon = arm if isinstance(arm, Weapon) else arm.weapon
    assert weapon is not None
    improvised = isinstance(arm, Item) and arm.improvised
    stands = POSTURES[posture]
    for _ in range(stands.halvings if weapon.hands == 2 else stands.one_armed):
        score = (score + 1) // 2
    close = far <= 2
    found = BOOK.row(weapon.name, score + 5 * close).damage[0]
    flies_ill = how == "throw" and weapon.kind != "melee"
    if improvised or how == "club" or flies_ill:
        found = (found + 1) // 2
    passing = close or (how == "attack" and weapon.kind in ("grenade", "melee", "unarmed"))
    left = max(0, found - (0 if passing else stands.pool))
    return max(0, left - stands.stops)


def faults(cell: Cell, prices: Prices) -> Iterator[str]:
    """What is wrong with a cell: as it is played, as it is priced."""
    play: Sampled[Any, Any, Any] = Sampled(cell.fight, sensible, Stream(5))
    RULESET.perform(play, Fighter(play, A), cell.act)
    if play.fight.bodies[A].actions != 1:
        yield f"{cell.name}: took no action"
    odds = price_action(RULESET, cell.fight, A, cell.act, prices=prices)
    if not odds.exact or odds.tail:
        yield f"{cell.name}: not exact"
    for measure in odds.measures:
        if sum(measure.fractions.values()) != 1 or min(measure.weights.values()) <= 0:
            yield f"{cell.name}: {measure.name} is not whole"
    if odds.headline is None or not 0 <= odds.headline.chance <= 1:
        yield f"{cell.name}: no headline"
    if cell.damage is not None and odds["damage to Bo"].fractions != {cell.damage: Fraction(1)}:
        yield f"{cell.name}: {odds['damage to Bo'].fractions}, expected {cell.damage}"


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


@pytest.mark.slow
def test_every_weapon_in_every_way_at_hand_and_beyond() -> None:
    prices = Prices()
    found = [*cells(arms(), (2, 6), (14,), ["standing"], ["in the open"], ("", "down"))]
    used = {cell.name.partition(" with ")[2].partition(",")[0] for cell in found}
    assert used == {arm.name for arm in arms()}
    assert {cell.act.name for cell in found} == {"attack", "throw", "club"}
    assert [fault for cell in found for fault in faults(cell, prices)] == []


@pytest.mark.slow
def test_every_posture_with_a_blade_a_gun_a_grenade_and_fists() -> None:
    prices = Prices()
    some: list[Arm] = [item(name) for name in ("simple-weapon", "light-assault-rifle", "scrap-grenade")]
    found = [*cells([*some, styles()[1]], (2, 6), (13,), POSTURES, ["beside a wall"], ("", "head"))]
    assert {cell.name.split(", ", 3)[3].rpartition(", ")[0] for cell in found} == set(POSTURES)
    assert [fault for cell in found for fault in faults(cell, prices)] == []


def test_no_chance_is_priced_where_a_wall_stands_between() -> None:
    between = (wall("wall", (1, -5), (1, 5)),)
    for arm in ("lmg", "simple-weapon", "scrap-grenade"):
        given = fight(fighter(weapons=(arm,), score=14, walls=between), foe(at=(2, 0), walls=between))
        refused = {r.rule for how in ("attack", "throw", "club") for r in why_not(given, A, Act(how, B))}
        assert "HZN-DIS-01" in refused


SHARE = 1 if WHOLE else 0.05
"""How much of the product is run, drawn by lot; `AFFRAY_WHOLE=1 make test` runs all, in two minutes."""


@pytest.mark.slow
def test_the_whole_product() -> None:
    prices, count, wrong = Prices(), 0, list[str]()
    some = ("", "stagger", "leg", "head")
    open_field = cells(arms(), METRES, SCORES, POSTURES, ["in the open"], some)
    by_a_wall = cells(arms(), METRES, (14,), ["standing", "target defends"], ["beside a wall"])
    drawn = Random(1)
    for cell in chain(open_field, by_a_wall):
        if drawn.random() < SHARE:
            count += 1
            wrong += faults(cell, prices)
    assert wrong == []
    assert count > 19_000 * SHARE


@pytest.mark.slow
def test_samples_agree_with_the_odds() -> None:
    prices, wrong = Prices(), list[str]()
    names = ("light-combat-pistol", "light-assault-rifle", "simple-weapon", "scrap-grenade")
    some: list[Arm] = [*[item(name) for name in names], made("rock", 1), styles()[0]]
    postures = ["standing", "target may dive", "target defends"]
    for cell in part_of(cells(some, (2, 6), (14,), postures, ["in the open"]), 17):
        odds = price_action(RULESET, cell.fight, A, cell.act, prices=prices)
        wrong += differing(cell, odds, 400)
    assert wrong == []
