"""Defend: a pool that cancels the damage coming next."""

from __future__ import annotations

from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon.blow import POINT_BLANK
from affray.rulesets.horizon.declare import Action, SheetLine
from affray.rulesets.horizon.fighter import Fighter, foe_within
from affray.rulesets.horizon.profile import reading, row, serves
from affray.rulesets.horizon.state import Body, Game


def defend_needs(play: Game, actor: Fighter, *_: object) -> None:
    """Refuse what cannot be read on what is in use."""
    reads = serves(play, actor, actor.in_use, "defend")
    play.need(reads, "HZN-RUL-05", "has tested with another weapon this turn")


def defends(play: Game, actor: Fighter, *_: object) -> None:
    """Put up a pool as the row says; several add up (HZN-DEF-01, -02)."""
    weapon = actor.in_use
    ap = reading(play, actor, weapon, "defend")
    pool = row(play, weapon, ap.total).defense
    adds = ("HZN-DEF-02",) if actor.about(_warded) else ()
    close = ("HZN-PBR-03",) if actor.some(foe_within(POINT_BLANK)) else ()
    play.do(fx.Defended(actor.who, pool), "HZN-DEF-01", "HZN-PRF-03", *adds, *close, tally=ap)


def _warded(b: Body) -> bool:
    return b.pool > 0


DEFEND = Action(
    name="defend",
    needs=defend_needs,
    run=defends,
    cost=1,
    combat=True,
    reads=True,
    family="guard",
    sheet=SheetLine(("HZN-DEF-01", "HZN-DEF-02"), "the row's Defense, until your next turn"),
)
