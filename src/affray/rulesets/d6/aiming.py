"""Aiming: a round of lining up, for a die on the attack that follows."""

from __future__ import annotations

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.message import joined, msg
from affray.core.phrases import phrase
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6.attack import attack_tally, in_sight, manages
from affray.rulesets.d6.declare import Action, Lines, Need, SheetLine, foes
from affray.rulesets.d6.fighter import Fighter, in_reach, surprised, weapons_at_hand
from affray.rulesets.d6.order import end
from affray.rulesets.d6.phrases import with_weapon
from affray.rulesets.d6.state import Game, State
from affray.tabletop import Names
from affray.tabletop.words import in_place


def aim_needs(play: Game, actor: Fighter, target: Fighter, act: Act) -> list[Need]:
    """What has to hold for a round of aiming; in melee only at who cannot help it.

    See DSX-AIM-02.
    """
    weapon = actor.weapon(act.item)
    driver = actor.driver
    conditions = [
        (
            weapon is not None and weapon.kind in ("melee", "ranged"),
            "DSX-ITEM-03",
            "has no such weapon in hand",
        ),
        (actor != target and target.living(), "DSX-R33", "there is no target"),
        (actor.fresh and actor.actions <= 1, "DSX-AIM-01", "aiming takes the whole round"),
        (driver is None or driver.speed == 0, "DSX-AIM-01", "the vehicle is too fast"),
        *in_sight(actor, target),
    ]
    if weapon is None:
        return conditions
    helpless = actor.between(target, surprised) or target.bound
    return [
        *conditions,
        (actor.between(target, in_reach(weapon.reach)), "DSX-R23", "is out of range"),
        (not weapon.melee or helpless, "DSX-AIM-02", "is aware and can move"),
        (weapon.melee or actor.has_shots(act.item, 1), "DSX-ITEM-04", "is not loaded"),
        manages(actor, attack_tally(actor, target, weapon, False)),
    ]


def aim(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    """Line up an attack; it takes the round (DSX-AIM-01, DSX-R31)."""
    play.do(fx.Aimed(actor.who, target.who, act.item, play.house.aim_most), "DSX-AIM-01")
    end(play, actor, target, act)


def to_aim(fight: State, who: Who) -> list[str]:
    """The weapons in hand that can be aimed."""
    return [w.name for w in weapons_at_hand(fight.bodies[who]) if w.kind in ("melee", "ranged")]


def aims_at(names: Names, act: Act) -> str:
    """At whom one aims, where, and with what."""
    said = [act.name if act.at is None else msg("aim at {whom}", whom=names[act.at])]
    said += [phrase("to", in_place(act.to))] if act.to is not None else []
    return joined(" ", [*said, with_weapon("", act.item)] if act.item else said)


AIM = Action(
    name="aim",
    lines=Lines(to_aim, foes),
    conditions=aim_needs,
    run=aim,
    event="",
    tags={"targeted"},
    says=aims_at,
    sheet=SheetLine(("DSX-AIM-01",), "the whole round; +1D on the next attack at this target"),
)
