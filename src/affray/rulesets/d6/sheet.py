"""What a combatant is, and the things it uses: none of it changes in a fight.

Lengths are in hundredths of a foot, codes in pips, three to a die.
"""

from __future__ import annotations

from typing import NamedTuple

from affray.core.effect import record
from affray.core.space import Line, Point
from affray.core.tally import Mod

FOOT = 100
"""Lengths are in hundredths of a foot."""
REACH = 5 * FOOT
"""Melee reach; also how near one has to be to a thing to use it."""
LIGHT, HEAVY, PORT, HIDDEN = "light", "heavy", "total", "out of sight"
"""Kinds of cover; the last is total cover without a port to fire from."""


class Weapon(NamedTuple):
    """A weapon: listed damage, shots when full, actions that loading takes."""

    name: str
    kind: str
    skill: str
    damage: int
    shots: int
    automatic: bool
    reach: int
    load: int = 1
    hands: int = 1
    radius: int = 0
    columns: tuple[tuple[str, int], ...] = ()
    """What further columns of the table say (`tables.WeaponColumn`)."""

    @property
    def melee(self) -> bool:
        """Whether it strikes at arm's length."""
        return self.kind in ("melee", "natural")

    @property
    def explosive(self) -> bool:
        """Whether it is thrown and bursts: its shots are how many there are."""
        return self.kind == "explosive"


class Spell(NamedTuple):
    """A spell: components, one letter each; a radius of 0 is a single target."""

    name: str
    components: str
    damage: int
    reach: int
    radius: int = 0
    defence: str = "reflexes"


class Cover(NamedTuple):
    """A thing to hide behind; without a line it helps against everybody."""

    name: str
    kind: str
    line: Line | None = None


class Vehicle(NamedTuple):
    """A vehicle: handling in points, movement in feet at standard speed."""

    name: str
    size: str
    handling: int
    armour: int
    movement: int
    enclosed: bool


class Mine(NamedTuple):
    """An explosive that lies in wait, with its own attack number."""

    name: str
    spot: Point
    damage: int
    radius: int
    attack: int = 15


class Zone(NamedTuple):
    """A cone under fire, and the one attack roll that goes for all in it."""

    apex: Point
    aim: Point
    width: int
    total: int
    damage: int


class Skills(NamedTuple):
    """The code of each skill in pips."""

    brawling: int = 6
    melee_combat: int = 6
    marksmanship: int = 6
    missile_weapons: int = 6
    throwing: int = 6
    vehicle_operation: int = 6
    casting: int = 6


class Sheet(NamedTuple):
    """A combatant's unchanging figures; codes in pips, movement in feet."""

    name: str
    skills: Skills
    reflexes: int
    willpower: int
    perception: int
    hit_points: int
    armour: int = 0
    movement: int = 30
    size: int = 4
    resistance: int = 0
    spells: tuple[Spell, ...] = ()
    run_by: str = "autopilot"


for _kind in (Weapon, Spell, Cover, Vehicle, Mine, Zone, Skills, Sheet, Line, Mod):
    record(_kind)
