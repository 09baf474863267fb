"""What must hold in every fight of the game, whatever the rules and the dice do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from affray.core.effect import TABLE, Effect
from affray.core.message import Verbatim, joined, msg
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
                yield msg("{name} acts and cannot", name=Verbatim(was.sheet.name))
            if now.table.current != effect.who:
                yield msg("{name} acts out of turn", name=Verbatim(was.sheet.name))
            if body.ap < 0:
                yield msg("{name} has spent more points than there were", name=Verbatim(was.sheet.name))
        elif isinstance(effect, fx.Reacted) and not able(was):
            yield msg("{name} reacts and cannot", name=Verbatim(was.sheet.name))
        elif isinstance(effect, fx.SlotBegan) and not unbroken(was):
            yield msg("{name} has a turn and is Broken", name=Verbatim(was.sheet.name))

    def at_rest(self, start: State, now: State) -> Iterator[str]:
        """What ties bodies to each other and to the table."""
        current = now.table.current
        if current is not None and current not in now.here:
            yield msg("the turn belongs to {current}, who does not exist", current=current)
        for who in now.here:
            yield from _of_grapple(now, now.bodies[who], who)
        for body in now.present:
            if body.dead and body.hp:
                yield msg("{name} is dead with {hp} hit points", name=Verbatim(body.sheet.name), hp=body.hp)
            if body.watch is not None and not unbroken(body):
                yield msg("{name} is Broken and on overwatch", name=Verbatim(body.sheet.name))
            if body.heading is not None and current is None:
                yield msg("{name} is on the move between turns", name=Verbatim(body.sheet.name))
        if (had := weapons(start)) != (have := weapons(now)):
            gone, more = had - have, have - had
            yield msg(
                "weapons lost: {lost}; weapons gained: {gained}", lost=_listed(gone), gained=_listed(more)
            )


def weapons(fight: State) -> Counter[Weapon]:
    """Every weapon, carried or on the ground."""
    carried = [w for b in fight.fighters for w in b.kit]
    return Counter([*carried, *[thing.weapon for thing in fight.table.ground]])


def _listed(arms: Counter[Weapon]) -> str:
    return joined(", ", (w.name for w in arms.elements())) or "none"


def _of_table(was: Table, table: Table) -> Iterator[str]:
    if table.darkness < 0:
        yield msg("{darkness} darkness points", darkness=table.darkness)
    if table.clock < was.clock or table.turn < was.turn:
        yield msg("time runs back from {before} s to {now} s", before=was.clock, now=table.clock)


def _of_body(b: Body, house: House) -> Iterator[str]:
    more = NORMAL if b.surprises and house.surprise_free_action == "normal_action" else 0
    name, names = Verbatim(b.sheet.name), [w.name for w in b.kit]
    bounds = (
        ("hit points", b.hp, 0, b.sheet.hit_points),
        ("mind points", b.mp, 0, b.sheet.mind_points),
        ("action points", b.ap, -house.ap_borrow, AP + more),
        ("weapons in hand", len(b.hands), 0, HANDS),
    )
    yield from (
        msg("{name} has {n} {what}", name=name, n=n, what=what)
        for what, n, least, most in bounds
        if not least <= n <= most
    )
    counts = (("stun", b.stun), ("watched", b.watched))
    yield from (msg("{name}: {what} is {n}", name=name, what=what, n=n) for what, n in counts if n < 0)
    if len(set(names)) < len(names):
        yield msg("{name} carries two of one name: {names}", name=name, names=names)
    if not {*b.hands, *b.empty} <= {*names}:
        yield msg(
            "{name} has {hands} in hand and {empty} empty, of {names}",
            name=name,
            hands=b.hands,
            empty=b.empty,
            names=names,
        )
    if len({*b.hands}) < len(b.hands):
        yield msg("{name} has one weapon in both hands: {hands}", name=name, hands=b.hands)


def _of_grapple(fight: State, b: Body, who: int) -> Iterator[str]:
    holder = None if b.held_by is None else fight.bodies[b.held_by]
    if holder is not None and holder.holding != who:
        yield msg(
            "{name} is pinned by {holder}, who does not pin it",
            name=Verbatim(b.sheet.name),
            holder=Verbatim(holder.sheet.name),
        )
    held = None if b.holding is None else fight.bodies[b.holding]
    if held is not None and held.held_by != who:
        yield msg(
            "{name} pins {whom}, who is not pinned by it",
            name=Verbatim(b.sheet.name),
            whom=Verbatim(held.sheet.name),
        )
    if (holder is not None or held is not None) and not unbroken(b):
        yield msg("{name} is Broken and in a grapple", name=Verbatim(b.sheet.name))


INVARIANTS = CoriolisInvariants()
