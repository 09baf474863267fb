"""Goodbyes: why the line to a client is closed, by a code for programs and in words for people."""

from __future__ import annotations

from typing import NamedTuple

from affray.core.message import msg, word
from affray.table import wire


class Goodbye(NamedTuple):
    """Why a line is closed; `retry` if it makes sense to come again."""

    code: wire.GoodbyeCode
    why: str
    retry: bool = False

    @property
    def message(self) -> bytes:
        """What is sent before the line is closed."""
        return wire.encode(wire.Bye(self.code, word(self.why), self.retry))


STOPPING = Goodbye("stopping", "the server is stopping; it will be back", True)
REOPENED = Goodbye("reopened", "this fight is being reloaded as it was saved; it will be back", True)
AWAY = Goodbye("away", "the fight cannot be opened right now; it will be back when that is fixed", True)
CLOSED = Goodbye("closed", "the game master has revoked this link")
MOVED = Goodbye("closed", "this seat has a new link on another device")
REMOVED = Goodbye("removed", "the game master has removed this fight; if it is put back, this page finds it")
CROWDED = Goodbye("crowded", "this seat is open in too many places, and this was the oldest")
FULL = Goodbye("crowded", "too many pages are open from your network; close some of them")
NO_SEAT = Goodbye("no-seat", "you have no seat here; open your link again")
FOREIGN = Goodbye("foreign", "this page comes from another site")


def unreadable(why: str) -> Goodbye:
    """The log of a fight cannot be read."""
    return Goodbye("unreadable", msg("the fight cannot be opened: {why}", why=why))
