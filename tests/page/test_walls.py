"""Walls on the map, through the page: two taps or what is typed, one tap more for the rules to count it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.page.tables import LAPTOP, PHONE, done, has_sideways_scroll, until, view
from tests.page.test_access import faults_of
from tests.page.test_cards import pictured

pytestmark = pytest.mark.slow


def test_a_wall_is_drawn_by_two_taps_or_typed_and_counts_as_cover(master: Page, player: Page) -> None:
    done(master, {"do": "pause"})
    master.locator("#walls").click()
    dialog = master.get_by_role("dialog", name="Walls on the map")
    dialog.get_by_label("Name").fill("rubble")
    dialog.get_by_label("Counts as").select_option(label="stone wall")
    dialog.locator("#wall-tap").click()
    terrain = master.locator("#terrain")
    for up, said in ((0.25, "One end of the wall"), (0.75, "The other end")):
        expect(master.locator(".banner")).to_contain_text(said)
        box = terrain.bounding_box()
        assert box is not None
        terrain.click(position={"x": box["width"] / 2, "y": box["height"] * up})
    until(player, "state.view.map.cover.some((c) => c.name === 'rubble' && c.rating === 'stone wall')")
    expect(master.locator("#terrain .cover.wall")).to_have_count(1)
    dialog.get_by_role("button", name="Count rubble as cover for Rourke").click()
    until(master, "state.view.map.cover.some((c) => c.name === 'rubble' && c.behind?.length)")
    expect(dialog.get_by_role("button", name="Count rubble")).to_have_count(0)
    for label, value in (("x₁", "1"), ("y₁", "2,5"), ("x₂", "4"), ("y₂", "-2")):
        dialog.get_by_label(label).fill(value)
    dialog.locator("#wall-add").press("Enter")
    until(player, "state.view.map.cover.some((c) => c.name === 'wall 2' && c.at[0][1] === 2.5)")
    for size in (PHONE, LAPTOP):
        master.set_viewport_size(size)
        assert not has_sideways_scroll(master)
    assert faults_of(master) == []
    pictured(master, "walls-panel")
    dialog.get_by_role("button", name="Remove wall 2").press("Enter")
    until(player, "!state.view.map.cover.some((c) => c.name === 'wall 2')")
    assert [wall["name"] for wall in view(master)["walls"]["drawn"]] == ["rubble"]
