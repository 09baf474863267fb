"""Escape: out of sight, then lost to the enemy for three rounds."""

from __future__ import annotations

from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon.declare import Action, Lines, SheetLine
from affray.rulesets.horizon.fighter import Fighter, able, called, everyone, table
from affray.rulesets.horizon.state import Body, Game, Table
from affray.tabletop.question import YesNo

ROUNDS = 3
"""Rounds in a row (HZN-ESC-02)."""


def flees(play: Game, actor: Fighter, *_: object) -> None:
    """Mean to get away, once out of sight (HZN-ESC-01)."""
    play.need(not actor.fleeing, "HZN-ESC-01", "is already fleeing")
    play.need(actor.disengaged, "HZN-ESC-01", "is seen by an enemy")
    play.do(fx.Fled(actor.who), "HZN-ESC-01")


FLEE = Action(
    name="flee",
    lines=Lines(when=lambda fight, who: not fight.bodies[who].fleeing),
    combat=True,
    run=flees,
    sheet=SheetLine(("HZN-ESC-01",), "try to stay unfound for three rounds"),
)


# --- how it goes on --------------------------------------------------------------------------------


def count(play: Game) -> None:
    """As a round ends: who was not located comes closer to having escaped.

    See HZN-ESC-02.
    """
    for runner in table(play).all(fugitive):
        play.call(count_round, runner)


def count_round(play: Game, runner: Fighter) -> None:
    """One more round not located, or the count anew."""
    located = runner.located
    if play.house.escape_count == "side":
        located = located or runner.some(comrade_located)
    play.do(fx.RoundLost(runner.who, located), "HZN-ESC-02", "HZN-RUL-50")
    if runner.about(_away):
        play.do(fx.Escaped(runner.who), "HZN-ESC-02")


def fugitive(_: Table, b: Body) -> int | None:
    """A place for those who flee."""
    return 0 if b.fleeing and able(b) else None


def comrade_located(b: Body, other: Body) -> bool:
    """Whether a comrade who flees was located."""
    return b.side == other.side and other.fleeing and other.located


def _away(b: Body) -> bool:
    return b.lost >= ROUNDS


MEET_AGAIN = YesNo(
    name="meet again",
    asks="{who} has escaped. Turn back and meet the enemy again?",
    rules=("HZN-ESC-03",),
    deed="meet the enemy again",
)


def returns(play: Game) -> bool:
    """Whether somebody who escaped meets the enemy again (HZN-ESC-03)."""
    for one in table(play).all(away):
        if MEET_AGAIN.put(play, one, ()):
            play.do(fx.MetAgain(one.who), "HZN-ESC-03")
            play.call(regroup, one)
            return True
    return False


def regroup(play: Game, one: Fighter) -> None:
    """A new combat: a new order, and enemies who may be surprised."""
    for other in everyone(play):
        aware = other == one or not one.between(other, _enemies)
        play.do(fx.Regrouped(other.who, aware), "HZN-ESC-03")


def _enemies(b: Body, other: Body) -> bool:
    return b.side != other.side


def away(_: Table, b: Body) -> str | None:
    """A place for those who have escaped and could come back."""
    return called(b) if b.escaped and b.health > 0 and not b.stunned else None
