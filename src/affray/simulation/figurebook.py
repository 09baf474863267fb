"""Figures of bodies in bulk: asked once for all that read the same."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any

from affray.core.follow import Figures, Follows, figures, lost, table_figures
from affray.core.view import Noted
from affray.simulation.program import Program


class WatchedBody(Noted):
    """A body, or the table, that notes which of its fields are read."""

    __slots__ = ("_ids", "_names", "_noted", "_values")

    def __init__(self, names: dict[str, int], ids: Sequence[int], values: list[list[Any]]) -> None:
        self._names, self._ids, self._values = names, ids, values
        self._noted: set[int] = set()

    def derive(self, read: Callable[[Any], Any]) -> Any:
        """A derived fact is read piece by piece."""
        return read(self)

    def __getattr__(self, name: str) -> Any:
        field = self._names[name]
        self._noted.add(field)
        return self._values[field][self._ids[field]]


class FigureBook:
    """The figures of bodies, or of tables; equal ones have the same number.

    A body is known by the fields that have been read so far.  That is enough: whoever equals a known
    body in those would be read in the same way.
    """

    def __init__(self, read: Callable[[Any], Figures], names: Sequence[str], values: list[list[Any]]) -> None:
        self.read, self.values = read, values
        self.names = {name: n for n, name in enumerate(names)}
        self.fields: list[int] = []
        self.seen: dict[tuple[int, ...], int] = {}
        self.numbers: dict[Figures, int] = {}
        self.all: list[Figures] = []
        self.out: list[int] = []
        self.standing: list[int] = []
        self.dead: list[int] = []
        self.injuries: list[int] = []
        self.left: list[list[int]] = []
        """What is left of each gauge; these and the lists before are by the numbers of `all`."""
        self.losses: dict[tuple[int, int], tuple[tuple[int, int], ...]] = {}

    def column(self, rows: array[int], width: int, at: int) -> list[int]:
        """The numbers of the figures of one body, which begins there, in many states."""
        if not self.fields:
            self._learn(rows[at : at + len(self.names)])
        if not self.fields:  # nothing is read: all are the same
            return [self._number(self.read(None))] * (len(rows) // width)
        # A body may read a field that none has read before.  Then every key is too short, and all are
        # looked up again.
        while True:
            keys = list(zip(*[rows[at + field :: width] for field in self.fields], strict=True))
            numbers = list(map(self.seen.get, keys))
            missing = dict.fromkeys(k for k, number in zip(keys, numbers, strict=True) if number is None)
            if not missing:
                return numbers  # type: ignore[return-value]  # nothing is missing
            places = {key: n for n, key in enumerate(keys) if key in missing}
            for key, n in places.items():
                if not self._learn(rows[n * width + at : n * width + at + len(self.names)], key):
                    break

    def _learn(self, ids: Sequence[int], key: tuple[int, ...] | None = None) -> bool:
        """Ask the figures of a body; False when they read a field that no body is known by yet."""
        body = WatchedBody(self.names, ids, self.values)
        read = self.read(body)
        new = body._noted - set(self.fields)
        if new or key is None:
            self.fields = sorted({*self.fields, *new})
            self.seen.clear()  # its keys are of fewer fields
            return False
        self.seen[key] = self._number(read)
        return True

    def _number(self, body: Figures) -> int:
        if body not in self.numbers:
            self.numbers[body] = len(self.all)
            self._append(body)
        return self.numbers[body]

    def _append(self, body: Figures) -> None:
        self.all.append(body)
        self.out.append(int(body.out))
        self.standing.append(int(not body.out))
        self.dead.append(int(body.dead))
        self.injuries.append(len(body.injuries))
        self.left = self.left or [[] for _ in body.stocks]
        for gauge, left in zip(self.left, body.left, strict=True):
            gauge.append(left)

    def lost(self, before: int, after: int) -> tuple[tuple[int, int], ...]:
        """What is used up from one to the other: places of gauges, and how much."""
        known = self.losses.get((before, after))
        if known is None:
            pairs = zip(self.all[before].stocks, self.all[after].stocks, strict=True)
            drops = [lost(*pair) for pair in pairs]
            known = tuple((place, drop) for place, drop in enumerate(drops) if drop)
            self.losses[before, after] = known
        return known


def bodies(program: Program, follows: Follows) -> FigureBook:
    """A book of fighters' bodies."""
    size = len(program.ids.body_fields)
    return FigureBook(
        lambda body: figures(follows, body), list(program.ids.body_fields), program.ids.values[:size]
    )


def tables(program: Program, follows: Follows) -> FigureBook:
    """A book of tables."""
    size = len(program.ids.body_fields)
    names, values = list(program.ids.table_fields), program.ids.values[size:]
    return FigureBook(lambda table: table_figures(follows, table), names, values)
