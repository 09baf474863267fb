"""A night goes wrong: the phrase that gives the table back, a new phone, a report on a fault."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.page.tables import Host, has_sideways_scroll, ready, sent, view
from tests.page.test_access import violations

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
    other.get_by_label("Table code").fill(words.upper())
    other.get_by_role("button", name="Join the table").click()
    expect(other.get_by_role("heading", name="Get your table back")).to_be_visible()
    assert not has_sideways_scroll(other)
    other.get_by_role("button", name="Get your table back").click()
    ready(other)
    assert view(other)["me"]["role"] == "gm"
    expect(master.locator(".banner.bad")).to_contain_text("this seat has a new link")


def test_a_new_phone_takes_the_seat_and_the_old_one_is_told(
    host: Host, master: Page, player: Page, other: Page
) -> None:
    master.get_by_role("button", name="Seats").first.click()
    seat = master.locator(".seat", has_text="Kim")
    seat.get_by_text("Link and seat").click()
    seat.get_by_role("button", name="Kim has a new phone").click()
    seat.get_by_role("button", name="Make a new link").click()
    expect(master.get_by_role("heading", name="Link for Kim")).to_be_visible()
    other.goto(master.locator(".address").input_value())
    ready(other)
    assert view(other)["me"]["fighters"] == ["Ines"]
    expect(player.locator(".banner.bad")).to_contain_text("this seat has a new link")


def test_the_table_is_handed_over_and_both_pages_go_on(master: Page, player: Page) -> None:
    master.get_by_role("button", name="Seats").first.click()
    seat = master.locator(".seat", has_text="Kim")
    seat.get_by_text("Link and seat").click()
    seat.get_by_role("button", name="Hand over the table").click()
    expect(seat.get_by_role("alertdialog")).to_contain_text("Hand the table over to Kim?")
    assert violations(master) == []
    seat.get_by_role("button", name="Hand over the table").click()
    expect(player.locator(".notice")).to_contain_text("you are the game master now")
    expect(master.locator(".notice")).to_contain_text("You have handed over the table")
    expect(player.locator("#voice")).to_contain_text("you are the game master now")
    expect(master.get_by_role("dialog")).to_have_count(0)
    assert (view(player)["me"]["role"], view(master)["me"]["role"]) == ("gm", "player")
    assert not has_sideways_scroll(player)
    opened(player, "Seats")
    expect(player.locator(".notice")).to_have_count(0)
    expect(player.locator(".seat", has_text="Former game master")).to_be_visible()
    assert sent(master, {"do": "name", "text": "Mine"})["code"] == "seat/not-yours"
    assert sent(player, {"do": "name", "text": "Hers"})["t"] == "done"


def test_a_person_and_a_note_are_forgotten_after_a_question(master: Page, player: Page) -> None:
    sent(player, {"do": "say", "text": "my secret"})
    sent(master, {"do": "note", "name": "Ines", "text": "is a spy"})
    master.get_by_role("button", name="Seats").first.click()
    seat = master.locator(".seat", has_text="Kim")
    seat.get_by_text("Link and seat").click()
    seat.get_by_role("button", name="Delete for good: Kim").click()
    assert violations(master) == []
    expect(master.locator(".seat", has_text="Kim")).to_have_count(1)
    seat.get_by_role("alertdialog").get_by_role("button", name="Delete for good").click()
    expect(master.locator(".seat", has_text="Kim")).to_have_count(0)
    expect(master.get_by_role("dialog").get_by_role("status").first).to_contain_text("Earlier backups")
    master.keyboard.press("Escape")
    expect(master.get_by_text("my secret")).to_have_count(0)
    master.locator(".card").first.click()
    master.get_by_role("button", name="Delete for good: is a spy").click()
    master.get_by_role("alertdialog").get_by_role("button", name="Delete for good").click()
    expect(master.get_by_text("is a spy")).to_have_count(0)


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


def test_a_report_that_was_not_written_says_why_and_is_asked_for_again(
    master: Page, faults: list[str]
) -> None:
    master.route("**/report", lambda route: route.fulfill(status=502, body="<h1>Bad gateway</h1>"))
    opened(master, "Report a fault")
    told = master.get_by_role("dialog").get_by_role("status")
    expect(told).to_have_text("The report was not written: 502 Bad Gateway")
    assert all("502" in fault for fault in faults), "the browser itself tells"
    faults.clear()
    master.unroute("**/report")
    again = master.get_by_role("dialog").get_by_role("button", name="Try again")
    with master.expect_download():
        again.press("Enter")
    expect(told).to_contain_text("Nothing was sent")
    expect(master.get_by_role("button", name="Save it again")).to_be_focused()
