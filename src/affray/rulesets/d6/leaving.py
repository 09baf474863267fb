"""A combatant taken out of the fight: what ends with it, and the vehicle that it drove."""

from __future__ import annotations

from collections.abc import Iterator

from affray.core.effect import Effect, Who
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6.state import State


def left(fight: State, who: Who) -> State:
    """The fight without this one: nobody aims at it or waits for it, and its vehicle stands empty."""
    for effect in _ends(fight, who):
        fight = fight.after(effect)
    return fight.left(who)


def _ends(fight: State, who: Who) -> Iterator[Effect]:
    body = fight.fighter(who)
    for other, b in zip(fight.here, fight.present, strict=True):
        if b.aim == who:
            yield fx.AimLost(other)
        if who in (b.held_for, b.held_at):
            yield fx.LetGo(other)
        if b.aboard == who:
            yield fx.GotOut(other)
    if body.drives is not None:
        yield fx.LeftStanding(body.drives, body.spot)
