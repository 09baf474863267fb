"""One browser for all evenings, and a real database for one of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.page.tables import launched
from tests.store.conftest import server

__all__ = ["browser", "server"]


@pytest.fixture(scope="package")  # not the session: an open browser holds the thread's event loop
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = launched(playwright)
        yield found
        found.close()
