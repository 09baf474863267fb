"""A server that is begun again under a table: pages come back by themselves, in any language."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.evening.house import House, prepared
from tests.page.tables import LAPTOP, Host, done, ready, until
from tests.whole import part_of

pytestmark = pytest.mark.slow

WATCHED = """() => { window.alerts = []; const bad = '[role=alert], .banner.bad'; new MutationObserver(() =>
    document.querySelectorAll(bad).forEach(it => it.textContent && alerts.push(it.textContent)))
    .observe(document.body, { childList: true, subtree: true, characterData: true }); }"""
"""Keep whatever is ever told as something bad, however shortly."""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    store = f"sqlite:{tmp_path / 'fights.db'}"
    prepared(store, "duel", 2)
    with House(store, tmp_path / "errors") as house:
        yield house


def table(host: Host, house: House, language: str) -> Page:
    """The host of this server at its table."""
    page = host.context(viewport=LAPTOP, locale=language).new_page()
    page.goto(house.link)
    page.goto(f"{house.base}/s/evening")
    ready(page)
    expect(page.locator("html")).to_have_attribute("lang", language)
    return page


@pytest.mark.parametrize("language", [*part_of(["fr", "en"], 2)])
def test_a_page_whose_server_begins_anew_comes_back_without_a_word(
    host: Host, house: House, language: str
) -> None:
    page = table(host, house, language)
    page.evaluate(WATCHED)
    house.stop()
    page.locator(".link.trying").wait_for()
    house.begin()
    ready(page)
    until(page, "link.lines > 1")
    assert page.evaluate("alerts") == []
    assert done(page, {"do": "say", "text": "Still here"}) is None
    page.context.close()


@pytest.mark.parametrize("language", [*part_of(["en", "fr"], 2)])
def test_a_page_whose_link_is_closed_is_told_so_and_stays_away(
    host: Host, house: House, language: str
) -> None:
    page = table(host, house, language)
    link = done(page, {"do": "seat", "act": "add", "role": "player", "name": "Kim", "fighters": ["Zara"]})
    kim = host.context(locale=language).new_page()
    kim.goto(house.base + link["path"])
    ready(kim)
    done(page, {"do": "seat", "act": "revoke", "seat": link["seat"]})
    expect(kim.locator(".link.closed")).to_be_visible()
    expect(kim.get_by_role("alert").first).to_be_visible()
    for each in (kim, page):
        each.context.close()
