"""Declaring an action: what one is, who can, what is left of the declared number, what is paid."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from affray import tabletop
from affray.core.act import Act
from affray.core.effect import Who
from affray.core.message import msg
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6.fighter import Fighter, alive
from affray.rulesets.d6.house import House
from affray.rulesets.d6.state import Body, Game, State, Table

Need: TypeAlias = tuple[bool, str, str]
"""Something that has to hold, the rule that says so, and the reason when it does not."""
Conditions: TypeAlias = Callable[[Game, Fighter, Fighter, Act], list[Need]]
"""All that has to hold for an act: who acts, at whom (who acts where nobody is named), and the act."""
Rule: TypeAlias = Callable[[Game, Fighter, Fighter, Act], None]
"""What comes of an act."""
Lines = tabletop.MenuLines[Body, Table, House]
SheetLine = tabletop.SheetLine[House]

WEAPON = "weapon"
"""The skill of an action that uses that of its weapon."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Action(tabletop.Action[Body, Table, House, Fighter]):
    """An action of this game: an event that may set off what is held, with a skill or without.

    Its needs are said as conditions, since who holds an action does it where they are met.
    """

    conditions: Conditions
    family: str = "plain"
    cost: tabletop.Cost[House] = 1
    rules: tabletop.Cited[House] = ()
    event: str = "acts"
    """As what it sets off held actions; empty for what sets off none."""
    skill: str = ""


def unconditional(play: Game, actor: Fighter, target: Fighter, act: Act) -> list[Need]:
    """Nothing has to hold."""
    return []


def skill_of(actor: Fighter, action: Action, act: Act) -> str:
    """The skill that it uses; empty for none."""
    if action.skill != WEAPON:
        return action.skill
    weapon = actor.weapon(act.item)
    return weapon.skill if weapon is not None else ""


# --- what stands before every action ------------------------------------------------------------------


def conditions(play: Game, actor: Fighter, action: Action, act: Act, cost: int | None) -> list[Need]:
    """All that has to hold for an action in one's own turn."""
    skill = skill_of(actor, action, act)
    target = Fighter(play, act.at) if act.at is not None else actor
    return [
        (actor.able, "DSX-R33", "is out of the fight"),
        affords(actor, cost or 0),
        *([leads(play, actor, skill)] if skill else []),
        *action.conditions(play, actor, target, act),
    ]


def affords(actor: Fighter, cost: int) -> Need:
    """The number declared cannot rise in the round (DSX-R7)."""
    rule = "DSX-ACT-02" if cost == 1 else "DSX-ACT-03"
    why = msg("has {left} of {actions} declared actions left", left=actor.left, actions=actor.actions)
    return actor.left >= cost, rule, why


def leads(play: Game, actor: Fighter, skill: str) -> Need:
    """The first skill used is the one that gave the place in the order (DSX-R3)."""
    free = actor.led or not actor.lead or play.house.order_skill != "first_action"
    return free or actor.lead == skill, "DSX-R3", msg("has declared {lead} first", lead=actor.lead)


def afoot(actor: Fighter) -> list[Need]:
    """What has to hold for going: on one's own feet, and free to go."""
    return [
        (not actor.riding, "DSX-VEH-02", "is aboard a vehicle"),
        (not actor.bound, "DSX-AIM-02", "cannot move"),
    ]


def fits(play: Game, actor: Fighter, action: Action, act: Act, cost: int | None) -> None:
    """Refuse whatever does not hold."""
    for holds, rule, why in conditions(play, actor, action, act, cost):
        play.need(holds, rule, why)


def pay(play: Game, actor: Fighter, action: Action, act: Act, cost: int) -> bool:
    """Use up actions of the declared number (DSX-ACT-01..03); nobody interrupts."""
    skilled = bool(skill_of(actor, action, act))
    if cost or skilled:
        one = "DSX-ACT-01" if actor.actions <= 1 else "DSX-ACT-03"
        moved = ("DSX-MULTI-04",) if skilled and actor.moves else ()
        play.do(fx.Acted(actor.who, cost, skilled), one, "DSX-ACT-02", *moved)
    return True


# --- lines in the menu ----------------------------------------------------------------------------------


def foes(fight: State, who: Who) -> list[Who]:
    """The enemies of somebody who live."""
    bodies, death = fight.bodies, fight.house.death
    side = bodies[who].side
    return [w for w in fight.here if bodies[w].side != side and alive(bodies[w], death)]
