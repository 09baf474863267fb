"""Moving: full moves, half moves, crawling; what one runs into; standing up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.message import msg
from affray.core.space import passes, squared, within
from affray.core.tally import tally
from affray.rulesets.d6 import blast, suppression, vehicles
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6.codes import base, lowered
from affray.rulesets.d6.declare import Action, Lines, Need, SheetLine, afoot, foes
from affray.rulesets.d6.defence import floored
from affray.rulesets.d6.fighter import Fighter, table
from affray.rulesets.d6.sheet import FOOT, Mine, Sheet
from affray.rulesets.d6.state import Body, Game, State, Table
from affray.tabletop import UNLISTED

MOST = 4
"""Full moves in one round."""
TREAD = 3 * FOOT
"""How near one passes a mine to set it off."""


def step(actor: Fighter, how: str) -> int:
    """How far one goes: all of the movement, or half of it."""
    far = actor.pace() * FOOT
    return far if how == "move" else far // 2


RULES = {"move": "DSX-MOVE-02", "half move": "DSX-MOVE-01", "crawl": "DSX-STAND-01"}
"""The rule of each way to go."""


@dataclass(frozen=True, slots=True)
class Free:
    """What has to hold for a move, half a move or a crawl."""

    how: str

    def __call__(self, play: Game, actor: Fighter, _: Fighter, act: Act) -> list[Need]:
        """With the place that is meant, or whom it is towards."""
        rule, crawls, to = RULES[self.how], self.how == "crawl", act.to
        near = to is None or actor.about(vehicles.reaches(to, step(actor, self.how)))
        return [
            *afoot(actor),
            (act.at is not None or to is not None, rule, "has nowhere to go"),
            (near, rule, "the place is farther away than that"),
            (actor.prone == crawls, "DSX-STAND-01", "is prone" if actor.prone else "is not prone"),
            *(_of_half(play, actor) if self.how == "half move" else _of_whole(actor)),
        ]


def _of_half(play: Game, actor: Fighter) -> list[Need]:
    """Beside an action that is no move, once (DSX-MOVE-01, DSX-R9)."""
    others = actor.actions - actor.moves
    most = others if play.house.half_move == "each_action" else 1
    return [
        (others > 0, "DSX-MOVE-01", "needs a round of nothing but moving"),
        (actor.halves < max(1, most), "DSX-R9", "has already made a half move"),
    ]


def _of_whole(actor: Fighter) -> list[Need]:
    """Four at most, and each half move leaves room for another action (DSX-MOVE-03)."""
    room = not actor.halves or actor.moves + 1 + actor.halves <= actor.actions
    return [
        (actor.moves < MOST, "DSX-MOVE-03", "has made four moves"),
        (room, "DSX-MOVE-01", "has made a half move, which goes with an action that is no move"),
    ]


@dataclass(frozen=True, slots=True)
class Going:
    """Goes there, through whatever lies in the way (DSX-MOVE-01, -02)."""

    how: str
    back: bool

    def __call__(self, play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
        """To a place, towards somebody, or away."""
        rule, far = RULES[self.how], step(actor, self.how)
        head(play, actor, act, -far if self.back else far, rule)
        running = ("DSX-MULTI-05",) if actor.moves == MOST - 1 and actor.used == actor.actions == MOST else ()
        play.do(fx.Walked(actor.who, self.how != "half move"), rule, *running)
        suppression.crossed(play, actor)
        tread(play, actor)
        slow = ("DSX-BLOOD-02",) if actor.bloodied else ()
        play.do(fx.Moved(actor.who), rule, *slow)


def head(play: Game, actor: Fighter, act: Act, far: int, rule: str) -> None:
    """Turn to a place, or so far towards somebody; below 0 away."""
    if act.to is not None:
        play.do(fx.Headed(actor.who, act.to), rule)
    elif act.at is not None:
        play.do(fx.HeadedFor(actor.who, act.at, far), rule)


def going(
    *, name: str, how: str, lines: Lines, sheet: SheetLine | None, cost: int = 1, back: bool = False
) -> Action:
    """A move of some way: towards somebody or to a place, or away from somebody."""
    return Action(
        name=name,
        lines=lines,
        conditions=Free(how),
        cost=cost,
        run=Going(how, back),
        event="moves",
        tags={"move", "targeted"} if back else {"move"},
        wants="" if back else "to",
        at="from" if back else "towards",
        sheet=sheet,
    )


def on_foot(fight: State, who: Who) -> bool:
    """Whether somebody is in no vehicle."""
    return fight.bodies[who].aboard is None


def upright(fight: State, who: Who) -> bool:
    """Whether somebody is on the feet."""
    return on_foot(fight, who) and not fight.bodies[who].prone


def grounded(fight: State, who: Who) -> bool:
    """Whether somebody lies on the ground."""
    return on_foot(fight, who) and fight.bodies[who].prone


UPRIGHT = Lines(whom=foes, when=upright)
MOVE = going(
    name="move",
    how="move",
    lines=UPRIGHT,
    sheet=SheetLine(
        ("DSX-MOVE-02", "DSX-MOVE-03"),
        msg(
            "your movement, usually {pace} ft; {most} a round at most",
            pace=Sheet._field_defaults["movement"],
            most=MOST,
        ),
    ),
)
MOVE_AWAY = going(name="move away", how="move", lines=UPRIGHT, sheet=UNLISTED, back=True)
HALF_MOVE = going(
    name="half move",
    how="half move",
    lines=UPRIGHT,
    sheet=SheetLine(("DSX-MOVE-01",), "half your movement, beside an action that is no move"),
    cost=0,
)
HALF_MOVE_AWAY = going(
    name="half move away", how="half move", lines=UPRIGHT, sheet=UNLISTED, cost=0, back=True
)
CRAWL = going(
    name="crawl",
    how="crawl",
    lines=Lines(whom=foes, when=grounded),
    sheet=SheetLine(("DSX-STAND-01",), "half your movement, counts as a move"),
)


# --- getting up -----------------------------------------------------------------------------------------


def stand_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> list[Need]:
    """Only the prone get up."""
    return [(actor.prone, "DSX-STAND-01", "is not prone"), *afoot(actor)]


def stand(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Get up (DSX-STAND-01)."""
    play.do(fx.Stood(actor.who), "DSX-STAND-01")


STAND_UP = Action(
    name="stand up",
    lines=Lines(when=on_foot),
    conditions=stand_needs,
    run=stand,
    event="moves",
    tags={"move"},
    sheet=SheetLine(("DSX-STAND-01",)),
)


# --- mines ----------------------------------------------------------------------------------------------


def tread(play: Game, actor: Fighter, *riders: Fighter) -> None:
    """A mine on the way goes off: it has an attack number of its own (DSX-R21)."""
    mine = table(play).between(actor, _mine_on_the_way)
    if mine is None:
        return
    play.do(fx.Exploded(table(play).between(actor, _which_mine)), "DSX-AREA-01")
    aboard = (actor, *riders)
    for one in (*aboard, *[near for near in table(play).all(_near(mine)) if near not in aboard]):
        play.call(blown, one, mine)


def blown(play: Game, one: Fighter, mine: Mine) -> None:
    """One who is near a mine that goes off."""
    saved = blast.half_saved(play, one, mine.attack)
    if saved is not None:
        blast.burst_on(play, one, mine.damage, not saved, "DSX-R21")
        return
    number = floored(play, tally(*base(play, one, "reflexes", *lowered(one, "DSX-MULTI-02"))))
    play.do(fx.Faced(one.who, tuple(number)), *[mod.rule for mod in number])
    blast.burst_on(play, one, mine.damage, mine.attack >= number.total, "DSX-R21")


def _which_mine(t: Table, b: Body) -> int:
    """The first mine on the way of one who is about to go; -1 for none."""
    end = b.heading or b.spot
    mines = [
        (squared(b.spot, m.spot), n) for n, m in enumerate(t.mines) if passes(b.spot, end, m.spot, TREAD)
    ]
    return min(mines)[1] if mines else -1


def _mine_on_the_way(t: Table, b: Body) -> Mine | None:
    n = _which_mine(t, b)
    return None if n < 0 else t.mines[n]


@cache
def _near(mine: Mine) -> Callable[[Table, Body], int | None]:
    return lambda t, b: 0 if within(mine.spot, b.spot, mine.radius) else None
