"""What opens over the page within the frame in which something was closed there: browsers tell of it late."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.page.conftest import watched
from tests.page.tables import LAPTOP, Host, asked, until

pytestmark = pytest.mark.slow

AT_ONCE = """keys => { for (const key of keys)
    if (key === "Escape") document.querySelector("dialog[open]").close();
    else (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })); }"""
"""Presses keys one after the other in a single task, so that no frame comes between."""
DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Waits until what was closed has been told, and drawn."""


def at_once(page: Page, *keys: str) -> None:
    """Press keys before the page can have drawn anything between them."""
    page.evaluate(AT_ONCE, keys)
    page.evaluate(DRAWN)


def palette(page: Page) -> Locator:
    """The field of the palette."""
    return page.get_by_role("combobox")


def test_the_palette_opens_though_the_focus_is_still_in_the_panel_that_was_closed(master: Page) -> None:
    master.keyboard.press("t")
    master.get_by_label("Reason (optional)").focus()
    at_once(master, "Escape", "/")
    expect(palette(master)).to_be_focused()
    expect(master.get_by_role("dialog")).to_have_count(1)


def test_a_panel_opens_again_before_the_one_like_it_is_told_to_have_closed(master: Page) -> None:
    master.locator("#panel-log").get_by_role("button", name="Roll dice").click()
    expect(master.get_by_label("Dice, such as 2d6")).to_be_visible()
    at_once(master, "Escape", "t")
    expect(master.get_by_label("Dice, such as 2d6")).to_be_visible()
    master.keyboard.press("Escape")
    expect(master.get_by_role("dialog")).to_have_count(0)


def test_the_palette_opens_again_before_the_one_before_is_told_to_have_closed(master: Page) -> None:
    master.keyboard.press("/")
    expect(palette(master)).to_be_focused()
    at_once(master, "Escape", "/")
    expect(palette(master)).to_be_focused()
    master.keyboard.press("Escape")
    expect(master.get_by_role("dialog")).to_have_count(0)


def test_an_actions_sheet_opens_again_before_the_one_before_is_told_to_have_closed(player: Page) -> None:
    asked(player, "action")
    player.locator(".menu button.action").first.click()
    sheet = player.get_by_role("dialog")
    expect(sheet).to_be_visible()
    player.evaluate(
        """() => { document.querySelector("dialog[open]").close();
        document.querySelector(".menu button.action").click(); }"""
    )
    player.evaluate(DRAWN)
    expect(sheet).to_be_visible()
    player.keyboard.press("Escape")
    expect(player.get_by_role("dialog")).to_have_count(0)


def test_enter_does_nothing_in_what_was_closed(master: Page) -> None:
    master.keyboard.press("t")
    master.get_by_label("Dice, such as 2d6").fill("2d6")
    at_once(master, "Escape", "Enter")
    master.keyboard.press("/")
    palette(master).fill("end")
    at_once(master, "Escape", "Enter")
    expect(master.get_by_role("dialog")).to_have_count(0)
    until(master, "!state.busy.size")
    expect(master.locator("#panel-log .line.throw")).to_have_count(0)


def test_the_builders_dialog_opens_again_before_the_one_before_is_told_to_have_closed(
    host: Host, faults: list[str]
) -> None:
    page = watched(host.context(viewport=LAPTOP).new_page(), faults)
    page.context.add_cookies(host.cookies)
    page.goto(f"{host.base}/build")
    page.locator("#open").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.evaluate(
        """() => { document.querySelector("dialog").close();
        document.getElementById("open").click(); }"""
    )
    page.evaluate(DRAWN)
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.context.close()
