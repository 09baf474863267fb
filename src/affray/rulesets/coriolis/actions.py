"""Every action by its name."""

from __future__ import annotations

from affray.core.act import Act
from affray.rulesets.coriolis import aid, automatic, gear, initiative, melee, movement, shots, wrestling
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis.fighter import Fighter
from affray.rulesets.coriolis.state import Game
from affray.rulesets.coriolis.tables import UNARMED

SHOOTING = ("quick shot", "normal shot", "aimed shot", "full auto")
MELEE = ("melee attack", "quick melee attack")
GRAPPLING = ("grapple attack", "quick grapple attack")
UNPAID = ("end", "shout", "let go", "lower initiative")


def costs(act: Act) -> bool:
    """Whether an action costs points."""
    return act.name not in UNPAID


def keeps_boost(actor: Fighter, act: Act) -> bool:
    """Whether the action is an attack with the weapon declared (COR-INIT-11)."""
    weapon = UNARMED if act.name in GRAPPLING else act.item
    return weapon == actor.boosted and act.name in (*SHOOTING, *MELEE, *GRAPPLING)


def perform(play: Game, actor: Fighter, act: Act) -> None:
    """An action by its name, with all that may interrupt it."""
    name, item = act.name, act.item
    target = Fighter(play, act.at) if act.at is not None else actor
    if name in ("quick shot", "normal shot", "aimed shot"):
        shots.shot(play, actor, target, item, name)
    elif name == "full auto":
        automatic.full_auto(play, actor, target, item)
    elif name in MELEE:
        melee.melee_attack(play, actor, target, item, quick=name == "quick melee attack")
    elif name in GRAPPLING:
        wrestling.grapple_attack(play, actor, quick=name.startswith("quick"))
    elif name in ("sprint", "fall back"):
        movement.sprint(play, actor, act.to, act.at, back=name == "fall back")
    elif name == "overwatch":
        shots.go_on_overwatch(play, actor, act.to, act.at)
    elif name == "crawl":
        movement.crawl(play, actor, target.who)
    elif name == "take cover":
        movement.take_cover(play, actor, item)
    elif name == "first aid":
        aid.first_aid(play, actor, target, item)
    elif name == "calm":
        aid.calm(play, actor, target)
    elif name in gear.TOLD:
        gear.told(play, actor, name)
    elif name == "lower initiative":
        initiative.lower(play, actor, act.n)
    else:
        WITH_ITEM[name](play, actor, item) if name in WITH_ITEM else ALONE[name](play, actor)


def end_slot(play: Game, actor: Fighter) -> None:
    """The slot is over; points left stay for reactions (COR-TRN-04, -05, COR-AP-12)."""
    play.do(fx.SlotEnded(actor.who), "COR-TRN-05", "COR-TRN-04", "COR-AP-12")
    play.do(fx.SlotFell(None), "COR-TRN-05")


WITH_ITEM = {"draw": gear.draw, "pick up": gear.pick_up, "reload": gear.reload}
ALONE = {
    "end": end_slot,
    "hit the ground": movement.hit_the_ground,
    "get up": movement.get_up,
    "break free": wrestling.break_free,
    "let go": wrestling.let_go,
    "shout": gear.shout,
}
NAMES = (
    *SHOOTING, *MELEE, *GRAPPLING, "sprint", "fall back", "overwatch", "crawl", "take cover",
    "first aid", "calm", *gear.TOLD, "lower initiative", *WITH_ITEM, *ALONE,
)  # fmt: skip
"""All actions."""
