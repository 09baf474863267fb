"""Explosives: thrown, planted and set off, everybody around them for themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.ground import Blast
from affray.core.message import joined, msg
from affray.core.space import Point
from affray.core.tally import Mod, tally
from affray.rulesets.serenity import defence, harm, strike, tables
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity.area import all_in, distance, middle, placeable, placed, reach
from affray.rulesets.serenity.declare import Action, AtFoes, Blow, Lines, SheetLine, fit, wielded
from affray.rulesets.serenity.dice import Die
from affray.rulesets.serenity.fighter import Fighter, bombs, carries, table
from affray.rulesets.serenity.needs import Asked, Needs
from affray.rulesets.serenity.sheet import BASIC
from affray.rulesets.serenity.state import Body, Game, State, Table
from affray.rulesets.serenity.tables import ARM, AVERAGE, EASY
from affray.tabletop import Names
from affray.tabletop.question import Question


def circle(name: str) -> int:
    """How far an explosive reaches (SER-EXPL-02)."""
    return max(ring.reach for ring in tables.explosives()[name])


def throwable(play: Game, actor: Fighter, target: Fighter, act: Act, ahead: int) -> Needs:
    """What the throw of an explosive needs (SER-EXPL-01, SER-R38)."""
    weapon = actor.weapon(act.item)
    yield weapon is not None and weapon.explosive, "SER-EXPL-01", "does not carry it"
    yield weapon is None or "planted" not in weapon.tags, "SER-R38", "is too heavy to throw"
    yield actor.limbs.count("arm") < 2, "SER-LIMB-03", "both arms are out of use"
    if weapon is not None:
        yield from placeable(play, actor, weapon, target, act, "SER-R38", ahead)


def throw_explosive(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    """Throw it to a fighter's feet or to a spot (SER-EXPL-01, SER-R38)."""
    weapon, at, spot = actor.weapon(act.item), middle(target, act), act.to
    if weapon is None:
        return
    far = distance(actor, at, spot, weapon)
    play.do(fx.Dropped(actor.who, act.item), "SER-R38")
    total = play.call(placed, actor, weapon, far, "SER-R38", "throw")
    if total < EASY:
        at, spot = astray(play, actor), None
    blast(play, actor, act.item, at, spot)


def thrown_about(fight: State, who: Who, name: str) -> Blast:
    """What a thrown explosive reaches."""
    return Blast(circle(name), reach(fight, who, name))


THROW_EXPLOSIVE = Blow(
    name="throw explosive",
    lines=AtFoes(bombs),
    free=fit,
    needs=Asked(throwable),
    ready=wielded,
    rules=("SER-R38",),
    run=throw_explosive,
    family="blast",
    tags={"attack"},
    wants="to",
    blast=thrown_about,
    sheet=SheetLine(("SER-R38", "SER-EXPL-02")),
)


def at_feet(names: Names, who: Who | None) -> str:
    """Where a bad throw lands."""
    if who is None:
        return "harmlessly, away from everyone"
    return msg("at the feet of {whom}", whom=names[who])


LANDS_BY: Question[tuple[Fighter], Who | None] = Question(
    name="lands by",
    asks="{foe}'s throw goes wide. Where does it land?",
    tells="The throw goes wide and lands {what}",
    rules=("SER-R38",),
    says=at_feet,
)


def astray(play: Game, actor: Fighter) -> Fighter | None:
    """Where a bad throw lands is the game master's to say (SER-R38)."""
    everybody = (None, *[one.who for one in table(play).all(_standing)])
    who = LANDS_BY.put(play, table(play), (actor,), lambda: everybody)
    return None if who is None else Fighter(play, who)


def _standing(_: Table, b: Body) -> int | None:
    return None if b.dead else 0


def blast(play: Game, actor: Fighter, name: str, at: Fighter | None, spot: Point | None) -> None:
    """Separate damage for everybody, by the ring they are in (SER-EXPL-01, -02)."""
    rings = tables.explosives()[name]
    near: list[Who] = []
    for n, ring in enumerate(rings):
        for victim in all_in(play, at, spot, ring.reach):
            if victim.who not in near:
                near.append(victim.who)
                play.call(blown, actor, victim, name, n)


def blown(play: Game, actor: Fighter, victim: Fighter, name: str, n: int) -> None:
    """The damage of one ring to one fighter (SER-EXPL-02, SER-R25)."""
    ring, harms = tables.explosives()[name][n], tables.weapons()[name].harm
    dice = tally(Die("SER-EXPL-01", ring.damage, name))
    rules = ("SER-EXPL-01", "SER-EXPL-02", "SER-R25")
    if play.house.explosive_dodge:
        kind = defence.chosen(play, victim, actor, False)
        if kind == defence.DODGE and defence.bare(play, victim, kind) >= AVERAGE:
            dice = tally(*dice, Mod("SER-R25", -((ring.damage + 1) // 2), "dodged"))
    dealt = play.call(harm.dealt, victim, actor, 0, BASIC, dice, harms)
    play.call(harm.suffer, victim, dealt, "", table(play).shared and not actor.poised, *rules)
    strike.wake(play, victim)


# --- charges --------------------------------------------------------------------------------------


def to_plant(fight: State, who: Who) -> Iterator[str]:
    """The kinds of explosives that somebody carries."""
    return (w.name for w in dict.fromkeys(fight.bodies[who].kit) if w.explosive)


def is_known(play: Game, actor: Fighter, act: Act) -> bool:
    """Whether there is such a weapon at all."""
    return act.item in tables.weapons()


def plant_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse what is not carried, or no explosive (SER-R38)."""
    play.need(actor.about(carries(act.item)), "SER-R38", "does not carry it")
    play.need(act.item in tables.explosives(), "SER-R38", "is no explosive")


def plant(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Leave an explosive where one is (SER-R38)."""
    play.do(fx.Planted(actor.who, tables.weapons()[act.item]), "SER-R38")
    play.do(fx.Dropped(actor.who, act.item), "SER-R38")


def planted_at(fight: State, who: Who, name: str) -> Blast:
    """What a charge reaches, and where it can be."""
    return Blast(circle(name), ARM)


PLANT = Action(
    name="plant",
    lines=Lines(to_plant),
    needs=plant_needs,
    ready=is_known,
    cost=1,
    rules=("SER-R38",),
    run=plant,
    family="plain",
    item="",
    blast=planted_at,
    sheet=SheetLine(),
)


def to_set_off(name: str, fight: State, who: Who) -> Iterator[Act]:
    """A line for each charge of one's side."""
    side = fight.bodies[who].side
    return (Act(name, n=n) for n, charge in enumerate(fight.table.charges) if charge.side == side)


def there_is(play: Game, actor: Fighter, act: Act) -> bool:
    """Whether the own side has planted a charge of this number."""
    return table(play).between(actor, planted(act.n)) is not None


def set_off_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse a charge that is not there, or another side's (SER-R38)."""
    play.need(there_is(play, actor, act), "SER-R38", "has planted no such charge")


def set_off(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Set off the charge of this number that the own side has planted (SER-R38)."""
    ours = table(play).between(actor, planted(act.n))
    if ours is not None:
        name, spot = ours
        play.do(fx.WentOff(act.n), "SER-R38")
        blast(play, actor, name, None, spot)


def charge_in_words(_: Names, act: Act) -> str:
    """Which charge."""
    return joined(" ", (act.name, msg("charge {n}", n=act.n + 1)))


SET_OFF = Action(
    name="set off",
    lines=to_set_off,
    free=fit,
    fights=True,
    needs=set_off_needs,
    ready=there_is,
    cost=1,
    rules=("SER-R38",),
    run=set_off,
    family="charge",
    tags={"attack"},
    says=charge_in_words,
    sheet=SheetLine(),
)


@cache
def planted(n: int) -> Callable[[Table, Body], tuple[str, Point] | None]:
    """The name and the spot of a charge, if it is one's own side's."""

    def read(t: Table, b: Body) -> tuple[str, Point] | None:
        if not 0 <= n < len(t.charges) or t.charges[n].side != b.side:
            return None
        return t.charges[n].weapon.name, t.charges[n].spot

    return read
