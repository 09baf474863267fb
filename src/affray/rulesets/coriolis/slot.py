"""The slot of a fighter: how it ends."""

from __future__ import annotations

from affray.core.act import Act
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis.declare import Action
from affray.rulesets.coriolis.fighter import Fighter
from affray.rulesets.coriolis.state import Game
from affray.tabletop import UNLISTED, Names, anything_goes


def end_slot(play: Game, actor: Fighter) -> None:
    """The slot is over; points left stay for reactions (COR-TRN-04, -05, COR-AP-12)."""
    kept = ("COR-TRN-04", "COR-AP-12") if actor.can_pay(1) else ()
    play.do(fx.SlotEnded(actor.who), "COR-TRN-05", *kept)
    play.do(fx.SlotFell(None), "COR-TRN-05")


def ends(play: Game, actor: Fighter, _: Fighter, __: Act) -> None:
    """See `end_slot`."""
    end_slot(play, actor)


def whoever(play: Game, actor: Fighter) -> None:
    """Nobody is refused."""


def to_end(_: Names, __: Act) -> str:
    """A turn, as people call a slot."""
    return "end the turn"


END = Action(
    name="end",
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
