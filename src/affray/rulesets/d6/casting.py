"""Casting: an action for each component, and the roll with the last of them."""

from __future__ import annotations

from affray.core.effect import Who
from affray.core.space import Point
from affray.core.tally import Tally
from affray.rulesets.d6 import attack, blast
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6.declare import Need
from affray.rulesets.d6.defence import against
from affray.rulesets.d6.fighter import Fighter
from affray.rulesets.d6.house import House
from affray.rulesets.d6.sheet import Spell
from affray.rulesets.d6.state import Game

CASTING = "casting"


def length(spell: Spell, house: House) -> int:
    """The actions that a spell takes (DSX-CAST-01, -02, DSX-R11)."""
    return max(1, len(spell.components) + int(house.spell_cast_action))


def last(play: Game, actor: Fighter, spell: Spell) -> bool:
    """Whether the next action of this spell is the one that casts it."""
    done = actor.components if actor.spell == spell.name else 0
    return done + 1 >= length(spell, play.house)


def needs(play: Game, actor: Fighter, at: Who | None, to: Point | None, name: str) -> list[Need]:
    """What has to hold for a spell; a target only for the action that casts it."""
    spell = actor.knows(name)
    conditions = [(spell is not None, "DSX-CAST-01", "does not know the spell")]
    if spell is None or not last(play, actor, spell):
        return conditions
    if at is not None and not spell.radius:
        conditions.append((Fighter(play, at).living(), "DSX-R33", "there is no target"))
    return [
        *conditions,
        *blast.in_range(actor, at, to if spell.radius else None, spell.reach),
        attack.manages(actor, attack.skill_tally(actor, CASTING)),
    ]


def cast(play: Game, actor: Fighter, at: Who | None, to: Point | None, name: str) -> None:
    """A component; with the last one the spell is cast (DSX-CAST-01..03)."""
    spell = actor.knows(name)
    if spell is None:
        return
    whole = ("DSX-CAST-02",) if len(spell.components) == 3 else ()
    within_a_round = ("DSX-CAST-03",) if actor.actions > 1 else ()
    if not last(play, actor, spell):
        play.do(fx.Chanted(actor.who, name), "DSX-CAST-01", *whole, *within_a_round)
        return
    pool = attack.skill_tally(actor, CASTING)
    play.do(fx.SpellEnded(actor.who), "DSX-CAST-01", *whole, *within_a_round)
    if spell.radius:
        blast.level(play, actor, at, to, "DSX-AREA-02")
        total = attack.rolled(play, actor, CASTING, pool, "DSX-AREA-02", "DSX-AREA-03")
        play.call(blast.burst, actor, total, spell.damage, spell.radius, True)
    elif at is not None:
        play.call(on_one, actor, Fighter(play, at), pool, spell)
    attack.spent(play, actor)


def on_one(play: Game, actor: Fighter, target: Fighter, pool: Tally, spell: Spell) -> None:
    """A spell at one target adds its margin, as any attack (DSX-AREA-04, DSX-SR-01)."""
    number = against(play, actor, target, spell.defence)
    total = attack.rolled(play, actor, CASTING, pool, "DSX-AREA-04", "DSX-ATK-01")
    if not blast.resists(play, target, total):
        if total >= number:
            play.call(attack.hit, actor, target, spell.damage, total - number)
        else:
            play.do(fx.Missed(target.who), "DSX-ATK-04")
    attack.alarmed(play, target)
