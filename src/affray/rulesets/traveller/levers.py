"""What can be changed in scenes of the game, and what is better than what."""

from __future__ import annotations

from affray.core.levers import Levers, ladders
from affray.rulesets.traveller import melee, ranged, tables
from affray.rulesets.traveller.scene import Combatant
from affray.rulesets.traveller.sheet import Weapon


def _family(weapon: Weapon) -> str:
    if weapon.kind == "gear" or "natural" in weapon.tags or "blast" in weapon.tags:
        return ""
    return weapon.skill.partition(" (")[0] if weapon.kind != "thrown" else "thrown"


def _worth(weapon: Weapon) -> tuple[int, ...]:
    return weapon.dice, weapon.scope, weapon.reach, weapon.shots


def _carried(fighter: Combatant) -> tuple[str, ...]:
    return tuple(w.name for w in fighter.armed())


def _armours() -> dict[str, int]:
    return {name: suit.protection for name, suit in tables.armours().items() if not suit.lasers_only}


LEVERS = Levers(
    people="person",
    folk=tables.people,
    weapons=lambda: ladders(tables.weapons(), _family, _worth),
    armours=_armours,
    covers=lambda: {name: cover.armour for name, cover in tables.covers().items()},
    carried=_carried,
    worn=lambda body: sum(body.sheet.armour),
    pieces=True,
    attacks=(ranged.SHOOT.name, melee.STRIKE.name),
    ranges=(1, 10, 50, 200),
)
