"""An evening in the browser: begin, join, get hurt, be cared for, wait, go on to the table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.page.tables import Host, ready
from tests.page.test_access import faults_of

pytestmark = pytest.mark.slow


@pytest.fixture
def page(host: Host) -> Iterator[Page]:
    found = host.context().new_page()
    found.context.add_cookies(host.cookies)
    found.goto(host.base)
    yield found
    found.context.close()


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def joined(page: Page, scene: str, *names: str) -> None:
    opened = page.locator("details", has_text="Add fighters from a scene")
    if opened.get_attribute("open") is None:
        opened.locator("summary").click()
    opened.get_by_role("combobox", name="Scene").select_option(f"shipped:{scene}")
    opened.get_by_label("Who joins").fill(", ".join(names))
    press(page, "Add them")


def hurt(page: Page, words: str) -> None:
    page.get_by_text("Make a correction").click()
    page.get_by_label("What to correct").fill(words)
    page.get_by_label("Reason (optional)").fill("a fall from the ladder")
    press(page, "Correct it")


def test_an_evening(page: Page) -> None:
    page.get_by_role("link", name="Campaigns", exact=True).click()
    page.get_by_label("Title").fill("The long way")
    page.get_by_label("Game").select_option("coriolis")
    assert faults_of(page) == []
    press(page, "Start the campaign")
    joined(page, "boarding", "Zara", "Samira")
    expect(page.get_by_role("status")).to_contain_text("Zara joins (from")
    hurt(page, "hurt Zara 19")
    expect(page.get_by_role("status")).to_contain_text("a fall from the ladder")
    assert faults_of(page) == []

    cares(page)
    waits(page)
    goes_on(page)


def cares(page: Page) -> None:
    """First aid, its odds first, with dice that are typed wrong, then thrown."""
    page.get_by_role("link", name="Samira gives Zara first aid").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Samira gives Zara first aid")
    headings = page.get_by_role("heading", level=2).all()
    assert headings
    for heading in headings:
        assert heading.evaluate("it => getComputedStyle(it).position") == "static"  # none lies over others
    assert faults_of(page) == []
    page.get_by_role("link", name="Back").click()

    page.get_by_label("I roll real dice and enter them").check()
    page.get_by_role("button", name="Samira gives Zara first aid").click()
    page.get_by_label("What you rolled").fill("9")
    press(page, "Use my dice")
    expect(page.get_by_role("alert")).to_contain_text("expected the faces of")
    assert faults_of(page) == []
    while page.get_by_label("What you rolled").count():
        press(page, "Roll this for me")
    expect(page.get_by_role("status")).to_contain_text("Samira's first aid")


def waits(page: Page) -> None:
    """Three hours, taken back and done again."""
    page.get_by_label("How much").fill("0")
    press(page, "Let time pass")
    expect(page.get_by_role("alert")).to_contain_text("expected 1")
    page.get_by_label("How much").fill("3")
    page.get_by_label("Unit").select_option("hour")
    press(page, "Let time pass")
    expect(page.get_by_role("status")).to_contain_text("wait 3 hours")
    press(page, "Undo")
    expect(page.get_by_role("status")).to_contain_text("Undone.")
    press(page, "Redo")
    expect(page.get_by_role("status")).to_contain_text("wait 3 hours")


def goes_on(page: Page) -> None:
    """To the table, and back before it is over."""
    page.get_by_text("Take them into the next fight").click()
    page.get_by_role("combobox", name="Scene").first.select_option("shipped:boarding")
    press(page, "Start the fight")
    page.wait_for_url("**/s/*")
    ready(page)
    page.goto(page.url.split("/s/")[0] + "/campaigns")
    page.get_by_role("link", name="The long way").click()
    expect(page.get_by_role("link", name="To the table")).to_be_visible()
    press(page, "Bring them back")
    expect(page.get_by_role("alert")).to_contain_text("is not over yet")
    assert faults_of(page) == []


def test_characters_from_a_file(page: Page, tmp_path: Path) -> None:
    table = tmp_path / "gang.csv"
    table.write_text("name,archetype,weapons,Colour\nNerses,soldier,heavy pistol,red\n")
    page.get_by_role("link", name="Import characters").click()
    assert faults_of(page) == []
    page.get_by_label("Files").set_input_files(table)
    press(page, "Import")
    expect(page.get_by_role("alert")).to_contain_text("choose the game")
    page.get_by_label("Files").set_input_files(table)
    page.get_by_label("Game").select_option("coriolis")
    press(page, "Import")
    expect(page.get_by_role("status")).to_contain_text("column Colour")
    assert faults_of(page) == []
    page.get_by_label("Put them into a copy of this scene").select_option("shipped:duel")
    press(page, "Save the scene")
    page.wait_for_url("**/build?kept=*")
    expect(page.get_by_role("main")).to_contain_text("Nerses")
