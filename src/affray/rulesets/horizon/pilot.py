"""The autopilot's policy: sensible play from what a fighter could know.

It goes by facts only.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import isqrt
from typing import Any

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.space import Point, towards
from affray.core.view import derived_of_two, parted_by
from affray.rulesets.horizon import (
    attack,
    blast,
    blow,
    defend,
    dive,
    draw,
    escape,
    heaving,
    interject,
    judgement,
    magazine,
    movement,
    objects,
    profile,
    sight,
    stealth,
    surprise,
    tables,
    talk,
    task,
    turn,
    wounding,
)
from affray.rulesets.horizon.blow import ANYWHERE, Blow
from affray.rulesets.horizon.dice import halved
from affray.rulesets.horizon.dive import UNKNOWN
from affray.rulesets.horizon.effects.gear import named
from affray.rulesets.horizon.fighter import (
    Fighter,
    able,
    best_trait,
    can_aim,
    gap,
    in_hand,
    knows_of,
    leap,
    lies,
    may_borrow,
    rank_in,
    table,
    turn_actions,
)
from affray.rulesets.horizon.harm import met
from affray.rulesets.horizon.house import House
from affray.rulesets.horizon.judgement import Aim
from affray.rulesets.horizon.profile import reading, serves
from affray.rulesets.horizon.round import ACT
from affray.rulesets.horizon.sheet import Item
from affray.rulesets.horizon.state import Body, Game
from affray.tabletop.question import policy

BAND = 500
"""Distances that are much the same, in centimetres."""
SOON = 1_000
"""How near a foe is at most, in centimetres, when it is time to have something in hand."""
FORESEE = -10
"""What the Director takes off Awareness against an attack from afar."""


def action(play: Game, me: Fighter, about: tuple[Any, ...]) -> Act:
    """What to do with the turn."""
    if not table(play).fighting:
        return in_wait(play, me)
    if me.working or (me.idle and not me.extra):
        goes_on = me.working and not me.burdened and can_work(me)
        return task.WORK.act() if goes_on else turn.END.act()
    if me.owes:
        return wounding.RECOVER.act()
    if can_work(me):
        return task.WORK.act()
    return play.call(slipping, me) or play.call(armed, me) or play.call(fighting, me)


def can_work(me: Fighter) -> bool:
    """Whether there is something to work on, and a whole turn for it."""
    return me.task is not None and not me.acted and me.disengaged and me.can_pay(1)


def slipping(play: Game, me: Fighter) -> Act | None:
    """Out of sight, outnumbered, alone or nearly done for, one gets away; who flees lies low."""
    if not me.disengaged:
        return None
    if not me.fleeing:
        friends = len(me.ranked(beside))
        outnumbered = len(me.ranked(against)) > 1 + friends
        return escape.FLEE.act() if outnumbered and (not friends or me.about(failing)) else None
    hides = me.unlocked("stealth") and not me.hidden and me.can_pay(play.house.stealth_cost)
    return stealth.HIDE.act() if hides else turn.END.act()


def against(b: Body, other: Body) -> int | None:
    """A place for enemies who can act."""
    return 0 if other.side != b.side and able(other) else None


def beside(b: Body, other: Body) -> int | None:
    """A place for comrades who can act."""
    return 0 if other.side == b.side and other.sheet.name != b.sheet.name and able(other) else None


def in_wait(play: Game, me: Fighter) -> Act:
    """Before combat: who means to surprise hides if it can."""
    hides = me.about(_of_side(table(play).opener)) and me.unlocked("stealth")
    return stealth.HIDE.act() if hides and not me.hidden and me.disengaged else turn.END.act()


@cache
def _of_side(side: str) -> Callable[[Body], bool]:
    return lambda b: b.side == side


def to_hand(play: Game, me: Fighter, name: str) -> Act:
    """How something is taken in hand: by the option the next grenade comes from the belt (HZN-RUL-26)."""
    item = me.carried(name)
    grenade = item is not None and item.weapon is not None and item.weapon.blast
    belted = grenade and me.tested and play.house.grenade_next == "belt"
    return magazine.RELOAD.act() if belted else draw.DRAW.act(item=name)


def armed(play: Game, me: Fighter) -> Act | None:
    """Something to fight with, if it is not in hand."""
    if me.idle:
        return None
    if me.burdened:
        return objects.DROP.act(item=me.hand)
    weapon, _, rounds = me.holds
    better = me.about(to_draw)
    if not me.hand:
        near = me.least(nearest)
        soon = me.about(in_time(play.house)) if better else 0
        draws = better and not me.acted and near is not None and me.near(near, soon)
        return to_hand(play, me, better) if draws else None
    if weapon.fires and not rounds:
        counted = play.house.ammo_spare == "counted"
        if weapon.reload and (not counted or me.about(_spare)):
            return magazine.RELOAD.act()
        return draw.SWITCH.act(item=better) if better else draw.HOLSTER.act()
    return None


def to_draw(b: Body) -> str:
    """The best thing to draw: a loaded gun, then a Melee weapon, then a grenade."""
    things = [(_worth(item), n, item.name) for n, item in enumerate(b.kit) if item.name != b.hand]
    best = min(things, default=(9, 0, ""))
    return best[2] if best[0] < 9 else ""


@cache
def ordinary(skill: str) -> Callable[[Body], int]:
    """An ordinary score of the combat test, halved as wounds would have it."""

    def read(b: Body) -> int:
        points = expected(b, skill)
        for _ in range(min(2, b.arms) + b.torn):
            points = halved(points)
        return points

    return read


def expected(b: Body, skill: str) -> int:
    """An ordinary score: two AP for three dice."""
    return best_trait(skill)(b)[0] + max(0, 2 * rank_in(skill)(b) // 3)


@cache
def in_time(house: House) -> Callable[[Body], int]:
    """How near a foe is when drawing pays: within the reach of an ordinary score."""
    book = tables.book(house)

    def read(b: Body) -> int:
        item = named(b.kit, to_draw(b))
        if item is None or item.weapon is None:
            return SOON
        row = book.read(item.weapon, expected(b, item.weapon.skill))
        return max(SOON, 100 * row.range)

    return read


def grenade(b: Body) -> str:
    """A grenade that is not in hand."""
    grenades = (i.name for i in b.kit if i.name != b.hand and i.weapon is not None and i.weapon.blast)
    return next(grenades, "")


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
    way = blow.blow(me, blow.ATTACK)
    if serves(play, me, way.weapon, blow.ATTACK):
        aim = play.call(aiming, me, way)
        target = me.least(judgement.promising(aim, play.house))
        if target is not None:
            return (me.tested and play.call(harder, me, target, way)) or blown(play, me, target, aim)
    if me.idle:
        return turn.END.act()
    near = me.least(nearest)
    if near is None and not me.searched:
        return talk.LOOK.act()
    if not serves(play, me, way.weapon, "defend"):
        return turn.END.act()
    if near is None:
        return defend.DEFEND.act()
    if me.moved or not serves(play, me, way.weapon, "move"):
        return defend.DEFEND.act()
    far = play.call(movement.metres, me)
    if far > 0:
        return approach(play, me, near, 100 * far)
    slowed = me.can_pay(2) and me.hand and me.agility
    return draw.HOLSTER.act() if slowed else defend.DEFEND.act()  # bare hands weigh nothing


def aiming(play: Game, me: Fighter, way: Blow) -> Aim:
    """How one would attack now; before the test of the turn by an ordinary score."""
    wounds = not wounded(play, me)
    known = me.tested or way.at_hand
    reach = play.call(blow.reach, me, way) if known else ANYWHERE
    ap = (
        reading(play, me, way.weapon, blow.ATTACK).total
        if me.tested
        else me.about(ordinary(way.weapon.skill))
    )
    return Aim(way.weapon, ap, reach, way.at_hand, way.makeshift, wounds)


def blown(play: Game, me: Fighter, target: Fighter, aim: Aim) -> Act:
    """An Attack for the condition that costs the target most."""
    return attack.ATTACK.act(target.who, item=me.between(target, judgement.condition(aim, play.house)))


def harder(play: Game, me: Fighter, target: Fighter, way: Blow) -> Act | None:
    """A grenade where nothing would come through armour and a Dive."""
    ap = play.call(attack_points, me, target, way)
    damage, debt = profile.row(play, way.weapon, ap).damage[0], play.house.dive_debt
    if way.weapon.blast or not target.about(_withstands(damage, debt)):
        return None
    heavier = me.about(grenade) if me.hand and not me.idle else ""
    return draw.SWITCH.act(item=heavier) if heavier else None


def attack_points(play: Game, me: Fighter, target: Fighter, way: Blow) -> int:
    """The AP of an attack."""
    return blow.attack_ap(play, me, target, way, None).total


@cache
def _withstands(damage: int, debt: str) -> Callable[[Body], bool]:
    borrows = may_borrow(debt)

    def read(b: Body) -> bool:
        dive = max(b.diving, 2 * leap(b) if borrows(b) else 0)
        return damage <= b.sheet.armour + dive

    return read


def approach(play: Game, me: Fighter, foe: Fighter, far: int) -> Act:
    """Go to arm's length; where that is not near enough, to where the foe stands."""
    if not me.near(foe, blow.POINT_BLANK):
        return movement.MOVE.act(foe.who)
    if me.between(foe, can_aim) and me.near(foe, 100 * play.house.reach):
        return defend.DEFEND.act()
    return movement.MOVE.act(to=me.between(foe, _onward(far)))


@cache
def _onward(far: int) -> Callable[[Body, Body], Point]:
    """So far on the way to where a foe stands."""
    return lambda a, b: towards(a.spot, b.spot, far)


def wounded(play: Game, me: Fighter) -> bool:
    """Whether the only Wounding Attack of the turn is made."""
    return play.house.wound_once and me.wounding


@parted_by(lies)
def nearest(a: Body, b: Body) -> tuple[int, int] | None:
    """The nearest foe one knows of, by steps of distance and then by Health."""
    if a.side == b.side or not able(b) or not knows_of(a, b):
        return None
    return bands(a, b), b.health


@derived_of_two
def bands(a: Body, b: Body) -> int:
    """Steps of distance."""
    return isqrt(gap(a, b)) // BAND


# --- answers to the other questions ---------------------------------------------------------------


def dives(play: Game, me: Fighter, about: tuple[Any, ...]) -> Act | None:
    """Dive when it saves one from going down, and there is anything left to fight for."""
    _, damage, passing = about
    house = play.house
    if damage == UNKNOWN:
        wanted = me.about(failing) and not held_down(me) and not lost(me)
        return dive.LEAP.act() if wanted else None
    saved = me.about(saves(damage, passing, house.damage_order, house.armour))
    return dive.LEAP.act() if saved and not lost(me) else None


def lost(me: Fighter) -> bool:
    """Whether one is nearly done for, and no Dive would win anything but time.

    The last of a side before a foe who towers over it, and whoever owes its whole turn with no
    comrade free to act, could be kept down by Staggers and Dives for hundreds of rounds.
    """
    if not me.about(failing):
        return False
    if me.about(pinned):
        return me.some(free_foe) and me.least(free_beside) is None
    return me.some(towers) and me.least(beside) is None


def pinned(b: Body) -> bool:
    """Whether the next turn goes on debts, all of it."""
    return b.owed + b.borrowed >= turn_actions(b)


def free_foe(b: Body, other: Body) -> bool:
    """Whether an enemy can act and owes nothing."""
    return other.side != b.side and able(other) and not other.owed


def free_beside(b: Body, other: Body) -> int | None:
    """A place for comrades whose next turn does not all go on debts."""
    return None if pinned(other) else beside(b, other)


def held_down(me: Fighter) -> bool:
    """Whether one is alone and owes actions: Dives would only keep it from acting."""
    return me.owes and me.least(beside) is None


def towers(b: Body, other: Body) -> bool:
    """Whether an enemy has four times one's Health."""
    return other.side != b.side and able(other) and other.health >= 4 * b.health


def failing(b: Body) -> bool:
    """Whether little Health is left: a quarter."""
    return 4 * b.health <= b.sheet.health


@cache
def saves(damage: int, passing: bool, order: str, armour: str) -> Callable[[Body], bool]:
    """Whether damage would put one out of action, but not after a Dive."""
    read = met(damage, passing, order, armour)

    def rescued(b: Body) -> bool:
        if b.health > damage:
            return False
        diving = b._replace(diving=max(b.diving, 2 * leap(b)))
        without, within = sum(read(b)), sum(read(diving))
        return without < within and damage - within < b.health <= damage - without

    return rescued


def next_target(play: Game, me: Fighter, about: tuple[Any, ...]) -> Who:
    """The nearest to the first."""
    first, _, wall = about
    return blast.open_to(play, me, first, wall)[0]


def yes(*_: object) -> bool:
    """Whoever is asked lets it be done."""
    return True


sensible = policy(
    (
        ACT.by(action),
        dive.WARNED.by(dives),
        heaving.DIFFICULTY.by(lambda play, me, about: about[3]),
        heaving.HELPERS.by(lambda play, me, about: len(about[0].ranked(heaving.could_help))),
        interject.OUT_OF_TURN.by(lambda *_: None),  # saying so at once spares listing what there would be
        blast.NEXT_TARGET.by(next_target),
        surprise.PENALTY.by(lambda *_: FORESEE),
        sight.WARN.by(yes),
        heaving.LEND_A_HAND.by(yes),
        task.ALLOW.by(yes),
        objects.LINE_ALLOWED.by(yes),
        surprise.EXPECTS_NOTHING.by(yes),
        movement.OUT_OF_SIGHT.by(yes),
        talk.LET_SAY.by(yes),
    )
)
"""Fight on: stagger the weakest foe, come nearer, Dive to save one's life."""
