"""Minor actions with gear: draw, reload, pick up, put down; and aiming."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from affray.core.space import within
from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller.declare import MINOR, at_liberty, spend
from affray.rulesets.traveller.effects.arms import lying
from affray.rulesets.traveller.fighter import Fighter, table
from affray.rulesets.traveller.figures import REACH, carries, is_full
from affray.rulesets.traveller.state import Body, Game, Table

MOST_AIM = 6
"""The DM beyond which no aim gets better (TRV-AIM-03)."""


def aim(play: Game, actor: Fighter) -> None:
    """One more on the next attack (TRV-AIM-01..03)."""
    at_liberty(play, actor)
    play.need(actor.aim < MOST_AIM, "TRV-AIM-03", "the aim is already as good as it gets")
    spend(play, actor, MINOR, "TRV-AIM-01", keeps_aim=True)
    on, last = actor.aiming, actor.aim == MOST_AIM - 1
    rules = ("TRV-AIM-01", *(["TRV-AIM-02"] if on else []), *(["TRV-AIM-03"] if last else []))
    play.do(fx.Aimed(actor.who, MOST_AIM), *rules)


def draw(play: Game, actor: Fighter, name: str) -> None:
    """Take in hand what one carries (TRV-DRAW-01)."""
    at_liberty(play, actor)
    play.need(actor.about(carries(name)), "TRV-DRAW-01", "does not carry it")
    play.need(name not in actor.hands, "TRV-DRAW-01", "it is already in hand")
    spend(play, actor, MINOR, "TRV-DRAW-01")
    play.do(fx.Drew(actor.who, name), "TRV-DRAW-01")


def reload(play: Game, actor: Fighter, name: str) -> None:
    """A full magazine (TRV-LOAD-01)."""
    at_liberty(play, actor)
    weapon = actor.weapon(name)
    play.need(weapon is not None and weapon.shoots, "TRV-LOAD-01", "the weapon is not in hand")
    play.need(not actor.about(is_full(name)), "TRV-LOAD-01", "is loaded")
    spend(play, actor, MINOR, "TRV-LOAD-01")
    play.do(fx.Reloaded(actor.who, name), "TRV-LOAD-01")


def pick_up(play: Game, actor: Fighter, name: str) -> None:
    """Take something from the ground at arm's length (TRV-ITEM-01)."""
    at_liberty(play, actor)
    play.need(table(play).between(actor, lies_near(name)), "TRV-ITEM-01", "it does not lie within reach")
    spend(play, actor, MINOR, "TRV-ITEM-01")
    play.do(fx.TookUp(actor.who, name), "TRV-ITEM-01")
    play.do(fx.Lifted(actor.who, name), "TRV-ITEM-01")


def put_down(play: Game, actor: Fighter, name: str) -> None:
    """Lay something on the ground (TRV-ITEM-01)."""
    at_liberty(play, actor)
    play.need(name in actor.hands, "TRV-ITEM-01", "it is not in hand")
    spend(play, actor, MINOR, "TRV-ITEM-01")
    drop(play, actor, name, "TRV-ITEM-01")


def drop(play: Game, one: Fighter, name: str, *rules: str) -> None:
    """A thing comes to lie at one's feet."""
    play.do(fx.Landed(one.who, name), *rules)
    play.do(fx.Dropped(one.who, name), *rules)


def near(t: Table, b: Body) -> tuple[str, ...]:
    """What lies on the ground at arm's length."""
    lying_here = (thing.weapon.name for thing in t.ground if within(thing.spot, b.spot, REACH))
    return tuple(dict.fromkeys(lying_here))


@cache
def lies_near(name: str) -> Callable[[Table, Body], bool]:
    """Whether such a thing lies at arm's length."""
    return lambda t, b: lying(t, b, name) is not None
