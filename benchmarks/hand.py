"""Duels written by hand in C, and the same ones as the kernel walks them.

`hand.c` holds the rules of two duels as far as they can come up in them, with the game's own policy.
Before a ratio is printed some thousands of fights are compared: each ends with the same winner after
the same rounds with the same hit points, or nothing is printed of it.
"""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

from affray.core.fight import Fight
from affray.core.ruleset import Ruleset, ruleset
from affray.core.scene import read_scene
from affray.sim.bulk import Bulk
from affray.sim.kernel import FLAGS, compiler
from tests.solve.duels import DUELS

SEED, WARM_UP, FIGHTS = 1, 20_000, 20_000
SOURCE = Path(__file__).with_name("hand.c")
_int, _long, _seed = ctypes.c_int32, ctypes.c_int64, ctypes.c_uint64


class Ended(NamedTuple):
    """How a fight ended: the winner's number or -1, rounds, hit points, hours down, and its stream.

    The stream is its state behind the last draw, or None where it is not known.
    """

    winner: int
    rounds: int
    left: tuple[int, int]
    hours: int
    stream: int | None = None


class _End(ctypes.Structure):
    _fields_ = (
        *[(name, _int) for name in ("winner", "rounds")],
        ("left", _int * 2),
        ("hours", _int),
        ("stream", _seed),
    )


@dataclass(frozen=True, slots=True)
class Duel:
    """A duel that is written by hand: its scene, its function in C, and what that has to know.

    `figures` are those of one fighter, in the order of the structure in C; `table` one of the table.
    """

    game: Ruleset
    title: str
    scene: str
    function: str
    figures: Callable[[Any], Sequence[int]]
    table: Callable[[Any], int]
    rounds: str

    @property
    def start(self) -> Fight[Any, Any, Any]:
        """The fight as it begins."""
        return self.game.start(read_scene(self.scene, self.game.scene))

    def ended(self, fight: Fight[Any, Any, Any], stream: int | None = None) -> Ended:
        """How a fight of ours ended."""
        sides = [b.side for b in fight.fighters]
        winner = self.game.winner(fight)
        assert winner in {*sides, "nobody"}, winner
        one, other = fight.fighters
        return Ended(
            sides.index(winner) if winner in sides else -1,
            getattr(fight.table, self.rounds),
            (one.hp, other.hp),
            sum([getattr(b, "hours", 0) for b in fight.fighters]),
            stream,
        )


def skirmisher(b: Any) -> Sequence[int]:
    """Pips, Reflexes, armour, listed damage and hit points of one with a weapon in hand."""
    blade = next(w for w in b.kit if w.name in b.hands)
    return b.sheet.skills.melee_combat, b.sheet.reflexes, b.sheet.armour, blade.damage, b.hp


def brawler(b: Any) -> Sequence[int]:
    """Dice, hit points, damage of a fist, and whether a player prays for this one."""
    return b.sheet.strength + b.sheet.skills.melee_combat, b.hp, 1, not b.sheet.npc


def duels() -> tuple[Duel, ...]:
    """All that are written by hand."""
    coriolis, d6 = ruleset("coriolis"), ruleset("d6")

    def skirmish(title: str, scene: str) -> Duel:
        return Duel(d6, title, scene, "skirmishes", skirmisher, lambda t: 0, "round")

    return (
        skirmish("D6, clubs", DUELS["d6"]),
        skirmish("D6, bridge", d6.scenes["bridge"]),
        Duel(
            coriolis, "Coriolis, fists", DUELS["coriolis"], "brawls", brawler, lambda t: int(t.darkness), "turn"
        ),
    )  # fmt: skip


class Hand:
    """One duel in C, by its figures."""

    def __init__(self, duel: Duel) -> None:
        start = duel.start
        figures = [int(figure) for b in start.fighters for figure in duel.figures(b)]
        self._fighters = (_int * len(figures))(*figures)
        self._table = duel.table(start.table)
        self._run = getattr(library(), duel.function)
        self._run.argtypes = (ctypes.c_void_p, _int, _seed, _long, _long, ctypes.c_void_p)
        self._run.restype = None

    def ends(self, n: int, seed: int, first: int) -> ctypes.Array[_End]:
        """The ends of fights `first` to `first + n` of this seed, as they come from C."""
        ends = (_End * n)()
        self._run(self._fighters, self._table, seed, first, n, ends)
        return ends

    def fights(self, n: int, seed: int, first: int = 0) -> Iterator[Ended]:
        """The same as plain values."""
        for end in self.ends(n, seed, first):
            yield Ended(end.winner, end.rounds, tuple(end.left), end.hours, end.stream)


@cache
def library() -> ctypes.CDLL:
    """`hand.c`, compiled as the kernel is; raises where there is no compiler."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "hand.so")
        subprocess.run([*compiler(), *FLAGS, str(SOURCE), "-o", str(path)], check=True, timeout=120)
        found = ctypes.CDLL(str(path))
    found.ready()
    return found


def main() -> None:
    """Print duels a second of CPU time, and how many times ours are slower."""
    if not compiler():
        print("  no C compiler here")
        return
    print(f"  {'duels a second':<20}{'by hand':>14}{'known':>12}{'new':>12}{'known x':>10}{'new x':>10}")
    for duel in duels():
        one(duel)


def one(duel: Duel) -> None:
    """One line: compared first, then timed."""
    hand, bulk = Hand(duel), Bulk(duel.game, duel.start)
    bulk.ends(WARM_UP, SEED + 1, 0)
    new = rate(lambda: bulk.ends(FIGHTS, SEED, 0))
    if differing := different(duel, hand, bulk):
        print(f"  {duel.title:<20}fights that end otherwise by hand: {differing:,} of {FIGHTS:,}")
        return
    before, known = by_hand(hand), rate(lambda: bulk.ends(FIGHTS, SEED, 0))
    quick = (before + by_hand(hand)) / 2
    print(
        f"  {duel.title:<20}{quick:14,.0f}{known:12,.0f}{new:12,.0f}{known / quick:10.4f}{new / quick:10.4f}",
        flush=True,
    )


def different(duel: Duel, hand: Hand, bulk: Bulk) -> int:
    """How many fights end otherwise by hand than in bulk."""
    ours = (duel.ended(fight) for fight in bulk.fights(FIGHTS, SEED))
    theirs = (end._replace(stream=None) for end in hand.fights(FIGHTS, SEED))
    return sum(one != other for one, other in zip(ours, theirs, strict=True))


def by_hand(hand: Hand) -> float:
    """Fights a second by hand, over enough of them to be timed."""
    times = 20
    return rate(lambda: [hand.ends(FIGHTS, SEED, 0) for _ in range(times)], times * FIGHTS)


def rate(run: Callable[[], object], fights: int = FIGHTS) -> float:
    """Fights a second of CPU time."""
    before = process_time()
    run()
    return fights / (process_time() - before)
