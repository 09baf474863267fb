"""Dice beside the fight, at the page: one tap from the log, by keys, real ones, for the game master alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import watched
from tests.page.tables import LAPTOP, PHONE, Host, asked, done, has_sideways_scroll, until, view
from tests.page.test_access import faults_of
from tests.whole import part_of

pytestmark = pytest.mark.slow


def thrown(page: Page) -> list[dict[str, object]]:
    """The free rolls in a page's log."""
    return [line for line in view(page)["log"] if line["kind"] == "throw"]


def test_a_die_is_one_tap_from_the_log_on_a_phone(player: Page, master: Page) -> None:
    player.get_by_role("navigation").get_by_role("button", name="Log").tap()
    player.get_by_role("button", name="Roll dice").tap()
    panel = player.get_by_role("dialog")
    panel.get_by_role("button", name="2d6", exact=True).tap()
    result = panel.get_by_role("status")
    expect(result).to_have_text(re.compile(r"2d6 = \d+"))
    expect(result.locator(".die")).to_have_count(2)
    [line] = thrown(player)
    assert str(line["words"]).startswith("Kim rolls 2d6: ")
    panel.get_by_role("button", name="Close").last.tap()
    told = player.locator(".line.throw")
    expect(told).to_have_text(re.compile(r"Kim rolls 2d6: \d+$"))
    expect(told.locator(".fallen b")).to_have_count(2)
    expect(master.locator("#panel-log .line.throw")).to_be_visible()


def test_each_die_of_the_log_has_the_form_of_its_kind(master: Page) -> None:
    done(master, {"do": "throw", "notation": "d4+d8+d10+d12+d20+3d6"})
    fallen = master.locator(".line.throw").last.locator(".fallen b")
    expect(fallen).to_have_class(["d4", "d8", "d10", "d12", "d20", "d6", "d6", "d6"])
    forms = [fallen.nth(n).evaluate("die => getComputedStyle(die).clipPath") for n in range(8)]
    assert len(set(forms[:6])) == 6
    done(master, {"do": "throw", "notation": "5d6>5", "faces": [6, 1, 5, 2, 6]})
    fallen = master.locator(".line.throw").last.locator(".fallen b")
    expect(fallen).to_have_class(["d6 counts", "d6", "d6", "d6", "d6 counts"])


def test_dice_are_thrown_by_keys_alone(master: Page) -> None:
    master.keyboard.press("t")
    field = master.get_by_label("Dice, such as 2d6")
    field.fill("5d6>5")
    master.get_by_label("Reason (optional)").fill("to spot them")
    master.keyboard.press("Enter")
    expect(master.get_by_role("status").filter(has_text="5d6>5 =")).to_be_visible()
    [line] = thrown(master)
    assert re.match(r"Game master rolls 5d6>5 \(to spot them\): \d success(es)? \(", str(line["words"]))
    master.keyboard.press("Escape")
    master.keyboard.press("/")
    expect(master.get_by_role("combobox")).to_be_focused()
    master.keyboard.type("roll dice")
    master.keyboard.press("Enter")
    expect(field).to_be_visible()
    expect(field).to_have_value("5d6>5")


@pytest.mark.parametrize(
    ("notation", "typed", "words"),
    [("2d6+1", "35", "2d6+1: 9 (3 5)"), ("2d6+1", "3, 5", "2d6+1: 9 (3 5)"), ("d20", "17", "d20: 17"),
     ("d66", "35", "d66: 35 (3 5)"), ("d8+d6", "8 6", "d8+d6: 14 (8 6)")],
)  # fmt: skip
def test_the_faces_of_real_dice_are_typed(master: Page, notation: str, typed: str, words: str) -> None:
    master.locator("#panel-log").get_by_role("button", name="Roll dice").click()
    panel = master.get_by_role("dialog")
    panel.get_by_role("button", name="My own dice").click()
    master.get_by_label("Dice, such as 2d6").fill(notation)
    master.get_by_label("Enter your dice").fill(typed)
    panel.get_by_role("button", name="Use my dice").click()
    expect(panel.get_by_role("status").locator(".result")).to_be_visible()
    assert thrown(master)[-1]["words"] == f"Game master rolls {words}"
    panel.get_by_role("button", name="Close").last.click()
    expect(master.locator(".line.throw .tag")).to_have_text("real dice")


def test_with_own_dice_a_tap_asks_for_faces_and_throws_nothing(master: Page) -> None:
    master.keyboard.press("t")
    panel = master.get_by_role("dialog")
    panel.get_by_role("button", name="My own dice").click()
    panel.get_by_role("button", name="3d6", exact=True).click()
    expect(master.get_by_label("Enter your dice")).to_be_focused()
    expect(master.get_by_label("Dice, such as 2d6")).to_have_value("3d6")
    assert thrown(master) == []


def test_what_cannot_be_thrown_is_said_in_the_panel(master: Page) -> None:
    master.keyboard.press("t")
    master.get_by_label("Dice, such as 2d6").fill("9999d9999")
    master.keyboard.press("Enter")
    expect(master.get_by_role("dialog").get_by_role("alert")).to_contain_text(
        "expected 1 to 100 dice, got 9,999"
    )
    assert thrown(master) == []


def test_a_roll_for_the_game_master_is_on_nobody_elses_page_until_it_is_shown(
    host: Host, master: Page, player: Page
) -> None:
    other = host.seat(master, name="Lou")
    player.keyboard.press("t")
    panel = player.get_by_role("dialog")
    panel.get_by_role("button", name="Game master only").tap()
    panel.get_by_role("button", name="2d6", exact=True).tap()
    expect(panel.get_by_role("status").locator(".result")).to_be_visible()
    panel.get_by_role("button", name="Close").last.tap()
    expect(master.locator("#panel-log .line.throw .tag")).to_have_text("game master only")
    master.locator("#panel-log .line.throw .told").click()
    shows = master.get_by_role("button", name="Show to everybody")
    expect(shows).to_be_visible()
    done(master, {"do": "say", "text": "well"})
    other.keyboard.press("l")
    expect(other.locator(".line.talk")).to_be_visible()
    assert thrown(other) == []
    assert len(thrown(player)) == len(thrown(master)) == 1
    shows.click()
    expect(other.locator(".line.throw")).to_be_visible()
    other.context.close()


@pytest.mark.parametrize("size", [*part_of([PHONE, LAPTOP], 2)])
def test_everything_to_throw_with_is_large_enough_and_fits(master: Page, size: dict[str, int]) -> None:
    master.set_viewport_size(size)  # type: ignore[arg-type]
    master.keyboard.press("l")
    opener = master.get_by_role("button", name="Roll dice")
    expect(opener).to_be_in_viewport(ratio=1)
    sizes = [opener.bounding_box()]
    opener.click()
    panel = master.get_by_role("dialog")
    done(master, {"do": "throw", "notation": "100d1000"})
    master.get_by_label("Dice, such as 2d6").fill("100d6")
    panel.get_by_role("button", name="Roll", exact=True).click()
    expect(panel.locator(".fell-dice .die")).to_have_count(100)
    expect(panel.get_by_role("button", name="Roll", exact=True)).to_be_in_viewport(ratio=1)
    sizes += [each.bounding_box() for each in panel.get_by_role("button").all()]
    assert all(box is not None and min(box["height"], box["width"]) >= 44 for box in sizes)
    assert not has_sideways_scroll(master)
    assert faults_of(master) == []


def test_dice_thrown_again_lie_beside_the_old_ones_struck_out(host: Host, faults: list[str]) -> None:
    page = watched(host.open("duel"), faults)
    asked(page, "action", "Zara")
    until(page, "state.view.actions.some(a => a.act === 'normal shot')")
    shot = next(each for each in view(page)["actions"] if each["act"] == "normal shot")
    done(page, {"do": "answer", "n": shot["n"]})
    until(page, "state.view.ask?.about === 'pray'")
    yes = next(each for each in view(page)["ask"]["options"] if each["label"] == "yes")
    done(page, {"do": "answer", "n": yes["n"]})
    until(page, "state.view.log.some(line => line.throw === 'again')")
    told = next(each for each in view(page)["log"] if each.get("throw") == "again")
    assert len(told["was"]) == len(told["dice"]) > 1
    fallen = page.locator(".line", has=page.locator("s")).locator(".fallen")
    expect(fallen.locator("s")).to_have_text([f"struck out {face}" for face in told["was"]])
    expect(fallen.locator("b")).to_have_text([str(face) for face in told["dice"]])
    expect(fallen.locator("s + b")).to_have_count(len(told["dice"]))
    expect(fallen.locator(".counts")).to_have_count(told["counts"])
    assert faults_of(page) == []
    page.context.close()
