"""Dive!: out of the way at any moment, at the cost of an action now or later."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.errors import Refusal
from affray.core.space import Point
from affray.rulesets.horizon import declare, sight
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon.fighter import Fighter, knows_of, may_borrow, table
from affray.rulesets.horizon.state import Body, Game

NAME = "dive"
UNKNOWN = -1
"""The damage of an Attack that is not yet known."""


def dive(play: Game, actor: Fighter, to: Point | None, at: Who | None) -> None:
    """Dive in the own turn, for an action, or with none left by borrowing.

    Outside combat it is once per scene, unless the Director allows more.  See HZN-DIV-01, -03, -05.
    """
    may_dive(play, actor, to, at)
    if not table(play).fighting:
        outside(play, actor, to, at)
        return
    borrows = actor.idle and play.house.dive_own_turn_debt and actor.about(may_borrow(play.house.dive_debt))
    play.need(borrows or actor.can_pay(1), "HZN-DIV-03", "has no action left, nor any to borrow")
    if actor.can_pay(1):
        declare.pay(play, actor, 1, "HZN-DIV-03")
    else:
        play.do(fx.Borrowed(actor.who), "HZN-DIV-04", "HZN-RUL-16")
    leap(play, actor, to, at, False)


def out_of_turn(play: Game, actor: Fighter, to: Point | None, at: Who | None) -> None:
    """Dive at any other moment: an action is borrowed from the next turn.

    See HZN-DIV-02, -04.
    """
    may_dive(play, actor, to, at)
    play.need(can_borrow(play, actor), "HZN-DIV-04", "has no action left to borrow")
    play.do(fx.Borrowed(actor.who), "HZN-DIV-02", "HZN-DIV-04")
    leap(play, actor, to, at, False)


def may_dive(play: Game, actor: Fighter, to: Point | None, at: Who | None) -> None:
    """Refuse whoever is out of action, or wants to leap too far."""
    declare.fit(play, actor)
    stuck = play.house.recover == "no_dive" and actor.owes
    play.need(not stuck, "HZN-RUL-35", "has to recover first")
    if to is not None:
        play.need(actor.about(_leaps(to)), "HZN-DIV-06", "is too far for a Dive")
    if at is not None:
        known = actor.between(Fighter(play, at), knows_of)
        play.need(known, "HZN-STL-03", "does not know where that is")


def can_borrow(play: Game, actor: Fighter) -> bool:
    """Whether a Dive out of turn is open (HZN-RUL-14)."""
    if not table(play).fighting:
        return False
    stuck = play.house.recover == "no_dive" and actor.owes
    return actor.able and not stuck and actor.about(may_borrow(play.house.dive_debt))


def outside(play: Game, actor: Fighter, to: Point | None, at: Who | None) -> None:
    """Outside combat: the Director is asked about any Dive of a scene but the first."""
    if actor.dived and not play.choose(
        table(play), "allow another dive", lambda: (False, True), "HZN-DIV-05", about=(actor,)
    ):
        play.do(fx.Narrated(actor.who, "may not Dive again"), "HZN-DIV-05")
        return
    leap(play, actor, to, at, True)


def leap(play: Game, actor: Fighter, to: Point | None, at: Who | None, scene: bool) -> None:
    """Metres at once, twice as much armour (HZN-DIV-06..09, HZN-RUL-13)."""
    far = actor.leap
    left = sight.leaving(play, actor) if to is not None or at is not None else None
    if to is not None:
        play.do(fx.MovedTo(actor.who, to), "HZN-DIV-06")
    elif at is not None:
        play.do(fx.MovedBy(actor.who, at, -100 * far), "HZN-DIV-06")
    sight.moved(play, actor, left)
    until = "HZN-DIV-09" if scene else "HZN-DIV-08"
    add = play.house.dive_stack == "add"
    play.do(fx.Dived(actor.who, 2 * far, add, scene), "HZN-DIV-01", "HZN-DIV-07", until)
    if play.house.dive_ends_task and actor.working:
        play.do(fx.WorkUndone(actor.who), "HZN-RUL-49")


def before_damage(play: Game, target: Fighter, by: Fighter, damage: int, passing: tuple[str, ...]) -> None:
    """Who is attacked may Dive once the damage is known.

    See HZN-DIV-02, HZN-DEF-08, HZN-RUL-15.
    """
    if not can_borrow(play, target):
        return
    rules = ("HZN-DIV-02", "HZN-DEF-08") if passing else ("HZN-DIV-02",)
    chosen = play.choose(
        target,
        NAME,
        lambda: (None, Act(NAME), *([Act(NAME, by.who)] if target.between(by, knows_of) else [])),
        *rules,
        about=(by, damage, bool(passing)),
        admits=lambda act: _admits(play, target, act),
    )
    if chosen is not None:
        out_of_turn(play, target, chosen.to, chosen.at)


def forewarned(play: Game, target: Fighter, by: Fighter) -> None:
    """By the option: who is attacked may Dive before the damage is known.

    See HZN-RUL-15.
    """
    if play.house.dive_time == "before":
        before_damage(play, target, by, UNKNOWN, ())


def _admits(play: Game, target: Fighter, act: object) -> Sequence[Refusal]:
    """A Dive to a place of one's own."""
    if isinstance(act, Act) and act.name == NAME and act.to is not None and act.at is None:
        near = target.about(_leaps(act.to))
        return () if near else (Refusal("HZN-DIV-06", "is too far for a Dive"),)
    return (Refusal("", "not a Dive"),)


@cache
def _leaps(to: Point) -> Callable[[Body], bool]:
    def read(b: Body) -> bool:
        far = 100 * max(b.sheet.strength, b.sheet.agility)
        return (b.spot.x - to.x) ** 2 + (b.spot.y - to.y) ** 2 <= far * far

    return read


def stand_up(play: Game, actor: Fighter) -> None:
    """Outside combat: the armour of a Dive ends as one stands up (HZN-DIV-09)."""
    declare.fit(play, actor)
    play.need(actor.prone, "HZN-DIV-09", "is standing")
    play.need(
        not table(play).fighting, "HZN-DIV-08", "in combat it happens by itself as the next turn begins"
    )
    play.do(fx.Rose(actor.who), "HZN-DIV-09")
