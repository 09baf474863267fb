"""One server and one browser for all tests of the page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, sync_playwright

from tests.page.tables import Host, launched, serving


@pytest.fixture(scope="package")  # not the session: an open browser holds the thread's event loop
def host() -> Iterator[Host]:
    with serving() as link, sync_playwright() as playwright:
        browser = launched(playwright)
        yield Host(browser, link)
        browser.close()


@pytest.fixture
def faults() -> Iterator[list[str]]:
    """What went wrong in scripts; nothing may."""
    found: list[str] = []
    yield found
    assert found == []


@pytest.fixture
def master(host: Host, faults: list[str]) -> Iterator[Page]:
    """A game master at a table where two people quarrel: the simplest scene."""
    page = watched(host.open("landing_field"), faults)
    yield page
    page.context.close()


@pytest.fixture
def player(host: Host, master: Page, faults: list[str]) -> Iterator[Page]:
    """Ines' player, on a phone."""
    page = watched(host.seat(master, "Ines", has_touch=True), faults)
    yield page
    page.context.close()


def watched(page: Page, faults: list[str]) -> Page:
    """A page whose faults count."""
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    return page
