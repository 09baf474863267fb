"""Records as numbers: a body in so many figures, by the types of its fields.

Whole numbers and flags stand as they are; words become stable whole numbers; an optional thing
has a figure before it that says whether it is there.  A row of things is how many there are, then
the first four.  Fighters and places are marked, so that they can be put as seen from somebody.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from types import UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints
from zlib import crc32

from affray.core.effect import Who
from affray.core.space import Point

FIRST = 4
"""How many things of a row have figures of their own."""
WORDS = 65_535
"""Words are numbers from 1 to this; no words are 0."""

FIGURE, FIGHTER, PLACED, EAST, NORTH = "figure", "fighter", "placed", "east", "north"
"""What a column holds; the last three are those of a place: whether there is one, and metres."""


class FeatureColumns(NamedTuple):
    """How values of one type become figures.

    Each column has a name and says what it holds; `write` adds the figures to a list.
    A fighter is 1 more than its number in the fight, and nobody is 0.
    """

    names: tuple[str, ...]
    holds: tuple[str, ...]
    write: Callable[[Any, list[float]], None]

    def of(self, value: Any) -> list[float]:
        """The figures of a value, one for each name."""
        figures: list[float] = []
        self.write(value, figures)
        return figures


@lru_cache(16_384)
def word(text: str) -> int:
    """Words as a number from 1 to 65,535, the same on every machine; none are 0.

    >>> word(""), word("pistol") == word("pistol"), 0 < word("pistol") <= WORDS
    (0, True, True)
    """
    return crc32(text.encode()) % WORDS + 1 if text else 0


@cache
def columns(hint: Any, flat: bool = False) -> FeatureColumns:
    """The columns of a type; where `flat`, rows of things are one number each.

    >>> columns(Point).names, columns(int | None).of(7)
    (('there', 'east', 'north'), [1, 7])
    """
    if hint in (int, bool, float):
        return FeatureColumns(("",), (FIGURE,), lambda value, to: to.append(value))
    if hint is str:
        return FeatureColumns(("",), (FIGURE,), lambda value, to: to.append(word(value)))
    if hint is Who:
        return FeatureColumns(("",), (FIGHTER,), lambda value, to: to.append(value + 1))
    if hint is Point:
        return FeatureColumns(("there", "east", "north"), (PLACED, EAST, NORTH), _point)
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType) and len(args) == 2 and type(None) in args:
        return _optional(columns(next(a for a in args if a is not type(None)), flat))
    if isinstance(hint, type) and hasattr(hint, "_fields"):
        hints = get_type_hints(hint)
        return _record([(name, columns(hints[name], flat)) for name in hint._fields])
    if origin is tuple and not flat:
        return _row(columns(args[0], True)) if args[-1] is ... else _fixed(args)
    return FeatureColumns(("",), (FIGURE,), lambda value, to: to.append(word(repr(value)) if value else 0))


def _point(value: Point, to: list[float]) -> None:
    to += (1, value.x / 100, value.y / 100)


def _optional(inner: FeatureColumns) -> FeatureColumns:
    """A thing or None: fighters and places say so themselves."""
    blank, bare = [0.0] * len(inner.names), inner.holds in ((FIGHTER,), (PLACED, EAST, NORTH))

    def write(value: Any, to: list[float]) -> None:
        if value is None:
            to += blank if bare else (0, *blank)
        else:
            if not bare:
                to.append(1)
            inner.write(value, to)

    if bare:
        return inner._replace(write=write)
    return FeatureColumns(("there", *inner.names), (FIGURE, *inner.holds), write)


def _record(fields: Sequence[tuple[str, FeatureColumns]]) -> FeatureColumns:
    writes = [inner.write for _, inner in fields]

    def write(value: Any, to: list[float]) -> None:
        for each, part in zip(writes, value, strict=True):
            each(part, to)

    return FeatureColumns(_named(fields), tuple(h for _, inner in fields for h in inner.holds), write)


def _fixed(args: Sequence[Any]) -> FeatureColumns:
    return _record([(str(n), columns(arg, True)) for n, arg in enumerate(args)])


def _row(inner: FeatureColumns) -> FeatureColumns:
    """A row of things: how many, and the first of them."""
    width = len(inner.names)

    def write(value: Any, to: list[float]) -> None:
        to.append(len(value))
        for each in value[:FIRST]:
            inner.write(each, to)
        to += [0.0] * (width * (FIRST - len(value)))

    fields = [(str(n), inner) for n in range(FIRST)]
    return FeatureColumns(("count", *_named(fields)), (FIGURE, *inner.holds * FIRST), write)


def _named(fields: Sequence[tuple[str, FeatureColumns]]) -> tuple[str, ...]:
    return tuple(f"{name}.{own}".rstrip(".") for name, inner in fields for own in inner.names)
