"""The round: initiative, declarations, turns in order, equals together.

`step` plays the next piece.  Whose turn it is is state, never a local variable, so that every
piece can be resumed and corrected.
"""

from __future__ import annotations

from affray.core.act import Act
from affray.rulesets.serenity import covering, harm, initiative, roll
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity.actions import admits, legal, perform
from affray.rulesets.serenity.fighter import (
    Fighter,
    everyone,
    opposes,
    ready,
    silent,
    standing,
    struck,
    table,
    together,
    turn_place,
)
from affray.rulesets.serenity.roll import ENDURANCE, checked
from affray.rulesets.serenity.state import Body, Game, Table
from affray.rulesets.serenity.tables import AVERAGE
from affray.rulesets.serenity.turn import end_turn
from affray.tabletop.question import Question

SECONDS = 3
"""A round, in seconds (SER-TURN-01)."""
ACT: Question[tuple[()], Act] = Question(name="action", asks="{who}: what now?")


def step(play: Game) -> bool:
    """The next piece of the fight, and whether it goes on.

    A round begins, somebody declares, a turn begins, or one action is taken.
    """
    if (one := table(play).first(corrected)) is not None:
        play.call(settle, one)
        return True
    if table(play).shared and not table(play).has(together) and table(play).current is None:
        play.call(part)
        return True
    if play.call(over):
        return False
    actor = table(play).current
    if actor is not None and actor.able:
        play.call(act, actor)
    elif actor is not None:
        play.call(end_turn, actor)
    elif (one := table(play).first(silent)) is not None:
        play.call(initiative.declare, one)
    elif (following := table(play).first(ready)) is not None:
        play.call(open_turn, following)
    else:
        play.call(begin_round)
    return True


def corrected(t: Table, b: Body) -> int | None:
    """A place for those whom a correction has left with something to be done."""
    return 0 if b.appearing else harm.unsettled(t, b)


def settle(play: Game, one: Fighter) -> None:
    """What a correction left to be done: harm is reckoned, and who was brought in sight is seen."""
    if one.appearing:
        covering.came_up(play, one)
    else:
        harm.reckon(play, one)


def over(play: Game) -> bool:
    """Whether all who are up are on one side, or the game master has said so.

    Those who act together finish first.
    """
    if table(play).closed:
        return True
    if table(play).shared:
        return False
    first = table(play).first(standing)
    return first is None or not first.some(opposes)


def begin_round(play: Game) -> None:
    """Three seconds more: what the clock brings, who rolls.

    See SER-TURN-01, SER-INIT-01..03.
    """
    play.do(fx.RoundBegan(SECONDS), "SER-TURN-01")
    for one in everyone(play):
        play.call(initiative.enter, one)
    for one in everyone(play):
        play.call(refresh, one)
    play.call(harm.time_runs)
    play.call(initiative.break_ties)


def refresh(play: Game, one: Fighter) -> None:
    """A new round of a fighter: nothing is used yet; what was carried over counts now (SER-ACT-06)."""
    carried = ("SER-ACT-06",) if one.about(_carries) else ()
    play.do(fx.Refreshed(one.who), "SER-ACT-01", *carried)


def _carries(b: Body) -> bool:
    return b.carry > 0


def open_turn(play: Game, actor: Fighter) -> None:
    """A turn begins, for equals all at once (SER-INIT-02, SER-R2)."""
    if not table(play).shared and actor.alike(turn_place):
        play.call(initiative.gather, actor)
        actor = table(play).first(ready) or actor
    play.do(fx.TurnFell(actor.who), "SER-INIT-02")
    play.do(fx.TurnBegan(actor.who), "SER-INIT-02", "SER-R36")
    harm.recover(play, actor)
    if not actor.up:
        end_turn(play, actor)
    elif actor.stunned:
        play.call(lose_turn, actor)


def lose_turn(play: Game, actor: Fighter) -> None:
    """The stunned let the turn pass, and may shake it off for the next.

    See SER-VITAL-03, SER-R15.
    """
    if checked(play, actor, "shake off", ENDURANCE, AVERAGE, "SER-VITAL-03", "SER-R15"):
        play.do(fx.ShookOff(actor.who, "stunned"), "SER-VITAL-03")
    end_turn(play, actor)


def act(play: Game, actor: Fighter) -> None:
    """One action of the turn, chosen and performed."""
    chosen = ACT.put(
        play,
        actor,
        (),
        lambda: legal(play.fight, actor.who),
        admits=lambda chosen: admits(play.fight, actor.who, chosen),
        read_by=lambda _: ("SER-ACT-02",) if roll.several(play, actor).amount else ("SER-ACT-01",),
    )
    play.call(perform, actor, chosen)


def part(play: Game) -> None:
    """All who acted together have acted: their blows count (SER-R2)."""
    land(play)
    play.do(fx.Parted(), "SER-R2")


def land(play: Game) -> None:
    """All blows that waited count."""
    for one in table(play).all(struck):
        play.call(harm.land, one)


def price(play: Game, actor: Fighter, act: Act) -> None:
    """An action with all that will come of it, even where blows wait for others to act (SER-R2)."""
    perform(play, actor, act)
    if table(play).shared:
        land(play)
