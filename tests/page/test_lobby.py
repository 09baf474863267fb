"""Before a fight begins: who is here, who runs whom, and one tap that begins it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.page.conftest import watched
from tests.page.tables import LAPTOP, Host, done, has_sideways_scroll, ready, settled, until, view
from tests.page.test_access import faults_of
from tests.page.test_cards import pictured

pytestmark = pytest.mark.slow

NARROW: ViewportSize = {"width": 360, "height": 740}
TOUCH = 44


@pytest.fixture
def table(host: Host, faults: list[str]) -> Iterator[Page]:
    """The game master of a fight that waits."""
    page = watched(host.lobby("boarding"), faults)
    yield page
    page.context.close()


def knocks(host: Host, master: Page, name: str, faults: list[str]) -> Page:
    """Somebody on a phone at the door."""
    link = done(master, {"do": "seat", "act": "link"})
    page = watched(host.context(viewport=NARROW, has_touch=True).new_page(), faults)
    page.goto(host.base + link["path"])
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join").tap()
    ready(page)
    return page


def seat_of(page: Page, name: str) -> str:
    """The seat of somebody, as a game master's page has it."""
    seats: list[dict[str, str]] = view(page)["link"]["seats"]
    return next(each["seat"] for each in seats if each["name"] == name)


def chosen(page: Page, name: str) -> Locator:
    """Who runs a fighter."""
    return page.locator(".cast").get_by_role("combobox", name=name, exact=True)


def small(page: Page) -> list[str]:
    """What is too small to be tapped."""
    found: list[str] = page.evaluate(
        """most => [...document.querySelectorAll(".lobby :is(button, select, summary, .check)")]
        .filter(e => e.checkVisibility() && e.getBoundingClientRect().height < most - 0.5)
        .map(e => e.outerHTML.slice(0, 100))""",
        TOUCH,
    )
    return found


def test_people_come_in_are_given_fighters_and_it_begins_for_all_by_one_tap(
    host: Host, table: Page, faults: list[str]
) -> None:
    first, second = [each["name"] for each in view(table)["order"]][:2]
    lobby = table.locator(".lobby")
    assert lobby.get_by_role("button").first.text_content() == "Let phones in"
    lobby.get_by_role("button", name="Let phones in").click()
    expect(lobby.locator("img.qr")).to_be_visible()
    expect(lobby.locator(".code strong")).to_have_text(re.compile("^[2-9A-Z]{6}$"))
    ann = knocks(host, table, "Ann", faults)
    expect(ann.locator(".lobby")).to_have_count(0)
    expect(ann.get_by_text("You have asked to")).to_be_visible()
    lobby.get_by_role("button", name="At the door: Ann").click()
    expect(lobby.get_by_role("button", name="Let in")).to_be_in_viewport(ratio=1)
    lobby.get_by_role("button", name="Let in").click()
    expect(ann.locator(".lobby")).to_contain_text("You have no fighter yet.")
    expect(lobby.locator(".present")).to_contain_text("no fighter yet")
    chosen(table, first).select_option("Ann")
    expect(ann.locator(".lobby")).to_contain_text(f"You play {first}.")
    expect(ann.get_by_role("button", name="Begin")).to_have_count(0)
    ann.get_by_label("I roll real dice").check()
    expect(table.get_by_role("checkbox", name=f"real dice {first}")).to_be_checked()
    chosen(table, second).select_option("Autopilot")
    expect(table.get_by_role("checkbox", name=f"real dice {second}")).to_have_count(0)
    expect(chosen(table, second)).to_have_value("autopilot")
    expect(ann.locator(".lobby")).to_contain_text("Waiting for the game master to begin.")
    for page in (table, ann):
        assert faults_of(page) == []
        page.set_viewport_size(NARROW)
        assert not has_sideways_scroll(page)
        assert small(page) == []
    assert view(ann)["log"] == []
    lobby.get_by_role("button", name="Keep phones out").click()
    expect(lobby.locator(".invitation")).to_have_count(0)
    table.get_by_role("button", name="Begin").click()
    for page in (table, ann):
        expect(page.locator(".lobby")).to_have_count(0)
        until(page, "!state.view.title.waits && state.view.log.length > 0")
    ann.context.close()


def test_alone_one_begins_by_one_tap(host: Host, faults: list[str]) -> None:
    page = watched(host.lobby("landing_field", viewport=NARROW, has_touch=True), faults)
    begin = page.get_by_role("button", name="Begin")
    expect(begin).to_be_in_viewport()
    begin.tap()
    until(page, "!state.view.title.waits")
    expect(page.locator(".lobby")).to_have_count(0)
    page.context.close()


def test_it_begins_by_the_keyboard_alone(host: Host, faults: list[str]) -> None:
    page = watched(host.lobby("landing_field"), faults)
    page.locator(".lobby #begin").wait_for()
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.id === 'begin'"):
            break
    page.keyboard.press("Enter")
    until(page, "!state.view.title.waits")
    page.context.close()


def test_two_with_one_fighter_are_told_and_so_is_the_game_master(
    host: Host, table: Page, faults: list[str]
) -> None:
    name = view(table)["order"][0]["name"]
    ann, ben = (watched(host.seat(table, name, name=who, viewport=NARROW), faults) for who in ("Ann", "Ben"))
    expect(ann.locator(".lobby .fault")).to_have_text(f"Ben also plays {name}.")
    expect(ben.locator(".lobby .fault")).to_have_text(f"Ann also plays {name}.")
    expect(table.locator(".present .fault")).to_have_count(2)
    done(table, {"do": "seat", "act": "add", "role": "player", "name": "Cem", "fighters": [name]})
    expect(table.locator(".present .seats > li > .fault")).to_have_count(6)
    assert faults_of(table) == []
    pictured(table, "shared")
    done(table, {"do": "seat", "act": "revoke", "seat": seat_of(table, "Cem")})
    chosen(table, name).select_option("Ben")
    expect(ann.locator(".lobby")).to_contain_text("You have no fighter yet.")
    expect(ben.locator(".lobby .fault")).to_have_count(0)
    for page in (ann, ben):
        page.context.close()


def test_several_choices_at_once_all_count(host: Host, table: Page, faults: list[str]) -> None:
    player = watched(host.seat(table, name="Ann"), faults)
    names = [each["name"] for each in view(table)["order"]][:3]
    for name in names:
        chosen(table, name).select_option("Ann")
    until(table, f"state.view.link.seats.find(s => s.name === 'Ann').fighters.length === {len(names)}")
    chosen(table, names[0]).select_option("Game master")
    until(table, f"state.view.link.seats.find(s => s.name === 'Ann').fighters.length === {len(names) - 1}")
    settled(table)
    expect(chosen(table, names[0])).to_have_value("")
    player.context.close()


def test_spectators_and_the_television_see_it_without_controls(
    host: Host, table: Page, faults: list[str]
) -> None:
    link = done(table, {"do": "seat", "act": "add", "role": "spectator", "name": "Dee"})
    dee = watched(host.context(viewport=LAPTOP).new_page(), faults)
    dee.goto(host.base + link["path"])
    screen = watched(table.context.new_page(), faults)
    screen.goto(table.url + "/display")
    for page in (dee, screen):
        ready(page)
        expect(page.locator(".lobby")).to_contain_text("Waiting for the game master to begin.")
        expect(page.locator(".lobby :is(button, select, input)")).to_have_count(0)
        assert not has_sideways_scroll(page)
    done(table, {"do": "begin"})
    for page in (dee, screen):
        expect(page.locator(".lobby")).to_have_count(0)
    dee.context.close()


def test_house_rules_stand_there_and_the_sheet_is_a_tap_away(host: Host, table: Page) -> None:
    expect(table.locator(".lobby")).to_contain_text("No house rules")
    expect(table.locator(".lobby").get_by_role("link", name="Rules on a page")).to_have_attribute(
        "href", re.compile("/s/[^/]+/rules$")
    )


def test_somebody_who_only_watches_comes_in_by_the_code(host: Host, table: Page, faults: list[str]) -> None:
    page = watched(host.context(viewport=NARROW, has_touch=True).new_page(), faults)
    page.goto(host.base + done(table, {"do": "seat", "act": "link"})["path"])
    page.get_by_label("Your name").fill("Wanda")
    page.get_by_role("button", name="Just watch").click()
    expect(page.get_by_text("Wait for the game master to let you in.").first).to_be_visible()
    table.get_by_role("button", name="Let in").click()
    until(page, "state.view.order.length > 0")
    expect(page.get_by_text("crew against boarders")).to_be_visible()
    assert (view(page)["me"]["role"], view(page)["me"]["name"]) == ("spectator", "Wanda")
    page.context.close()


def test_who_waits_at_the_door_reads_of_nobody_who_has_left(
    host: Host, table: Page, faults: list[str]
) -> None:
    page = watched(host.context(viewport=NARROW, has_touch=True).new_page(), faults)
    page.goto(host.base + done(table, {"do": "seat", "act": "link"})["path"])
    page.get_by_label("Your name").fill("Kim")
    page.get_by_label("Zara", exact=True).check()
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_text("Wait for the game master to let you in.").first).to_be_visible()
    expect(page.locator(".banner")).to_have_count(1)
    expect(page.get_by_role("heading", name="Latest events")).to_have_count(0)
    page.context.close()
