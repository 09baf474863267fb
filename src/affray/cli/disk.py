"""Files that commands leave: whole, or as they were."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from affray.core import files
from affray.core.errors import BadAnswer
from affray.core.message import msg


def write(path: Path, data: bytes | str) -> None:
    """Write a file; raises BadAnswer, and then the one that was there is as it was."""
    with _told(path):
        files.write(path, data)


def check(path: Path) -> None:
    """Raise BadAnswer where a file could not be written: before what takes long is done."""
    with _told(path):
        files.check_writable(path)


@contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as e:
        raise BadAnswer(
            msg("{path}: cannot be written: {why}", path=path, why=e.strerror), code="answer/no-file"
        ) from None
