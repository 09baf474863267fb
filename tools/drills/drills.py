"""A drill: a change to a game as anchored edits, what it takes, and a copy to try it on."""

from __future__ import annotations

import csv
import difflib
import io
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
DRILLS = Path(__file__).parent
GAME = "coriolis"
HOME = Path("src/affray/rulesets", GAME)
CATALOGUE = "rules.toml"
"""Rules in words, as translations are: what stands there is no place of its own."""


class Size(NamedTuple):
    """How many files and lines a change takes."""

    files: int
    lines: int


class Drill(NamedTuple):
    """A change: what it is, and the edits that make it."""

    name: str
    what: str
    edits: tuple[dict[str, Any], ...]

    def texts(self, root: Path = ROOT) -> dict[str, tuple[str, str]]:
        """Each file before and after; raises ValueError for an anchor that is not there once."""
        texts: dict[str, tuple[str, str]] = {}
        for edit in self.edits:
            name = edit["file"]
            old, now = texts.get(name) or 2 * ((root / HOME / name).read_text(encoding="utf-8"),)
            texts[name] = old, (_column if "column" in edit else _replaced)(now, edit)
        return texts

    def size(self, root: Path = ROOT) -> Size:
        """Files, and lines that are new or changed, without the rules in words."""
        texts = [both for name, both in self.texts(root).items() if name != CATALOGUE]
        return Size(len(texts), sum(_written(*both) for both in texts))

    def tried(self, folder: Path) -> subprocess.CompletedProcess[str]:
        """Make the change on a copy, in this folder, and run the game's contract suite there."""
        for part in ("src", "tests", "tools"):
            shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", folder)
        for name, (_, text) in self.texts().items():
            (folder / HOME / name).write_text(text, encoding="utf-8")
        command = [sys.executable, "-m", "pytest", f"tests/{GAME}/test_contract.py", "-p", "no:xdist"]
        env = {**os.environ, "PYTHONPATH": str(folder / "src")}
        return subprocess.run(command, cwd=folder, env=env, check=False, capture_output=True, text=True)


def drills() -> list[Drill]:
    """All drills, each from a file beside this one."""
    paths = sorted(DRILLS.glob("*.toml"))
    read = {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in paths}
    return [Drill(name, data["what"], tuple(data["edit"])) for name, data in read.items()]


def _replaced(text: str, edit: dict[str, Any]) -> str:
    if (times := text.count(edit["old"])) != 1:
        raise ValueError(f"{edit['file']}: the anchor is there {times} times: {edit['old']}")
    return text.replace(edit["old"], edit["new"])


def _column(text: str, edit: dict[str, Any]) -> str:
    """A table with a column more."""
    out = io.StringIO()
    head, *rows = csv.reader(text.splitlines())
    csv.writer(out, lineterminator="\n").writerows(
        [[*head, edit["column"]], *([*row, edit["value"]] for row in rows)]
    )
    return out.getvalue()


def _written(old: str, new: str) -> int:
    """How many lines of a text stand only in the newer one."""
    return sum(line.startswith("+ ") for line in difflib.ndiff(old.splitlines(), new.splitlines()))
