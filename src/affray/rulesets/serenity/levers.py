"""What can be changed in scenes of the game, and what is better than what."""

from __future__ import annotations

from affray.core.levers import Levers, ladders
from affray.rulesets.serenity import attacks, explosives, tables
from affray.rulesets.serenity.scene import Person
from affray.rulesets.serenity.sheet import Weapon


def _family(weapon: Weapon) -> tuple[str, str] | None:
    if "natural" in weapon.tags or not (weapon.melee or weapon.gun):
        return None
    return weapon.kind, weapon.skill


def _worth(weapon: Weapon) -> tuple[int, ...]:
    return weapon.damage, weapon.harm == "wound", weapon.rate, weapon.reach


def _carried(fighter: Person) -> tuple[str, ...]:
    return tuple(w.name for w in fighter.armed())


LEVERS = Levers(
    people="sample",
    folk=tables.people,
    weapons=lambda: ladders(tables.weapons(), _family, _worth),
    armours=lambda: {name: suit.rating for name, suit in tables.armours().items()},
    covers=lambda: {name: cover.difficulty for name, cover in tables.covers().items()},
    carried=_carried,
    worn=lambda body: int(body.sheet.armour.rating),
    attacks=(attacks.ATTACK.name, explosives.THROW_EXPLOSIVE.name),
    ranges=(1, 10, 30, 100),
)
