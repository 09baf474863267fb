"""How a grapple ends, and the fight."""

from __future__ import annotations

from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller.fighter import Fighter, everyone
from affray.rulesets.traveller.state import Game


def let_go(play: Game, one: Fighter, *rules: str) -> None:
    """A grapple ends, for both."""
    foe = one.foe_in_grip
    if foe is not None:
        play.do(fx.Gripped(one.who, None), *rules)
        play.do(fx.Gripped(foe.who, None), *rules)


def end_fight(play: Game, side: str) -> None:
    """A side has won (TRV-R33), and what was going on stops."""
    play.do(fx.Won(side), "TRV-R33")
    play.call(look_around)


def look_around(play: Game) -> None:
    """Nobody holds anybody, harm waits no longer, turns, work and leaders' DMs end, helpers will be asked.

    So neither reactions nor leaders nor work count in what is done for the wounded (TRV-R6, TRV-R9).
    """
    for one in everyone(play):
        play.call(come_to_rest, one)


def come_to_rest(play: Game, one: Fighter) -> None:
    """What one was about stops; then one will be asked for help."""
    let_go(play, one, "TRV-R33")
    if one.opened and not one.done:
        play.do(fx.TurnEnded(one.who), "TRV-R33", "TRV-R9")
    if one.working:
        play.do(fx.WorkLeft(one.who), "TRV-R33", "TRV-EXT-01")
    if one.pool or one.gift:
        play.do(fx.LeadEnded(one.who), "TRV-R33", "TRV-R6")
    if one.together:
        play.do(fx.Together(one.who, False), "TRV-INIT-05")
    play.do(fx.Passed(one.who, False), "TRV-R33")
