"""How long the scenes of our games last and how hard they are, measured and written down.

`python -m tools.outlooks [GAME …]` plays every scene of these games, or of all; it takes some minutes.
"""

from __future__ import annotations

import sys
from pathlib import Path

from affray.builder.outlook import FILE, measured, written
from affray.core.ruleset import Ruleset, rulesets

RULESETS = Path(__file__).resolve().parent.parent / "src" / "affray" / "rulesets"


def table(game: Ruleset) -> str:
    """The outlooks of all scenes of a game, as they are kept."""
    return written((name, measured(f"{game.id}/{name}")) for name in game.scenes)


def main(games: list[str]) -> None:
    """Measure, and write."""
    for game in rulesets().values():
        if (not games or game.id in games) and (RULESETS / game.id).is_dir():
            place = RULESETS / game.id / "data" / FILE
            place.write_text(table(game), encoding="utf-8")
            sys.stdout.write(f"{place}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
