"""Draw, holster, switch: what is in hand, and what that leaves of the turn."""

from __future__ import annotations

from affray.rulesets.horizon import declare
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon.fighter import Fighter
from affray.rulesets.horizon.profile import retested
from affray.rulesets.horizon.state import Game


def draw(play: Game, actor: Fighter, name: str) -> None:
    """A thing of one's choice into an empty hand (HZN-DHS-01, -05)."""
    declare.free(play, actor)
    drawable(play, actor, name, "HZN-DHS-01")
    play.need(not actor.hand, "HZN-DHS-03", "something is in hand already: switch")
    declare.affordable(play, actor, 1)
    declare.pay(play, actor, 1)
    play.do(fx.Drew(actor.who, name), "HZN-DHS-01", "HZN-DHS-05")
    retested(play, actor)


def switch(play: Game, actor: Fighter, name: str) -> None:
    """One thing for another, in one action (HZN-DHS-03)."""
    declare.free(play, actor)
    drawable(play, actor, name, "HZN-DHS-03")
    play.need(bool(actor.hand), "HZN-DHS-01", "nothing is in hand: draw")
    play.need(not actor.burdened, "HZN-OBJ-08", "has both hands full")
    declare.affordable(play, actor, 1)
    declare.pay(play, actor, 1)
    play.do(fx.Drew(actor.who, name), "HZN-DHS-03")
    retested(play, actor)


def drawable(play: Game, actor: Fighter, name: str, rule: str) -> None:
    """Refuse what is not carried, or is in hand already."""
    item = actor.carried(name)
    play.need(item is not None, rule, "does not carry it")
    play.need(name != actor.hand, rule, "it is already in hand")
    if item is not None and item.weapon is not None and item.weapon.blast:
        belted = play.house.grenade_next == "belt" and not actor.hand and actor.tested
        play.need(not belted, "HZN-RUL-26", "the next grenade comes from the belt: reload")


def holster(play: Game, actor: Fighter) -> None:
    """Hands empty: the Unarmed profile from then on (HZN-DHS-02, -04, HZN-MOV-05)."""
    declare.free(play, actor)
    play.need(bool(actor.hand), "HZN-DHS-02", "has nothing in hand")
    play.need(not actor.burdened, "HZN-OBJ-08", "it cannot be put away: drop it")
    declare.affordable(play, actor, 1)
    declare.pay(play, actor, 1)
    play.do(fx.Drew(actor.who, ""), "HZN-DHS-02", "HZN-DHS-04", "HZN-MOV-05")
    retested(play, actor)
