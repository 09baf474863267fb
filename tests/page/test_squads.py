"""Squads on the game master's page: one card, one choice, members drawn out and put back by a tap."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import watched
from tests.page.tables import LAPTOP, PHONE, Host, done, has_sideways_scroll, settled, until, view
from tests.page.test_access import faults_of

pytestmark = pytest.mark.slow


@pytest.fixture
def wreck(host: Host, faults: list[str]) -> Iterator[Page]:
    """Two people against five robots, whom the game master is about to run."""
    page = watched(host.open("wreck", has_touch=True), faults)
    yield page
    page.context.close()


def formed(page: Page) -> None:
    """All that is like each other is a squad: by a tap in *Who plays whom*."""
    page.get_by_role("button", name="Who plays whom").first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name=re.compile("Make a squad of 5")).click()
    until(page, "state.view.squads.some(s => s.formed)")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_a_squad_is_one_card_with_a_mark_for_each_body(wreck: Page) -> None:
    before = wreck.locator(".strip .card").count()
    formed(wreck)
    squad = wreck.locator(".strip .card.squad")
    expect(squad).to_have_count(1)
    expect(squad.locator(".bodies i")).to_have_count(5)
    assert wreck.locator(".strip .card").count() == before - 4
    members = view(wreck)["squads"][0]["members"]
    hands = {f["hand"].split()[0] for f in view(wreck)["order"] if f["id"] in members}
    assert hands == {"person"}
    first = members[0]
    name = next(f["name"] for f in view(wreck)["order"] if f["id"] == first)
    done(wreck, {"do": "override", "words": f"hurt {name} 0 8"})
    expect(squad.locator(".bodies .warn, .bodies .bad")).to_have_count(1)
    for size in (PHONE, LAPTOP):
        wreck.set_viewport_size(size)
        assert not has_sideways_scroll(wreck)
    assert faults_of(wreck) == []


def test_members_are_drawn_out_and_put_in_by_a_tap(wreck: Page) -> None:
    formed(wreck)
    wreck.locator(".strip .card.squad").click()
    dialog = wreck.get_by_role("dialog")
    out = dialog.get_by_role("button", name=re.compile("^Draw out"))
    expect(out).to_have_count(5)
    out.first.click()
    expect(out).to_have_count(4)
    expect(wreck.locator(".strip .card.squad .bodies i")).to_have_count(4)
    dialog.get_by_role("button", name=re.compile("^Put in")).click()
    expect(out).to_have_count(5)
    assert faults_of(wreck) == []
    dialog.locator("#split").click()
    expect(wreck.locator(".strip .card.squad")).to_have_count(2)
    dialog.locator("#break-up").click()
    expect(wreck.locator(".strip .card.squad")).to_have_count(1)


def test_one_choice_is_for_all_and_says_so(wreck: Page) -> None:
    formed(wreck)
    members = view(wreck)["squads"][0]["members"]
    for _ in range(200):  # until one of them is to choose
        ask = view(wreck)["ask"]
        if ask["who"] in members and ask["kind"] != "dice":
            break
        settled(wreck)
        wreck.locator("#instead, #roll, .options .option, .menu .ends button, .menu button").first.click()
        until(wreck, f"state.view.ask?.id !== {ask['id']!r}")
    expect(wreck.locator(".for-squad")).to_have_text(re.compile("for 5 of the squad"))
    name = view(wreck)["squads"][0]["name"]
    expect(wreck.locator("#question")).to_have_text(re.compile(f"{name} squad"))
