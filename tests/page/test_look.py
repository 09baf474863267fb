"""What is on the page, on a phone and at a laptop; how heavy it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.page.conftest import watched
from tests.page.tables import LAPTOP, Host, asked, has_sideways_scroll, ready, view
from tests.whole import part_of

pytestmark = pytest.mark.slow

READY = 2.0
"""Seconds until a phone can be used."""
BUDGET = 80_000
"""Bytes of a page with everything that it loads; 90 kB are promised."""


def test_a_laptop_shows_turn_map_and_log_at_once(master: Page) -> None:
    asked(master, "action")
    for column in ("fight", "map", "log"):
        expect(master.locator(f"#panel-{column}")).to_be_visible()
    expect(master.get_by_role("navigation", name="Turn order").get_by_role("button")).to_have_count(2)
    expect(master.locator("#question")).to_have_text("Ines: what now?")
    master.locator(".forbidden summary").click()
    forbidden = master.locator(".forbidden li", has_text="at arm's length").first
    expect(forbidden.get_by_role("link").first).to_have_attribute(
        "href", re.compile(r"^/s/\w+/rules#TRV-MEL-01$")
    )


def test_a_phone_shows_one_tab_at_a_time(player: Page) -> None:
    tabs = player.get_by_role("navigation", name="Table")
    for name, others in (("Map", ("fight", "log")), ("Log", ("fight", "map")), ("Fight", ("map", "log"))):
        tabs.get_by_role("button", name=name).click()
        expect(player.locator(f"#panel-{name.lower()}")).to_be_visible()
        for other in others:
            expect(player.locator(f"#panel-{other}")).to_be_hidden()


def test_ones_turn_is_in_the_title_in_words_and_told(player: Page) -> None:
    asked(player, "action")
    expect(player.locator(".ask .kicker")).to_have_text("Your turn")
    expect(player).to_have_title("● Your turn: A quarrel on the landing field")
    expect(player.locator("#voice")).to_contain_text("Your turn: Ines: what now?")


def test_nothing_scrolls_sideways_even_with_large_text(player: Page) -> None:
    asked(player, "action")
    for width, size in product((320, 390, 768, 1366), ("100%", "200%")):
        player.set_viewport_size({"width": width, "height": 700})
        player.evaluate("size => { document.documentElement.style.fontSize = size }", size)
        for tab in ("f", "m", "l"):
            player.keyboard.press(tab)
            assert not has_sideways_scroll(player), (width, size, tab)


def test_controls_are_large_enough_for_a_thumb(player: Page) -> None:
    asked(player, "action")
    small = player.evaluate(
        """() => [...document.querySelectorAll("#panel-fight button, .tabs button, .top button, summary")]
        .filter(e => e.checkVisibility()).map(e => [e.textContent, e.getBoundingClientRect()])
        .filter(([, box]) => box.height < 43.5 || box.width < 43.5).map(([text]) => text)"""
    )
    assert small == []


@pytest.fixture(params=[*part_of(["boarding", "landing_field"], 2)])
def large(request: pytest.FixtureRequest, host: Host, faults: list[str]) -> Iterator[Page]:
    """The largest of scenes, and in the whole the smallest too, each seen by its game master."""
    page = watched(host.open(request.param), faults)
    yield page
    page.context.close()


def test_everything_comes_from_our_server_and_is_light(host: Host, large: Page) -> None:
    page = host.context().new_page()
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    sizes: list[float] = []
    network.on("Network.loadingFinished", lambda done: sizes.append(done["encodedDataLength"]))
    addresses: list[str] = []
    page.on("request", lambda request: addresses.append(request.url))
    page.context.add_cookies(large.context.cookies())  # type: ignore[arg-type]
    page.goto(large.url)
    ready(page)
    assert all(address.startswith(host.base) for address in addresses), addresses
    assert len(sizes) > 5
    assert sum(sizes) < BUDGET, sum(sizes)
    page.context.close()


def test_the_page_shows_the_fight_before_the_line_stands(host: Host, master: Page) -> None:
    page = host.context(viewport=LAPTOP).new_page()
    page.context.add_cookies(master.context.cookies())  # type: ignore[arg-type]
    page.route_web_socket("**/ws*", lambda _: None)
    page.goto(master.url)
    expect(page.locator(".strip .card").first).to_contain_text(view(master)["order"][0]["name"])
    expect(page.locator(".link")).to_have_text("connecting …")
    page.context.close()


def test_a_television_shows_the_fight_and_asks_nothing(host: Host, master: Page, faults: list[str]) -> None:
    asked(master, "action")
    page = master.context.new_page()
    page.goto(master.url + "/display")
    ready(page)
    expect(page.locator(".tv .turn")).to_contain_text("Ines")
    expect(page.locator(".option, .action, .target, .commit button")).to_have_count(0)
    assert not has_sideways_scroll(page)


def test_a_phone_four_times_as_slow_is_ready_in_two_seconds(host: Host, large: Page) -> None:
    page = host.context().new_page()
    processor = page.context.new_cdp_session(page)
    processor.send("Performance.enable")
    page.context.add_cookies(large.context.cookies())  # type: ignore[arg-type]
    before = computed(processor)
    page.goto(large.url)
    ready(page)
    spent = computed(processor) - before  # however busy the machine
    assert 0 < 4 * spent < READY
    page.context.close()


def computed(processor: CDPSession) -> float:
    """Seconds that the process of a page has computed."""
    found = processor.send("Performance.getMetrics")["metrics"]
    return next(float(each["value"]) for each in found if each["name"] == "ProcessTime")
