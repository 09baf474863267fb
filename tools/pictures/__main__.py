"""Make the pictures again that show something else than the program: python -m tools.pictures.

With `--all` every one, though nothing has changed.  Needs Chromium, and people to look at what comes out.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from playwright.sync_api import sync_playwright

from tests.page.tables import Host, launched, serving
from tools.pictures import live, paper
from tools.pictures.record import Picture


def pictures() -> Iterator[Picture]:
    """All of them, each there until the next is asked for."""
    with serving() as link, sync_playwright() as playwright:
        browser = launched(playwright)
        host = Host(browser, link)
        yield from live.pictures(host)
        yield from live.builder(host)
        yield from paper.pictures(browser)
        browser.close()


def main() -> None:
    """Say which were made."""
    for picture in pictures():
        if "--all" in sys.argv or not picture.is_true():
            picture.keep()
            print(f"made docs/pictures/{picture.name}", flush=True)


if __name__ == "__main__":
    main()
