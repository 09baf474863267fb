"""Declaring an action: what one is, who can, the cost, what ends by it, who may interrupt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from affray import tabletop
from affray.core.act import Act
from affray.core.effect import Who
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis import overwatch, ranged
from affray.rulesets.coriolis.fighter import Fighter, manages, weapon_named
from affray.rulesets.coriolis.house import House
from affray.rulesets.coriolis.sheet import Weapon
from affray.rulesets.coriolis.state import Body, Game, State, Table
from affray.rulesets.coriolis.tables import UNARMED
from affray.tabletop.question import YesNo

SPEED = {
    0: ("COR-AP-06",),
    1: ("COR-AP-05", "COR-AP-07", "COR-AP-08"),
    2: ("COR-AP-04", "COR-AP-08"),
    3: ("COR-AP-03", "COR-AP-09"),
}
"""The rules that give each cost, and with what else it fits in one turn."""


def fit(play: Game, actor: Fighter) -> None:
    """Refuse whoever cannot act at all (COR-BRK-02)."""
    play.need(actor.unbroken, "COR-BRK-02", "is Broken")
    play.need(not actor.stunned, "AMB-65", "is stunned")
    play.need(not actor.paralysed, "COR-CRT-02", "is paralysed below the neck")


def at_liberty(play: Game, actor: Fighter) -> None:
    """Refuse whoever is Broken, stunned, pinned or pinning (AMB-44)."""
    fit(play, actor)
    play.need(not actor.pinned, "AMB-44", "is pinned")
    play.need(not actor.pinning, "AMB-44", "is holding an opponent")


def skilled(play: Game, actor: Fighter, skill: str, rule: str) -> None:
    """Refuse the Broken, and the untrained in advanced skills (COR-BRK-03)."""
    play.need(actor.unbroken, "COR-BRK-03", "is Broken and cannot test skills")
    play.need(actor.trained(skill), rule, "has not learned {skill}", skill=skill)


def handy(play: Game, actor: Fighter, weapon: Weapon | None) -> None:
    """Refuse two-handed weapons to whoever has one arm to use."""
    play.need(weapon is None or actor.about(manages(weapon)), "COR-CRT-02", "the weapon needs both arms")


# --- actions --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Action(tabletop.Action[Body, Table, House, Fighter]):
    """An action of this game: who is free to take it, too, and when others interrupt it."""

    free: Callable[[Game, Fighter], None] = at_liberty
    under_way: bool = False
    """Whether others interrupt on the way, and not before it is begun."""
    shot: ranged.Shot | None = None
    """The kind of shot that it is."""


Rule: TypeAlias = Callable[[Game, Fighter, Fighter, Act], None]
"""A rule of an action: who acts, at whom (who acts where nobody is named), and the act."""
Lines = tabletop.MenuLines[Body, Table, House]
SheetLine = tabletop.SheetLine[House]


def attacks_with(action: Action, act: Act) -> str:
    """The weapon of an attack; empty for all other actions."""
    return (act.item or UNARMED) if "attack" in action.tags else ""


def fits(play: Game, actor: Fighter, action: Action, act: Act, cost: int | None) -> None:
    """Refuse whoever is not free to take an action."""
    action.free(play, actor)


def affords(play: Game, actor: Fighter, action: Action, act: Act, cost: int) -> None:
    """Refuse whoever has not the points (COR-AP-10)."""
    play.need(actor.can_pay(cost), "COR-AP-10", "costs {cost} AP", cost=cost)


def pay(play: Game, actor: Fighter, action: Action, act: Act, cost: int) -> bool:
    """Pay for an action, end the own overwatch, let enemy overwatch fire.

    The answer is whether the actor can still go on.  The points are spent whatever comes of it (COR-AP-10,
    AMB-60).  Who has counted on a weapon's initiative and begins with anything but an attack with it does
    nothing yet: the slot goes to its place without the bonus (COR-INIT-11, AMB-03).
    """
    if cost and actor.about(forfeits(attacks_with(action, act))):
        play.do(fx.BoostLost(actor.who, actor.about(_bonus)), "COR-INIT-11")
        play.do(fx.SlotFell(None), "COR-INIT-11")
        return False
    play.do(fx.Spent(actor.who, cost), *SPEED[cost], *action.cited(play.house))
    if actor.watching:
        play.do(fx.WatchEnded(actor.who), "COR-OVW-07")
    if action.under_way:
        return True
    fired = overwatch.under_fire(play, actor)
    return actor.able and not (fired and reconsiders(play, actor, cost))


@cache
def forfeits(weapon: str) -> Callable[[Body], bool]:
    """Whether an action with this weapon, or none, gives up the declared one."""
    return lambda b: bool(b.boosted) and not b.began and b.boosted != weapon


def _bonus(b: Body) -> int:
    return weapon_named(b, b.boosted).initiative


CHANGE = YesNo(
    name="change the action",
    asks="{who} has been fired at. Do something else for the same AP?",
    rules=("AMB-41",),
)


def reconsiders(play: Game, actor: Fighter, cost: int) -> bool:
    """By the option one who was fired at may do something else (AMB-41).

    It takes its points back.
    """
    if play.house.interrupt_change == "no" or not CHANGE.put(play, actor, ()):
        return False
    play.do(fx.Spent(actor.who, -cost), "AMB-41")
    return True


# --- lines in the menu ------------------------------------------------------------------------------


def foes(fight: State, who: Who) -> tuple[Who, ...]:
    """The enemies of somebody who live."""
    side = fight.bodies[who].side
    return tuple(f for f in fight.here if fight.bodies[f].side != side and not fight.bodies[f].dead)
