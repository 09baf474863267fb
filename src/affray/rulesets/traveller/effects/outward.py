"""What others could read of a fighter: it waits while several act at the same moment."""

from __future__ import annotations

from affray import tabletop
from affray.core.effect import Effect
from affray.rulesets.traveller.state import Body, BodyEffect


class Outward(Effect):
    """A change that somebody else could read.

    Who acts at the same moment reads the state before it (TRV-INIT-05).
    """

    __slots__ = ()


class OutwardEffect(BodyEffect, Outward, record=Body):
    """One on somebody's body."""


class Condition(tabletop.Condition[Body], effect=OutwardEffect):
    """A condition of a fighter."""
