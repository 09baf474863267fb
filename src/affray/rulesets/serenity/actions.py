"""Every action by its name."""

from __future__ import annotations

from collections.abc import Callable

from affray.core.act import Act
from affray.rulesets.serenity import area, blows, covering, gear, movement, wrestling
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity.blows import ATTACKS
from affray.rulesets.serenity.fighter import Fighter
from affray.rulesets.serenity.state import Game

AREAS = ("autofire", "throw explosive")
MOVES = tuple(movement.PACES)
WAYS = (*MOVES, "take cover", "drop to the ground", "get up")
"""All that changes where somebody is, or how they stand."""
BLOWS = (*blows.BY_NAME, "set off")
"""All that can hurt or hinder somebody else."""
TARGETED = (*ATTACKS, "feint", "grapple", "hold at gunpoint")


def perform(play: Game, actor: Fighter, act: Act) -> None:
    """An action by its name, with all that may interrupt it."""
    target = Fighter(play, act.at) if act.at is not None else actor
    BY_NAME[act.name](play, actor, target, act)


def end_turn(play: Game, actor: Fighter) -> None:
    """The turn is over; whoever covers a spot goes on waiting (SER-COVERING-02)."""
    rules = ("SER-COVERING-02",) if actor.watching else ("SER-INIT-02",)
    feinting = actor.fooled is not None and play.house.feint_lasts == "turn"
    play.do(fx.TurnEnded(actor.who), *rules, *(("SER-R17",) if feinting else ()))
    play.do(fx.TurnFell(None), "SER-INIT-02")


def _set_off(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    area.set_off(play, actor, act.n)


def _cover(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    covering.cover_spot(play, actor, act.to, act.at)


def _move(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    movement.move(play, actor, act.name, act.to, act.at)


def _end(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    end_turn(play, actor)


def _sit_out(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    gear.sit_out(play, actor)
    end_turn(play, actor)


def _with_item(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    WITH_ITEM[act.name](play, actor, act.item)


def _alone(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    ALONE[act.name](play, actor)


WITH_ITEM: dict[str, Callable[[Game, Fighter, str], None]] = {
    "take cover": movement.take_cover,
    "draw": gear.draw,
    "pick up": gear.pick_up,
    "reload": gear.reload,
    "plant": area.plant,
}
ALONE: dict[str, Callable[[Game, Fighter], None]] = {
    "drop to the ground": movement.drop_to_the_ground,
    "get up": movement.get_up,
    "break hold": wrestling.break_hold,
    "let go": wrestling.let_go,
    "look around": gear.look_around,
    "say": gear.say,
}
BY_NAME: dict[str, Callable[[Game, Fighter, Fighter, Act], None]] = {
    "end": _end,
    **dict.fromkeys(blows.BY_NAME, covering.strike),
    "set off": _set_off,
    "cover a spot": _cover,
    **dict.fromkeys(MOVES, _move),
    **dict.fromkeys(WITH_ITEM, _with_item),
    **dict.fromkeys(ALONE, _alone),
    "sit out": _sit_out,
}
"""What every action runs; the target is the actor where none is named."""
NAMES = tuple(BY_NAME)
"""All actions."""
