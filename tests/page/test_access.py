"""axe finds nothing on any page: light and dark, phone and laptop."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize

from tests.page.tables import LAPTOP, PHONE, Host, asked, done, ready

pytestmark = pytest.mark.slow

AXE = Axe()
LOOKS: tuple[tuple[ViewportSize, Literal["light", "dark"]], ...] = ((PHONE, "light"), (LAPTOP, "dark"))
"""Each theme and each size once; a colour that fails does so at any size."""


def faults_of(page: Page) -> list[str]:
    """What axe finds, in both themes, at a phone's and at a laptop's size."""
    found = []
    for size, scheme in LOOKS:
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.wait_for_timeout(60)
        report: dict[str, Any] = AXE.run(page).response
        found += [
            f"{size['width']} {scheme}: {fault['id']}: {node['html'][:150]} {node['failureSummary'][:200]}"
            for fault in report["violations"]
            for node in fault["nodes"]
        ]
    return found


@pytest.fixture
def stranger(host: Host) -> Iterator[Page]:
    page = host.context().new_page()
    yield page
    page.context.close()


def test_the_documents(host: Host, master: Page, stranger: Page) -> None:
    stranger.goto(host.base + "/")
    assert faults_of(stranger) == []
    stranger.goto(host.base + done(master, {"do": "seat", "act": "link"})["path"])
    assert faults_of(stranger) == []
    stranger.context.add_cookies(host.cookies)
    stranger.goto(host.base)
    assert faults_of(stranger) == []


@pytest.mark.parametrize("kind", ["choice", "action", "dice"])
def test_what_is_asked(master: Page, player: Page, kind: str) -> None:
    if kind == "dice":
        done(master, {"do": "hands", "name": "Ines", "manner": "dice"})
    asked(player, kind)
    assert faults_of(player) == []


@pytest.mark.parametrize("key", ["m", "l"])
def test_the_other_tabs(player: Page, key: str) -> None:
    asked(player, "action")
    player.keyboard.press(key)
    if key == "m":
        player.get_by_role("button", name="Plan").click()
    else:
        player.locator(".line.roll .told").first.click()
    assert faults_of(player) == []


OPENED: dict[str, Callable[[Page], None]] = {
    "sheet": lambda page: page.locator(".action:has(.chance)").first.click(),
    "palette": lambda page: page.keyboard.press("/"),
    "menu": lambda page: page.get_by_role("button", name="More").click(),
    "fighter": lambda page: page.locator(".card").first.click(),
    "seats": lambda page: page.get_by_role("button", name="Seats").click(),
    "hands": lambda page: page.get_by_role("button", name="Who runs whom").click(),
    "sight": lambda page: page.get_by_role("button", name="What players see").click(),
    "correct": lambda page: page.get_by_role("button", name="Correct").click(),
}


@pytest.mark.parametrize("what", OPENED)
def test_what_opens_over_the_table(master: Page, what: str) -> None:
    asked(master, "action")
    OPENED[what](master)
    master.get_by_role("dialog").wait_for()
    assert faults_of(master) == []


def test_the_television(master: Page) -> None:
    page = master.context.new_page()
    page.goto(master.url + "/display")
    ready(page)
    assert faults_of(page) == []
