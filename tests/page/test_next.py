"""The next fight, made ready in another tab: at the end one tap takes everybody there."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.page.tables import LAPTOP, PHONE, Host, done, has_sideways_scroll, ready, until, view
from tests.page.test_access import faults_of
from tests.page.test_cards import pictured
from tests.page.test_start import ended

pytestmark = pytest.mark.slow


def prepared(host: Host, master: Page) -> tuple[Page, str]:
    """Another tab, with the lobby of a fight that is kept for the people at the master's table."""
    done(master, {"do": "name", "text": "Friday"})
    tab = host.waiting(master.context.new_page(), "landing_field")
    pictured(tab, "next-lobby")
    tab.get_by_role("button", name="Next fight for Friday").click()
    expect(tab.get_by_text("This is the next fight for Friday")).to_be_visible()
    ready(tab)
    return tab, tab.url


def test_one_tap_at_the_end_takes_everybody_to_the_fight_that_waits(
    host: Host, master: Page, player: Page
) -> None:
    tab, after = prepared(host, master)
    assert faults_of(tab) == []
    until(master, "state.view.next !== null")
    ended(master)
    go = master.get_by_role("button", name=re.compile("^Next fight: A quarrel"))
    expect(go).to_be_visible()
    expect(player.locator(".ending a, .ending button")).to_have_count(0)
    pictured(master, "next-end")
    go.click()
    for page in (master, player):
        page.wait_for_url(after)
        ready(page)
    assert view(player)["me"]["fighters"] == ["Ines"]
    expect(player.get_by_text("You play Ines.")).to_be_visible()
    done(master, {"do": "begin"})
    until(player, "!state.view.title.waits")


def test_who_comes_later_is_led_on_from_the_end(host: Host, master: Page, player: Page) -> None:
    _, after = prepared(host, master)
    ended(master)
    here = player.url
    player.goto("about:blank")
    master.get_by_role("button", name=re.compile("^Next fight: ")).click()
    master.wait_for_url(after)
    player.goto(here)
    ready(player)
    player.get_by_role("link", name="Next fight").click()
    player.wait_for_url(after)


def test_the_menu_says_how_it_is_made_ready_and_lets_it_be(host: Host, master: Page, player: Page) -> None:
    def opened() -> None:
        master.get_by_role("button", name="More", exact=True).click()
        master.get_by_role("dialog").get_by_role("button", name="Next fight").click()

    opened()
    panel = master.get_by_role("dialog", name="Next fight")
    expect(panel.get_by_role("link", name="Choose a scene in a new tab")).to_have_attribute("href", "/")
    assert faults_of(master) == []
    panel.get_by_role("button", name="Close").click()
    prepared(host, master)
    until(master, "state.view.next !== null")
    opened()
    expect(panel).to_contain_text("is ready")
    for size in (PHONE, LAPTOP):
        master.set_viewport_size(size)
        assert not has_sideways_scroll(master)
        pictured(master, f"next-panel-{size['width']}")
    assert faults_of(master) == []
    panel.get_by_role("button", name="Not the next fight any more").click()
    ready(master)
    assert view(master)["next"] is None
