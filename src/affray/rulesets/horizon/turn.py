"""How a turn begins and ends: what is left of the last one, and the actions that it has."""

from __future__ import annotations

from affray.core.effect import Effect, Who
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon import wounding
from affray.rulesets.horizon.declare import Action, anybody
from affray.rulesets.horizon.fighter import Fighter, extra_attacks, turn_actions
from affray.rulesets.horizon.phrases import Said
from affray.rulesets.horizon.state import ACTIONS, Body, Game, State


def begin(play: Game, actor: Fighter) -> None:
    """Actions, less those borrowed; protection ends.

    See HZN-ACT-01, -05, HZN-DEF-04, HZN-DIV-04, -08.
    """
    keeps = play.house.test_time == "round_start" and actor.tested
    rules = actor.about(begun_by)
    play.do(fx.TurnBegan(actor.who, actor.turn_actions, actor.extra_attacks, keeps), *rules)


def in_combat(fight: State, who: Who) -> State:
    """The fight in this fighter's turn of the first round, before any test or order is rolled.

    Nobody is surprised, and nothing is left of the time before combat.
    """
    b: Body = fight.bodies[who]
    began = fx.TurnBegan(who, turn_actions(b), extra_attacks(b))
    effects: tuple[Effect, ...] = (fx.CombatBegan(), fx.RoundBegan(), fx.TurnFell(who), began)
    for effect in effects:
        fight = fight.after(effect)
    return fight


def begun_by(b: Body) -> tuple[str, ...]:
    """The rules that make a difference to how a turn begins."""
    apply = {
        "HZN-ACT-05": turn_actions(b) != ACTIONS or extra_attacks(b) > 0,
        "HZN-DEF-04": b.pool > 0,
        "HZN-DIV-04": b.borrowed > 0,
        "HZN-DIV-08": b.diving > 0,
    }
    return ("HZN-ACT-01", *[rule for rule, holds in apply.items() if holds])


def ends_turn(play: Game, actor: Fighter, *_: object) -> None:
    """The turn is over; actions that are left pay a debt, by the option HZN-RUL-35, or are lost."""
    if play.house.recover == "deadline":
        play.call(wounding.pay_up, actor)
    play.do(fx.TurnEnded(actor.who), "HZN-RND-02")
    play.do(fx.TurnFell(None), "HZN-RND-02")


END = Action(
    name="end",
    free=anybody,
    run=ends_turn,
    tags={"end"},
    says=Said("end the turn"),
    sheet=None,
)
