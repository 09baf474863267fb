"""The browser of this machine, opened beside the program."""

from __future__ import annotations

import os
import webbrowser
from collections.abc import Callable
from contextvars import copy_context
from threading import Thread

from affray.core.interrupts import kept_from_children


def found() -> str:
    """What opens a window with a page; empty where nothing does.

    A browser that would take the terminal for itself is none, unless the user names it in BROWSER.
    """
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return ""
    in_terminal = type(browser) is webbrowser.GenericBrowser and not os.environ.get("BROWSER")
    return "" if in_terminal else str(getattr(browser, "name", "") or type(browser).__name__)


def open_beside(address: str, failed: Callable[[], None]) -> None:
    """Open a page without waiting for the browser, which may wait for the page; `failed` is told."""

    def opens() -> None:
        with kept_from_children():  # to stop the server closes no browser
            shown = found() and webbrowser.open(address)
        if not shown:
            failed()

    Thread(target=copy_context().run, args=(opens,), daemon=True).start()
