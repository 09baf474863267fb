"""What must hold in every fight of the game, whatever the rules and the dice do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from affray.core.effect import TABLE, Effect
from affray.core.ruleset import Invariants
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon.fighter import able, turn_actions
from affray.rulesets.horizon.state import Body, State, Table

MOST_WORDS = 100_000


class HorizonInvariants(Invariants):
    """Figures in bounds, no thing lost but grenades, nobody acts who cannot."""

    def after(self, before: State, effect: Effect, now: State) -> Iterator[str]:
        """The body that the effect changed, and whether whoever acts can."""
        if effect.who == TABLE:
            yield from _of_table(before.table, now.table)
            return
        body: Body = now.bodies[effect.who]
        was: Body = before.bodies[effect.who]
        yield from _of_body(body, now.house.dive_debt)
        if isinstance(effect, fx.Spent | fx.SpentExtra | fx.Worked | fx.Borrowed) and not able(was):
            yield f"{was.sheet.name} acts and cannot"
        if isinstance(effect, fx.Spent | fx.SpentExtra) and now.table.current != effect.who:
            yield f"{was.sheet.name} acts out of its turn"
        if isinstance(effect, fx.Attacked) and now.table.current != effect.who:
            yield f"{was.sheet.name} attacks out of its turn"

    def at_rest(self, start: State, now: State) -> Iterator[str]:
        """What ties bodies to each other and to the table."""
        current = now.table.current
        if current is not None and current not in now.everyone:
            yield f"the turn belongs to {current}, who does not exist"
        for b in now.fighters:
            if b.mark and not now.table.fighting:
                yield f"{b.sheet.name} is marked by a blast outside combat"
        gone, more = things(start) - things(now), things(now) - things(start)
        lost = [what for what in gone.elements() if not what.endswith("grenade")]
        if lost or more:
            yield f"things lost: {lost}; things gained: {sorted(more.elements())}"


def things(fight: State) -> Counter[str]:
    """Everything carried or on the ground, by what it is."""
    items = [*[i for b in fight.fighters for i in b.kit], *[x.item for x in fight.table.ground]]
    return Counter([i.weapon.name if i.weapon is not None else i.bulk for i in items])


def _of_table(was: Table, table: Table) -> Iterator[str]:
    if table.round < 0 or table.before < 0:
        yield f"round {table.round}, {table.before} turns before combat"


def _of_body(b: Body, debt: str) -> Iterator[str]:
    name, names = b.sheet.name, [i.name for i in b.kit]
    most = turn_actions(b)
    bounds = (
        ("Health", b.health, -b.sheet.health, b.sheet.health),
        ("actions", b.actions, 0, max(most, 9)),
        ("extra Attacks", b.extra, 0, 99),
        ("borrowed actions", b.borrowed, 0, 99 if debt == "unlimited" else max(most, 1)),
        ("shattered arms", b.arms, 0, 2),
        ("shattered legs", b.legs, 0, 2),
        ("words", b.words, 0, MOST_WORDS),
    )
    yield from (f"{name} has {n} {what}" for what, n, least, top in bounds if not least <= n <= top)
    counts = (
        ("pool", b.pool),
        ("Move left", b.stride),
        ("debt", b.owed),
        ("progress", b.progress),
        ("soaked", b.soaked),
    )
    yield from (f"{name}: {what} is {n}" for what, n in counts if n < 0)
    if len(set(names)) < len(names):
        yield f"{name} carries two of one name: {names}"
    if b.hand and b.hand not in names:
        yield f"{name} has {b.hand} in hand, of {names}"
    for item in b.kit:
        size = item.weapon.magazine if item.weapon is not None and item.weapon.fires else 0
        if not 0 <= item.rounds <= size:
            yield f"{name}'s {item.name} holds {item.rounds} of {size}"
    if b.hidden and b.escaped:
        yield f"{name} is hidden and has escaped"
    if not set(b.noticed) <= set(b.checked):
        yield f"{name} is noticed by {b.noticed}, who have not looked"


INVARIANTS = HorizonInvariants()
