"""A fair queue of jobs: rooms take turns in it, and in a room its seats."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterator
from typing import Generic, TypeVar

W = TypeVar("W")


class FairQueue(Generic[W]):
    """What waits, each for a seat of a room; whoever asks often waits as long as who asks once."""

    def __init__(self) -> None:
        self._rooms: OrderedDict[str, OrderedDict[str, deque[W]]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(self.of_room, self._rooms))

    def __iter__(self) -> Iterator[W]:
        return (each for seats in self._rooms.values() for queue in seats.values() for each in queue)

    def of_room(self, room: str) -> int:
        """How much waits for a room."""
        return sum(len(queue) for queue in self._rooms.get(room, {}).values())

    def of_seat(self, room: str, seat: str) -> int:
        """How much waits for one seat of it."""
        return len(self._queue(room, seat))

    def _queue(self, room: str, seat: str) -> deque[W]:
        return self._rooms.get(room, OrderedDict()).get(seat, deque())

    def add(self, room: str, seat: str, job: W) -> None:
        """Let it wait behind what waits for that seat."""
        self._rooms.setdefault(room, OrderedDict()).setdefault(seat, deque()).append(job)

    def next(self) -> W:
        """What comes first: of the next room, of the next seat in it; both go to the end."""
        room, seats = next(iter(self._rooms.items()))
        seat, queue = next(iter(seats.items()))
        first = queue.popleft()
        self._rooms.move_to_end(room)
        seats.move_to_end(seat)
        self._tidy(room, seat)
        return first

    def drop(self, room: str, seat: str, job: W) -> None:
        """Nobody waits for it any more."""
        queue = self._queue(room, seat)
        if job in queue:
            queue.remove(job)
            self._tidy(room, seat)

    def _tidy(self, room: str, seat: str) -> None:
        """Keep nothing of those for whom nothing waits."""
        if not self._rooms[room][seat]:
            del self._rooms[room][seat]
        if not self._rooms[room]:
            del self._rooms[room]

    def clear(self) -> None:
        """Nothing waits any more."""
        self._rooms.clear()
