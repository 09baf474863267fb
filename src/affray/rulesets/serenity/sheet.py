"""What a fighter is: attributes, skills, traits, arms and armour.

None of it changes in a fight.
"""

from __future__ import annotations

from typing import NamedTuple

from affray.core.effect import record
from affray.core.space import Line

POINT_BLANK, SHORT, MEDIUM, LONG, BEYOND = range(5)
"""The range bands, from point blank to out of range."""
BANDS = ("point blank", "short", "medium", "long")
STUN, WOUND, BASIC = "stun", "wound", "basic"
"""The kinds of damage; basic is divided between the other two."""


class Weapon(NamedTuple):
    """A weapon; its damage is a place on the ladder.

    `reach` is the step of its range in centimetres; a rate or magazine of 0 has no limit.
    """

    name: str
    kind: str
    damage: int
    harm: str
    reach: int = 0
    rate: int = 0
    magazine: int = 0
    skill: str = "melee weapons"
    speciality: str = ""
    tags: tuple[str, ...] = ()
    columns: tuple[tuple[str, int], ...] = ()
    """What further columns of the table say (`tables.WeaponColumn`)."""

    @property
    def melee(self) -> bool:
        """Whether it strikes at arm's length."""
        return self.kind == "melee"

    @property
    def gun(self) -> bool:
        """Whether it shoots."""
        return self.kind == "ranged"

    @property
    def thrown(self) -> bool:
        """Whether it is a thing that was never made to be thrown."""
        return self.kind == "improvised"

    @property
    def explosive(self) -> bool:
        """Whether it hurts everybody around it."""
        return self.kind == "explosive"

    @property
    def automatic(self) -> bool:
        """Whether it fires bursts and autofire."""
        return "automatic" in self.tags

    @property
    def two_handed(self) -> bool:
        """Whether it takes both hands."""
        return "two-handed" in self.tags


class Cover(NamedTuple):
    """A thing to hide behind: its kind, what it adds, and where it stands.

    Without a line it helps from all sides.
    """

    name: str
    kind: str
    difficulty: int
    line: Line | None = None


class Armour(NamedTuple):
    """A suit: what it takes off damage, and the steps it costs."""

    name: str = ""
    rating: int = 0
    agility: int = 0
    alertness: int = 0


class Skill(NamedTuple):
    """A skill, or a speciality as "guns/pistol", and its place on the ladder."""

    name: str
    place: int


class Sheet(NamedTuple):
    """A fighter's unchanging figures; attributes are places on the ladder."""

    name: str
    agility: int
    strength: int
    vitality: int
    alertness: int
    intelligence: int
    willpower: int
    skills: tuple[Skill, ...]
    life: int
    traits: tuple[str, ...] = ()
    armour: Armour = Armour()
    run_by: str = "autopilot"


for _kind in (Weapon, Cover, Armour, Skill, Sheet, Line):
    record(_kind)
