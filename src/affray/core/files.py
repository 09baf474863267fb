"""Files as people name them: looked at, read up to a bound, written whole or not at all.

Whatever is wrong with a name, a folder or a disk is an OSError with words, never another error.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from affray.core.message import msg

ODD = "expected a file, but this is not one"
"""What is said of a pipe, a device or a socket."""
PART = 1 << 20
"""Bytes that are read at once."""


def exists(path: Path) -> bool:
    """Whether something is there; False where we may not look, or the name is impossible.

    >>> exists(Path("n" * 300)), exists(Path("a\\0b"))
    (False, False)
    """
    return os.path.exists(path)  # noqa: PTH110 - that of pathlib raises where it cannot be told


def is_file(path: Path) -> bool:
    """Whether a file is there; see `exists`."""
    return os.path.isfile(path)  # noqa: PTH113 - as above


def is_folder(path: Path) -> bool:
    """Whether a folder is there; see `exists`."""
    return os.path.isdir(path)  # noqa: PTH112 - as above


@contextmanager
def named(path: Path) -> Iterator[None]:
    """Whoever uses a path that cannot be the name of a file gets an OSError."""
    try:
        yield
    except ValueError as e:  # a zero, or half a character
        raise OSError(errno.EINVAL, "this is not a valid file name", str(path)) from e


@contextmanager
def reading(path: Path) -> Iterator[BinaryIO]:
    """A file that is open for reading; raises OSError, also for what is no file.

    A pipe that was handed over as a descriptor is read, too: whoever named it waits for it.
    """
    with named(path):
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(handle, "rb") as file:
        kind = os.fstat(handle).st_mode
        if not stat.S_ISREG(kind) and not (stat.S_ISFIFO(kind) and _handed(path)):
            raise OSError(errno.EINVAL, ODD, str(path))
        if hasattr(os, "set_blocking"):
            os.set_blocking(handle, True)
        yield file


def _handed(path: Path) -> bool:
    """Whether a path is that of a descriptor, such as /dev/stdin."""
    return path.as_posix().startswith(("/dev/fd/", "/dev/stdin", "/proc/self/fd/"))


def read(path: Path, most: int) -> bytes:
    """What is in a file, no more than a byte beyond `most`; raises OSError."""
    parts, left = list[bytes](), most + 1
    with reading(path) as file:
        while left and (part := file.read(min(left, PART))):  # room for `most` at once may not be there
            parts.append(part)
            left -= len(part)
    return b"".join(parts)


def first_line(path: Path, most: int = 1 << 16) -> bytes:
    """The first line of a file, or its beginning; empty where it cannot be read."""
    try:
        with reading(path) as file:
            return file.readline(most)
    except OSError:
        return b""


@contextmanager
def written(path: Path, over: bool = True) -> Iterator[BinaryIO]:
    """A file that takes its place when all of it is on disk, and until then the old one stays.

    Where a pipe or a device is named, it is written to.  Raises OSError, FileExistsError among them
    where there is a file already and it may not go.
    """
    check_writable(path, over)
    if exists(path) and not is_file(path):
        with _pipe(path) as file:
            yield file
        return
    with placing(Path(os.path.realpath(path)), over) as file:
        yield file


def _pipe(path: Path) -> BinaryIO:
    """A pipe or a device to write to; raises OSError where nobody reads from it."""
    handle = os.open(path, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0))
    if hasattr(os, "set_blocking"):
        os.set_blocking(handle, True)
    return os.fdopen(handle, "wb")


def check_file(path: Path) -> None:
    """Raise OSError where something other than a file stands, or no file can."""
    with named(path):
        there = kind_of(path)
    if there is not None and stat.S_ISDIR(there):
        raise _folder(path)
    if there is not None and not stat.S_ISREG(there):
        raise OSError(errno.EINVAL, ODD, str(path))


def check_writable(path: Path, over: bool = True) -> None:
    """Raise OSError where a file cannot come to stand here: before anything is written."""
    with named(path):
        there = kind_of(path)
    if there is None:
        if not is_folder(path.parent):
            raise FileNotFoundError(
                errno.ENOENT, msg("the folder {parent} does not exist", parent=path.parent), str(path)
            )
    elif stat.S_ISDIR(there):
        raise _folder(path)
    elif not over:
        raise FileExistsError(errno.EEXIST, "the file already exists", str(path))
    if not os.access(path.parent if there is None else path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))


def _folder(path: Path) -> IsADirectoryError:
    return IsADirectoryError(errno.EISDIR, "is a folder; expected a file", str(path))


def kind_of(path: Path) -> int | None:
    """The mode of what is there, as the system gives it; None for nothing.  Raises OSError."""
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None


@contextmanager
def placing(path: Path, over: bool) -> Iterator[BinaryIO]:
    """A file under a name of its own, which gets this one at the end."""
    beside = path.with_name(f".affray-{os.urandom(6).hex()}")
    try:
        with beside.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        place(beside, path, over)
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)


def place(beside: Path, path: Path, over: bool) -> None:
    """Give a file its name, with the rights that the old one had, and have that on disk."""
    if not over:
        _linked(beside, path)
    else:
        with suppress(FileNotFoundError):
            beside.chmod(stat.S_IMODE(path.stat().st_mode))
        beside.replace(path)
    settle(path.parent)


def _linked(beside: Path, path: Path) -> None:
    """Give a file another name, unless something has it; raises FileExistsError."""
    try:
        path.hardlink_to(beside)
    except FileExistsError:
        raise
    except OSError:  # a disk that knows no links
        if exists(path):
            raise FileExistsError(errno.EEXIST, "the file already exists", str(path)) from None
        beside.replace(path)
    else:
        beside.unlink(missing_ok=True)


def settle(folder: Path) -> None:
    """Make sure that the names in a folder are on disk, where the system can do that."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        with suppress(OSError):
            os.fsync(handle)
    finally:
        os.close(handle)


def write(path: Path, data: bytes | str, over: bool = True) -> None:
    """Write a whole file, or nothing of it; see `written`.  Text goes as UTF-8."""
    with written(path, over) as file:
        file.write(data.encode(errors="backslashreplace") if isinstance(data, str) else data)
