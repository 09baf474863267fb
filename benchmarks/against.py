"""This tree and a commit in turn: the same benchmarks, ratios with their spread.

Both run in the interpreter that runs this, with the benchmarks of this tree; only the package is the
commit's.  Where they cannot run with an old package they are tried with the commit's own `tests`,
from which some take their questions, and then the commit's own benchmarks are, which is told: what
they measure under the same name may have changed.  Where that fails, too, it is told.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

from benchmarks.report import Figure, read

ROOT = Path(__file__).parents[1]
WORSE = 1.1
"""Ratios of the best of all rounds above this are marked.

What else runs on a machine only ever adds to a figure, and to short ones more than a tenth: the same tree
beside itself has medians of 0.94 to 1.10 over five rounds, and single rounds of 0.78 to 1.28.
"""


class Tree(NamedTuple):
    """A package, and the folder whose benchmarks measure it."""

    name: str
    package: Path
    benchmarks: Path

    def measured(self, name: str, folder: Path, long: bool) -> list[Figure]:
        """The figures of one benchmark; raises `Incomparable` where it does not run."""
        kept = folder / "figures.json"
        kept.unlink(missing_ok=True)
        paths = os.pathsep.join(map(str, (self.package, self.benchmarks)))
        command = [sys.executable, "-m", "benchmarks", name, "--figures", str(kept), *["--long"] * long]
        ran = subprocess.run(
            command,
            check=False,
            cwd=self.benchmarks,
            env=os.environ | {"PYTHONPATH": paths},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        if ran.returncode:
            raise Incomparable((ran.stderr.strip().splitlines() or [f"exit code {ran.returncode}"])[-1])
        return read(kept)


class Incomparable(Exception):
    """A benchmark does not run with a package."""


class Ratio(NamedTuple):
    """How a figure compares with the commit's: the best of all rounds of each, and pair by pair.

    Above 1 is worse.
    """

    name: str
    unit: str
    before: float
    now: float
    best: float
    each: tuple[float, ...]

    @property
    def is_worse(self) -> bool:
        """Whether the tree is worse, and not only what ran beside it."""
        return self.best > WORSE

    def __str__(self) -> str:
        low, middle, high = min(self.each), median(self.each), max(self.each)
        return (
            f"  {self.name:<54}{self.before:>12,.4g}{self.now:>12,.4g} {self.unit:<9}"
            f"{self.best:7.3f}{low:8.3f}{middle:8.3f}{high:8.3f}{'  WORSE' if self.is_worse else ''}"
        )


def compare(commit: str, names: Sequence[str], rounds: int, long: bool) -> None:
    """Print a ratio for each figure, and what could not be compared."""
    worse: list[str] = []
    with tempfile.TemporaryDirectory(prefix="affray-against-") as folder, checked_out(commit) as tree:
        print(f"{commit} and this tree in turn, {rounds} times each; ratios above 1: this tree is worse")
        for name in names:
            print(f"== {name}", flush=True)
            try:
                ratios, missing = in_turn(name, tree, Path(folder), rounds, long)
            except Incomparable as why:
                print(f"  not compared: {why}", flush=True)
                continue
            print(
                f"  {'':<54}{'commit':>12}{'this':>12} {'':<9}{'best':>7}{'least':>8}{'median':>8}{'most':>8}"
            )
            print(*ratios, *missing, sep="\n", flush=True)
            worse += [f"{name}: {ratio.name}" for ratio in ratios if ratio.is_worse]
    print("Worse than 1.1 at their best: " + ("; ".join(worse) or "nothing"))


def in_turn(name: str, tree: Path, folder: Path, rounds: int, long: bool) -> tuple[list[Ratio], list[str]]:
    """One benchmark with both packages, now this first and now that."""
    this = Tree("this tree", ROOT / "src", ROOT)
    pairs: list[dict[str, list[Figure]]] = []
    other, first = runs_with(name, tree, folder, long)
    for n in range(rounds):
        pair: dict[str, list[Figure]] = {}
        for each in (other, this) if n % 2 == 0 else (this, other):
            told(f"{name}, {n + 1} of {rounds}: {each.name}")
            is_known = n == 0 and each is other
            pair[each.name] = first if is_known else each.measured(name, folder, long)
        pairs.append(pair)
    return ratios([(pair[other.name], pair[this.name]) for pair in pairs])


def runs_with(name: str, tree: Path, folder: Path, long: bool) -> tuple[Tree, list[Figure]]:
    """The commit's tree as this benchmark runs with it, and what it found there."""
    told(f"{name}, can it be measured there?")
    mixed = folder / "mixed"
    if not mixed.exists():
        mixed.mkdir()
        shutil.copytree(ROOT / "benchmarks", mixed / "benchmarks")
        (mixed / "tests").symlink_to(tree / "tests")
    for benchmarks, instead in ((ROOT, "its own tests"), (mixed, "its own benchmarks")):
        there = Tree("the commit", tree / "src", benchmarks)
        try:
            return there, there.measured(name, folder, long)
        except Incomparable as why:
            told(f"not so ({why}); with {instead}")
    there = Tree("the commit", tree / "src", tree)
    return there, there.measured(name, folder, long)


def ratios(pairs: Sequence[tuple[Sequence[Figure], Sequence[Figure]]]) -> tuple[list[Ratio], list[str]]:
    """What can be compared in all pairs; a line for each figure that cannot."""
    before, now = ([{f.name: f for f in pair[side]} for pair in pairs] for side in (0, 1))
    in_all = [name for name in now[0] if all(name in each for each in (*before, *now))]
    rest = {name: "" for each in (*now, *before) for name in each if name not in in_all}
    found = [one_ratio([each[name] for each in before], [each[name] for each in now]) for name in in_all]
    return [r for r in found if r is not None], [
        *[f"  {name}: not in each run of both" for name in rest],
        *[f"  {name}: zero in one of them" for name, r in zip(in_all, found, strict=True) if r is None],
    ]


def one_ratio(before: Sequence[Figure], now: Sequence[Figure]) -> Ratio | None:
    """The ratio of one figure; none where one of the values is zero."""
    if not all(figure.value > 0 for figure in (*before, *now)):
        return None
    each = [new.value / old.value for old, new in zip(before, now, strict=True)]
    more = now[0].better == "more"
    then, today = ((max if more else min)(figure.value for figure in side) for side in (before, now))
    if more:
        each = [1 / ratio for ratio in each]
    best = then / today if more else today / then
    return Ratio(now[0].name, now[0].unit, then, today, best, tuple(each))


@contextmanager
def checked_out(commit: str) -> Iterator[Path]:
    """The tree of a commit, for a while."""
    with tempfile.TemporaryDirectory(prefix="affray-commit-") as folder:
        tree = Path(folder, "tree")
        git("worktree", "add", "--detach", "--quiet", str(tree), commit)
        try:
            yield tree
        finally:
            git("worktree", "remove", "--force", str(tree))


def git(*words: str) -> None:
    """Run git here; what it says on an error is what is said."""
    ran = subprocess.run(["git", "-C", str(ROOT), *words], check=False, capture_output=True, text=True)
    if ran.returncode:
        sys.exit(ran.stderr.strip())


def told(what: str) -> None:
    """Say what runs now, apart from what is found."""
    print(f"  [{what}]", file=sys.stderr, flush=True)
