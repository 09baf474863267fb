"""The number an attack has to reach, and where it comes from."""

from __future__ import annotations

from affray.core.tally import Mod, Tally, tally
from affray.rulesets.d6 import cover, vehicles
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6.codes import base, lowered
from affray.rulesets.d6.fighter import Fighter, behind, in_reach, surprised
from affray.rulesets.d6.sheet import FOOT, REACH
from affray.rulesets.d6.state import Game

UNAWARE = 5
"""The number that an attack has to reach of which the target knows nothing."""
FLOORS = {"0": 0, "3": 3, "5": 5, "none": None}
"""The lowest a defence can be, by the option `defence.floor`."""
BANDS = ((10, -5, "point blank"), (30, 0, "short range"), (150, 5, "medium range"))
"""Feet, points and names of the ranges, by the option `range.bands`."""


def against(play: Game, actor: Fighter, target: Fighter, which: str = "reflexes") -> int:
    """The defence of a combatant against this attacker (DSX-ATK-01), told so that it is on the receipt."""
    aware = not actor.between(target, surprised)
    defence = _aware(play, actor, target, which) if aware else _unaware(play, actor, target)
    number = floored(play, tally(*defence, _far(play, actor, target)))
    rules = [mod.rule for mod in number]
    behind_cover = ("DSX-COVER-00",) if any(rule in cover.RULES for rule in rules) else ()
    play.do(fx.Faced(target.who, tuple(number)), *rules, *behind_cover)
    return number.total


def _aware(play: Game, actor: Fighter, target: Fighter, which: str) -> Tally:
    if which == "willpower":
        return base(play, target, which, *lowered(target, "DSX-MULTI-03"))
    driver = target.driver
    if driver is not None:
        return tally(*vehicles.defence(play, target, driver), *cover.mods(actor, target))
    return base(play, target, which, *lowered(target, "DSX-MULTI-02"), *cover.mods(actor, target))


def _unaware(play: Game, actor: Fighter, target: Fighter) -> Tally:
    """A flat number in the place of the defence.

    See DSX-AWARE-01, DSX-ADV-04, DSX-R12..R14.
    """
    back = actor.between(target, behind) and actor.between(target, in_reach(REACH))
    return tally(
        Mod("DSX-AWARE-01", UNAWARE, "unaware") if not back else None,
        Mod("DSX-ADV-04", _from_behind(play), "unaware, from behind") if back else None,
        *(lowered(target, "DSX-R14") if play.house.unaware_multi else ()),
        *(cover.mods(actor, target) if play.house.unaware_cover else ()),
    )


def _from_behind(play: Game) -> int:
    return 0 if play.house.unaware_behind == "zero" else UNAWARE


def floored(play: Game, defence: Tally) -> Tally:
    """A defence with its floor (DSX-R15)."""
    floor = FLOORS[play.house.defence_floor]
    if floor is None or defence.total >= floor:
        return defence
    return tally(*defence, Mod("DSX-R15", floor - defence.total, "never lower"))


def _far(play: Game, actor: Fighter, target: Fighter) -> Mod | None:
    """By the option, what distance adds to the number (DSX-R23)."""
    if not play.house.range_bands:
        return None
    for feet, points, name in BANDS:
        if actor.between(target, in_reach(feet * FOOT)):
            return Mod("DSX-R23", points, name)
    return Mod("DSX-R23", 10, "long range")
