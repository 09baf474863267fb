"""Defend: a pool that cancels the damage coming next."""

from __future__ import annotations

from affray.rulesets.horizon import declare
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon.fighter import Fighter
from affray.rulesets.horizon.profile import first_read, reading, row, serves
from affray.rulesets.horizon.state import Game


def defend(play: Game, actor: Fighter) -> None:
    """Put up a pool as the row says; several add up (HZN-DEF-01, -02)."""
    declare.free(play, actor)
    declare.in_combat(play)
    declare.affordable(play, actor, 1)
    weapon = actor.in_use
    play.need(serves(play, actor, weapon, "defend"), "HZN-RUL-05", "has not tested with this weapon")
    first_read(play, actor)
    ap = reading(play, actor, weapon, "defend")
    declare.pay(play, actor, 1)
    pool = row(play, weapon, ap.total).defense
    play.do(fx.Defended(actor.who, pool), "HZN-DEF-01", "HZN-DEF-02", *dict.fromkeys(m.rule for m in ap))
