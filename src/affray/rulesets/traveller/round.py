"""The round: turns by initiative, actions, what falls due between, the end.

`step` plays the next piece.  Whose turn it is is state, never a local variable, so that every
piece can be resumed and corrected.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from affray.core.act import Act
from affray.core.errors import Illegal
from affray.core.ruleset import NOBODY
from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller import harm, healing, order
from affray.rulesets.traveller.actions import ACTIONS, admits, legal, perform
from affray.rulesets.traveller.endings import end_fight
from affray.rulesets.traveller.fighter import (
    Fighter,
    begun,
    everyone,
    opposes,
    ready,
    standing,
    table,
    unsettled,
)
from affray.rulesets.traveller.grapple import END, GRAPPLE
from affray.rulesets.traveller.house import House
from affray.rulesets.traveller.state import Body, Game, Table
from affray.tabletop.question import Question

ACT: Question[tuple[()], Act] = Question(name="action", asks="{who}: what now?")


def step(play: Game) -> bool:
    """The next piece of the fight, and whether it goes on."""
    if table(play).first(order.grouped) is not None and table(play).first(order.still_to_act) is None:
        play.call(order.part)
    if (struck := table(play).first(unsettled)) is not None:
        play.call(harm.settle, struck)
    elif not play.call(over):
        go_on(play)
    elif (helper := table(play).first(healing.unasked)) is not None:
        play.call(help_out, helper)
    else:
        return play.call(healing.aftermath)
    return True


def go_on(play: Game) -> None:
    """Somebody acts, or may, or a turn or a round begins."""
    if not table(play).begun and (sniper := table(play).first(order.opener)) is not None:
        play.call(opening, sniper)
    elif (eager := table(play).first(order.comes_between)) is not None:
        play.call(order.come_between, eager)
    elif (actor := table(play).current) is not None:
        play.call(act, actor)
    elif (begun_one := table(play).first(begun)) is not None:
        if begun_one.alike(order.moment_place):
            play.call(moment)
        else:
            play.do(fx.TurnFell(begun_one.who), "TRV-INIT-03")
    elif (following := table(play).first(next_of(play.house))) is not None:
        play.call(order.open_turns, following)
    else:
        play.call(begin_round)


def over(play: Game) -> bool:
    """Whether it is settled who has won: all who are awake are on one side.

    See TRV-R33.
    """
    if table(play).won:
        return True
    first = table(play).first(standing)
    if first is not None and first.some(opposes):
        return False
    end_fight(play, NOBODY if first is None else first.side)
    return True


def begin_round(play: Game) -> None:
    """Everybody's new round; before the first one plans and initiative.

    See TRV-INIT-02.
    """
    play.do(fx.RoundBegan(), "TRV-WAKE-02", "TRV-FAID-03")
    for one in everyone(play):
        play.call(refresh, one)
    if table(play).round == 1:
        order.muster(play)
    elif table(play).round == 2:
        for one in everyone(play):
            play.call(order.end_ambush, one)
    for one in table(play).all(harm.sleeper):
        play.call(harm.wake, one)


def refresh(play: Game, one: Fighter) -> None:
    """A new round; turns that were put off and not taken are lost (TRV-R30)."""
    late_is_first = play.house.defer_late == "next"
    play.do(fx.Refreshed(one.who, late_is_first), "TRV-ACT-01", *(["TRV-R30"] if one.deferring else []))


def act(play: Game, actor: Fighter) -> None:
    """One action of the turn, chosen and performed (TRV-R5, TRV-R22)."""
    if actor.able and not actor.spent:
        play.call(perform, actor, play.call(choice, actor))
        return
    order.end_turn(play, actor)
    if table(play).first(order.passed) is not None:
        play.call(order.new_moment)


def choice(play: Game, actor: Fighter) -> Act:
    """What one does next in one's turn (TRV-R5)."""
    return next_act(play, actor, "TRV-R5")


def next_act(play: Game, actor: Fighter, rule: str) -> Act:
    """What one does next: what is in the menu, or admitted."""
    return ACT.put(
        play,
        actor,
        (),
        lambda: legal(play.fight, actor.who),
        by=(rule,),
        admits=lambda chosen: admits(play.fight, actor.who, chosen),
    )


def moment(play: Game) -> None:
    """One action of everybody who is equal, all at the same moment (TRV-INIT-05).

    Each is chosen and counts in the state before all of them (TRV-R41).
    """
    actors = table(play).all(order.of_moment)
    acts = [play.call(choice, actor) for actor in actors]
    with play.holding(fx.Outward):
        # Who seizes comes first: whoever is seized at this moment does not get away by moving.
        for seizing in (True, False):
            for n, (actor, chosen) in enumerate(zip(actors, acts, strict=True)):
                if (chosen.name == GRAPPLE.name) == seizing and not wanted_twice(chosen, acts[:n]):
                    play.call(carry_out, actor, chosen)
    order.untangle(play)
    for actor in actors:
        if actor.spent and not actor.done:
            play.do(fx.TurnEnded(actor.who), "TRV-INIT-03")
    if (
        any(chosen.name != order.DEFER.name for chosen in acts)
        and table(play).first(order.passed) is not None
    ):
        play.call(order.new_moment)


def wanted_twice(chosen: Act, before: Sequence[Act]) -> bool:
    """Whether somebody else at this moment is at the one thing that one wants."""
    single = ACTIONS.by_name[chosen.name].single
    return single and any((a.name, a.item) == (chosen.name, chosen.item) for a in before)


def carry_out(play: Game, actor: Fighter, chosen: Act) -> None:
    """An action of such a moment, unless another has just made it impossible.

    Then nothing of the turn is used, and one chooses again.
    """
    with suppress(Illegal):
        perform(play, actor, chosen)


def next_of(house: House) -> Callable[[Table, Body], object]:
    """Who is next in order, and, where DMs of leaders end, the leaders who cannot act."""
    return order.lapsing if house.leadership_lasts == "next_turn" else ready


def help_out(play: Game, helper: Fighter) -> None:
    """What is done for the wounded, where there is anything to do (TRV-R39)."""
    if healing.could_help(play, helper):
        play.call(perform, helper, next_act(play, helper, "TRV-R39"))
    else:
        play.do(fx.Passed(helper.who), "TRV-R39")


# --- before the first round ----------------------------------------------------------------------------


def opening(play: Game, sniper: Fighter) -> None:
    """A shot before the fight, or none (TRV-SCOPE-02)."""
    chosen = ACT.put(play, sniper, (), lambda: first_shots(play, sniper), by=("TRV-SCOPE-02",))
    play.call(perform, sniper, chosen)


def first_shots(play: Game, sniper: Fighter) -> list[Act]:
    """What can be done before the fight: attacks, or nothing."""
    return [act for act in legal(play.fight, sniper.who) if act.name == END.name or is_attack(act)]


def is_attack(act: Act) -> bool:
    """Whether it is one with a weapon."""
    return ACTIONS.by_name[act.name].family == "attack"
