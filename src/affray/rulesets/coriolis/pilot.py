"""The autopilot's policy: sensible play from what a combatant could know.

It goes by facts only.
"""

from __future__ import annotations

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.view import parted_by
from affray.rulesets.coriolis import (
    automatic,
    bonus,
    fighter,
    gear,
    grapple,
    initiative,
    judgement,
    melee,
    movement,
    overwatch,
    pool,
    ranged,
    shots,
)
from affray.rulesets.coriolis.aid import BROKEN, FIRST_AID
from affray.rulesets.coriolis.fighter import Fighter, table, weapon_named
from affray.rulesets.coriolis.movement import at_hand
from affray.rulesets.coriolis.ranged import AIMED, NORMAL, QUICK
from affray.rulesets.coriolis.round import ACT
from affray.rulesets.coriolis.sheet import CLOSE, LONG, SHORT
from affray.rulesets.coriolis.slot import END
from affray.rulesets.coriolis.state import Body, Game, Table
from affray.rulesets.coriolis.tables import UNARMED
from affray.tabletop.question import policy

SINGLE = (QUICK, NORMAL, AIMED)
"""The shots with one bullet."""
MIDDLING = 4
"""The level of skill from which defending and further blows are worth it."""
FAR_BETTER = 3
"""Levels of skill by which a blade must be ahead of a gun in hand, to take it instead."""
MOST_DARKNESS = 6
"""Players' combatants do not pray once the game master holds so many."""


def action(play: Game, me: Fighter, about: tuple[str, ...]) -> Act:
    """What to do with the slot."""
    points = 3 if me.can_pay(3) else 2 if me.can_pay(2) else 1 if me.can_pay(1) else 0
    if not points or me.paralysed:
        return END.act()
    if me.pinned:
        return grapple.BREAK_FREE.act() if points >= 2 else END.act()
    if me.pinning:
        return grapple.ATTACK.act() if points >= 2 else grapple.QUICK_ATTACK.act()
    near = me.least(nearest)
    if near is None:
        return END.act()
    if (
        points == 3
        and me.trained("medicurgy")
        and not me.engaged
        and (patient := me.least(patient_at_hand)) is not None
    ):
        return FIRST_AID.act(patient.who, item=BROKEN)
    if me.prone and not me.loaded_gun:
        return rising(me)
    if me.band_to(near) == CLOSE and not me.prone:
        return play.call(at_close, me, near, points) or hand_to_hand(me, near, points)
    gun = me.loaded_gun
    if gun:
        return shooting(play, me, gun, points)
    return without_gun(me, near, points)


def at_close(play: Game, me: Fighter, foe: Fighter, points: int) -> Act | None:
    """A shot at arm's length, where it promises more than a blow."""
    gun = me.loaded_gun
    weapon, blade = me.weapon(gun) if gun else None, me.weapon(me.best_melee)
    if weapon is None or points < 2:
        return None
    blow = judgement.blow(me, foe, blade)
    if judgement.promise(play, me, foe, weapon, NORMAL) <= blow:
        return None
    return shots.NORMAL.act(foe.who, item=gun)


def hand_to_hand(me: Fighter, foe: Fighter, points: int) -> Act:
    """What to do with a foe at arm's length."""
    name = me.best_melee
    better = me.about(blade_to_draw)
    if better and me.about(bare) and points == 3:
        return gear.DRAW.act(item=better)
    if points >= 2:
        return melee.MELEE.act(foe.who, item=name)
    spare = points and me.level("melee combat") >= MIDDLING
    return melee.QUICK_MELEE.act(foe.who, item=me.about(light_melee)) if spare else END.act()


def shooting(play: Game, me: Fighter, gun: str, points: int) -> Act:
    """What to do with a loaded gun and nobody at arm's length."""
    target = me.least(weakest_in_range)
    if target is None:
        return play.call(long_shot, me, gun, points) or out_of_range(me, gun)
    if me.band_to(target) == SHORT and not me.prone and me.about(duellist) and points >= 2:
        blade = me.about(blade_to_draw) if me.about(bare) else ""
        return gear.DRAW.act(item=blade) if blade else movement.SPRINT.act(target.who)
    if points == 3 and not me.hidden:
        cover = table(me.play).between(me, at_hand)
        if cover:
            return movement.TAKE_COVER.act(item=cover[0])
    if points == 3:
        weapon = me.weapon(gun)
        if weapon is not None and weapon.automatic and me.band_to(target) == SHORT:
            return automatic.FULL_AUTO.act(target.who, item=gun)
    what = play.call(shot, me, target, gun, points)
    return Act(what, target.who, item=gun) if what else END.act()


def shot(play: Game, me: Fighter, target: Fighter, gun: str, points: int) -> str:
    """The shot that promises most for the points left; empty for none worth it.

    With points for both a normal shot and a quick one, an aimed one has to promise more than the two.
    """
    weapon = me.weapon(gun)
    if weapon is None or not points:
        return ""
    promised = {kind: judgement.promise(play, me, target, weapon, kind) for kind in SINGLE}
    quick = judgement.quick_open(play, me, target, gun)
    if points == 1:
        return QUICK.name if quick and promised[QUICK] > judgement.SCARCELY else ""
    both = promised[NORMAL] + (promised[QUICK] if quick else 0)
    aims = points == 3 and not me.engaged and promised[AIMED] >= both
    return AIMED.name if aims else NORMAL.name


def long_shot(play: Game, me: Fighter, gun: str, points: int) -> Act | None:
    """An aimed shot at somebody just out of range, if it promises something."""
    near, weapon = me.least(nearest), me.weapon(gun)
    if near is None or weapon is None or points < 3 or me.engaged or me.watching:
        return None
    just_beyond = me.band_to(near) == weapon.band + 1 and ranged.in_reach(play, me, near, weapon)
    if not just_beyond or (me.hidden and not near.hidden):
        return None
    promised = judgement.promise(play, me, near, weapon, AIMED)
    return shots.AIMED.act(near.who, item=gun) if promised >= judgement.WORTHWHILE else None


def out_of_range(me: Fighter, gun: str) -> Act:
    """What to do with a loaded gun and nobody in its range.

    From cover one waits for a foe in the open who is nearly there; else one goes nearer.
    """
    near, weapon = me.least(nearest), me.weapon(gun)
    if near is None or weapon is None or me.watching:
        return END.act()
    if me.hidden and not near.hidden and CLOSE < me.band_to(near) <= weapon.band + 1:
        return shots.OVERWATCH.act(near.who)
    return rising(me) if me.prone else movement.SPRINT.act(near.who)


def rising(me: Fighter) -> Act:
    """Get up from the ground, if the legs carry one."""
    return END.act() if me.legs_gone else movement.GET_UP.act()


def without_gun(me: Fighter, near: Fighter, points: int) -> Act:
    """What to do with nothing to shoot with, and nobody at arm's length."""
    if me.prone:
        return rising(me)
    empty = me.about(empty_gun)
    if empty and (me.play.house.ammo_reloads == "unlimited" or me.about(fighter.clips_left(empty)) > 0):
        return gear.RELOAD.act(item=empty) if points >= 2 else END.act()
    gun = me.about(gun_to_draw)
    if points == 3 and me.band_to(near) == SHORT and me.about(swordsman):
        return movement.SPRINT.act(near.who)
    if gun:
        return gear.DRAW.act(item=gun)
    lying = table(me.play).between(me, gun_at_feet)
    if lying and points >= me.play.house.disarm_pick_up_cost:
        return gear.PICK_UP.act(item=lying)
    blade = me.about(blade_to_draw)
    if blade and me.about(bare):
        return gear.DRAW.act(item=blade)
    return movement.SPRINT.act(near.who)


# --- answers to the other questions ---------------------------------------------------------------


def defend(play: Game, me: Fighter, about: melee.Attacked) -> bool:
    """Defend in melee with a fair pool; the game master keeps no darkness back."""
    return me.level("melee combat") >= MIDDLING


def defence_six(play: Game, me: Fighter, about: melee.Defended) -> str:
    """Take away all that hits, if that can be done; else strike back, or do what is left."""
    if 0 < about.sixes <= about.left:
        return melee.CANCEL
    wanted = (melee.COUNTER, melee.CANCEL, melee.RAISE, melee.UNSPENT)
    return next(what for what in wanted if what in about.options)


def increase_damage(play: Game, me: Fighter, about: bonus.Extra) -> int:
    """Put into damage what does not buy a critical injury."""
    crit, extra = about.weapon.crit, about.extra
    return extra - crit if crit and extra >= crit and extra >= 2 else extra


def bonus_effect(play: Game, me: Fighter, about: bonus.Left) -> str:
    """Buy a critical injury where that can be done, then fear."""
    wanted = (bonus.CRITICAL, bonus.FEAR, bonus.SUPPRESS, bonus.RAISE)
    return next(what for what in wanted if what in about.options)


def next_die(play: Game, me: Fighter, about: automatic.Burning) -> Who | None:
    """Go on until the target has two sixes."""
    return about.target.who if about.must or about.sixes < 2 else None


def pray(play: Game, me: Fighter, about: pool.Prayer) -> bool:
    """Pray when nothing came up, and not at any price."""
    return about.sixes == 0 and about.blanks >= 3 and not table(play).about(_much_darkness)


def _much_darkness(t: Table) -> bool:
    return t.darkness >= MOST_DARKNESS


def weapon_for_initiative(play: Game, me: Fighter, about: tuple[str, ...]) -> str:
    """The weapon the next attack will be made with."""
    gun = me.loaded_gun
    near = me.least(nearest)
    name = me.best_melee if near is not None and me.band_to(near) == CLOSE else gun
    return name if name in about else ""


def yes(play: Game, me: Fighter, about: tuple[Fighter]) -> bool:
    """Take the chance."""
    return True


sensible = policy(
    (
        ACT.by(action),
        melee.DEFEND.by(defend),
        melee.DEFENCE_SIX.by(defence_six),
        bonus.INCREASE_DAMAGE.by(increase_damage),
        bonus.BONUS_EFFECT.by(bonus_effect),
        automatic.NEXT_DIE.by(next_die),
        pool.PRAY.by(pray),
        initiative.WEAPON.by(weapon_for_initiative),
        overwatch.FIRE.by(yes),
        movement.STRIKE_IN_PASSING.by(yes),
    )
)
"""Fight on: the weakest foe in reach, cover first, defend what is worth it."""


# --- facts that the pilot looks at -----------------------------------------------------------------


def next_by_name(a: Body, b: Body) -> tuple[bool, str]:
    """Who of those whom nothing else parts: the first by name after a, and round again."""
    return b.sheet.name <= a.sheet.name, b.sheet.name


@parted_by(next_by_name)
def first_of(_: Body, b: Body) -> tuple[int, ...]:
    """Who of equals comes first: by order of turns; where that is not rolled, the next by name."""
    return fighter.turn_place(b)


@parted_by(first_of)
def nearest(a: Body, b: Body) -> tuple[int, int] | None:
    """The nearest unbroken foe, by band and then by hit points.

    Of equals it is the first in the order of the turn, which is rolled: the order of a list decides nothing.
    """
    if a.side == b.side or not fighter.unbroken(b):
        return None
    return fighter.band(a, b), b.hp


@parted_by(first_of)
def weakest_in_range(a: Body, b: Body) -> tuple[int, int] | None:
    """The weakest unbroken foe within the range of the loaded gun in hand.

    Of equals it is the nearest, then the first in the order of the turn.
    """
    if a.side == b.side or not fighter.unbroken(b):
        return None
    gun = weapon_named(a, fighter.loaded_gun(a))
    far = fighter.band(a, b)
    place = b.hp, far
    return place if CLOSE < far <= min(gun.band, LONG) or far == gun.band else None


def patient_at_hand(a: Body, b: Body) -> tuple[int, ...] | None:
    """A Broken ally at arm's length; of several the one who would act first.

    It is asked only for those who have not failed on any patient.
    """
    fits = a.sheet != b.sheet and a.side == b.side and b.hp == 0 and not b.dead and not b.failed
    return fighter.turn_place(b) if fits and fighter.band(b, a) == CLOSE else None


def light_melee(b: Body) -> str:
    """The best weapon for a quick blow: a light one in hand, else none."""
    best = fighter.best_melee(b)
    return best if weapon_named(b, best).light else UNARMED


def bare(b: Body) -> bool:
    """No melee weapon in hand."""
    return fighter.best_melee(b) == "unarmed"


def blade_to_draw(b: Body) -> str:
    """A melee weapon that could be drawn."""
    return next((w.name for w in b.kit if w.melee and not fighter.in_hand(b, w.name)), "")


def gun_to_draw(b: Body) -> str:
    """A loaded ranged weapon that could be drawn."""
    return next(
        (w.name for w in b.kit if not w.melee and w.name not in b.hands and w.name not in b.empty), ""
    )


def empty_gun(b: Body) -> str:
    """An empty gun in hand."""
    return next((name for name in fighter.ranged_in_hand(b) if name in b.empty), "")


def gun_at_feet(t: Table, b: Body) -> str:
    """A loaded gun on the ground at arm's length that one does not carry."""
    mine = {w.name for w in b.kit}
    names = {name for name in gear.near(t, b) if name not in mine}
    return next((x.weapon.name for x in t.ground if x.weapon.name in names and not x.weapon.melee), "")


def swordsman(b: Body) -> bool:
    """Whether there is a blade in hand, which one uses no worse than a gun."""
    return not bare(b) and fighter.level("melee combat")(b) >= fighter.level("ranged combat")(b)


def duellist(b: Body) -> bool:
    """Whether one has a blade, which one uses far better than a gun."""
    armed = bool(blade_to_draw(b)) or not bare(b)
    better = fighter.level("melee combat")(b) - fighter.level("ranged combat")(b)
    return armed and better >= FAR_BETTER
