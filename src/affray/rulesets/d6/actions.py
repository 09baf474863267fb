"""Every action by its name: its needs, cost and course; whom it sets off."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from affray.core.act import Act
from affray.rulesets.d6 import (
    aiming,
    attack,
    blast,
    boarding,
    casting,
    cover,
    driving,
    gear,
    holding,
    movement,
    suppression,
)
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6.declare import Need, affords, afoot, fit, leads, paid
from affray.rulesets.d6.fighter import Fighter, knows_of, listens
from affray.rulesets.d6.state import Game

NO_YES = (False, True)


class Deed(NamedTuple):
    """An action: its needs, its course, the actions it costs, the event that it is."""

    needs: Callable[[Game, Fighter, Fighter, Act], list[Need]]
    run: Callable[[Game, Fighter, Fighter, Act], None]
    cost: int = 1
    event: str = "acts"
    skill: str = ""
    """The skill it uses; that of the weapon for `weapon`."""


# --- an action with all that it sets off --------------------------------------------------------------


def perform(play: Game, actor: Fighter, act: Act) -> None:
    """An action by its name, and the held actions that it sets off."""
    for holds, rule, why in needs(play, actor, act):
        play.need(holds, rule, why)
    paid(play, actor, cost(play, act), bool(_skill(actor, act)))
    act_out(play, actor, _target(play, actor, act), act)


def needs(play: Game, actor: Fighter, act: Act) -> list[Need]:
    """All that has to hold for an action in one's own turn."""
    skill = _skill(actor, act)
    return [
        *fit(actor),
        *affords(actor, cost(play, act)),
        *(leads(play, actor, skill) if skill else []),
        *DEEDS[act.name].needs(play, actor, _target(play, actor, act), act),
    ]


def possible(play: Game, actor: Fighter, act: Act) -> bool:
    """Whether nothing forbids it; a correction may have come since it was chosen."""
    return all(holds for holds, _, _ in needs(play, actor, act))


def act_out(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    """What is done, together with the held actions that wait for it (DSX-HOLD-02).

    All of them read the state before any.
    """
    deed = DEEDS[act.name]
    ready = set_off(play, actor, deed.event) if deed.event else []
    if not ready:
        deed.run(play, actor, target, act)
        return
    with play.holding(fx.Outward):
        play.call(deed.run, actor, target, act)
        for holder, at, held in ready:
            play.call(act_out, holder, at, held)


def set_off(play: Game, actor: Fighter, event: str) -> list[tuple[Fighter, Fighter, Act]]:
    """Who acts at the same moment, because it waited for this; each may let it pass."""
    triggered = []
    for holder in actor.ranked(listens(event)):
        meant = holder.held_for
        held = holder.held
        if held is None or (meant is not None and meant != actor) or not holder.between(actor, knows_of):
            continue
        at = holder.held_at or actor
        act = Act(held.name, at.who, item=held.item, n=held.n)
        if not all(holds for holds, _, _ in DEEDS[held.name].needs(play, holder, at, act)):
            continue
        if play.choose(holder, "held action goes off", lambda: NO_YES, "DSX-HOLD-02", about=(actor, at, act)):
            play.do(fx.Triggered(holder.who), "DSX-HOLD-02", "DSX-INIT-03")
            triggered.append((holder, at, act))
    return triggered


def cost(play: Game, act: Act) -> int:
    """The actions that it costs under these house rules."""
    if act.name == "suppress":
        return suppression.cost(play, act.n)
    if act.name in ("take cover", "get out of sight"):
        return int(play.house.cover_action)
    return DEEDS[act.name].cost


def _skill(actor: Fighter, act: Act) -> str:
    skill = DEEDS[act.name].skill
    if skill != "weapon":
        return skill
    weapon = actor.weapon(act.item)
    return weapon.skill if weapon is not None else ""


def _target(play: Game, actor: Fighter, act: Act) -> Fighter:
    return Fighter(play, act.at) if act.at is not None else actor


# --- the actions ----------------------------------------------------------------------------------------


def _none(play: Game, actor: Fighter, target: Fighter, act: Act) -> list[Need]:
    return []


def end(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    """The turn is over (DSX-RND-01)."""
    suppression.lingered(play, actor)
    play.do(fx.TurnEnded(actor.who), "DSX-RND-01")


def _attack_needs(play: Game, actor: Fighter, target: Fighter, act: Act) -> list[Need]:
    return attack.needs(play, actor, target, act.item, act.name == "burst")


def _attack(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    attack.attack(play, actor, target, act.item, act.name == "burst")


def _suppress_needs(play: Game, actor: Fighter, target: Fighter, act: Act) -> list[Need]:
    return suppression.needs(play, actor, act.at, act.to, act.item, act.n)


def _suppress(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    suppression.suppress(play, actor, act.at, act.to, act.item, act.n)


def _throw_needs(play: Game, actor: Fighter, target: Fighter, act: Act) -> list[Need]:
    return blast.needs(play, actor, act.at, act.to, act.item)


def _throw(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    blast.throw(play, actor, act.at, act.to, act.item)


def _cast_needs(play: Game, actor: Fighter, target: Fighter, act: Act) -> list[Need]:
    return casting.needs(play, actor, act.at, act.to, act.item)


def _cast(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    casting.cast(play, actor, act.at, act.to, act.item)


WAYS = {
    "move": "move", "move away": "move", "half move": "half move", "half move away": "half move",
    "crawl": "crawl",
}  # fmt: skip
"""How each of the moves goes."""
AWAY = ("move away", "half move away")
"""Those that lead away from somebody."""


def _move_needs(play: Game, actor: Fighter, target: Fighter, act: Act) -> list[Need]:
    return movement.needs(play, actor, act.at, act.to, WAYS[act.name])


def _move(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    movement.go(play, actor, act.at, act.to, WAYS[act.name], act.name in AWAY)


def _stand_needs(play: Game, actor: Fighter, target: Fighter, act: Act) -> list[Need]:
    return [(actor.prone, "DSX-STAND-01", "is not prone"), *afoot(actor)]


def _stand(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    movement.stand(play, actor)


def _gear_needs(play: Game, actor: Fighter, target: Fighter, act: Act) -> list[Need]:
    return gear.needs(play, actor, act.item, act.name)


def _gear(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    GEAR[act.name](play, actor, act.item)


GEAR = {"drop": gear.drop, "stow": gear.stow, "draw": gear.draw, "pick up": gear.pick_up, "load": gear.load}


def _cover_needs(play: Game, actor: Fighter, target: Fighter, act: Act) -> list[Need]:
    return cover.needs(play, actor, act.item, act.name == "get out of sight")


def _cover(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    cover.take(play, actor, act.item, act.name == "get out of sight")


def _wheel_needs(play: Game, actor: Fighter, target: Fighter, act: Act) -> list[Need]:
    conditions = driving.at_the_wheel(actor)
    if act.name != "evade":
        conditions += driving.needs(actor, act.at, act.to, act.item)
    return conditions


def _evade(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    driving.evade(play, actor)


def _drive(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    driving.drive(play, actor, act.at, act.to, act.item, act.name == "drive away")


def _boarding_needs(play: Game, actor: Fighter, target: Fighter, act: Act) -> list[Need]:
    return boarding.needs(play, actor, act.at, act.item, act.name == "get out")


def _get_in(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    boarding.board(play, actor, act.at, act.item)


def _get_out(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    boarding.leave(play, actor)


def _aim_needs(play: Game, actor: Fighter, target: Fighter, act: Act) -> list[Need]:
    return aiming.needs(play, actor, target, act.item)


def _aim(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    aiming.aim(play, actor, target, act.item)
    end(play, actor, target, act)


def _hold_needs(play: Game, actor: Fighter, target: Fighter, act: Act) -> list[Need]:
    return holding.needs(actor, act.at)


def _hold(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    holding.hold(play, actor, act.at)
    end(play, actor, target, act)


MOVES = (
    *WAYS, "stand up", "take cover", "get out of sight", "drive", "drive away", "evade", "get in", "get out",
)  # fmt: skip
WHEEL = "vehicle operation"
DEEDS: dict[str, Deed] = {
    "end": Deed(_none, end, 0, ""),
    "attack": Deed(_attack_needs, _attack, 1, "attacks", "weapon"),
    "burst": Deed(_attack_needs, _attack, 1, "attacks", "weapon"),
    "suppress": Deed(_suppress_needs, _suppress, 1, "attacks", "weapon"),
    "throw": Deed(_throw_needs, _throw, 1, "attacks", "weapon"),
    "cast": Deed(_cast_needs, _cast, 1, "casts", casting.CASTING),
    "move": Deed(_move_needs, _move, 1, "moves"),
    "move away": Deed(_move_needs, _move, 1, "moves"),
    "half move": Deed(_move_needs, _move, 0, "moves"),
    "half move away": Deed(_move_needs, _move, 0, "moves"),
    "crawl": Deed(_move_needs, _move, 1, "moves"),
    "stand up": Deed(_stand_needs, _stand, 1, "moves"),
    "drop": Deed(_gear_needs, _gear, 0),
    "stow": Deed(_gear_needs, _gear),
    "draw": Deed(_gear_needs, _gear),
    "pick up": Deed(_gear_needs, _gear),
    "load": Deed(_gear_needs, _gear),
    "take cover": Deed(_cover_needs, _cover, 0, "moves"),
    "get out of sight": Deed(_cover_needs, _cover, 0, "moves"),
    "drive": Deed(_wheel_needs, _drive, 1, "moves", WHEEL),
    "drive away": Deed(_wheel_needs, _drive, 1, "moves", WHEEL),
    "evade": Deed(_wheel_needs, _evade, 1, "acts", WHEEL),
    "get in": Deed(_boarding_needs, _get_in, 1, "moves"),
    "get out": Deed(_boarding_needs, _get_out, 1, "moves"),
    "aim": Deed(_aim_needs, _aim, 1, ""),
    "hold": Deed(_hold_needs, _hold, 1, ""),
}
"""Every action; the target is the actor where none is named."""
NAMES = tuple(DEEDS)
AIMED = ("attack", "burst", "suppress", "throw", "cast")
"""Actions that can hurt."""
