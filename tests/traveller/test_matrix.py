"""Every weapon at every range, through every cover, in every posture: run, priced, and reckoned again."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import sqrt
from typing import NamedTuple

import pytest

from affray.core.effect import Who
from affray.core.errors import Illegal
from affray.pricing import ActionOdds, Prices, price_action
from affray.rulesets.traveller import RULESET
from affray.rulesets.traveller.actions import legal
from affray.rulesets.traveller.movement import STANCES
from affray.rulesets.traveller.sheet import BEYOND, EXTREME, LONG, NORMAL, SHORT, Weapon
from affray.rulesets.traveller.state import State
from affray.rulesets.traveller.tables import covers, weapons
from tests.traveller.cast import act, fight, fighter, wall
from tests.whole import part_of

pytestmark = pytest.mark.slow

ARMS = [w for w in weapons().values() if w.kind != "gear"]
SHARES = {SHORT: 0.2, NORMAL: 0.6, LONG: 1.6, EXTREME: 3.6, BEYOND: 4.1}
"""Where in each band one stands, in ranges of the weapon."""
BAND_DM = {SHORT: 1, NORMAL: 0, LONG: -2, EXTREME: -4}
UNSCOPED = 100
ARMOUR, REFLEC = 5, 14
SKILLS = {"melee": 1, "gun combat": 2, "athletics": 0}
LEVEL = {"melee": 1, "gun combat": 2, "athletics": 0}
FULL = (9, 9, 9, 7, 7, 7)
DM = 1
"""Of STR and DEX of the attacker."""
LIFE = 21
"""What the target has of STR, DEX and END together."""
FAR = 4.0


class Cell(NamedTuple):
    """One attack: with what, from where, at whom."""

    weapon: str
    band: int
    cover: str
    target: str
    attacker: str

    @property
    def arm(self) -> Weapon:
        return weapons()[self.weapon]

    @property
    def metres(self) -> float:
        return 1 if self.arm.melee else SHARES[self.band] * self.arm.reach / 100

    @property
    def action(self) -> str:
        return "melee attack" if self.arm.melee else "thrown attack" if self.arm.thrown else "ranged attack"

    def state(self) -> State:
        """Asha with the weapon; Bo in mesh and a reflective suit, untaught, who does not react."""
        kit = () if self.arm.natural else (self.weapon,)
        asha = fighter("Asha", full=FULL, skills=SKILLS, weapons=kit, stance=self.attacker)
        here = self.metres
        screen = wall("it", self.cover, (here - 0.5, -2), (here - 0.5, 2)) if self.cover else None
        worn = {"armour": (ARMOUR,), "reflec": (REFLEC,)}
        bo = fighter("Bo", "blue", (here, 0), skills={}, sheet=worn, stance=self.target, cover=screen)
        return fight(asha, bo, fighter("Cleo", "blue", (here + 40, 0)))


def cells() -> Iterator[Cell]:
    """The whole product: melee has one range."""
    for arm in ARMS:
        bands = (SHORT,) if arm.melee else tuple(SHARES)
        for band, cover, target, attacker in product(bands, ("", *covers()), STANCES, STANCES[::2]):
            yield Cell(arm.name, band, cover, target, attacker)


def priced(cell: Cell, budget: int = 10_000, samples: int = 1) -> ActionOdds:
    """The odds of the attack."""
    deed = act(cell.action, 1, item=cell.weapon)
    return price_action(RULESET, cell.state(), Who(0), deed, prices=Prices(), budget=budget, samples=samples)


# --- the same reckoned apart ----------------------------------------------------------------------------


@cache
def sums(dice: int) -> Counter[int]:
    """In how many ways so many dice come to each sum."""
    found = Counter({0: 1})
    for _ in range(dice):
        found = Counter({n: sum(found[n - face] for face in range(1, 7)) for n in range(max(found) + 7)})
    return found


def reckoned(cell: Cell) -> tuple[Fraction, dict[int, Fraction]]:
    """The chance to hit, and how likely each loss is, by the tables of the sheet alone."""
    arm, far = cell.arm, not cell.arm.melee
    dm = LEVEL[arm.skill.partition(" (")[0]] + DM
    if far:
        unscoped = cell.metres > UNSCOPED and not arm.scope
        dm += -4 if unscoped else BAND_DM[cell.band]
        dm -= 2 if cell.cover else 1 if cell.target == "prone" else 0
    stops = ARMOUR + (REFLEC if arm.laser else 0) + (covers()[cell.cover].armour if cell.cover and far else 0)
    hit, lost = Fraction(0), defaultdict[int, Fraction](Fraction)
    for total, ways in sums(2).items():
        effect = total + dm - 8
        chance = Fraction(ways, 36)
        if effect < 0:
            lost[0] += chance
            continue
        hit += chance
        for thrown, many in sums(arm.dice).items():
            harm = thrown + effect + (0 if far else DM) - stops
            lost[min(LIFE, max(0, harm))] += chance * Fraction(many, 6**arm.dice)
    return hit, {points: chance for points, chance in lost.items() if chance}


def wrong(cell: Cell) -> str:
    """What is wrong in a cell; empty when nothing is."""
    if cell.band == BEYOND:
        return "" if refused(cell) else "a target out of range can be attacked"
    odds, (hit, lost) = priced(cell), reckoned(cell)
    whole = all(sum(m.weights.values()) == m.cases and min(m.weights.values()) > 0 for m in odds.measures)
    if not odds.exact or not whole:
        return f"exact: {odds.exact}, whole: {whole}"
    assert odds.headline is not None
    if not 0 <= odds.headline.chance <= 1 or odds["hits Bo"].chance != hit:
        return f"hits {odds['hits Bo'].chance}, reckoned {hit}"
    found = odds["damage to Bo"].fractions if "damage to Bo" in names(odds) else {0: Fraction(1)}
    return "" if found == lost else f"damage {found}, reckoned {lost}"


def names(odds: ActionOdds) -> set[str]:
    """The measures that are worth telling."""
    return {measure.name for measure in odds.measures}


def refused(cell: Cell) -> bool:
    """Whether the menu and the price both refuse the attack."""
    deed = act(cell.action, 1, item=cell.weapon)
    try:
        priced(cell)
    except Illegal:
        return deed not in legal(cell.state(), Who(0))
    return False


def drawn(cell: Cell, samples: int) -> list[str]:
    """The values of measures that samples of the same rules have too often or too seldom."""
    exact, tried, found = priced(cell), priced(cell, budget=0, samples=samples), []
    known = {measure.name: measure for measure in exact.measures}
    for measure in tried.measures:
        for value in {*known[measure.name].weights, *measure.weights}:
            p = known[measure.name].probability(value)
            expected, seen = p * samples, measure.weights.get(value, 0)
            if expected < 5 or expected > samples - 5:
                bad = p == 0 and seen > 0
            else:
                bad = abs(seen - expected) > FAR * sqrt(expected * (1 - p))
            if bad:
                found.append(f"{cell}: {measure.name} {value}: {p:.5f}, drawn {seen} of {samples}")
    return found


ALL = list(cells())


def test_cells_of_every_weapon_are_priced_as_the_tables_say():
    some = ALL[::43]
    assert {cell.weapon for cell in some} == {arm.name for arm in ARMS}
    assert not {cell: fault for cell in some if (fault := wrong(cell))}


def test_samples_come_out_as_priced():
    some = [cell for cell in ALL[3::601] if cell.band != BEYOND]
    assert len(some) >= 5
    assert not [fault for cell in some for fault in drawn(cell, 400)]


def test_the_whole_product_is_priced_as_the_tables_say():
    assert len(ALL) == 42 * (14 + 5 * 18)
    assert not {cell: fault for cell in part_of(ALL, 9) if (fault := wrong(cell))}


def test_more_samples_come_out_as_priced():
    some = [cell for cell in part_of(ALL[5::97]) if cell.band != BEYOND]
    assert not [fault for cell in some for fault in drawn(cell, 2_000)]
