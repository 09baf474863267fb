"""Casting: an action for each component, and the roll with the last of them."""

from __future__ import annotations

from collections.abc import Iterator

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.tally import Tally
from affray.rulesets.d6 import attack, blast
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6.declare import Action, Need, SheetLine, foes
from affray.rulesets.d6.defence import against
from affray.rulesets.d6.fighter import Fighter
from affray.rulesets.d6.house import House
from affray.rulesets.d6.phrases import done_to
from affray.rulesets.d6.sheet import Spell
from affray.rulesets.d6.state import Body, Game, State
from affray.tabletop.action import Wanted

CASTING = "casting"


def length(spell: Spell, house: House) -> int:
    """The actions that a spell takes (DSX-CAST-01, -02, DSX-R11)."""
    return max(1, len(spell.components) + int(house.spell_cast_action))


def last(play: Game, actor: Fighter, spell: Spell) -> bool:
    """Whether the next action of this spell is the one that casts it."""
    done = actor.components if actor.spell == spell.name else 0
    return done + 1 >= length(spell, play.house)


def cast_needs(play: Game, actor: Fighter, target: Fighter, act: Act) -> list[Need]:
    """What has to hold for a spell; a target only for the action that casts it."""
    spell = actor.knows(act.item)
    conditions = [(spell is not None, "DSX-CAST-01", "does not know the spell")]
    if spell is None or not last(play, actor, spell):
        return conditions
    if act.at is not None and not spell.radius:
        conditions.append((target.living(), "DSX-R33", "there is no target"))
    return [
        *conditions,
        *blast.in_range(actor, act.at, act.to if spell.radius else None, spell.reach),
        attack.manages(actor, attack.skill_tally(actor, CASTING)),
    ]


def cast(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    """A component; with the last one the spell is cast (DSX-CAST-01..03)."""
    spell = actor.knows(act.item)
    if spell is None:
        return
    whole = ("DSX-CAST-02",) if len(spell.components) == 3 else ()
    within_a_round = ("DSX-CAST-03",) if actor.actions > 1 else ()
    if not last(play, actor, spell):
        play.do(fx.Chanted(actor.who, spell.name), "DSX-CAST-01", *whole, *within_a_round)
        return
    pool = attack.skill_tally(actor, CASTING)
    play.do(fx.SpellEnded(actor.who), "DSX-CAST-01", *whole, *within_a_round)
    if spell.radius:
        blast.level(play, actor, act, "DSX-AREA-02")
        total = attack.rolled(play, actor, CASTING, pool, "DSX-AREA-02", "DSX-AREA-03")
        play.call(blast.burst, actor, total, spell.damage, spell.radius, True)
    elif act.at is not None:
        play.call(on_one, actor, target, pool, spell)
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


# --- as an action ---------------------------------------------------------------------------------------


def to_cast(name: str, fight: State, who: Who) -> Iterator[Act]:
    """A component, or, as the last of them, the spell itself at somebody."""
    b: Body = fight.bodies[who]
    for spell in b.sheet.spells:
        under_way = b.components if b.spell == spell.name else 0
        whom = foes(fight, who) if under_way + 1 >= length(spell, fight.house) else (None,)
        yield from (Act(name, at, item=spell.name) for at in whom)


def area_named(b: Body, name: str) -> bool:
    """Whether one knows a spell of this name that has a radius."""
    return any(s.radius and s.name == name for s in b.sheet.spells)


def wants(fight: State, who: Who, act: Act) -> Wanted:
    """A place, for a spell with a radius."""
    return "to" if act.at is not None and area_named(fight.bodies[who], act.item) else ""


CAST = Action(
    name="cast",
    lines=to_cast,
    conditions=cast_needs,
    run=cast,
    event="casts",
    skill=CASTING,
    family="spell",
    tags={"attack"},
    wants=wants,
    called=done_to,
    sheet=SheetLine(("DSX-CAST-01",), "one component; the last one casts it"),
)
