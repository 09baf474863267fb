"""Oneself on the phone: a bar that is always there, the sheet a tap away, what one waits for, the call."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Page, ViewportSize, expect

from tests.page.conftest import watched
from tests.page.tables import (
    LAPTOP,
    PHONE,
    Host,
    asked,
    done,
    has_sideways_scroll,
    ready,
    settled,
    until,
    view,
)
from tests.page.test_access import faults_of
from tests.page.test_cards import pictured
from tests.page.test_strip import played, put
from tests.table.worlds import GAMES
from tests.whole import part_of

pytestmark = pytest.mark.slow

SMALL: ViewportSize = {"width": 360, "height": 740}
HEARD = """
window.heard = []; window.felt = 0;
window.asleep = false; window.waking = [];
window.AudioContext = class { currentTime = 0; destination = {};
  get state() { return window.asleep ? "suspended" : "running"; }
  resume() { return new Promise(woken => window.waking.push(woken)); }
  createGain() { return { connect() {}, gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} } }; }
  createOscillator() { return { frequency: {}, connect() {}, stop() {},
    start() { window.heard.push(this.frequency.value); } }; } };
Object.defineProperty(Navigator.prototype, "vibrate", { value: () => { window.felt++; }, writable: true });
"""
"""Has a page note what it would have let be heard and felt."""
REFUSED = """async () => { const { act, flush } = await import(document
    .querySelector("script[type=module]").src.replace("main.js", "state.js"));
    await act("x", { do: "answer", n: 999 }); flush(); }"""
"""Does what is refused, and draws it."""


def bar(page: Page) -> Any:
    """The bar of oneself."""
    return page.get_by_role("region", name="You", exact=True)


def box(page: Page, what: str) -> FloatRect:
    """Where something is on a page."""
    found = page.locator(what).bounding_box()
    assert found is not None
    return found


def strip_of(page: Page, name: str, **changes: Any) -> list[dict[str, Any]]:
    """The strip of a page with one fighter changed."""
    return [f | changes if f["name"] == name else f for f in view(page)["order"]]


@pytest.fixture
def crew(host: Host, faults: list[str]) -> Iterator[Page]:
    """A game master at a table with four on each side."""
    page = watched(host.open("boarding"), faults)
    yield page
    page.context.close()


def test_a_phone_shows_points_and_hands_on_every_tab_and_hides_nothing(player: Page) -> None:
    asked(player, "action")
    player.set_viewport_size(SMALL)
    for tab in ("Map", "Log", "Fight"):
        player.get_by_role("navigation", name="Table").get_by_role("button", name=tab).click()
        expect(bar(player)).to_contain_text("Ines")
        for told in ("life 23/23", "STR 7/7", "turn 3/3", "auto pistol"):
            expect(bar(player)).to_contain_text(told)
        assert not has_sideways_scroll(player)
    expect(bar(player)).to_contain_text("whole turn left")
    column, mine, tabs = [box(player, what) for what in ("#panel-fight", ".self", ".tabs")]
    assert column["y"] + column["height"] <= mine["y"] + 1, "nothing that is asked lies behind it"
    assert mine["y"] + mine["height"] <= tabs["y"] + 2
    assert mine["height"] >= 44


def test_a_laptop_has_it_in_the_first_column_and_a_game_master_has_none(master: Page, player: Page) -> None:
    expect(bar(master)).to_have_count(0)
    player.set_viewport_size(LAPTOP)
    expect(player.locator("#panel-fight > .self")).to_contain_text("Ines")
    expect(player.locator(".self")).to_have_count(1)
    player.set_viewport_size(PHONE)
    expect(player.locator("#panel-fight .self")).to_have_count(0)
    expect(player.locator(".self")).to_have_count(1)


def test_skills_and_weapons_are_a_tap_away_and_a_foes_are_not(player: Page) -> None:
    player.set_viewport_size(SMALL)
    bar(player).get_by_role("button").click()
    sheet = player.get_by_role("dialog")
    expect(sheet.get_by_role("heading", name="Weapons")).to_be_visible()
    expect(sheet.get_by_role("row").filter(has_text="Auto pistol (in hand)")).to_contain_text("2D")
    expect(sheet.locator("dt", has_text="Gun combat")).to_be_attached()
    assert not has_sideways_scroll(player)
    assert faults_of(player) == []
    player.keyboard.press("Escape")
    player.locator('.strip .card:has-text("Rourke")').click()
    expect(player.locator("#panel-title")).to_contain_text("Rourke")
    expect(sheet.get_by_text("Who runs")).to_have_count(0)
    until(player, "state.panel.card != null && !state.panel.asking")
    expect(sheet.get_by_role("heading", name="Weapons")).to_have_count(0)


def test_a_game_master_reads_everybodys_sheet(master: Page) -> None:
    for name in ("Ines", "Rourke"):
        master.locator(f'.strip .card:has-text("{name}")').click()
        expect(master.get_by_role("dialog").get_by_role("heading", name="Skills")).to_be_visible()
        master.keyboard.press("Escape")


def test_one_reads_for_whom_all_wait_and_when_it_is_oneself(player: Page) -> None:
    asked(player, "action")
    ask = view(player)["ask"] | {"mine": False, "waiting_for": ["Rourke"], "options": []}
    kicker = player.locator(".ask .kicker")

    def shown(**changes: Any) -> None:
        put(player, order=strip_of(player, "Ines", now=False, **changes), ask=ask)

    shown(stage="next", before=1)
    expect(kicker).to_have_text("Waiting for Rourke; you are next")
    shown(stage="waits", before=2)
    expect(kicker).to_have_text("Waiting for Rourke. 2 more act before you")
    shown(stage="waits", before=1)
    expect(kicker).to_have_text("Waiting for Rourke. One more acts before you")
    shown(stage="waits", before=None)
    expect(kicker).to_have_text("Waiting for Rourke")
    shown(stage="", before=None, out=True, idle=["unconscious"])
    expect(kicker).to_have_text("Waiting for Rourke. You cannot act: unconscious")
    player.keyboard.press("l")
    expect(bar(player)).to_contain_text("You cannot act: unconscious")


def test_who_runs_several_sees_the_one_who_is_asked_and_may_look_at_another(
    host: Host, crew: Page, faults: list[str]
) -> None:
    page = watched(host.seat(crew, "Zara", "Oxana", viewport=SMALL, has_touch=True), faults)
    asked(page, "choice", "Zara")
    expect(bar(page)).to_contain_text("Zara")
    bar(page).get_by_role("button", name="Show Oxana").click()
    expect(bar(page)).to_contain_text("axe")
    bar(page).get_by_role("button", name="Show Zara").click()
    expect(bar(page)).to_contain_text("carbine")
    page.context.close()


@pytest.fixture
def phone(host: Host, master: Page, faults: list[str]) -> Iterator[Page]:
    """Ines' player, whose turn it is, on a phone that notes how it called."""
    page = watched(host.context(has_touch=True).new_page(), faults)
    page.add_init_script(HEARD)
    link = done(master, {"do": "seat", "act": "add", "role": "player", "name": "Kim", "fighters": ["Ines"]})
    page.goto(host.base + link["path"])
    ready(page)
    asked(page, "action")
    yield page
    page.context.close()


def told(page: Page) -> tuple[int, int]:
    """How many tones were heard, and how often it was felt, since it was to call last."""
    found: list[int] = page.evaluate("() => [heard.length, felt]")
    return found[0], found[1]


def called(page: Page) -> tuple[int, int]:
    """How it calls as it becomes the reader's turn."""
    ask = view(page)["ask"]
    put(page, ask=ask | {"mine": False})
    page.evaluate("() => { heard.length = 0; felt = 0; }")
    put(page, ask=ask | {"mine": True})
    return told(page)


def touched(page: Page) -> None:
    """Touch a page, and wait until it can call."""
    page.get_by_role("navigation", name="Table").get_by_role("button", name="Fight").click()
    for _ in range(200):
        if called(page) != (0, 0):
            return
        page.wait_for_timeout(50)
    raise AssertionError("it never called")


def test_ones_turn_is_heard_and_felt_until_it_is_turned_off(phone: Page) -> None:
    assert called(phone) == (0, 0), "nobody has touched it: no browser would let it"
    touched(phone)
    assert called(phone) == (2, 1)
    put(phone, ask=view(phone)["ask"] | {"id": "another"})
    assert told(phone) == (2, 1), "once, not at every question of the turn"
    phone.get_by_role("button", name="More").click()
    for what in ("Sound", "Vibrate"):
        phone.get_by_label(f"{what} on my turn").uncheck()
    phone.keyboard.press("Escape")
    assert called(phone) == (0, 0)
    phone.reload()
    ready(phone)
    phone.get_by_role("button", name="More").click()
    assert not phone.get_by_label("Sound on my turn").is_checked()
    phone.keyboard.press("Escape")
    assert called(phone) == (0, 0), "the device keeps it"


def test_it_does_not_call_again_on_coming_back_from_the_past(phone: Page) -> None:
    touched(phone)
    assert called(phone) == (2, 1)
    phone.evaluate(
        """async () => { const { flush, lookAt, state } = await import(document
        .querySelector("script[type=module]").src.replace("main.js", "state.js"));
        await lookAt(0); flush();
        if (!state.past) throw new Error("this is no past");
        await lookAt(null); flush(); }"""
    )
    assert told(phone) == (2, 1)


@pytest.mark.parametrize(("later", "heard"), [(0, 2), (60_000, 0)], ids=["at once", "a minute later"])
def test_a_phone_that_sleeps_is_felt_and_makes_up_for_nothing_when_it_wakes(
    phone: Page, later: int, heard: int
) -> None:
    touched(phone)
    phone.evaluate("() => { asleep = true; }")
    assert called(phone) == (0, 1)
    phone.evaluate(
        """later => { const now = Date.now; Date.now = () => now() + later; asleep = false;
        for (const woken of waking) woken(); return new Promise(done => setTimeout(done)); }""",
        later,
    )
    assert told(phone) == (heard, 1)


def test_a_quiet_clock_is_shown_to_all_once_it_is_turned_on(master: Page, player: Page) -> None:
    expect(player.locator(".clock")).to_have_count(0)
    master.get_by_role("button", name="What players see").click()
    master.get_by_role("group", name="Turn timer").get_by_role("button", name="yes").click()
    for page in (master, player):
        page.wait_for_function("() => /^\\d+:\\d\\d$/.test(document.querySelector('.clock')?.textContent)")
    first = player.locator(".clock").text_content()
    player.wait_for_function("then => document.querySelector('.clock').textContent !== then", arg=first)
    master.get_by_role("group", name="Turn timer").get_by_role("button", name="no").click()
    expect(player.locator(".clock")).to_have_count(0)


def test_a_refusal_goes_as_soon_as_something_else_is_done(player: Page) -> None:
    asked(player, "action")
    player.evaluate(REFUSED)
    expect(player.locator(".toast")).to_have_count(1)
    bar(player).get_by_role("button").click()
    expect(player.locator(".toast")).to_have_count(0)
    player.get_by_role("dialog").wait_for()
    player.keyboard.press("Escape")
    expect(player.get_by_role("dialog")).to_have_count(0)
    player.evaluate(REFUSED)
    expect(player.locator(".toast")).to_have_count(1)
    player.keyboard.press("m")
    expect(player.locator(".toast")).to_have_count(0)


def test_a_refusal_lies_over_nothing_of_the_bar_in_any_game(player: Page) -> None:
    player.set_viewport_size(SMALL)
    player.keyboard.press("l")
    long = ["behind a very long wall of crates", "aims at somebody far away", "bleeding", "prone"]
    for game in GAMES:
        put(player, order=[f | {"mine": n == 0, "states": long} for n, f in enumerate(played(game))])
        player.evaluate(REFUSED)
        toast, mine = box(player, ".toast"), box(player, ".self")
        assert toast["y"] + toast["height"] <= mine["y"], game
        assert toast["y"] + toast["height"] > mine["y"] - 30, game
        pictured(player, f"toast-{game}")
        player.keyboard.press("l")
        expect(player.locator(".toast")).to_have_count(0)
    player.set_viewport_size(LAPTOP)
    player.evaluate(REFUSED)
    toast = box(player, ".toast")
    assert LAPTOP["height"] - 30 < toast["y"] + toast["height"] < LAPTOP["height"]
    pictured(player, "toast-laptop")


def test_enter_held_too_long_ends_no_turn(player: Page) -> None:
    ask = asked(player, "action")
    player.locator(".ends .action").first.focus()
    player.keyboard.down("Enter")
    expect(player.locator(".ends.sure .primary")).to_be_focused()
    settled(player)
    player.keyboard.down("Enter")
    player.keyboard.up("Enter")
    settled(player)
    expect(player.locator(".ends.sure")).to_be_visible()
    assert view(player)["ask"]["id"] == ask["id"]
    player.keyboard.press("Escape")
    expect(player.locator(".ends .action").first).to_be_focused()


def test_a_player_ends_his_own_turn(player: Page) -> None:
    ask = asked(player, "action")
    end = player.locator(".ends .action").first
    end.scroll_into_view_if_needed()
    settled(player)
    end.click()
    player.locator(".ends.sure").wait_for()
    settled(player)
    player.locator(".ends.sure .primary").click()
    expect(player.locator(".ends.sure")).to_have_count(0)
    assert view(player)["ask"]["id"] != ask["id"]


@pytest.mark.parametrize("language", [*part_of(["fr", "en"], 2)])
def test_it_fits_a_phone_and_axe_finds_nothing(
    host: Host, master: Page, language: str, faults: list[str]
) -> None:
    page = watched(host.seat(master, "Ines", locale=language, viewport=SMALL, has_touch=True), faults)
    asked(page, "action")
    long = ["behind a very long wall of crates", "aims at somebody far away", "bleeding", "prone"]
    put(page, order=strip_of(page, "Ines", states=long))
    for (width, size), tab in product(((320, "100%"), (360, "100%"), (390, "200%")), ("f", "l")):
        page.set_viewport_size({"width": width, "height": 740})
        page.evaluate("size => { document.documentElement.style.fontSize = size }", size)
        page.keyboard.press(tab)
        assert not has_sideways_scroll(page), (width, size, tab)
        assert page.evaluate(
            "() => { const e = document.querySelector('.self'); return e.scrollWidth <= e.clientWidth + 1; }"
        ), (width, size, tab)
    page.evaluate("() => { document.documentElement.style.fontSize = '' }")
    assert faults_of(page) == []
    page.context.close()


def test_what_a_deed_came_to_stands_above_what_may_be_next(master: Page, player: Page) -> None:
    asked(player, "action")
    last = [line for line in view(player)["log"] if line["kind"] != "table"][-1]
    just = player.get_by_role("region", name="Just now")
    expect(just).to_contain_text(last.get("brief") or last["words"])
    above, menu = just.bounding_box(), player.locator(".menu").bounding_box()
    assert above is not None
    assert menu is not None
    assert above["y"] < menu["y"]
    player.set_viewport_size(LAPTOP)
    expect(just).to_have_count(0)
