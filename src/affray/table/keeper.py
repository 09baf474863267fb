"""What a room needs of a store: entries on disk before anybody sees them."""

from __future__ import annotations

from typing import Protocol

from affray.session import log


class Keeper(Protocol):
    """Keeps one session; raises AffrayError when it cannot."""

    async def append(self, row: log.Row, seat: str, command: str) -> None:
        """Keep an entry, on disk when this returns; `command` is the id of what caused it."""

    async def state(self, name: str, value: bytes) -> None:
        """Keep something else of the room, in place of what there was under that name."""


class Memory:
    """Keeps nothing beyond the process."""

    def __init__(self) -> None:
        self.rows: list[log.Row] = []
        self.states: dict[str, bytes] = {}

    async def append(self, row: log.Row, seat: str, command: str) -> None:
        """Keep an entry."""
        self.rows.append(row)

    async def state(self, name: str, value: bytes) -> None:
        """Keep something else."""
        self.states[name] = value
