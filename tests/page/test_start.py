"""The first page in a browser, the way home from a table, and the end of a fight."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.page.conftest import watched
from tests.page.tables import PATIENCE, PHONE, Host, done, has_sideways_scroll, ready
from tests.page.test_access import faults_of

pytestmark = pytest.mark.slow

NARROW: ViewportSize = {"width": 360, "height": 740}
TOUCH = 44
"""Pixels of whatever is tapped."""


@pytest.fixture
def page(host: Host, faults: list[str]) -> Iterator[Page]:
    """The first page on a narrow phone."""
    found = watched(host.context(viewport=NARROW, has_touch=True).new_page(), faults)
    found.context.add_cookies(host.cookies)
    yield found
    found.context.close()


def small(page: Page) -> list[str]:
    """What is too small to be tapped; languages stand at the foot of every page as they are."""
    found: list[str] = page.evaluate(
        """most => [...document.querySelectorAll("main :is(a, button, summary)")]
        .filter(e => e.offsetParent && !e.closest(".languages")
            && e.getBoundingClientRect().height < most - 0.5).map(e => e.outerHTML.slice(0, 100))""",
        TOUCH,
    )
    return found


def ended(master: Page) -> None:
    """Let the autopilot fight it out."""
    done(master, {"do": "hands", "name": "all", "manner": "autopilot"})
    master.locator(".ending").wait_for(timeout=4 * PATIENCE)


def test_the_first_page_fits_a_phone_with_everything_open(host: Host, page: Page, master: Page) -> None:
    done(master, {"do": "name", "text": "A rather long name for what was a very short quarrel"})
    page.goto(host.base)
    expect(page.locator(".game[open]")).to_have_count(1)
    expect(page.locator(".game[open] h3")).to_have_text("Traveller")
    row = page.locator(".kept > li").first
    row.locator("summary").first.click()
    for each in row.locator(".deeds summary").all():
        each.click()
    expect(row.get_by_role("button", name="Remove")).to_be_visible()
    assert not has_sideways_scroll(page)
    assert small(page) == []
    assert faults_of(page) == []


def test_one_game_at_a_time_by_the_keyboard(host: Host, page: Page) -> None:
    page.goto(host.base)
    page.locator("#game-serenity summary").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#game-serenity .scene").first).to_be_visible()
    expect(page.locator(".game[open]")).to_have_count(1)
    page.keyboard.press("Tab")
    expect(page.locator("#game-serenity .scene").first).to_be_focused()
    expect(page.locator("#game-serenity .scene").first).to_contain_text("Start here")


def test_a_scene_is_begun_and_a_table_left_and_gone_on_with_by_a_tap_each(host: Host, page: Page) -> None:
    page.goto(host.base)
    page.locator("#game-d6 > summary").tap()
    page.get_by_role("button", name="Equals on a bridge").tap()
    page.wait_for_url("**/s/*")
    ready(page)
    table = page.url
    page.get_by_role("link", name="All fights").tap()
    page.wait_for_url(f"{host.base}/")
    expect(page.locator("#game-d6")).to_have_attribute("open", "")
    page.locator(".last", has_text="Equals on a bridge").tap()
    page.wait_for_url(table)
    ready(page)


def test_a_fight_is_removed_only_after_a_second_tap_and_put_back(
    host: Host, page: Page, master: Page
) -> None:
    done(master, {"do": "name", "text": "A mistake"})
    page.goto(host.base)
    row = page.locator(".kept > li", has_text="A mistake")
    expect(row.get_by_role("button", name="Remove")).to_be_hidden()
    row.locator("summary").first.tap()
    row.get_by_text("Remove …").tap()
    row.get_by_role("button", name="Remove").tap()
    expect(page.get_by_role("status")).to_contain_text("A mistake has been moved to the bin.")
    expect(master.get_by_role("alert").filter(has_text="removed")).to_be_visible()
    page.get_by_role("status").get_by_role("button", name="Restore").tap()
    expect(page.get_by_role("status")).to_contain_text("A mistake is back on the list.")
    expect(page.locator(".fight", has_text="A mistake")).to_be_visible()


def test_a_log_is_saved_under_the_name_of_the_fight(host: Host, page: Page, master: Page) -> None:
    done(master, {"do": "name", "text": "Friday"})
    page.goto(host.base)
    row = page.locator(".kept > li", has_text="Friday")
    row.locator("summary").first.tap()
    with page.expect_download() as saved:
        row.get_by_role("link", name="Download the log").tap()
    assert saved.value.suggested_filename == "Friday.jsonl"


def test_the_end_is_a_screen_that_leads_on(host: Host, master: Page, player: Page) -> None:
    player.get_by_role("navigation", name="Table").get_by_role("button", name="Log").click()
    ended(master)
    expect(player.locator(".ending h2")).to_have_text(re.compile("^Victory for the |^The fight is over"))
    for page in (master, player):
        expect(page.locator(".ending .stands li")).to_have_count(2)
        expect(page.locator(".ending")).to_contain_text("Ines")
    expect(player.locator(".ending a, .ending button")).to_have_count(0)
    expect(player.get_by_role("link", name="All fights")).to_have_count(0)
    assert faults_of(master) == []
    master.set_viewport_size(PHONE)
    assert not has_sideways_scroll(master)
    assert small(master) == []
    master.get_by_role("link", name="How it went").click()
    expect(master).to_have_title("A quarrel on the landing field: what happened")
    master.go_back()
    ready(master)
    master.get_by_role("link", name="Next fight").click()
    master.wait_for_url(f"{host.base}/")


def test_what_is_taken_back_takes_the_end_with_it(master: Page) -> None:
    ended(master)
    done(master, {"do": "undo_to", "entry": 3})
    expect(master.locator(".ending")).to_have_count(0)
