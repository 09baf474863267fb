"""What a combatant's card lets the game master put right."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from affray.core.control import Control, act, cover, place, step, toggle
from affray.core.effect import Effect, Who
from affray.core.message import msg
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6.invariants import HANDS
from affray.rulesets.d6.state import Body, State


def controls(fight: State, who: Who) -> Iterator[Control]:
    """Hit points, also below 0, conditions, weapons, cover."""
    b: Body = fight.bodies[who]
    yield place(b.spot, lambda to: fx.Placed(who, to))
    full = b.sheet.hit_points
    yield step("hp", "HP", b.hp, full, lambda to: _points(b, who, to), min(-full, b.hp))
    yield from fx.Condition.toggles(b, who)
    if b.unseen:
        yield act("reveal", "is seen", lambda: fx.Revealed(who))
    yield from _ends(b, who)
    yield from _weapons(b, who)
    if b.aboard is None:
        yield from cover(fight.table.covers, b.cover, lambda c: fx.TookCover(who, c))
    else:
        yield act("get-out", "get out", lambda: fx.GotOut(who))


def _points(b: Body, who: Who, to: int) -> Effect:
    return fx.Hurt(who, b.hp - to) if to < b.hp else fx.Healed(who, to - b.hp)


def _ends(b: Body, who: Who) -> Iterator[Control]:
    """What one is about, to be ended."""
    if b.aim is not None:
        yield act("aim", "end the aim", lambda: fx.AimLost(who))
    if b.spell:
        yield act("spell", "end the spell", lambda: fx.SpellEnded(who))
    if b.zone is not None:
        yield act("zone", "end the suppressing fire", lambda: fx.ZoneEnded(who))


def _weapons(b: Body, who: Who) -> Iterator[Control]:
    """In hand or not, as far as there are hands; loaded."""
    free = HANDS - sum(w.hands for w in b.kit if w.name in b.hands)
    for weapon, shots in zip(b.kit, b.shots, strict=True):
        if weapon.name in b.dropped:
            continue
        held = weapon.name in b.hands
        if held or weapon.hands <= free:
            label = msg("{weapon} in hand", weapon=weapon.name)
            on, off = partial(fx.Drew, who, weapon.name), partial(fx.Stowed, who, weapon.name)
            yield toggle(f"draw {weapon.name}", label, held, on, off)
        if weapon.shots and shots < weapon.shots:
            label = msg("load the {weapon}", weapon=weapon.name)
            yield act(f"load {weapon.name}", label, partial(fx.Loaded, who, weapon.name))
