"""What a fighter is: traits, skills, augmentations, and the things of the game.

None of it changes in a fight but the rounds in a magazine and the walls.
"""

from __future__ import annotations

from typing import NamedTuple

from affray.core.effect import record
from affray.core.space import Line

LOCKED = -1
"""The rank of a skill that is not unlocked."""
TRAITS = {"str": "strength", "agi": "agility", "acu": "acuity", "res": "resilience"}
"""The fields of a sheet by what the sheet calls the traits."""


class Own(NamedTuple):
    """The columns in which a weapon of one's own differs from the game's.

    Figures are a slope as two numbers, what is added to the score, and what is added to the whole;
    steps are the last score of each and what holds up to it.  Empty ones are as in the other's rows.
    """

    like: str
    damage: tuple[int, ...] = ()
    defense: tuple[int, ...] = ()
    move: tuple[tuple[int, int], ...] = ()
    range: tuple[tuple[int, int], ...] = ()


class Weapon(NamedTuple):
    """The header of a combat profile; its rows are in the tables.

    A magazine of 0 is none; a reload of 0 cannot be.
    """

    name: str
    title: str
    rule: str
    tier: int
    kind: str
    skill: str
    hands: int
    magazine: int
    reload: int
    weight: str
    cost: str
    rarity: str
    tags: tuple[str, ...] = ()
    labels: tuple[str, str, str] = ("", "", "")
    """What the printed table calls itself, its magazine and its Move column."""
    own: Own | None = None
    """Where it is no weapon of the game."""

    @property
    def profile(self) -> str:
        """The weapon of the game whose rows it has."""
        return self.name if self.own is None else self.own.like

    @property
    def fires(self) -> bool:
        """Whether it is a gun."""
        return "fires" in self.tags

    @property
    def strikes(self) -> bool:
        """Whether it is made for hand reach."""
        return "strikes" in self.tags

    @property
    def blast(self) -> bool:
        """Whether one Attack strikes several targets."""
        return "blast" in self.tags

    @property
    def passes_pool(self) -> bool:
        """Whether its Attacks ignore Defense (a tag, so the list is open)."""
        return "passes-pool" in self.tags

    @property
    def unarmed(self) -> bool:
        """Whether it is a style of fighting with bare hands."""
        return self.kind == "unarmed"

    @property
    def short(self) -> str:
        """Its name without what stands in brackets."""
        head, _, rest = self.title.partition(" (")
        return f"{head}{rest.partition(')')[2]}"


class Item(NamedTuple):
    """A thing that can be carried.

    `weapon` is the profile it is used with; an improvised one does half damage.  `bulk` names the
    row of the table of objects for what is heavy; `handy` things cost no action to pick up.
    """

    name: str
    weapon: Weapon | None = None
    rounds: int = 0
    spare: int = 0
    improvised: bool = False
    light: bool = True
    bulk: str = ""
    handy: bool = False
    augs: bool = False
    """Whether the Director lets Melee Augs work with it."""

    @property
    def weight(self) -> float:
        """What its header says; objects have tests of their own instead."""
        printed = self.weapon.weight if self.weapon is not None and not self.improvised else ""
        return float(printed) if printed not in ("", "none") else 0


class Wall(NamedTuple):
    """Something that breaks the line of sight; a health of 0 cannot be broken."""

    name: str
    line: Line
    health: int = 0


class Aug(NamedTuple):
    """An augmentation: actions or Attacks, points on a test, unnatural sight."""

    name: str
    actions: int = 0
    attacks: int = 0
    skill: str = ""
    ap: int = 0
    senses: bool = False


class Task(NamedTuple):
    """An Extended Action: what it is, its skill, and the AP it takes in all."""

    name: str
    skill: str
    goal: int


class Skills(NamedTuple):
    """Ranks by skill; one that is not unlocked has none."""

    high_caliber_combat: int = LOCKED
    rapid_fire_combat: int = LOCKED
    special_combat: int = LOCKED
    awareness: int = LOCKED
    endurance: int = LOCKED
    stealth: int = LOCKED
    bio_lore: int = LOCKED
    tech_lore: int = LOCKED


class Sheet(NamedTuple):
    """A fighter's unchanging figures; `health` is the full number."""

    name: str
    strength: int
    agility: int
    acuity: int
    resilience: int
    skills: Skills
    health: int
    armour: int
    style: Weapon
    augs: tuple[Aug, ...] = ()
    grapple: bool = False
    """Whether there is a Grapple Line on the belt."""
    run_by: str = "autopilot"


for _kind in (Own, Weapon, Item, Wall, Aug, Task, Skills, Sheet, Line):
    record(_kind)
