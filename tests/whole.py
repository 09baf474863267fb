"""How much of what takes long is run: a part, or all of it with `AFFRAY_WHOLE=1`."""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import islice
from typing import Any, TypeVar

import pytest

T = TypeVar("T")
U = TypeVar("U")
WHOLE = bool(os.environ.get("AFFRAY_WHOLE"))
in_the_whole = pytest.mark.whole
"""Marks what is shown in short by other tests: it is collected where all of it runs."""


def some(count: int, part: int = 4) -> int:
    """So many, or one of so many parts of them."""
    return count if WHOLE else -(-count // part)


def part_of(items: Iterable[T], part: int = 4, first: int = 0) -> Iterable[T]:
    """All, or each fourth (or so) of them, from one of the first on."""
    return items if WHOLE else islice(items, first % part, None, part)


def checkered(one: Iterable[T], other: Iterable[U], part: int = 2, first: int = 0) -> list[tuple[T, U]]:
    """All pairs, or each second (or so) as on a chequerboard: each of one still meets some of the other."""
    columns = [*other]
    return [
        (a, b)
        for n, a in enumerate(one)
        for m, b in enumerate(columns)
        if WHOLE or (n + m) % part == first % part
    ]


def quick_first(items: Iterable[T], *more: T) -> list[Any]:
    """Parameters of which the first, and these, are quick, and the others slow."""
    kept = [*items]
    return [each if each in (kept[0], *more) else pytest.param(each, marks=pytest.mark.slow) for each in kept]
