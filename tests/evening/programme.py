"""What is played on the evening of each game: the scene, who plays whom, what the game calls things."""

from __future__ import annotations

from typing import NamedTuple


class Evening(NamedTuple):
    """One evening.

    Ann and Ben each play a fighter; `reactions` are questions of which one must come up on somebody
    else's move; `wanted` are actions that are taken where they can be.  `wrong` is a correction.
    """

    scene: str
    ann: str
    ben: str
    reactions: tuple[str, ...]
    wrong: str
    newcomer: str
    wanted: tuple[str, ...] = ()
    seed: int = 7
    hale: tuple[str, ...] = ()
    """Corrections after which both sides last longer."""


EVENINGS = {
    "coriolis": Evening(
        "duel", "Zara", "Kaan", ("defend",), "place Kaan 1 0",
        'name = "Rat"\nside = "guild"\nat = [9, 2]\narchetype = "dock hand"\nweapons = []',
        hale=("hurt Zara -9", "hurt Kaan -9"),
    ),
    "d6": Evening(
        "alley", "Ottla", "Pavel", ("held action goes off",), "hurt Pavel 2",
        'name = "Rat"\nside = "alley"\nat = [14, 3]\narchetype = "thug"', ("hold",),
    ),
    "horizon": Evening(
        "taproom", "Marge", "Pell", ("out of turn", "dive"), "hurt Pell 1",
        'name = "Rat"\nside = "dockhands"\nat = [5, 3]\narchetype = "bruiser"\nweapons = []\nhealth = 20',
    ),
    "serenity": Evening(
        "saloon", "Bram", "Odile", ("defence",), "hurt Odile 1 0",
        'name = "Rat"\nside = "locals"\nat = [4, 1]\nsample = "thug"\nweapons = ["bottle"]',
    ),
    "traveller": Evening(
        "landing_field", "Ines", "Rourke", ("reaction",), "strike Rourke 1",
        'name = "Rat"\nside = "locals"\nat = [18, 3]\nperson = "thug"\nweapons = ["cudgel"]',
    ),
}  # fmt: skip
"""By the game's id."""
