"""How the page's own files are laid out: by the formatter, in lines and files that one can read."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from affray.server.assets import STATIC

TYPES = Path(__file__).with_name("page.d.ts")
PACKAGE = STATIC.parents[1]
FILES = sorted([*PACKAGE.rglob("*.js"), *PACKAGE.rglob("*.css"), TYPES])
WIDEST = 110
LONGEST = 600
"""Lines of a module, as for Python; style sheets are longer, each loaded as one."""


def test_no_line_is_longer_than_a_screen_is_wide() -> None:
    assert [
        f"{path.name}:{n}: {len(line)} columns"
        for path in FILES
        for n, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > WIDEST
    ] == []


def test_no_module_is_too_long() -> None:
    assert [path.name for path in FILES if path.suffix == ".js" and lines(path) > LONGEST] == []


def lines(path: Path) -> int:
    return path.read_text("utf-8").count("\n")


def test_the_formatter_leaves_everything_as_it_is() -> None:
    formatter = Path(sys.executable).with_name("oxfmt")
    checked = subprocess.run([formatter, "--check", *FILES], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr
