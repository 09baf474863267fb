"""Pauses, "what if", replays, pictures and past moments, through the page."""

from __future__ import annotations

import io
import re

import pytest
from PIL import Image
from playwright.sync_api import FilePayload, Page, expect

from tests.page.conftest import watched
from tests.page.tables import STEADY, Host, asked, done, has_sideways_scroll, ready, until, view

pytestmark = pytest.mark.slow


def aimed(master: Page) -> None:
    """Ines aims, so that something has happened."""
    asked(master, "action")
    done(master, {"do": "answer", "n": next(a["n"] for a in view(master)["actions"] if a["label"] == "aim")})
    expect(master.locator(".line.act", has_text="Ines: aim").last).to_be_visible()


def test_the_autopilot_says_what_it_means_to_do_and_waits(master: Page) -> None:
    asked(master, "action")
    master.get_by_role("button", name="Who plays whom").click()
    panel = master.get_by_role("dialog", name="Who plays whom")
    panel.get_by_label("Every autopilot asks me before acting").check()
    panel.get_by_role("group", name="Ines").get_by_role("button", name="Autopilot").click()
    master.keyboard.press("Escape")
    intent = master.locator(".intent")
    expect(intent.locator(".kicker")).to_contain_text("choice for")
    before = view(master)["undo"]["entries"]
    intent.locator("#let-go:not(.waits)").wait_for()
    expect(intent.locator("h2")).to_have_text(view(master)["pause"]["intent"]["label"])
    until(master, STEADY)
    assert view(master)["undo"]["entries"] == before
    master.keyboard.press("g")
    expect(master.locator(".line.act", has_text="Ines").last).to_be_visible()
    assert view(master)["undo"]["entries"] > before


def test_the_game_master_takes_over(master: Page) -> None:
    asked(master, "action")
    done(master, {"do": "pause", "name": "all"})
    done(master, {"do": "hands", "name": "Ines", "manner": "autopilot"})
    master.get_by_role("button", name="Take over").click()
    expect(master.locator(".intent")).to_have_count(0)
    until(master, "state.view.order.find(f => f.name === 'Ines').hand === 'person'")


def test_another_session_goes_on_from_a_past_moment(master: Page) -> None:
    aimed(master)
    master.locator(".line.roll .told").last.click()
    master.get_by_role("button", name="What if: branch off from here").click()
    master.get_by_label("Name of this fight").fill("What if she ran")
    master.get_by_role("button", name="Create").click()
    master.get_by_role("link", name="Open What if she ran").click()
    expect(master.get_by_role("heading", name="What if she ran")).to_be_visible()
    ready(master)
    expect(master.locator(".line.act", has_text="Ines: aim")).to_have_count(0)


def test_one_goes_through_the_moments(master: Page) -> None:
    aimed(master)
    end = view(master)["undo"]["entries"]
    master.get_by_role("button", name="More").click()
    master.get_by_role("button", name="Look back").click()
    bar = master.get_by_role("group", name="Steps")
    expect(bar).to_contain_text(f"step {end - 1} of {end}")
    bar.get_by_role("button", name="One step back").click()
    expect(bar).to_contain_text(f"step {end - 2} of {end}")
    bar.get_by_role("slider").fill("1")
    expect(bar).to_contain_text(f"step 1 of {end}")
    expect(master.locator(".action, .target")).to_have_count(0)
    bar.get_by_role("button", name="Back to now").click()
    expect(bar).to_have_count(0)


def test_a_replay_is_shared_looked_at_and_ended(host: Host, master: Page, faults: list[str]) -> None:
    aimed(master)
    master.get_by_role("button", name="More").click()
    master.get_by_role("button", name="Share a replay").click()
    master.get_by_role("button", name="As players see it").click()
    address = master.get_by_label("Select and copy:")
    expect(address).to_have_value(re.compile("http.*/j/"))
    stranger = watched(host.context().new_page(), faults)
    stranger.goto(address.input_value())
    ready(stranger)
    bar = stranger.get_by_role("group", name="Steps")
    bar.get_by_role("slider").fill("2")
    expect(bar).to_contain_text("Step 2 of")
    bar.get_by_role("button", name="One step on").click()
    expect(bar).to_contain_text("Step 3 of")
    assert not has_sideways_scroll(stranger)
    expect(stranger.locator(".option, .action, .target")).to_have_count(0)
    master.get_by_role("button", name="Revoke all replay links").click()
    expect(stranger.locator(".link.closed")).to_be_visible()
    stranger.context.close()


def test_a_picture_is_laid_below_the_map(master: Page, player: Page) -> None:
    data = io.BytesIO()
    Image.new("RGB", (60, 40), "teal").save(data, "PNG")
    master.get_by_role("button", name="Picture under the map").click()
    panel = master.get_by_role("dialog", name="Picture under the map")
    chosen: FilePayload = {"name": "deck.png", "mimeType": "image/png", "buffer": data.getvalue()}
    panel.locator("input[type=file]").set_input_files(files=[chosen])
    panel.get_by_label("Width").fill("12")
    panel.get_by_role("button", name="Place it").click()
    player.get_by_role("navigation", name="Table").get_by_role("button", name="Map").click()
    player.get_by_role("button", name="Plan", exact=True).click()
    picture = player.locator("image.picture")
    expect(picture).to_have_attribute("width", "12")
    shown = player.evaluate("async url => (await fetch(url)).status", picture.get_attribute("href"))
    assert shown == 200
    panel.get_by_role("button", name="Remove the picture").click()
    expect(picture).to_have_count(0)


def test_what_is_no_picture_is_refused_in_words(master: Page, faults: list[str]) -> None:
    master.get_by_role("button", name="Picture under the map").click()
    panel = master.get_by_role("dialog", name="Picture under the map")
    wrong: FilePayload = {"name": "deck.png", "mimeType": "image/png", "buffer": b"no picture at all"}
    panel.locator("input[type=file]").set_input_files(files=[wrong])
    expect(panel.get_by_role("alert").filter(has_text="PNG")).to_be_visible()
    assert "415" in faults.pop()  # a browser notes each refusal; nothing else may be there


def test_a_session_is_put_away_and_taken_out_again(host: Host, master: Page) -> None:
    done(master, {"do": "name", "text": "An old quarrel"})
    master.get_by_role("button", name="More").click()
    master.get_by_role("button", name="Archive").click()
    master.locator("#archive").click()
    expect(master.get_by_role("dialog")).to_have_count(0)
    expect(master.locator(".notice", has_text="archived")).to_be_visible()
    table = master.url
    master.goto(host.base)
    old = master.get_by_role("link", name="An old quarrel")
    expect(old).to_be_hidden()
    master.get_by_text("Archived (").click()
    old.click()
    assert master.url == table
    ready(master)


def test_everyone_whom_no_player_runs_is_given_at_once_and_it_is_said_who_runs_whom(
    master: Page, player: Page
) -> None:
    asked(master, "action")
    master.get_by_role("button", name="Who plays whom").click()
    panel = master.get_by_role("dialog", name="Who plays whom")
    expect(
        panel.get_by_role("group", name="Ines").get_by_role("button", name="Kim", exact=True)
    ).to_be_visible()
    expect(
        panel.get_by_role("group", name="Rourke").get_by_role("button", name="You", exact=True)
    ).to_be_visible()
    done(master, {"do": "join", "like": "Rourke"})
    rest = panel.get_by_role("group", name="Everyone without a player")
    for button, hand in (("You", "person"), ("Autopilot", "autopilot")):
        rest.get_by_role("button", name=button).click()
        for name in ("Rourke", "Rourke 2"):
            until(master, f"state.view.order.find(f => f.name === '{name}').hand.startsWith('{hand}')")
    assert next(f for f in view(master)["order"] if f["name"] == "Ines")["hand"] == "person"


def test_the_game_master_reads_whose_dice_they_are(master: Page, player: Page) -> None:
    done(master, {"do": "hands", "name": "Ines", "manner": "dice"})
    asked(master, "dice")
    expect(master.locator(".kicker").first).to_have_text("Waiting for Kim")
    master.get_by_role("button", name="Answer for Kim").click()
    expect(master.locator(".kicker").first).to_have_text(re.compile("^Ines.s dice · Kim"))
