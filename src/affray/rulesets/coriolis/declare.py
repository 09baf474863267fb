"""Declaring an action: who can, the cost, what ends by it, who may interrupt."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis import overwatch
from affray.rulesets.coriolis.fighter import Fighter, manages, weapon_named
from affray.rulesets.coriolis.sheet import Weapon
from affray.rulesets.coriolis.state import Body, Game

SPEED = {
    0: ("COR-AP-06",),
    1: ("COR-AP-05", "COR-AP-07", "COR-AP-08"),
    2: ("COR-AP-04", "COR-AP-08"),
    3: ("COR-AP-03", "COR-AP-09"),
}
"""The rules that give each cost, and with what else it fits in one turn."""


def fit(play: Game, actor: Fighter) -> None:
    """Refuse whoever cannot act at all (COR-BRK-02)."""
    play.need(actor.unbroken, "COR-BRK-02", "is Broken")
    play.need(not actor.stunned, "AMB-65", "is stunned")
    play.need(not actor.paralysed, "COR-CRT-02", "is paralysed below the neck")


def at_liberty(play: Game, actor: Fighter) -> None:
    """Refuse whoever is Broken, stunned, pinned or pinning (AMB-44)."""
    fit(play, actor)
    play.need(not actor.pinned, "AMB-44", "is pinned")
    play.need(not actor.pinning, "AMB-44", "is holding an opponent")


def skilled(play: Game, actor: Fighter, skill: str, rule: str) -> None:
    """Refuse the Broken, and the untrained in advanced skills (COR-BRK-03)."""
    play.need(actor.unbroken, "COR-BRK-03", "is Broken and cannot test skills")
    play.need(actor.trained(skill), rule, "has not learned {skill}", skill=skill)


def handy(play: Game, actor: Fighter, weapon: Weapon | None) -> None:
    """Refuse two-handed weapons to whoever has one arm to use."""
    play.need(weapon is None or actor.about(manages(weapon)), "COR-CRT-02", "the weapon needs both arms")


def declared(play: Game, actor: Fighter, cost: int, *rules: str, weapon: str = "") -> bool:
    """Pay for an action, end the own overwatch, let enemy overwatch fire.

    The answer is whether the actor can still go on.  `weapon` is that of an attack.
    """
    if not paid(play, actor, cost, *rules, weapon=weapon):
        return False
    fired = overwatch.under_fire(play, actor)
    return actor.able and not (fired and reconsiders(play, actor, cost))


def paid(play: Game, actor: Fighter, cost: int, *rules: str, weapon: str = "") -> bool:
    """Pay for an action and end the own overwatch.

    The points are spent whatever comes of it (COR-AP-10, AMB-60).  Who has counted on a weapon's
    initiative and begins with anything but an attack with it does nothing yet: the slot goes to
    its place without the bonus (COR-INIT-11, AMB-03).
    """
    play.need(actor.can_pay(cost), "COR-AP-10", "costs {cost} AP", cost=cost)
    if cost and actor.about(forfeits(weapon)):
        play.do(fx.BoostLost(actor.who, actor.about(_bonus)), "COR-INIT-11")
        play.do(fx.SlotFell(None), "COR-INIT-11")
        return False
    play.do(fx.Spent(actor.who, cost), *SPEED[cost], *rules)
    if actor.watching:
        play.do(fx.WatchEnded(actor.who), "COR-OVW-07")
    return True


@cache
def forfeits(weapon: str) -> Callable[[Body], bool]:
    """Whether an action with this weapon, or none, gives up the declared one."""
    return lambda b: bool(b.boosted) and not b.began and b.boosted != weapon


def _bonus(b: Body) -> int:
    return weapon_named(b, b.boosted).initiative


def reconsiders(play: Game, actor: Fighter, cost: int) -> bool:
    """By the option one who was fired at may do something else (AMB-41).

    It takes its points back.
    """
    if play.house.interrupt_change == "no" or not play.choose(actor, "change the action", _no_yes, "AMB-41"):
        return False
    play.do(fx.Spent(actor.who, -cost), "AMB-41")
    return True


def _no_yes() -> tuple[bool, bool]:
    return (False, True)
