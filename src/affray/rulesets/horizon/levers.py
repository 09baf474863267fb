"""What can be changed in scenes of the game, and what is better than what."""

from __future__ import annotations

from affray.core.levers import Levers, ladders
from affray.rulesets.horizon import attack, tables
from affray.rulesets.horizon.house import House
from affray.rulesets.horizon.scene import HorizonFighter, armed
from affray.rulesets.horizon.sheet import Weapon


def _family(weapon: Weapon) -> str:
    return "" if weapon.unarmed else weapon.kind


def _carried(fighter: HorizonFighter) -> tuple[str, ...]:
    return tuple(armed(arm, House()).name for arm in fighter.carried())


LEVERS = Levers(
    people="archetype",
    folk=tables.archetypes,
    weapons=lambda: ladders(tables.book(House()).weapons, _family, lambda weapon: weapon.tier),
    armours=tables.armours,
    carried=_carried,
    worn=lambda body: int(body.sheet.armour),
    attacks=(attack.ATTACK.name, attack.THROW.name),
    ranges=(1, 10, 20, 40),
)
