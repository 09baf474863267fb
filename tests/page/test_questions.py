"""What is asked before something that nothing takes back: it has the focus, and leaves it where it was."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.page.tables import done, sent, until, view

pytestmark = pytest.mark.slow


def in_seats(label: str) -> Callable[[Page], Locator]:
    """The way to a question about Kim, in the panel of the seats."""

    def way(page: Page) -> Locator:
        page.get_by_role("button", name="Seats").first.click()
        seat = page.locator(".seat", has_text="Kim")
        seat.get_by_text("Link and seat").click()
        return seat.get_by_role("button", name=label)

    return way


def of_the_phrase(page: Page) -> Locator:
    """The way to a second phrase."""
    done(page, {"do": "seat", "act": "phrase"})
    page.get_by_role("button", name="Seats").first.click()
    return page.get_by_role("button", name="New recovery phrase")


def of_a_card(label: str) -> Callable[[Page], Locator]:
    """The way to a question on a fighter's card."""

    def way(page: Page) -> Locator:
        sent(page, {"do": "note", "name": "Rourke", "text": "is a spy"})
        page.locator(".strip .card", has_text="Rourke").click()
        return page.get_by_role("dialog").get_by_role("button", name=label)

    return way


WAYS = {
    "new-link": in_seats("Kim has a new phone"),
    "hand-over": in_seats("Hand over the table"),
    "revoke": in_seats("Remove the seat"),
    "forget": in_seats("Delete for good: Kim"),
    "phrase": of_the_phrase,
    "note": of_a_card("Delete for good: is a spy"),
    "remove": of_a_card("Remove"),
}


@pytest.mark.usefixtures("player")
@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_a_question_takes_the_focus_and_gives_it_back(master: Page, way: Callable[[Page], Locator]) -> None:
    opener = way(master)
    question = master.get_by_role("alertdialog")
    before = view(master)
    for leave in ("Escape", "Enter"):
        opener.focus()
        master.keyboard.press("Enter")
        expect(question.get_by_role("button", name="Cancel")).to_be_focused()
        master.keyboard.press(leave)
        expect(question).to_have_count(0)
        expect(master.get_by_role("dialog")).to_have_count(1)
        assert master.evaluate("() => Boolean(document.activeElement.closest('dialog'))")
        until(master, "!state.busy.size")
        if opener.is_hidden():
            expect(master.locator(".seat", has_text="Kim").locator(".seat-more > summary")).to_be_focused()
            master.keyboard.press("Enter")
    after = view(master)
    assert (after["order"], after["link"], after["me"]) == (before["order"], before["link"], before["me"])


def test_a_phrase_that_was_written_down_is_not_made_worthless_by_a_tap(master: Page) -> None:
    master.get_by_role("button", name="Seats").first.click()
    master.get_by_role("button", name="Recovery phrase: write it down").click()
    first = master.locator(".phrase").text_content()
    master.keyboard.press("Escape")
    expect(master.get_by_role("dialog")).to_have_count(0)
    master.get_by_role("button", name="Seats").first.click()
    another = master.get_by_role("button", name="New recovery phrase")
    another.click()
    expect(master.get_by_role("alertdialog")).to_contain_text("stops working")
    expect(master.locator(".phrase")).to_have_count(0)
    master.get_by_role("alertdialog").get_by_role("button", name="New recovery phrase").click()
    expect(master.locator(".phrase")).to_be_visible()
    assert master.locator(".phrase").text_content() != first


def test_a_phrase_is_shown_though_another_panel_is_open_when_it_comes(master: Page) -> None:
    master.get_by_role("button", name="Seats").first.click()
    phrase = master.get_by_role("button", name="Recovery phrase: write it down")
    phrase.evaluate(
        """async (button) => { const { openPanel } = await import(document
        .querySelector("script[type=module]").src.replace("main.js", "state.js"));
        button.click(); openPanel("menu"); }"""
    )
    expect(master.locator(".phrase")).to_be_visible()
    expect(master.get_by_role("dialog", name="Seats")).to_be_visible()


def test_a_link_stands_only_in_the_panel_that_asked_for_it(master: Page) -> None:
    master.get_by_role("button", name="Seats").first.click()
    invite = master.get_by_role("dialog").get_by_role("button", name="Invite", exact=True)
    invite.evaluate(
        """async (button) => { const { openPanel } = await import(document
        .querySelector("script[type=module]").src.replace("main.js", "state.js"));
        button.click(); openPanel("share"); }"""
    )
    until(master, "!state.busy.size")
    expect(master.get_by_role("dialog", name="Share")).to_be_visible()
    expect(master.locator(".invitation")).to_have_count(0)
