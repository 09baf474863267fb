"""What a fighter is and has: characteristics, skills, arms, armour.

None of it changes in a fight.
"""

from __future__ import annotations

from typing import NamedTuple

from affray.core.effect import record
from affray.core.space import Line, Point

SHORT, NORMAL, LONG, EXTREME, BEYOND = range(5)
"""The range bands, and what is out of range."""
BANDS = ("short", "normal", "long", "extreme", "out of range")

STR, DEX, END, INT, EDU, SOC = "STR", "DEX", "END", "INT", "EDU", "SOC"
PHYSICAL = (STR, DEX, END)
CHARACTERISTICS = (STR, DEX, END, INT, EDU, SOC)


class Weapon(NamedTuple):
    """A weapon, or other gear that is carried.

    `reach` is the weapon's range in centimetres, 0 for what only strikes; `shots` is what it holds.
    """

    name: str
    kind: str
    dice: int
    reach: int = 0
    shots: int = 0
    scope: bool = False
    skill: str = ""
    tags: tuple[str, ...] = ()
    columns: tuple[tuple[str, int], ...] = ()
    """What further columns of the table say (`tables.WeaponColumn`)."""

    @property
    def melee(self) -> bool:
        """Whether it strikes at arm's length."""
        return self.kind == "melee"

    @property
    def shoots(self) -> bool:
        """Whether it is fired."""
        return self.kind == "ranged"

    @property
    def thrown(self) -> bool:
        """Whether it leaves the hand."""
        return self.kind == "thrown"

    @property
    def laser(self) -> bool:
        """Whether reflecting armour helps against it."""
        return "laser" in self.tags

    @property
    def blast(self) -> bool:
        """Whether it harms all around."""
        return "blast" in self.tags

    @property
    def natural(self) -> bool:
        """Whether it cannot be drawn or dropped: bare hands."""
        return "natural" in self.tags

    @property
    def medical(self) -> bool:
        """Whether it holds basic medical supplies."""
        return "medical" in self.tags


class Cover(NamedTuple):
    """A thing to hide behind: what it adds to armour, and where it stands.

    Without a line it helps from all sides, around `spot`; without a spot too, everywhere.
    """

    name: str
    kind: str
    armour: int
    line: Line | None = None
    spot: Point | None = None


class Zone(NamedTuple):
    """Difficult ground: a circle, in centimetres."""

    name: str
    spot: Point
    radius: int


class Post(NamedTuple):
    """A crew position in a vehicle, and the cover it gives, if any."""

    name: str
    spot: Point
    cover: Cover | None = None


class Project(NamedTuple):
    """An extended action: its check, and the rounds of work that it takes.

    `wins` says whether the side that finishes it has won the fight.
    """

    name: str
    skill: str
    characteristic: str
    dm: int
    rounds: int
    wins: bool = False


class Sheet(NamedTuple):
    """The figures of a fighter in full health, and what it wears.

    `augment` is the highest tech level of its augmentations, 0 for none.
    """

    name: str
    strength: int
    dexterity: int
    endurance: int
    intellect: int
    education: int
    standing: int
    skills: tuple[tuple[str, int], ...] = ()
    armour: tuple[int, ...] = ()
    reflec: tuple[int, ...] = ()
    augment: int = 0
    works: str = ""
    """The project that the autopilot sees to."""
    run_by: str = "autopilot"


class Reaction(NamedTuple):
    """An answer to an attack: a dodge, a parry or a dive, which may go somewhere."""

    how: str
    cover: str = ""
    to: Point | None = None


for _kind in (Reaction, Weapon, Cover, Zone, Post, Project, Sheet, Line):
    record(_kind)
