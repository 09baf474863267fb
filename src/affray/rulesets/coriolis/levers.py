"""What can be changed in scenes of the game, and what is better than what."""

from __future__ import annotations

from affray.core.levers import Levers, ladders
from affray.rulesets.coriolis import melee, shots, tables
from affray.rulesets.coriolis.scene import Combatant
from affray.rulesets.coriolis.sheet import SHORT, Weapon

APART = {"natural", "stun", "single-shot", "sweep", "flexible"}
"""Tags of weapons that are no better or worse than others, but something else."""


def _family(weapon: Weapon) -> str:
    if APART & set(weapon.tags) or weapon.name.startswith("throwing"):
        return ""
    return "melee" if weapon.melee else "near" if weapon.band <= SHORT else "far"


def _worth(weapon: Weapon) -> tuple[int, ...]:
    return weapon.damage, weapon.bonus, weapon.initiative, -weapon.crit


def _carried(fighter: Combatant) -> tuple[str, ...]:
    return tuple(w.name for w in fighter.armed())


LEVERS = Levers(
    people="archetype",
    folk=tables.archetypes,
    weapons=lambda: ladders(tables.weapons(), _family, _worth),
    armours=lambda: {name: kind.rating for name, kind in tables.armours().items()},
    covers=lambda: {name: cover.rating for name, cover in tables.covers().items()},
    carried=_carried,
    worn=lambda body: int(body.sheet.armour),
    attacks=(shots.NORMAL.name, melee.MELEE.name),
    ranges=(1, 10, 50, 500),
)
