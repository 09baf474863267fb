"""Questions that nobody is asked, since there is nothing to choose."""

from __future__ import annotations

from typing import Any

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.live import Pending
from affray.core.ruleset import Ruleset


def settled(ruleset: Ruleset, pending: Pending) -> tuple[Any, ...]:
    """The one answer that there is to a choice, alone in a tuple; empty where somebody has to choose.

    Where any answer of one's own is admitted, too, there is always something to choose.  What a fighter
    does is for its player to say, though it be the only thing: people see by that whose turn it is.
    """
    if pending.chance is not None or pending.admits is not None:
        return ()
    worth = ruleset.worthwhile(pending.view, pending.asked.question, pending.options)
    left = tuple(option for option in worth if _known(ruleset, pending, option))
    return left if len(left) == 1 and not isinstance(left[0], Act) else ()


def _known(ruleset: Ruleset, pending: Pending, option: Any) -> bool:
    """Whether an option is at nobody of whom nobody knows on the side that is asked.

    At the table people are not offered those.  If they were asked because of them, they would know that
    there is somebody.
    """
    at = option.at if isinstance(option, Act) else option if type(option) is Who else None
    fight, who = pending.view.play.fight, pending.asked.who
    if at is None or at < 0 or who < 0:
        return True
    side, other = fight.fighter(who).side, fight.fighter(at)
    return any(ruleset.knows_of(body, other) for body in fight.fighters if body.side == side)
