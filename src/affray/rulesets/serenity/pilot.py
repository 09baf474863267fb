"""The autopilot's policy: sensible play from what a fighter could know.

It goes by facts only.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

from affray.core.act import Act
from affray.core.space import Point, squared, within
from affray.core.view import derived, derived_of_two, parted_by
from affray.rulesets.serenity import (
    area,
    attacks,
    defence,
    explosives,
    fighter,
    gear,
    harm,
    initiative,
    judgement,
    movement,
    rights,
    roll,
    strike,
    wrestling,
)
from affray.rulesets.serenity.attacks import ATTACK, BURST, LIMB, MINUSCULE, VITAL, Attack
from affray.rulesets.serenity.covering import WHEN_SEEN
from affray.rulesets.serenity.declare import Blow
from affray.rulesets.serenity.fighter import Fighter, table
from affray.rulesets.serenity.round import ACT
from affray.rulesets.serenity.sheet import BEYOND, Weapon
from affray.rulesets.serenity.state import ALL_OUT_ATTACK, ALL_OUT_DEFENCE, Body, Game, Plan, Table
from affray.rulesets.serenity.tables import UNARMED
from affray.rulesets.serenity.turn import END
from affray.tabletop.question import policy

D4, D6, D8 = 2, 3, 4
"""Places on the ladder of dice."""
SHOTS = (ATTACK, LIMB, VITAL, MINUSCULE, BURST)
"""What a blow or a shot can be; of equals the first."""
HIGH = 9
"""A dodge or two dice that are hard to beat."""
BLAST = 900
"""Centimetres around a thrown explosive in which no friend should be."""
CROWD = 200
"""Centimetres within which two stand together."""
FINE, FOCUS = 40, 10
"""How finely promises are told apart, and how many points of harm more than are left to a target count.

The fewer, the more it counts that somebody is nearly down.
"""


# --- declaring ----------------------------------------------------------------------------------


def declare(play: Game, me: Fighter, about: tuple[int, int]) -> Plan:
    """What would be best, if it can be declared; else the first that can."""
    load, most = about
    wished = wish(play, me)
    open_ = initiative.plans(load, most)
    return wished if wished in open_ else open_[0]


def wish(play: Game, me: Fighter) -> Plan:
    """All out for who cannot defend anyway; twice for the skilled; a defence in melee."""
    gun = me.weapon(me.loaded_gun) if me.loaded_gun else None
    engaged = me.some(beset)
    if me.held or me.menaced:
        return Plan()
    if gun is None and me.lamed and not engaged and not me.about(gun_at_hand):
        return Plan(0, 2, ALL_OUT_DEFENCE)
    if me.level("athletics", "dodge") < D6 and (engaged or (gun is not None and me.some(in_sight))):
        return Plan(1, 0, ALL_OUT_ATTACK)
    if engaged and gun is None:
        return Plan(1, 1) if block_level(me) or me.level(wrestling.WRESTLING) else Plan()
    if gun is not None and strike.skill_of(me, gun) >= D8 and gun.rate != 1:
        return Plan(2, 0)
    return Plan()


# --- acting -------------------------------------------------------------------------------------


def action(play: Game, me: Fighter, about: tuple[()]) -> Act:
    """What to do next in the turn."""
    if me.menaced:
        return END.act()
    if me.held:
        return held(play, me)
    near = me.least(nearest)
    if near is None:
        return END.act()
    if me.act_left and (act := demolition(play, me) or attack(play, me)) is not None:
        return act
    if me.holds:
        return (wrestling.LET_GO if me.least(at_arms) is None else END).act()
    if me.stance == ALL_OUT_ATTACK and not me.act_left:
        return END.act()
    return otherwise(play, me, near)


def held(play: Game, me: Fighter) -> Act:
    """Get out of the hold."""
    strength = wrestling.strength_die(play, me, "SER-GRAP-06", roll.several(play, me, 1))
    open_ = me.act_left and strength.total > 0 and not me.stance
    return (wrestling.BREAK_HOLD if open_ else END).act()


def attack(play: Game, me: Fighter) -> Act | None:
    """The best attack there is now."""
    gun = me.weapon(me.loaded_gun) if me.loaded_gun else None
    if gun is not None:
        shot = shooting(play, me, gun)
        if shot is not None:
            return shot
    foe = at_hands(play, me)
    if foe is not None:
        return hand_to_hand(play, me, foe)
    return hurl(play, me)


def at_hands(play: Game, me: Fighter) -> Fighter | None:
    """The held foe, else the one against whom a blow promises most."""
    foes = me.ranked(at_arms)
    if len(foes) < 2 or foes[0].held:
        return foes[0] if foes else None
    return play.call(weakest, me, foes[0], tuple(foes[1:]), play.call(blow, me, foes[0]))


def weakest(play: Game, me: Fighter, target: Fighter, others: tuple[Fighter, ...], best: int) -> Fighter:
    """Of the best target so far and others, the one against whom a blow promises most.

    Each is a unit of its own, so that what few promise is remembered, and not what all do together.
    """
    if not others:
        return target
    promised = play.call(blow, me, others[0])
    if promised > best:
        best, target = promised, others[0]
    return play.call(weakest, me, target, others[1:], best)


def blow(play: Game, me: Fighter, foe: Fighter) -> int:
    """What the best blow at somebody promises, by the points left."""
    name = weapon_for(play, me, foe)
    how = aimed(play, me, foe, name).manner.how(me, name)
    if how is None or not strike.possible(play, me, foe, how):
        return 0
    return int(judgement.promise(play, me, foe, how) * FINE / (FOCUS + foe.about(judgement.left)))


def hurl(play: Game, me: Fighter) -> Act | None:
    """Whatever is at hand at whoever is out of reach."""
    thing = me.about(missile)
    target = me.least(nearest)
    if thing is None or target is None or me.loaded_gun:
        return None
    open_ = strike.possible(play, me, target, strike.How(thing))
    return attacks.THROW.act(target.who, item=thing.name) if open_ else None


def shooting(play: Game, me: Fighter, gun: Weapon) -> Act | None:
    """A grenade into a crowd, else whatever promises most: whom, how, and at what."""
    return play.call(pick, me, gun.name, tuple(me.ranked(marks)), 0, None)


def pick(
    play: Game, me: Fighter, name: str, targets: tuple[Fighter, ...], best: int, shot: Act | None
) -> Act | None:
    """Of the best shot so far and those at others, the one that promises most.

    A grenade comes before a better one.  As in `weakest`, each is a unit of its own.
    """
    if not targets:
        return shot
    promised, what = play.call(prospect, me, targets[0], name)
    if promised > best:
        if (thrown := play.call(lob, me, targets[0])) is not None:
            return thrown
        best, shot = promised, what.act(targets[0].who, item=name)
    return play.call(pick, me, name, targets[1:], best, shot)


def prospect(play: Game, me: Fighter, target: Fighter, name: str) -> tuple[int, Blow]:
    """What the best shot at somebody promises, by the points left, and which it is.

    A spray counts for all foes there, and only where no friend stands.
    """
    single = ATTACK.manner.how(me, name)
    if single is None or not strike.possible(play, me, target, single):
        return 0, ATTACK
    best, gun = aimed(play, me, target, name), single.weapon
    how = best.manner.how(me, name)
    points = judgement.promise(play, me, target, how) if how is not None else Fraction()
    what: Blow = best
    if gun.automatic and not target.some(enemy_by) and sprays(play, me, target, gun):
        spray = judgement.spray(play, me, target, gun) * (1 + len(target.ranked(comrades)))
        points, what = max((points, what), (spray, area.AUTOFIRE), key=lambda one: one[0])
    return max(1, int(points * FINE / (FOCUS + target.about(judgement.left)))), what


def aimed(play: Game, me: Fighter, target: Fighter, name: str) -> Attack:
    """The part of the body to aim at, or a burst: whatever should hurt most."""
    hows = [(shot, shot.manner.how(me, name)) for shot in SHOTS]
    open_ = [
        (judgement.promise(play, me, target, how), shot)
        for shot, how in hows
        if how is not None and strike.possible(play, me, target, how)
    ]
    return max(open_, key=lambda choice: choice[0])[1] if open_ else SHOTS[0]


def sprays(play: Game, me: Fighter, target: Fighter, gun: Weapon) -> bool:
    """Whether autofire is open."""
    level, die = area.placing_die(play, me, gun, me.band_to(target, gun), "SER-AUTOF-01", 1)
    return me.loaded(gun.name, strike.ROUNDS["autofire"]) and not roll.lost(level, die)


def lob(play: Game, me: Fighter, target: Fighter) -> Act | None:
    """An explosive at a target with company and no friends about."""
    bomb = me.about(throwable)
    if bomb is None or target.some(friend_in_blast) or not target.some(comrade_in_blast):
        return None
    far = me.band_to(target, bomb)
    level, die = area.placing_die(play, me, bomb, far, "SER-R38", 1)
    if far == BEYOND or roll.lost(level, die) or me.limbs.count("arm") > 1:
        return None
    return explosives.THROW_EXPLOSIVE.act(target.who, item=bomb.name)


def demolition(play: Game, me: Fighter) -> Act | None:
    """Set off a charge with foes around it and no friends."""
    for n in range(table(play).charges):
        ours = table(play).between(me, explosives.planted(n))
        if ours is not None and me.some(foe_around(ours[1])) and not me.some(friend_around(ours[1])):
            return explosives.SET_OFF.act(n=n)
    return None


def hand_to_hand(play: Game, me: Fighter, foe: Fighter) -> Act | None:
    """A hold for wrestlers, else a blow with what is at hand."""
    name = weapon_for(play, me, foe)
    how = ATTACK.manner.how(me, name)
    if how is None or not strike.possible(play, me, foe, how):
        return None
    free = not (me.holds or me.held or foe.held or foe.holds)
    if name == UNARMED and free and not me.has("mean left hook") and me.attribute("agility") >= D8:
        level, die = wrestling.wrestle_die(play, me, True, 1)
        if level and not roll.lost(level, die) and me.two_arms:
            return wrestling.GRAPPLE.act(foe.who)
    if fooling(play, me, foe):
        return wrestling.FEINT.act(foe.who)
    if disarming(play, me, foe, how):
        return attacks.DISARM.act(foe.who, item=name)
    return play.call(aimed, me, foe, name).act(foe.who, item=name)


def weapon_for(play: Game, me: Fighter, foe: Fighter) -> str:
    """The weapon in hand that hurts most, or bare hands where one cannot strike with it."""
    how = ATTACK.manner.how(me, me.best_melee)
    open_ = how is not None and strike.possible(play, me, foe, how)
    return me.best_melee if open_ else UNARMED


def fooling(play: Game, me: Fighter, foe: Fighter) -> bool:
    """Whether it is better to mislead a foe who dodges well than to strike at it."""
    if foe.dodging < HIGH or foe.held or me.held or me.fooled == foe or not foe.up:
        return False
    level, die = wrestling.feint_die(play, me, 1)
    seen = foe.attribute("intelligence") + foe.level("perception", "intuition")
    return not roll.lost(level, die) and me.attribute("alertness") + die.total > seen


def disarming(play: Game, me: Fighter, foe: Fighter, how: strike.How) -> bool:
    """Whether a foe holds something worse than oneself and could not keep it."""
    if foe.about(menace) <= me.about(menace) or foe.attribute("agility") + foe.attribute("willpower") > HIGH:
        return False
    disarm = how._replace(aim=strike.DISARM)
    return strike.attack_die(play, me, foe, disarm, 1).total >= D6 and strike.possible(play, me, foe, disarm)


def otherwise(play: Game, me: Fighter, near: Fighter) -> Act:
    """Nobody can be attacked now: cover, loading, drawing, closing in."""
    legs = not me.lamed and not me.holds
    if me.prone and legs and not me.walked and not me.loaded_gun:
        return movement.GET_UP.act()
    if not me.walked and legs and not me.covered and me.loaded_gun and not me.some(beset):
        cover = table(play).between(me, movement.at_hand)
        if cover:
            return movement.TAKE_COVER.act(item=cover[0])
    if me.act_left and not me.stance and not me.holds and (ready := arm(play, me)) is not None:
        return ready
    if me.prone and legs and not me.walked and not me.act_left:
        return movement.GET_UP.act()
    if me.prone or not legs or me.near(near) or (me.loaded_gun and not me.act_left):
        return END.act()
    return closing(me, near)


def arm(play: Game, me: Fighter) -> Act | None:
    """Load, draw, or take what lies there."""
    if empty := me.about(empty_gun):
        return gear.RELOAD.act(item=empty)
    if not me.loaded_gun and (gun := me.about(gun_to_draw)):
        return gear.DRAW.act(item=gun)
    if not me.loaded_gun and me.best_melee == UNARMED and (blade := me.about(blade_to_draw)):
        return gear.DRAW.act(item=blade)
    if not me.hands and not me.held and (lying := table(play).between(me, worth_taking)):
        return gear.PICK_UP.act(item=lying)
    return None


def closing(me: Fighter, near: Fighter) -> Act:
    """Nearer to the nearest foe."""
    if not me.walked:
        return movement.WALK.act(near.who)
    if me.act_left and not me.stance:
        return movement.HUSTLE.act(near.who)
    return END.act()


# --- answers to the other questions ---------------------------------------------------------------


def defend(play: Game, me: Fighter, about: tuple[Fighter, bool]) -> str:
    """What was declared is used; else a good dodge on credit, once."""
    options = defence.open_to(play, me, about[1])
    dodges = me.level("athletics", "dodge")
    if me.guard_left:
        wanted = (defence.DODGE, defence.BLOCK)
        if dodges < block_level(me) or not dodges:
            wanted = (defence.BLOCK, defence.DODGE)
        return next((what for what in wanted if what in options), "")
    credit = dodges >= D8 and not me.about(carries_over)
    return defence.DODGE if credit and defence.DODGE in options else ""


def block_level(me: Fighter) -> int:
    """The skill for a block with what is in hand."""
    weapon = defence.shield(me)
    return 0 if weapon.name == UNARMED else me.level(weapon.skill, weapon.speciality)


def plot_points(play: Game, me: Fighter, about: tuple[int, int, int]) -> int:
    """Spend a few points against bad wounds."""
    _, wounds, most = about
    return min(most, 3) if wounds >= 3 else 0


def covering(play: Game, me: Fighter, about: tuple[Fighter]) -> Act | None:
    """Fire at once, with a burst if the gun has one; else strike."""
    target = about[0]
    for shot, name in ((BURST, me.loaded_gun), (ATTACK, me.loaded_gun), (ATTACK, me.best_melee)):
        how = shot.manner.how(me, name) if name else None
        if how is not None and strike.possible(play, me, target, how):
            return shot.act(target.who, item=name)
    return None


def yes(play: Game, me: Fighter, about: tuple[Any, ...]) -> bool:
    """Take the chance."""
    return True


sensible = policy(
    (
        initiative.DECLARE.by(declare),
        ACT.by(action),
        defence.DEFEND.by(defend),
        harm.PLOT_POINTS.by(plot_points),
        WHEN_SEEN.by(covering),
        rights.FREE_ATTACK.by(yes),
        gear.SPOTTED.by(yes),
    )
)
"""Fight on: shoot what can be hit, close in otherwise, dodge when worth it."""


# --- facts that the pilot looks at ----------------------------------------------------------------


@parted_by(fighter.first_of)
def nearest(a: Body, b: Body) -> tuple[int, int] | None:
    """The nearest foe who is up, in steps of five metres, and then the worst hurt."""
    if a.side == b.side or not fighter.up(b) or b.hidden:
        return None
    return apart(a, b), worn(b)


@derived_of_two
def apart(a: Body, b: Body) -> int:
    """Steps of five metres, or arm's length."""
    return 0 if fighter.near(a, b) else 1 + squared(a.spot, b.spot) // 250_000


@derived
def worn(b: Body) -> int:
    """Lower for who is worse hurt."""
    return -b.stun - b.wounds


@parted_by(fighter.first_of)
def at_arms(a: Body, b: Body) -> tuple[int, int] | None:
    """A foe at arm's length: the held one first."""
    if a.side == b.side or not fighter.up(b) or not fighter.near(a, b) or b.hidden:
        return None
    return int(b.held_by is None), judgement.left(b)


@parted_by(fighter.first_of)
def marks(a: Body, b: Body) -> tuple[int, int] | None:
    """Foes to shoot at: by range band, then the worst hurt."""
    if a.side == b.side or not fighter.up(b) or b.hidden:
        return None
    far = fighter.band(reach_at_hand(a))(a, b)
    return None if far == BEYOND else (far, judgement.left(b))


@derived
def reach_at_hand(b: Body) -> int:
    """The range step of the loaded gun in hand."""
    return fighter.weapon_named(b, fighter.loaded_gun(b)).reach


def beset(a: Body, b: Body) -> bool:
    """Whether a foe stands at arm's length."""
    return a.side != b.side and fighter.able(b) and fighter.near(a, b)


def in_sight(a: Body, b: Body) -> bool:
    """Whether a foe is near enough for a good shot."""
    return (
        marks(a, b) is not None
        and fighter.band(fighter.weapon_named(a, fighter.loaded_gun(a)).reach)(a, b) < BEYOND - 2
    )


def comrades(a: Body, b: Body) -> int | None:
    """A place for those of a's side who stand beside it."""
    by = a.side == b.side and a.sheet != b.sheet and fighter.up(b) and within(a.spot, b.spot, CROWD)
    return 0 if by else None


def enemy_by(a: Body, b: Body) -> bool:
    """Whether one of another side stands beside a."""
    return a.side != b.side and fighter.up(b) and within(a.spot, b.spot, CROWD)


def comrade_in_blast(a: Body, b: Body) -> bool:
    """Whether one of a's side is within the middle of a blast."""
    return a.side == b.side and fighter.up(b) and within(a.spot, b.spot, BLAST // 2)


def friend_in_blast(a: Body, b: Body) -> bool:
    """Whether one of another side than a's would be hurt as well."""
    return a.side != b.side and fighter.up(b) and within(a.spot, b.spot, BLAST)


@cache
def foe_around(spot: Point) -> Callable[[Body, Body], bool]:
    """Whether a foe is within the inner half of a blast at this spot."""
    return lambda a, b: a.side != b.side and fighter.up(b) and within(spot, b.spot, BLAST // 2)


@cache
def friend_around(spot: Point) -> Callable[[Body, Body], bool]:
    """Whether oneself or a friend would be hurt by a blast at this spot."""
    return lambda a, b: any(
        one.side == a.side and fighter.up(one) and within(spot, one.spot, 2 * BLAST) for one in (a, b)
    )


def menace(b: Body) -> int:
    """How bad what is in hand is: the place of its dice."""
    return max((w.damage for w in fighter.usable(b)), default=0)


def gun_at_hand(b: Body) -> bool:
    """Whether there is a gun to draw or to load."""
    return bool(gun_to_draw(b) or empty_gun(b))


def worth_taking(t: Table, b: Body) -> str:
    """A weapon on the ground within reach that one can use and does not carry."""
    names = {w.name for w in b.kit}
    near = {name for name in gear.lying_near(t, b) if name not in names}
    weapons = [thing.weapon for thing in t.ground if thing.weapon.name in near]
    skilled = [w for w in weapons if fighter.level(w.skill, w.speciality)(b)]
    ready = [w for w in skilled if (w.melee or w.gun) and fighter.manages(w)(b)]
    return max(ready, key=lambda w: w.damage).name if ready else ""


def missile(b: Body) -> Weapon | None:
    """A thing to throw that was not made for it."""
    return next((w for w in b.kit if w.thrown), None)


def throwable(b: Body) -> Weapon | None:
    """An explosive to throw."""
    return next((w for w in b.kit if w.explosive and "planted" not in w.tags), None)


def carries_over(b: Body) -> bool:
    """Whether the next round has to pay for something already."""
    return b.carry > 0 or b.load > 0


def blade_to_draw(b: Body) -> str:
    """A melee weapon that could be drawn."""
    return next(
        (w.name for w in b.kit if w.melee and w.name not in b.hands and fighter.manages(w)(b)), ""
    )  # fmt: skip


def gun_to_draw(b: Body) -> str:
    """A loaded gun that could be drawn."""
    guns = (w for w in b.kit if w.gun and w.name not in b.hands and fighter.manages(w)(b))
    return next((w.name for w in guns if fighter.loaded(w.name, 1)(b)), "")


def empty_gun(b: Body) -> str:
    """An empty gun in hand, when none is loaded."""
    if fighter.loaded_gun(b):
        return ""
    return next((w.name for w in fighter.usable(b) if w.gun and w.magazine), "")
