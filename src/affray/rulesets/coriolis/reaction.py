"""Reactions: who may take one out of turn, and what it costs."""

from __future__ import annotations

from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis.fighter import Fighter, table
from affray.rulesets.coriolis.state import Game


def can_react(play: Game, one: Fighter, cost: int) -> bool:
    """Whether a reaction is open: able, aware, not in a grapple, and the points are there (COR-AP-11..13)."""
    return one.aware and one.able and one.free and one.can_pay(cost - play.house.ap_borrow)


def can_pay_darkness(play: Game, one: Fighter, defence: bool) -> bool:
    """Whether an NPC's reaction finds the darkness point it costs (COR-DEF-03, AMB-34)."""
    if not one.npc or not (defence or play.house.npc_dp == "all_reactions"):
        return True
    return table(play).darkness > 0


def react(play: Game, one: Fighter, cost: int, defence: bool, *rules: str) -> None:
    """Pay for a reaction from the points of the current or the coming slot (COR-AP-11..13)."""
    if cost:
        play.do(fx.Reacted(one.who, cost), *rules, "COR-AP-11")
    if one.npc and (defence or play.house.npc_dp == "all_reactions"):
        play.do(fx.Darkness(-1), "COR-DEF-03")
