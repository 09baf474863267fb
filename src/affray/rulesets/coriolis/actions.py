"""Every action, once, in the order of the menu."""

from __future__ import annotations

from collections.abc import Callable

from affray.core.act import Act
from affray.core.catalogue import read_catalogue
from affray.core.effect import Who
from affray.core.ruleset import Measure
from affray.rulesets.coriolis import (
    aid,
    automatic,
    declare,
    gear,
    grapple,
    initiative,
    measures,
    melee,
    movement,
    shots,
    slot,
)
from affray.rulesets.coriolis.fighter import Fighter, melee_in_hand, ranged_in_hand
from affray.rulesets.coriolis.house import House
from affray.rulesets.coriolis.phrases import with_weapon
from affray.rulesets.coriolis.state import State
from affray.tabletop import Actions, Conduct, Mixed, Wording


def by_weapon(fight: State, who: Who) -> Callable[[Act], int]:
    """By the place of the weapon among those in hand."""
    b = fight.bodies[who]
    places = {name: n for n, name in enumerate((*melee_in_hand(b), *ranged_in_hand(b)))}
    return lambda act: places[act.item]


def by_patient(_: State, __: Who) -> Callable[[Act], int]:
    """By the place of who is helped among the fighters."""
    return lambda act: -1 if act.at is None else act.at


ACTIONS = Actions(
    (
        slot.END,
        Mixed((melee.MELEE, melee.QUICK_MELEE), by_weapon),
        Mixed((shots.QUICK, shots.NORMAL, shots.AIMED, automatic.FULL_AUTO), by_weapon),
        *(movement.SPRINT, movement.FALL_BACK, shots.OVERWATCH, movement.CRAWL),
        *(movement.TAKE_COVER, gear.DRAW, gear.PICK_UP, gear.RELOAD),
        Mixed((aid.FIRST_AID, aid.CALM), by_patient),
        *(movement.HIT_THE_GROUND, movement.GET_UP, gear.SHOUT, gear.POWER, gear.TINKER, gear.RAM),
        *(grapple.BREAK_FREE, grapple.ATTACK, grapple.QUICK_ATTACK, grapple.LET_GO, initiative.LOWER),
    ),
    Conduct(Fighter, declare.fits, declare.affords, declare.pay),
    measures.FAMILIES,
    Wording(with_weapon),
    read_catalogue(__package__),
    House(),
)

perform, menu, legal = ACTIONS.perform, ACTIONS.menu, ACTIONS.legal
candidates, why_not, admits = ACTIONS.candidates, ACTIONS.why_not, ACTIONS.admits
SHOTS = tuple(action for action in ACTIONS.by_name.values() if action.shot is not None)
"""The actions that are shots."""


def measured(fight: State, who: Who, act: Act) -> list[Measure]:
    """The questions that make sense for an action, what it is for first."""
    action = ACTIONS.by_name[act.name]
    loses = declare.forfeits(declare.attacks_with(action, act))
    if action.price(fight.house) and loses(fight.bodies[who]):
        return [*measures.of_loss(fight, who)]
    return ACTIONS.measures(fight, who, act)
