"""By which mark, a colour and a shape, each side of a fight is shown wherever it is shown."""

from __future__ import annotations

from typing import Any

from affray.core.fight import AnyFight

MARKS = 4
"""So many colours and shapes there are for sides."""


def side_marks(start: AnyFight, fight: Any) -> dict[str, int]:
    """The mark of each side, the same for everybody from the first moment on.

    They go by the names of the sides at the start, then by who came later: so they do not tell how many
    there are of a side, nor where somebody hidden stands in the scene.
    """
    sides = sorted({body.side for body in start.fighters})
    sides += [body.side for body in fight.fighters]
    return {side: n % MARKS for n, side in enumerate(dict.fromkeys(sides))}
