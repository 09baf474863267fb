"""What sets a fighter apart for others.

It waits while several act at the same moment.
"""

from __future__ import annotations

from affray.core.effect import Effect


class Outward(Effect):
    """A change that somebody else could read.

    Who acts at the same moment reads the state before it (DSX-INIT-04, DSX-HOLD-02).
    """

    __slots__ = ()
