"""Typical attacks of the other games by hand in icepool: what their odds are held against."""

from __future__ import annotations

from typing import Any

import icepool
from icepool import d, d6, tupleize

each: Any = icepool.map  # untyped: its many forms are more than a checker can follow
WORTH: Any = icepool.Die([0, 0, 0, 1, 1, 2])


def wounding(ap: int, rank: int, trait: int, damage: int, stops: int, health: int) -> Any:
    """An Attack that may stagger: (takes hold, damage, put out of action)."""

    def outcome(score: int) -> Any:
        lost = min(health, max(0, damage - stops))
        return tupleize(ap > score + trait and damage > stops, lost, lost == health)

    return each(outcome, rank @ WORTH)


def checked_shot(dm: int, dice: int, plus: int, armour: int, full: tuple[int, int, int]) -> Any:
    """An attack of 2D, and damage in dice: (hits, put out of action, damage, dies)."""

    def struck(effect: int) -> Any:
        if effect < 0:
            return (False, False, 0, False)
        return each(lambda rolled: suffered(max(0, rolled + effect + plus - armour)), dice @ d6)

    def suffered(points: int) -> tuple[bool, bool, int, bool]:
        strength, dexterity, endurance = full
        rest = max(0, points - endurance)
        zeros = (points >= endurance) + (rest >= strength) + (rest >= strength + dexterity)
        return True, zeros >= 2, min(points, sum(full)), zeros == 3

    return each(struck, 2 @ d6 + dm - 8)


def steps(
    attack: tuple[int, int], innate: int, harm: int, armour: int, life: int, staying: tuple[int, int]
) -> Any:
    """A shot on the ladder of dice: (hits, put out of the fight, wounds, stun, dies)."""
    staying_up, worse = [d(a) + d(b) >= 7 for a, b in (staying, (staying[0] - 4, staying[1] - 4))]

    def struck(margin: int) -> Any:
        if margin < 0:
            return (False, False, 0, 0, False)
        return each(lambda rolled: hurt(margin, max(0, rolled - armour)), d(harm))

    def hurt(basic: int, dealt: int) -> Any:
        stun, wounds = basic - basic // 2, basic // 2 + dealt
        if wounds >= 2 * life:
            return (True, True, wounds, stun, True)
        if stun + wounds < life:
            return (True, False, wounds, stun, False)
        return each(
            lambda stays: (True, not stays, wounds, stun, False), worse if 2 * wounds >= life else staying_up
        )

    return each(struck, d(attack[0]) + d(attack[1]) - d(innate))


def against_defence(dice: int, pips: int, defence: int, damage: int, armour: int, hp: int, whole: int) -> Any:
    """One roll for hit and damage: (hits, put out of the fight, damage, is bloodied)."""

    def struck(total: int) -> tuple[bool, bool, int, bool]:
        if total < defence:
            return False, False, 0, False
        points = max(0, damage + total - defence - armour)
        return True, points >= hp, points, 2 * (hp - points) < whole

    return each(struck, dice @ d6 + pips)


def blast(dice: int, damage: int, victims: tuple[tuple[int, int, int], ...]) -> Any:
    """Everybody near against one roll: for each (damage, put out of the fight).

    Each victim is a defence, armour and hit points.
    """

    def caught(total: int) -> Any:
        return tupleize(*[burnt(total, *victim) for victim in victims])

    def burnt(total: int, defence: int, armour: int, hp: int) -> tuple[int, bool]:
        points = max(0, (damage if total >= defence else -(-damage // 2)) - armour)
        return points, points >= hp

    return each(caught, dice @ d6)
