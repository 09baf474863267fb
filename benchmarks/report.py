"""What benchmarks say: progress while they run, and figures in one small form."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from time import perf_counter
from typing import Literal, NamedTuple, TypeVar

T = TypeVar("T")
Better = Literal["less", "more"]


class Figure(NamedTuple):
    """One thing that was measured, and whether less or more of it is better."""

    name: str
    value: float
    unit: str
    better: Better


class Report:
    """What one benchmark tells: how far it is, and what it found."""

    def __init__(self, name: str, long: bool = False) -> None:
        self.name, self.long = name, long
        self.figures: list[Figure] = []
        self._began = perf_counter()

    def each(self, items: Iterable[T], what: str = "") -> Iterator[T]:
        """Each of these in turn, told before it begins: which it is, and of how many."""
        found = list(items)
        for n, item in enumerate(found, 1):
            self.step(f"{what} {item}".strip() if isinstance(item, str | int) else what, n, len(found))
            yield item

    def step(self, what: str, n: int, of: int) -> None:
        """Tell what is begun now, apart from what is found."""
        seconds = perf_counter() - self._began
        print(f"  [{self.name} {n}/{of}, {seconds:.0f} s] {what}", file=sys.stderr, flush=True)

    def figure(self, name: str, value: float, unit: str, better: Better = "less") -> float:
        """Keep a figure; it is given back, so that it can be printed where it is found."""
        self.figures.append(Figure(name, value, unit, better))
        return value

    def line(self, text: str = "") -> None:
        """Print what is found."""
        print(text, flush=True)


def write(path: Path, figures: Sequence[Figure]) -> None:
    """Figures as JSON."""
    path.write_text(json.dumps([figure._asdict() for figure in figures], indent=1))


def read(path: Path) -> list[Figure]:
    """Figures out of JSON."""
    return [Figure(**each) for each in json.loads(path.read_text())]
