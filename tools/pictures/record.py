"""What a picture shows, kept as words beside it: by these one that is older than the program is found.

Pixels differ with the fonts of a machine.  What is read out of a page does not, nor how its elements are
drawn: their colours, sizes and distances, of which the last line is a digest.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from PIL import Image
from playwright.sync_api import Locator, Page

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"
PASSING = {
    r"(?<=/s/)\w+(?=/)": "SESSION",
    r"\w+:/\S+/j/\w+": "ADDRESS",
    r"(?<=strong: )\"?[A-Z0-9]{6}\"?$": "CODE",
}
"""What is another each time, and what stands for it: sessions, addresses, codes of invitations."""
DRAWN = (
    "color", "backgroundColor", "display", "fontFamily", "fontSize", "fontStyle", "fontWeight", "paddingTop",
    "paddingLeft", "marginTop", "gap", "borderTopWidth", "borderTopColor", "borderTopLeftRadius", "boxShadow",
    "lineHeight", "opacity", "textAlign", "fill", "stroke", "strokeWidth", "strokeDasharray", "vectorEffect",
)  # fmt: skip
"""By what of an element one sees that its style is another."""
LOOK = """(root, names) => {
    const seen = [...root.querySelectorAll("*")].filter(e =>
        (e.checkVisibility() || e.closest("defs")) && !e.closest("text"));
    const drawn = seen.map(each => {
        const style = getComputedStyle(each);
        return [each.tagName, each.getAttribute("class"), ...names.map(name => style[name])].join(" "); });
    return [...new Set(drawn)].sort().join("\\n"); }"""


MUTED = """(root, muted) => root.querySelectorAll("svg text").forEach(
    each => muted ? each.setAttribute("aria-hidden", "true") : each.removeAttribute("aria-hidden"))"""
"""Names on a map are left aside: which have room there depends on the fonts of a machine."""


class Picture(NamedTuple):
    """A picture: its file, what it shows now, and what draws it while that is there to see."""

    name: str
    shows: str
    draw: Callable[[Path], object]

    @property
    def record(self) -> Path:
        """Where that stands which the kept picture shows."""
        return (PICTURES / self.name).with_suffix(".txt")

    def is_true(self) -> bool:
        """Whether the kept one shows what there is to see now."""
        there = (PICTURES / self.name).is_file() and self.record.is_file()
        return there and self.record.read_text(encoding="utf-8") == self.shows

    def keep(self) -> None:
        """Draw it, and write down what it shows."""
        self.draw(PICTURES / self.name)
        self.record.write_text(self.shows, encoding="utf-8")


def of_page(page: Page, name: str) -> Picture:
    """A picture of what is on the screen, once the last dice lie there no more."""
    page.locator(".thrown").wait_for(state="detached")
    return Picture(f"{name}.png", seen(page.locator("body")), lambda path: _shot(page, path))


def seen(part: Locator) -> str:
    """What is read out of a part of a page, and a digest of how it looks."""
    part.evaluate(MUTED, True)
    words = part.aria_snapshot()  # what has a role, and what it is called
    part.evaluate(MUTED, False)
    for passing, instead in PASSING.items():
        words = re.sub(passing, instead, words, flags=re.MULTILINE)
    return f"{words}\n{look(str(part.evaluate(LOOK, DRAWN)))}\n"


def look(drawn: str) -> str:
    """The line by which one sees that something looks otherwise."""
    return f"look: {hashlib.sha256(drawn.encode()).hexdigest()[:16]}"


def _shot(page: Page, path: Path) -> None:
    page.screenshot(path=path)
    small(path)


def small(path: Path) -> None:
    """Fewer colours: a screen of flat areas looks the same, at a third of the size."""
    with Image.open(path) as picture:
        picture.convert("RGB").quantize(128, dither=Image.Dither.NONE).save(path, optimize=True)
