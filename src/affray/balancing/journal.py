"""The journal of a sweep: a JSON object a line for each cell that is done.

A line is on disk before its cell is told of.  It belongs to one grid, and to one process at a
time.  A last line that was cut short is left out, and its cell is played again.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any, BinaryIO

from affray.balancing.cell import CellResult
from affray.balancing.grid import SweepGrid
from affray.core import files
from affray.core.errors import AffrayError, BadData, Fault
from affray.core.message import Verbatim, figure, msg
from affray.core.ruleset import NOBODY

if sys.platform == "win32":  # pragma: no cover
    import msvcrt
else:
    import fcntl

FORM = 1


class Unwritable(AffrayError):
    """What has been played cannot be kept: no room, no right, or no such folder."""

    code = "sweep/unwritable"


class Journal:
    """The cells of a grid that are done, on disk.

    Raises BadData when the file is that of another grid or no journal, and Unwritable.
    """

    def __init__(self, path: Path, grid: SweepGrid) -> None:
        self.path, self.grid, self.done = path, grid, dict[int, CellResult]()
        self.cells = len(grid.cells)
        self.head = {"sweep": FORM, "grid": grid.digest, "cells": self.cells}
        try:
            files.check_file(path)
            self._file: BinaryIO = path.open("a+b", buffering=0)
        except OSError as e:
            raise Unwritable(msg("{path}: cannot be written: {why}", path=path, why=e.strerror)) from None
        try:
            self._lock()
            self._read()
        except BaseException:
            self._file.close()
            raise

    def add(self, result: CellResult) -> bool:
        """Keep what came of a cell; False when it is known already."""
        if result.number in self.done:
            return False
        self._write({**result._asdict()})
        self.done[result.number] = result
        return True

    def close(self, forget: bool = False) -> None:
        """Let go of the file, and remove it if all of it stands elsewhere."""
        if forget:
            self.path.unlink(missing_ok=True)
        self._file.close()

    def _read(self) -> None:
        self._file.seek(0)
        data = self._file.read()
        whole = data[: data.rfind(b"\n") + 1]
        lines = whole.splitlines()
        if not lines:
            self._cut(0)
            self._write(self.head)
            return
        if self._plain(lines[0], 1) != self.head:
            message = "is the journal of a different grid; remove it, or write to another --output"
            raise BadData([Fault(str(self.path), message)])
        for number, line in enumerate(lines[1:], start=2):
            result = self._result(line, number)
            self.done.setdefault(result.number, result)
        self._cut(len(whole))

    def _result(self, line: bytes, number: int) -> CellResult:
        plain = self._plain(line, number)
        try:
            result = CellResult(**plain)
            fault = self._fault(result)
        except (TypeError, AttributeError):
            fault = "expected a cell of the grid"
        if fault:
            raise BadData([Fault(f"{self.path}:{number}", fault)])
        return result

    def _fault(self, result: CellResult) -> str:
        """What cannot be so of a cell that was played; empty where nothing is."""
        counts = (*result.won.values(), *result.fallen.values(), result.undecided)
        if any(type(n) is not int or n < 0 for n in (result.number, *counts)) or result.number >= self.cells:
            return "expected a cell of the grid"
        n = self.grid.cells[result.number].n
        fights = sum(result.won.values()) + result.undecided
        if fights != n:
            return msg(
                "expected {n} fights, each won or undecided, got {fights}",
                n=figure(n, ","),
                fights=figure(fights, ","),
            )
        strange = [side for side in (*result.won, *result.fallen) if side not in (*self.grid.sides, NOBODY)]
        return (
            msg("expected sides of the grid, got {side}", side=Verbatim(repr(strange[0]))) if strange else ""
        )

    def _plain(self, line: bytes, number: int) -> dict[str, Any]:
        try:
            record = json.loads(line)
        except ValueError:
            record = None
        if not isinstance(record, dict):
            raise BadData([Fault(f"{self.path}:{number}", "expected a line of a sweep's journal")])
        return record

    def _write(self, plain: dict[str, Any]) -> None:
        size = self._file.seek(0, os.SEEK_END)
        try:
            data = memoryview(json.dumps(plain, ensure_ascii=False).encode() + b"\n")
            while data:
                data = data[self._file.write(data) :]
            os.fsync(self._file.fileno())
        except OSError as e:
            self._cut(size)
            fault = msg("{path}: cannot be written: {why}", path=self.path, why=e.strerror)
            done, cells = len(self.done), self.cells
            raise Unwritable(
                msg("{fault}; {done} of {cells} cells are saved", fault=fault, done=done, cells=cells)
                if done
                else fault
            ) from None

    def _cut(self, size: int) -> None:
        self._file.truncate(size)

    def _lock(self) -> None:
        try:
            if sys.platform == "win32":  # pragma: no cover
                msvcrt.locking(self._file.fileno(), msvcrt.LK_NBLCK, 1)
            else:
                fcntl.flock(self._file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Unwritable(msg("{path}: another sweep is writing to it", path=self.path)) from None
