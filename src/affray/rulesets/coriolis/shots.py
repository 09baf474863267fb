"""Shooting as an action: quick, normal and aimed shots, and going on overwatch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.message import figure, msg
from affray.core.space import Point
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis import ranged
from affray.rulesets.coriolis.declare import Action, Lines, Rule, SheetLine, foes, handy
from affray.rulesets.coriolis.fighter import Fighter, ranged_in_hand
from affray.rulesets.coriolis.ranged import Shot
from affray.rulesets.coriolis.sheet import SHORT, Weapon
from affray.rulesets.coriolis.state import Body, Game, State


def shot(
    kind: Shot,
    *,
    guns: Callable[[State, Who], tuple[str, ...]],
    needs: Rule,
    run: Rule,
    cost: int,
    rules: tuple[str, ...],
    listed: tuple[str, ...],
) -> Action:
    """A shot of a kind, with guns of some kind."""
    return Action(
        name=kind.name,
        lines=Lines(guns, foes),
        needs=needs,
        cost=cost,
        rules=rules,
        run=run,
        family="shot",
        tags={"attack", "targeted"},
        shot=kind,
        sheet=SheetLine(listed, msg("{dice} dice", dice=figure(kind.dice, "+d")) if kind.dice else ""),
    )


def guns_in_hand(fight: State, who: Who) -> tuple[str, ...]:
    """What somebody can shoot with."""
    return ranged_in_hand(fight.bodies[who])


def shot_needs(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    """Refuse a shot without a loaded ranged weapon in hand, or out of reach.

    See COR-DST-08, COR-AUT-06.
    """
    weapon = actor.weapon(act.item)
    play.need(weapon is not None and not weapon.melee, "COR-RNG-01", "the weapon is not in hand")
    play.need(actor.loaded(act.item), "COR-AUT-06", "the clip is empty")
    play.need(not target.dead, "COR-BRK-04", "the target is dead")
    play.need(target != actor, "COR-RNG-03", "the target is the shooter")
    handy(play, actor, weapon)
    if weapon is not None:
        play.need(ranged.in_reach(play, actor, target, weapon), "COR-DST-08", "the target is out of range")


def quick_needs(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    """The same, and what is farther than Short (COR-SHT-03)."""
    shot_needs(play, actor, target, act)
    play.need(actor.band_to(target) <= SHORT, "COR-SHT-03", "quick shots reach only to Short range")


def aimed_needs(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    """The same, and who is in melee (COR-SHT-08)."""
    shot_needs(play, actor, target, act)
    play.need(not actor.engaged, "COR-SHT-08", "is engaged in melee")


def still_on(play: Game, actor: Fighter, target: Fighter, act: Act) -> Weapon | None:
    """The weapon, if it is still in hand and the target in its reach."""
    weapon = actor.weapon(act.item)
    return weapon if weapon is not None and ranged.in_reach(play, actor, target, weapon) else None


@dataclass(frozen=True, slots=True)
class Fired:
    """A shot of a kind (COR-SHT-01..08)."""

    kind: Shot

    def __call__(self, play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
        """If it still can be fired, once others have interrupted."""
        weapon = still_on(play, actor, target, act)
        if weapon is not None:
            play.call(ranged.volley, actor, target, weapon, self.kind)
            ranged.after_shot(play, actor, weapon, self.kind)


def single(kind: Shot, *, needs: Rule, cost: int, rules: tuple[str, ...]) -> Action:
    """One shot, with any gun in hand (COR-RNG-03)."""
    cited = ("COR-RNG-03", *rules)
    return shot(kind, guns=guns_in_hand, needs=needs, run=Fired(kind), cost=cost, rules=cited, listed=rules)


QUICK = single(ranged.QUICK, needs=quick_needs, cost=1, rules=("COR-SHT-01", "COR-ACT-14"))
NORMAL = single(ranged.NORMAL, needs=shot_needs, cost=2, rules=("COR-SHT-05", "COR-ACT-07"))
AIMED = single(ranged.AIMED, needs=aimed_needs, cost=3, rules=("COR-SHT-06", "COR-ACT-01"))


# --- overwatch ----------------------------------------------------------------------------------------


def watch_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse who cannot watch a direction, or has nothing to fire (COR-OVW-01, -02, AMB-38)."""
    play.need(not actor.watching, "COR-OVW-01", "is already on overwatch")
    play.need(bool(actor.ranged_in_hand), "AMB-38", "no ranged weapon is in hand")
    play.need(not actor.ranged_in_hand or bool(actor.loaded_gun), "COR-AUT-06", "the clip is empty")
    play.need(not actor.engaged, "COR-OVW-08", "is engaged in melee")
    play.need(has_direction(play, actor, act.to, act.at), "COR-OVW-02", "needs a direction")


def watches(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Fix the direction: to a place, or to where somebody stands (COR-OVW-02)."""
    if act.to is not None:
        play.do(fx.Watched(actor.who, act.to), "COR-OVW-02")
    elif act.at is not None:
        play.do(fx.WatchedAt(actor.who, act.at), "COR-OVW-02")


OVERWATCH = Action(
    name="overwatch",
    lines=Lines(whom=foes),
    needs=watch_needs,
    cost=1,
    rules=("COR-OVW-01", "COR-ACT-15"),
    run=watches,
    family="watch",
    wants="to",
    at="towards",
    sheet=SheetLine(("COR-ACT-15", "COR-OVW-01")),
)


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
