"""Reserves on the page: three taps bring one in, and players have nothing of those who wait."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from tests.page.tables import LAPTOP, PHONE, done, has_sideways_scroll, until, view
from tests.page.test_access import faults_of
from tests.page.test_cards import pictured

pytestmark = pytest.mark.slow


def kept(master: Page, name: str) -> None:
    """Somebody like Rourke waits."""
    done(master, {"do": "pause"})
    done(master, {"do": "reserve", "like": "Rourke", "name": name})
    master.locator(".strip .card.reserves").wait_for()


@pytest.mark.parametrize("size", [PHONE, LAPTOP])
def test_a_reserve_comes_in_by_three_taps_and_undo_has_it_wait_again(
    master: Page, player: Page, size: object
) -> None:
    master.set_viewport_size(size)  # type: ignore[arg-type]
    kept(master, "Nemo")
    master.locator(".strip .card.reserves").click()
    master.get_by_role("dialog").get_by_role("button", name="Nemo", exact=True).click()
    expect(master.get_by_text("where Nemo enters")).to_be_visible()
    master.locator("#terrain").click(position={"x": 60, "y": 60})
    until(player, "state.view.order.some(f => f.name === 'Nemo')")
    expect(master.locator(".strip .card.reserves")).to_have_count(0)
    done(master, {"do": "undo"})
    expect(master.locator(".strip .card.reserves")).to_contain_text("1")
    until(player, "!state.view.order.some(f => f.name === 'Nemo')")


def test_somebody_from_the_list_is_kept_by_a_tick_and_no_player_has_anything_of_it(
    master: Page, player: Page
) -> None:
    done(master, {"do": "pause"})
    master.get_by_role("button", name="More", exact=True).click()
    master.get_by_role("dialog").get_by_role("button", name="Add a fighter").click()
    master.get_by_role("button", name="guard", exact=True).wait_for()
    master.get_by_label("Keep in reserve").check()
    master.get_by_role("button", name="guard", exact=True).click()
    panel = master.get_by_role("dialog", name="Reserves")
    expect(panel.get_by_role("button", name="Guard", exact=True)).to_be_visible()
    pictured(master, "reserves")
    done(master, {"do": "say", "text": "well"})
    until(player, "state.view.log.some(line => line.words.includes('well'))")
    told = json.dumps(view(player))
    assert "Guard" not in told
    assert "reserve" not in told
    expect(player.locator(".card.reserves")).to_have_count(0)
    panel.get_by_role("button", name="Remove Guard from reserve").click()
    expect(panel).to_contain_text("No one is waiting")


def test_a_card_sends_somebody_into_reserve_but_nobody_with_a_player(master: Page, player: Page) -> None:
    done(master, {"do": "pause"})
    done(master, {"do": "join", "like": "Rourke", "name": "Nemo"})
    own = view(player)["me"]["fighters"][0]
    master.locator(".strip .card", has_text=own).click()
    expect(master.get_by_role("dialog").get_by_role("button", name="Add another like this")).to_be_visible()
    expect(master.get_by_role("dialog").get_by_role("button", name="Move to reserve")).to_have_count(0)
    master.keyboard.press("Escape")
    master.locator(".strip .card", has_text="Nemo").click()
    master.get_by_role("dialog").get_by_role("button", name="Move to reserve").click()
    expect(master.get_by_role("dialog", name="Reserves")).to_contain_text("Nemo 2")
    until(player, "!state.view.order.some(f => f.name === 'Nemo')")


def test_axe_finds_nothing_among_the_reserves_and_nothing_scrolls_sideways(master: Page) -> None:
    kept(master, "Nemo")
    assert faults_of(master) == []
    pictured(master, "reserves-strip")
    master.locator(".strip .card.reserves").click()
    master.get_by_role("dialog", name="Reserves").wait_for()
    assert faults_of(master) == []
    for size in (PHONE, LAPTOP):
        master.set_viewport_size(size)
        for each in master.locator(".panel button").all():
            box = each.bounding_box()
            assert box is not None
            assert box["height"] >= 43.5
        assert not has_sideways_scroll(master)
        pictured(master, f"reserves-{size['width']}")
