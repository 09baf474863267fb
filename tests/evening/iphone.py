"""Somebody at the table whose phone has WebKit: what a guest reads and does, in that browser."""

from __future__ import annotations

from typing import Any

from tests.evening.guests import BRIEF, COUNTED, LATER, STATE, TAPS, ends_turn, useful
from tests.page.tables import PATIENCE, PHONE
from tests.page.webkit import WebKit

FAULTS = """window.faults = []; addEventListener("error", (e) => faults.push(e.message));
    addEventListener("unhandledrejection", (e) => faults.push(String(e.reason)));"""
STEADY = f"return (async () => {{ {STATE} return Date.now() - state.changed > 260; }})()"
"""A finger that comes sooner is not heeded."""


class IPhone:
    """A guest by WebDriver; `name` is that of the seat."""

    def __init__(self, window: WebKit, name: str) -> None:
        self.window, self.name = window, name
        self.unheeded = 0
        window.resize(PHONE["width"], PHONE["height"])

    @property
    def taps(self) -> int:
        """All taps so far."""
        return int(self.window.run(f"return ({TAPS})()"))

    @property
    def faults(self) -> list[str]:
        """What went wrong in the scripts of its page, since they are listened to."""
        found: list[str] = self.window.run("return window.faults ?? ['nobody listens']")
        return found

    def arrive(self, base: str, code: str, fighter: str) -> None:
        """Type the code of the table, a name, and ask for this fighter."""
        self.window.goto(f"{base}/j")
        self._counted()
        self.window.type("input[name=code]", code)
        self._on("button", "Join the table", "input[name=name]")
        self.window.type("input[name=name]", f"Player of {fighter}")
        self.window.tap(".pick", fighter)
        self._on("button", "Join", ".banner")

    def _on(self, css: str, text: str, there: str) -> None:
        """Tap what leads to another page, and wait for something of it."""
        self.window.tap(css, text)
        self.window.find(there)
        self._counted()

    def _counted(self) -> None:
        """Count taps and faults from here on."""
        self.window.run(f"if (!window.faults) {{ {FAULTS} {COUNTED} }}")

    def wait_for(self, css: str) -> None:
        """Wait until something can be seen."""
        self.window.find(css)

    def brief(self) -> dict[str, Any]:
        """What is asked, and of whom; how long the log is."""
        found: dict[str, Any] = self.window.run(f"return ({BRIEF})()")
        return found

    def answer(self, brief: dict[str, Any], n: int) -> None:
        """Answer what is asked: by the server's dice or by option n; until it is done."""
        for css, text in [("#roll", "")] if brief["ask"]["kind"] == "dice" else self._way(brief, n):
            self.window.until(STEADY)
            self.window.tap(css, text)
        found = self.window.run(f"return ({LATER})(arguments[0])", [brief["entries"], PATIENCE])
        assert found != brief["entries"], f"{self.name}: nothing came of it: {self.window.text()[:300]}"

    def _way(self, brief: dict[str, Any], n: int) -> list[tuple[str, str]]:
        """What is tapped for option n, one after another."""
        action = next((a for a in brief["actions"] if a["n"] == n), None)
        if action is None:
            return [(".option, .action", next(o["label"] for o in brief["ask"]["options"] if o["n"] == n))]
        label, last = action["label"], ends_turn(brief, action)
        if self.window.run(
            "return document.querySelector('.again')?.textContent.includes(arguments[0])", label
        ):
            return [("#again-and-end" if last else "#again", "")]
        if action["target"] or action["chance"] or action["wants"]:
            return [(".menu button", label), ("#do-and-end" if last else "#do-it", "")]
        sure = action["kind"] == "end" and brief["ask"].get("left") and any(map(useful, brief["actions"]))
        return [(".menu button", label)] + [(".ends.sure .primary", "")] * bool(sure)

    def close(self) -> None:
        """Go home."""
