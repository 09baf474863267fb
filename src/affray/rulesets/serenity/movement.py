"""Moving at one's own pace, hustling, running; lying down, getting up, cover."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.message import msg
from affray.core.ruleset import Changed, Measure
from affray.core.space import Point, passes, within
from affray.rulesets.serenity import covering, harm, rights
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity.declare import Action, Lines, SheetLine, fit, foes
from affray.rulesets.serenity.effects.place import goal
from affray.rulesets.serenity.fighter import Fighter, table
from affray.rulesets.serenity.house import House
from affray.rulesets.serenity.measures import of_rest
from affray.rulesets.serenity.sheet import Cover
from affray.rulesets.serenity.state import Body, Game, State, Table
from affray.rulesets.serenity.tables import ARM


@dataclass(frozen=True, slots=True)
class Going:
    """A movement of so many paces, below 0 away from somebody; the shortest is a walk."""

    paces: int

    @property
    def walks(self) -> bool:
        """Whether it is at one's own pace, for no action."""
        return abs(self.paces) == 1

    def step(self, house: House) -> int:
        """How far one gets, in centimetres (SER-R32)."""
        return self.paces * house.move_pace * 100

    def metres(self, house: House) -> str:
        """The same for the sheet."""
        return msg("{metres} m", metres=abs(self.paces) * house.move_pace)

    def needs(self, play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
        """Refuse those who cannot walk, and a place that is too far (SER-R32)."""
        play.need(not actor.prone, "SER-FREE-03", "is on the ground")
        play.need(not actor.lamed, "SER-LIMB-03", "has a leg out of use")
        play.need(act.to is not None or act.at is not None, "SER-R32", "there is nowhere to go")
        if act.to is not None:
            step = abs(self.step(play.house))
            near, far = actor.about(reaches(act.to, step)), step // 100
            play.need(near, "SER-R32", "the place is more than {step} m away", step=far)
        if self.walks:
            play.need(not actor.walked, "SER-R32", "has already walked this turn")

    def run(self, play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
        """Go to a place, to somebody, or away from somebody (SER-R32)."""
        go(play, actor, act.to, act.at, self.step(play.house), self.walks)

    def measured(self, fight: State, who: Who, act: Act) -> Iterator[Measure]:
        """Whether it ends where it leads, and not on the way (SER-R37)."""
        there = act.to
        if there is None and act.at is not None:
            there = goal(fight.bodies[who].spot, fight.bodies[act.at].spot, self.step(fight.house))
        arrives = Changed(who, lambda before, after: after.spot == there != before.spot)
        yield Measure("gets there", arrives, headline=True, kind="arrival")
        yield from of_rest(fight, who, act)


def going(*, name: str, paces: int, cost: int, at: str = "towards", anywhere: bool = True) -> Action:
    """A movement towards somebody, and `anywhere` to a place, too."""
    way = Going(paces)
    return Action(
        name=name,
        lines=Lines(whom=foes),
        needs=way.needs,
        cost=cost,
        rules=("SER-R32",),
        run=way.run,
        family=way.measured,
        tags={"move"} if anywhere else {"move", "targeted"},
        wants="to" if anywhere else "",
        at=at,
        sheet=SheetLine(note=way.metres),
    )


WALK = going(name="walk", paces=1, cost=0)
BACK_OFF = going(name="back off", paces=-1, cost=0, at="from", anywhere=False)
HUSTLE = going(name="hustle", paces=2, cost=1)
RUN = going(name="run", paces=4, cost=2)


def go(play: Game, actor: Fighter, to: Point | None, at: Who | None, step: int, walked: bool) -> None:
    """The movement, with whoever waited for it on the way (SER-COVERING-01)."""
    if at is not None and actor.some(covering.looks_out):
        to = actor.between(Fighter(play, at), leads(step))
    if to is None and at is not None:
        play.do(fx.MovedBy(actor.who, at, step, walked), "SER-R32")
    elif to is not None and (not actor.some(covering.looks_out) or covering.crossed(play, actor, to, walked)):
        play.do(fx.Moved(actor.who, to, walked), "SER-R32")
    apart(play, actor)


def apart(play: Game, one: Fighter) -> None:
    """Whoever is out of arm's length holds nobody, nor a gun to a head (SER-R18, SER-R34)."""
    for other in (one.victim, one.menacer):
        if other is not None and not one.near(other):
            harm.spare(play, one, "SER-R34")
    for other in (one.caught, one.holder):
        if other is not None and not one.near(other):
            harm.release(play, one, "SER-R18")


@cache
def leads(step: int) -> Callable[[Body, Body], Point]:
    """The place to which so long a step towards somebody leads."""
    return lambda b, other: goal(b.spot, other.spot, step)


@cache
def reaches(to: Point, step: int) -> Callable[[Body], bool]:
    """Whether a place is no farther than this."""
    return lambda b: within(b.spot, to, step)


# --- posture and cover ------------------------------------------------------------------------------


def drop_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse whoever lies there already, or is held (SER-FREE-03)."""
    play.need(not actor.prone, "SER-FREE-03", "is already on the ground")
    play.need(not actor.held, "SER-GRAP-05", "is held")


def drop_to_the_ground(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Lie down, for nothing; it does not end covering, but wakes a gun at the head (SER-FREE-03)."""
    if rights.interrupted(play, actor) and not actor.prone:
        play.do(fx.LayDown(actor.who), "SER-FREE-03")


DROP = Action(
    name="drop to the ground",
    lines=Lines(when=lambda fight, who: not fight.bodies[who].prone),
    free=fit,
    needs=drop_needs,
    cost=None,
    rules=("SER-FREE-03",),
    run=drop_to_the_ground,
    family="plain",
    tags={"move"},
    sheet=SheetLine(),
)


def stand_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse whoever stands, or cannot (SER-R32)."""
    play.need(actor.prone, "SER-R32", "is standing")
    play.need(not actor.walked, "SER-R32", "has already walked this turn")
    play.need(not actor.lamed, "SER-LIMB-03", "has a leg out of use")


def get_up(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Stand up, in the place of a walk (SER-R32)."""
    play.do(fx.Stood(actor.who), "SER-R32")
    covering.appeared(play, actor)


GET_UP = Action(
    name="get up",
    lines=Lines(when=lambda fight, who: fight.bodies[who].prone),
    needs=stand_needs,
    cost=0,
    rules=("SER-R32",),
    run=get_up,
    family="plain",
    tags={"move"},
    sheet=SheetLine(note="for the free walk"),
)


def cover_named(play: Game, name: str) -> Cover | None:
    """The cover of this name, if there is one."""
    return next((c for c in table(play).about(covers) if c.name == name), None)


def cover_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse a cover that is not there, not at hand, or in use (SER-COVER-00)."""
    cover, name = cover_named(play, act.item), act.item
    play.need(cover is not None, "SER-COVER-00", "there is no such cover")
    near = cover is None or table(play).between(actor, is_at_hand(name))
    play.need(near, "SER-COVER-00", "it is out of reach")
    play.need(actor.about(elsewhere(name)), "SER-COVER-00", "is already behind it")
    play.need(not actor.walked, "SER-R32", "has already walked this turn")


def take_cover(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Get behind something at hand, in the place of a walk (SER-R32, SER-COVER-00)."""
    play.do(fx.TookCover(actor.who, cover_named(play, act.item)), "SER-COVER-00", "SER-R32")


TAKE_COVER = Action(
    name="take cover",
    lines=Lines(lambda fight, who: at_hand(fight.table, fight.bodies[who])),
    needs=cover_needs,
    cost=0,
    rules=("SER-COVER-00",),
    run=take_cover,
    family="plain",
    tags={"move"},
    item="behind",
    sheet=SheetLine(note="for the free walk"),
)


def at_hand(t: Table, b: Body) -> tuple[str, ...]:
    """The covers within arm's reach."""
    return tuple(c.name for c in t.covers if c.line is None or passes(c.line.a, c.line.b, b.spot, ARM))


@cache
def is_at_hand(name: str) -> Callable[[Table, Body], bool]:
    """Whether a cover is within arm's reach."""
    return lambda t, b: name in at_hand(t, b)


@cache
def elsewhere(name: str) -> Callable[[Body], bool]:
    """Whether one is not behind this cover."""
    return lambda b: b.cover is None or b.cover.name != name


def covers(t: Table) -> tuple[Cover, ...]:
    """All covers of the scene."""
    return t.covers
