"""Arrays of numbers that grow here and are read by the kernel where they stand."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Self

MISSING = -1
"""What stands where nothing has been seen yet."""


class ArrayMoves:
    """How often arrays have moved."""

    __slots__ = ("count",)

    def __init__(self) -> None:
        self.count = 1


class KernelArray(array[Any] if TYPE_CHECKING else array):  # type: ignore[misc]
    """An array that the kernel reads where it stands: it tells when it has moved."""

    def __new__(cls, code: str, values: Sequence[float], moves: ArrayMoves) -> Self:
        """An array of these values."""
        made: Self = super().__new__(cls, code, values)
        made.moves, made.stands = moves, made.buffer_info()[0]
        return made

    moves: ArrayMoves
    stands: int

    def __init__(self, *_: object) -> None:
        pass

    def extend(self, values: Iterable[Any], /) -> None:
        """Add values at the end."""
        super().extend(values)
        stands = self.buffer_info()[0]
        if stands != self.stands:
            self.stands = stands
            self.moves.count += 1

    def append(self, value: Any, /) -> None:
        """Add a value at the end."""
        self.extend((value,))
