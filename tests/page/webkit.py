"""WebKit, as on every iPhone: its own browser under a screen of its own, driven over HTTP.

Of the WebDriver protocol this is what a test needs: go somewhere, find, tap, type, run a script.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from tests.debian import needed

PATIENCE = 60.0
"""Seconds to wait for what should come at once."""
PACKAGES = ("webkit2gtk-driver", "xvfb")
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""What the protocol calls an element."""
PASSING = ("element not interactable", "element click intercepted", "stale element reference")
"""Why the driver does not tap what is still being drawn."""
HERE = "127.0.0.1"
SEEN = """const [css, text] = arguments; return [...document.querySelectorAll(css)].find(e =>
    e.getClientRects().length && `${e.getAttribute("aria-label") ?? ""} ${e.textContent}`
    .includes(text))"""
"""The first element that can be seen, with a text in it or in its name."""
OVERLOOKED = 3.0
"""Seconds after which a person taps again, where nothing came of a tap in haste."""


def installed() -> tuple[str, str, str]:
    """The driver, the browser and the screen; from Debian's packages where they are missing."""
    return needed(_found, *PACKAGES)


def _found() -> tuple[str, str, str] | None:
    browser = next(iter(sorted(Path("/usr").glob("lib*/**/webkit2gtk-4*/MiniBrowser"))), None)
    driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    return (driver, str(browser), screen) if driver and browser and screen else None


class WebKit:
    """One window."""

    def __init__(self, port: int, browser: str) -> None:
        self.port = port
        options = {"binary": browser, "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        self.session = self._said("POST", "/session", {"capabilities": wanted})["sessionId"]

    def _said(self, method: str, path: str, data: object = None) -> Any:
        body = None if method == "GET" else json.dumps(data if data is not None else {}).encode()
        line = HTTPConnection(HERE, self.port, timeout=60)
        line.request(method, path, body, {"content-type": "application/json"})
        answer = line.getresponse()
        found = json.load(answer)["value"]
        line.close()
        assert answer.status == 200, (method, path, found)
        return found

    def _do(self, method: str, path: str, data: object = None) -> Any:
        return self._said(method, f"/session/{self.session}{path}", data)

    def goto(self, address: str) -> None:
        """Open an address."""
        self._do("POST", "/url", {"url": address})

    def resize(self, width: int, height: int) -> None:
        """Make the window so large."""
        self._do("POST", "/window/rect", {"width": width, "height": height})

    def run(self, script: str, *arguments: object) -> Any:
        """What a script returns."""
        return self._do("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def until(self, script: str, *arguments: object) -> Any:
        """What a script returns, once that is something."""
        found = self._in_time(PATIENCE, script, *arguments)
        assert found, f"never came true: {script} {arguments}; {self.text()[:600]}"
        return found

    def _in_time(self, patience: float, script: str, *arguments: object) -> Any:
        """What a script returns, once that is something, or as it is when patience ends."""
        end = time.monotonic() + patience
        while not (found := self.run(script, *arguments)) and time.monotonic() < end:
            time.sleep(0.05)
        return found

    def find(self, css: str, text: str = "") -> str:
        """The first element that can be seen, with this text in it or in its name."""
        found: str = self.until(SEEN, css, text)[ELEMENT]
        return found

    def tap(self, css: str, text: str = "") -> None:
        """Tap an element, as a person would: where it is, once nothing moves it or lies over it."""
        end = time.monotonic() + PATIENCE
        while not self._tapped(self.find(css, text)):
            assert time.monotonic() < end, f"cannot be tapped: {css} {text}; {self.text()[:600]}"
            time.sleep(0.05)

    def open(self, css: str, text: str, opened: str) -> None:
        """Tap an element until what it opens can be seen: what has just come up takes no tap in haste."""
        end = time.monotonic() + PATIENCE
        self.tap(css, text)
        while not self._in_time(OVERLOOKED, SEEN, opened, ""):
            assert time.monotonic() < end, f"opens nothing: {css} {text}; {self.text()[:600]}"
            self.tap(css, text)

    def _tapped(self, element: str) -> bool:
        self.run("arguments[0].scrollIntoView({ block: 'nearest' })", {ELEMENT: element})
        try:
            self._do("POST", f"/element/{element}/click")
        except AssertionError as refused:
            if not any(word in str(refused) for word in PASSING):
                raise
            return False
        return True

    def type(self, css: str, text: str) -> None:
        """Type into a field."""
        self._do("POST", f"/element/{self.find(css)}/value", {"text": text})

    def text(self) -> str:
        """All that can be read on the page."""
        found: str = self.run("return document.body.innerText")
        return found

    def close(self) -> None:
        """End it."""
        self._do("DELETE", "")


@contextmanager
def windows() -> Iterator[WebKit]:
    """A window on a screen that nobody sees."""
    driver, browser, screen = installed()
    seen, shown = os.pipe()
    command = [screen, "-displayfd", str(shown), "-screen", "0", "1400x1000x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[shown], stderr=subprocess.DEVNULL) as display:
        os.close(shown)
        with os.fdopen(seen) as number:
            name = f":{number.readline().strip()}"
        try:
            with _driven(driver, browser, name) as window:
                yield window
        finally:
            display.terminate()


@contextmanager
def _driven(driver: str, browser: str, display: str) -> Iterator[WebKit]:
    with socket.socket() as free:
        free.bind((HERE, 0))
        port: int = free.getsockname()[1]
    alone = {"WEBKIT_DISABLE_COMPOSITING_MODE": "1", "NO_AT_BRIDGE": "1", "no_proxy": "*"}
    environment = {**os.environ, "DISPLAY": display, **alone}
    command = [driver, f"--port={port}", f"--host={HERE}"]
    with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as process:
        try:
            _listens(port)
            window = WebKit(port, browser)
            try:
                yield window
            finally:
                window.close()
        finally:
            process.terminate()


def _listens(port: int) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            socket.create_connection((HERE, port), 1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError("the driver of WebKit does not listen")
