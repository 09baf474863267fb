"""axe finds nothing on any page: each in one of four ways in turn, or in all of them."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal
from zlib import crc32

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize, expect

from tests.page.tables import LAPTOP, PHONE, Host, asked, done, has_sideways_scroll, ready, sent
from tests.whole import WHOLE

pytestmark = pytest.mark.slow

AXE = Axe()
LOOKS: tuple[tuple[ViewportSize, Literal["light", "dark"]], ...] = (
    (PHONE, "dark"),
    (PHONE, "light"),
    (LAPTOP, "light"),
    (LAPTOP, "dark"),
)


SEEN = Counter[str]()
"""How often each test has looked."""


def looks() -> Sequence[tuple[ViewportSize, Literal["light", "dark"]]]:
    """In which ways this is looked at: all of them, or the one whose turn it is in this test."""
    test = os.environ["PYTEST_CURRENT_TEST"].partition(" ")[0]
    SEEN[test] += 1
    turn = (crc32(test.encode()) + SEEN[test]) % len(LOOKS)
    return LOOKS if WHOLE else LOOKS[turn : turn + 1]


def violations(page: Page) -> list[dict[str, Any]]:
    """What axe finds on a page as it is; it is put there once, and tells nothing besides.

    Nobody reads the selectors by which it would find elements again, and to make them takes a quarter of it.
    """
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.axe_script)
    found: list[dict[str, Any]] = page.evaluate(
        "() => axe.run(document, { resultTypes: ['violations'], selectors: false })"
        ".then(found => found.violations)"
    )
    return found


def faults_of(page: Page) -> list[str]:
    """What axe finds, in light or dark, at a phone's or at a laptop's size."""
    found = []
    for size, scheme in looks():
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.evaluate("() => new Promise(two => requestAnimationFrame(() => requestAnimationFrame(two)))")
        found += [
            f"{size['width']} {scheme}: {fault['id']}: {node['html'][:150]} {node['failureSummary'][:200]}"
            for fault in violations(page)
            for node in fault["nodes"]
        ]
    page.set_viewport_size(LAPTOP)
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


def more(name: str) -> Callable[[Page], None]:
    """Something from the menu of everything."""

    def opened(page: Page) -> None:
        page.get_by_role("button", name="More").click()
        page.get_by_role("dialog").get_by_role("button", name=name).click()
        expect(page.locator("#panel-title")).not_to_have_text("More")

    return opened


def from_the_log(name: str) -> Callable[[Page], None]:
    """Something from the newest roll in the log."""

    def opened(page: Page) -> None:
        line = page.locator(".line.roll").last
        if line.locator(".details").count() == 0:
            line.locator(".told").click()
        line.get_by_role("button", name=name).click()

    return opened


OPENED: dict[str, Callable[[Page], None]] = {
    "sheet": lambda page: page.locator(".action:has(.chance)").first.click(),
    "palette": lambda page: page.keyboard.press("/"),
    "menu": lambda page: page.get_by_role("button", name="More").click(),
    "fighter": lambda page: page.locator(".card").first.click(),
    "seats": lambda page: page.get_by_role("button", name="Seats").first.click(),
    "hands": lambda page: page.get_by_role("button", name="Who plays whom").click(),
    "sight": lambda page: page.get_by_role("button", name="What players see").click(),
    "correct": more("Correct"),
    "add": more("Add a fighter"),
    "advice": more("Advice"),
    "talk": more("Say something"),
    "dice": more("Roll dice"),
    "name": more("Name of this fight"),
    "export": more("Export"),
    "report": more("Report a fault"),
    "orders": more("Standing answers"),
    "copy": more("Copy this fight"),
    "share": more("Share a replay"),
    "picture": more("Picture under the map"),
    "fog": more("Fog on the map"),
    "walls": more("Walls on the map"),
    "archive": more("Archive"),
    "what if": from_the_log("What if"),
    "amend": from_the_log("Change this answer"),
}


def test_what_opens_over_the_table(master: Page) -> None:
    asked(master, "action")
    done(master, {"do": "order", "name": "Ines", "question": "make a plan", "answer": "no"})
    found = {}
    for what, opened in OPENED.items():
        opened(master)
        master.get_by_role("dialog").wait_for()
        found[what] = faults_of(master)
        master.keyboard.press("Escape")
        expect(master.get_by_role("dialog")).to_have_count(0)
    assert {what: faults for what, faults in found.items() if faults} == {}


def test_what_the_autopilot_means_to_do_and_the_past(master: Page) -> None:
    asked(master, "action")
    done(master, {"do": "pause", "name": "all"})
    done(master, {"do": "hands", "name": "Ines", "manner": "autopilot"})
    master.locator("#let-go:not(.waits)").wait_for()
    assert faults_of(master) == []
    master.evaluate("() => document.querySelector('.line.roll .told').click()")
    master.get_by_role("button", name="Look back to here").click()
    master.get_by_role("group", name="Steps").wait_for()
    assert faults_of(master) == []


def test_the_television(master: Page) -> None:
    page = master.context.new_page()
    page.goto(master.url + "/display")
    ready(page)
    assert faults_of(page) == []


def test_the_reference(host: Host, stranger: Page) -> None:
    stranger.goto(f"{host.base}/rules/traveller", timeout=60_000)
    assert faults_of(stranger) == []


def test_a_shared_replay(host: Host, master: Page, stranger: Page) -> None:
    asked(master, "action")
    stranger.goto(host.base + done(master, {"do": "share", "act": "open"})["path"])
    ready(stranger)
    stranger.get_by_role("group", name="Steps").wait_for()
    assert faults_of(stranger) == []


def test_a_seat_that_waits_to_be_let_in(host: Host, master: Page, stranger: Page) -> None:
    stranger.goto(host.base + done(master, {"do": "seat", "act": "link"})["path"])
    stranger.get_by_label("Your name").fill("Noor")
    stranger.get_by_role("button", name="Join").click()
    stranger.get_by_text("You have asked to").wait_for()
    assert faults_of(stranger) == []
    master.get_by_role("button", name="Seats").first.click()
    master.locator(".seat.pending").wait_for()
    assert faults_of(master) == []


def test_a_refusal_on_the_table_and_in_a_panel(master: Page) -> None:
    master.get_by_role("button", name="Correct").first.click()
    master.get_by_label("Or type a correction").fill("hurt Nobody 3")
    master.get_by_label("Reason (optional)").fill("a try")
    master.get_by_role("button", name="Correct it").click()
    master.get_by_role("dialog").locator(".toast").wait_for()
    assert faults_of(master) == []
    master.keyboard.press("Escape")
    expect(master.get_by_role("dialog")).to_have_count(0)
    master.locator(".toast").wait_for()
    assert faults_of(master) == []


def test_a_rule_over_the_table(master: Page) -> None:
    asked(master, "action")
    master.locator(".forbidden summary").click()
    master.locator(".forbidden li").get_by_role("link").first.click()
    expect(master.get_by_role("dialog").locator(".counting")).to_have_count(0)
    assert faults_of(master) == []


def test_a_fight_that_has_ended(master: Page) -> None:
    done(master, {"do": "override", "words": "win crew", "why": "the others give up"})
    sent(master, {"do": "answer", "n": 1})
    master.locator(".ending").wait_for()
    assert faults_of(master) == []


def test_the_dice_of_a_fight_that_has_ended(master: Page) -> None:
    done(master, {"do": "hands", "name": "all", "manner": "autopilot"})
    master.locator(".ending").wait_for()
    master.get_by_role("link", name="Check the dice").first.click()
    expect(master.get_by_text("Confirmed by the key")).to_be_visible()
    expect(master.get_by_text("Contradicted by the key")).to_have_count(0)
    assert faults_of(master) == []
    assert not has_sideways_scroll(master)
