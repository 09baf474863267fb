"""The turn of a fighter: how it ends."""

from __future__ import annotations

from affray.core.act import Act
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity.declare import Action, Lines
from affray.rulesets.serenity.fighter import Fighter
from affray.rulesets.serenity.state import Game
from affray.tabletop import UNLISTED, Names, anything_goes


def end_turn(play: Game, actor: Fighter) -> None:
    """The turn is over; whoever covers a spot goes on waiting (SER-COVERING-02)."""
    rules = ("SER-COVERING-02",) if actor.watching else ("SER-INIT-02",)
    feinting = actor.fooled is not None and play.house.feint_lasts == "turn"
    play.do(fx.TurnEnded(actor.who), *rules, *(("SER-R17",) if feinting else ()))
    play.do(fx.TurnFell(None), "SER-INIT-02")


def ends(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """See `end_turn`."""
    end_turn(play, actor)


def whoever(play: Game, actor: Fighter) -> None:
    """Nobody is refused."""


def to_end(_: Names, __: Act) -> str:
    """As people call it."""
    return "end the turn"


END = Action(
    name="end",
    lines=Lines(),
    free=whoever,
    needs=anything_goes,
    cost=None,
    rules=(),
    run=ends,
    family="plain",
    tags={"end"},
    says=to_end,
    sheet=UNLISTED,
)
