"""Declaring an action: who can, what it costs, what ends by it, and who may interrupt."""

from __future__ import annotations

from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis import overwatch
from affray.rulesets.coriolis.fighter import Fighter
from affray.rulesets.coriolis.state import Game

SPEED = {0: "COR-AP-06", 1: "COR-AP-05", 2: "COR-AP-04", 3: "COR-AP-03"}
"""The rule that gives each cost."""


def fit(play: Game, actor: Fighter) -> None:
    """Refuse whoever cannot act at all (COR-BRK-02)."""
    play.need(actor.unbroken, "COR-BRK-02", "is Broken")
    play.need(not actor.stunned, "AMB-65", "is stunned")


def at_liberty(play: Game, actor: Fighter) -> None:
    """Refuse whoever is Broken, stunned, pinned or pinning (AMB-44)."""
    fit(play, actor)
    play.need(not actor.pinned, "AMB-44", "is pinned")
    play.need(not actor.pinning, "AMB-44", "holds somebody")


def declared(play: Game, actor: Fighter, cost: int, *rules: str) -> bool:
    """Pay for an action, end the own overwatch, let enemy overwatch fire; can the actor still go on?

    The points are spent whatever comes of it (COR-AP-10, AMB-60).
    """
    play.need(actor.can_pay(cost), "COR-AP-10", f"costs {cost} AP")
    play.do(fx.Spent(actor.who, cost), SPEED[cost], *rules)
    if actor.watching:
        play.do(fx.WatchEnded(actor.who), "COR-OVW-07")
    return overwatch.interrupted(play, actor)
