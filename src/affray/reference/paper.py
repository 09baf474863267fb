"""How a sheet stands on two sheets of paper: in which order its parts, and how large its letters."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from affray.reference.calculation import ComputedOdds
from affray.reference.heights import AFTER, COLUMNS, PAPERS, Block, Heights, Short
from affray.sheet import Page

SIZES = tuple(tenths / 10 for tenths in range(90, 54, -1))
"""Sizes of letters that are tried, in points; the last is taken even if more pages are needed."""
ROOM = 0.16
"""How much of a column may stay empty before a long table is begun there."""


class Paper(NamedTuple):
    """The size of the letters in points, the number of columns, and the parts in their order."""

    letters: float
    columns: int
    blocks: tuple[Block, ...]


def paper(
    page: Page, odds: Sequence[ComputedOdds] = (), top: str = "", short: Short = str, own: bool = False
) -> Paper:
    """The largest letters with which everything fits; `top` is what its head says of house rules.

    Of one's `own` card there is one page, with what is one's own first.
    """
    for letters in SIZES:
        if not _room_for(page, odds, short, letters, own):
            continue
        order = _ordered(page, odds, top, short, letters, own)
        if order is not None:
            return Paper(letters, COLUMNS, order)
    return Paper(letters, COLUMNS, tuple(Heights("A4", letters, short, own).blocks(page, odds)))


def _room_for(page: Page, odds: Sequence[ComputedOdds], short: Short, letters: float, own: bool) -> bool:
    """Whether there is room at all, were nothing left empty."""
    measure = Heights("A4", letters, short, own)
    blocks = [*measure.blocks(page, odds)]
    high = sum(block.height + AFTER for block in blocks if not block.wide)
    return high <= sum(measure.rooms("", blocks))


def _ordered(
    page: Page, odds: Sequence[ComputedOdds], top: str, short: Short, letters: float, own: bool
) -> tuple[Block, ...] | None:
    """The parts in an order in which they fit on paper of any kind; None if they do not."""
    measures = [Heights(name, letters, short, own) for name in PAPERS]
    blocks = [tuple(measure.blocks(page, odds)) for measure in measures]
    rooms = [measure.rooms(top, each) for measure, each in zip(measures, blocks, strict=True)]
    for some, room in zip(blocks, rooms, strict=True):
        order = packed(some, room)
        places = [some.index(block) for block in order]
        if all(fits([each[n] for n in places], r) for each, r in zip(blocks, rooms, strict=True)):
            return order
    return None


def packed(blocks: Sequence[Block], rooms: Sequence[float]) -> tuple[Block, ...]:
    """The blocks in an order that leaves little empty; loose ones may go before what does not fit."""
    waiting, order = [block for block in blocks if not block.wide], list[Block]()
    wide = [block for block in blocks if block.wide]
    columns = _Columns(rooms)
    while waiting:
        block = next((b for b in waiting if columns.takes(b)), None)
        if block is not waiting[0] and not (block and block.loose and waiting[0].loose):
            block = waiting[0]
        waiting.remove(block)
        columns.add(block)
        order.append(block)
    return (*order, *wide)


def fits(order: Sequence[Block], rooms: Sequence[float]) -> bool:
    """Whether blocks in this order need no more than these columns."""
    columns = _Columns(rooms)
    for block in order:
        if not block.wide:
            columns.add(block)
    return columns.place < len(rooms) and not columns.full


class _Columns:
    """Columns that are filled one after the other; full once something is higher than a column."""

    def __init__(self, rooms: Sequence[float]) -> None:
        self.rooms, self.place = rooms, 0
        self.left, self.full = rooms[0], False

    def takes(self, block: Block) -> bool:
        """Whether a block can begin here without leaving a hole."""
        if block.height <= self.left:
            return True
        begun = sum(block.rows[:3])
        return not block.whole and begun <= self.left and self.left > ROOM * self.rooms[0]

    def add(self, block: Block) -> None:
        """Put a block here, parted if it may be, or at the head of the next column."""
        if block.whole:
            if block.height > self.left:
                self._next()
            self.left -= block.height
        else:
            for row, following in pairwise((*block.rows, 0.0)):
                if row > self.left or (row is block.rows[0] and row + following > self.left):
                    self._next()
                    self.left -= 0.0 if row is block.rows[0] else block.again
                self.left -= row
        self.full |= self.left < 0
        self.left -= AFTER

    def _next(self) -> None:
        self.place += 1
        self.left = self.rooms[min(self.place, len(self.rooms) - 1)]
