"""The files of a SQLite store: whether they are still those that were opened.

A file that was moved, removed, replaced or cut takes writes as ever, and nobody finds them again.
So its files are looked at before anything is written, and again before anything is acknowledged.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from affray.core.errors import StoreError
from affray.core.message import msg

ENDS = ("", "-wal", "-shm")
"""What the names of a store's files end in, after its own."""


class FileState(NamedTuple):
    """A file as it was when it was looked at."""

    which: tuple[int, int]
    size: int
    changed: int


def file_state(path: Path) -> FileState | None:
    """A file as it is; None if there is none.

    It is never opened here: to close it again would let go of the locks that SQLite has on it.
    """
    try:
        state = path.stat()
    except OSError:
        return None
    return FileState((state.st_dev, state.st_ino), state.st_size, state.st_mtime_ns)


def connect_existing(path: Path) -> sqlite3.Connection:
    """A connection to a file that has to be there."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True)


class StoreFiles:
    """The files of one store, as they were when they were opened and last written to."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._files = [path.absolute().with_name(path.name + end) for end in ENDS]
        self._known: list[FileState | None] = []
        self._spoilt = ""

    def note(self) -> None:
        """Note the files as they are: they are ours, just opened or just written."""
        self._known = [file_state(file) for file in self._files]

    def check(self, told: Mapping[str, int], writing: bool = False) -> None:
        """Raise StoreError unless the files are those that were opened, with all that was written.

        `told` has the last entries that were acknowledged.  While `writing`, it is this process that
        changes them.
        """
        now = [file_state(file) for file in self._files]
        for known, there in zip(self._known, now, strict=True):
            if known is not None and (there is None or there.which != known.which):
                raise self._lost("its file has been moved, removed or replaced")
        if self._spoilt:
            raise self._lost(self._spoilt)
        if self._cut(now) or (not writing and self._changed(now)):
            self._examine(told)
            self._known = now

    def _cut(self, now: list[FileState | None]) -> bool:
        """Whether a file is shorter than it was."""
        both = zip(self._known[:2], now[:2], strict=True)
        return any(known and there and there.size < known.size for known, there in both)

    def _changed(self, now: list[FileState | None]) -> bool:
        """Whether somebody else has written to the file itself, as SQLite does now and then."""
        known, there = self._known[0], now[0]
        return known is not None and there is not None and known != there

    def _examine(self, told: Mapping[str, int]) -> None:
        """Read all of it anew; raises StoreError for good if something is missing."""
        try:
            with closing(connect_existing(self.path)) as db:
                whole = db.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
                there = dict(db.execute("SELECT id, last FROM session").fetchall())
        except sqlite3.OperationalError as e:
            if e.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise
            whole, there = False, {}
        except sqlite3.Error:
            whole, there = False, {}
        if not whole or any(there.get(session, last) < last for session, last in told.items()):
            self._spoilt = "its file was truncated or overwritten"
            raise self._lost(self._spoilt)

    def _lost(self, why: str) -> StoreError:
        return StoreError(
            msg("{path}: cannot be used: {why}", path=self.path, why=why), code="store/lost", why=why
        )
