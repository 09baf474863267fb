"""The autopilot's policy: sensible play from what a fighter could know.

It goes by facts only.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import isqrt
from typing import Any

from affray.core.act import Act
from affray.core.space import squared
from affray.core.view import derived, derived_of_two, parted_by
from affray.rulesets.traveller import (
    checks,
    extended,
    figures,
    gear,
    grapple,
    harm,
    healing,
    melee,
    movement,
    order,
    ranged,
    reaction,
    tables,
    tasks,
)
from affray.rulesets.traveller.aid import FIRST_AID, HEAL, Points, in_time
from affray.rulesets.traveller.extended import open_project
from affray.rulesets.traveller.fighter import Fighter, band, covers_from, first_of, table, threat
from affray.rulesets.traveller.figures import REACH, able, missing, weapon_named
from affray.rulesets.traveller.gear import MOST_AIM
from affray.rulesets.traveller.hiding import behind, hides
from affray.rulesets.traveller.movement import STEP
from affray.rulesets.traveller.ranged import ring
from affray.rulesets.traveller.round import ACT
from affray.rulesets.traveller.sheet import BEYOND, DEX, EDU, END, LONG, STR, Cover, Reaction, Weapon
from affray.rulesets.traveller.state import Body, Game, Table
from affray.tabletop.question import policy

STEADY = 3
"""How long one aims at what is far away."""
MOST_REACTIONS = 2
"""The most that the autopilot takes between two turns: each makes what is done next worse."""
USUAL_EFFECT = 2
"""What the autopilot reckons with beyond the dice."""
AIMED_EFFECT = 3
"""What it reckons with after the best aim, besides skill and DEX."""
WORTH_IT = 3
"""The least harm for which a grapple is kept up; a throw does a die."""
WEAK = -3
"""The DM of END with which bed rest may do as much harm as good."""
SURGEON = 2
"""The DM from which surgery gives more than it takes."""
END_TURN = grapple.END.act()
HANDLING = (gear.AIM.name, gear.DRAW.name, gear.RELOAD.name, movement.STANCE.name)
"""Minor actions that the badly wounded do not have, by the option."""


def action(play: Game, me: Fighter, about: tuple[Any, ...]) -> Act:
    """What to do with the turn."""
    if table(play).won:
        return after_fight(play, me)
    if me.gripped:
        return grapple.WRESTLE.act() if grapple.must_wrestle(play, me) else END_TURN
    near = me.least(nearest)
    if near is None:
        return looking(me)
    if not table(play).begun:
        return first_shot(me)
    acts = 3 if me.can_pay(3) else 2 if me.can_pay(2) else 1
    chosen = duty(play, me, acts) or (
        hand_to_hand(me, near, acts) if me.beside(near) else from_afar(play, me, near, acts)
    )
    if play.house.wounded_slowed and chosen.name in HANDLING and me.needs_surgery:
        return slowed(me, near, acts)
    return chosen


def slowed(me: Fighter, near: Fighter, acts: int) -> Act:
    """By the option the badly wounded attack with what they have in hand.

    They have no minor actions but to move.
    """
    if acts < 2:
        return END_TURN
    if me.beside(near):
        can = not me.prone or me.play.house.lying_melee
        return melee.STRIKE.act(near.who, item=me.best_melee) if can else END_TURN
    gun = me.loaded_gun
    weapon = me.weapon(gun) if gun else None
    target = me.least(mark(weapon)) if weapon is not None else None
    if target is not None:
        return ranged.SHOOT.act(target.who, item=gun)
    return END_TURN if me.prone else movement.MOVE.act(near.who)


def looking(me: Fighter) -> Act:
    """With nobody to be seen, look for them, if that was learned; else wait for them."""
    hidden = me.least(unseen_foe)
    if hidden is not None and me.about(scouts):
        return tasks.SCOUT.act(hidden.who)
    return order.DEFER.act() if me.fresh and me.entered else END_TURN


def first_shot(me: Fighter) -> Act:
    """A shot before the fight."""
    gun = me.loaded_gun
    weapon = me.weapon(gun) if gun else None
    target = me.least(mark(weapon)) if weapon is not None else None
    return ranged.SHOOT.act(target.who, item=gun) if target is not None else END_TURN


def duty(play: Game, me: Fighter, acts: int) -> Act | None:
    """What goes before fighting: a project, a patient, the others."""
    project = me.about(_works)
    if project and table(play).about(open_project(project)) is not None:
        return extended.WORK.act(item=project) if acts >= 2 else END_TURN
    if me.level("medic") >= 0 and me.supplies and (aid := rescue(play, me, acts)) is not None:
        return aid
    if (
        acts >= 2
        and me.level("leadership") >= 2
        and not me.pool
        and table(play).about(_odd)
        and me.some(friend)
    ):
        return tasks.LEAD.act()
    return None


def rescue(play: Game, me: Fighter, acts: int) -> Act | None:
    """First aid for a fallen friend, or the way to one."""
    patient = me.least(fallen_friend)
    if patient is None or not table(play).between(patient, in_time):
        return None
    if me.beside(patient):
        return FIRST_AID.act(patient.who) if acts >= 2 else END_TURN
    return None if me.prone else movement.MOVE.act(patient.who)


def after_fight(play: Game, me: Fighter) -> Act:
    """First aid, then what a doctor can do, then oneself."""
    in_need = table(play).first(healing.in_need) if me.supplies else None
    if in_need is not None:
        return FIRST_AID.act(in_need.who)
    if table(play).facility and me.level("medic") >= 0 and (treated := treat(play, me)) is not None:
        return treated
    helps = me.dm(END) > (0 if me.needs_surgery else WEAK)
    if table(play).day > 0 and helps and me.wounded and not me.seen_to:
        return healing.BED_REST.act()
    return healing.DONE.act()


def treat(play: Game, me: Fighter) -> Act | None:
    """Surgery where it is needed and likely to do good, care where it can be had."""
    patient = me.least(operable(table(play).tl))
    if patient is not None:
        return healing.SURGERY.act(patient.who)
    patient = me.least(healing.fit_for_care) if table(play).day > 0 else None
    return healing.MEDICAL_CARE.act(patient.who) if patient is not None else None


def hand_to_hand(me: Fighter, foe: Fighter, acts: int) -> Act:
    """What to do with a foe at arm's length."""
    if acts < 2:
        return gear.AIM.act() if me.aiming and me.aim < MOST_AIM else END_TURN
    gun = me.loaded_gun
    if gun and (not me.between(foe, hopeless(gun)) or me.aim == MOST_AIM):
        return ranged.SHOOT.act(foe.who, item=gun)
    if gun and not me.between(foe, vain(gun)):
        return gear.AIM.act()
    if me.prone and acts == 3:
        return movement.STANCE.act(item="standing")
    blade = me.about(blade_to_draw)
    if blade and acts == 3 and me.about(bare):
        return gear.DRAW.act(item=blade)
    if me.prone and not me.play.house.lying_melee:
        return END_TURN
    if not foe.gripped and me.between(foe, wrestles):
        return grapple.GRAPPLE.act(foe.who)
    return melee.STRIKE.act(foe.who, item=me.best_melee)


def from_afar(play: Game, me: Fighter, near: Fighter, acts: int) -> Act:
    """What to do with nobody at arm's length."""
    gun = me.loaded_gun
    weapon = me.weapon(gun) if gun else None
    if weapon is None:
        return without_gun(play, me, near, acts)
    target = me.least(mark(weapon))
    if target is None:
        return closing_in(me, near)
    may_hide = acts == 3 and not me.aiming and me.about(in_reach(table(play).covers))
    foe = me.least(threat) if may_hide else None
    if foe is not None and me.cover_from(foe) is None:
        cover = me.between(foe, shelter(table(play).covers))
        if cover:
            return movement.TAKE_COVER.act(item=cover)
    wanted = MOST_AIM if me.between(target, hopeless(gun)) else STEADY
    far = me.band_to(target, weapon) >= LONG or wanted > STEADY
    if me.aim < MOST_AIM and (acts != 2 or (far and me.aim < wanted)):
        return gear.AIM.act()
    return ranged.SHOOT.act(target.who, item=gun) if acts >= 2 else END_TURN


def without_gun(play: Game, me: Fighter, near: Fighter, acts: int) -> Act:
    """What to do with nothing loaded in hand, and nobody at arm's length."""
    missile = me.about(missile_ready)
    weapon = me.weapon(missile) if missile else None
    reaches = weapon is not None and acts >= 2 and me.band_to(near, weapon) < BEYOND
    if weapon is not None and reaches and not (weapon.blast and near.some(endangered)):
        return ranged.THROW.act(near.who, item=missile)
    empty = me.about(empty_gun)
    if empty:
        return gear.RELOAD.act(item=empty)
    drawn = me.about(gun_to_draw) or (me.about(blade_to_draw) if me.about(bare) and not missile else "")
    if drawn:
        return gear.DRAW.act(item=drawn)
    return order.DEFER.act() if me.fresh and me.between(near, will_come) else closing_in(me, near)


def closing_in(me: Fighter, near: Fighter) -> Act:
    """Nearer."""
    return movement.STANCE.act(item="standing") if me.prone else movement.MOVE.act(near.who)


# --- answers to the other questions ----------------------------------------------------------------------


def react(play: Game, me: Fighter, about: tuple[Any, ...]) -> Any:
    """Defend where it helps, but not at any price; the badly hurt dive for cover."""
    weapon: Weapon = about[1]
    if me.reacted >= MOST_REACTIONS or me.aim >= STEADY:
        return reaction.NONE
    dodge = reaction.dodge_value(play, me)
    if weapon.melee:
        parry = me.level(reaction.parrying(me))
        may_dodge = play.house.lying_dodge or not me.prone
        if parry >= 1 and (parry >= dodge or not may_dodge):
            return Reaction(reaction.PARRY)
        return Reaction(reaction.DODGE) if dodge >= 1 and may_dodge else reaction.NONE
    if me.zeros and not me.hidden and not me.gripped:
        attacker: Fighter = about[0]
        covers = me.between(attacker, reaction.in_a_dive(table(play).covers))
        if covers:
            return Reaction(reaction.DIVE_FOR_COVER, covers[0].name)
    return Reaction(reaction.DODGE) if dodge >= 1 else reaction.NONE


def characteristic(play: Game, me: Fighter, about: tuple[Any, ...]) -> str:
    """The one with the best DM."""
    best: str = about[1]
    for name in about[2:]:
        if me.dm(name) > me.dm(best):
            best = name
    return best


def damage_to(play: Game, me: Fighter, about: tuple[Any, ...]) -> str:
    """The characteristic of which most is left, so that nothing more comes to zero."""
    return STR if me.about(_stronger) else DEX


def outcome(play: Game, me: Fighter, about: tuple[Any, ...]) -> str:
    """Shooters break free; others hurt, or take away the weapon."""
    loser: Fighter = about[0]
    effect: int = about[1]
    gun = me.loaded_gun
    if gun and not me.between(loser, hopeless(gun)):
        return grapple.BREAK_FREE
    if effect >= grapple.KEEPS and loser.droppable:
        return grapple.DISARM
    if effect + grapple.BASE >= WORTH_IT:
        return grapple.HURT
    return grapple.DISARM if loser.droppable else grapple.THROW


def act_now(play: Game, me: Fighter, about: tuple[Any, ...]) -> bool:
    """A turn put off is taken once there is something to do in it."""
    near = me.least(nearest)
    if near is None:
        return False
    return bool(me.loaded_gun) or not me.between(near, will_come)


def tactics(play: Game, me: Fighter, about: tuple[Any, ...]) -> bool:
    """A plan by those who have learned it."""
    return me.level("tactics") >= 1


def heal(play: Game, me: Fighter, about: tuple[Any, ...]) -> Points:
    """First what is at zero, then END."""
    patient: Fighter = about[0]
    points: int = about[1]
    return patient.about(best_split(points))


def yes(play: Game, me: Fighter, about: tuple[Any, ...]) -> bool:
    """Take the chance."""
    return True


def move_off(play: Game, me: Fighter, about: tuple[Any, ...]) -> str:
    """Away from whoever one has broken free of."""
    return grapple.AWAY


sensible = policy(
    (
        ACT.by(action),
        reaction.REACTION.by(react),
        checks.CHARACTERISTIC.by(characteristic),
        harm.GOES_TO.by(damage_to),
        grapple.OUTCOME.by(outcome),
        order.ACT_NOW.by(act_now),
        order.PLAN.by(tactics),
        HEAL.by(heal),
        checks.SPUR_ON.by(yes),
        checks.CONFUSION.by(yes),
        grapple.KEEP.by(yes),
        grapple.MOVE_OFF.by(move_off),
    )
)
"""Fight on: duties first, then the best mark, with cover and aim."""


# --- facts that the pilot looks at -------------------------------------------------------------------------


@parted_by(first_of)
def nearest(a: Body, b: Body) -> tuple[int, int] | None:
    """The nearest foe who can be seen, in tiles, and then the weakest."""
    if a.side == b.side or b.unseen or not able(b):
        return None
    return tiles(a, b), strong(b)


@derived_of_two
def tiles(a: Body, b: Body) -> int:
    """How far apart, in tiles."""
    return isqrt(squared(a.spot, b.spot)) // REACH


@derived
def strong(b: Body) -> int:
    """What is left of STR, DEX and END."""
    return sum(figures.physical(b))


def unseen_foe(a: Body, b: Body) -> str | None:
    """A place for foes who are not seen."""
    return b.sheet.name if a.side != b.side and b.unseen and able(b) else None


def friend(a: Body, b: Body) -> bool:
    """Whether somebody is on the same side, and able."""
    return a.side == b.side and able(b)


@cache
def mark(weapon: Weapon) -> Callable[[Body, Body], tuple[int, bool, int] | None]:
    """The places of foes in range: near, uncovered and weak ones first."""
    far = band(weapon.reach, 0 if weapon.scope else 10_000, False)
    in_vain = vain(weapon.name)

    @parted_by(first_of)
    def rank(a: Body, b: Body) -> tuple[int, bool, int] | None:
        if a.side == b.side or b.unseen or not able(b) or far(a, b) == BEYOND or in_vain(a, b):
            return None
        return far(a, b), covers_from(b, a) is not None, strong(b)

    return rank


@cache
def hopeless(name: str) -> Callable[[Body, Body], bool]:
    """Whether a weapon seldom comes through somebody's armour and cover."""

    def read(a: Body, b: Body) -> bool:
        weapon = weapon_named(a, name)
        cover = None if weapon.melee else covers_from(b, a)
        stopped = figures.protection(b, weapon.laser, False) + (cover.armour if cover else 0)
        return 7 * weapon.dice + 2 * USUAL_EFFECT <= 2 * stopped

    return read


@cache
def vain(name: str) -> Callable[[Body, Body], bool]:
    """Whether not even the best aim gets a weapon through to somebody."""

    @derived_of_two
    def read(a: Body, b: Body) -> bool:
        weapon = weapon_named(a, name)
        cover = covers_from(b, a)
        stopped = figures.protection(b, weapon.laser, False) + (cover.armour if cover else 0)
        good = figures.level(weapon.skill)(a) + figures.modifier(DEX, 0)(a) + AIMED_EFFECT
        return 7 * weapon.dice + 2 * max(USUAL_EFFECT, good) <= 2 * stopped

    return read


def wrestles(a: Body, b: Body) -> bool:
    """Whether to grapple: blows are in vain, or bare hands the better ones."""
    blade = figures.best_melee(a)
    unarmed = figures.level(grapple.UNARMED)
    return hopeless(blade)(a, b) or (blade == tables.UNARMED and unarmed(a) > unarmed(b))


def will_come(a: Body, b: Body) -> bool:
    """Whether a foe without a gun is just too far to strike and still to act."""
    if b.done or b.deferring or figures.guns_in_hand(b):
        return False
    near, far = STEP + REACH, 2 * STEP + REACH
    return near * near < squared(a.spot, b.spot) <= far * far


def endangered(a: Body, b: Body) -> bool:
    """Whether an explosion around a foe would harm its own enemies."""
    return a.side != b.side and ring(a, b) > 0 and able(b)


def fallen_friend(a: Body, b: Body) -> tuple[int, str] | None:
    """The places of fallen friends near by without aid, the nearest first."""
    fits = a.sheet != b.sheet and a.side == b.side and b.out and not figures.dead(b) and not b.treated
    near = isqrt(squared(a.spot, b.spot)) // REACH
    return (near, b.sheet.name) if fits and near <= 2 * STEP // REACH else None


@cache
def operable(tl: int) -> Callable[[Body, Body], tuple[bool, int, str] | None]:
    """The places of those who need surgery, by a surgeon who is good enough."""

    def rank(a: Body, b: Body) -> tuple[bool, int, str] | None:
        skill = figures.level("medic")(a) + figures.modifier(EDU, 0)(a) - max(0, b.sheet.augment - tl)
        return healing.patient(a, b) if skill >= SURGEON and figures.needs_surgery(b) else None

    return rank


@cache
def in_reach(covers: tuple[Cover, ...]) -> Callable[[Body], bool]:
    """Whether half a move leads to any cover, on whichever side of it."""

    def read(b: Body) -> bool:
        return any(hides(c, behind(b.spot, c, STEP // 2), None) for c in covers if c.line)

    return read


@cache
def shelter(covers: tuple[Cover, ...]) -> Callable[[Body, Body], str]:
    """The best cover on one's own side of it, half a move away; the name of none if there is no such."""

    def read(a: Body, b: Body) -> str:
        sheltering = [c for c in covers if c.line and hides(c, behind(a.spot, c, STEP // 2), b.spot)]
        return max(sheltering, key=lambda c: c.armour).name if sheltering else ""

    return read


@cache
def best_split(points: int) -> Callable[[Body], Points]:
    """How to divide healing: what is at zero comes to 1, then END, STR, DEX."""

    def read(b: Body) -> Points:
        room, now, given = missing(b), figures.physical(b), [0, 0, 0]
        left = min(points, sum(room))
        for most_at_once in (1, points):
            for n in (2, 0, 1):
                wanted = most_at_once if most_at_once > 1 or now[n] == 0 else 0
                more = min(wanted, left, room[n] - given[n])
                given[n] += more
                left -= more
        for n in (2, 0, 1):
            more = min(left, room[n] - given[n])
            given[n] += more
            left -= more
        return given[0], given[1], given[2]

    return read


def bare(b: Body) -> bool:
    """No melee weapon in hand."""
    return figures.best_melee(b) == tables.UNARMED


def blade_to_draw(b: Body) -> str:
    """A melee weapon that could be drawn."""
    return next((w.name for w in b.kit if w.melee and w.name not in b.hands), "")


def gun_to_draw(b: Body) -> str:
    """A gun that could be drawn, loaded or not."""
    return next((w.name for w in b.kit if w.shoots and w.name not in b.hands), "")


def missile_ready(b: Body) -> str:
    """Something in hand to throw."""
    return next((name for name in figures.missiles_in_hand(b) if figures.loaded(name)(b)), "")


def empty_gun(b: Body) -> str:
    """An empty gun in hand."""
    return next((name for name in figures.guns_in_hand(b) if not figures.loaded(name)(b)), "")


def scouts(b: Body) -> bool:
    """Whether one has learned to look for the enemy."""
    return "recon" in dict(b.sheet.skills)


def _works(b: Body) -> str:
    return b.sheet.works


def _odd(t: Table) -> bool:
    return t.round % 2 == 1


def _stronger(b: Body) -> bool:
    return b.strength >= b.dexterity
