"""What stands before every action: who can act, and what is left of the declared number."""

from __future__ import annotations

from typing import TypeAlias

from affray.core.message import msg
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6.fighter import Fighter
from affray.rulesets.d6.state import Game

Need: TypeAlias = tuple[bool, str, str]
"""Something that has to hold, the rule that says so, and the reason when it does not."""


def fit(actor: Fighter) -> list[Need]:
    """Whoever is out of the fight does nothing (DSX-R33)."""
    return [(actor.able, "DSX-R33", "is out of the fight")]


def affords(actor: Fighter, cost: int) -> list[Need]:
    """The number declared cannot rise in the round (DSX-R7)."""
    rule = "DSX-ACT-02" if cost == 1 else "DSX-ACT-03"
    return [
        (
            actor.left >= cost,
            rule,
            msg("has {left} of {actions} declared actions left", left=actor.left, actions=actor.actions),
        )
    ]


def leads(play: Game, actor: Fighter, skill: str) -> list[Need]:
    """The first skill used is the one that gave the place in the order (DSX-R3)."""
    free = actor.led or not actor.lead or play.house.order_skill != "first_action"
    return [(free or actor.lead == skill, "DSX-R3", msg("has declared {lead} first", lead=actor.lead))]


def afoot(actor: Fighter) -> list[Need]:
    """What has to hold for going: on one's own feet, and free to go."""
    return [
        (not actor.riding, "DSX-VEH-02", "is aboard a vehicle"),
        (not actor.bound, "DSX-AIM-02", "cannot move"),
    ]


def paid(play: Game, actor: Fighter, cost: int, skilled: bool, *rules: str) -> None:
    """Use up actions of the declared number (DSX-ACT-01..03)."""
    one = "DSX-ACT-01" if actor.actions <= 1 else "DSX-ACT-03"
    if skilled and actor.moves:
        rules = ("DSX-MULTI-04", *rules)
    if cost or skilled:
        play.do(fx.Acted(actor.who, cost, skilled), one, "DSX-ACT-02", *rules)
