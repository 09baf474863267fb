"""What a combatant is: attributes, skills, arms and armour.

None of it changes in a fight.
"""

from __future__ import annotations

from typing import NamedTuple

from affray.core.effect import record
from affray.core.space import Line

CLOSE, SHORT, LONG, EXTREME, BEYOND = range(5)
"""The range bands, from arm's length to beyond all of them."""
BANDS = ("Close", "Short", "Long", "Extreme")


class Weapon(NamedTuple):
    """A weapon; bonus and initiative are in dice and points.

    A crit rating of 0 gives none; the band is that of its range.
    """

    name: str
    kind: str
    bonus: int
    initiative: int
    damage: int
    crit: int
    band: int
    tags: tuple[str, ...] = ()
    columns: tuple[tuple[str, int], ...] = ()
    """What further columns of the table say (`tables.WeaponColumn`)."""

    @property
    def melee(self) -> bool:
        """Whether it strikes; otherwise it shoots or is thrown."""
        return self.kind == "melee"

    @property
    def light(self) -> bool:
        """Whether quick melee attacks are allowed with it."""
        return "light" in self.tags

    @property
    def automatic(self) -> bool:
        """Whether it fires full auto."""
        return "automatic" in self.tags

    @property
    def two_handed(self) -> bool:
        """Whether it takes both arms: heavy and bulky ones do."""
        return "heavy" in self.tags or "bulky" in self.tags

    @property
    def natural(self) -> bool:
        """Whether it cannot be dropped or drawn: bare hands."""
        return "natural" in self.tags


class Cover(NamedTuple):
    """A thing to hide behind: its cover rating and where it stands.

    Without a line it helps from all sides.
    """

    name: str
    rating: int
    line: Line | None = None


class Skills(NamedTuple):
    """The sixteen skills, level 0 to 5 each."""

    melee_combat: int = 0
    ranged_combat: int = 0
    force: int = 0
    dexterity: int = 0
    infiltration: int = 0
    observation: int = 0
    survival: int = 0
    manipulation: int = 0
    medicurgy: int = 0
    technology: int = 0
    pilot: int = 0
    mystic_powers: int = 0
    command: int = 0
    science: int = 0
    data_djinn: int = 0
    culture: int = 0


class Sheet(NamedTuple):
    """A combatant's unchanging figures.

    `edges` are the ends of the four range bands in centimetres.
    """

    name: str
    npc: bool
    strength: int
    agility: int
    wits: int
    empathy: int
    skills: Skills
    armour: int
    hit_points: int
    mind_points: int
    size: int = 0
    small: bool = False
    edges: tuple[int, ...] = (200, 2_000, 10_000, 100_000)
    breaks_down: bool = True
    driving: bool = False
    run_by: str = "autopilot"
    reloads: int = 3
    """Fresh clips for each weapon, where they are counted."""
    engages_by_attack: bool = False
    """Whether only a melee attack engages, and not the distance alone (AMB-31)."""


for _kind in (Weapon, Cover, Sheet, Skills, Line):
    record(_kind)
