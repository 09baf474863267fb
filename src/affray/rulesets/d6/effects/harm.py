"""Effects on life and limb, and the numbers that attacks are held against."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from affray.core.tally import Mod
from affray.rulesets.d6.effects.outward import Outward, OutwardEffect
from affray.rulesets.d6.state import Body, BodyEffect, TableEffect


class Faced(BodyEffect):
    """The number that an attack has to reach, and where it comes from."""

    mods: tuple[Mod, ...]


class Flat(BodyEffect):
    """A code without dice comes to its pips: nobody rolls."""

    what: str
    mods: tuple[Mod, ...]


class Missed(BodyEffect):
    """An attack on a combatant came to nothing."""

    apparent: ClassVar[bool] = True


class Resisted(BodyEffect):
    """A spell does nothing to a combatant."""

    apparent: ClassVar[bool] = True


class Hurt(OutwardEffect):
    """Hit points lost: listed damage, margin and armour stand in the mods.

    Under half of the full number one is bloodied.
    """

    points: int
    mods: tuple[Mod, ...] = ()

    @property
    def bare(self) -> Hurt:
        """The points alone: listed damage and margin are the attacker's.

        Of a hit that is stopped whole one is told by what.
        """
        stops = () if self.points else tuple(mod._replace(amount=0) for mod in self.mods if mod.amount < 0)
        return replace(self, mods=stops)

    @property
    def from_outside(self) -> Hurt | None:
        """That somebody was hit and is not hurt; what harm was done is a figure."""
        return None if self.points else replace(self, mods=())

    def on(self, b: Body, /) -> Body:
        hp = b.hp - self.points
        return b._replace(hp=hp, bloodied=b.bloodied or 2 * hp < b.sheet.hit_points)


class Healed(OutwardEffect):
    """Hit points given back, up to the full number.

    One stays bloodied up to exactly half of it.
    """

    points: int

    def on(self, b: Body, /) -> Body:
        full = b.sheet.hit_points
        hp = min(full, b.hp + self.points)
        return b._replace(hp=hp, bloodied=b.bloodied and 2 * hp <= full)


class Bled(TableEffect, Outward, quiet=0):
    """Somebody was hurt in this round."""
