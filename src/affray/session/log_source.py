"""Where the entries of a log come from, for those who have to say that something is wrong with one."""

from __future__ import annotations

from typing import Protocol

from affray.core.errors import LogError
from affray.core.message import msg


class LogSource(Protocol):
    """Where entries come from, for those who have to say that something is wrong."""

    def error(self, seq: int, message: str, code: str = ...) -> LogError:
        """A fault of one entry; 0 is the header."""


class NamedLog:
    """Entries that somebody else keeps, under a name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def error(self, seq: int, message: str, code: str = "log/damaged") -> LogError:
        """A fault of one entry; 0 is the header."""
        return LogError(
            msg("{name}, entry {seq}: {message}", name=self.name, seq=seq, message=message),
            seq - 1,
            code=code,
        )


def edited(was: str, got: str) -> str:
    """What is said of a line that is not as it was written, by its checksums."""
    return msg(
        "was changed after it was written: expected checksum {was}, got {got}",
        was=was,
        got=got,
    )
