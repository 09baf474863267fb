"""Declaring an action: who can act, what it takes of the turn, what ends by it."""

from __future__ import annotations

from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller.fighter import Fighter
from affray.rulesets.traveller.state import Game

SIGNIFICANT, MINOR = 2, 1
"""Parts of a turn of three; a significant action may be traded for two minor ones.

See TRV-R5.
"""


def at_liberty(play: Game, actor: Fighter) -> None:
    """Refuse the dead, the unconscious, and whoever is in a grapple."""
    play.need(not actor.dead, "TRV-R15", "is dead")
    play.need(not actor.out, "TRV-UNC-01", "is unconscious")
    play.need(not actor.gripped, "TRV-GRAP-01", "is in a grapple")


def spend(
    play: Game,
    actor: Fighter,
    cost: int,
    *rules: str,
    keeps_aim: bool = False,
    works: bool = False,
    moves: bool = False,
) -> None:
    """Use part of the turn; all but aiming and attacking loses the aim (TRV-R8)."""
    play.need(actor.can_pay(cost), "TRV-R5", "too little of the turn is left")
    slow = play.house.wounded_slowed and cost == MINOR and not moves
    play.need(not (slow and actor.needs_surgery), "TRV-R34", "is too badly wounded for minor actions")
    play.do(fx.Spent(actor.who, cost), *(["TRV-ACT-01"] if cost == SIGNIFICANT else []), "TRV-R5", *rules)
    if actor.aiming and not keeps_aim:
        play.do(fx.AimEnded(actor.who), "TRV-AIM-02", "TRV-R8")
    if cost == SIGNIFICANT and actor.working and not works:
        play.do(fx.WorkLeft(actor.who), "TRV-EXT-01")
