"""What can be changed in scenes of the game, and what is better than what."""

from __future__ import annotations

from affray.core.levers import Levers, ladders
from affray.rulesets.d6 import tables
from affray.rulesets.d6.attack import ATTACK
from affray.rulesets.d6.blast import THROW
from affray.rulesets.d6.scene import Combatant
from affray.rulesets.d6.sheet import Weapon


def _family(weapon: Weapon) -> tuple[str, str] | None:
    return (weapon.kind, weapon.skill) if weapon.kind != "natural" else None


def _worth(weapon: Weapon) -> tuple[int, ...]:
    return weapon.damage, weapon.shots, -weapon.hands


def _carried(fighter: Combatant) -> tuple[str, ...]:
    return tuple(w.name for w in fighter.armed())


def _covers() -> dict[str, int]:
    points = {kind: row.amount for kind, row in tables.cover_kinds().items()}
    return {name: points[kind] for name, kind in tables.covers().items()}


LEVERS = Levers(
    people="archetype",
    folk=tables.archetypes,
    weapons=lambda: ladders(tables.weapons(), _family, _worth),
    armours=tables.armours,
    covers=_covers,
    carried=_carried,
    worn=lambda body: int(body.sheet.armour),
    attacks=(ATTACK.name, THROW.name),
    ranges=(5, 30, 100, 300),
    unit="ft",
)
