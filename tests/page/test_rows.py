"""Dice of a burst read off in a row, on a phone: tapped or typed, sent at once."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page.tables import asked, has_sideways_scroll
from tests.page.test_access import faults_of
from tests.page.test_menus import show

pytestmark = pytest.mark.slow

HEARD = """async () => {
    const { link } = await import(document.querySelector("script[type=module]").src
        .replace("main.js", "state.js"));
    window.heard = [];
    link.send = command => (window.heard.push(command), Promise.resolve({ t: "done", id: "x" })); }"""
"""What is sent from here on stays on the page."""


@pytest.fixture
def tray(player: Page) -> Page:
    """A phone on which a die of a burst is asked for."""
    asked(player, "action")
    die = {"notation": "d6", "faces": [6], "count": 1, "totals": True, "series": True}
    show(player, [], kind="dice", dice=die, question="Ines rolls burst die", options=[])
    player.evaluate(HEARD)
    return player


def heard(page: Page) -> list[dict[str, Any]]:
    """The dice that were sent."""
    sent: list[dict[str, Any]] = page.evaluate("() => window.heard.filter(c => c.do === 'dice')")
    return sent


def test_dice_of_a_burst_are_tapped_one_after_another_and_sent_at_once(tray: Page) -> None:
    tray.set_viewport_size({"width": 360, "height": 740})
    slots, faces = tray.locator(".tray .slot"), tray.locator(".tray .faces")
    expect(slots).to_have_count(1)
    for face in (3, 6, 2, 4):
        faces.get_by_role("button", name=str(face)).tap()
    expect(slots).to_have_count(4)
    expect(tray.locator("#typed-dice")).to_have_value("3 6 2 4")
    slots.nth(1).tap()  # a slip of the finger is left out again
    expect(slots).to_have_count(3)
    faces.get_by_role("button", name="5").tap()
    expect(tray.locator("#typed-dice")).to_have_value("3 2 4 5")
    assert not has_sideways_scroll(tray)
    assert faults_of(tray) == []
    tray.locator("#use-dice").tap()
    assert [sent["faces"] for sent in heard(tray)] == [[3, 2, 4, 5]]


def test_they_are_typed_as_they_fell(tray: Page) -> None:
    tray.locator("#typed-dice").fill("3622")
    expect(tray.locator(".tray .slot")).to_have_count(4)
    tray.locator("#typed-dice").fill("37")
    expect(tray.get_by_text("Enter 2 dice, each from 1 to 6.")).to_be_visible()
    tray.locator("#typed-dice").fill("3")
    expect(tray.locator(".tray .slot")).to_have_count(1)
    tray.locator("#typed-dice").fill("36")
    tray.locator("#typed-dice").press("Enter")
    assert [sent["faces"] for sent in heard(tray)] == [[3, 6]]
