"""Pictures of what needs no server: a printed sheet, the terminal, what whole fights cost."""

from __future__ import annotations

import inspect
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

from playwright.sync_api import Browser, ViewportSize
from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

from affray.core.ruleset import ruleset
from affray.reference import as_html, make_sheet
from benchmarks.bulk import GROWTH, draw, read_costs
from tests.debian import needed
from tests.page.tables import chromium
from tools.pictures.record import DRAWN, LOOK, PICTURES, Picture, look, small

NAMES = ("sheet.png", "terminal.svg", "bulk-growth.png")
SHEET = "coriolis"
COLUMNS = 92
"""Letters in a line of the terminal."""
LINES = 43
"""How many of them are drawn: the menu of a turn, and the odds of a shot."""
PAPER: ViewportSize = {"width": 1123, "height": 794}
"""A4 on its side, in points of a screen."""
DOTS = 130
"""Dots to an inch of the printed page."""
DRAWING = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace;
font-size: {char_height}px; line-height: {line_height}px; }}
.{unique_id}-title {{ font: {char_height}px sans-serif; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/>
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""
"""What rich draws a terminal by, without the fonts that it would fetch."""


def pictures(browser: Browser) -> Iterator[Picture]:
    """All of them."""
    yield from sheet(browser)
    yield terminal()
    yield growth()


# --- the sheet ----------------------------------------------------------------------------------------


def sheet(browser: Browser) -> Iterator[Picture]:
    """The first page of a sheet, as it is printed."""
    text = as_html(make_sheet(ruleset(SHEET)))
    page = browser.new_page(viewport=PAPER, color_scheme="light")
    page.emulate_media(media="print")
    page.set_content(text)
    front = page.locator(".screen")
    words = "\n".join(line.strip() for line in front.inner_text().splitlines() if line.strip())
    shows = f"{words}\n{look(str(front.evaluate(LOOK, DRAWN)))}\n"
    yield Picture("sheet.png", shows, lambda path: _printed(text, path))
    page.close()


def _printed(text: str, path: Path) -> None:
    """Print the page and draw its first sheet of paper."""
    drawn = needed(lambda: shutil.which("pdftoppm"), "poppler-utils")
    with tempfile.TemporaryDirectory() as name:
        page, paged = Path(name) / "sheet.html", Path(name) / "sheet.pdf"
        page.write_text(text.replace("size: landscape", "size: A4 landscape"), encoding="utf-8")
        quiet = ("--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer")
        run = [
            chromium(),
            *quiet,
            f"--user-data-dir={name}/browser",
            f"--print-to-pdf={paged}",
            page.as_uri(),
        ]
        subprocess.run(run, check=True, capture_output=True, timeout=300)
        one = [
            drawn,
            "-png",
            "-singlefile",
            "-f",
            "1",
            "-r",
            str(DOTS),
            str(paged),
            str(path.with_suffix("")),
        ]
        subprocess.run(one, check=True, capture_output=True, timeout=300)
    small(path)


# --- the terminal -------------------------------------------------------------------------------------


def terminal() -> Picture:
    """The first turn of the demo duel, and the odds of a shot."""
    text = Text.from_ansi(played())
    screen = Console(
        record=True,
        width=COLUMNS,
        height=LINES,
        file=StringIO(),
        force_terminal=True,
        color_system="truecolor",
        legacy_windows=False,
    )
    screen.print(text, end="")
    drawing = screen.export_svg(
        title="affray play duel", theme=MONOKAI, code_format=DRAWING, unique_id="terminal"
    )
    return Picture(
        "terminal.svg",
        f"{text.plain}\n{look(drawing)}\n",
        lambda path: path.write_text(drawing, encoding="utf-8"),
    )


def played() -> str:
    """What a terminal with colours shows of it."""
    with tempfile.TemporaryDirectory() as name:
        order = {
            "folder": name,
            "arguments": ["play", "duel", "--seed", "7", "--log", "evening.log"],
            "typed": ["odds 3"],
            "packages": "",
        }
        around = {
            **os.environ,
            "FORCE_COLOR": "1",
            "COLUMNS": str(COLUMNS),
            "COLORTERM": "truecolor",
            "TERM": "xterm-256color",
            "HOME": name,
        }
        around.pop("NO_COLOR", None)
        done = subprocess.run(
            [sys.executable, "-m", "tools.terminal"],
            input=json.dumps(order) + "\n",
            capture_output=True,
            text=True,
            env=around,
            check=True,
            timeout=300,
            cwd=PICTURES.parents[1],
        )
    _, out, _ = json.loads(done.stdout)
    return "\n".join(str(out).splitlines()[:LINES])


# --- what was measured --------------------------------------------------------------------------------


def growth() -> Picture:
    """How the cost of whole fights grows, from the figures that were measured last."""
    shows = f"{GROWTH.read_text(encoding='utf-8')}{look(inspect.getsource(draw))}\n"
    return Picture("bulk-growth.png", shows, lambda path: draw(read_costs(), path))
