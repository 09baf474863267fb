"""An earlier answer is changed on the page: its options, what would differ, then the change."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.page.conftest import watched
from tests.page.tables import LAPTOP, PHONE, Host, asked, done, has_sideways_scroll, view
from tests.page.test_access import faults_of
from tests.whole import part_of

pytestmark = pytest.mark.slow


def size_of(size: ViewportSize) -> str:
    """Whose screen it is."""
    return "phone" if size is PHONE else "laptop"


def opened(page: Page, line: str) -> Locator:
    """The dialog to change what this line of the log tells, opened from there."""
    tab = page.get_by_role("navigation", name="Table").get_by_role("button", name="Log")
    if tab.is_visible():
        tab.click()
    page.locator(".line .told", has_text=line).first.click()
    page.get_by_role("button", name="Change this answer").click()
    return page.get_by_role("dialog", name="Change this answer")


@pytest.mark.parametrize("size", [*part_of([PHONE, LAPTOP], 2)], ids=size_of)
def test_another_option_is_tapped_and_what_would_change_is_seen_first(
    host: Host, size: ViewportSize, faults: list[str]
) -> None:
    master = watched(host.open("duel", viewport=size), faults)
    ask = asked(master, "action", "Zara")
    said = next(option for option in ask["options"] if option["label"].startswith("draw"))
    done(master, {"do": "answer", "n": said["n"]})
    dialog = opened(master, f"Zara: {said['label']}")
    was = dialog.locator('.option[aria-current="true"]')
    expect(was).to_contain_text(said["label"])
    expect(was).to_contain_text("chosen")
    expect(dialog.locator(".option .chance").first).to_contain_text("%")
    assert not has_sideways_scroll(master)
    before = view(master)["undo"]
    other = dialog.get_by_role("button", name="normal shot at Kaan")
    other.click()
    expect(dialog.get_by_role("heading", name="What would change")).to_be_visible()
    expect(dialog.locator(".would li", has_text="Zara:").first).to_contain_text("→ 1 AP")
    assert not has_sideways_scroll(master)
    assert view(master)["undo"] == before
    dialog.get_by_role("button", name="Keep it as it was").click()
    expect(dialog).to_have_count(0)
    assert view(master)["undo"] == before
    master.get_by_role("button", name="Change this answer").click()
    other.focus()
    master.keyboard.press("Enter")
    dialog.get_by_role("button", name="Choose something else").click()
    other.click()
    dialog.get_by_role("button", name="Change", exact=True).click()
    expect(dialog).to_have_count(0)
    expect(master.locator(".line", has_text="Zara: normal shot at Kaan")).to_be_visible()
    expect(master.locator(".line", has_text=f"Zara: {said['label']}")).to_have_count(0)
    master.context.close()


def test_what_is_refused_says_so_and_can_be_chosen_anew(master: Page) -> None:
    done(master, {"do": "hands", "name": "Ines", "manner": "dice"})
    asked(master, "action")
    attack = next(a["n"] for a in view(master)["actions"] if a["kind"] == "attack" and a["n"])
    done(master, {"do": "answer", "n": attack})
    asked(master, "dice")
    done(master, {"do": "roll"})
    rolls = [each for each in view(master)["log"] if each["kind"] == "roll" and len(each["dice"]) > 1]
    dialog = opened(master, rolls[0].get("brief") or rolls[0]["words"])
    faces = dialog.get_by_label("Enter your dice, such as 5 3")
    faces.fill("9 9")
    dialog.get_by_role("button", name="Preview the change").click()
    expect(dialog.locator(".fault")).to_be_visible()
    faces.fill("")
    dialog.get_by_label(re.compile("^or the Effect, from ")).fill("77")
    dialog.get_by_role("button", name="Preview the change").click()
    expect(dialog.locator(".would")).to_contain_text("not 77")
    expect(dialog.get_by_role("button", name="Change", exact=True)).to_have_count(0)
    dialog.get_by_role("button", name="Choose something else").click()
    expect(faces).to_be_visible()


SENT = """async () => { const { link } = await import(document.querySelector("script[type=module]").src
    .replace("main.js", "state.js")); const send = link.send.bind(link); window.sent = [];
    link.send = (command) => { sent.push(command.do);
        return window.mute === command.do ? new Promise(() => {}) : send(command); }; }"""
"""Has a page note what it sends, and not send what is to be mute."""


def test_what_would_change_is_asked_anew_as_soon_as_the_fight_is_another(
    host: Host, faults: list[str]
) -> None:
    master = watched(host.open("duel"), faults)
    ask = asked(master, "action", "Zara")
    said = next(option for option in ask["options"] if option["label"].startswith("draw"))
    done(master, {"do": "answer", "n": said["n"]})
    dialog = opened(master, f"Zara: {said['label']}")
    dialog.get_by_role("button", name="normal shot at Kaan").click()
    change = dialog.get_by_role("button", name="Change", exact=True)
    expect(change).to_be_visible()
    master.evaluate(SENT)
    master.evaluate("() => { mute = 'preview'; }")
    done(master, {"do": "override", "words": "ap Zara 1", "why": "so"})
    expect(dialog.locator(".would")).to_have_text("Playing it through …")
    expect(change).to_have_count(0)
    assert set(master.evaluate("() => sent")) >= {"earlier", "preview"}
    master.context.close()


def test_words_of_ones_own_are_tried_out_by_enter(host: Host, faults: list[str]) -> None:
    master = watched(host.open("duel"), faults)
    ask = asked(master, "action", "Zara")
    said = next(option for option in ask["options"] if option["label"].startswith("draw"))
    done(master, {"do": "answer", "n": said["n"]})
    dialog = opened(master, f"Zara: {said['label']}")
    dialog.get_by_text("Or type your own").click()
    field = dialog.get_by_label("The new answer")
    field.fill("normal shot at Kaan")
    field.press("Enter")
    expect(dialog.get_by_role("heading", name="What would change")).to_be_visible()
    master.context.close()


def test_a_player_has_no_way_to_change_an_answer(player: Page) -> None:
    asked(player, "action")
    player.get_by_role("navigation", name="Table").get_by_role("button", name="Log").tap()
    player.locator(".line.roll .told").first.tap()
    expect(player.locator(".details")).to_be_visible()
    expect(player.get_by_role("button", name="Change this answer")).to_have_count(0)


@pytest.mark.parametrize("size", [*part_of([LAPTOP, PHONE], 2)], ids=size_of)
def test_a_sheet_says_what_is_assumed_and_what_another_choice_would_come_to(
    host: Host, size: ViewportSize, faults: list[str]
) -> None:
    master = watched(host.open("duel", viewport=size), faults)
    asked(master, "action", "Zara")
    master.get_by_role("button", name="quick shot at Kaan").first.click()
    sheet = master.get_by_role("dialog", name="quick shot at Kaan")
    others = sheet.get_by_role("list", name="With other choices")
    expect(others.locator("li", has_text="Zara chooses not to pray")).to_contain_text("%")
    expect(sheet).to_contain_text("exact, assuming the usual choices: Zara")
    hits = sheet.locator(".yesno .big").first.text_content()
    assert hits
    assert hits not in others.all_inner_texts()[0]
    assert not has_sideways_scroll(master)
    assert faults_of(master) == []
    master.context.close()
