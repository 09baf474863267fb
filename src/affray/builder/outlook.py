"""What awaits in the scenes that come with a game: how long a fight lasts, how hard it is.

It is measured by playing each scene often, with both sides run by habit, and kept beside the game's data:
`python -m tools.outlooks` writes it anew.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from io import StringIO
from typing import NamedTuple

from affray import operations
from affray.core.message import Message, figure, msg, word
from affray.core.scene import Scene

FILE = "outlooks.csv"
"""Where a game has them, in its `data`."""
FIGHTS = 1_000
"""So often each scene is played."""
STEPS = (
    (0.75, "easy"),
    (0.58, "on the easy side"),
    (0.42, "even"),
    (0.2, "hard"),
    (0.0, "brutal"),
)
"""From which share of wins on a fight is called what."""


class Outlook(NamedTuple):
    """What came of a scene: the players' side, the rounds in the middle, its share of wins."""

    side: str
    rounds: int
    wins: float

    @property
    def hardness(self) -> Message:
        """How hard it is, in a word.

        >>> Outlook("crew", 3, 0.5).hardness
        'even'
        """
        return word(next(said for share, said in STEPS if self.wins >= share))


def people_of(scene: Scene) -> str:
    """The side that people run most of; where they run none, the first."""
    run: Counter[str] = Counter()
    for fighter in scene.starting:
        run[fighter.side] += fighter.count * (fighter.run_by != "autopilot")
    return max(run, key=lambda side: run[side])


def measured(scene: operations.SceneLike, fights: int = FIGHTS) -> Outlook:
    """How a scene goes when it is played so often; raises as `operations.simulate` does."""
    side = people_of(operations.load_scene(scene).scene)
    result = operations.simulate(scene, fights)
    return Outlook(side, result.rounds.median, round(result.wins[side].share, 3))


@cache
def outlooks_in(package: str) -> dict[str, Outlook]:
    """What the data of the game in this package say of its scenes, by their names in the game."""
    table = files(package).joinpath("data", FILE) if package else None
    if table is None or not table.is_file():
        return {}
    rows = csv.DictReader(table.read_text(encoding="utf-8").splitlines())
    return {row["scene"]: Outlook(row["side"], int(row["rounds"]), float(row["wins"])) for row in rows}


def written(rows: Iterable[tuple[str, Outlook]]) -> str:
    """Outlooks by scene as that table."""
    text = StringIO()
    out = csv.writer(text, lineterminator="\n")
    out.writerow(("scene", *Outlook._fields))
    out.writerows((name, *outlook) for name, outlook in rows)
    return text.getvalue()


def length(rounds: int, called: str) -> Message:
    """How long a fight lasts, as the game calls its rounds.

    >>> length(6, "round"), length(1, "combat turn")
    ('about 6 rounds', 'about 1 turn')
    """
    if called.endswith("turn"):
        return msg("about {n, plural, one {# turn} other {# turns}}", n=rounds)
    return msg("about {n, plural, one {# round} other {# rounds}}", n=rounds)


def against(sides: Iterable[int]) -> str:
    """How many fight how many.

    >>> against([2, 4])
    '2 against 4'
    """
    first, *others = (figure(n, "d") for n in sides)
    said: str = first
    for other in others:
        said = msg("{some} against {others}", some=said, others=other)
    return said


def sides(scene: Scene) -> str:
    """Who fights whom, the players' side first.

    >>> from affray import operations
    >>> sides(operations.load_scene("boarding").scene)
    'crew against boarders'
    """
    first, *others = (side for side, _ in counted(scene))
    said: str = word(first)
    for other in others:
        said = msg("{some} against {others}", some=said, others=word(other))
    return said


def counted(scene: Scene) -> Iterator[tuple[str, int]]:
    """The sides of a scene and how many they are without reserves, that of the players first."""
    people: Counter[str] = Counter()
    for fighter in scene.starting:
        people[fighter.side] += fighter.count
    first = people_of(scene)
    yield first, people.pop(first)
    yield from people.items()
