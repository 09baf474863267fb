"""Reactions: who may take one out of turn, and what it costs."""

from __future__ import annotations

from affray.core.effect import Who
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis.fighter import Fighter, table
from affray.rulesets.coriolis.state import Game
from affray.tabletop.question import Question

WHO_REACTS: Question[tuple[Fighter], Who] = Question(
    name="who reacts",
    asks="Who reacts to {foe} first?",
    rules=("AMB-61",),
)


def can_react(play: Game, one: Fighter, cost: int) -> bool:
    """Whether a reaction is open: able, aware, not in a grapple, and the points are there.

    See COR-AP-11..13.
    """
    return one.aware and one.able and one.free and one.can_pay(cost - play.house.ap_borrow)


def can_pay_darkness(play: Game, one: Fighter, defence: bool) -> bool:
    """Whether an NPC's reaction finds its darkness point (COR-DEF-03, AMB-34)."""
    if not one.npc or not (defence or play.house.npc_dp == "all_reactions"):
        return True
    return table(play).darkness > 0


def react(play: Game, one: Fighter, cost: int, defence: bool, *rules: str) -> None:
    """Pay for a reaction, from the points of the current or the coming slot (COR-AP-11..13)."""
    play.do(fx.Reacted(one.who, cost), *rules, "COR-AP-11", "COR-AP-12" if one.over else "COR-AP-13")
    if one.npc and (defence or play.house.npc_dp == "all_reactions"):
        play.do(fx.Darkness(-1), "COR-DEF-03" if defence else "AMB-34")


def next_of(play: Game, actor: Fighter, fighters: list[Fighter]) -> Fighter | None:
    """Who of these reacts next: the first in the order, or whom the game master picks (AMB-61)."""
    if len(fighters) > 1 and play.house.reactions_order == "gm":
        names = tuple(one.who for one in fighters)
        return Fighter(play, WHO_REACTS.put(play, table(play), (actor,), lambda: names))
    return fighters[0] if fighters else None
