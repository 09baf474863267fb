"""The game master's card: two taps for a point, another like this, newcomers, notes; seats without traps."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.page.tables import LAPTOP, PHONE, Host, done, has_sideways_scroll, until, view
from tests.page.test_access import faults_of
from tests.whole import checkered

pytestmark = pytest.mark.slow


def figure(page: Page, name: str, what: str = "STR") -> int:
    """A figure on the strip."""
    fighter = next(f for f in view(page)["order"] if f["name"] == name)
    return int(next(t["now"] for t in fighter["tracks"] if t["name"] == what))


def counts(name: str, what: str, now: int) -> str:
    """That a figure on the strip is so, for the page to wait for."""
    track = f"state.view.order.find(f => f.name === '{name}').tracks.find(t => t.name === '{what}')"
    return f"{track}.now === {now}"


def opened(page: Page, name: str) -> None:
    """Open the card of somebody by a tap on the strip, and wait for what can be put right."""
    page.locator(".strip .card", has_text=name).click()
    page.locator(".steps").wait_for()


def pictured(page: Page, name: str) -> None:
    """Keep a picture to look at, where somebody wants it."""
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=str(Path(folder) / f"{name}.png"))


def test_two_taps_take_a_point_and_undo_brings_it_back(master: Page) -> None:
    done(master, {"do": "pause"})
    before = figure(master, "Rourke")
    master.locator(".strip .card", has_text="Rourke").click()
    master.get_by_role("button", name="STR: one less").click()
    until(master, counts("Rourke", "STR", before - 1))
    field = master.get_by_role("textbox", name="STR")
    expect(field).to_have_value(str(before - 1))
    done(master, {"do": "undo"})
    expect(field).to_have_value(str(before))


def test_quick_taps_all_count_and_a_figure_can_be_typed(master: Page) -> None:
    done(master, {"do": "pause"})
    before = figure(master, "Rourke")
    opened(master, "Rourke")
    less = master.get_by_role("button", name="STR: one less")
    for _ in range(3):
        less.click(no_wait_after=True)
    field = master.get_by_role("textbox", name="STR")
    expect(field).to_have_value(str(before - 3))
    until(master, counts("Rourke", "STR", before - 3))
    field.fill(str(before - 1))
    field.press("Enter")
    until(master, counts("Rourke", "STR", before - 1))


def test_conditions_are_switches_and_a_reason_may_be_given(master: Page) -> None:
    done(master, {"do": "pause"})
    opened(master, "Rourke")
    unseen = master.get_by_role("dialog").get_by_role("button", name="unseen", exact=True)
    unseen.click()
    expect(unseen).to_have_attribute("aria-pressed", "true")
    master.get_by_label("Reason (optional)").fill("he ducks")
    master.get_by_role("dialog").get_by_label("stance").select_option(label="prone")
    expect(master.locator(".panel .state", has_text="prone")).to_be_visible()
    until(master, "state.view.log.at(-1).words.startsWith('Correction (he ducks)')")
    unseen.click()
    expect(unseen).to_have_attribute("aria-pressed", "false")


def test_another_like_this_is_a_tap_and_another_on_the_map(master: Page) -> None:
    done(master, {"do": "pause"})
    opened(master, "Rourke")
    master.get_by_role("button", name="Add another like this").click()
    master.locator("#terrain").click(position={"x": 60, "y": 60})
    expect(master.locator(".strip .card", has_text="Rourke 2")).to_be_visible()
    tokens = {t["name"]: t["at"] for t in view(master)["map"]["tokens"]}
    assert tokens["Rourke 2"] != tokens["Rourke"]


@pytest.mark.parametrize("size", [PHONE, LAPTOP])
def test_somebody_from_the_list_comes_in_by_four_taps(host: Host, master: Page, size: object) -> None:
    done(master, {"do": "pause"})
    master.set_viewport_size(size)  # type: ignore[arg-type]
    master.get_by_role("button", name="More", exact=True).click()
    master.get_by_role("dialog").get_by_role("button", name="Add a fighter").click()
    master.get_by_role("dialog").get_by_role("button", name="guard", exact=True).click()
    pictured(master, f"placing-{master.viewport_size['width']}")  # type: ignore[index]
    master.locator("#terrain").click(position={"x": 60, "y": 60})
    expect(master.locator("[data-token]", has_text="Guard")).to_be_visible()


@pytest.mark.parametrize(("name", "said"), [("", "a copy of Rourke"), ("Tam", "Tam")])
def test_the_map_asks_where_the_newcomer_comes_in(master: Page, name: str, said: str) -> None:
    done(master, {"do": "pause"})
    master.get_by_role("button", name="More", exact=True).click()
    master.get_by_role("dialog").get_by_role("button", name="Add a fighter").click()
    master.get_by_role("dialog").get_by_role("textbox", name=re.compile("^Name")).fill(name)
    master.get_by_role("dialog").get_by_role("button", name="Rourke", exact=True).click()
    expect(master.get_by_text(f"where {said} enters")).to_be_visible()
    master.get_by_role("button", name="Cancel").click()


def test_a_token_is_tapped_for_its_card_and_dragged_without_a_question(master: Page) -> None:
    done(master, {"do": "pause"})
    token = master.locator("[data-token]", has_text="Rourke")
    master.mouse.click(*_middle(token))
    expect(master.get_by_role("dialog")).to_contain_text("Rourke")
    master.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(master.get_by_role("dialog")).to_have_count(0)
    x, y = _middle(token)
    before = next(t["at"] for t in view(master)["map"]["tokens"] if t["name"] == "Rourke")
    master.mouse.move(x, y)
    master.mouse.down()
    master.mouse.move(x - 40, y + 40, steps=4)
    master.mouse.up()
    until(
        master,
        f"`${{state.view.map.tokens.find(t => t.name === 'Rourke').at}}` !== '{before[0]},{before[1]}'",
    )
    expect(master.get_by_role("dialog")).to_have_count(0)


def _middle(token: Locator) -> tuple[float, float]:
    """Where a finger takes hold of a token."""
    box = token.locator(".touch").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_secret_note_is_on_the_master_s_card_alone(master: Page, player: Page) -> None:
    opened(master, "Ines")
    master.get_by_label("A note about this fighter").fill("owes Rourke money")
    master.get_by_role("button", name="Add the note").click()
    expect(master.locator(".notes li")).to_contain_text("owes Rourke money")
    master.get_by_label("Only I can see it").uncheck()
    master.get_by_label("A note about this fighter").fill("limps")
    master.get_by_role("button", name="Add the note").click()
    expect(master.locator(".notes li")).to_have_count(2)
    player.locator(".strip .card", has_text="Ines").click()
    expect(player.locator(".notes li")).to_have_text("limps")
    expect(player.locator(".steps")).to_have_count(0)
    master.get_by_role("button", name="Delete the note: owes").click()
    expect(master.locator(".notes li")).to_have_count(1)


def test_a_second_tap_on_let_in_shuts_nobody_out(master: Page) -> None:
    """ "Let in" became "New link" in the same place, which expelled whoever had just come in."""
    link = done(master, {"do": "seat", "act": "link"})
    guest = master.context.browser.new_context().new_page()  # type: ignore[union-attr]
    guest.goto(master.url.split("/s/")[0] + link["path"])
    guest.get_by_role("textbox").first.fill("Kim")
    guest.get_by_role("button").first.click()
    master.get_by_role("button", name="Seats").click()
    door = master.get_by_role("button", name="Let in")
    box = door.bounding_box()
    assert box is not None
    for _ in range(3):
        master.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(door).to_have_count(0)
    expect(master.locator(".invitation")).to_have_count(0)
    more = master.locator(".seat", has_text="Kim").locator(".seat-more")
    if more.get_attribute("open") is None:
        more.locator("summary").click()
    master.get_by_role("button", name="has a new phone").click()
    expect(master.get_by_role("alertdialog")).to_contain_text("Kim")
    expect(master.locator(".invitation")).to_have_count(0)
    master.get_by_role("button", name="Make a new link").click()
    expect(master.locator(".invitation")).to_have_count(1)
    guest.context.close()


@pytest.mark.parametrize(("size", "scheme"), checkered([PHONE, LAPTOP], ["light", "dark"], 2, 1))
def test_axe_finds_nothing_on_a_card_and_nothing_scrolls_sideways(
    master: Page, size: object, scheme: str
) -> None:
    done(master, {"do": "pause"})
    master.set_viewport_size(size)  # type: ignore[arg-type]
    master.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    opened(master, "Rourke")
    width = master.viewport_size["width"]  # type: ignore[index]
    pictured(master, f"card-{width}-{scheme}")
    assert faults_of(master) == []
    assert not has_sideways_scroll(master)
    for each in master.locator(".panel .step .btn, .panel .tool, .panel .btn").all():
        box = each.bounding_box()
        assert box is None or box["height"] >= 43.5
    master.get_by_role("dialog").get_by_role("button", name="Close").click()
    master.get_by_role("button", name="More", exact=True).click()
    master.get_by_role("dialog").get_by_role("button", name="Add a fighter").click()
    master.get_by_role("button", name="guard", exact=True).wait_for()
    pictured(master, f"add-{width}-{scheme}")
    assert faults_of(master) == []
    assert not has_sideways_scroll(master)


@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "dark"), (LAPTOP, "light")])
def test_two_taps_on_the_card_take_somebody_out_and_undo_brings_the_card_back(
    master: Page, size: object, scheme: object
) -> None:
    done(master, {"do": "pause"})
    master.set_viewport_size(size)  # type: ignore[arg-type]
    master.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    opened(master, "Rourke")
    card = master.locator(".strip .card", has_text="Rourke")
    master.get_by_label("Reason (optional)").fill("he runs")
    master.get_by_role("button", name="Remove").click()
    sure = master.get_by_role("alertdialog", name="Remove Rourke from the fight?")
    expect(sure.get_by_role("button", name="Cancel")).to_be_focused()
    pictured(master, f"remove-{scheme}")
    assert faults_of(master) == []
    assert not has_sideways_scroll(master)
    sure.get_by_role("button", name="Cancel").click()
    expect(sure).to_have_count(0)
    expect(card).to_be_visible()
    master.get_by_role("button", name="Remove").press("Enter")
    sure.get_by_role("button", name="Remove").press("Enter")
    expect(card).to_have_count(0)
    expect(master.get_by_role("dialog")).to_have_count(0)
    until(master, "state.view.log.some(l => l.words === 'Rourke leaves the fight (he runs)')")
    done(master, {"do": "undo"})
    expect(card).to_be_visible()


def test_a_player_whose_fighter_was_taken_out_reads_so(master: Page, player: Page) -> None:
    name = view(player)["me"]["fighters"][0]
    done(master, {"do": "remove", "name": name})
    expect(player.locator(".banner")).to_have_text(f"{name} has left the fight.")
    pictured(player, "left")
    done(master, {"do": "undo"})
    expect(player.locator(".banner")).to_have_count(0)


def test_a_note_is_seen_in_the_strip_by_whoever_may_read_it(master: Page, player: Page) -> None:
    for text, secret in (("on fire", False), ("poisoned", True)):
        done(master, {"do": "note", "name": "Ines", "text": text, "secret": secret})
    expect(master.locator(".strip .card", has_text="Ines")).to_contain_text("poisoned")
    for place in (".strip .card", ".self"):
        expect(player.locator(place, has_text="Ines").first).to_contain_text("on fire")
    assert "poisoned" not in json.dumps(view(player))


def test_one_note_after_another_is_written_into_an_empty_field(master: Page) -> None:
    master.locator(".strip .card", has_text="Rourke").click()
    field = master.get_by_label("A note about this fighter")
    for text in ("limps", "owes the guild"):
        field.fill(text)
        master.get_by_role("button", name="Add the note").click()
        expect(master.get_by_role("dialog").get_by_text(text).last).to_be_visible()
        expect(field).to_have_value("")
