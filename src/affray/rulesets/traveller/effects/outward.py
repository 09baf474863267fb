"""What others could read of a fighter: it waits while several act at the same moment."""

from __future__ import annotations

from affray.core.effect import Effect


class Outward(Effect):
    """A change that somebody else could read.

    Who acts at the same moment reads the state before it (TRV-INIT-05).
    """

    __slots__ = ()
