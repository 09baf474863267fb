"""Held actions: named beforehand, set off by an event, at the same moment as it."""

from __future__ import annotations

from collections.abc import Sequence

from affray.core.effect import Who
from affray.rulesets.d6 import cover
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6.attack import skill_tally
from affray.rulesets.d6.declare import Need
from affray.rulesets.d6.fighter import Fighter
from affray.rulesets.d6.sheet import PORT
from affray.rulesets.d6.state import Body, Game, Held, Ready, State, Table
from affray.rulesets.d6.tables import FIST

EVENTS = ("moves", "attacks", "casts", "acts")
"""What can set off a held action; the last is anything at all."""
WIDTH = 10
"""Feet of a zone that is held ready."""


def needs(actor: Fighter, by: Who | None) -> list[Need]:
    """What has to hold for going on hold: somebody else, and a code with something left."""
    codes = [skill_tally(actor, skill).total for skill in actor.skills_at_hand]
    return [
        (by != actor.who, "DSX-HOLD-01", "cannot wait for themselves"),
        (any(actor.manages(pips) for pips in codes), "DSX-R8", "no dice are left"),
    ]


def hold(play: Game, actor: Fighter, by: Who | None) -> None:
    """Name the event and the action (DSX-HOLD-01): the place in the order is left.

    See DSX-INIT-03.
    """
    event = play.choose(actor, "trigger", lambda: EVENTS, "DSX-HOLD-01")
    what = play.choose(actor, "held action", lambda: holdable(play.fight, actor.who), "DSX-HOLD-01")
    play.do(fx.WentOnHold(actor.who, Held(event, what.name, what.item, what.n)), "DSX-HOLD-01", "DSX-INIT-03")
    if by is not None:
        play.do(fx.HeldFor(actor.who, by), "DSX-HOLD-01")
    if what.at is not None:
        play.do(fx.HeldAt(actor.who, what.at), "DSX-HOLD-01")


def holdable(fight: State, who: Who) -> Sequence[Ready]:
    """The actions one could hold: at whoever sets them off, at somebody named, or by oneself."""
    b: Body = fight.bodies[who]
    actions = (*_with_things(b), *_ways(b))
    others = [w for w in fight.here if w != who and fight.bodies[w].hp > 0]
    return (*actions, *[act._replace(at=w) for act in actions for w in others], *_by_oneself(fight.table, b))


def _with_things(b: Body) -> Sequence[Ready]:
    actions: list[Ready] = []
    for weapon in b.kit:
        if weapon.name not in b.hands:
            continue
        actions.append(Ready("throw" if weapon.explosive else "attack", weapon.name))
        if weapon.automatic:
            actions += [Ready("burst", weapon.name), Ready("suppress", weapon.name, WIDTH)]
    actions += [Ready("cast", spell.name) for spell in b.sheet.spells]
    return (*actions, Ready("attack", FIST))


def _ways(b: Body) -> Sequence[Ready]:
    """Moves to somebody, or away."""
    if b.aboard is not None or b.bound:
        return ()
    return (Ready("crawl"),) if b.prone else (Ready("move"), Ready("move away"))


def _by_oneself(t: Table, b: Body) -> Sequence[Ready]:
    """What is done to nobody: things in hand, cover, getting up, evading."""
    actions = [Ready("stand up")] if b.prone and b.aboard is None else []
    actions += [Ready("evade")] if b.drives is not None else []
    near = cover.at_hand(t, b)
    actions += [Ready("take cover", name) for name in near]
    actions += [Ready("get out of sight", c.name) for c in t.covers if c.kind == PORT and c.name in near]
    for weapon, shots in zip(b.kit, b.shots, strict=True):
        if weapon.name not in b.hands:
            actions.append(Ready("pick up" if weapon.name in b.dropped else "draw", weapon.name))
        elif weapon.load and shots < weapon.shots:
            actions.append(Ready("load", weapon.name))
    return actions
