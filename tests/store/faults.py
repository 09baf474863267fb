"""A disk that fails on purpose at one system call, a clock set back: C below processes, and what tells it."""

from __future__ import annotations

import mmap
import os
import shutil
import struct
import subprocess
from enum import IntEnum
from pathlib import Path

import pytest

DISK, CLOCK = (Path(__file__).with_name(f"{name}.c") for name in ("faults", "clock"))


class How(IntEnum):
    """What happens at the call that is due; a write that fails or is killed within has written half."""

    ERROR = 1  # EIO, once
    FULL = 2  # ENOSPC, from then on
    KILLED_BEFORE = 3
    KILLED_WITHIN = 4
    KILLED_AFTER = 5


KILLS = (How.KILLED_BEFORE, How.KILLED_WITHIN, How.KILLED_AFTER)


def built(folder: Path, source: Path = DISK) -> Path:
    """The disk or the clock as a library; skips the test where there is no C compiler, or not Linux."""
    compiler = shutil.which("cc")
    if compiler is None or not Path("/proc/self/fd").exists():
        pytest.skip("needs a C compiler, and Linux")
    library = folder / f"{source.stem}.so"
    command = [compiler, "-shared", "-fPIC", "-O1", "-Wall", "-o", str(library), str(source), "-ldl"]
    subprocess.run(command, check=True)
    return library


class Disk:
    """The disk below one store, as the processes see it that are started in its `env`."""

    def __init__(self, library: Path, store: Path) -> None:
        self.path = store.with_name("faults")
        self.path.write_bytes(bytes(mmap.PAGESIZE))
        with self.path.open("r+b") as file:
            self._numbers = mmap.mmap(file.fileno(), 0)
        self.env = {
            "LD_PRELOAD": str(library),
            "AFFRAY_FAULTS": str(self.path),
            "AFFRAY_STORE": os.path.realpath(store),
        }

    def fail(self, at: int, how: How) -> None:
        """Let something happen at the call of this number, from now on."""
        self._numbers[:16] = struct.pack("4i", 0, 0, 0, 0)
        self._numbers[4:16] = struct.pack("3i", how, 0, 0)
        self._numbers[:4] = struct.pack("i", at)

    def heal(self) -> None:
        """Let nothing happen any more."""
        self._numbers[:4] = struct.pack("i", 0)

    @property
    def calls(self) -> int:
        """How many calls there were since `fail`."""
        return self._number(2)

    @property
    def struck(self) -> int:
        """How often something has happened since `fail`."""
        return self._number(3)

    @property
    def loose(self) -> int:
        """How many writes of the write-ahead log the disk has not been told to keep."""
        return self._number(4)

    def _number(self, n: int) -> int:
        found: int = struct.unpack_from("i", self._numbers, 4 * n)[0]
        return found


class Clock:
    """The clock of the processes that are started in its `env`; it can be a day behind."""

    def __init__(self, library: Path, folder: Path) -> None:
        self.path = folder / "behind"
        self.env = {"LD_PRELOAD": str(library), "AFFRAY_BEHIND": str(self.path)}

    def set_back(self) -> None:
        """Set it back by a day."""
        self.path.touch()

    def set_right(self) -> None:
        """Let it show the time again."""
        self.path.unlink()
