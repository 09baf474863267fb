"""Every action, once, in the order of the menu; and the held actions that one sets off."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from affray.core.act import Act
from affray.core.catalogue import read_catalogue
from affray.core.effect import Who
from affray.rulesets.d6 import (
    aiming,
    attack,
    blast,
    boarding,
    casting,
    cover,
    declare,
    driving,
    gear,
    holding,
    measures,
    movement,
    order,
    suppression,
)
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6.declare import Action
from affray.rulesets.d6.fighter import Fighter, knows_of, listens, weapons_at_hand
from affray.rulesets.d6.house import House
from affray.rulesets.d6.phrases import with_weapon
from affray.rulesets.d6.state import Body, Game, State, Table
from affray.tabletop import Actions, Conduct, Mixed, Wording, anything_goes

Due: TypeAlias = tuple[Fighter, Fighter, Act]
"""Who acts because it waited for this, at whom, and how."""


# --- what is set off ------------------------------------------------------------------------------------


def act_out(play: Game, action: Action, actor: Fighter, target: Fighter, act: Act) -> None:
    """What is done, together with the held actions that wait for it (DSX-HOLD-02).

    All of them read the state before any.
    """
    ready = set_off(play, actor, action.event) if action.event else []
    if not ready:
        action.run(play, actor, target, act)
        return
    with play.holding(fx.Outward):
        play.call(action.run, actor, target, act)
        for holder, at, held in ready:
            play.call(act_held, holder, at, held)


def act_held(play: Game, holder: Fighter, target: Fighter, act: Act) -> None:
    """A held action, which may set off others."""
    act_out(play, ACTIONS.by_name[act.name], holder, target, act)


def set_off(play: Game, actor: Fighter, event: str) -> list[Due]:
    """Who acts at the same moment, because it waited for this; each may let it pass."""
    triggered = []
    for holder in actor.ranked(listens(event)):
        meant = holder.held_for
        held = holder.held
        if held is None or (meant is not None and meant != actor) or not holder.between(actor, knows_of):
            continue
        at = actor if holder.held_at is None else holder.held_at
        act = Act(held.name, at.who, item=held.item, n=held.n)
        if not all(holds for holds, _, _ in ACTIONS.by_name[held.name].conditions(play, holder, at, act)):
            continue
        if holding.GOES_OFF.put(play, holder, (actor, at, act)):
            play.do(fx.Triggered(holder.who), "DSX-HOLD-02", "DSX-INIT-03")
            triggered.append((holder, at, act))
    return triggered


def possible(play: Game, actor: Fighter, act: Act) -> bool:
    """Whether nothing forbids it; a correction may have come since it was chosen."""
    action = ACTIONS.by_name[act.name]
    needs = declare.conditions(play, actor, action, act, action.price(play.house, act))
    return all(holds for holds, _, _ in needs)


# --- the actions ----------------------------------------------------------------------------------------


def by_weapon(fight: State, who: Who) -> Callable[[Act], int]:
    """By the place of the weapon among those in hand."""
    places = {w.name: n for n, w in enumerate(weapons_at_hand(fight.bodies[who]))}
    return lambda act: places[act.item]


def by_speed(_: State, __: Who) -> Callable[[Act], int]:
    """From the slowest."""
    return lambda act: driving.SPEEDS.index(act.item)


def by_cover(fight: State, who: Who) -> Callable[[Act], int]:
    """By the place of the cover among those within reach."""
    names = cover.near(fight, who)
    return lambda act: names.index(act.item)


ACTIONS: Actions[Body, Table, House, Fighter, Action] = Actions(
    (
        order.END,
        Mixed((attack.ATTACK, blast.THROW, aiming.AIM, attack.BURST, suppression.SUPPRESS), by_weapon),
        casting.CAST,
        *(movement.MOVE, movement.MOVE_AWAY, movement.HALF_MOVE, movement.HALF_MOVE_AWAY),
        *(movement.CRAWL, movement.STAND_UP),
        Mixed((driving.DRIVE, driving.DRIVE_AWAY), by_speed),
        driving.EVADE,
        Mixed((cover.TAKE_COVER, cover.GET_OUT_OF_SIGHT), by_cover),
        Mixed((gear.DROP, gear.STOW, gear.DRAW, gear.PICK_UP, gear.LOAD), gear.by_kit),
        *(boarding.GET_IN, boarding.GET_OUT, holding.HOLD),
    ),
    Conduct(Fighter, declare.fits, anything_goes, declare.pay, act_out),
    measures.FAMILIES,
    Wording(with_weapon),
    read_catalogue(__package__),
    House(),
)

perform, menu, legal = ACTIONS.perform, ACTIONS.menu, ACTIONS.legal
why_not, admits = ACTIONS.why_not, ACTIONS.admits
