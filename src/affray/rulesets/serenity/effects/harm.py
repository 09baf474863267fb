"""Effects on the body: stun and wounds, passing out, bleeding, dying."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from affray.core.effect import TABLE, Effect, Piece, Who
from affray.core.field_effect import added, listed
from affray.core.view import derived
from affray.rulesets.serenity.state import Blow, Body, BodyEffect, Table

MINUTE = 60
DRIP = 10 * MINUTE
"""Seconds of bleeding until it hurts, by the option (SER-R10)."""


class Hurt(BodyEffect):
    """Stun and wounds taken; below 0 they are given back.

    Neither goes past twice the life points.  Whoever is well enough again comes to.
    """

    stun: int
    wounds: int

    @property
    def pieces(self) -> tuple[Effect, ...]:
        """Stun, wounds, and what follows from both."""
        return StunMoved(self.who, self.stun), WoundsMoved(self.who, self.wounds), Mended(self.who)

    def on(self, b: Body, /) -> Body:
        life = b.sheet.life
        stun = min(2 * life, max(0, b.stun + self.stun))
        wounds = min(2 * life, max(0, b.wounds + self.wounds))
        well = stun + wounds < life
        b = b._replace(stun=stun, wounds=wounds)
        if well:
            b = b._replace(out=False, checks=0)
        if 2 * wounds < life:
            b = b._replace(bleeding=False)
        return b if wounds >= life else b._replace(due=0, deaths=0)


@derived
def life(b: Body) -> int:
    """The life points."""
    return b.sheet.life


@derived
def state_of(b: Body) -> tuple[bool, bool, bool]:
    """Whether one is well enough to be awake, not to bleed, and not to die."""
    points = life(b)
    return b.stun + b.wounds < points, 2 * b.wounds < points, b.wounds < points


@dataclass(frozen=True, slots=True)
class StunMoved(Piece):
    """Stun taken or given back."""

    who: Who
    by: int

    def on(self, b: Body, /) -> Body:
        return b._replace(stun=min(2 * life(b), max(0, b.stun + self.by))) if self.by else b


@dataclass(frozen=True, slots=True)
class WoundsMoved(Piece):
    """Wounds taken or given back."""

    who: Who
    by: int

    def on(self, b: Body, /) -> Body:
        return b._replace(wounds=min(2 * life(b), max(0, b.wounds + self.by))) if self.by else b


@dataclass(frozen=True, slots=True)
class Mended(Piece):
    """What is over with stun and wounds as they are now."""

    who: Who

    def on(self, b: Body, /) -> Body:
        awake, dry, alive = state_of(b)
        if awake:
            b = b._replace(out=False, checks=0)
        if dry:
            b = b._replace(bleeding=False)
        return b._replace(due=0, deaths=0) if alive else b


class Banked(BodyEffect):
    """Harm by one who acts at the same time: it counts when all have acted."""

    stun: int
    wounds: int
    mark: str = ""

    def on(self, b: Body, /) -> Body:
        return b._replace(pending=(*b.pending, Blow(self.stun, self.wounds, self.mark)))


class BlowLanded(BodyEffect):
    """The first of the blows that waited counts now."""

    def on(self, b: Body, /) -> Body:
        return b._replace(pending=b.pending[1:])


class Bled(BodyEffect, reads=(TABLE, "clock")):
    """Bleeding has started."""

    def on(self, b: Body, /, *others: object) -> Body:
        return b._replace(bleeding=True, drips=cast(Table, others[0]).clock + DRIP)


class Dying(BodyEffect, reads=(TABLE, "clock")):
    """A check against death is due in a minute; `passed`: one more was passed."""

    passed: bool = False

    def on(self, b: Body, /, *others: object) -> Body:
        return b._replace(due=cast(Table, others[0]).clock + MINUTE, deaths=b.deaths + self.passed)


class StayedUp(BodyEffect, checks=added(1)):
    """A check against passing out is passed: the next is harder."""


class PassedOut(BodyEffect, out=True, dodging=0, watch=None, aware=False):
    """Unconscious."""


class Died(BodyEffect, dead=True, dodging=0, watch=None, aware=False):
    """Dead."""


class Stunned(BodyEffect, stunned=True, dodging=0, watch=None):
    """Stunned by a blow to a vital area: turns are lost."""


class LimbLost(BodyEffect, limbs=listed("limb")):
    """An arm or a leg is out of use."""

    limb: str


class Injured(BodyEffect, injuries=listed("what")):
    """An injury that the game master has named."""

    what: str


class ShookOff(BodyEffect):
    """A stunning, a limb out of use or an injury is overcome."""

    what: str

    def on(self, b: Body, /) -> Body:
        return b._replace(
            stunned=b.stunned and self.what != "stunned",
            limbs=_without(b.limbs, self.what),
            injuries=_without(b.injuries, self.what),
        )


def _without(things: tuple[str, ...], what: str) -> tuple[str, ...]:
    """All but the first of this name."""
    at = things.index(what) if what in things else len(things)
    return (*things[:at], *things[at + 1 :])


class PlotSpent(BodyEffect):
    """Plot points spent; below 0 gained."""

    points: int

    def on(self, b: Body, /) -> Body:
        return b._replace(plot=max(0, b.plot - self.points))
