"""The autopilot's policy: sensible play from what a combatant could know.

It goes by facts only.
"""

from __future__ import annotations

from typing import Any

from affray.core.act import Act
from affray.rulesets.d6 import casting, cover, driving, gear, holding, movement, order, vehicles
from affray.rulesets.d6.aiming import AIM
from affray.rulesets.d6.attack import ATTACK, BURST, SHOTS
from affray.rulesets.d6.blast import THROW
from affray.rulesets.d6.declare import Action
from affray.rulesets.d6.dice import DIE
from affray.rulesets.d6.fighter import Fighter, table
from affray.rulesets.d6.judgement import (
    ARM,
    BOMB,
    RUN,
    SAFE,
    STEP,
    apart,
    automatic,
    best_mark,
    best_spell,
    blade,
    blade_to_draw,
    bomb_in_hand,
    can_load,
    could_hit,
    gun_in_hand,
    hands_full_of,
    hard_to_hit,
    hiding_place,
    in_sight,
    lurks,
    nearest,
    out_of_sight,
    pinned,
    port_at_hand,
    ready_gun,
    shelters,
    skill_with,
    speed_to,
    still,
    worth_a_bomb,
)
from affray.rulesets.d6.round import ACT, NOTICES
from affray.rulesets.d6.state import Game, Ready
from affray.rulesets.d6.suppression import SUPPRESS
from affray.rulesets.d6.tables import FIST
from affray.tabletop.question import policy

FEW = 9
"""Pips that a code must keep for several actions at once to be worth it."""


# --- how many actions, and which first ------------------------------------------------------------------


def actions(play: Game, me: Fighter, about: Any) -> int:
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
    if gun or me.riding or bomb_to_throw(me):
        return 1
    far = me.between(near, apart(play.house.half_rounds))
    drawing = bool(me.about(blade_to_draw))
    needed = 1 + drawing + me.prone + (far == RUN)
    return several(me, needed, skill_of(me, me.about(blade_to_draw) if drawing else me.about(blade)))


def several(me: Fighter, wanted: int, skill: str) -> int:
    """So many actions if the code bears them; else one."""
    return wanted if me.code(skill) - DIE * (wanted - 1) >= FEW else 1


def first_skill(play: Game, me: Fighter, about: Any) -> str:
    """The skill of what one has in mind."""
    if spell_name(me):
        return casting.CASTING
    gun = me.about(gun_in_hand)
    if me.driving and (not gun or me.least(best_mark(gun, play.house)) is None):
        return driving.SKILL
    return skill_of(me, gun or bomb_to_throw(me) or me.about(blade_to_draw) or me.about(blade))


# --- the next action ------------------------------------------------------------------------------------


def action(play: Game, me: Fighter, about: Any) -> Act:
    """What to do next in the turn."""
    near = me.least(nearest(play.house.half_rounds))
    if near is None or me.left <= 0:
        return order.END.act()
    spell = spell_name(me)
    if spell and allowed(me, casting.CASTING):
        return cast(play, me, near, spell)
    gun = me.about(gun_in_hand)
    if gun and me.about(ready_gun) and allowed(me, skill_of(me, gun)):
        return shoot(play, me, near, gun)
    if gun and not me.about(ready_gun) and me.about(can_load):
        return hide(play, me) or gear.LOAD.act(item=gun)
    if me.driving:
        return drive(play, me, near) if allowed(me, driving.SKILL) else order.END.act()
    bomb = bomb_to_throw(me)
    if bomb and allowed(me, skill_of(me, bomb)) and (mark := me.least(worth_a_bomb(bomb))) is not None:
        return THROW.act(mark.who, item=bomb)
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
        return casting.CAST.act(item=name)
    mark = me.least(in_sight(spell.reach, SAFE if spell.radius else 0))
    if mark is None:
        return strike(play, me, near)
    return casting.CAST.act(mark.who, item=name)


def shoot(play: Game, me: Fighter, near: Fighter, gun: str) -> Act:
    """Shoot from cover if there is any; aimed, in a burst or to suppress if it must be."""
    if (port := me.about(hiding_place)) and not play.house.cover_action:
        return cover.TAKE_COVER.act(item=port)
    mark = me.least(best_mark(gun, play.house))
    if mark is None:
        return await_them(play, me, gun) or approach(play, me, near)
    shelter = "" if me.riding or me.bound or me.cover is not None else table(play).between(me, shelters)
    if shelter and not play.house.cover_action:
        return cover.TAKE_COVER.act(item=shelter)
    aims = me.fresh and me.actions <= 1 and (not me.riding or me.about(still)) and not me.aimed
    if me.between(mark, could_hit(gun, SHOTS, play.house)):
        if aims and me.between(mark, hard_to_hit(gun, play.house)):
            return AIM.act(mark.who, item=gun)
        return shot_with(me, gun).act(mark.who, item=gun)
    if (
        me.about(automatic(gun))
        and me.has_shots(gun, 2 * SHOTS)
        and me.between(mark, pinned(gun, play.house))
    ):
        return SUPPRESS.act(mark.who, item=gun, n=10 if play.house.suppress_cost == "one" else 5)
    return (AIM if aims else ATTACK).act(mark.who, item=gun)


def shot_with(me: Fighter, gun: str) -> Action:
    """A burst, if it has the shots for one."""
    return BURST if me.has_shots(gun, SHOTS) and me.about(automatic(gun)) else ATTACK


def hide(play: Game, me: Fighter) -> Act | None:
    """Get out of sight behind total cover, to load there."""
    port = me.about(port_at_hand)
    allowed_to = play.house.cover_total == "two_modes" and not play.house.cover_action and not me.fought
    return cover.GET_OUT_OF_SIGHT.act(item=port) if port and allowed_to else None


def await_them(play: Game, me: Fighter, gun: str) -> Act | None:
    """Wait for those in range who keep out of sight, for they have to come out to attack."""
    waits = me.some(lurks(gun)) and me.left == 1
    return holding.HOLD.act() if waits and me.manages(me.code(skill_of(me, gun)) + unsteadiness(me)) else None


def held(play: Game, me: Fighter, about: Any) -> Ready:
    """What one holds ready: the gun."""
    gun = me.about(gun_in_hand)
    return Ready(shot_with(me, gun).name, gun or FIST)


def anything(play: Game, me: Fighter, about: Any) -> str:
    """Whatever they do."""
    return "acts"


def drive(play: Game, me: Fighter, near: Fighter) -> Act:
    """Drive after those who are far, no faster than it takes; evasively when they are not."""
    speed = me.between(near, speed_to)
    return driving.DRIVE.act(near.who, item=speed) if speed else driving.EVADE.act()


def strike(play: Game, me: Fighter, near: Fighter) -> Act:
    """Hand to hand: get there, get up, draw, strike."""
    if me.prone and not me.riding and not me.bound:
        return movement.STAND_UP.act()
    better = me.about(blade_to_draw)
    if better:
        full = me.about(hands_full_of)
        return gear.DROP.act(item=full) if full else gear.DRAW.act(item=better)
    name = me.about(blade)
    if me.between(near, apart(play.house.half_rounds)) == ARM and not me.between(near, out_of_sight):
        ready = allowed(me, skill_of(me, name))
        return ATTACK.act(near.who, item=name) if ready else order.END.act()
    return approach(play, me, near)


def approach(play: Game, me: Fighter, near: Fighter) -> Act:
    """Go towards the nearest: half a move where that is enough."""
    if me.riding or me.bound:
        return order.END.act()
    if me.prone:
        return movement.STAND_UP.act()
    far = me.between(near, apart(play.house.half_rounds))
    if far == ARM or (me.halves and me.moves + 1 + me.halves > me.actions) or me.moves >= 4:
        return order.END.act()
    if far == STEP and not me.halves and me.actions > me.moves and not me.between(near, out_of_sight):
        return movement.HALF_MOVE.act(near.who)
    return movement.MOVE.act(near.who)


def yes(play: Game, me: Fighter, about: Any) -> bool:
    """Take the chance."""
    return True


sensible = policy(
    (
        ACT.by(action),
        order.ACTIONS.by(actions),
        order.FIRST_SKILL.by(first_skill),
        holding.TRIGGER.by(anything),
        holding.WHAT.by(held),
        holding.GOES_OFF.by(yes),
        holding.LET_GO.by(yes),
        NOTICES.by(yes),
    )
)
"""Fight on: the weakest foe in reach, from cover, as the code bears it."""


# --- what it has in mind ----------------------------------------------------------------------


def bomb_to_throw(me: Fighter) -> str:
    """An explosive in hand, with somebody in range for it."""
    bomb = me.about(bomb_in_hand)
    return bomb if bomb and me.least(worth_a_bomb(bomb)) is not None else ""


def skill_of(me: Fighter, name: str) -> str:
    """The skill that a weapon takes."""
    return me.about(skill_with(name or FIST))


def spell_name(me: Fighter) -> str:
    """The spell under way, or the best one known; no area with foes too near for it."""
    return me.spell or me.about(best_spell(me.least(in_sight(BOMB, SAFE)) is not None))


def to_cast(play: Game, me: Fighter) -> int:
    """Actions until the spell is cast."""
    spell = me.knows(spell_name(me))
    done = me.components if me.spell else 0
    return max(1, casting.length(spell, play.house) - done) if spell is not None else 1
