"""Stealth: hiding once no enemy sees one."""

from __future__ import annotations

from affray.rulesets.horizon import declare
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon.fighter import Fighter, table
from affray.rulesets.horizon.sight import STEALTH
from affray.rulesets.horizon.skill import allowed, tested
from affray.rulesets.horizon.state import Game


def hide(play: Game, actor: Fighter) -> None:
    """A Stealth test out of natural sight (HZN-STL-01, HZN-DIS-01..04)."""
    cost = play.house.stealth_cost
    declare.free(play, actor, cost)
    play.need(not actor.hidden, "HZN-STL-01", "is already hidden")
    play.need(not actor.burdened, "HZN-OBJ-08", "has both hands full")
    play.need(allowed(play, actor, STEALTH), "HZN-RUL-08", "has not unlocked Stealth")
    play.need(actor.disengaged, "HZN-DIS-04", "is seen by an enemy")
    declare.affordable(play, actor, cost)
    if cost and table(play).fighting:
        declare.pay(play, actor, cost, "HZN-RUL-46")
    score = tested(play, actor, STEALTH, STEALTH, "HZN-STL-01")
    play.do(fx.Hid(actor.who, score), "HZN-STL-01", "HZN-DIS-01", "HZN-DIS-03", "HZN-DIS-04")
