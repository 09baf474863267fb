"""How a sheet stands on two sheets of paper: in which order its parts, and how large its letters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple

from affray.reference.calculation import ComputedOdds
from affray.reference.heights import AFTER, COLUMNS, PAPERS, Block, Heights, Short
from affray.sheet import Page

SIZES = tuple(tenths / 10 for tenths in range(90, 54, -1))
"""Sizes of letters that are tried, in points; the last is taken even if more pages are needed."""
ROOM = 0.16
"""How much of a column may stay empty before a long table is begun there."""

FULLEST, MOVES = 0.99, 600
"""How much of the room an order can fill at best; how many moves of parts are tried to find one."""


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
    """Whether there is room at all, were hardly anything left empty."""
    measure = Heights("A4", letters, short, own)
    blocks = [*measure.blocks(page, odds)]
    high = sum(block.height + AFTER for block in blocks if not block.wide)
    return high <= FULLEST * sum(measure.rooms("", blocks))


def _ordered(
    page: Page, odds: Sequence[ComputedOdds], top: str, short: Short, letters: float, own: bool
) -> tuple[Block, ...] | None:
    """The parts in an order in which they fit on paper of any kind; None if they do not."""
    measures = [Heights(name, letters, short, own) for name in PAPERS]
    blocks = [tuple(measure.blocks(page, odds)) for measure in measures]
    rooms = [measure.rooms(top, each) for measure, each in zip(measures, blocks, strict=True)]
    papers = [*zip(blocks, rooms, strict=True)]

    def lacking(places: Sequence[int]) -> float:
        return max(lack([each[n] for n in places], room) for each, room in papers)

    for some, room in papers:
        order = packed(some, room)
        places = [some.index(block) for block in order]
        places = places if own else moved(places, last_run(order), lacking)
        if not lacking(places):
            return tuple(blocks[0][n] for n in places)
    return None


def last_run(order: Sequence[Block]) -> range:
    """Where the loose parts stand behind everything that stays where it is."""
    end = sum(not block.wide for block in order)
    return range(max([n + 1 for n in range(end) if not order[n].loose], default=0), end)


def moved(places: list[int], among: range, lacking: Callable[[Sequence[int]], float]) -> list[int]:
    """An order in which nothing is lacking, if moving parts among these places leads to one."""
    dice, least = Random(0), lacking(places)
    for _ in range(MOVES if len(among) > 1 else 0):
        if not least:
            break
        other = places.copy()
        other.insert(dice.choice(among), other.pop(dice.choice(among)))
        if (now := lacking(other)) <= least:
            places, least = other, now
    return places


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
    return not lack(order, rooms)


def lack(order: Sequence[Block], rooms: Sequence[float]) -> float:
    """How much room is lacking for blocks in this order, in columns."""
    columns = _Columns(rooms)
    for block in order:
        if not block.wide:
            columns.add(block)
    over = columns.place - len(rooms) + 1
    return len(rooms) * columns.full + (over and over - columns.left / rooms[-1] if over > 0 else 0)


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
