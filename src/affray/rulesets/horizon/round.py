"""Before combat, the order, rounds and turns.

`step` plays the next piece.  Whose turn it is is state, never a local variable, so that every
piece can be resumed and corrected.
"""

from __future__ import annotations

from affray.core.act import Act
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon import escape, initiative, interject, sight, surprise, turn
from affray.rulesets.horizon.actions import admits, legal, perform
from affray.rulesets.horizon.fighter import (
    Fighter,
    ahead_idle,
    everyone,
    idles,
    opposes,
    ready,
    standing,
    table,
)
from affray.rulesets.horizon.profile import combat_test
from affray.rulesets.horizon.state import Game, Table
from affray.tabletop.question import Question

ACT: Question[tuple[()], Act] = Question(
    name="action", asks="{who}: what now?", rules=("HZN-ACT-01", "HZN-ACT-03")
)


def unbegun(t: Table) -> bool:
    """Whether no round has begun: which one it is is nothing to know."""
    return t.round == 0


def step(play: Game) -> bool:
    """The next piece of the fight, and whether it goes on.

    Combat or a round begins, a turn begins, or one action is taken.
    """
    play.call(sight.look)
    if play.call(over):
        return False
    actor = table(play).current
    if actor is not None and actor.able:
        play.call(act, actor)
    elif not table(play).fighting:
        play.call(before_combat)
    elif table(play).about(unbegun):
        play.call(begin_combat)
    elif (newcomer := table(play).first(initiative.arrived)) is not None:
        play.call(initiative.enter, newcomer)
    elif (following := table(play).first(ready)) is not None:
        play.call(begin_turn, play.call(initiative.settled, following))
    else:
        play.call(end_round)
    return True


def over(play: Game) -> bool:
    """Whether all who can act are on one side, or the Director has said so."""
    if table(play).closed:
        return True
    first = table(play).first(standing)
    return first is None or not first.some(opposes)


# --- before combat --------------------------------------------------------------------------------


def before_combat(play: Game) -> None:
    """Everybody in turn, for nothing, until combat is opened or nobody waits."""
    following = table(play).first(initiative.idle)
    if following is not None and table(play).before > 0:
        play.do(fx.TurnFell(following.who), "HZN-SUR-07")
        play.do(fx.TurnBegan(following.who, 0), "HZN-SUR-07")
        return
    if table(play).before > 1:
        play.do(fx.WaitBegan(), "HZN-SUR-07")
        for one in everyone(play):
            play.do(fx.RoundFor(one.who), "HZN-SUR-07")
    else:
        begin_combat(play)


def begin_combat(play: Game) -> None:
    """Surprise, the first round, the order (HZN-TRN-01..04, HZN-SUR-01..09)."""
    play.do(fx.CombatBegan(), "HZN-TRN-01")
    surprise.settle(play)
    begin_round(play)


# --- rounds and turns -----------------------------------------------------------------------------


def begin_round(play: Game) -> None:
    """A round: combat test, initiative, choices, each at its time.

    See HZN-RND-01, HZN-RUL-04, -07.
    """
    play.do(fx.RoundBegan(), "HZN-RND-01", "HZN-TRN-01")
    anew = play.house.order_scope == "round" and table(play).round > 1
    for one in everyone(play):
        play.do(fx.RoundFor(one.who, anew), "HZN-RND-01", "HZN-COM-01")
    if play.house.test_time == "round_start":
        for one in table(play).all(standing):
            if not one.about(ahead_idle(play.house.recover)):
                play.call(test_ahead, one)
    play.call(initiative.fix_order)


def test_ahead(play: Game, one: Fighter) -> None:
    """By the option: the combat test as the round begins, kept until the own turn.

    See HZN-RUL-04.
    """
    play.do(fx.ScoreCleared(one.who), "HZN-RUL-04")
    play.call(combat_test, one)


def end_round(play: Game) -> None:
    """Who escaped may come back, who flees comes nearer to it; the next round."""
    if not escape.returns(play):
        escape.count(play)
        begin_round(play)


def begin_turn(play: Game, actor: Fighter) -> None:
    """A turn: what is left of the last one's protection ends, then the combat test.

    Turns of equals who act together have begun at once (HZN-RUL-06).  Who can do nothing with the
    score does not roll it.  See HZN-RND-02, HZN-ACT-04.
    """
    play.do(fx.TurnFell(actor.who), "HZN-RND-02", "HZN-TRN-02")
    if not actor.together:
        turn.begin(play, actor)
    if interject.open_floor(play, True):
        interject.floor(play, actor, True)
    ahead = actor.tested or play.house.test_time == "first_need"
    if actor.able and not ahead and not actor.about(idles(play.house.recover)):
        play.call(combat_test, actor)


def act(play: Game, actor: Fighter) -> None:
    """One action of the turn, chosen and performed (HZN-ACT-01..03)."""
    if interject.open_floor(play, False) and actor.acted:
        interject.floor(play, actor, False)
    chosen = ACT.put(
        play,
        actor,
        (),
        lambda: legal(play.fight, actor.who),
        admits=lambda chosen: admits(play.fight, actor.who, chosen),
        read_by=lambda _: ("HZN-ACT-02",) if actor.acted else (),
    )
    play.call(perform, actor, chosen)


def take(play: Game, actor: Fighter, chosen: Act) -> None:
    """What somebody has chosen: an action of the own turn, or something out of turn."""
    if chosen.name in interject.OPEN.by_name and table(play).current not in (None, actor):
        interject.OPEN.perform(play, actor, chosen)
    else:
        perform(play, actor, chosen)
