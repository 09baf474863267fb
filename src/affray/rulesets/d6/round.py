"""The round: declarations, turns one by one or together, and between.

`step` plays the next piece.  Whose turn it is is state, never a local variable, so that every
piece can be resumed and corrected.
"""

from __future__ import annotations

from affray.core.act import Act
from affray.rulesets.d6 import deadlock, holding, order
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6.actions import admits, legal, perform, possible
from affray.rulesets.d6.boarding import contested
from affray.rulesets.d6.fighter import (
    Fighter,
    acting,
    everyone,
    hostile,
    oblivious,
    standing,
    table,
    undeclared,
    waiting,
)
from affray.rulesets.d6.state import Game, Table
from affray.tabletop.question import Question, YesNo

ACT: Question[tuple[()], Act] = Question(name="action", asks="{who}: what now?", rules=("DSX-ACT-02",))
NOTICES = YesNo(
    name="notices",
    asks="Does {foe} notice the fight?",
    rules=("DSX-AWARE-01",),
)


def step(play: Game) -> bool:
    """The next piece of the fight, and whether it goes on.

    A round begins, somebody declares, turns begin, or one action of each who acts is taken.
    """
    if play.call(over):
        return False
    now = table(play)
    if (one := now.first(undeclared)) is not None and now.about(begun):
        play.call(order.declare, one)
    elif now.first(acting) is not None:
        play.call(moment)
    elif now.first(waiting) is not None and now.about(begun):
        play.call(order.open_turns)
    else:
        play.call(begin_round)
    return True


def begun(t: Table) -> bool:
    """Whether there has been a round: which one is nothing to know."""
    return t.round > 0


def later(t: Table) -> bool:
    """Whether it is not the first round."""
    return t.round > 1


def over(play: Game) -> bool:
    """Whether all who are left are on one side, or the game master has said so."""
    if table(play).closed:
        return True
    first = table(play).first(standing)
    return first is None or not first.some(hostile)


def begin_round(play: Game) -> None:
    """Everybody has acted: a new round, and the order anew.

    See DSX-RND-01, DSX-INIT-06.
    """
    ended = ("DSX-RND-01",) if table(play).about(begun) else ()
    play.do(fx.RoundBegan(play.house.round_seconds), *ended, "DSX-INIT-06")
    for one in everyone(play):
        play.call(refresh, one)
        if play.house.hold_persists:
            play.call(hold_on, one)
    if table(play).about(later):
        for one in table(play).all(oblivious):
            play.call(notice, one)
        deadlock.called_off(play)


def refresh(play: Game, one: Fighter) -> None:
    """A fresh round for one: what was held and not set off is lost (DSX-R30)."""
    house = play.house
    play.do(
        fx.Refreshed(
            one.who,
            house.hold_persists,
            house.suppress_until == "end_of_round",
            house.actions_declared == "round",
        ),
        "DSX-RND-01",
    )


def hold_on(play: Game, one: Fighter) -> None:
    """By the option what is held outlasts the round, or is given up (DSX-R30)."""
    if one.held is not None and one.able and holding.LET_GO.put(play, one, ()):
        play.do(fx.LetGo(one.who), "DSX-R30")


def notice(play: Game, one: Fighter) -> None:
    """The game master says whether somebody unaware notices the fight.

    See DSX-AWARE-01.
    """
    if NOTICES.put(play, table(play), (one,)):
        play.do(fx.Noticed(one.who), "DSX-AWARE-01")


def moment(play: Game) -> None:
    """One action of everybody whose turn it is, all at the same moment (DSX-INIT-04).

    Each is chosen and carried out in the state before all of them.
    """
    actors = table(play).all(acting)
    if len(actors) == 1:
        play.call(alone, actors[0])
        return
    acts = [play.call(choose, actor) for actor in actors]
    again = contested(actors, acts)
    with play.holding(fx.Outward):
        for n, (actor, act) in enumerate(zip(actors, acts, strict=True)):
            if n not in again and play.call(possible, actor, act):
                play.call(perform, actor, act)


def alone(play: Game, actor: Fighter) -> None:
    """One action, chosen and carried out."""
    play.call(perform, actor, play.call(choose, actor))


def choose(play: Game, actor: Fighter) -> Act:
    """What one does next in its turn (DSX-ACT-02)."""
    return ACT.put(
        play,
        actor,
        (),
        lambda: legal(play.fight, actor.who),
        admits=lambda act: admits(play.fight, actor.who, act),
    )
