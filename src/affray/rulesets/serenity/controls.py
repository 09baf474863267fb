"""What a fighter's card lets the game master put right."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from affray.core.control import Control, act, choice, cover, place, step, toggle
from affray.core.effect import Who
from affray.core.message import msg
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity.effects.arms import left_in
from affray.rulesets.serenity.state import Body, Condition, State

LIMBS = ("arm", "leg")


def controls(fight: State, who: Who) -> Iterator[Control]:
    """Stun and wounds, plot points, initiative, conditions, weapons; nobody brings the dead back."""
    b: Body = fight.bodies[who]
    yield place(b.spot, lambda to: fx.Placed(who, to))
    if b.dead:
        return
    yield from _figures(b, who)
    yield fx.PRONE.toggle(b, who)
    if not b.out:
        yield fx.UNAWARE.toggle(b, who)
        yield act("pass-out", "passes out", lambda: fx.PassedOut(who))
    yield fx.HIDDEN.toggle(b, who)
    yield from Condition.toggles(b, who, but=(fx.PRONE, fx.UNAWARE, fx.HIDDEN))
    yield from _conditions(b, who)
    if b.watch is not None:
        yield act("watch", "stop covering a spot", lambda: fx.WatchEnded(who))
    yield from _weapons(b, who)
    yield from cover(fight.table.covers, b.cover, lambda c: fx.TookCover(who, c))
    yield act("die", "dies", lambda: fx.Died(who))


def _figures(b: Body, who: Who) -> Iterator[Control]:
    most = 2 * b.sheet.life
    yield step("stun", "stun", b.stun, most, lambda to: fx.Hurt(who, to - b.stun, 0))
    yield step("wounds", "wounds", b.wounds, most, lambda to: fx.Hurt(who, 0, to - b.wounds))
    yield step("plot", "plot points", b.plot, None, lambda to: fx.PlotSpent(who, b.plot - to))
    if b.entered:
        yield step("initiative", "initiative", b.score, None, lambda to: fx.InitiativeRolled(who, to), -100)


def _conditions(b: Body, who: Who) -> Iterator[Control]:
    """Stunned; limbs out of use; injuries that somebody has named."""
    yield toggle(
        "stunned", "stunned", b.stunned, lambda: fx.Stunned(who), lambda: fx.ShookOff(who, "stunned")
    )
    for limb in dict.fromkeys((*LIMBS, *b.limbs)):
        yield toggle(
            f"limb {limb}",
            msg("{limb} out of use", limb=limb),
            limb in b.limbs,
            partial(fx.LimbLost, who, limb),
            partial(fx.ShookOff, who, limb),
        )
    for injury in dict.fromkeys(b.injuries):
        yield act(f"heal {injury}", msg("heal: {injury}", injury=injury), partial(fx.ShookOff, who, injury))


def _weapons(b: Body, who: Who) -> Iterator[Control]:
    names = tuple(dict.fromkeys(w.name for w in b.kit))
    if names:
        now = names.index(b.hands[-1]) if b.hands and b.hands[-1] in names else -1
        yield choice("draw", "in hand", names, now, lambda n: fx.Drew(who, names[n]))
    for weapon in b.kit:
        if weapon.magazine:
            yield step(
                f"rounds {weapon.name}",
                weapon.name,
                left_in(b, weapon.name),
                weapon.magazine,
                partial(fx.Loaded, who, weapon=weapon.name),
            )
