"""The autopilot's policy: sensible play from what a fighter could know.

It goes by facts only.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import isqrt
from typing import Any

from affray.core.act import Act
from affray.core.space import Point, squared, within
from affray.rulesets.horizon import blow, movement
from affray.rulesets.horizon.blow import ANYWHERE, ATTACK
from affray.rulesets.horizon.dive import NAME as DIVE
from affray.rulesets.horizon.dive import UNKNOWN
from affray.rulesets.horizon.fighter import Fighter, able, can_aim, in_hand, knows_of, leap, table
from affray.rulesets.horizon.harm import met
from affray.rulesets.horizon.profile import serves
from affray.rulesets.horizon.sheet import Item
from affray.rulesets.horizon.state import Body, Game

BAND = 500
"""Distances that are much the same, in centimetres."""
SOON = 2_500
"""How near a foe is, in centimetres, when it is time to have something in hand."""
FORESEE = -10
"""What the Director takes off Awareness against an attack from afar."""


def sensible(play: Game, who: Any, question: str, options: Callable[[], Any], about: tuple[Any, ...]) -> Any:
    """Fight on: stagger the weakest foe, come nearer, Dive to save one's life."""
    answer = ANSWERS.get(question)
    return answer(play, who, options, about) if answer else options()[0]


def action(play: Game, me: Fighter, options: Callable[[], Any], about: tuple[Any, ...]) -> Act:
    """What to do with the turn."""
    if not table(play).fighting:
        return in_wait(play, me)
    if me.working or (me.idle and not me.extra):
        return Act("end")
    if me.owes:
        return Act("recover")
    if not me.acted and me.task is not None and me.disengaged:
        return Act("work")
    return armed(play, me) or fighting(play, me)


def in_wait(play: Game, me: Fighter) -> Act:
    """Before combat: who means to surprise hides if it can."""
    hides = me.about(_of_side(table(play).opener)) and me.unlocked("stealth")
    return Act("hide") if hides and not me.hidden and me.disengaged else Act("end")


@cache
def _of_side(side: str) -> Callable[[Body], bool]:
    return lambda b: b.side == side


def armed(play: Game, me: Fighter) -> Act | None:
    """Something to fight with, if it is not in hand."""
    if me.idle:
        return None
    if me.burdened:
        return Act("drop", item=me.hand)
    weapon, _, rounds = me.holds
    better = me.about(to_draw)
    if not me.hand:
        near = me.least(nearest)
        draws = better and not me.acted and near is not None and me.near(near, SOON)
        return Act("draw", item=better) if draws else None
    if weapon.fires and not rounds:
        counted = play.house.ammo_spare == "counted"
        if weapon.reload and (not counted or me.about(_spare)):
            return Act("reload")
        return Act("switch", item=better) if better else Act("holster")
    return None


def to_draw(b: Body) -> str:
    """The best thing to draw: a loaded gun, then a Melee weapon, then a grenade."""
    found = [(_worth(item), n, item.name) for n, item in enumerate(b.kit) if item.name != b.hand]
    best = min(found, default=(9, 0, ""))
    return best[2] if best[0] < 9 else ""


def _worth(item: Item) -> int:
    weapon = item.weapon
    if weapon is None or (weapon.fires and not item.rounds):
        return 9
    return 0 if weapon.fires else 2 if weapon.blast else 3 if item.improvised else 1


def _spare(b: Body) -> bool:
    item = in_hand(b)
    return item is not None and item.spare > 0


def fighting(play: Game, me: Fighter) -> Act:
    """Attack who is in reach, else come nearer, else take cover."""
    way = blow.blow(me, ATTACK)
    if serves(play, me, way.weapon, ATTACK):
        unknown = not me.tested and not way.at_hand
        target = me.least(weakest(ANYWHERE if unknown else blow.reach(play, me, way)))
        if target is not None:
            return Act(ATTACK, target.who, item="" if target.owes or wounded(play, me) else "stagger")
    if me.idle:
        return Act("end")
    near = me.least(nearest)
    if near is None and not me.searched:
        return Act("look about")
    if not serves(play, me, way.weapon, "defend"):
        return Act("end")
    if near is None:
        return Act("defend")
    if me.moved or not serves(play, me, way.weapon, "move"):
        return Act("defend")
    if movement.metres(play, me) > 0:
        return approach(me, near)
    slowed = me.can_pay(2) and me.hand and me.agility
    return Act("holster") if slowed else Act("defend")  # bare hands weigh nothing


def approach(me: Fighter, foe: Fighter) -> Act:
    """To arm's length; past what stands between, to where the foe stands."""
    if not me.near(foe, blow.POINT_BLANK):
        return Act("move", foe.who)
    if me.between(foe, can_aim):
        return Act("defend")
    return Act("move", to=foe.about(_spot))


def _spot(b: Body) -> Point:
    return b.spot


def wounded(play: Game, me: Fighter) -> bool:
    """Whether the only Wounding Attack of the turn is made."""
    return play.house.wound_once and me.wounding


@cache
def weakest(reach: int) -> Callable[[Body, Body], tuple[int, int] | None]:
    """The place of foes in reach: the least Health first."""

    def rank(a: Body, b: Body) -> tuple[int, int] | None:
        if a.side == b.side or not able(b) or not can_aim(a, b):
            return None
        if reach != ANYWHERE and not within(a.spot, b.spot, reach):
            return None
        return b.health, b.owed

    return rank


def nearest(a: Body, b: Body) -> tuple[int, int] | None:
    """The nearest foe one knows of, by steps of distance and then by Health."""
    if a.side == b.side or not able(b) or not knows_of(a, b):
        return None
    return isqrt(squared(a.spot, b.spot)) // BAND, b.health


# --- answers to the other questions ---------------------------------------------------------------


def dives(play: Game, me: Fighter, options: Callable[[], Any], about: tuple[Any, ...]) -> Act | None:
    """When it saves one from going down."""
    _, damage, passing = about
    house = play.house
    if damage == UNKNOWN:
        return Act(DIVE) if me.about(failing) else None
    return Act(DIVE) if me.about(saves(damage, passing, house.damage_order, house.armour)) else None


def failing(b: Body) -> bool:
    """Whether little Health is left: a quarter."""
    return 4 * b.health <= b.sheet.health


@cache
def saves(damage: int, passing: bool, order: str, armour: str) -> Callable[[Body], bool]:
    """Whether damage would put one out of action, but not after a Dive."""
    read = met(damage, passing, order, armour)

    def rescued(b: Body) -> bool:
        diving = b._replace(diving=max(b.diving, 2 * leap(b)))
        return b.health <= damage - sum(read(b)) and b.health > damage - sum(read(diving))

    return rescued


def difficulty(play: Game, me: Any, options: Callable[[], Any], about: tuple[Any, ...]) -> int:
    """As the table of objects has it."""
    return int(about[3])


def most(play: Game, me: Any, options: Callable[[], Any], about: tuple[Any, ...]) -> Any:
    """The last that is offered."""
    return options()[-1]


def next_target(play: Game, me: Fighter, options: Callable[[], Any], about: tuple[Any, ...]) -> Any:
    """The nearest to the first."""
    return options()[1]


def foresee(play: Game, me: Any, options: Callable[[], Any], about: tuple[Any, ...]) -> int:
    """A test, heavily penalised."""
    return FORESEE


def no(play: Game, me: Any, options: Callable[[], Any], about: tuple[Any, ...]) -> None:
    """Nothing; saying so at once spares listing what there would be."""


def yes(play: Game, me: Any, options: Callable[[], Any], about: tuple[Any, ...]) -> bool:
    """Why not."""
    return True


ANSWERS: dict[str, Callable[[Game, Any, Callable[[], Any], tuple[Any, ...]], Any]] = {
    "action": action,
    DIVE: dives,
    "difficulty": difficulty,
    "helpers": most,
    "out of turn": no,
    "next target": next_target,
    "penalty to foresee": foresee,
    "alert": yes,
    "lend a hand": yes,
    "allow the work": yes,
    "allow the line": yes,
    "expects nothing": yes,
    "out of sight": yes,
    "let it be said": yes,
}
