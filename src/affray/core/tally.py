"""A number that knows where it came from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from affray.core.message import joined


class Mod(NamedTuple):
    """One part of a number, with the rule that put it there."""

    rule: str
    amount: int
    why: str


class Tally(tuple[Mod, ...]):
    """The mods of one number, in the order in which they were found.

    >>> str(Tally((Mod("COR-MEL-01", 7, "strength and melee combat"), Mod("COR-MQ-02", -2, "quick"))))
    '+7 strength and melee combat [COR-MEL-01], -2 quick [COR-MQ-02] = 5'
    """

    __slots__ = ()

    @property
    def total(self) -> int:
        """The sum of all mods."""
        total = 0
        for mod in self:
            total += mod.amount
        return total

    def __str__(self) -> str:
        return (
            joined(
                ", ",
                (f"{m.amount:+d} {m.why} [{m.rule}]" for m in self),
            )
            + f" = {self.total}"
        )


def tally(*mods: Mod | None) -> Tally:
    """The mods that apply; `None` and mods of nothing are left out."""
    return Tally([mod for mod in mods if mod is not None and mod.amount])


NOTHING = Tally()


class Causes(tuple[str, ...]):
    """The ids of the rules that cause an effect, and the number that goes into it.

    >>> Causes(("HZN-ATK-01",), Tally((Mod("HZN-PRF-03", 8, "score of the turn"),))).tally.total
    8
    """

    tally: Tally

    def __new__(cls, rules: Iterable[str], number: Tally = NOTHING) -> Causes:
        """Rules with a number."""
        made = super().__new__(cls, rules)
        made.tally = number
        return made


def tally_of(rules: tuple[str, ...]) -> Tally:
    """The number that comes with the rules of an effect, if there is one."""
    return rules.tally if isinstance(rules, Causes) else NOTHING


def figures(words: object, tally: Iterable[Mod], whole: bool = True) -> tuple[list[str], str]:
    """The amounts of a tally and their sum as a game's people say them: `d8`, `2D`, `+3`.

    A game whose words have a `figures` says so itself.  What is not told as a whole has no sum.
    """
    mods = Tally(tally)
    own = getattr(words, "figures", None)
    shown, total = own(mods, whole) if own else ([f"{m.amount:+d}" for m in mods], str(mods.total))
    return shown, total if whole else ""
