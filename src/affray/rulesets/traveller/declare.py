"""Declaring an action: what one is, who can act, what it takes of the turn, what ends by it."""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass
from typing import Literal, TypeAlias

from affray import tabletop
from affray.core.act import Act
from affray.core.effect import Who
from affray.core.message import filled
from affray.core.phrases import thing
from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller.fighter import Fighter, table
from affray.rulesets.traveller.figures import dead
from affray.rulesets.traveller.house import House
from affray.rulesets.traveller.phrases import attack_in_words
from affray.rulesets.traveller.state import Body, Game, State, Table
from affray.tabletop.actions import priced

SIGNIFICANT, MINOR = 2, 1
"""Parts of a turn of three; a significant action may be traded for two minor ones.

See TRV-R5.
"""


def at_liberty(play: Game, actor: Fighter) -> None:
    """Refuse the dead, the unconscious, and whoever is in a grapple."""
    play.need(not actor.dead, "TRV-R15", "is dead")
    play.need(not actor.out, "TRV-UNC-01", "is unconscious")
    play.need(not actor.gripped, "TRV-GRAP-01", "is in a grapple")


def awake(play: Game, actor: Fighter) -> None:
    """Refuse the dead and the unconscious."""
    play.need(actor.able, "TRV-UNC-01", "is unconscious")


def anybody(play: object, actor: object) -> None:
    """Whether one is free for it is a matter of its own needs."""


# --- actions ---------------------------------------------------------------------------------------

Rule: TypeAlias = Callable[[Game, Fighter, Fighter, Act], None]
"""A rule of an action: who acts, at whom (who acts where nobody is named), and the act."""
Lines = tabletop.MenuLines[Body, Table, House]
SheetLine = tabletop.SheetLine[House]
Part: TypeAlias = Literal["at", "item", "to", "n"]
PARTS: tuple[Part, ...] = ("at", "item", "to", "n")
"""What an act may say beside its name."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Action(tabletop.Action[Body, Table, House, Fighter]):
    """An action of this game: when, by whom, and what it leaves as it is."""

    family: str = "plain"
    free: Callable[[Game, Fighter], None] = at_liberty
    takes: Set[Part] = frozenset()
    """What an act of it may say."""
    won: Set[bool] = frozenset({False})
    """Whether the fight may be over: what is done after it takes nothing of a turn."""
    keeps_aim: bool = False
    works: bool = False
    """Whether it goes on with an extended action."""
    slow: bool = False
    """Whether the badly wounded can take it as well."""
    single: bool = False
    """Whether only one at a time can take it with one thing."""


@dataclass(frozen=True, slots=True)
class Said:
    """An act by a form of `whom` or `item`; without either it is called by its name."""

    form: str

    def __call__(self, names: tabletop.Names, act: Act) -> str:
        """The act in words."""
        if act.at is not None:
            return filled(self.form, whom=names[act.at])
        return filled(self.form, item=thing(act.item)) if act.item else act.name


def attack(
    *, name: str, items: Callable[[State, Who], tuple[str, ...]], needs: Rule, run: Rule, rule: str, note: str
) -> Action:
    """An attack with each of some weapons, on each enemy."""
    return Action(
        name=name,
        lines=Lines(items, foes),
        needs=needs,
        cost=SIGNIFICANT,
        rules=(rule,),
        run=run,
        family="attack",
        tags={"attack", "targeted"},
        takes={"at", "item"},
        keeps_aim=True,
        says=attack_in_words,
        sheet=SheetLine(note=note),
    )


def foes(fight: State, who: Who) -> list[Who]:
    """The enemies of somebody who live."""
    side = fight.bodies[who].side
    return [w for w in fight.here if fight.bodies[w].side != side and not dead(fight.bodies[w])]


def skilled(skill: str, fight: State, who: Who) -> bool:
    """Whether somebody has learned a skill."""
    return skill in dict(fight.bodies[who].sheet.skills)


# --- what it takes ---------------------------------------------------------------------------------


def fits(play: Game, actor: Fighter, action: Action, act: Act, cost: int | None) -> None:
    """Refuse whoever is not free to take an action."""
    action.free(play, actor)


def offers(fight: State, actions: Set[Action]) -> Set[Action]:
    """The actions of the fight, or of what comes after it."""
    won = bool(fight.table.won)
    return {action for action in actions if won in action.won}


def costs(fight: State, who: Who) -> Callable[[Action, Act], int]:
    """What the menu shows: after the fight nothing is taken."""
    return (lambda *_: 0) if fight.table.won else priced(fight, who)


def over(play: Game) -> bool:
    """Whether the fight is over, when nothing is taken of a turn."""
    return bool(table(play).won)


def affords(play: Game, actor: Fighter, action: Action, act: Act, cost: int) -> None:
    """Refuse whoever has too little of the turn left (TRV-R5, TRV-R34)."""
    if True in action.won and over(play):
        return
    play.need(actor.can_pay(cost), "TRV-R5", "too little of the turn is left")
    quick = cost == MINOR and not action.slow and play.house.wounded_slowed
    play.need(not (quick and actor.needs_surgery), "TRV-R34", "is too badly wounded for minor actions")


def pay(play: Game, actor: Fighter, action: Action, act: Act, cost: int) -> bool:
    """Use part of the turn; all but aiming and attacking, or what takes nothing, loses the aim (TRV-R8)."""
    if True in action.won and over(play):
        return True
    known = ("TRV-ACT-01", "TRV-R5") if cost == SIGNIFICANT else ("TRV-R5",)
    play.do(fx.Spent(actor.who, cost), *known, *action.cited(play.house))
    if actor.aiming and cost and not action.keeps_aim:
        play.do(fx.AimEnded(actor.who), "TRV-AIM-02", "TRV-R8")
    if cost == SIGNIFICANT and actor.working and not action.works:
        play.do(fx.WorkLeft(actor.who), "TRV-EXT-01")
    return True
