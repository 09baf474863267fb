"""The autopilot's policy: sensible play from what a combatant could know.

It goes by facts only.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from affray.core.act import Act
from affray.core.space import within
from affray.rulesets.d6 import casting, cover, gear, vehicles
from affray.rulesets.d6.attack import BURST
from affray.rulesets.d6.dice import DIE, half
from affray.rulesets.d6.fighter import (
    Fighter,
    code,
    cover_kind,
    defence,
    extra,
    hidden,
    hostile,
    loaded,
    pace,
    surprised,
    table,
    weapon_named,
)
from affray.rulesets.d6.house import House
from affray.rulesets.d6.sheet import FOOT, HIDDEN, PORT, REACH, Weapon
from affray.rulesets.d6.state import Body, Game
from affray.rulesets.d6.tables import FIST, cover_kinds

ARM, STEP, RUN, FAR = range(4)
"""How far a foe is: at arm's length, within half a move, within a move, beyond."""
FEW = 9
"""Pips that a code must keep for several actions at once to be worth it."""
SAFE, BOMB = 21 * FOOT, 300 * FOOT
"""How far off a target must be for anything that bursts, and may be for a spell that does."""


def sensible(play: Game, who: Any, question: str, options: Callable[[], Any], about: tuple[Any, ...]) -> Any:
    """Fight on: the weakest foe in reach, from cover, as the code bears it."""
    answer = ANSWERS.get(question)
    return answer(play, who) if answer else options()[0]


# --- how many actions, and which first ------------------------------------------------------------------


def actions(play: Game, me: Fighter) -> int:
    """How many to declare; the cap is kept."""
    most = play.house.actions_most
    wanted = wish(play, me)
    return min(wanted, most) if most else wanted


def wish(play: Game, me: Fighter) -> int:
    """How many actions what one has in mind takes."""
    near = me.least(nearest(play.house.half_rounds))
    if near is None or me.driving:
        return 1
    if spell_name(me):
        return several(me, to_cast(play, me), casting.CASTING)
    gun = me.about(gun_in_hand)
    if gun and not me.about(ready_gun):
        return several(me, gear.to_load(play, me, gun) + 1, skill_of(me, gun))
    if gun or me.riding:
        return 1
    far = me.between(near, apart(play.house.half_rounds))
    drawing = not me.armed and bool(me.about(blade_to_draw))
    needed = 1 + drawing + me.prone + (far == RUN)
    return several(me, needed, skill_of(me, me.about(blade_to_draw) if drawing else me.about(blade)))


def several(me: Fighter, wanted: int, skill: str) -> int:
    """So many actions if the code bears them; else one."""
    return wanted if me.code(skill) - DIE * (wanted - 1) >= FEW else 1


def first_skill(play: Game, me: Fighter) -> str:
    """The skill of what one has in mind."""
    if spell_name(me):
        return casting.CASTING
    gun = me.about(gun_in_hand)
    if me.driving and not gun:
        return "vehicle operation"
    name = gun or (me.about(blade_to_draw) if not me.armed else me.about(blade))
    return skill_of(me, name or FIST)


# --- the next action ------------------------------------------------------------------------------------


def action(play: Game, me: Fighter) -> Act:
    """What to do next in the turn."""
    near = me.least(nearest(play.house.half_rounds))
    if near is None or me.left <= 0:
        return Act("end")
    spell = spell_name(me)
    if spell and allowed(me, casting.CASTING):
        return cast(play, me, near, spell)
    gun = me.about(gun_in_hand)
    if gun and me.about(ready_gun) and allowed(me, skill_of(me, gun)):
        return shoot(play, me, near, gun)
    if gun and not me.about(ready_gun) and me.about(_can_load):
        return Act("load", item=gun)
    if me.driving:
        return Act("evade") if allowed(me, "vehicle operation") else Act("end")
    bomb = me.about(bomb_in_hand)
    if bomb and allowed(me, skill_of(me, bomb)) and (mark := me.least(worth_a_bomb(bomb))) is not None:
        return Act("throw", mark.who, item=bomb)
    return strike(play, me, near)


def allowed(me: Fighter, skill: str) -> bool:
    """Whether this skill may be used now, by what was declared first."""
    free = me.led or me.play.house.order_skill != "first_action" or not me.lead
    return (free or me.lead == skill) and me.manages(me.code(skill) - DIE * me.extra() + unsteadiness(me))


def unsteadiness(me: Fighter) -> int:
    """Pips that the vehicle takes off."""
    return sum([mod.amount for mod in vehicles.unsteady(me)])


def cast(play: Game, me: Fighter, near: Fighter, name: str) -> Act:
    """The next component; the last at somebody in reach."""
    spell = me.knows(name)
    if spell is None or not casting.last(play, me, spell):
        return Act("cast", item=name)
    mark = me.least(in_sight(spell.reach, SAFE if spell.radius else 0))
    if mark is None:
        return strike(play, me, near)
    return Act("cast", mark.who, item=name)


def shoot(play: Game, me: Fighter, near: Fighter, gun: str) -> Act:
    """From cover if there is any; aimed, in a burst or to suppress if it must be."""
    mark = me.least(best_mark(gun, play.house))
    if mark is None:
        return approach(play, me, near)
    shelter = "" if me.riding or me.bound or me.cover is not None else table(play).between(me, shelters)
    if shelter and not play.house.cover_action:
        return Act("take cover", item=shelter)
    if me.between(mark, could_hit(gun, BURST, play.house)):
        name = "burst" if me.has_shots(gun, BURST) and me.about(_automatic(gun)) else "attack"
        return Act(name, mark.who, item=gun)
    if (
        me.about(_automatic(gun))
        and me.has_shots(gun, 2 * BURST)
        and me.between(mark, pinned(gun, play.house))
    ):
        return Act("suppress", mark.who, item=gun, n=10 if play.house.suppress_cost == "one" else 5)
    if me.fresh and me.actions <= 1 and (not me.riding or me.about(_still)) and not me.aimed:
        return Act("aim", mark.who, item=gun)
    return Act("attack", mark.who, item=gun)


def strike(play: Game, me: Fighter, near: Fighter) -> Act:
    """Hand to hand: get there, get up, draw, strike."""
    if me.prone and not me.riding and not me.bound:
        return Act("stand up")
    better = me.about(blade_to_draw)
    if better and not me.armed:
        return Act("draw", item=better)
    name = me.about(blade)
    if me.between(near, apart(play.house.half_rounds)) == ARM and not me.between(near, out_of_sight):
        ready = allowed(me, skill_of(me, name))
        return Act("attack", near.who, item=name) if ready else Act("end")
    return approach(play, me, near)


def approach(play: Game, me: Fighter, near: Fighter) -> Act:
    """Towards the nearest: half a move where that is enough."""
    if me.riding or me.bound:
        return Act("end")
    if me.prone:
        return Act("stand up")
    far = me.between(near, apart(play.house.half_rounds))
    if far == ARM or (me.halves and me.moves + 1 >= me.actions) or me.moves >= 4:
        return Act("end")
    if far == STEP and not me.halves and me.actions > me.moves and not me.between(near, out_of_sight):
        return Act("half move", near.who)
    return Act("move", near.who)


def yes(play: Game, me: Fighter) -> bool:
    """Take the chance."""
    return True


ANSWERS: dict[str, Callable[[Game, Fighter], Any]] = {
    "actions": actions,
    "first skill": first_skill,
    "action": action,
    "held action goes off": yes,
    "notices": yes,
    "end the fight": yes,
}


# --- facts that the pilot looks at ------------------------------------------------------------------------


def distance(a: Body, b: Body, rounds: str) -> int:
    """How far off somebody is, in what one can do about it."""
    feet = pace(a, rounds) * FOOT
    for n, reach in enumerate((REACH, feet // 2 + 3 * FOOT, feet + 3 * FOOT)):
        if within(a.spot, b.spot, reach):
            return n
    return FAR


@cache
def apart(rounds: str) -> Callable[[Body, Body], int]:
    """How far off somebody is."""
    return lambda a, b: distance(a, b, rounds)


@cache
def nearest(rounds: str) -> Callable[[Body, Body], tuple[int, int] | None]:
    """The nearest foe, then the weakest."""
    return lambda a, b: (distance(a, b, rounds), b.hp) if hostile(a, b) else None


def out_of_sight(a: Body, b: Body) -> bool:
    """Whether either is hidden from the other."""
    return hidden(a, b) or hidden(b, a)


@cache
def in_sight(reach: int, least: int) -> Callable[[Body, Body], int | None]:
    """The weakest foe in sight within this reach, and no nearer than that."""

    def rank(a: Body, b: Body) -> int | None:
        near = least and within(a.spot, b.spot, least)
        fits = hostile(a, b) and within(a.spot, b.spot, reach) and not near and not out_of_sight(a, b)
        return b.hp if fits else None

    return rank


def _best_total(a: Body, b: Body, weapon: Weapon, shots: int, house: House) -> int:
    """The most that an attack could come to."""
    burst = weapon.automatic and loaded(a, weapon.name) >= shots
    pips = code(a, weapon.skill, house) + DIE * (burst + a.aimed - extra(a, house.multi_penalty))
    return max(0, pips // DIE * 6 + pips % DIE)


def _number(a: Body, b: Body, house: House) -> int:
    """The defence as one would guess it."""
    if surprised(a, b):
        return 5
    kind = cover_kind(a, b)
    row = cover_kinds().get(PORT if kind == HIDDEN else kind)
    return defence(b, "reflexes", house) - DIE * extra(b, house.multi_penalty) + (row.amount if row else 0)


@cache
def could_hit(gun: str, shots: int, house: House) -> Callable[[Body, Body], bool]:
    """Whether the best of dice would hit and hurt."""

    def test(a: Body, b: Body) -> bool:
        weapon = weapon_named(a, gun)
        if weapon is None:
            return False
        margin = _best_total(a, b, weapon, shots, house) - _number(a, b, house)
        return margin >= 0 and weapon.damage + margin > b.sheet.armour

    return test


@cache
def best_mark(gun: str, house: House) -> Callable[[Body, Body], tuple[bool, int] | None]:
    """Whom one could hit first, then the weakest, in range and in sight."""
    hits = could_hit(gun, BURST, house)

    def rank(a: Body, b: Body) -> tuple[bool, int] | None:
        weapon = weapon_named(a, gun)
        if weapon is None or not hostile(a, b) or out_of_sight(a, b):
            return None
        return (not hits(a, b), b.hp) if within(a.spot, b.spot, weapon.reach) else None

    return rank


@cache
def pinned(gun: str, house: House) -> Callable[[Body, Body], bool]:
    """Whether half of the damage would hurt."""

    def test(a: Body, b: Body) -> bool:
        weapon = weapon_named(a, gun)
        return weapon is not None and half(weapon.damage, house.half_rounds) > b.sheet.armour

    return test


@cache
def worth_a_bomb(bomb: str) -> Callable[[Body, Body], int | None]:
    """The weakest foe in range of a throw, and not too near."""

    def rank(a: Body, b: Body) -> int | None:
        weapon = weapon_named(a, bomb)
        if weapon is None or loaded(a, bomb) < 1:
            return None
        return in_sight(weapon.reach, SAFE)(a, b)

    return rank


def shelters(t: Any, b: Body) -> str:
    """A cover within reach."""
    found = cover.at_hand(t, b)
    return found[0] if found else ""


@cache
def _automatic(gun: str) -> Callable[[Body], bool]:
    def test(b: Body) -> bool:
        weapon = weapon_named(b, gun)
        return weapon is not None and weapon.automatic

    return test


def gun_in_hand(b: Body) -> str:
    """A ranged weapon in hand that is loaded, or can be."""
    guns = [w for w in b.kit if w.kind == "ranged" and w.name in b.hands]
    return next((w.name for w in guns if loaded(b, w.name) or b.spares), "")


def ready_gun(b: Body) -> bool:
    """Whether that weapon is loaded."""
    return loaded(b, gun_in_hand(b)) > 0


def _can_load(b: Body) -> bool:
    return b.spares > 0


def bomb_in_hand(b: Body) -> str:
    """An explosive in hand."""
    return next((w.name for w in b.kit if w.explosive and w.name in b.hands and loaded(b, w.name)), "")


def blade(b: Body) -> str:
    """The best weapon in hand to strike with."""
    found = [w for w in b.kit if w.kind == "melee" and w.name in b.hands]
    return max(found, key=lambda w: w.damage).name if found else FIST


def blade_to_draw(b: Body) -> str:
    """A weapon to strike with that could be drawn."""
    return next(
        (w.name for w in b.kit if w.kind == "melee" and w.name not in b.hands and w.name not in b.dropped), ""
    )


def _still(b: Body) -> bool:
    return b.drives is not None and b.speed == 0


@cache
def _skill_of(name: str) -> Callable[[Body], str]:
    def skill(b: Body) -> str:
        weapon = weapon_named(b, name)
        return weapon.skill if weapon is not None else "brawling"

    return skill


def skill_of(me: Fighter, name: str) -> str:
    """The skill that a weapon takes."""
    return me.about(_skill_of(name or FIST))


def spell_name(me: Fighter) -> str:
    """The spell under way, or the best one known; no area with foes too near for it."""
    return me.spell or me.about(_best_spell(me.least(in_sight(BOMB, SAFE)) is not None))


@cache
def _best_spell(area: bool) -> Callable[[Body], str]:
    def best(b: Body) -> str:
        found = [s for s in b.sheet.spells if area or not s.radius]
        worth = {s.name: s.damage * (2 if s.radius else 1) / max(1, len(s.components)) for s in found}
        return max(found, key=lambda s: (worth[s.name], s.name)).name if found else ""

    return best


def to_cast(play: Game, me: Fighter) -> int:
    """Actions until the spell is cast."""
    spell = me.knows(spell_name(me))
    done = me.components if me.spell else 0
    return max(1, casting.length(play, spell) - done) if spell is not None else 1
