"""A table for people who try it: a server, a browser for each of them, and a trace of what they do.

    python -m tools.tryout serve FOLDER
    python -m tools.tryout FOLDER SEAT WORD [MORE ...]

The first runs until `FOLDER table close`.  The others do one thing at a seat and say what came of it:

    open ADDRESS [laptop|phone]  go there; the address alone "/" is the first page
    look                         a picture of the screen, as it stands
    read                         what a screen reader would say of the whole page
    tap NAME [N]                 tap what is called so, or the N-th of them
    point X Y                    tap there, in pixels of the picture
    drag X Y X Y                 from here to there
    type LABEL TEXT              fill the field that is called so
    key KEY                      press a key: Enter, Escape, Tab, 3
    scroll DOWN                  by so many pixels; a negative number: up
    task WORDS, stop WORDS, done WORDS    for the trace: what is tried, where one stopped, how it went
    say WORDS, hear              talk at the table, and what the others have said since
"""

from __future__ import annotations

import json
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Error, Locator, Page, sync_playwright

from tests.page.tables import LAPTOP, PHONE, launched, serving

WAIT = 5_000
"""Milliseconds that somebody waits for what they tap."""
REST = 700
"""Milliseconds after each tap, in which the page shows what came of it."""
TAPPED: tuple[Any, ...] = (
    "button",
    "link",
    "radio",
    "checkbox",
    "switch",
    "tab",
    "menuitem",
    "option",
    "row",
    "cell",
)
WRITTEN = frozenset({"task", "stop", "done", "say", "tap", "point", "drag", "type", "key", "scroll", "open"})
"""The words that stand in the trace; looking and listening do not."""


class Seat:
    """Somebody with a browser, and the trace of what they do."""

    def __init__(self, name: str, folder: Path, browser: Browser, base: str) -> None:
        self.name, self._folder, self._browser, self._base = name, folder, browser, base
        self._page: Page | None = None
        self._pictures = 0
        self.heard = 0

    @property
    def page(self) -> Page:
        """The page that is open."""
        if self._page is None:
            raise ValueError("nothing is open; first: open ADDRESS laptop, or open ADDRESS phone")
        return self._page

    def note(self, words: str) -> None:
        """Write one line of the trace."""
        with (self._folder / f"{self.name}.md").open("a", encoding="utf-8") as trace:
            trace.write(f"- {datetime.now(UTC):%H:%M:%S} {words}\n")

    def open(self, address: str, size: str = "") -> str:
        """Go to an address, in a new window where a size is given."""
        if self._page is None or size:
            phone = size == "phone"
            window = self._browser.new_context(viewport=PHONE if phone else LAPTOP, has_touch=phone)
            window.set_default_timeout(WAIT)
            self._page = window.new_page()
        self.page.goto(address if address.startswith("http") else self._base + address)
        return self.look()

    def look(self) -> str:
        """The path of a picture of the screen."""
        self._pictures += 1
        path = self._folder / "pictures" / f"{self.name}-{self._pictures}.png"
        self.page.screenshot(path=path)
        return f"{self.page.url}\n{path}"

    def read(self) -> str:
        """The page as a tree of roles and names."""
        return self.page.locator("body").aria_snapshot()

    def tap(self, name: str, which: str = "1") -> str:
        """Tap whatever can be tapped and is called so."""
        found = self._called(name)
        if len(found) < int(which):
            return f"there are {len(found)} called {name!r} to tap"
        found[int(which) - 1].click()
        return self._rested()

    def _called(self, name: str) -> list[Locator]:
        for exact in (True, False):
            kinds = [self.page.get_by_role(role, name=name, exact=exact) for role in TAPPED]
            texts = [self.page.get_by_label(name, exact=exact), self.page.get_by_text(name, exact=exact)]
            for each in (*kinds, *texts):
                if found := each.locator("visible=true").all():
                    return found
        return []

    def point(self, x: str, y: str) -> str:
        """Tap at a place of the picture."""
        self.page.mouse.click(float(x), float(y))
        return self._rested()

    def drag(self, x: str, y: str, to_x: str, to_y: str) -> str:
        """Drag from one place of the picture to another."""
        self.page.mouse.move(float(x), float(y))
        self.page.mouse.down()
        self.page.mouse.move(float(to_x), float(to_y), steps=8)
        self.page.mouse.up()
        return self._rested()

    def type(self, label: str, text: str) -> str:
        """Fill a field."""
        field = self.page.get_by_label(label).or_(self.page.get_by_placeholder(label))
        field.locator("visible=true").first.fill(text)
        return self._rested()

    def key(self, key: str) -> str:
        """Press a key."""
        self.page.keyboard.press(key)
        return self._rested()

    def scroll(self, down: str) -> str:
        """Turn the wheel, in the middle of the screen."""
        size = self.page.viewport_size or LAPTOP
        self.page.mouse.move(size["width"] / 2, size["height"] / 2)
        self.page.mouse.wheel(0, float(down))
        return self._rested()

    def _rested(self) -> str:
        self.page.wait_for_timeout(REST)
        return self.look()


class Table:
    """All seats, and what is said among them."""

    def __init__(self, folder: Path, browser: Browser, base: str) -> None:
        self._folder, self._browser, self._base = folder, browser, base
        self._seats: dict[str, Seat] = {}
        self._said: list[str] = []

    def do(self, name: str, word: str, more: Sequence[str]) -> str:
        """Do one thing at a seat; what came of it."""
        seat = self._seats.setdefault(name, Seat(name, self._folder, self._browser, self._base))
        if word in WRITTEN:
            seat.note(" ".join((f"**{word}**", *more)))
        if word in ("task", "stop", "done"):
            return "noted"
        if word == "say":
            self._said.append(f"{name}: {' '.join(more)}")
            return "said"
        if word == "hear":
            news, seat.heard = self._said[seat.heard :], len(self._said)
            return "\n".join(news) or "nothing new"
        deeds: dict[str, Callable[..., str]] = {
            each.__name__: each for each in (seat.open, seat.look, seat.read, seat.tap, seat.point, seat.drag)
        } | {each.__name__: each for each in (seat.type, seat.key, seat.scroll)}
        if word not in deeds:
            return f"no such word: {word}\n{__doc__}"
        try:
            return deeds[word](*more)
        except (Error, TypeError, ValueError) as fault:
            seat.note(f"nothing came of it: {str(fault).splitlines()[0]}")
            return f"nothing came of it: {str(fault).splitlines()[0]}"


def serve(folder: Path) -> None:
    """A server and a browser, until the table is closed."""
    (folder / "pictures").mkdir(parents=True, exist_ok=True)
    with suppress(FileNotFoundError):
        _door(folder).unlink()
    with serving() as link, sync_playwright() as playwright, socket.socket(socket.AF_UNIX) as door:
        table = Table(folder, launched(playwright), link.split("/j/")[0])
        door.bind(str(_door(folder)))
        door.listen()
        print(f"the server prints: {link}", flush=True)
        while True:
            caller, _ = door.accept()
            with caller, caller.makefile("rw", encoding="utf-8") as talk:
                seat, word, *more = json.loads(talk.readline())
                talk.write(json.dumps("closed" if word == "close" else table.do(seat, word, more)))
            if word == "close":
                return


def _door(folder: Path) -> Path:
    return folder / "door"


def ask(folder: Path, words: Sequence[str]) -> Any:
    """Have one thing done at the table that is served from a folder."""
    with socket.socket(socket.AF_UNIX) as door:
        door.connect(str(_door(folder)))
        with door.makefile("rw", encoding="utf-8") as talk:
            talk.write(json.dumps(words) + "\n")
            talk.flush()
            return json.loads(talk.read())


def main(words: Sequence[str]) -> None:
    """Serve, or do one thing at a seat."""
    if len(words) == 2 and words[0] == "serve":
        serve(Path(words[1]))
    elif len(words) >= 3:
        print(ask(Path(words[0]), words[1:]))
    else:
        print(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
