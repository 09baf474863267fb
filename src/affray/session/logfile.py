"""A log as a file: each line is on disk before it is shown.

A last line that was cut short was never shown to anybody and is left out.
"""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Self

from affray.core import files
from affray.core.errors import LogError
from affray.core.message import figure, msg
from affray.session.log import Header, Row, encoded, header_of, in_order, row_of

if sys.platform == "win32":  # pragma: no cover
    import msvcrt
else:
    import fcntl


LARGEST = 1 << 30
"""No log is longer, in bytes."""


def begun(path: Path) -> bool:
    """Whether there is a log; an empty file, where one was to begin, is none yet."""
    return files.exists(path) and not (files.is_file(path) and path.stat().st_size == 0)


class Reading:
    """A log as it lies on disk: header, rows, and a line that was cut short."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            data = files.read(path, LARGEST)
        except OSError as e:
            raise LogError(
                msg("{path}: cannot be read: {strerror}", path=path, strerror=e.strerror),
                code="log/unreadable",
            ) from None
        if len(data) > LARGEST:
            raise LogError(
                msg("{path}: expected at most {largest} bytes", path=path, largest=figure(LARGEST, ",")),
                code="log/unreadable",
            )
        whole, newline, self.torn = data.rpartition(b"\n")
        self.size = len(whole) + len(newline)
        self.lines = whole.split(b"\n") if newline else []
        if not self.lines:
            raise self.error(
                0, "expected the header of a log, got an incomplete line" if data else "is empty"
            )
        self.header = header_of(self, self.lines[0])

    @property
    def notice(self) -> str:
        """What was left out, in words; empty when nothing was."""
        if not self.torn:
            return ""
        place = f"{self.path}:{len(self.lines) + 1}"
        return msg("{place}: the last line is incomplete and is left out; nobody had seen it", place=place)

    def rows(self) -> Iterator[Row]:
        """Each entry; raises LogError at the first that is none, or out of order."""
        return in_order(self, (row_of(self, seq, text) for seq, text in enumerate(self.lines[1:], start=1)))

    def error(self, seq: int, message: str, code: str = "log/damaged") -> LogError:
        """A fault of one entry, with its line; 0 is the header."""
        return LogError(
            msg("{path}:{seq}: {message}", path=self.path, seq=seq + 1, message=message), seq - 1, code=code
        )


class LogFile:
    """A log open for adding to, by one process at a time."""

    def __init__(self, path: Path, file: BinaryIO) -> None:
        self.path, self._file = path, file

    @classmethod
    def new(cls, path: Path, header: Header) -> Self:
        """A log that begins here, with its header; raises LogError when there is one already."""
        beside = path.parent / f".affray-{secrets.token_hex(6)}"
        try:
            with files.named(path):
                path.parent.mkdir(parents=True, exist_ok=True)
            files.check_writable(path, over=not begun(path))
            store = cls(beside, beside.open("xb", buffering=0))
            store._lock()
            store.append(header)
            files.place(beside, path, over=files.exists(path))
        except FileExistsError:
            raise LogError(msg("{path}: the log already exists", path=path), code="log/exists") from None
        except OSError as e:
            raise LogError(
                msg("{path}: cannot be written: {strerror}", path=path, strerror=e.strerror),
                code="log/unwritable",
            ) from None
        finally:
            with suppress(OSError):
                beside.unlink(missing_ok=True)
        store.path = path
        return store

    @classmethod
    def again(cls, path: Path) -> Self:
        """A log to go on with; raises LogError when another process has it open."""
        try:
            store = cls(path, path.open("r+b", buffering=0))
        except OSError as e:
            raise LogError(
                msg("{path}: cannot be opened: {strerror}", path=path, strerror=e.strerror),
                code="log/unreadable",
            ) from None
        store._lock()
        return store

    def cut(self, size: int) -> None:
        """Leave out what stands behind this place, and go on there."""
        self._file.truncate(size)
        self._file.seek(size)

    def append(self, row: Header | Row) -> None:
        """Add a line; it is on disk when this returns. On failure the file is as it was."""
        size = self._file.tell()
        try:
            data = memoryview(encoded(row) + b"\n")
            while data:
                data = data[self._file.write(data) :]
            os.fsync(self._file.fileno())
        except OSError as e:
            self.cut(size)
            raise LogError(
                msg("{path}: cannot be written: {strerror}", path=self.path, strerror=e.strerror),
                code="log/unwritable",
            ) from None

    def news(self, since: int) -> Sequence[Row]:
        """Nothing: nobody else can write to the file."""
        return ()

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def _lock(self) -> None:
        try:
            if sys.platform == "win32":  # pragma: no cover
                msvcrt.locking(self._file.fileno(), msvcrt.LK_NBLCK, 1)
            else:
                fcntl.flock(self._file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.close()
            raise LogError(
                msg("{path}: is in use by another process", path=self.path), code="log/in-use"
            ) from None


def write(path: Path, header: Header, rows: Sequence[Row]) -> None:
    """A whole log at once; raises LogError when there is a file already."""
    try:
        with files.written(path, over=False) as file:
            file.writelines(encoded(row) + b"\n" for row in (header, *rows))
    except FileExistsError:
        raise LogError(msg("{path}: the file already exists", path=path), code="log/exists") from None
    except OSError as e:
        raise LogError(
            msg("{path}: cannot be written: {strerror}", path=path, strerror=e.strerror),
            code="log/unwritable",
        ) from None
