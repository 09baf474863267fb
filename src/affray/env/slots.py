"""Slots of the action space: the numbers of the options of a question.

An option has its home by a hash of the question and of what it says, with fighters by their place
as seen from whoever is asked.  So the same deed has the same slot in every fight, on every machine.
Where two options of one question have the same home, the later goes to the next free slot.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from zlib import crc32

from affray.core.effect import Who
from affray.core.space import Point

MORE = 0
"""The slot that turns to the next options, where a question has more than there are slots."""

Place = Callable[[Who], int]


def paged(options: Sequence[Any], slots: int, page: int) -> Sequence[Any]:
    """The options on a page; from the last page it goes on to the first.

    >>> paged("abcde", 3, 1), paged("abcde", 3, 2), paged("abcde", 3, 3)
    ('cd', 'e', 'ab')
    """
    size = slots - 1
    pages = -(-len(options) // size)
    at = page % max(pages, 1) * size
    return options[at : at + size]


def laid(question: str, options: Sequence[Any], place: Place, slots: int) -> dict[int, Any]:
    """The options of one page by slot, from 1 up; fewer than there are slots.

    >>> slots = laid("pray", (False, True), int, 1024)
    >>> slots == laid("pray", (True, False), int, 1024), len(slots)
    (True, 2)
    """
    size = slots - 1
    homes = sorted((crc32(f"{question}|{said(o, place)}".encode()) % size, n) for n, o in enumerate(options))
    by_slot: dict[int, Any] = {}
    for home, n in homes:
        while home + 1 in by_slot:
            home = (home + 1) % size  # noqa: PLW2901 (the next slot)
        by_slot[home + 1] = options[n]
    return by_slot


def said(value: Any, place: Place) -> str:
    """What an option says, with fighters by their place; the same on every machine.

    Points of the map are all alike in it.

    >>> from affray.core.act import Act
    >>> said(Act("attack", Who(4), item="knife"), lambda who: int(who) - 3)
    "Act('attack', @1, None, 'knife', 0)"
    """
    if isinstance(value, Who):
        return f"@{place(value)}"
    if isinstance(value, Point):
        return "somewhere"
    if isinstance(value, tuple):
        name = type(value).__name__ if hasattr(value, "_fields") else ""
        return f"{name}({', '.join(said(part, place) for part in value)})"
    return repr(value)
