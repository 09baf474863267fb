"""Every action by its name."""

from __future__ import annotations

from collections.abc import Callable

from affray.core.act import Act
from affray.rulesets.coriolis import aid, automatic, gear, grapple, initiative, melee, movement, shots
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis.fighter import Fighter
from affray.rulesets.coriolis.gear import TOLD
from affray.rulesets.coriolis.house import House
from affray.rulesets.coriolis.ranged import SHOTS
from affray.rulesets.coriolis.state import Game
from affray.rulesets.coriolis.tables import UNARMED

SHOOTING = ("quick shot", "normal shot", "aimed shot", "full auto")
MELEE = ("melee attack", "quick melee attack")
GRAPPLING = ("grapple attack", "quick grapple attack")

MOVES = ("sprint", "fall back", "crawl", "take cover", "hit the ground", "get up")


def attacks_with(act: Act) -> str:
    """The weapon of an attack; empty for all other actions."""
    if act.name in GRAPPLING:
        return UNARMED
    return act.item if act.name in (*SHOOTING, *MELEE) else ""


def perform(play: Game, actor: Fighter, act: Act) -> None:
    """An action by its name, with all that may interrupt it."""
    target = Fighter(play, act.at) if act.at is not None else actor
    BY_NAME[act.name](play, actor, target, act)


def end_slot(play: Game, actor: Fighter) -> None:
    """The slot is over; points left stay for reactions (COR-TRN-04, -05, COR-AP-12)."""
    kept = ("COR-TRN-04", "COR-AP-12") if actor.can_pay(1) else ()
    play.do(fx.SlotEnded(actor.who), "COR-TRN-05", *kept)
    play.do(fx.SlotFell(None), "COR-TRN-05")


def _shot(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    shots.shot(play, actor, target, act.item, act.name)


def _full_auto(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    automatic.full_auto(play, actor, target, act.item)


def _melee(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    melee.melee_attack(play, actor, target, act.item, quick=act.name == "quick melee attack")


def _grapple(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    grapple.grapple_attack(play, actor, quick=act.name == "quick grapple attack")


def _move(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    movement.sprint(play, actor, act.to, act.at, back=act.name == "fall back")


def _overwatch(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    shots.go_on_overwatch(play, actor, act.to, act.at)


def _crawl(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    movement.crawl(play, actor, target.who)


def _first_aid(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    aid.first_aid(play, actor, target, act.item)


def _calm(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    aid.calm(play, actor, target)


def _lower(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    initiative.lower(play, actor, act.n)


def _told(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    gear.told(play, actor, act.name)


def _with_item(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    WITH_ITEM[act.name](play, actor, act.item)


def _alone(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    ALONE[act.name](play, actor)


WITH_ITEM = {
    "take cover": movement.take_cover,
    "draw": gear.draw,
    "pick up": gear.pick_up,
    "reload": gear.reload,
}
ALONE = {
    "end": end_slot,
    "hit the ground": movement.hit_the_ground,
    "get up": movement.get_up,
    "break free": grapple.break_free,
    "let go": grapple.let_go,
    "shout": gear.shout,
}
BY_NAME: dict[str, Callable[[Game, Fighter, Fighter, Act], None]] = {
    **dict.fromkeys(SHOOTING, _shot),
    "full auto": _full_auto,
    **dict.fromkeys(MELEE, _melee),
    **dict.fromkeys(GRAPPLING, _grapple),
    "sprint": _move,
    "fall back": _move,
    "overwatch": _overwatch,
    "crawl": _crawl,
    "first aid": _first_aid,
    "calm": _calm,
    "lower initiative": _lower,
    **dict.fromkeys(gear.TOLD, _told),
    **dict.fromkeys(WITH_ITEM, _with_item),
    **dict.fromkeys(ALONE, _alone),
}
"""What every action runs; the target is the actor where none is named."""
NAMES = tuple(BY_NAME)
"""All actions."""
COSTS = {
    **{name: shot.cost for name, shot in SHOTS.items()},
    **{name: cost for name, (cost, _, _) in TOLD.items()},
    **dict.fromkeys(("first aid", "calm"), 3),
    **dict.fromkeys(("melee attack", "grapple attack", "break free", "reload", "crawl"), 2),
    **dict.fromkeys(("quick melee attack", "quick grapple attack", "sprint", "fall back", "overwatch"), 1),
    **dict.fromkeys(("take cover", "draw", "pick up", "hit the ground", "get up"), 1),
    **dict.fromkeys(("end", "let go", "shout", "lower initiative"), 0),
}
"""Cost in action points by action; `cost` knows the house rules."""


def cost(act: Act, house: House) -> int:
    """Action points that an action takes under these house rules."""
    if act.name == "grapple attack" and house.grapple_attack_cost == "fast":
        return 1
    return house.disarm_pick_up_cost if act.name == "pick up" else COSTS[act.name]
