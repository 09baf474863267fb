"""Every action by its name."""

from __future__ import annotations

from collections.abc import Callable

from affray.core.act import Act
from affray.rulesets.traveller import (
    aid,
    extended,
    gear,
    grapple,
    healing,
    melee,
    movement,
    order,
    ranged,
    tasks,
)
from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller.fighter import Fighter, table
from affray.rulesets.traveller.state import Game

ATTACKS = ("ranged attack", "thrown attack", "melee attack")
MOVES = ("move", "move away", "take cover", "stance")
ENDS = ("end", "defer", "done")
"""Those by which a turn, or all that comes after the fight, is given up."""
FREE = ("talk", "push a button")
AFTER = ("first aid", "surgery", "medical care", "bed rest", "done")
"""What can be done after the fight (TRV-R39)."""


def perform(play: Game, actor: Fighter, act: Act) -> None:
    """An action by its name, with all that it brings about.

    A shot before the fight is the only one.  Who has put off the turn may think again.
    """
    before = actor.opens and not table(play).begun
    if not (before and act.name == "end"):
        target = Fighter(play, act.at) if act.at is not None else actor
        BY_NAME[act.name](play, actor, target, act)
    if before:
        play.do(fx.OpeningOver(actor.who), "TRV-SCOPE-02")
    elif act.name != "defer" and table(play).first(order.passed) is not None:
        play.call(order.new_moment)


def _attack(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    WITH_WEAPON[act.name](play, actor, target, act.item)


def _move(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    movement.move(play, actor, act.to, act.at, back=act.name == "move away")


def _at_target(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    AT_TARGET[act.name](play, actor, target)


def _with_item(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    WITH_ITEM[act.name](play, actor, act.item)


def _alone(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    ALONE[act.name](play, actor)


def _free(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    tasks.free_action(play, actor, act.name)


WITH_WEAPON = {
    "ranged attack": ranged.shoot,
    "thrown attack": ranged.throw,
    "melee attack": melee.melee_attack,
}
AT_TARGET = {
    "grapple": grapple.grapple,
    "first aid": aid.first_aid,
    "scout": tasks.scout,
    "surgery": healing.surgery,
    "medical care": healing.medical_care,
}
WITH_ITEM = {
    "take cover": movement.take_cover,
    "stance": movement.change_stance,
    "take post": movement.take_post,
    "draw": gear.draw,
    "reload": gear.reload,
    "pick up": gear.pick_up,
    "put down": gear.put_down,
    "skill check": tasks.skill_check,
    "work": extended.work,
}
ALONE = {
    "end": grapple.end,
    "aim": gear.aim,
    "lead": tasks.lead,
    "identify gear": tasks.identify,
    "psionics": tasks.psionics,
    "defer": order.defer,
    "wrestle": grapple.wrestle,
    "bed rest": healing.bed_rest,
    "done": healing.done,
}
BY_NAME: dict[str, Callable[[Game, Fighter, Fighter, Act], None]] = {
    **dict.fromkeys(WITH_WEAPON, _attack),
    "move": _move,
    "move away": _move,
    **dict.fromkeys(AT_TARGET, _at_target),
    **dict.fromkeys(WITH_ITEM, _with_item),
    **dict.fromkeys(ALONE, _alone),
    **dict.fromkeys(FREE, _free),
}
"""What every action runs; the target is the actor where none is named."""
