"""Weapons in hand: drawing, picking up, reloading; and what the sheet leaves to the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.message import msg
from affray.core.space import within
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis.declare import Action, Lines, Rule, SheetLine, fit, skilled
from affray.rulesets.coriolis.fighter import Fighter, carries, clips_left, table, trained
from affray.rulesets.coriolis.house import House
from affray.rulesets.coriolis.pool import skill_tally, tested
from affray.rulesets.coriolis.state import Body, Game, State, Table
from affray.tabletop import Cost, Names, anything_goes


def handled(
    *,
    name: str,
    items: Callable[[State, Who], tuple[str, ...]],
    needs: Rule,
    run: Rule,
    cost: Cost[House],
    rule: str,
) -> Action:
    """An action with a thing, and at nobody."""
    return Action(
        name=name,
        lines=Lines(items=items),
        needs=needs,
        run=run,
        cost=cost,
        rules=(rule,),
        family="plain",
        says=with_thing,
        sheet=SheetLine(),
    )


def with_thing(names: Names, act: Act) -> str:
    """What is done with which weapon."""
    return msg("{what} {weapon}", what=act.name, weapon=act.item) if act.item else act.name


# --- drawing ------------------------------------------------------------------------------------------


def to_draw(fight: State, who: Who) -> tuple[str, ...]:
    """The weapons carried that are not in hand."""
    b = fight.bodies[who]
    return tuple(w.name for w in b.kit if w.name not in b.hands and not w.natural)


def draw_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse what is not carried, or in hand (COR-ACT-12)."""
    play.need(actor.about(carries(act.item)), "COR-ACT-12", "does not carry it")
    play.need(act.item not in actor.hands, "COR-ACT-12", "it is already in hand")


def draws(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Put a weapon in hand (COR-ACT-12)."""
    play.do(fx.Drew(actor.who, act.item), "COR-ACT-12")


DRAW = handled(name="draw", items=to_draw, needs=draw_needs, cost=1, run=draws, rule="COR-ACT-12")


# --- picking up ---------------------------------------------------------------------------------------


def near(t: Table, b: Body) -> tuple[str, ...]:
    """The weapons on the ground at arm's length."""
    lying = (thing.weapon.name for thing in t.ground if within(thing.spot, b.spot, b.sheet.edges[0]))
    return tuple(dict.fromkeys(lying))


@cache
def _lies_near(name: str) -> Callable[[Table, Body], bool]:
    return lambda t, b: name in near(t, b)


def to_pick_up(fight: State, who: Who) -> tuple[str, ...]:
    """The weapons on the ground at somebody's arm's length."""
    return near(fight.table, fight.bodies[who])


def pick_up_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse what lies too far away, or is carried (AMB-53)."""
    play.need(table(play).between(actor, _lies_near(act.item)), "AMB-53", "it is not within reach")
    play.need(not actor.about(carries(act.item)), "AMB-53", "already carries a weapon of that name")


def picks_up(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Take a weapon from the ground at arm's length, if it still lies there (AMB-53)."""
    if table(play).between(actor, _lies_near(act.item)):
        play.do(fx.TookUp(actor.who, act.item), "AMB-53")
        play.do(fx.Lifted(actor.who, act.item), "AMB-53")


def to_pick_up_costs(house: House) -> int:
    """Its cost is an option (AMB-53)."""
    return house.disarm_pick_up_cost


PICK_UP = handled(
    name="pick up", items=to_pick_up, needs=pick_up_needs, cost=to_pick_up_costs, run=picks_up, rule="AMB-53"
)


# --- reloading ----------------------------------------------------------------------------------------


def to_reload(fight: State, who: Who) -> tuple[str, ...]:
    """The weapons in hand that are empty, or on the way to it."""
    b = fight.bodies[who]
    return tuple(name for name in b.hands if name in b.empty or name in b.quick)


def reload_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse what is no gun in hand, or has no clip left (COR-ACT-08, AMB-54)."""
    weapon = actor.weapon(act.item)
    play.need(weapon is not None and not weapon.melee, "COR-ACT-08", "the weapon is not in hand")
    counted = play.house.ammo_reloads == "counted"
    play.need(not counted or actor.about(clips_left(act.item)) > 0, "AMB-54", "has no clip left for it")


def reloads(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """A fresh clip (COR-ACT-08, AMB-54)."""
    counted = play.house.ammo_reloads == "counted"
    play.do(fx.Reloaded(actor.who, act.item, counted), "COR-ACT-08", "COR-AUT-06")


RELOAD = handled(name="reload", items=to_reload, needs=reload_needs, cost=2, run=reloads, rule="COR-ACT-08")


# --- what is told -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tested:
    """A skill is tested, and the game master says what comes of it (AMB-56)."""

    skill: str
    rule: str

    def __call__(self, play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
        """The test, told with its sixes."""
        pool = skill_tally(actor, self.skill, self.rule, None)
        sixes = tested(play, actor, act.name, self.skill, pool, self.rule)
        play.do(fx.Narrated(actor.who, act.name, sixes), self.rule)


@dataclass(frozen=True, slots=True)
class Learned:
    """Refuses who has not learned the skill, and what else stands in the way."""

    skill: str
    rule: str
    more: Rule = anything_goes

    def __call__(self, play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
        """See `skilled`."""
        skilled(play, actor, self.skill, self.rule)
        self.more(play, actor, target, act)


@dataclass(frozen=True, slots=True)
class HasLearned:
    """Whether somebody has learned a skill."""

    skill: str

    def __call__(self, fight: State, who: Who) -> bool:
        """From the body."""
        return trained(self.skill)(fight.bodies[who])


def told(
    *, name: str, cost: int, skill: str, rule: str, more: Rule, when: Callable[[State, Who], bool]
) -> Action:
    """An action that the sheet names and leaves to the table: paid and tested (AMB-56)."""
    return Action(
        name=name,
        lines=Lines(when=when),
        needs=Learned(skill, rule, more),
        cost=cost,
        rules=(rule,),
        run=Tested(skill, rule),
        family="told",
        sheet=SheetLine(),
    )


def drives(fight: State, who: Who) -> bool:
    """Whether somebody drives."""
    b: Body = fight.bodies[who]
    return b.sheet.driving


def at_the_wheel(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse who cannot ram anybody (COR-ACT-09)."""
    play.need(actor.driving, "COR-ACT-09", "is not driving")
    play.need(not actor.prone, "COR-ACT-09", "is prone")
    play.need(not actor.hidden, "COR-ACT-09", "is behind cover")


POWER = told(
    name="activate power",
    cost=3,
    skill="mystic powers",
    rule="COR-ACT-04",
    more=anything_goes,
    when=HasLearned("mystic powers"),
)
TINKER = told(
    name="tinker",
    cost=3,
    skill="technology",
    rule="COR-ACT-05",
    more=anything_goes,
    when=HasLearned("technology"),
)
RAM = told(name="ram", cost=2, skill="pilot", rule="COR-ACT-09", more=at_the_wheel, when=drives)


def shouts(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """A quick word to an ally (COR-ACT-20)."""
    play.do(fx.Narrated(actor.who, "shout"), "COR-ACT-20", "COR-AP-06")


SHOUT = Action(
    name="shout",
    free=fit,
    needs=anything_goes,
    cost=None,
    rules=(),
    run=shouts,
    family="plain",
    sheet=SheetLine(("COR-ACT-20",)),
)
