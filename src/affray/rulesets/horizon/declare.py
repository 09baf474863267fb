"""Declaring an action: what one is, who can take it, what it takes of the turn."""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass
from typing import TypeAlias

from affray import tabletop
from affray.core.act import Act
from affray.core.effect import Who
from affray.core.message import msg
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon.fighter import Fighter, beyond_harm, knows_of, owes_beyond, table
from affray.rulesets.horizon.house import House
from affray.rulesets.horizon.phrases import PLAINLY
from affray.rulesets.horizon.profile import first_read
from affray.rulesets.horizon.state import Body, Game, State, Table
from affray.tabletop import Names

# --- who can ---------------------------------------------------------------------------------------


def fit(play: Game, actor: Fighter, cost: int = 0) -> None:
    """Refuse whoever cannot act at all."""
    play.need(actor.able, "HZN-RUL-64", "is out of action")


def in_combat(play: Game) -> None:
    """Refuse what needs a combat."""
    play.need(table(play).fighting, "HZN-TRN-01", "combat has not begun")


def at_liberty(play: Game, actor: Fighter, cost: int = 1) -> None:
    """Refuse whoever owes actions, or has given the turn to an Extended Action."""
    steady(play, actor, cost)
    play.need(not actor.working, "HZN-EXT-04", "is working on an Extended Action this turn")


def steady(play: Game, actor: Fighter, cost: int = 1) -> None:
    """Refuse whoever owes actions."""
    fit(play, actor)
    owes = actor.about(owes_beyond(cost)) if play.house.recover == "deadline" else actor.owes
    play.need(not owes, "HZN-WND-07", "has to recover first")


def anybody(play: Game, actor: Fighter, cost: int) -> None:
    """Whether one is free for it is a matter of its own needs."""


def affordable(play: Game, actor: Fighter, cost: int) -> None:
    """Refuse what there are too few actions for; outside combat nothing costs any."""
    if cost and table(play).fighting:
        few = "has no action left" if cost == 1 else msg("has no {cost} actions left", cost=cost)
        play.need(actor.can_pay(cost), "HZN-ACT-01", few)


# --- actions ---------------------------------------------------------------------------------------

Gate: TypeAlias = Callable[[Game, Fighter, int], None]
"""Who is free for an action, at its price."""
Rule: TypeAlias = Callable[[Game, Fighter, Fighter, Act], None]
"""A rule of an action: who acts, at whom (who acts where nobody is named), and the act."""
Lines = tabletop.MenuLines[Body, Table, House]
SheetLine = tabletop.SheetLine[House]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Action(tabletop.Action[Body, Table, House, Fighter]):
    """An action of this game: who is free for it, when, and what it takes of the turn."""

    rules: tabletop.Cited[House] = ()
    says: Callable[[Names, Act], str] = PLAINLY
    free: Gate | None = None
    """Who is free for it; else whoever is at liberty, or for what costs nothing whoever can act."""
    combat: bool | None = None
    """Whether combat must have begun, or must not; None where it does not matter."""
    takes: Callable[[State, Body, Act], int | None] | None = None
    """The actions that it takes now, where that is not its price: None where it is."""
    reads: bool = False
    """Whether it reads the score of the turn: the combat test comes before it is paid."""
    pays: bool = True
    """Whether it is paid as it begins; else its rule pays, or lets it be."""


def pay(play: Game, actor: Fighter, action: Action, act: Act, cost: int) -> bool:
    """Take the combat test before what reads it, and the actions (HZN-RUL-04)."""
    if not action.pays:
        return True
    if action.reads and table(play).fighting:
        first_read(play, actor)
    if cost:
        spend(play, actor, cost, *action.cited(play.house))
    return True


def spend(play: Game, actor: Fighter, cost: int, *rules: str) -> None:
    """Take the actions; after others it is a mix, or the same again (HZN-ACT-02)."""
    if table(play).fighting:
        again = ("HZN-ACT-02",) if actor.acted else ()
        play.do(fx.Spent(actor.who, cost), "HZN-ACT-01", *again, *rules)


# --- what the game does with every action ----------------------------------------------------------


def fits(play: Game, actor: Fighter, action: Action, act: Act, cost: int | None) -> None:
    """Refuse whoever is not free for an action, what needs a combat, and what cannot be paid."""
    free = action.free or (fit if cost is None else at_liberty)
    free(play, actor, cost or 0)
    if action.combat:
        in_combat(play)
    if action.reads:
        affordable(play, actor, cost or 0)


def affords(play: Game, actor: Fighter, action: Action, act: Act, cost: int) -> None:
    """Refuse what there are too few actions for, where that is not asked before its needs."""
    if action.pays and not action.reads:
        affordable(play, actor, cost)


def offers(fight: State, actions: Set[Action]) -> Set[Action]:
    """The actions of combat, or of the time before, as the fight is."""
    now = (None, fight.table.fighting)
    return {action for action in actions if action.combat in now}


def costs(fight: State, who: Who) -> Callable[[Action, Act], int]:
    """Actions that each takes now; outside combat none."""
    if not fight.table.fighting:
        return lambda *_: 0
    body, house = fight.bodies[who], fight.house

    def cost(action: Action, act: Act) -> int:
        now = None if action.takes is None else action.takes(fight, body, act)
        return action.price(house) or 0 if now is None else now

    return cost


CONDUCT: tabletop.Conduct[Body, Table, House, Fighter, Action] = tabletop.Conduct(
    Fighter, fits, affords, pay, offers=offers, costs=costs
)
"""What the game does with every action."""


# --- whom ------------------------------------------------------------------------------------------


def foes(fight: State, who: Who) -> list[Who]:
    """The enemies to do something about: of those who hide unnoticed nothing is told."""
    bodies = fight.bodies
    b = bodies[who]
    return [
        f
        for f in fight.here
        if (other := bodies[f]).side != b.side
        and not beyond_harm(b, other)
        and not other.escaped
        and knows_of(b, other)
    ]


def comrades(fight: State, who: Who) -> list[Who]:
    """Everybody else on one's side."""
    side = fight.bodies[who].side
    return [f for f in fight.here if f != who and fight.bodies[f].side == side]
