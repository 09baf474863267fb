"""Hidden by two taps: the eye on the card, in the strip and on the map; players have nothing of it."""

from __future__ import annotations

import os
import re

import pytest
from playwright.sync_api import Page, expect

from tests.page.tables import LAPTOP, PHONE, done, has_sideways_scroll, until, view
from tests.page.test_access import faults_of
from tests.page.test_cards import pictured

pytestmark = pytest.mark.slow


def names(page: Page) -> list[str]:
    """Whom a page has on its strip."""
    return [fighter["name"] for fighter in view(page)["order"]]


def test_two_taps_hide_a_fighter_and_two_show_it_again(master: Page, player: Page) -> None:
    done(master, {"do": "pause"})
    assert "Rourke" in names(player)
    master.locator(".strip .card", has_text="Rourke").click()
    eye = master.get_by_role("dialog").locator(".eye button")
    expect(eye).to_have_text("Hide from players")
    eye.click()
    expect(eye).to_have_text("Show to players")
    master.get_by_role("dialog").get_by_role("button", name="Close").click()
    card = master.locator(".strip .card", has_text="Rourke")
    expect(card).to_have_class(re.compile(r"\bhides\b"))
    expect(card).to_contain_text("hidden from players")
    expect(master.locator(".token.hides")).to_have_count(1)
    expect(master.locator(".token.hides")).to_have_attribute(
        "aria-label", re.compile("Rourke.*hidden from players")
    )
    until(player, "!state.view.order.some(f => f.name === 'Rourke')")
    expect(player.locator("body")).not_to_contain_text("hidden")
    assert "Rourke" not in [token["name"] for token in view(player)["map"]["tokens"]]
    card.click()
    eye.click()
    expect(eye).to_have_text("Hide from players")
    until(player, "state.view.log.at(-1).words === 'Rourke appears'")
    assert "Rourke" in names(player)


def test_the_eye_goes_by_the_keyboard_too(master: Page) -> None:
    done(master, {"do": "pause"})
    master.locator(".strip .card", has_text="Rourke").focus()
    master.keyboard.press("Enter")
    eye = master.get_by_role("dialog").locator(".eye button")
    eye.focus()
    master.keyboard.press("Space")
    expect(eye).to_have_text("Show to players")
    done(master, {"do": "undo"})
    expect(eye).to_have_text("Hide from players")


def test_whom_a_player_has_is_not_hidden_and_it_is_said_why(master: Page, player: Page) -> None:
    done(master, {"do": "pause"})
    own = view(player)["me"]["fighters"][0]
    master.locator(".strip .card", has_text=own).click()
    master.get_by_role("dialog").get_by_role("button", name="Hide from players").click()
    expect(master.get_by_text("only fighters without a player can be hidden")).to_be_visible()
    assert own in names(player)


def test_a_newcomer_comes_in_hidden_by_a_tick(master: Page, player: Page) -> None:
    done(master, {"do": "pause"})
    master.get_by_role("button", name="More", exact=True).click()
    master.get_by_role("dialog").get_by_role("button", name="Add a fighter").click()
    master.get_by_role("button", name="guard", exact=True).wait_for()
    master.get_by_label("Start hidden from players").check()
    before = names(player)
    master.get_by_role("button", name="guard", exact=True).click()
    master.locator("#terrain").click(position={"x": 60, "y": 60})
    until(master, "state.view.order.some(f => f.hidden)")
    done(master, {"do": "say", "text": "well"})
    until(player, "state.view.log.some(line => line.words.includes('well'))")
    assert names(player) == before


def test_a_secret_roll_is_shown_to_everybody_from_the_log(master: Page, player: Page) -> None:
    done(master, {"do": "throw", "notation": "2d6", "faces": [3, 4], "secret": True, "why": "the lock"})
    line = master.locator(".line.throw .told", has_text="the lock")
    line.click()
    master.get_by_role("button", name="Show to everybody").click()
    until(player, "state.view.log.some(line => line.kind === 'throw' && line.words.includes('the lock'))")
    until(master, "!state.view.log.some(line => line.secret && line.kind === 'throw')")


def test_axe_finds_nothing_where_somebody_is_hidden(master: Page) -> None:
    done(master, {"do": "pause"})
    done(master, {"do": "hide", "name": "Rourke"})
    card = master.locator(".strip .card.hides")
    card.wait_for()
    pictures(master, "hidden")
    assert faults_of(master) == []
    card.click()
    eye = master.get_by_role("dialog").locator(".eye button")
    expect(eye).to_be_visible()
    pictures(master, "hidden-card")
    assert faults_of(master) == []
    for size in (PHONE, LAPTOP):
        master.set_viewport_size(size)
        box = eye.bounding_box()
        assert box is not None
        assert box["height"] >= 43.5
        assert not has_sideways_scroll(master)


def pictures(page: Page, name: str) -> None:
    """Pictures to look at, at a phone's and at a laptop's width, in light and dark."""
    if not os.environ.get("PICTURES"):
        return
    for size in (PHONE, LAPTOP):
        for scheme in ("light", "dark"):
            page.set_viewport_size(size)
            page.emulate_media(color_scheme=scheme)
            pictured(page, f"{name}-{size['width']}-{scheme}")
