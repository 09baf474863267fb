"""What attacks promise: how the autopilot weighs one against another."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache

from affray.core.view import derived
from affray.rulesets.serenity import area, defence, strike
from affray.rulesets.serenity.dice import shown
from affray.rulesets.serenity.fighter import Fighter
from affray.rulesets.serenity.roll import ENDURANCE, attribute_die
from affray.rulesets.serenity.sheet import Weapon
from affray.rulesets.serenity.state import Body, Game
from affray.rulesets.serenity.strike import How
from affray.rulesets.serenity.tables import AVERAGE, EASY

LASTING = {"vital": 6, "limb": 4}
"""What it is worth, in points of harm, to stun somebody or to put a limb out of use."""
DOWN = 8
"""What it is worth to put somebody out of the fight."""
MUCH = 20
"""More than a single attack is likely to do."""


def promise(play: Game, me: Fighter, target: Fighter, how: How) -> Fraction:
    """What an attack promises: harm to expect, the target's fall, its aim.

    All is in points, against the defence that stands now; `LASTING` and `DOWN` say how much more.
    """
    first = strike.first_die(play, me, how.weapon).total
    second = strike.attack_die(play, me, target, how, 1).total
    place, plus = guard(play, me, target, how.weapon.melee)
    dice = strike.damage_dice(me, target, how).total
    places = max(0, first), max(0, second), place, plus, max(0, dice), target.armour.rating
    hit, harm = worth(*places)
    fails = breaks(play, target)
    shots = strike.ROUNDS["burst"] if how.mode == "burst" else 1
    falls = DOWN * fells(*places, target.about(left)) * fails
    lasting = hit * LASTING.get(how.aim, 0) * fails if how.aim in LASTING else 0
    return shots * (harm + falls) + lasting


def spray(play: Game, me: Fighter, target: Fighter, gun: Weapon) -> Fraction:
    """What autofire promises against one of those in it."""
    first = strike.first_die(play, me, gun).total
    second = area.placing_die(play, me, gun, me.band_to(target, gun), "SER-AUTOF-01", 1)[1].total
    place, plus = guard(play, me, target, False)
    how = How(gun, mode="autofire")
    dice = strike.damage_dice(me, target, how).total
    return sprayed(max(0, first), max(0, second), place, plus, max(0, dice), target.armour.rating)


@cache
def sprayed(first: int, second: int, place: int, plus: int, dice: int, armour: int) -> Fraction:
    """The harm to expect of autofire, for who fails an average roll.

    >>> sprayed(4, 0, 1, 0, 1, 0)
    Fraction(21, 4)
    """
    harms, rolls, guards = shown((dice,)).faces, shown((first, second)).faces, shown((place,)).faces
    mean = Fraction(sum([max(0, n - armour) * w for n, w in harms]), sum([w for _, w in harms]))
    ways, all_ = sum([w for _, w in guards]), sum([w for _, w in rolls])
    caught = [(AVERAGE - g - plus, w) for g, w in guards if g + plus < AVERAGE]
    basic = Fraction(sum([n * w for n, w in caught]), ways)
    placed = Fraction(sum([w for n, w in rolls if n >= EASY]), all_)
    return placed * (basic + mean * Fraction(sum([w for _, w in caught]), ways))


@derived
def left(b: Body) -> int:
    """Points of harm that bring on a test to stay up: from 1 to `MUCH`."""
    return min(MUCH, max(1, b.sheet.life - b.stun - b.wounds))


def breaks(play: Game, target: Fighter) -> Fraction:
    """How likely a target is to fail an Endurance test."""
    vitality, willpower = (attribute_die(play, target, name, "SER-R15").total for name in ENDURANCE)
    return below(max(0, vitality), max(0, willpower))


@cache
def below(first: int, second: int) -> Fraction:
    """How likely two dice stay below an average difficulty.

    >>> below(1, 1), below(3, 3)
    (Fraction(1, 1), Fraction(5, 12))
    """
    faces = shown((first, second)).faces
    return Fraction(sum([w for n, w in faces if n < AVERAGE]), sum([w for _, w in faces]))


def guard(play: Game, me: Fighter, target: Fighter, melee: bool) -> tuple[int, int]:
    """The place of the die that is rolled against me, and what is added to it."""
    kind = defence.INNATE
    if target.held or not target.up or target.unaware_of(me):
        kind = defence.HELD if target.held else defence.FIXED
    elif target.dodging and me.fooled != target:
        kind = defence.DODGE
    cover = 0 if melee else defence.covering(play, target, me, kind)
    if kind == defence.INNATE:
        return max(0, attribute_die(play, target, "agility", "SER-INNATE-03").total), cover
    return 0, cover + (target.dodging if kind == defence.DODGE else EASY)


@cache
def worth(
    first: int, second: int, place: int, plus: int, dice: int, armour: int
) -> tuple[Fraction, Fraction]:
    """How likely two dice reach one and a number, and the harm to expect.

    All are places on the ladder but `plus` and `armour`, which are points.

    >>> worth(1, 0, 0, 2, 1, 0)
    (Fraction(1, 2), Fraction(3, 4))
    """
    harms, attacks, guards = shown((dice,)).faces, shown((first, second)).faces, shown((place,)).faces
    mean = Fraction(sum([max(0, n - armour) * w for n, w in harms]), sum([w for _, w in harms]))
    margins = [(a - g - plus, w * v) for a, w in attacks for g, v in guards]
    ways = sum([w for _, w in margins])
    hit = Fraction(sum([w for margin, w in margins if margin >= 0]), ways)
    over = Fraction(sum([margin * w for margin, w in margins if margin >= 0]), ways)
    return hit, over + hit * mean


@cache
def fells(first: int, second: int, place: int, plus: int, dice: int, armour: int, least: int) -> Fraction:
    """How likely an attack is to hit and to do at least so much harm.

    >>> fells(1, 0, 0, 2, 1, 0, 2)
    Fraction(1, 4)
    """
    harms, attacks, guards = shown((dice,)).faces, shown((first, second)).faces, shown((place,)).faces
    # The margin is basic damage too, so what the dice of damage leave to do is a margin that is needed.
    enough: Counter[int] = Counter()
    for n, w in harms:
        enough[max(0, least - max(0, n - armour))] += w
    ways = sum([w for _, w in harms]) * sum([w for _, w in attacks]) * sum([w for _, w in guards])
    done = [
        w * v * u
        for a, w in attacks
        for g, v in guards
        if a >= g + plus
        for short, u in enough.items()
        if a - g - plus >= short
    ]
    return Fraction(sum(done), ways)
