"""What a fighter's card lets the Director put right."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from affray.core.control import Control, act, choice, place, step
from affray.core.effect import Who
from affray.core.message import msg, word
from affray.core.phrases import thing
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon import tables
from affray.rulesets.horizon.effects.harm import full_health
from affray.rulesets.horizon.state import Body, Condition, State

SHATTERED = ("arm", "leg", "body")
"""Conditions that stay until they are healed."""


def controls(fight: State, who: Who) -> Iterator[Control]:
    """Health, actions, the order, conditions, weapons."""
    b: Body = fight.bodies[who]
    yield place(b.spot, lambda to: fx.Placed(who, to))
    yield from _figures(b, who)
    first = (fx.OUT, fx.UNAWARE, fx.ALERT, fx.SURPRISE)
    yield from (each.toggle(b, who) for each in first)
    yield from Condition.toggles(b, who, but=first)
    if b.hidden:
        yield act("reveal", "is seen", lambda: fx.Revealed(who))
    yield from _conditions(b, who)
    if b.task is not None:
        yield act("done", "the work is done", lambda: fx.Finished(who))
    yield from _things(b, who)
    if not b.escaped:
        yield act("escape", "escapes", lambda: fx.Escaped(who))


def _figures(b: Body, who: Who) -> Iterator[Control]:
    full = full_health(b)
    yield step("health", "Health", b.health, full, lambda to: fx.Hurt(who, b.health - to), -full)
    yield step("actions", "Actions", b.actions, max(6, b.actions), lambda to: fx.Actions(who, to))
    if b.entered:
        yield step("order", "order", b.order, None, lambda to: fx.OrderRolled(who, to), -100)
    if b.tests:
        yield step("score", "score", b.tests[0][1], None, lambda to: fx.Rescored(who, to), -100)


def _conditions(b: Body, who: Who) -> Iterator[Control]:
    """What is shattered, healed one by one; what is owed."""
    has = {"arm": b.arms, "leg": b.legs, "body": int(b.torn)}
    kinds = tables.conditions()
    for name in SHATTERED:
        if has[name]:
            label = msg("heal: {what}", what=kinds[name].title)
            yield act(f"heal {name}", label, partial(fx.Healed, who, name))
    if b.owed:
        yield act("heal-debt", "owes nothing more", lambda: fx.Healed(who, "debt"))
    can = [name for name in kinds if has.get(name, b.owed) < (kinds[name].most or kinds[name].debt)]
    if not b.together:
        titles = [word(kinds[name].title) for name in can]
        yield choice("wound", "condition", titles, -1, lambda n: fx.Wounded(who, can[n]))


def _things(b: Body, who: Who) -> Iterator[Control]:
    """What is in hand, and rounds."""
    names = ["", *dict.fromkeys(item.name for item in b.kit)]
    if len(names) > 1:
        now = names.index(b.hand) if b.hand in names else -1
        labels = [word("bare hands"), *map(thing, names[1:])]
        yield choice("draw", "in hand", labels, now, lambda n: fx.Drew(who, names[n]))
    for item in b.kit:
        weapon = item.weapon
        if weapon is not None and weapon.fires and weapon.magazine > 0:
            yield step(
                f"load {item.name}",
                thing(item.name),
                item.rounds,
                weapon.magazine,
                partial(fx.Loaded, who, item=item.name),
            )
