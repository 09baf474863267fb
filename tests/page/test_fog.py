"""Fog on the map: drawn with a finger and by what is typed; players are given no more than that."""

from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import FilePayload, Page, expect

from affray.table.picture_pixels import FOG
from tests.page.tables import LAPTOP, PHONE, done, has_sideways_scroll, until, view
from tests.page.test_access import faults_of
from tests.page.test_cards import pictured

pytestmark = pytest.mark.slow

TEAL = (0, 128, 128)


def panel(master: Page) -> Any:
    """The panel of the fog, opened from below the map."""
    master.locator("#fog-panel").click()
    return master.get_by_role("dialog", name="Fog on the map")


def seen(player: Page, at: tuple[float, float]) -> Any:
    """The colour of a place of the map in the picture that a player is given."""
    there = view(player)["map"]["picture"]
    body = player.request.get(
        player.evaluate("url => new URL(url, location).href", there["url"]), max_retries=3
    ).body()
    with Image.open(io.BytesIO(body)) as image:
        across = (at[0] - there["at"][0]) / there["width"] * image.width
        down = (there["at"][1] + there["height"] - at[1]) / there["height"] * image.height
        return image.convert("RGB").getpixel((int(across), int(down)))


def given_anew(player: Page, before: str) -> None:
    """Wait until a player is given another picture."""
    until(player, f"state.view.map.picture && state.view.map.picture.url !== {before!r}")


def fogged(master: Page) -> Any:
    """The panel of the fog, once it covers a picture."""
    done(master, {"do": "pause"})
    master.get_by_role("button", name="Picture under the map").click()
    data = io.BytesIO()
    Image.new("RGB", (600, 400), TEAL).save(data, "PNG")
    chosen: FilePayload = {"name": "deck.png", "mimeType": "image/png", "buffer": data.getvalue()}
    master.locator("input[type=file]").set_input_files(files=[chosen])
    expect(master.locator("image.picture")).to_have_count(1)
    master.keyboard.press("Escape")
    dialog = panel(master)
    dialog.get_by_role("button", name="Fog", exact=True).click()
    until(master, "state.view.fog.on")
    return dialog


LONG = """async () => {
    const terrain = document.querySelector("#terrain"), box = terrain.getBoundingClientRect();
    for (let n = 0; n < 400; n++) {
        const clientX = box.x + box.width * (n % 2 ? 0.3 : 0.7), clientY = box.y + box.height * n / 500;
        const at = { bubbles: true, pointerId: 1, clientX, clientY };
        terrain.dispatchEvent(new PointerEvent("pointermove", at));
        if (n % 50 === 0) await new Promise(requestAnimationFrame);
    }
}"""
"""A finger goes to and fro four hundred times."""


def test_a_stroke_of_the_brush_is_kept_however_long_it_is(master: Page) -> None:
    fogged(master).locator("#fog-draw").click()
    master.locator("#put-down").wait_for()
    master.locator("#terrain").scroll_into_view_if_needed()
    master.locator("#terrain").hover()
    master.mouse.down()
    master.evaluate(LONG)
    master.mouse.up()
    until(
        master,
        "state.view.fog.strokes.reduce((all, s) => all + s.points.length, 0) > 400 && !state.busy.size",
    )
    strokes = [stroke["points"] for stroke in view(master)["fog"]["strokes"]]
    assert len(strokes) == 3
    assert [a[-1] for a in strokes[:-1]] == [b[0] for b in strokes[1:]]
    expect(master.locator("#terrain .fog .stroke")).to_have_count(3)


def test_fog_is_drawn_and_typed_and_players_get_what_is_uncovered(master: Page, player: Page) -> None:
    dialog = fogged(master)
    until(player, "state.view.map.picture")
    expect(master.locator("#fog-draw")).to_be_visible()
    place = view(master)["map"]["picture"]
    middle = (place["at"][0] + place["width"] / 2, place["at"][1] + place["height"] / 2)
    assert seen(player, middle) == FOG
    for size in (PHONE, LAPTOP):
        master.set_viewport_size(size)
        assert not has_sideways_scroll(master)
    assert faults_of(master) == []
    pictured(master, "fog-panel")
    covered = view(player)["map"]["picture"]["url"]
    drawn(master, dialog)
    given_anew(player, covered)
    typed(master, player)


def drawn(master: Page, dialog: Any) -> None:
    """A brush goes over the middle of the map."""
    dialog.locator("#fog-draw").click()
    expect(master.locator("#put-down")).to_be_visible()
    expect(dialog).to_have_count(0)
    master.locator("#terrain").scroll_into_view_if_needed()
    box = master.locator("#terrain").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    master.mouse.move(x - 40, y)
    master.mouse.down()
    for step in range(-30, 50, 10):
        master.mouse.move(x + step, y)
    master.mouse.up()
    until(master, "state.view.fog.strokes.length === 1")
    assert len(view(master)["fog"]["strokes"][0]["points"]) > 1
    expect(master.locator("#terrain .fog .stroke")).to_have_count(1)
    pictured(master, "fog-drawn")
    master.locator("#put-down").click()
    expect(master.locator("#put-down")).to_have_count(0)


def typed(master: Page, player: Page) -> None:
    """By keys alone: a rectangle, around a fighter, everything; each comes to the player."""
    (stroke,) = view(master)["fog"]["strokes"]
    there = stroke["points"][0]
    assert seen(player, there) == TEAL
    dialog = panel(master)
    sides = zip(("Left", "Bottom", "Right", "Top"), (-2, -2, 2, 2), strict=True)
    for edge, by in sides:
        dialog.get_by_label(f"{edge} edge (m)").fill(str(there[edge in ("Bottom", "Top")] + by))
    before = view(player)["map"]["picture"]["url"]
    dialog.locator("#rectangle-cover").press("Enter")
    given_anew(player, before)
    assert seen(player, there) == FOG
    token = view(master)["map"]["tokens"][-1]
    before = view(player)["map"]["picture"]["url"]
    dialog.get_by_label("Fighter").select_option(label=token["name"])
    dialog.locator("#around-uncover").press("Enter")
    given_anew(player, before)
    assert seen(player, token["at"]) == TEAL
    before = view(player)["map"]["picture"]["url"]
    dialog.get_by_role("button", name="Cover everything", exact=True).press("Enter")
    given_anew(player, before)
    assert seen(player, token["at"]) == FOG
    dialog.locator("#fog-hide").click()
    until(master, "!state.view.fog.covered.length")
    assert [f["name"] for f in view(master)["order"] if f.get("hidden")]
