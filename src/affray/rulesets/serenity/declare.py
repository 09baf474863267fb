"""What an action is and needs before it begins, what it uses up, who may interrupt."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from affray import tabletop
from affray.core.act import Act
from affray.core.effect import Who
from affray.core.ground import Blast
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity import rights
from affray.rulesets.serenity.fighter import Fighter, has_left, penalty
from affray.rulesets.serenity.house import House
from affray.rulesets.serenity.needs import Asked
from affray.rulesets.serenity.state import ALL_OUT_ATTACK, ALL_OUT_DEFENCE, Body, Game, State, Table


def fit(play: Game, actor: Fighter) -> None:
    """Refuse whoever cannot act at all."""
    play.need(actor.up, "SER-OUT-01", "is out of the fight")
    play.need(not actor.stunned, "SER-VITAL-03", "is stunned")
    play.need(not actor.sat, "SER-INIT-03", "sits this round out")


def at_liberty(play: Game, actor: Fighter) -> None:
    """Refuse whoever is held, or holds somebody."""
    fit(play, actor)
    play.need(not actor.held, "SER-GRAP-05", "is held")
    play.need(not actor.holds, "SER-R18", "is holding an opponent")


# --- actions --------------------------------------------------------------------------------------


def always(play: Game, actor: Fighter, act: Act) -> bool:
    """There is nothing that it is done with."""
    return True


def wielded(play: Game, actor: Fighter, act: Act) -> bool:
    """Whether the weapon is ready."""
    return actor.weapon(act.item) is not None


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Action(tabletop.Action[Body, Table, House, Fighter]):
    """An action of this game: who is free to take it, too, and what it reaches on the map."""

    free: Callable[[Game, Fighter], None] = at_liberty
    fights: bool = False
    """Whether an all-out attack allows it."""
    ready: Callable[[Game, Fighter, Act], bool] = always
    """Whether there is what it is done with; without it nobody is asked for more."""
    blast: Callable[[State, Who, str], Blast] | None = None


Rule: TypeAlias = Callable[[Game, Fighter, Fighter, Act], None]
"""A rule of an action: who acts, at whom (who acts where nobody is named), and the act."""
Lines = tabletop.MenuLines[Body, Table, House]
SheetLine = tabletop.SheetLine[House]


@dataclass(frozen=True, slots=True)
class AtFoes:
    """A line with each of some weapons, at each foe in sight."""

    weapons: Callable[[Body], Sequence[str]]

    def __call__(self, name: str, fight: State, who: Who) -> Iterator[Act]:
        """Legal or not."""
        at = foes(fight, who)
        for item in self.weapons(fight.bodies[who]):
            yield from (Act(name, foe, item=item) for foe in at)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Blow(Action):
    """What is done to somebody, and could have waited for them (SER-R37)."""

    lines: AtFoes
    needs: Asked
    cost: int = 1
    fights: bool = True


def foes(fight: State, who: Who) -> list[Who]:
    """The foes in sight who live."""
    side, bodies = fight.bodies[who].side, fight.bodies
    return [f for f in fight.here if _seen(side, bodies[f])]


def _seen(side: str, b: Body) -> bool:
    return b.side != side and not b.dead and not b.hidden


# --- what it uses up ------------------------------------------------------------------------------


def fits(play: Game, actor: Fighter, action: Action, act: Act, cost: int | None) -> None:
    """Refuse whoever is not free to take an action."""
    action.free(play, actor)


def affords(play: Game, actor: Fighter, action: Action, act: Act, cost: int) -> None:
    """Refuse whoever has declared something else, or too little (SER-ACT-01, SER-AOA-02, SER-AOD-02).

    What has waited was counted when the wait began.
    """
    if not cost or actor.poised:
        return
    short = "has no declared action left" if cost == 1 else "has too few declared actions left"
    left = is_spared(actor, action, cost) or actor.about(has_left(cost))
    for holds, rule, why in (
        (action.fights or actor.stance != ALL_OUT_ATTACK, "SER-AOA-02", "has declared an all-out attack"),
        (actor.stance != ALL_OUT_DEFENCE, "SER-AOD-02", "has declared an all-out defence"),
        (left, "SER-ACT-01", short),
    ):
        play.need(holds or not action.ready(play, actor, act), rule, why)


def pay(play: Game, actor: Fighter, action: Action, act: Act, cost: int) -> bool:
    """Use up declared actions, give up covering, let a gun at the head speak.

    The answer is whether the actor can still go on (SER-ACT-01, -02).
    """
    if cost and not actor.poised:
        free = is_spared(actor, action, cost)
        rules = (*counted(play, actor, free), *action.cited(play.house))
        play.do(fx.Acted(actor.who, 0 if free else cost, free), *rules)
    stop_watching(play, actor)
    return rights.interrupted(play, actor)


def is_spared(actor: Fighter, action: Action, cost: int) -> bool:
    """Whether a trait gives an action that is no attack for nothing (SER-R33)."""
    return not action.fights and cost == 1 and actor.has("fighting type") and not actor.spared


def counted(play: Game, actor: Fighter, free: bool) -> tuple[str, ...]:
    """The rule of the count: one is free of penalty, more are not."""
    if free:
        return ("SER-R33",)
    several = actor.about(penalty(play.house.act_penalty, 1)) > 0
    return ("SER-ACT-02", "SER-R4") if several else ("SER-ACT-01",)


def stop_watching(play: Game, actor: Fighter) -> None:
    """Whoever does something else no longer covers a spot."""
    if actor.watching:
        play.do(fx.WatchEnded(actor.who), "SER-COVERING-01")


CONDUCT: tabletop.Conduct[Body, Table, House, Fighter, Action] = tabletop.Conduct(Fighter, fits, affords, pay)
"""What the game does with every action."""
