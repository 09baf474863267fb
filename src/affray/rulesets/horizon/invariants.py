"""What must hold in every fight of the game, whatever the rules and the dice do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from affray.core.effect import TABLE, Effect
from affray.core.message import Verbatim, msg
from affray.core.phrases import thing
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
            yield msg("{name} acts and cannot", name=Verbatim(was.sheet.name))
        if isinstance(effect, fx.Spent | fx.SpentExtra) and now.table.current != effect.who:
            yield msg("{name} acts out of its turn", name=Verbatim(was.sheet.name))
        if isinstance(effect, fx.Attacked) and now.table.current != effect.who:
            yield msg("{name} attacks out of its turn", name=Verbatim(was.sheet.name))

    def at_rest(self, start: State, now: State) -> Iterator[str]:
        """What ties bodies to each other and to the table."""
        current = now.table.current
        if current is not None and current not in now.here:
            yield msg("the turn belongs to {current}, who does not exist", current=current)
        for b in now.present:
            if b.mark and not now.table.fighting:
                yield msg("{name} is marked by a blast outside combat", name=Verbatim(b.sheet.name))
        gone, more = things(start) - things(now), things(now) - things(start)
        lost = [what for what in gone.elements() if not what.endswith("grenade")]
        if lost or more:
            yield msg(
                "things lost: {lost}; things gained: {gained}", lost=lost, gained=sorted(more.elements())
            )


def things(fight: State) -> Counter[str]:
    """Everything carried or on the ground, by what it is."""
    items = [*[i for b in fight.fighters for i in b.kit], *[x.item for x in fight.table.ground]]
    return Counter([i.weapon.name if i.weapon is not None else i.bulk for i in items])


def _of_table(was: Table, table: Table) -> Iterator[str]:
    if table.round < 0 or table.before < 0:
        yield msg("round {round}, {before} turns before combat", round=table.round, before=table.before)


def _of_body(b: Body, debt: str) -> Iterator[str]:
    name, names = Verbatim(b.sheet.name), [i.name for i in b.kit]
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
    yield from (
        msg("{name} has {n} {what}", name=name, n=n, what=what)
        for what, n, least, top in bounds
        if not least <= n <= top
    )
    counts = (
        ("pool", b.pool),
        ("Move left", b.stride),
        ("debt", b.owed),
        ("progress", b.progress),
        ("soaked", b.soaked),
    )
    yield from (msg("{name}: {what} is {n}", name=name, what=what, n=n) for what, n in counts if n < 0)
    if len(set(names)) < len(names):
        yield msg("{name} carries two of one name: {names}", name=name, names=names)
    if b.hand and b.hand not in names:
        yield msg("{name} has {hand} in hand, of {names}", name=name, hand=b.hand, names=names)
    for item in b.kit:
        size = item.weapon.magazine if item.weapon is not None and item.weapon.fires else 0
        if not 0 <= item.rounds <= size:
            yield msg(
                "{name}'s {item} holds {rounds} of {size}",
                name=name,
                item=thing(item.name),
                rounds=item.rounds,
                size=size,
            )
    if b.hidden and b.escaped:
        yield msg("{name} is hidden and has escaped", name=name)
    if not set(b.noticed) <= set(b.checked):
        yield msg("{name} is noticed by {noticed}, who have not looked", name=name, noticed=b.noticed)


INVARIANTS = HorizonInvariants()
