"""Moving, and the attacks that it opens; cover, lying down, getting up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.message import figure, msg
from affray.core.space import Point, passes
from affray.core.tally import Mod
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis import melee, overwatch, reaction
from affray.rulesets.coriolis.declare import Action, Lines, Rule, SheetLine, foes, reconsiders
from affray.rulesets.coriolis.effects.place import bound_for
from affray.rulesets.coriolis.fighter import Fighter, strikes_with, table
from affray.rulesets.coriolis.house import House
from affray.rulesets.coriolis.phrases import armed_with
from affray.rulesets.coriolis.sheet import CLOSE, Cover
from affray.rulesets.coriolis.state import Body, Game, State, Table
from affray.rulesets.coriolis.triggers import (
    Place,
    aims_at,
    leaves,
    lies_in_wait,
    opportunists,
    watch_reach,
)
from affray.sheet import Item
from affray.tabletop import Names
from affray.tabletop.question import Question, YesNo

Rank: TypeAlias = Callable[[Body, Body], Place | None]
Step: TypeAlias = Callable[[Game, Fighter], int]
"""How far somebody comes by a movement, in centimetres; below 0 away from somebody."""

OPPORTUNITY = Mod("COR-AOO-04", 2, "opportunity")
CRAWLED = 500
"""How far the prone crawl in an action, in centimetres (AMB-52)."""


# --- going --------------------------------------------------------------------------------------------


def forth(play: Game, actor: Fighter) -> int:
    """How far an action takes a fighter who stands, in centimetres (COR-ACT-10)."""
    return play.house.move_rate * 100 // (2 if actor.slowed else 1)


def back(play: Game, actor: Fighter) -> int:
    """The same away from somebody: less than nothing (AMB-57)."""
    return -forth(play, actor)


def along(play: Game, actor: Fighter) -> int:
    """How far it takes the prone (AMB-52)."""
    return CRAWLED


@dataclass(frozen=True, slots=True)
class Afoot:
    """Refuses the prone, and a movement that leads nowhere (COR-ACT-10, AMB-52)."""

    step: Step

    def __call__(self, play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
        """With the place that is meant, or whom it is towards."""
        play.need(not actor.prone, "AMB-52", "is prone")
        step = self.step(play, actor)
        play.need(act.to is not None or act.at is not None, "COR-ACT-10", "there is nowhere to go")
        if act.to is not None:
            near, far = actor.about(_reaches(act.to, abs(step))), abs(step) // 100
            play.need(near, "COR-ACT-10", "the place is more than {step} m away", step=far)
        play.need(leads_on(play, actor, act.to, act.at, step), "COR-ACT-10", "is already there")


def crawl_needs(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    """Refuse whoever stands, and everybody where the option does not let them (AMB-52)."""
    play.need(play.house.prone_crawl, "AMB-52", "crawling is not allowed")
    play.need(actor.prone, "AMB-52", "is not prone")
    play.need(leads_on(play, actor, None, target.who, CRAWLED), "COR-ACT-10", "is already there")


@dataclass(frozen=True, slots=True)
class Going:
    """Moves: to a place, as near as can be to somebody, or away (COR-ACT-10, AMB-57)."""

    step: Step
    cost: int
    rule: str

    def __call__(self, play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
        """See `go`; the prone crawl towards somebody, to no place."""
        to = None if self.step is along else act.to
        go(play, actor, to, act.at, self.step(play, actor), self.cost, self.rule)


def going(
    *,
    name: str,
    step: Step,
    needs: Rule,
    cost: int,
    rule: str,
    at: str,
    anywhere: bool,
    lines: Lines,
    sheet: SheetLine,
) -> Action:
    """A movement, which others may interrupt on the way: towards somebody, and `anywhere` to a place, too."""
    return Action(
        name=name,
        lines=lines,
        needs=needs,
        cost=cost,
        rules=(rule,),
        under_way=True,
        run=Going(step, cost, rule),
        family="going",
        tags={"move"} if anywhere else {"move", "targeted"},
        wants="to" if anywhere else "",
        at=at,
        sheet=sheet,
    )


def metres(house: House) -> str:
    """How far an action takes one, for the sheet."""
    return msg("{metres} m", metres=house.move_rate)


def crawls(house: House) -> bool:
    """Whether the prone may crawl (AMB-52)."""
    return house.prone_crawl


def may_crawl(fight: State, who: Who) -> bool:
    """Whether somebody lies on the ground and the option lets them crawl."""
    return lies(fight, who) and crawls(fight.house)


SPRINT = going(
    name="sprint",
    lines=Lines(whom=foes),
    step=forth,
    needs=Afoot(forth),
    cost=1,
    rule="COR-ACT-10",
    at="towards",
    anywhere=True,
    sheet=SheetLine(note=metres),
)
FALL_BACK = going(
    name="fall back",
    lines=Lines(whom=foes),
    step=back,
    needs=Afoot(back),
    cost=1,
    rule="COR-ACT-10",
    at="from",
    anywhere=False,
    sheet=SheetLine(note=metres),
)
CRAWL = going(
    name="crawl",
    lines=Lines(whom=foes, when=may_crawl),
    step=along,
    needs=crawl_needs,
    cost=2,
    rule="AMB-52",
    at="towards",
    anywhere=False,
    sheet=SheetLine(when=crawls),
)


def leads_on(play: Game, actor: Fighter, to: Point | None, at: Who | None, step: int) -> bool:
    """Whether a movement leads anywhere but to where one is (COR-ACT-10)."""
    if to is not None:
        return actor.about(_is_elsewhere(to))
    return at is None or actor.between(Fighter(play, at), _farther(step))


@cache
def _is_elsewhere(to: Point) -> Callable[[Body], bool]:
    return lambda b: b.spot != to


@cache
def _farther(step: int) -> Callable[[Body, Body], bool]:
    return lambda b, other: bound_for(b.spot, other.spot, step) != b.spot


def go(play: Game, actor: Fighter, to: Point | None, at: Who | None, step: int, cost: int, rule: str) -> None:
    """Announce where to, let others interrupt on the way, and arrive if one can."""
    if to is not None:
        play.do(fx.Headed(actor.who, to), rule)
    elif at is not None:
        play.do(fx.HeadedFor(actor.who, at, step), rule)
    if passage(play, actor, cost):
        play.do(fx.Moved(actor.who), rule)
        overwatch.caught_in_melee(play, actor)
    else:
        play.do(fx.Stayed(actor.who), "COR-AOO-02")


def passage(play: Game, mover: Fighter, cost: int) -> bool:
    """Overwatch and opportunity along the way; whether the mover can still go on.

    It is fired and struck where the mover is then.
    """
    declined, asked = list[Who](), list[Who]()
    lying, fired, under_way = mover.prone, False, False
    while mover.able and mover.free and mover.prone == lying:
        foe, shoots = next_reaction(play, mover, declined, asked)
        if fired and not under_way and not shoots:
            if reconsiders(play, mover, cost):
                return False
            fired = False
        if foe is None:
            return True
        if not shoots:
            asked.append(foe.who)
            under_way |= opportunity(play, mover, foe)
        elif overwatch.fires(play, foe, mover):
            under_way |= come_into(play, mover, foe)
            overwatch.shoot(play, foe, mover)
            fired = True
        else:
            declined.append(foe.who)
    return False


def next_reaction(
    play: Game, mover: Fighter, declined: list[Who], asked: list[Who]
) -> tuple[Fighter | None, bool]:
    """Who reacts next to a movement, and whether it is with a shot.

    Whoever's arc or arms the mover comes to first; at one place the highest initiative, whatever
    the reaction, or whom the game master picks (AMB-61).
    """
    house = play.house
    sees = lies_in_wait(overwatch.points(play), overwatch.far(play))
    passed = opportunists(1 - house.ap_borrow, house.aoo_on_entry, house.aoo_light_only)
    watchers = mover.ranked(sees) if overwatch.anybody_watches(play) else []
    shots = [f for f in watchers if f.who not in declined and overwatch.ready_for(play, f)]
    strikes = [f for f in mover.ranked(passed) if f.who not in asked and overwatch.ready_for(play, f)]
    if house.reactions_order == "gm":
        shots, strikes = _nearest_on_the_way(mover, shots, strikes, sees, passed)
        foe = reaction.next_of(play, mover, [*shots, *[f for f in strikes if f not in shots]])
        return foe, foe in shots
    if shots and strikes:
        shoots = _place(mover, shots[0], sees) <= _place(mover, strikes[0], passed)
        return (shots if shoots else strikes)[0], shoots
    return next(iter((*shots, *strikes)), None), bool(shots)


def _nearest_on_the_way(
    mover: Fighter, shots: list[Fighter], strikes: list[Fighter], sees: Rank, passed: Rank
) -> tuple[list[Fighter], list[Fighter]]:
    """Those of both who come first on the way, however high their initiative."""
    places = [*[_place(mover, f, sees)[0] for f in shots], *[_place(mover, f, passed)[0] for f in strikes]]
    return (
        [f for f in shots if _place(mover, f, sees)[0] == min(places)],
        [f for f in strikes if _place(mover, f, passed)[0] == min(places)],
    )


def _place(mover: Fighter, foe: Fighter, rank: Rank) -> Place:
    place = mover.between(foe, rank)
    assert place is not None
    return place


def come_into(play: Game, mover: Fighter, watcher: Fighter) -> bool:
    """Go on to where an arc and its range begin; whether that is any way."""
    far = overwatch.far(play)
    if watcher.between(mover, aims_at(far)):
        return False
    play.do(fx.CameInto(mover.who, watcher.who, watcher.about(watch_reach(far))), "COR-OVW-05")
    return True


STRIKE_IN_PASSING = YesNo(
    name="attack of opportunity",
    asks="{foe} moves past {who}. Make an attack of opportunity (1 AP, +2 dice)?",
    tells="{who} makes an attack of opportunity",
    deed="make an attack of opportunity",
    listed=lambda _: Item(
        "attack of opportunity",
        ("COR-AOO-01", "COR-AOO-02", "COR-AOO-03"),
        msg("1 AP; {dice} dice", dice=figure(OPPORTUNITY.amount, "+d")),
    ),
)
STRIKE_WITH: Question[tuple[Fighter, *tuple[str, ...]], str] = Question(
    name="strike with",
    asks="What does {who} strike at {foe} with?",
    tells=lambda who, weapon: msg("{who} strikes {armed}", who=who, armed=armed_with(weapon)),
    rules=("COR-AOO-01",),
)


def opportunity(play: Game, mover: Fighter, foe: Fighter) -> bool:
    """One whom the mover leaves or passes may strike, once (COR-AOO-01..04, AMB-32).

    The answer is whether the mover has come any way before it is struck.
    """
    leaving = mover.between(foe, leaves)
    rule = "COR-AOO-02" if leaving else "COR-AOO-03"
    if not STRIKE_IN_PASSING.put(play, foe, (mover,), by=(rule,)):
        return False
    comes = mover.band_to(foe) != CLOSE
    if comes:
        play.do(fx.CameUpTo(mover.who, foe.who, mover.about(_arm)), rule)
    strike(play, foe, mover)
    return comes


def strike(play: Game, foe: Fighter, mover: Fighter) -> None:
    """A full melee attack for 1 AP with two dice more (COR-AOO-01, -04)."""
    weapon = chosen_to_strike(play, foe, mover)
    reaction.react(play, foe, 1, False, "COR-AOO-01")
    if foe.watching:
        play.do(fx.WatchEnded(foe.who), "COR-OVW-07")
    if overwatch.interrupted(play, foe):
        melee.clash(play, foe, mover, weapon, (OPPORTUNITY,), play.house.aoo_defendable)


def chosen_to_strike(play: Game, foe: Fighter, mover: Fighter) -> str:
    """The weapon of an attack of opportunity: any in hand, or bare hands (AMB-32)."""
    options = foe.about(strikes_with(play.house.aoo_light_only))
    if len(options) == 1:
        return options[0]
    return STRIKE_WITH.put(play, foe, (mover, *options), lambda: options)


def _arm(b: Body) -> int:
    return b.sheet.edges[0]


@cache
def _reaches(to: Point, step: int) -> Callable[[Body], bool]:
    return lambda b: (b.spot.x - to.x) ** 2 + (b.spot.y - to.y) ** 2 <= step * step


# --- posture and cover --------------------------------------------------------------------------


def stands(fight: State, who: Who) -> bool:
    """Whether somebody is on their feet."""
    return not lies(fight, who)


def lies(fight: State, who: Who) -> bool:
    """Whether somebody is on the ground."""
    b: Body = fight.bodies[who]
    return b.prone


def lie_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse whoever lies on the ground (COR-ACT-16)."""
    play.need(not actor.prone, "COR-ACT-16", "is already prone")


def hits_the_ground(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Lie down (COR-ACT-16)."""
    play.do(fx.Fell(actor.who), "COR-ACT-16")


def stand_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse whoever stands, or cannot (COR-ACT-17)."""
    play.need(actor.prone, "COR-ACT-17", "is standing")
    play.need(not actor.legs_gone, "COR-CRT-02", "cannot use either leg")


def gets_up(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Stand up (COR-ACT-17)."""
    play.do(fx.Stood(actor.who), "COR-ACT-17")


def covers_at_hand(fight: State, who: Who) -> tuple[str, ...]:
    """The covers within somebody's reach."""
    return at_hand(fight.table, fight.bodies[who])


def cover_named(play: Game, name: str) -> Cover | None:
    """The cover of this name, if there is one."""
    return next((c for c in table(play).about(_covers) if c.name == name), None)


def cover_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse a cover that is not there, not at hand, or in use (COR-COV-01)."""
    cover, name = cover_named(play, act.item), act.item
    play.need(cover is not None, "COR-COV-01", "there is no such cover")
    play.need(cover is None or table(play).between(actor, _at_hand(name)), "COR-COV-01", "it is out of reach")
    play.need(cover is None or actor.about(_elsewhere(name)), "COR-COV-01", "is already behind it")


def takes_cover(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Get behind something at hand (COR-COV-01, COR-ACT-11)."""
    play.do(fx.TookCover(actor.who, cover_named(play, act.item)), "COR-COV-01")


def behind_cover(names: Names, act: Act) -> str:
    """Behind which."""
    return msg("take cover behind {cover}", cover=act.item) if act.item else act.name


def at_hand(t: Table, b: Body) -> tuple[str, ...]:
    """The covers within arm's reach."""
    close = b.sheet.edges[0]
    return tuple(c.name for c in t.covers if c.line is None or passes(c.line.a, c.line.b, b.spot, close))


@cache
def _at_hand(name: str) -> Callable[[Table, Body], bool]:
    return lambda t, b: name in at_hand(t, b)


@cache
def _elsewhere(name: str) -> Callable[[Body], bool]:
    return lambda b: b.cover is None or b.cover.name != name


def _covers(t: Table) -> tuple[Cover, ...]:
    return t.covers


TAKE_COVER = Action(
    name="take cover",
    lines=Lines(items=covers_at_hand),
    needs=cover_needs,
    cost=1,
    rules=("COR-COV-01", "COR-ACT-11"),
    run=takes_cover,
    family="plain",
    tags={"move"},
    says=behind_cover,
    sheet=SheetLine(("COR-ACT-11", "COR-COV-01")),
)


def posture(*, name: str, when: Callable[[State, Who], bool], needs: Rule, run: Rule, rule: str) -> Action:
    """Lying down, and getting up."""
    return Action(
        name=name,
        lines=Lines(when=when),
        needs=needs,
        cost=1,
        rules=(rule,),
        run=run,
        family="plain",
        tags={"move"},
        sheet=SheetLine(),
    )


HIT_THE_GROUND = posture(
    name="hit the ground", when=stands, needs=lie_needs, run=hits_the_ground, rule="COR-ACT-16"
)
GET_UP = posture(name="get up", when=lies, needs=stand_needs, run=gets_up, rule="COR-ACT-17")
