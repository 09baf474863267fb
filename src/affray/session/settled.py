"""Questions that nobody is asked, since there is nothing to choose."""

from __future__ import annotations

from collections.abc import Iterator
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

    Nor at anybody of another side whom the game master hides.  At the table people are not offered those: if
    they were asked because of them, they would know that there is somebody.
    """
    fight, who = pending.view.play.fight, pending.asked.who
    if who < 0:
        return True
    side = fight.fighter(who).side
    friends = [body for body in fight.present if body.side == side]
    others = [(at, fight.fighter(at)) for at in _named(option) if at >= 0]
    return all(
        any(ruleset.knows_of(body, other) for body in friends)
        and (other.side == side or at not in fight.hidden)
        for at, other in others
    )


def _named(option: Any) -> Iterator[Who]:
    """The fighters in an option, whatever form it has."""
    if type(option) is Who:
        yield option
    elif isinstance(option, tuple):
        for each in option:
            yield from _named(each)
