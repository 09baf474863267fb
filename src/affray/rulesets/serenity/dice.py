"""The dice of the game: the ladder of steps, and rolls of dice on it.

A place on the ladder is a number: 1 is d2, 6 is d12, 7 is d12 and d2; 0 and below are no die.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from affray.core.dice import Chance, notation, total
from affray.core.message import Message, msg
from affray.core.tally import Mod

NUMBERED = (" against ", " above ")
"""What stands in a question before the number that is to be reached."""


def rolled(question: str) -> str:
    """What is rolled for, whatever number is to be reached.

    >>> rolled("attack against 7"), rolled("feint above 5"), rolled("damage")
    ('attack', 'feint', 'damage')
    """
    for between in NUMBERED:
        question = question.partition(between)[0]
    return question


D12 = 6
"""The place of the largest single die."""


def place_of(die: str) -> int:
    """The place of a die by name.

    >>> place_of("d8")
    4
    """
    return int(die.removeprefix("d")) // 2


def sides(place: int) -> tuple[int, ...]:
    """The dice of a place (SER-R1).

    >>> sides(4), sides(8), sides(0)
    ((8,), (12, 4), ())
    """
    full, rest = divmod(max(0, place), D12)
    return (12,) * full + ((2 * rest,) if rest else ())


@cache
def die_name(place: int) -> str:
    """The dice of a place as people write them.

    >>> die_name(4), die_name(7), die_name(-1)
    ('d8', 'd12+d2', 'no die')
    """
    return "+".join(f"d{side}" for side in sides(place)) or "no die"


class Die(Mod):
    """A part of a tally that is a die of its own; what stands behind it are steps up and down of that die."""

    __slots__ = ()


def figures(tally: Iterable[Mod], whole: bool = True) -> tuple[list[str], str]:
    """A tally as people read it: each die, each step with what it leaves, and the dice to throw.

    Where not all of it is told, neither is what a step leaves.

    >>> skill = (Die("SER-ATK-01", 6, "guns"), Mod("SER-VITAL-01", -2, "vital"))
    >>> figures((Die("SER-R27", 4, "agility"), *skill))
    (['d8', 'd12', '2 steps down: d8'], 'd8 + d8')
    """
    shown: list[str] = []
    places: list[int] = []
    for mod in tally:
        if isinstance(mod, Die) or not places:
            places.append(mod.amount)
            shown.append(die_name(mod.amount))
        else:
            places[-1] += mod.amount
            shown.append(_stepped(mod.amount, die_name(places[-1]) if whole else ""))
    return shown, " + ".join(die_name(place) for place in places if place > 0)


def _stepped(steps: int, left: str) -> Message:
    return msg(
        "{n, plural, one {# step} other {# steps}} {up, select, true {up} other {down}}"
        "{tells, select, true {: {left}} other {}}",
        n=abs(steps),
        up=steps > 0,
        tells=bool(left),
        left=left,
    )


@cache
def shown(places: tuple[int, ...], flat: bool = False, botch: bool = False) -> Chance[int]:
    """The sum of the dice of these places.

    By the options the part above d12 is a plain number, and dice that all show 1 make nothing.
    """
    dice = tuple(side for place in places for side in (sides(min(place, D12)) if flat else sides(place)))
    more = sum(2 * (place - D12) for place in places if place > D12) if flat else 0
    plain = total(*dice)
    if not more and not botch:
        return plain
    fails = botch and bool(dice)
    faces = [(0 if fails and n == len(dice) else n + more, weight) for n, weight in plain.faces]

    def of(faces_up: tuple[int, ...]) -> int:
        return 0 if fails and all(face == 1 for face in faces_up) else sum(faces_up) + more

    name = msg(
        "total({dice}){more}{fails, select, true {, botch} other {}}",
        dice=notation(dice),
        more=f" + {more}" if more else "",
        fails=fails,
    )
    return Chance(name, dice, of, faces)


@cache
def pair(first: int, flat: bool, botch: bool) -> Callable[[int], Chance[int]]:
    """A roll of two dice by the sum of their places, of which the first's is known."""
    return lambda places: shown((first, places - first), flat, botch)
