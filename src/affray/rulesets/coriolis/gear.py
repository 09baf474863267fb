"""Weapons in hand: drawing, picking up, reloading; and what the sheet leaves to the table."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from affray.core.space import within
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis.declare import at_liberty, declared, fit, skilled
from affray.rulesets.coriolis.fighter import Fighter, carries, clips_left, table
from affray.rulesets.coriolis.pool import skill_tally, tested
from affray.rulesets.coriolis.state import Body, Game, Table


def draw(play: Game, actor: Fighter, name: str) -> None:
    """Put a weapon in hand (COR-ACT-12)."""
    at_liberty(play, actor)
    play.need(actor.about(carries(name)), "COR-ACT-12", "does not carry it")
    play.need(name not in actor.hands, "COR-ACT-12", "it is already in hand")
    if declared(play, actor, 1, "COR-ACT-12"):
        play.do(fx.Drew(actor.who, name), "COR-ACT-12")


def pick_up(play: Game, actor: Fighter, name: str) -> None:
    """Take a weapon from the ground at arm's length (AMB-53)."""
    at_liberty(play, actor)
    play.need(table(play).between(actor, _lies_near(name)), "AMB-53", "it is not within reach")
    play.need(not actor.about(carries(name)), "AMB-53", "already carries a weapon of that name")
    if declared(play, actor, play.house.disarm_pick_up_cost, "AMB-53") and table(play).between(
        actor, _lies_near(name)
    ):
        play.do(fx.TookUp(actor.who, name), "AMB-53")
        play.do(fx.Lifted(actor.who, name), "AMB-53")


def near(t: Table, b: Body) -> tuple[str, ...]:
    """The weapons on the ground at arm's length."""
    lying = (thing.weapon.name for thing in t.ground if within(thing.spot, b.spot, b.sheet.edges[0]))
    return tuple(dict.fromkeys(lying))


@cache
def _lies_near(name: str) -> Callable[[Table, Body], bool]:
    return lambda t, b: name in near(t, b)


def reload(play: Game, actor: Fighter, name: str) -> None:
    """A fresh clip (COR-ACT-08, AMB-54)."""
    at_liberty(play, actor)
    weapon = actor.weapon(name)
    play.need(weapon is not None and not weapon.melee, "COR-ACT-08", "the weapon is not in hand")
    counted = play.house.ammo_reloads == "counted"
    play.need(not counted or actor.about(clips_left(name)) > 0, "AMB-54", "has no clip left for it")
    if declared(play, actor, 2, "COR-ACT-08"):
        play.do(fx.Reloaded(actor.who, name, counted), "COR-ACT-08", "COR-AUT-06")


TOLD = {
    "activate power": (3, "mystic powers", "COR-ACT-04"),
    "tinker": (3, "technology", "COR-ACT-05"),
    "ram": (2, "pilot", "COR-ACT-09"),
}
"""Actions that the sheet names and leaves to the table: cost, skill, rule (AMB-56)."""


def told(play: Game, actor: Fighter, what: str) -> None:
    """A mystical power, a gadget, a ramming (AMB-56).

    It is paid and tested, and the game master says what comes of it.
    """
    at_liberty(play, actor)
    cost, skill, rule = TOLD[what]
    skilled(play, actor, skill, rule)
    if what == "ram":
        play.need(actor.driving, rule, "is not driving")
        play.need(not actor.prone, rule, "is prone")
        play.need(not actor.hidden, rule, "is behind cover")
    if declared(play, actor, cost, rule):
        sixes = tested(play, actor, what, skill, skill_tally(actor, skill, rule, None), rule)
        play.do(fx.Narrated(actor.who, what, sixes), rule)


def shout(play: Game, actor: Fighter) -> None:
    """A quick word to an ally (COR-ACT-20)."""
    fit(play, actor)
    play.do(fx.Narrated(actor.who, "shout"), "COR-ACT-20", "COR-AP-06")
