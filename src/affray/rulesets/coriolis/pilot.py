"""The autopilot's policy: sensible play from what a combatant could know.

It goes by facts only.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.core.act import Act
from affray.core.view import parted_by
from affray.rulesets.coriolis import bonus, fighter, gear, judgement, melee, ranged
from affray.rulesets.coriolis.aid import BROKEN
from affray.rulesets.coriolis.fighter import Fighter, table, weapon_named
from affray.rulesets.coriolis.movement import at_hand
from affray.rulesets.coriolis.sheet import CLOSE, LONG, SHORT, Weapon
from affray.rulesets.coriolis.state import Body, Game, Table
from affray.rulesets.coriolis.tables import UNARMED

MIDDLING = 4
"""The level of skill from which defending and further blows are worth it."""
FAR_BETTER = 3
"""Levels of skill by which a blade must be ahead of a gun in hand, to take it instead."""
MOST_DARKNESS = 6
"""Players' combatants do not pray once the game master holds so many."""


def sensible(play: Game, who: Any, question: str, options: Callable[[], Any], about: tuple[Any, ...]) -> Any:
    """Fight on: the weakest foe in reach, cover first, defend what is worth it."""
    answer = ANSWERS.get(question)
    return answer(play, who, about) if answer else options()[0]


def action(play: Game, me: Fighter, about: tuple[Any, ...]) -> Act:
    """What to do with the slot."""
    points = 3 if me.can_pay(3) else 2 if me.can_pay(2) else 1 if me.can_pay(1) else 0
    if not points or me.paralysed:
        return Act("end")
    if me.pinned:
        return Act("break free") if points >= 2 else Act("end")
    if me.pinning:
        return Act("grapple attack") if points >= 2 else Act("quick grapple attack")
    near = me.least(nearest)
    if near is None:
        return Act("end")
    if (
        points == 3
        and me.trained("medicurgy")
        and not me.engaged
        and (patient := me.least(patient_at_hand)) is not None
    ):
        return Act("first aid", patient.who, item=BROKEN)
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
    if judgement.promise(play, me, foe, weapon, "normal shot") <= blow:
        return None
    return Act("normal shot", foe.who, item=gun)


def hand_to_hand(me: Fighter, foe: Fighter, points: int) -> Act:
    """What to do with a foe at arm's length."""
    name = me.best_melee
    better = me.about(blade_to_draw)
    if better and me.about(bare) and points == 3:
        return Act("draw", item=better)
    if points >= 2:
        return Act("melee attack", foe.who, item=name)
    spare = points and me.level("melee combat") >= MIDDLING
    return Act("quick melee attack", foe.who, item=me.about(light_melee)) if spare else Act("end")


def shooting(play: Game, me: Fighter, gun: str, points: int) -> Act:
    """What to do with a loaded gun and nobody at arm's length."""
    target = me.least(weakest_in_range)
    if target is None:
        return play.call(long_shot, me, gun, points) or out_of_range(me, gun)
    if me.band_to(target) == SHORT and not me.prone and me.about(duellist) and points >= 2:
        blade = me.about(blade_to_draw) if me.about(bare) else ""
        return Act("draw", item=blade) if blade else Act("sprint", target.who)
    if points == 3 and not me.hidden:
        cover = table(me.play).between(me, at_hand)
        if cover:
            return Act("take cover", item=cover[0])
    if points == 3:
        weapon = me.weapon(gun)
        if weapon is not None and weapon.automatic and me.band_to(target) == SHORT:
            return Act("full auto", target.who, item=gun)
    what = play.call(shot, me, target, gun, points)
    return Act(what, target.who, item=gun) if what else Act("end")


def shot(play: Game, me: Fighter, target: Fighter, gun: str, points: int) -> str:
    """The shot that promises most for the points left; empty for none worth it.

    With points for both a normal shot and a quick one, an aimed one has to promise more than the two.
    """
    weapon = me.weapon(gun)
    if weapon is None or not points:
        return ""
    promised = {kind: judgement.promise(play, me, target, weapon, kind) for kind in judgement.SINGLE}
    quick = judgement.quick_open(play, me, target, gun)
    if points == 1:
        return "quick shot" if quick and promised["quick shot"] > judgement.SCARCELY else ""
    both = promised["normal shot"] + (promised["quick shot"] if quick else 0)
    aims = points == 3 and not me.engaged and promised["aimed shot"] >= both
    return "aimed shot" if aims else "normal shot"


def long_shot(play: Game, me: Fighter, gun: str, points: int) -> Act | None:
    """An aimed shot at somebody just out of range, if it promises something."""
    near, weapon = me.least(nearest), me.weapon(gun)
    if near is None or weapon is None or points < 3 or me.engaged or me.watching:
        return None
    just_beyond = me.band_to(near) == weapon.band + 1 and ranged.in_reach(play, me, near, weapon)
    if not just_beyond or (me.hidden and not near.hidden):
        return None
    promised = judgement.promise(play, me, near, weapon, "aimed shot")
    return Act("aimed shot", near.who, item=gun) if promised >= judgement.WORTHWHILE else None


def out_of_range(me: Fighter, gun: str) -> Act:
    """What to do with a loaded gun and nobody in its range.

    From cover one waits for a foe in the open who is nearly there; else one goes nearer.
    """
    near, weapon = me.least(nearest), me.weapon(gun)
    if near is None or weapon is None or me.watching:
        return Act("end")
    if me.hidden and not near.hidden and CLOSE < me.band_to(near) <= weapon.band + 1:
        return Act("overwatch", near.who)
    return rising(me) if me.prone else Act("sprint", near.who)


def rising(me: Fighter) -> Act:
    """Get up from the ground, if the legs carry one."""
    return Act("end") if me.legs_gone else Act("get up")


def without_gun(me: Fighter, near: Fighter, points: int) -> Act:
    """What to do with nothing to shoot with, and nobody at arm's length."""
    if me.prone:
        return rising(me)
    empty = me.about(empty_gun)
    if empty and (me.play.house.ammo_reloads == "unlimited" or me.about(fighter.clips_left(empty)) > 0):
        return Act("reload", item=empty) if points >= 2 else Act("end")
    gun = me.about(gun_to_draw)
    if points == 3 and me.band_to(near) == SHORT and me.about(swordsman):
        return Act("sprint", near.who)
    if gun:
        return Act("draw", item=gun)
    lying = table(me.play).between(me, gun_at_feet)
    if lying and points >= me.play.house.disarm_pick_up_cost:
        return Act("pick up", item=lying)
    blade = me.about(blade_to_draw)
    if blade and me.about(bare):
        return Act("draw", item=blade)
    return Act("sprint", near.who)


# --- answers to the other questions ---------------------------------------------------------------


def defend(play: Game, me: Fighter, about: tuple[Any, ...]) -> bool:
    """Defend in melee with a fair pool; the game master keeps no darkness back."""
    return me.level("melee combat") >= MIDDLING


def defence_six(play: Game, me: Fighter, about: tuple[Any, ...]) -> str:
    """Take away all that hits, if that can be done; else strike back, or do what is left."""
    sixes, left, _, options = about
    if 0 < sixes <= left:
        return melee.CANCEL
    wanted = (melee.COUNTER, melee.CANCEL, melee.RAISE, melee.UNSPENT)
    return next(what for what in wanted if what in options)


def increase_damage(play: Game, me: Fighter, about: tuple[Any, ...]) -> int:
    """Put into damage what does not buy a critical injury."""
    weapon: Weapon = about[1]
    extra: int = about[2]
    return extra - weapon.crit if weapon.crit and extra >= weapon.crit and extra >= 2 else extra


def bonus_effect(play: Game, me: Fighter, about: tuple[Any, ...]) -> str:
    """Buy a critical injury where that can be done, then fear."""
    options = about[-1]
    return next(what for what in (bonus.CRITICAL, bonus.FEAR, bonus.SUPPRESS, bonus.RAISE) if what in options)


def next_die(play: Game, me: Fighter, about: tuple[Any, ...]) -> Any:
    """Go on until the target has two sixes."""
    target, sixes, must = about
    return target.who if must or sixes < 2 else None


def pray(play: Game, me: Fighter, about: tuple[Any, ...]) -> bool:
    """Pray when nothing came up, and not at any price."""
    _, got, blanks, _ = about
    return got == 0 and blanks >= 3 and not table(play).about(_much_darkness)


def _much_darkness(t: Table) -> bool:
    return t.darkness >= MOST_DARKNESS


def weapon_for_initiative(play: Game, me: Fighter, about: tuple[Any, ...]) -> str:
    """The weapon the next attack will be made with."""
    gun = me.loaded_gun
    near = me.least(nearest)
    name = me.best_melee if near is not None and me.band_to(near) == CLOSE else gun
    return name if name in about else ""


def yes(play: Game, me: Fighter, about: tuple[Any, ...]) -> bool:
    """Take the chance."""
    return True


ANSWERS: dict[str, Callable[[Game, Fighter, tuple[Any, ...]], Any]] = {
    "action": action,
    "defend": defend,
    "defence six": defence_six,
    "increase damage": increase_damage,
    "bonus effect": bonus_effect,
    "next die": next_die,
    "pray": pray,
    "weapon for initiative": weapon_for_initiative,
    "overwatch shot": yes,
    "attack of opportunity": yes,
}


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
