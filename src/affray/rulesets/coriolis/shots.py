"""Shooting as an action: quick, normal and aimed shots, and going on overwatch."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from affray.core.effect import Who
from affray.core.space import Point
from affray.rulesets.coriolis import declare, ranged
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis.fighter import Fighter
from affray.rulesets.coriolis.ranged import SHOTS
from affray.rulesets.coriolis.sheet import SHORT, Weapon
from affray.rulesets.coriolis.state import Body, Game


def shot(play: Game, actor: Fighter, target: Fighter, name: str, kind: str) -> None:
    """A shot of this kind with this weapon (COR-SHT-01..08, COR-RNG-03)."""
    declare.at_liberty(play, actor)
    weapon = aimable(play, actor, target, name)
    cost, rules = SHOTS[kind].cost, SHOTS[kind].rules
    if kind == "quick shot":
        play.need(actor.band_to(target) <= SHORT, "COR-SHT-03", "quick shots reach only to Short range")
    if kind == "aimed shot":
        play.need(not actor.engaged, "COR-SHT-08", "is engaged in melee")
    if not declare.declared(play, actor, cost, "COR-RNG-03", *rules, weapon=name):
        return
    if weapon is None or actor.weapon(name) is None or not ranged.in_reach(play, actor, target, weapon):
        return
    play.call(ranged.volley, actor, target, weapon, kind)
    ranged.after_shot(play, actor, weapon, kind)


def aimable(play: Game, actor: Fighter, target: Fighter, name: str) -> Weapon | None:
    """Refuse a shot without a loaded ranged weapon in hand, or out of reach.

    See COR-DST-08, COR-AUT-06.
    """
    weapon = actor.weapon(name)
    play.need(weapon is not None and not weapon.melee, "COR-RNG-01", "the weapon is not in hand")
    play.need(actor.loaded(name), "COR-AUT-06", "the clip is empty")
    play.need(not target.dead, "COR-BRK-04", "the target is dead")
    play.need(target != actor, "COR-RNG-03", "the target is the shooter")
    declare.handy(play, actor, weapon)
    if weapon is not None:
        play.need(ranged.in_reach(play, actor, target, weapon), "COR-DST-08", "the target is out of range")
    return weapon


def go_on_overwatch(play: Game, actor: Fighter, aim: Point | None, at: Who | None) -> None:
    """Announce overwatch and fix its direction: to a place, or to where somebody stands.

    See COR-OVW-01, -02, AMB-38.
    """
    declare.at_liberty(play, actor)
    play.need(not actor.watching, "COR-OVW-01", "is already on overwatch")
    play.need(bool(actor.ranged_in_hand), "AMB-38", "no ranged weapon is in hand")
    play.need(not actor.ranged_in_hand or bool(actor.loaded_gun), "COR-AUT-06", "the clip is empty")
    play.need(not actor.engaged, "COR-OVW-08", "is engaged in melee")
    play.need(has_direction(play, actor, aim, at), "COR-OVW-02", "needs a direction")
    if declare.declared(play, actor, 1, "COR-OVW-01", "COR-ACT-15"):
        if aim is not None:
            play.do(fx.Watched(actor.who, aim), "COR-OVW-02")
        elif at is not None:
            play.do(fx.WatchedAt(actor.who, at), "COR-OVW-02")


def has_direction(play: Game, actor: Fighter, aim: Point | None, at: Who | None) -> bool:
    """Whether there is a line from the shooter to what is aimed at (COR-OVW-02)."""
    if aim is not None:
        return actor.about(_is_elsewhere(aim))
    return at is not None and actor.between(Fighter(play, at), _stands_elsewhere)


@cache
def _is_elsewhere(aim: Point) -> Callable[[Body], bool]:
    return lambda b: b.spot != aim


def _stands_elsewhere(a: Body, b: Body) -> bool:
    return a.spot != b.spot
