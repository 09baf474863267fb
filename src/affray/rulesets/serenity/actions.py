"""Every action, once, in the order of the menu."""

from __future__ import annotations

from affray.core.act import Act
from affray.core.catalogue import read_catalogue
from affray.rulesets.serenity import covering, explosives, gear, measures, movement, wrestling
from affray.rulesets.serenity.blows import MIXED
from affray.rulesets.serenity.declare import CONDUCT
from affray.rulesets.serenity.fighter import Fighter
from affray.rulesets.serenity.house import House
from affray.rulesets.serenity.phrases import thing
from affray.rulesets.serenity.state import Game
from affray.rulesets.serenity.turn import END
from affray.tabletop import Actions, Wording

ACTIONS = Actions(
    (
        END,
        MIXED,
        *(covering.COVER_SPOT, movement.WALK, movement.BACK_OFF, movement.HUSTLE, movement.RUN),
        *(movement.TAKE_COVER, gear.DRAW, gear.PICK_UP, gear.RELOAD, explosives.PLANT, explosives.SET_OFF),
        *(movement.DROP, movement.GET_UP, wrestling.BREAK_HOLD, wrestling.LET_GO),
        *(gear.LOOK_AROUND, gear.SAY, gear.SIT_OUT),
    ),
    CONDUCT,
    measures.FAMILIES,
    Wording(thing),
    read_catalogue(__package__),
    House(),
)

menu, legal, candidates = ACTIONS.menu, ACTIONS.legal, ACTIONS.candidates
why_not, admits = ACTIONS.why_not, ACTIONS.admits


def perform(play: Game, actor: Fighter, act: Act) -> None:
    """An action by its name, with all that may interrupt it."""
    covering.take(play, actor, ACTIONS.by_name[act.name], act)
