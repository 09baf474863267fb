"""Stealth: hiding once no enemy sees one."""

from __future__ import annotations

from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon.declare import Action, Lines, SheetLine
from affray.rulesets.horizon.fighter import Fighter
from affray.rulesets.horizon.sight import STEALTH
from affray.rulesets.horizon.skill import allowed, tested
from affray.rulesets.horizon.state import Game


def hide_needs(play: Game, actor: Fighter, *_: object) -> None:
    """Refuse whoever is hidden, or cannot hide (HZN-DIS-04)."""
    play.need(not actor.hidden, "HZN-STL-01", "is already hidden")
    play.need(not actor.burdened, "HZN-OBJ-08", "has both hands full")
    play.need(allowed(play, actor, STEALTH), "HZN-RUL-08", "has not unlocked Stealth")
    play.need(actor.disengaged, "HZN-DIS-04", "is seen by an enemy")


def hides(play: Game, actor: Fighter, *_: object) -> None:
    """A Stealth test out of natural sight (HZN-STL-01, HZN-DIS-01..04)."""
    score = tested(play, actor, STEALTH, STEALTH, "HZN-STL-01")
    play.do(fx.Hid(actor.who, score), "HZN-STL-01", "HZN-DIS-01", "HZN-DIS-03", "HZN-DIS-04")


HIDE = Action(
    name="hide",
    lines=Lines(when=lambda fight, who: not fight.bodies[who].hidden),
    needs=hide_needs,
    run=hides,
    cost=lambda house: int(house.stealth_cost),
    rules=("HZN-RUL-46",),
    family="hide",
    sheet=SheetLine(("HZN-STL-01", "HZN-RUL-46"), "a Stealth test, while Disengaged"),
)
