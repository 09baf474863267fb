"""Moving: full moves, half moves, crawling; what one runs into; standing up."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from affray.core.effect import Who
from affray.core.space import Point, passes, squared, within
from affray.core.tally import tally
from affray.rulesets.d6 import blast, suppression, vehicles
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6.codes import base, lowered
from affray.rulesets.d6.declare import Need, afoot
from affray.rulesets.d6.defence import floored
from affray.rulesets.d6.fighter import Fighter, table
from affray.rulesets.d6.sheet import FOOT, Mine
from affray.rulesets.d6.state import Body, Game, Table

MOST = 4
"""Full moves in one round."""
TREAD = 3 * FOOT
"""How near one passes a mine to set it off."""


def step(actor: Fighter, how: str) -> int:
    """How far one goes: all of the movement, or half of it."""
    far = actor.pace() * FOOT
    return far if how == "move" else far // 2


def needs(play: Game, actor: Fighter, at: Who | None, to: Point | None, how: str) -> list[Need]:
    """What has to hold for a move, half a move or a crawl."""
    rule = RULES[how]
    conditions = [
        *afoot(actor),
        (at is not None or to is not None, rule, "has nowhere to go"),
        (
            to is None or actor.about(vehicles.reaches(to, step(actor, how))),
            rule,
            "the place is farther away than that",
        ),
        (actor.prone == (how == "crawl"), "DSX-STAND-01", "is prone" if actor.prone else "is not prone"),
    ]
    return [*conditions, *(_of_half(play, actor) if how == "half move" else _of_whole(actor))]


RULES = {"move": "DSX-MOVE-02", "half move": "DSX-MOVE-01", "crawl": "DSX-STAND-01"}
"""The rule of each way to go."""


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


def go(play: Game, actor: Fighter, at: Who | None, to: Point | None, how: str, back: bool) -> None:
    """Go there, through whatever lies in the way (DSX-MOVE-01, -02)."""
    far = step(actor, how)
    if to is not None:
        play.do(fx.Headed(actor.who, to), RULES[how])
    elif at is not None:
        play.do(fx.HeadedFor(actor.who, at, -far if back else far), RULES[how])
    running = ("DSX-MULTI-05",) if actor.moves == MOST - 1 and actor.used == actor.actions == MOST else ()
    play.do(fx.Walked(actor.who, how != "half move"), RULES[how], *running)
    suppression.crossed(play, actor)
    tread(play, actor)
    slow = ("DSX-BLOOD-02",) if actor.bloodied else ()
    play.do(fx.Moved(actor.who), RULES[how], *slow)


def stand(play: Game, actor: Fighter) -> None:
    """Get up (DSX-STAND-01)."""
    play.do(fx.Stood(actor.who), "DSX-STAND-01")


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
