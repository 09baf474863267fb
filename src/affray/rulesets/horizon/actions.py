"""Every action, once, in the order of the menu."""

from __future__ import annotations

from affray.core.act import Act
from affray.core.catalogue import read_catalogue
from affray.core.effect import Who
from affray.core.ruleset import Measure
from affray.rulesets.horizon import (
    attack,
    defend,
    dive,
    draw,
    escape,
    magazine,
    measures,
    movement,
    objects,
    stealth,
    surprise,
    talk,
    task,
    turn,
    wounding,
)
from affray.rulesets.horizon.declare import CONDUCT
from affray.rulesets.horizon.house import House
from affray.rulesets.horizon.state import State
from affray.tabletop import Actions, Mixed, Wording

ACTIONS = Actions(
    (
        turn.END,
        surprise.OPEN_COMBAT,
        Mixed((attack.ATTACK, attack.THROW, attack.CLUB), attack.by_wound),
        *(attack.WALL, defend.DEFEND),
        Mixed(
            (
                *(movement.MOVE, movement.FALL_BACK, movement.PUSH_ON, movement.PUSH_BACK),
                *(movement.SPRINT, movement.SPRINT_BACK, movement.SHIFT, movement.GET_BEHIND),
            ),
            movement.by_comrade,
        ),
        *(dive.DIVE, draw.DRAW, draw.SWITCH, draw.HOLSTER, objects.DROP, objects.HURL, magazine.RELOAD),
        Mixed((objects.PICK_UP, objects.DRAG), objects.by_thing),
        *(objects.HAUL, wounding.RECOVER, stealth.HIDE, task.WORK, escape.FLEE, dive.STAND_UP),
        *(talk.LOOK, talk.ALERT, talk.EASY, talk.SPEAK, talk.SOUND),
    ),
    CONDUCT,
    measures.FAMILIES,
    Wording(),
    read_catalogue(__package__),
    House(),
)

perform, menu, legal = ACTIONS.perform, ACTIONS.menu, ACTIONS.legal
candidates, why_not, admits = ACTIONS.candidates, ACTIONS.why_not, ACTIONS.admits


def measured(fight: State, who: Who, act: Act) -> list[Measure]:
    """The questions that make sense for an action, what it is for first."""
    attacked = act.at if act.name in attack.BLOWS else None
    return [*ACTIONS.measures(fight, who, act), *measures.of_others(fight, who, attacked)]
