"""Fights written by hand in C, and the same ones as the kernel walks them.

`hand.c` holds the rules of these fights as far as they can come up in them, with the game's own
policy.  Before a ratio is printed some thousands of fights are compared: each ends with the same
winner after the same rounds with the same hit points, or nothing is printed of it.
"""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

from affray.core.fight import Fight
from affray.core.ruleset import ruleset
from affray.core.scene import read_scene
from affray.simulation.bulk import Bulk
from affray.simulation.compiled import FLAGS, compiler
from affray.simulation.kernel import kernel
from benchmarks.report import Report
from tests.solver.duels import DUELS

SEED, WARM_UP, FIGHTS, TIMES = 1, 20_000, 20_000, 20
"""Fights before those that are timed, and those; how often the quick ones by hand are played."""
MOST = 8
"""Fighters in a fight by hand."""
SOURCE = Path(__file__).with_name("hand.c")
_int, _long, _seed = ctypes.c_int32, ctypes.c_int64, ctypes.c_uint64


class Written(NamedTuple):
    """A fight that is written by hand.

    Its scene, its function in C, and what that has to know: `figures` are those of one fighter and
    its side, in the order of the structure in C; `table` is one number of the fight; `rounds` the
    field of the table that counts them.
    """

    title: str
    game: str
    scene: str
    function: str
    figures: Callable[[Any, int], Sequence[int]]
    table: Callable[[Fight[Any, Any, Any]], int]
    rounds: str

    def start(self) -> Fight[Any, Any, Any]:
        """The fight as it begins."""
        game = ruleset(self.game)
        return game.start(read_scene(self.scene, game.scene))


class Ended(NamedTuple):
    """How a fight ended.

    The winning side's number or -1, rounds, hit points, hours that losers are down.
    The stream is its state behind the last draw; 0 where it is not known.
    """

    winner: int
    rounds: int
    left: tuple[int, ...]
    hours: int
    stream: int = 0


def skirmisher(b: Any, side: int) -> Sequence[int]:
    """Pips, Reflexes, armour, listed damage, hit points, the side, and the place."""
    blade = next(w for w in b.kit if w.name in b.hands)
    sheet = b.sheet
    return sheet.skills.melee_combat, sheet.reflexes, sheet.armour, blade.damage, b.hp, side, *b.spot


def brawler(b: Any, _side: int) -> Sequence[int]:
    """Dice, hit points, damage of a fist, and whether a player prays for this one."""
    return b.sheet.strength + b.sheet.skills.melee_combat, b.hp, 1, not b.sheet.npc


def crowd(*archetypes: str) -> str:
    """Two sides of these, hand to hand: everybody is within reach of everybody."""
    return "\n".join(
        [
            'ruleset = "d6"\ntitle = "Hand to hand"',
            *[
                f'[[fighters]]\nname = "{side}{n}"\nside = "{side}"\nat = [{n}, {3 * (side == "b")}]\n'
                f'archetype = "{kind}"\nin_hand = ["{BLADES[kind]}"]'
                for side in "ab"
                for n, kind in enumerate(archetypes)
            ],
            CALLED_OFF,
        ]
    )


CALLED_OFF = '[options]\n"fight.called_off" = true\n'
"""What the fights by hand are played by: some would not end."""
BLADES = {"duellist": "rapier", "guard": "long sword", "thug": "club"}
FOUR = ("duellist", "guard", "guard", "thug")
SKIRMISH = ("skirmishes", skirmisher, lambda fight: len(fight.fighters), "round")
BRAWL = ("brawls", brawler, lambda fight: fight.table.darkness, "turn")
WRITTEN = (
    Written("D6, bridge", "d6", ruleset("d6").scenes["bridge"] + CALLED_OFF, *SKIRMISH),
    Written("D6, four on four", "d6", crowd(*FOUR), *SKIRMISH),
    Written("Coriolis, fists", "coriolis", DUELS["coriolis"], *BRAWL),
)


class _End(ctypes.Structure):
    _fields_ = (
        *[(name, _int) for name in ("winner", "rounds")],
        ("left", _int * MOST),
        ("hours", _int),
        ("stream", _seed),
    )


class Hand:
    """One fight in C, by the figures of its fighters."""

    def __init__(self, written: Written) -> None:
        start = written.start()
        sides = sides_of(start)
        figures = [int(f) for b in start.fighters for f in written.figures(b, sides.index(b.side))]
        self._size = len(start.fighters)
        assert self._size <= MOST
        self._fighters, self._table = (_int * len(figures))(*figures), written.table(start)
        self._run = getattr(library(), written.function)
        self._run.argtypes = (ctypes.c_void_p, _int, _seed, _long, _long, ctypes.c_void_p)
        self._run.restype = None

    def ends(self, n: int, seed: int, first: int = 0) -> ctypes.Array[_End]:
        """The ends of fights `first` to `first + n` of this seed, as they come from C."""
        ends = (_End * n)()
        self._run(self._fighters, self._table, seed, first, n, ends)
        return ends

    def fights(self, n: int, seed: int, first: int = 0) -> Iterator[Ended]:
        """The same as plain values."""
        for end in self.ends(n, seed, first):
            yield Ended(end.winner, end.rounds, tuple(end.left[: self._size]), end.hours, end.stream)


@cache
def library() -> ctypes.CDLL:
    """`hand.c`, compiled as the kernel is; raises where there is no compiler."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "hand.so")
        subprocess.run([*compiler(), *FLAGS, str(SOURCE), "-o", str(path)], check=True, timeout=120)
        found = ctypes.CDLL(str(path))
    found.ready()
    return found


def sides_of(fight: Fight[Any, Any, Any]) -> list[str]:
    """The sides in the order in which they come first."""
    return list(dict.fromkeys(b.side for b in fight.fighters))


def ended(written: Written, fight: Fight[Any, Any, Any], stream: int = 0) -> Ended:
    """How a fight of ours ended."""
    sides, winner = sides_of(fight), ruleset(written.game).winner(fight)
    assert winner in {*sides, "nobody"}, winner
    return Ended(
        sides.index(winner) if winner in sides else -1,
        getattr(fight.table, written.rounds),
        tuple([b.hp for b in fight.fighters]),
        sum([getattr(b, "hours", 0) for b in fight.fighters]),
        stream,
    )


def main(report: Report) -> None:
    """Print fights a second of CPU time, and ours as a share of those by hand."""
    if kernel() is None:
        print("  no C compiler here: whole fights run on the plain engine")
        return
    print(f"  {'fights a second':<20}{'by hand':>14}{'known':>12}{'new':>12}{'known x':>10}{'new x':>10}")
    for n, written in enumerate(WRITTEN, 1):
        report.step(written.title, n, len(WRITTEN))
        measured(written, report)


def measured(written: Written, report: Report) -> None:
    """One line; those by hand are timed before and after, in the same run."""
    hand, bulk = Hand(written), Bulk(ruleset(written.game), written.start())
    bulk.ends(WARM_UP, SEED + 1, 0)
    new = rate(lambda: bulk.ends(FIGHTS, SEED, 0))
    if differing := different(written, hand, bulk):
        print(f"  {written.title:<20}{differing:,} of {FIGHTS:,} fights end otherwise by hand")
        return
    quick = by_hand(hand)
    known = rate(lambda: bulk.ends(FIGHTS, SEED, 0))
    quick = (quick + by_hand(hand)) / 2
    for name, value in (("known", known), ("new", new)):
        report.figure(f"{written.title}, fights, {name}", value, "/s", "more")
    shares = f"{known / quick:10.4f}{new / quick:10.4f}"
    print(f"  {written.title:<20}{quick:14,.0f}{known:12,.0f}{new:12,.0f}{shares}", flush=True)


def different(written: Written, hand: Hand, bulk: Bulk) -> int:
    """How many fights end otherwise by hand than in bulk."""
    ours = [ended(written, fight) for fight in bulk.fights(FIGHTS, SEED)]
    theirs = [end._replace(stream=0) for end in hand.fights(FIGHTS, SEED)]
    return sum([one != other for one, other in zip(ours, theirs, strict=True)])


def by_hand(hand: Hand) -> float:
    """Fights a second by hand, over enough of them to be timed."""
    return TIMES * rate(lambda: [hand.ends(FIGHTS, SEED) for _ in range(TIMES)])


def rate(run: Callable[[], object]) -> float:
    """How often a second of CPU time `FIGHTS` fit into this."""
    before = process_time()
    run()
    return FIGHTS / (process_time() - before)
