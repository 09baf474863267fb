"""A night goes wrong: the phrase that gives the table back, a new phone, a report on a fault."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.page.tables import Host, has_sideways_scroll, ready, view

pytestmark = pytest.mark.slow


@pytest.fixture
def other(host: Host) -> Iterator[Page]:
    """A phone that has never been here."""
    page = host.context(has_touch=True).new_page()
    yield page
    page.context.close()


def opened(page: Page, name: str) -> None:
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name=name).click()


def test_the_table_is_taken_back_with_a_phrase_typed_on_any_device(
    host: Host, master: Page, other: Page
) -> None:
    master.get_by_role("button", name="Seats").first.click()
    master.get_by_role("button", name="Recovery phrase: write it down").click()
    words = master.locator(".phrase").text_content() or ""
    assert len(words.split()) == 8
    other.goto(f"{host.base}/j")
    other.get_by_label("Code of the table").fill(words.upper())
    other.get_by_role("button", name="Join the table").click()
    expect(other.get_by_role("heading", name="Take the table back")).to_be_visible()
    assert not has_sideways_scroll(other)
    other.get_by_role("button", name="Take the table back").click()
    ready(other)
    assert view(other)["me"]["role"] == "gm"
    expect(master.locator(".banner.bad")).to_contain_text("closed this link")


def test_a_report_is_one_tap_and_a_file_without_names(master: Page, player: Page) -> None:
    for page, log in ((master, True), (player, False)):
        with page.expect_download() as saved:
            opened(page, "Report a fault")
        assert saved.value.suggested_filename == "affray-report.json"
        text = Path(saved.value.path()).read_text("utf-8")
        assert bool(json.loads(text)["log"]) is log
        assert "Ines" not in text
        expect(page.get_by_role("dialog").get_by_role("status")).to_contain_text("Nothing was sent")
    assert not has_sideways_scroll(player)
