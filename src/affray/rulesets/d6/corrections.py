"""What a game master can put right, and what each correction brings with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from affray.core.effect import Effect
from affray.rulesets.d6 import boarding
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6.driving import riders
from affray.rulesets.d6.fighter import Fighter
from affray.rulesets.d6.state import Body, Game, Parked


def corrected(play: Game, effect: Effect) -> None:
    """Put something right, with all that it brings about; asks nothing."""
    one = Fighter(play, effect.who)
    match effect:
        case fx.Placed():
            along = riders(one) if one.driving else []
            play.do(effect)
            for other in along:
                play.do(fx.Rode(other.who, one.who))
        case fx.Drew(weapon=name) | fx.Stowed(weapon=name) | fx.Dropped(weapon=name):
            _carried(play, one, name, "DSX-ITEM-03")
            play.do(effect)
        case fx.Fired(weapon=name) | fx.Loaded(weapon=name):
            _carried(play, one, name, "DSX-ITEM-04")
            play.do(effect)
        case fx.Healed(points=points):
            play.need(points >= 0, "DSX-BLOOD-04", "cannot be less than 0")
            play.do(effect)
        case fx.GotOut():
            play.need(one.riding, boarding.RULE, "is in no vehicle")
            boarding.leave(play, one)
        case fx.Seated(vehicle=name):
            play.need(not one.riding, boarding.RULE, "is aboard a vehicle")
            _seat(play, one, name)
            play.do(effect)
        case _:
            play.do(effect)


def _carried(play: Game, one: Fighter, name: str, rule: str) -> None:
    play.need(one.about(_carries(name)), rule, "carries no {weapon}", weapon=name)


@cache
def _carries(name: str) -> Callable[[Body], bool]:
    return lambda b: any(weapon.name == name for weapon in b.kit)


def _seat(play: Game, one: Fighter, name: str) -> None:
    """Put one into the vehicle of this name: with its driver, or at its empty wheel."""
    fight = play.fight
    drivers = [w for w in fight.here if (v := fight.bodies[w].drives) is not None and v.name == name]
    if drivers:
        play.do(fx.GotIn(one.who, drivers[0]))
        return
    empty = [p for p in fight.table.parked if p.vehicle.name == name]
    empty += [Parked(v, fight.bodies[one.who].spot) for v in fight.table.vehicles if v.name == name]
    play.need(bool(empty), boarding.RULE, "there is no vehicle of this name")
    boarding.take_wheel(play, one, empty[0])
