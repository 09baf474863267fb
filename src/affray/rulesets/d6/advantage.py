"""Positions of advantage: armed against unarmed, larger, behind."""

from __future__ import annotations

from affray.core.tally import Mod
from affray.rulesets.d6.codes import dice
from affray.rulesets.d6.fighter import Fighter, advantage_rule, better_placed, close, surprised
from affray.rulesets.d6.state import Body, Game

FIRST = 1_000
"""What puts one before everybody else, by the option `order.advantage`."""


def die_over(actor: Fighter, target: Fighter) -> Mod | None:
    """The die of an advantage, one at most (DSX-ADV-01..03, DSX-R29).

    Against the unaware there is none (DSX-R13).
    """
    house = actor.play.house
    if house.advantage_reach == "melee" and not actor.between(target, close):
        return None
    if actor.between(target, surprised):
        return None
    reasons = actor.between(target, better_placed)
    if not reasons:
        return None
    rule = actor.between(target, advantage_rule)
    return dice(reasons if house.advantage_stack else 1, rule, "advantage")


def in_order(play: Game, one: Fighter) -> Mod | None:
    """What an advantage over anybody does to the place in the order.

    See DSX-INIT-02, DSX-R4. Over the unaware there is none (DSX-R13).
    """
    if not one.some(_above_near if play.house.advantage_reach == "melee" else _above):
        return None
    return Mod("DSX-INIT-02", FIRST if play.house.order_advantage == "first" else 3, "advantage")


def _above(a: Body, b: Body) -> bool:
    return a.side != b.side and b.hp > 0 and not surprised(a, b) and better_placed(a, b) > 0


def _above_near(a: Body, b: Body) -> bool:
    return close(a, b) and _above(a, b)
