"""Defend: a pool that cancels the damage coming next."""

from __future__ import annotations

from affray.rulesets.horizon import declare
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon.blow import POINT_BLANK
from affray.rulesets.horizon.fighter import Fighter, foe_within
from affray.rulesets.horizon.profile import first_read, reading, row, serves
from affray.rulesets.horizon.state import Body, Game


def defend(play: Game, actor: Fighter) -> None:
    """Put up a pool as the row says; several add up (HZN-DEF-01, -02)."""
    declare.free(play, actor)
    declare.in_combat(play)
    declare.affordable(play, actor, 1)
    weapon = actor.in_use
    play.need(serves(play, actor, weapon, "defend"), "HZN-RUL-05", "has tested with another weapon this turn")
    first_read(play, actor)
    ap = reading(play, actor, weapon, "defend")
    declare.pay(play, actor, 1)
    pool = row(play, weapon, ap.total).defense
    adds = ("HZN-DEF-02",) if actor.about(_warded) else ()
    close = ("HZN-PBR-03",) if actor.some(foe_within(POINT_BLANK)) else ()
    play.do(fx.Defended(actor.who, pool), "HZN-DEF-01", "HZN-PRF-03", *adds, *close, tally=ap)


def _warded(b: Body) -> bool:
    return b.pool > 0
