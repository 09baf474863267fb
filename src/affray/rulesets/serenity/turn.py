"""The turn of a fighter: how it ends."""

from __future__ import annotations

from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity.declare import Action
from affray.rulesets.serenity.fighter import Fighter
from affray.rulesets.serenity.state import Game
from affray.tabletop import UNLISTED, anything_goes


def end_turn(play: Game, actor: Fighter) -> None:
    """The turn is over; whoever covers a spot goes on waiting (SER-COVERING-02)."""
    rules = ("SER-COVERING-02",) if actor.watching else ("SER-INIT-02",)
    feinting = actor.fooled is not None and play.house.feint_lasts == "turn"
    play.do(fx.TurnEnded(actor.who), *rules, *(("SER-R17",) if feinting else ()))
    play.do(fx.TurnFell(None), "SER-INIT-02")


END = Action(
    name="end",
    free=lambda play, actor: None,
    needs=anything_goes,
    cost=None,
    rules=(),
    run=lambda play, actor, _, __: end_turn(play, actor),
    family="plain",
    tags={"end"},
    says=lambda _, __: "end the turn",
    sheet=UNLISTED,
)
