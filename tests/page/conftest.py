"""One server and one browser for all tests of the page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, sync_playwright

from tests.page.tables import LAPTOP, PHONE, Host, Window, heed, launched, serving


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


@pytest.fixture(scope="package")
def windows(host: Host) -> tuple[Window, Window]:
    """A laptop's and a phone's, for one game master and player after the other."""
    return Window(host, LAPTOP), Window(host, PHONE, has_touch=True)


@pytest.fixture
def master(host: Host, windows: tuple[Window, Window], faults: list[str]) -> Iterator[Page]:
    """A game master at a table where two people quarrel: the simplest scene."""
    with windows[0].lent(faults) as page:
        yield host.begun(host.waiting(page, "landing_field"))


@pytest.fixture
def player(host: Host, master: Page, windows: tuple[Window, Window], faults: list[str]) -> Iterator[Page]:
    """Ines' player, on a phone."""
    with windows[1].lent(faults) as page:
        yield host.seated(page, master, "Ines")


def watched(page: Page, faults: list[str]) -> Page:
    """A page whose faults count."""
    heed(page, faults.append)
    return page
