"""One cell of a sweep: what to play, as plain data, and playing it.

What comes of a cell depends on the cell alone, whichever process plays it, and after what.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from affray.balancing.draft import Draft
from affray.balancing.search import BulkRunner
from affray.core.pack import content_of
from affray.core.ruleset import ruleset
from affray.simulation.estimate import UNDECIDED

Axis = str | int | float | bool
MOST_PROGRAMS = 8
"""So many programs a worker keeps before it begins anew."""

_worker = threading.local()


class SweepCell(NamedTuple):
    """What to play: its place in the grid, its values on the axes, the scene, and which fights.

    The fights are the first `n` of `seed`; `content` is what packs bring.
    """

    number: int
    axes: tuple[tuple[str, Axis], ...]
    ruleset: str
    text: str
    content: Mapping[str, Any]
    policy: str
    seed: int
    n: int


class CellResult(NamedTuple):
    """What came of a cell: fights won by each side, and how many fell in all.

    `undecided` are fights that were stopped without an end.
    """

    number: int
    won: dict[str, int]
    fallen: dict[str, int]
    undecided: int


def played(cell: SweepCell) -> CellResult:
    """The fights of a cell."""
    game = ruleset(cell.ruleset)
    content = content_of(cell.content, game.scene.kinds, "packs")
    draft = Draft.of(game, cell.text, f"cell {cell.number}", content)
    won, fallen = Counter[str](), Counter[str]()
    for end in _scenes(cell.policy).ends(draft, cell.n, cell.seed, 0):
        won[game.winner(end) or UNDECIDED] += 1
        for who in end.everyone:
            card = game.words.card(end, who)
            fallen[card.side] += card.out
    undecided = won.pop(UNDECIDED, 0)
    return CellResult(cell.number, {**dict.fromkeys(draft.sides, 0), **won}, dict(fallen), undecided)


def _scenes(policy: str) -> BulkRunner:
    """What this thread has seen of the rules so far under a policy."""
    kept: dict[str, BulkRunner] | None = getattr(_worker, "kept", None)
    if kept is None or sum(len(scenes.bulks) for scenes in kept.values()) >= MOST_PROGRAMS:
        kept = _worker.kept = {}
    return kept.setdefault(policy, BulkRunner(policy))
