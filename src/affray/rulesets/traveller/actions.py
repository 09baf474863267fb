"""Every action, once, in the order of the menu."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from affray.core.act import Act
from affray.core.catalogue import read_catalogue
from affray.core.effect import Who
from affray.core.errors import Refusal
from affray.core.ruleset import Measure
from affray.rulesets.traveller import (
    aid,
    declare,
    extended,
    gear,
    grapple,
    healing,
    measures,
    melee,
    movement,
    order,
    ranged,
    tasks,
)
from affray.rulesets.traveller.fighter import Fighter
from affray.rulesets.traveller.house import House
from affray.rulesets.traveller.state import State
from affray.tabletop import Actions, Conduct, Mixed, Wording
from affray.tabletop.actions import STRANGE

BARE = Act("")
"""An act that says nothing."""


def by_whom(fight: State, who: Who) -> Callable[[Act], int]:
    """Going to enemies and away from them first; then what is done for each of the wounded."""
    side, places = fight.bodies[who].side, {movement.MOVE.name: -2, movement.MOVE_AWAY.name: -1}

    def place(act: Act) -> int:
        at = who if act.at is None else act.at
        return at if fight.bodies[at].side == side else places.get(act.name, at)

    return place


ACTIONS = Actions(
    (
        Mixed(
            (
                *(grapple.END, healing.DONE, ranged.SHOOT, ranged.THROW, melee.STRIKE, grapple.GRAPPLE),
                Mixed((movement.MOVE, movement.MOVE_AWAY, aid.FIRST_AID), by_whom),
                *(healing.SURGERY, healing.MEDICAL_CARE, healing.BED_REST),
                *(movement.TAKE_COVER, movement.STANCE, gear.DRAW, gear.PICK_UP, gear.PUT_DOWN, gear.RELOAD),
                *(gear.AIM, tasks.LEAD, tasks.IDENTIFY, tasks.PSIONICS, order.DEFER),
                *(tasks.SKILL_CHECK, extended.WORK, movement.TAKE_POST, tasks.SCOUT),
                *(tasks.TALK, tasks.PUSH, grapple.WRESTLE),
            ),
            grapple.check_first,
        ),
    ),
    Conduct(Fighter, declare.fits, declare.affords, declare.pay, order.course, declare.offers, declare.costs),
    measures.FAMILIES,
    Wording(),
    read_catalogue(__package__),
    House(),
)

perform, menu, legal = ACTIONS.perform, ACTIONS.menu, ACTIONS.legal
candidates, why_not = ACTIONS.candidates, ACTIONS.why_not


def admits(fight: State, who: Who, act: object) -> Sequence[Refusal]:
    """Why an action that is not in the menu cannot be taken, such as one to a place."""
    if not isinstance(act, Act) or not well_formed(act):
        return (STRANGE,)
    action = ACTIONS.by_name[act.name]
    if fight.table.won and True not in action.won and (act.at is None or act.at in fight.here):
        return (Refusal("TRV-R33", "the fight is over"),)
    return ACTIONS.admits(fight, who, act)


def well_formed(act: Act) -> bool:
    """Whether it is an action of this game and says nothing that has no bearing on it."""
    action = ACTIONS.by_name.get(act.name)
    if action is None or (act.at is not None and act.to is not None):
        return False
    return all(part in action.takes or getattr(act, part) == getattr(BARE, part) for part in declare.PARTS)


def measured(fight: State, who: Who, act: Act) -> list[Measure]:
    """The questions that make sense for an action, what it is for first."""
    attacked = act.at if ACTIONS.by_name[act.name].family == "attack" else None
    return [*ACTIONS.measures(fight, who, act), *measures.of_others(fight, who, attacked)]
