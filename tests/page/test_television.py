"""The table on a television: read from four metres, nothing to scroll, what happens in large."""

from __future__ import annotations

from collections.abc import Iterator
from math import radians, tan
from typing import Literal

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.page.conftest import watched
from tests.page.tables import Host, asked, done, has_sideways_scroll, ready, until, view
from tests.page.test_start import ended
from tests.whole import part_of

pytestmark = pytest.mark.slow
SCREENS: tuple[ViewportSize, ...] = ({"width": 1920, "height": 1080}, {"width": 1280, "height": 720})
WIDE, FAR, ANGLE = 1.2, 4.0, 0.35
"""Metres that a television is wide, and away; degrees that a capital letter is high at least."""
CAPITAL = 0.7
"""How high a capital letter is, of the size of its font."""
WHOLE = 1.36
"""How much wider than those who stand there a picture of all of it is."""
SMALL = """() => [...document.querySelectorAll("#main *")]
    .filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim())
        && !e.closest(".sr, .fallen, noscript, [hidden]") && e.getClientRects().length)
    .map(e => {
        const at = e.ownerSVGElement && e.getScreenCTM();
        const scale = at ? Math.hypot(at.a, at.b) : 1;
        return [parseFloat(getComputedStyle(e).fontSize) * scale, e.textContent.trim()];
    })"""
"""The size of every text that is shown, in pixels of the screen, with the text."""


MOVED = """() => { window.moved = 0; const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) { window.moved++; return animate.apply(this, how); }; }"""
"""Count from now on what is moved on the page."""


@pytest.fixture
def screen(host: Host, master: Page, faults: list[str]) -> Iterator[Page]:
    """A television that was let in by the game master's own link."""
    page = watched(master.context.new_page(), faults)
    page.set_viewport_size(SCREENS[0])
    page.goto(master.url + "/display")
    ready(page)
    expect(page.locator(".tv .terrain")).to_be_visible()
    yield page
    page.close()


def in_view(page: Page, who: int) -> bool:
    """Whether a token lies in the part of the ground that is shown."""
    code = """async who => { const { state } = await import(document.querySelector("script[type=module]").src
        .replace("main.js", "state.js"));
        const [x, y, w, h] = document.querySelector(".tv .terrain").getAttribute("viewBox").split(" ");
        const [px, py] = state.view.map.tokens.find(t => t.id === who).at;
        return px > +x && px < +x + +w && -py > +y && -py < +y + +h; }"""
    return bool(page.evaluate(code, who))


def letters_of(page: Page) -> list[tuple[float, str]]:
    """The size of every text in pixels, with the text."""
    return [(size, text) for size, text in page.evaluate(SMALL)]


def least(width: int) -> float:
    """Pixels that a font has at least on a screen so many pixels wide."""
    return 2 * FAR * tan(radians(ANGLE / 2)) / WIDE * width / CAPITAL


@pytest.mark.parametrize("size", SCREENS, ids=["1080", "720"])
def test_every_letter_is_read_from_four_metres_and_nothing_scrolls(
    screen: Page, master: Page, size: ViewportSize
) -> None:
    screen.set_viewport_size(size)
    done(master, {"do": "throw", "notation": "8d6>5", "faces": [6, 1, 5, 2, 6, 3, 3, 4]})
    expect(screen.locator(".tv .latest .die")).to_have_count(8)
    found = letters_of(screen)
    assert len(found) > 6
    assert [each for each in found if each[0] < least(size["width"])] == []
    assert not has_sideways_scroll(screen)
    tall = screen.evaluate(
        '[document.body, ...document.querySelectorAll("#main, .tv")].map(e => e.scrollHeight)'
    )
    assert max(tall) <= size["height"], tall
    for part in (".turn", ".latest", ".next .now", ".terrain"):
        box = screen.locator(f".tv {part}").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= size["height"] + 1, part
        assert box["x"] + box["width"] <= size["width"] + 1, part


def test_it_shows_whose_turn_it_is_and_the_dice_as_they_fall(screen: Page, master: Page) -> None:
    asked(master, "action")
    now = next(each for each in view(master)["order"] if each["now"])
    expect(screen.locator(".tv .turn h2")).to_have_text(now["name"])
    expect(screen.locator(".tv .next li").first).to_contain_text(now["name"])
    done(master, {"do": "throw", "notation": "5d6>5", "faces": [6, 1, 5, 2, 6]})
    expect(screen.locator(".tv .latest")).to_contain_text("2 successes")
    expect(screen.locator(".tv .die")).to_have_count(5)
    expect(screen.locator(".tv .die.counts")).to_have_count(2)
    expect(screen.locator(".tv .latest .die.counts").first).to_be_visible()
    done(master, {"do": "throw", "notation": "2d6", "secret": True})
    done(master, {"do": "throw", "notation": "d8", "faces": [7]})
    expect(screen.locator(".tv .latest p")).to_have_text("Game master rolls d8: 7")
    assert [line["dice"] for line in view(screen)["log"] if line["kind"] == "throw"][1:] == [[7]]
    expect(screen.locator(".tv .die")).to_have_count(1)
    expect(screen.locator("button, input, select, .option")).to_have_count(0)


def test_in_a_crowd_the_ground_is_that_around_who_acts(host: Host, faults: list[str]) -> None:
    large = host.open("boarding")
    last = view(large)["order"][-1]["name"]
    done(large, {"do": "override", "words": f"place {last} 60 0", "why": "far off"})
    page = watched(large.context.new_page(), faults)
    page.set_viewport_size(SCREENS[0])
    page.goto(large.url + "/display")
    ready(page)
    ground = page.locator(".tv .terrain")
    expect(ground).to_be_visible()
    width = float((ground.get_attribute("viewBox") or "").split()[2])
    xs = [each["at"][0] for each in view(large)["map"]["tokens"]]
    assert len(xs) > 6
    token = ground.locator(".token.now .it")
    expect(token).to_be_in_viewport()
    assert width < WHOLE * (max(xs) - min(xs)), "not all of it"
    large.context.close()


CUT = """() => {
    const frame = document.querySelector(".tv .terrain").getBoundingClientRect();
    const inside = (box, by) => box.x >= frame.x - by && box.right <= frame.right + by
        && box.y >= frame.y - by && box.bottom <= frame.bottom + by;
    const outside = box => box.x >= frame.right || box.right <= frame.x
        || box.y >= frame.bottom || box.bottom <= frame.y;
    return [...document.querySelectorAll(".tv .token")].filter(token => {
        const box = token.querySelector(".it > :first-child").getBoundingClientRect();
        return !inside(box, 2) && !outside(box); }).map(token => token.getAttribute("aria-label"));
}"""
"""The tokens that are cut by the edge of what is shown."""


def test_no_token_is_cut_by_the_edge(host: Host, faults: list[str]) -> None:
    """Where the guards of a wreck are pulled apart, one of them once stood half outside."""
    large = host.open("wreck")
    page = watched(large.context.new_page(), faults)
    page.set_viewport_size(SCREENS[0])
    page.goto(large.url + "/display")
    ready(page)
    expect(page.locator(".tv .token")).to_have_count(8)
    assert page.evaluate(CUT) == []
    large.context.close()


@pytest.mark.parametrize("motion", [*part_of(["reduce", "no-preference"], 2)])
def test_it_moves_to_whoever_is_attacked(
    host: Host, faults: list[str], motion: Literal["no-preference", "reduce"]
) -> None:
    large = host.open("boarding")
    page = watched(large.context.new_page(), faults)
    page.emulate_media(reduced_motion=motion)
    page.set_viewport_size(SCREENS[0])
    page.goto(large.url + "/display")
    ready(page)
    ground = page.locator(".tv .terrain")
    expect(ground).to_be_visible()
    until(large, "state.view.actions.some(a => a.act === 'normal shot')")
    name = next(each["target"] for each in view(large)["actions"] if each["act"] == "normal shot")
    who = next(each["id"] for each in view(large)["order"] if each["name"] == name)
    done(large, {"do": "override", "words": f"place {name} 45 0", "why": "far off"})
    until(page, f"state.view.map.tokens.find(t => t.id === {who}).at[0] === 45")
    offered = f"a => a.act === 'normal shot' && a.target === {name!r}"
    until(large, f"state.view.actions.some({offered}) && state.view.map.tokens.some(t => t.at[0] === 45)")
    assert not in_view(page, who)
    box = ground.get_attribute("viewBox")
    page.evaluate(MOVED)
    shot = next(e for e in view(large)["actions"] if (e["act"], e["target"]) == ("normal shot", name))
    done(large, {"do": "answer", "n": shot["n"]})
    until(page, f"state.view.ask?.meanwhile?.target === {name!r}")
    assert in_view(page, who)
    assert ground.get_attribute("viewBox") != box
    assert bool(page.evaluate("moved")) == (motion == "no-preference")
    large.context.close()


def test_before_the_fight_it_says_how_to_join_and_who_is_here_and_at_the_end_who_won(
    host: Host, faults: list[str]
) -> None:
    large = host.lobby("boarding")
    page = watched(large.context.new_page(), faults)
    page.set_viewport_size(SCREENS[0])
    page.goto(large.url + "/display")
    ready(page)
    room = page.locator(".tv .waiting")
    expect(room).to_contain_text("Waiting for the game master to begin.")
    expect(room).to_contain_text(f"{host.base.removeprefix('http://')}/j")
    code = done(large, {"do": "seat", "act": "link"})["code"]
    expect(room.locator(".code")).to_have_text(code)
    large.locator("#on-screens").uncheck()
    expect(room.locator(".code")).to_have_count(0)
    large.locator("#on-screens").check()
    expect(room.locator(".code")).to_have_text(code)
    host.seat(large, "Zara").context.close()
    expect(room.locator(".here .away")).to_contain_text("Kim")
    for size in SCREENS:
        page.set_viewport_size(size)
        assert [each for each in letters_of(page) if each[0] < least(size["width"])] == []
        assert not has_sideways_scroll(page)
    expect(page.locator(".tv a, .tv button")).to_have_count(0)
    host.begun(large)
    expect(page.locator(".tv .terrain")).to_be_visible()
    ended(large)
    expect(page.locator(".tv .ending h2")).to_have_text("Victory for the boarders")
    assert [each for each in letters_of(page) if each[0] < least(SCREENS[1]["width"])] == []
    box = page.locator(".tv .ending").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= SCREENS[1]["height"]
    large.context.close()


def test_a_television_that_slept_for_an_hour_comes_back_by_itself(host: Host, master: Page) -> None:
    page = master.context.new_page()
    page.clock.install()
    page.goto(master.url + "/display")
    ready(page)
    expect(page.locator(".tv .turn")).to_be_visible()
    until(page, "link.lines === 1 && state.online === 'live'")
    page.clock.fast_forward("01:00:00")  # it is told so by nobody: its line is silent for so long
    until(page, "link.lines === 2 && state.online === 'live'")
    done(master, {"do": "throw", "notation": "4d8", "faces": [8, 1, 2, 3]})
    expect(page.locator(".tv .die")).to_have_count(4)
    page.close()


def test_it_joins_by_the_code_with_the_keys_of_a_remote_and_is_there(
    host: Host, master: Page, faults: list[str]
) -> None:
    code = done(master, {"do": "seat", "act": "link"})["code"]
    page = watched(host.context(viewport=SCREENS[0]).new_page(), faults)
    page.goto(host.base + "/j")
    expect(page.get_by_label("Table code")).to_be_focused()
    page.keyboard.type(code.lower())
    page.keyboard.press("Enter")
    page.get_by_role("button", name="This is a big screen").press("Enter")
    expect(page.get_by_text("Wait for the game master to let you in.").first).to_be_visible()
    assert [each for each in letters_of(page) if each[0] < least(1920)] == []
    seat = next(each for each in view(master)["link"]["seats"] if each["pending"])
    assert (seat["name"], seat["role"], seat["connected"]) == ("Big screen", "display", True)
    done(master, {"do": "seat", "act": "approve", "seat": seat["seat"]})
    expect(page.locator(".tv .turn")).to_be_visible()
    theirs = f"state.view.link.seats.find(s => s.seat === '{seat['seat']}')"
    until(master, f"{theirs}.connected && !{theirs}.pending")
    assert view(page)["me"]["role"] == "display"
    page.reload()
    expect(page.locator(".tv .turn")).to_be_visible()
    until(master, f"{theirs}.connected")
    page.context.close()
