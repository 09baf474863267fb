"""How an Attack is made: with what, how far it reaches, what it gains and loses."""

from __future__ import annotations

from typing import NamedTuple

from affray.core.tally import Mod, Tally
from affray.rulesets.horizon import tables
from affray.rulesets.horizon.fighter import Fighter, alongside, table
from affray.rulesets.horizon.profile import reading, row
from affray.rulesets.horizon.sheet import Weapon
from affray.rulesets.horizon.state import Game

ATTACK, THROW, CLUB = "attack", "throw", "club"
POINT_BLANK = 200
"""Centimetres (HZN-PBR-01)."""
CLOSE = 5
"""AP that an Attack at point blank gains."""
ANYWHERE = -1
"""The reach of what may be aimed at any distance."""
EQUALS = "HZN-RUL-06"
BARE_ROW = "rusty-weapon"
"""The Melee row that says how far things fly that are no weapons, by the option."""


class Blow(NamedTuple):
    """A way to attack: how, with which profile, and what thing.

    The thing's name is empty for bare hands.
    """

    how: str
    weapon: Weapon
    item: str = ""
    improvised: bool = False
    light: bool = True

    @property
    def makeshift(self) -> bool:
        """Whether it is used for what it is not made for: half damage."""
        return self.improvised or self.how == CLUB or (self.how == THROW and self.weapon.kind != "melee")

    @property
    def called(self) -> str:
        """What people say it is made with: of a makeshift thing its own name."""
        return self.item if self.improvised else self.weapon.short

    @property
    def at_hand(self) -> bool:
        """Whether it strikes and does not fly."""
        return self.how == CLUB or (self.how == ATTACK and self.weapon.strikes)


def blow(actor: Fighter, how: str) -> Blow:
    """What the actor would attack with: what is in hand, or the Unarmed style."""
    weapon, improvised, _ = actor.holds
    item = actor.carried(actor.hand) if actor.hand else None
    return Blow(how, weapon, actor.hand, improvised, item.light if item else True)


def reach(play: Game, actor: Fighter, way: Blow) -> int:
    """How far it can be aimed, in centimetres.

    See HZN-PRF-06, -08, -09, HZN-RUL-19, -22.
    """
    if way.at_hand:
        return 100 * play.house.reach
    if play.house.range_beyond == "ignored":
        return ANYWHERE
    ap = reading(play, actor, way.weapon, "attack").total
    if way.how == ATTACK:
        return 100 * row(play, way.weapon, ap).range
    if way.weapon.kind == "melee" and not way.improvised:
        return 100 * row(play, way.weapon, ap).thrown
    return flight(play, actor, way, ap)


def flight(play: Game, actor: Fighter, way: Blow, ap: int) -> int:
    """How far a thing flies that is no weapon to throw (HZN-RUL-22, HZN-OBJ-07)."""
    far = play.house.throw_far
    if far == "point_blank":
        return POINT_BLANK
    melee = way.weapon.name if way.weapon.kind == "melee" else BARE_ROW
    by_row = tables.book(play.house).row(melee, ap).thrown
    if far == "melee_row":
        return 100 * by_row
    return 100 * max(actor.strength, by_row if way.improvised and way.light else 0)


def in_reach(play: Game, actor: Fighter, target: Fighter, way: Blow) -> bool:
    """Whether the target is within reach."""
    far = reach(play, actor, way)
    return far == ANYWHERE or actor.near(target, far)


def strict(play: Game, way: Blow) -> bool:
    """Whether point blank ends just before 2 m for this way of attacking.

    It does for throws of what is no Melee weapon (HZN-RUL-18).
    """
    return play.house.point_blank_edge == "less_for_some" and way.makeshift and way.how == THROW


def close(play: Game, actor: Fighter, target: Fighter, way: Blow) -> bool:
    """Whether an Attack gains the bonus of point blank (HZN-PBR-01, HZN-PBR-03..07)."""
    if way.weapon.blast and way.how == ATTACK and not play.house.blast_point_blank:
        return False
    if way.at_hand:
        return True
    return actor.near(target, POINT_BLANK - strict(play, way))


def passes_pool(play: Game, actor: Fighter, target: Fighter, way: Blow) -> tuple[str, ...]:
    """The rules by which it ignores Defense; none where it does not.

    See HZN-DEF-05..07, -09.  What an equal puts up at the same moment comes too late (HZN-RUL-06).
    """
    if actor.between(target, alongside):
        return (EQUALS,)
    thrown = way.how == THROW and way.weapon.kind == "melee" and play.house.thrown_ignores_pool
    if way.weapon.passes_pool and (way.how == ATTACK or thrown):
        kind = "HZN-DEF-07" if way.weapon.blast else "HZN-DEF-06" if way.weapon.strikes else ""
        return (kind, "HZN-DEF-09") if kind else ("HZN-DEF-09",)
    edge = POINT_BLANK - (play.house.point_blank_edge == "less_for_some")
    return ("HZN-DEF-05",) if actor.near(target, edge) else ()


def point_blank(play: Game, actor: Fighter, target: Fighter, way: Blow) -> Mod | None:
    """What an Attack gains at point blank."""
    if not close(play, actor, target, way):
        return None
    rule = "HZN-PBR-01"
    if way.improvised:
        rule = "HZN-PBR-07"
    elif way.makeshift:
        rule = "HZN-PBR-06"
    elif way.how == THROW:
        rule = "HZN-PBR-05"
    elif way.weapon.strikes:
        rule = "HZN-PBR-04"
    return Mod(rule, CLOSE, "point blank")


def attack_ap(
    play: Game, actor: Fighter, target: Fighter, way: Blow, penalty: Mod | None, score: int | None = None
) -> Tally:
    """The AP of an Attack on this target, by the score of the turn or another."""
    close = point_blank(play, actor, target, way)
    unseen = unforeseen(play, actor, target)
    return reading(play, actor, way.weapon, "attack", close, unseen, penalty, score=score)


def unforeseen(play: Game, actor: Fighter, target: Fighter) -> Mod | None:
    """By the option surprise counts against those alone who were caught.

    See HZN-RUL-60.
    """
    if play.house.surprise_scope == "side" or not actor.striking or not target.caught:
        return None
    if play.house.surprise_first_round and table(play).round > 1:
        return None
    return Mod("HZN-SUR-04", actor.acuity, "surprise")
