"""One browser for all tests of sheets."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, sync_playwright

from tests.page.tables import PHONE, launched


@pytest.fixture(scope="package")  # not the session: an open browser holds the thread's event loop
def page() -> Iterator[Page]:
    """A page on a phone."""
    with sync_playwright() as playwright:
        browser = launched(playwright)
        yield browser.new_page(viewport=PHONE)
        browser.close()
