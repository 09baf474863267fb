"""A hit that armour or cover stops whole, as games remark on it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from affray.core.effect import Effect, Remark, Who
from affray.core.message import Message, msg

UNTOLD = -1
"""A figure that is not known, or not told."""


@dataclass(frozen=True, slots=True)
class Stopped(Remark):
    """So much damage was stopped by so much armour, cover or both.

    Where damage is what was added to dice (`rolled`), it is known as soon as their faces are.
    """

    who: Who
    damage: int = UNTOLD
    against: int = UNTOLD
    worn: bool = False
    covered: bool = False
    rolled: bool = False

    def thrown(self, faces: tuple[int, ...]) -> Stopped:
        """With the dice in the damage; without them nobody knows how much it was."""
        if not self.rolled:
            return self
        return replace(self, damage=self.damage + sum(faces) if faces else UNTOLD, rolled=False)

    @property
    def bare(self) -> Stopped:
        """What stopped it, and up to how much: the damage is the attacker's."""
        return replace(self, damage=UNTOLD)

    @property
    def from_outside(self) -> Effect:
        """That it came to nothing, and not by what."""
        return Stopped(self.who)


def stopped(who: str, e: Stopped) -> Message:
    """A hit that did no harm, and why, as far as it is told.

    >>> stopped("Kaan", Stopped(Who(0), 3, 4, worn=True))
    "Kaan's armour stops it: 3 against 4"
    >>> stopped("Kaan", Stopped(Who(0), 3, 4, worn=True, covered=True).bare)
    "Kaan's armour and cover stop it (up to 4)"
    >>> stopped("Kaan", Stopped(Who(0)))
    'Kaan is hit, but nothing gets through'
    """
    if e.against == UNTOLD:
        return msg("{who} is hit, but nothing gets through", who=who)
    if e.damage == UNTOLD:
        return msg(
            "{who}'s {covered, select, true {{worn, select, true {armour and cover stop} "
            "other {cover stops}}} other {armour stops}} it (up to {against})",
            who=who,
            covered=e.covered,
            worn=e.worn,
            against=e.against,
        )
    return msg(
        "{who}'s {covered, select, true {{worn, select, true {armour and cover stop} "
        "other {cover stops}}} other {armour stops}} it: {damage} against {against}",
        who=who,
        covered=e.covered,
        worn=e.worn,
        damage=e.damage,
        against=e.against,
    )
