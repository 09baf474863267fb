"""What must hold in every fight of the game, whatever the rules and the dice do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from affray.core.effect import TABLE, Effect
from affray.core.ruleset import Invariants
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis.effects.arms import HANDS
from affray.rulesets.coriolis.fighter import able, unbroken
from affray.rulesets.coriolis.house import House
from affray.rulesets.coriolis.sheet import Weapon
from affray.rulesets.coriolis.state import AP, NORMAL, Body, State, Table


class CoriolisInvariants(Invariants):
    """Figures in bounds, no weapon lost, mutual grapples, nobody acts who cannot."""

    def after(self, before: State, effect: Effect, now: State) -> Iterator[str]:
        """The body that the effect changed, and whether whoever acts can."""
        if effect.who == TABLE:
            yield from _of_table(before.table, now.table)
            return
        body: Body = now.bodies[effect.who]
        yield from _of_body(body, now.house)
        was: Body = before.bodies[effect.who]
        if isinstance(effect, fx.Spent):
            if not able(was):
                yield f"{was.sheet.name} acts and cannot"
            if now.table.current != effect.who:
                yield f"{was.sheet.name} acts out of its slot"
            if body.ap < 0:
                yield f"{was.sheet.name} has spent points it does not have"
        elif isinstance(effect, fx.Reacted) and not able(was):
            yield f"{was.sheet.name} reacts and cannot"
        elif isinstance(effect, fx.SlotBegan) and not unbroken(was):
            yield f"{was.sheet.name} has a slot and is Broken"

    def at_rest(self, start: State, now: State) -> Iterator[str]:
        """What ties bodies to each other and to the table."""
        current = now.table.current
        if current is not None and current not in now.everyone:
            yield f"the slot belongs to {current}, who does not exist"
        for who in now.everyone:
            yield from _of_grapple(now, now.bodies[who], who)
        for body in now.fighters:
            if body.dead and body.hp:
                yield f"{body.sheet.name} is dead with {body.hp} hit points"
            if body.watch is not None and not unbroken(body):
                yield f"{body.sheet.name} is Broken and on overwatch"
            if body.heading is not None and current is None:
                yield f"{body.sheet.name} is on its way between slots"
        if (had := weapons(start)) != (have := weapons(now)):
            gone, more = had - have, have - had
            yield f"weapons lost: {_listed(gone)}; weapons gained: {_listed(more)}"


def weapons(fight: State) -> Counter[Weapon]:
    """Every weapon, carried or on the ground."""
    carried = [w for b in fight.fighters for w in b.kit]
    return Counter([*carried, *[thing.weapon for thing in fight.table.ground]])


def _listed(arms: Counter[Weapon]) -> str:
    return ", ".join(w.name for w in arms.elements()) or "none"


def _of_table(was: Table, table: Table) -> Iterator[str]:
    if table.darkness < 0:
        yield f"{table.darkness} darkness points"
    if table.clock < was.clock or table.turn < was.turn:
        yield f"time runs back from {was.clock} s to {table.clock} s"


def _of_body(b: Body, house: House) -> Iterator[str]:
    more = NORMAL if b.surprises and house.surprise_free_action == "normal_action" else 0
    name, names = b.sheet.name, [w.name for w in b.kit]
    bounds = (
        ("hit points", b.hp, 0, b.sheet.hit_points),
        ("mind points", b.mp, 0, b.sheet.mind_points),
        ("action points", b.ap, -house.ap_borrow, AP + more),
        ("weapons in hand", len(b.hands), 0, HANDS),
    )
    yield from (f"{name} has {n} {what}" for what, n, least, most in bounds if not least <= n <= most)
    counts = (("stun", b.stun), ("watched", b.watched))
    yield from (f"{name}: {what} is {n}" for what, n in counts if n < 0)
    if len(set(names)) < len(names):
        yield f"{name} carries two of one name: {names}"
    if not {*b.hands, *b.empty} <= {*names}:
        yield f"{name} has {b.hands} in hand and {b.empty} empty, of {names}"
    if len({*b.hands}) < len(b.hands):
        yield f"{name} has one weapon in both hands: {b.hands}"


def _of_grapple(fight: State, b: Body, who: int) -> Iterator[str]:
    holder = None if b.held_by is None else fight.bodies[b.held_by]
    if holder is not None and holder.holding != who:
        yield f"{b.sheet.name} is pinned by {holder.sheet.name}, who does not pin it"
    held = None if b.holding is None else fight.bodies[b.holding]
    if held is not None and held.held_by != who:
        yield f"{b.sheet.name} pins {held.sheet.name}, who is not pinned by it"
    if (holder is not None or held is not None) and not unbroken(b):
        yield f"{b.sheet.name} is Broken and in a grapple"


INVARIANTS = CoriolisInvariants()
