"""Sheets and panels over the table: what they say, where the focus goes, what is typed in them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.page.tables import Host, asked, done, until, view

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("size", [{"width": 390, "height": 844}, {"width": 1366, "height": 768}])
def test_a_refusal_is_told_in_the_open_panel_and_can_be_put_away(master: Page, size: dict[str, int]) -> None:
    master.set_viewport_size(size)  # type: ignore[arg-type]
    master.get_by_role("button", name="More").click()
    master.get_by_role("dialog").get_by_role("button", name="Correct").click()
    master.get_by_label("Or type a correction").fill("hurt Nobody 3")
    master.get_by_label("Reason (optional)").fill("a try")
    master.get_by_role("button", name="Correct it").click()
    panel = master.get_by_role("dialog")
    told = panel.get_by_role("alert")
    expect(told).to_contain_text("Nobody")
    expect(master.get_by_role("button", name="Correct it")).to_be_in_viewport(ratio=1)
    told.get_by_role("button", name="Dismiss").click()
    expect(told.locator(".toast")).to_have_count(0)
    expect(panel).to_have_count(1)


def test_that_the_line_is_cut_is_told_in_the_open_panel(master: Page) -> None:
    master.get_by_role("button", name="What players see").click()
    panel = master.get_by_role("dialog")
    master.evaluate(
        """async () => { const { link } = await import(document.querySelector("script[type=module]").src
        .replace("main.js", "state.js")); link.connect = () => {}; link.socket.close(); }"""
    )
    master.locator(".link.trying").wait_for()
    panel.get_by_role("group", name="health").get_by_role("button", name="nothing").click()
    expect(panel.get_by_role("alert")).to_contain_text("Disconnected")


def test_the_focus_goes_back_to_what_opened(master: Page) -> None:
    opener = master.get_by_role("button", name="Correct").first
    for way in ("Close", "Cancel", "Escape"):
        opener.click()
        expect(master.get_by_label("Or type a correction")).to_be_visible()
        if way == "Escape":
            master.keyboard.press(way)
        else:
            master.get_by_role("dialog").get_by_role("button", name=way).click()
        expect(master.get_by_role("dialog")).to_have_count(0)
        expect(opener).to_be_focused()


def test_the_focus_goes_back_from_a_sheet(master: Page) -> None:
    asked(master, "action")
    opener = master.get_by_role("button", name="ranged attack on Rourke")
    opener.click()
    master.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(opener).to_be_focused()


def test_odds_in_an_open_sheet_follow_the_fight(master: Page) -> None:
    asked(master, "action")
    master.get_by_role("button", name="ranged attack on Rourke").click()
    odds = master.get_by_role("dialog").locator(".yesno").first
    expect(odds).to_contain_text("%")
    before = odds.inner_text()
    done(master, {"do": "override", "words": "place Rourke -2 0", "why": "much nearer"})
    expect(odds).not_to_have_text(before, use_inner_text=True)
    expect(odds).to_contain_text("%")


def test_a_place_left_of_the_middle_can_be_typed(master: Page) -> None:
    asked(master, "action")
    move = next(a for a in view(master)["actions"] if a["n"] and a["wants"] == "to")
    master.keyboard.press("/")
    master.keyboard.type(move["label"])
    master.keyboard.press("Enter")
    field = master.get_by_label("x", exact=True)
    field.press_sequentially("-")
    expect(field).to_have_value("-")
    field.press_sequentially("5,5")
    expect(field).to_have_value("-5,5")
    master.get_by_role("button", name="Do it", exact=True).click()
    expect(master.get_by_role("dialog")).to_have_count(0)
    until(master, "`${state.view.map.tokens[0].at}` === '-5.5,0'")


def test_a_rule_opens_in_place_and_leads_on(master: Page) -> None:
    asked(master, "action")
    master.locator(".forbidden summary").click()
    link = master.locator(".forbidden li").get_by_role("link").first
    rule = link.inner_text()
    link.click()
    panel = master.get_by_role("dialog")
    expect(panel.locator("#panel-title")).to_contain_text(rule.split("-", 1)[1])
    expect(panel.locator(".body")).to_contain_text(".")  # the first makes the reference
    whole = panel.get_by_role("link", name="Rules", exact=True)
    expect(whole).to_have_attribute("href", re.compile(rf"^/s/\w+/rules#{rule}$"))
    expect(whole).to_have_attribute("target", "rules")
    panel.get_by_role("button", name="Close").click()
    expect(link).to_be_focused()
    assert len(master.context.pages) == 1


def test_a_ruling_opens_from_a_rule(host: Host, master: Page) -> None:
    asked(master, "action")
    master.evaluate(
        """async () => {
        const { change, state } = await import(document.querySelector("script[type=module]").src
            .replace("main.js", "state.js"));
        change(() => (state.panel = { kind: "rule", id: "TRV-CORE-01" })); }"""
    )
    panel = master.get_by_role("dialog")
    expect(panel).to_contain_text("Whatever makes a check easier or harder is a DM")
    panel.get_by_role("link", name="TRV-R1", exact=True).click()
    expect(panel.locator("#panel-title")).to_contain_text("R1")
    expect(panel).not_to_contain_text("Whatever makes a check")
