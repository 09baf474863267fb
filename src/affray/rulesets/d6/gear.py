"""Weapons in hand: dropping, stowing, drawing, loading."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6.declare import Need
from affray.rulesets.d6.fighter import Fighter, at_hand, weapon_named
from affray.rulesets.d6.sheet import Weapon
from affray.rulesets.d6.state import Body, Game

BOWS = {"split": 0, "three": 3, "four": 4}
"""Actions of a shot with a bow or crossbow, by the option `bow.actions`; 0 is as listed."""


@cache
def carried(name: str) -> Callable[[Body], Weapon | None]:
    """A weapon of the kit that does not lie on the ground."""
    return lambda b: None if name in b.dropped else next((w for w in b.kit if w.name == name), None)


@cache
def loading(name: str) -> Callable[[Body], int]:
    """How many actions of loading a weapon has had."""
    return lambda b: next((n for w, n in zip(b.kit, b.loading, strict=True) if w.name == name), 0)


@cache
def _full(name: str) -> Callable[[Body], bool]:
    def full(b: Body) -> bool:
        weapon = weapon_named(b, name)
        shots = next((n for w, n in zip(b.kit, b.shots, strict=True) if w.name == name), 0)
        return weapon is None or shots >= weapon.shots

    return full


def _spares(b: Body) -> bool:
    return b.spares > 0


def needs(play: Game, actor: Fighter, name: str, what: str) -> list[Need]:
    """What has to hold for handling a weapon."""
    in_hand = name in actor.hands
    if what in ("drop", "stow"):
        rule = "DSX-ITEM-01" if what == "drop" else "DSX-ITEM-02"
        return [(in_hand, rule, "is not in hand")]
    if what == "pick up":
        return _of_picking_up(actor, name)
    weapon = actor.about(carried(name))
    if what == "draw":
        return [
            (weapon is not None, "DSX-ITEM-03", "does not carry it"),
            (not in_hand, "DSX-ITEM-03", "has it in hand"),
            (weapon is None or actor.hands_free >= weapon.hands, "DSX-ITEM-03", "has no hand free"),
        ]
    return [
        (in_hand, "DSX-ITEM-04", "is not in hand"),
        (weapon is not None and weapon.load > 0, "DSX-ITEM-04", "cannot be loaded"),
        (not actor.about(_full(name)), "DSX-ITEM-04", "is loaded"),
        (actor.about(_spares), "DSX-ITEM-04", "has nothing left to load"),
    ]


@cache
def _at_hand(name: str) -> Callable[[Body], bool]:
    """Whether a dropped weapon lies within reach."""
    return lambda b: at_hand(b, name)


@cache
def _lies(name: str) -> Callable[[Body], Weapon | None]:
    """A weapon of the kit that lies on the ground."""
    return lambda b: next((w for w in b.kit if w.name == name), None) if name in b.dropped else None


def _of_picking_up(actor: Fighter, name: str) -> list[Need]:
    weapon = actor.about(_lies(name))
    return [
        (weapon is not None, "DSX-R40", "has not dropped it"),
        (weapon is None or actor.about(_at_hand(name)), "DSX-R40", "is not where it lies"),
        (not actor.riding, "DSX-R40", "is aboard a vehicle"),
        (weapon is None or actor.hands_free >= weapon.hands, "DSX-ITEM-03", "has no hand free"),
    ]


def pick_up(play: Game, actor: Fighter, name: str) -> None:
    """Take it in hand from where it lies (DSX-R40)."""
    play.do(fx.Drew(actor.who, name), "DSX-ITEM-03", "DSX-R40")


def drop(play: Game, actor: Fighter, name: str) -> None:
    """Let go of it; that costs nothing (DSX-ITEM-01)."""
    play.do(fx.Dropped(actor.who, name), "DSX-ITEM-01")


def stow(play: Game, actor: Fighter, name: str) -> None:
    """Put it away (DSX-ITEM-02)."""
    play.do(fx.Stowed(actor.who, name), "DSX-ITEM-02")


def draw(play: Game, actor: Fighter, name: str) -> None:
    """Take it in hand (DSX-ITEM-03)."""
    play.do(fx.Drew(actor.who, name), "DSX-ITEM-03")


def to_load(play: Game, actor: Fighter, name: str) -> int:
    """How many actions of loading are still to come (DSX-ITEM-04, -05, DSX-R10)."""
    weapon = actor.about(carried(name))
    if weapon is None:
        return 0
    whole = weapon.load
    if whole > 1 and BOWS[play.house.bow_actions]:
        whole = BOWS[play.house.bow_actions] - 1
    return max(1, whole - actor.about(loading(name)))


def load(play: Game, actor: Fighter, name: str) -> None:
    """One action of loading; bows and crossbows take several (DSX-ITEM-04, -05)."""
    left = to_load(play, actor, name)
    rules = ("DSX-ITEM-04", *(("DSX-ITEM-05",) if left > 1 or actor.about(loading(name)) else ()))
    if left > 1:
        play.do(fx.Loading(actor.who, name), *rules)
    else:
        play.do(fx.Loaded(actor.who, name), *rules)
