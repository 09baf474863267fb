"""Levers: what a game says about how its scenes can be changed.

What can stand in a scene is known from its records and tables; which of it is better than what
is not, and is said here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")

Ladder = tuple[str, ...]
"""Names of a table that can stand for each other, from the worst to the best."""


class Levers(NamedTuple):
    """What can be changed in the scenes of a game; all of it may be left out.

    `people` is the key of a fighter under which it says who it is, `folk` the names that may stand
    there.  `weapons` are by tier.  `armours` and `covers` are names with how much they protect.
    `carried` names the weapons of a fighter of a scene, in their order; `worn` says how much the
    armour of a body protects.  `attacks` are the plain attacks, the most usual first.
    `ranges` are distances worth telling apart, in the unit of the scenes.
    """

    people: str = ""
    folk: Callable[[], Iterable[str]] = tuple
    weapons: Callable[[], tuple[Ladder, ...]] = tuple
    armours: Callable[[], Mapping[str, int]] = dict
    covers: Callable[[], Mapping[str, int]] = dict
    carried: Callable[[Any], tuple[str, ...]] = lambda _: ()
    worn: Callable[[Any], int] = lambda _: 0
    pieces: bool = False
    """Whether armour is a list of pieces."""
    attacks: tuple[str, ...] = ()
    ranges: tuple[float, ...] = (1, 10, 30, 100)
    unit: str = "m"

    def tier(self, weapon: str, steps: int) -> str | None:
        """The weapon so many steps better, worse below 0; None where the ladder ends."""
        for ladder in self.weapons():
            if weapon in ladder and 0 <= ladder.index(weapon) + steps < len(ladder):
                return ladder[ladder.index(weapon) + steps]
        return None


def ladders(
    things: Mapping[str, T], family: Callable[[T], object], worth: Callable[[T], Any]
) -> tuple[Ladder, ...]:
    """Ladders of a table: things of one family by their worth.

    What has no family is left out.

    >>> figures = {"club": ("melee", 3), "bow": ("ranged", 4), "fist": ("", 1), "knife": ("melee", 2)}
    >>> ladders(figures, lambda f: f[0], lambda f: f[1])
    (('knife', 'club'), ('bow',))
    """
    families: dict[object, list[str]] = defaultdict(list)
    for name, thing in things.items():
        if family(thing):
            families[family(thing)].append(name)
    return tuple(tuple(sorted(names, key=lambda name: worth(things[name]))) for names in families.values())
