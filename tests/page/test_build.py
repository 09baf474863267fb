"""The builder in a real browser: fights from nothing, odds that follow, tuning, keeping, beginning."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import watched
from tests.page.tables import LAPTOP, PATIENCE, PHONE, Host, has_sideways_scroll, ready
from tests.page.test_access import faults_of
from tests.whole import part_of

pytestmark = pytest.mark.slow

BUDGET = 61_000
"""Bytes of the page with everything that it loads; 90 kB are promised."""
LONG = 3 * PATIENCE
"""Milliseconds for a search."""


@pytest.fixture
def page(host: Host, faults: list[str]) -> Iterator[Page]:
    found = watched(host.context(viewport=LAPTOP).new_page(), faults)
    found.context.add_cookies(host.cookies)
    yield found
    found.context.close()


def opened(page: Page, host: Host, scene: str = "") -> None:
    """The builder, with a scene that comes with a game if any."""
    page.goto(f"{host.base}/build{f'?scene={scene}' if scene else ''}")
    expect(page.locator("#undo")).to_be_visible()


def counted(page: Page) -> tuple[str, ...]:
    """The odds of all sides when there is nothing more to count."""
    expect(page.locator("#sure")).to_have_text(
        re.compile(r"^(estimated from 2,000 fights|exact, .*)$"), timeout=LONG
    )
    return tuple(page.locator(".sides .p").all_text_contents())


def odds(page: Page) -> None:
    """Wait until there are odds, whether or not more is counted."""
    page.locator(".sides .p").first.wait_for(timeout=LONG)


def added(page: Page, who: str) -> None:
    """One more fighter, whose fields are open."""
    n = page.locator(".person").count()
    page.locator("#add-fighter").select_option(who)
    expect(page.locator(".person")).to_have_count(n + 1)
    expect(page.locator(f"#f-fighters-{n}")).to_have_attribute("aria-expanded", "true")


def tuned(page: Page) -> int:
    """Make it 60 : 40, and take the first proposal; how often the first side wins then, in %."""
    page.get_by_text("Also change fighters played by people").click()
    page.locator("#tune-go").click()
    page.locator(".proposals").wait_for(timeout=LONG)
    best = page.locator(".proposals > li").first
    said, words = best.locator(".p").inner_text(), best.locator(".words li").all_text_contents()
    assert words
    if "near" in (best.get_attribute("class") or ""):
        assert abs(int(said.removesuffix(" %")) - 60) <= 6
    best.get_by_role("button").click()
    expect(page.locator(".proposals")).to_have_count(0)
    now = int(counted(page)[0].removesuffix(" %"))
    assert abs(now - int(said.removesuffix(" %"))) <= 8
    return now


def kept_and_loaded(page: Page, title: str, file: Path) -> None:
    """Save it, take it away as a file, begin another, and load the file."""
    page.locator("#save").click()
    expect(page.locator("#voice")).to_contain_text(f"Saved: Made of {title}")
    page.locator("#text").click()
    with page.expect_download() as download:
        page.locator("#download").click()
    download.value.save_as(file)
    page.keyboard.press("Escape")
    fighters = page.locator(".person").count()

    page.locator("#open").click()
    page.locator("dialog").get_by_role("button", name="Start from scratch").first.click()
    expect(page.locator(".person")).to_have_count(0)
    page.locator("#open").click()
    expect(page.locator("dialog").get_by_role("button", name=f"Made of {title}", exact=True)).to_be_visible()
    page.locator("dialog input[type=file]").set_input_files(file)
    expect(page.locator(".person")).to_have_count(fighters)
    expect(page.locator("#f-title")).to_have_value(f"Made of {title}")


FROM_NOTHING = [
    ("Coriolis", ("soldier", "dock hand"), "carbine", "heavy armour"),
    ("D6 Skirmish", ("soldier", "thug"), "long sword", "plate"),
]


@pytest.mark.parametrize(
    ("title", "people", "weapon", "armour"),
    [*part_of(FROM_NOTHING, 2)],
)
def test_a_fight_from_nothing_to_the_table(
    page: Page, host: Host, tmp_path: Path, title: str, people: tuple[str, str], weapon: str, armour: str
) -> None:
    opened(page, host)
    page.locator("#game").select_option(label=title)
    game = page.locator("#game").input_value()
    expect(page.locator(".columns")).to_have_attribute("data-game", game)
    expect(page.locator("#sure")).to_contain_text("Add fighters")
    for who in people:
        added(page, who)
        page.locator(f"#f-fighters-{page.locator('.person').count() - 1}-weapons").select_option(weapon)
    page.locator("#f-title").fill(f"Made of {title}")
    before = counted(page)
    assert len(before) == 2

    page.locator("#f-fighters-1-armour").select_option(armour)
    expect(page.locator("#sure")).not_to_contain_text("2,000")
    after = counted(page)
    assert after != before
    page.locator("#undo").click()
    expect(page.locator("#f-fighters-1-armour")).not_to_have_value(armour)
    assert counted(page) == before

    now = tuned(page)
    kept_and_loaded(page, title, tmp_path / "scene.toml")
    assert int(counted(page)[0].removesuffix(" %")) == now

    page.goto(host.base)
    page.get_by_role("link", name=f"Made of {title}").click()
    expect(page.locator(".person")).to_have_count(len(people))
    page.locator("#start").click()
    page.wait_for_url("**/s/*")
    ready(page)
    expect(page.locator(".top h1")).to_contain_text(f"Made of {title}")


def test_odds_come_soon_and_only_those_of_the_last_edit(page: Page, host: Host) -> None:
    opened(page, host, "boarding")
    odds(page)
    page.locator("#f-fighters-0").click()
    field = page.locator("#f-fighters-0-count")
    field.press_sequentially("12", delay=60)
    expect(page.locator(".sides")).to_contain_text("of 15 fall")
    field.fill("31")
    expect(page.locator(".faults")).to_contain_text("expected at most 30, got 31")
    expect(page.locator("#sure")).to_contain_text("once the problems are fixed")
    expect(page.locator("#start")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Control+z")
    expect(page.locator(".faults")).to_have_count(0)


def test_faults_are_listed_at_once_and_lead_to_their_fields(page: Page, host: Host) -> None:
    opened(page, host, "boarding")
    page.locator("#text").click()
    text = page.locator("#toml").input_value()
    wrong = text.replace('kind = "door"', 'kind = "curtain"').replace(
        "darkness = 4", "darkness = 99\nweather = 1"
    )
    page.locator("#toml").fill(wrong.replace('"army carbine"', '"army carbin"'))
    page.locator("#use-text").click()
    listed = page.locator(".faults li")
    expect(listed).to_have_count(4)
    expect(listed.filter(has_text="weather")).to_have_count(1)
    listed.filter(has_text="army carbin").get_by_role("link").click()
    expect(page.locator("#f-fighters-4-weapons-0")).to_be_focused()
    expect(page.locator("#f-fighters-4-weapons-0")).to_have_attribute("aria-invalid", "true")
    listed.filter(has_text="curtain").get_by_role("link").click()
    expect(page.locator("#f-covers-2-kind")).to_be_focused()
    page.locator("#f-covers-2-kind").select_option("door")
    expect(listed).to_have_count(3)
    assert faults_of(page) == []


def test_a_text_with_anything_anywhere_is_shown_with_its_faults(page: Page, host: Host) -> None:
    opened(page, host, "duel")
    for wrong in (
        "fighters = 3",
        "options = 1\ncovers = [1, [2]]\nfighters = [1, 'x', [], {}]",
        "fighters = [{at = {x = 1}, count = [1], weapons = 'a', name = {}}]",
    ):
        page.locator("#text").click()
        page.locator("#toml").fill(f"ruleset = 'coriolis'\ntitle = 'Odd'\n{wrong}")
        page.locator("#use-text").click()
        expect(page.locator("dialog")).to_have_count(0)
        expect(page.locator(".faults li").first).to_be_visible()
        for each in page.locator(".person .head").all():
            each.click()
        page.locator("#undo").click()
        expect(page.locator("#f-title")).to_have_value("A duel in the cargo bay")


def test_somebody_is_dragged_on_the_map_and_moved_with_keys(page: Page, host: Host) -> None:
    opened(page, host, "boarding")
    page.locator("#f-fighters-0").click()
    x = page.locator("#f-fighters-0-at-0")
    expect(x).to_have_value("2")
    token = page.get_by_role("button", name=re.compile("^Zara, crew"))
    token.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    expect(x).to_have_value("13")
    page.keyboard.press("Control+z")
    expect(x).to_have_value("2")
    box = token.locator(".it").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 90, box["y"] + 60, steps=6)
    page.mouse.up()
    assert float(x.input_value()) > 5
    page.locator("#undo").click()
    expect(x).to_have_value("2")


def test_what_is_made_is_there_again_when_the_page_is_loaded_again(page: Page, host: Host) -> None:
    opened(page, host, "alley")
    page.locator("#f-title").fill("Ours")
    odds(page)
    page.goto(f"{host.base}/build")
    expect(page.locator("#f-title")).to_have_value("Ours")


def test_a_search_can_be_stopped(page: Page, host: Host) -> None:
    opened(page, host, "wreck")
    page.locator(".sides").wait_for()
    page.locator("#tune-go").click()
    page.locator("#tune-stop").click()
    expect(page.locator("#tune-go")).to_be_visible()
    expect(page.locator(".proposals")).to_have_count(0)


@pytest.mark.parametrize("scene", [*part_of(["boarding", "horizon/duel"], 2)])
def test_axe_finds_nothing_and_nothing_scrolls_sideways(page: Page, host: Host, scene: str) -> None:
    opened(page, host, scene)
    odds(page)
    page.locator("#f-fighters-0").click()
    page.evaluate("() => document.querySelectorAll('details').forEach(each => { each.open = true })")
    assert faults_of(page) == []
    page.route("**/build/odds*", lambda _: None)  # it goes on counting
    page.locator("[name='title'], #f-title").first.fill("Renamed")
    page.locator("#odds .stale").wait_for()
    assert faults_of(page) == [], "while odds are counted again"
    page.unroute("**/build/odds*")
    for width in (320, PHONE["width"], 768, LAPTOP["width"]):
        page.set_viewport_size({"width": width, "height": 800})
        for size in ("100%", "200%"):
            page.evaluate("size => { document.documentElement.style.fontSize = size }", size)
            assert not has_sideways_scroll(page), (width, size)
    page.evaluate("() => { document.documentElement.style.fontSize = '' }")
    for which in ("open", "text"):
        page.locator(f"#{which}").click()
        page.locator("dialog").wait_for()
        assert faults_of(page) == []
        page.keyboard.press("Escape")


def test_everything_comes_from_our_server_and_is_light(page: Page, host: Host) -> None:
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    sizes: dict[str, float] = {}
    paths: dict[str, str] = {}
    network.on("Network.responseReceived", lambda it: paths.update({it["requestId"]: it["response"]["url"]}))
    network.on("Network.loadingFinished", lambda it: sizes.update({it["requestId"]: it["encodedDataLength"]}))
    addresses: list[str] = []
    page.on("request", lambda request: addresses.append(request.url))
    opened(page, host, "boarding")
    odds(page)
    page.wait_for_timeout(300)
    assert all(address.startswith((host.base, "data:")) for address in addresses), addresses
    page_itself = [size for each, size in sizes.items() if "/build/odds" not in paths[each]]
    assert len(page_itself) > 10
    assert sum(page_itself) < BUDGET, sum(page_itself)


def test_house_rules_are_found_by_words_and_stand_by_chapter(page: Page, host: Host) -> None:
    opened(page, host, "duel")
    house = page.get_by_role("region", name="House rules")
    house.locator("summary").first.click()
    expect(house.locator(".chapter").first).to_be_visible()
    expect(house.locator("select:visible")).to_have_count(0)
    page.locator("#find-house").fill("init.tie")
    expect(house.locator(".field")).to_have_count(1)
    expect(house.locator(".field code")).to_have_text("init.tie = roll_off")
    page.locator("#find-house").fill("zeppelin")
    expect(house).to_contain_text("No house rule matches.")


def test_a_pack_is_told_of_used_and_left_out_again(
    page: Page, host: Host, tmp_path: Path, faults: list[str]
) -> None:
    pack = tmp_path / "harbour.toml"
    pack.write_text(
        'ruleset = "coriolis"\ntitle = "Harbour arms"\n'
        '[[weapons]]\nname = "boat hook"\nkind = "melee"\ndamage = 2\n'
    )
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(pack.read_text().replace('"melee"', '"magic"').replace("damage = 2", "damage = 99"))
    opened(page, host, "duel")
    page.get_by_role("region", name="Packs").locator("summary").click()
    page.locator("#pack").set_input_files(wrong)
    told = page.get_by_role("region", name="Packs").get_by_role("alert")
    expect(told).to_contain_text("expected 'melee' or 'ranged'")
    expect(told).to_contain_text("at most 20, got 99")
    assert [each for each in faults if "400 (Bad Request)" not in each] == []
    faults.clear()  # the browser says of every refusal that there was one
    page.locator("#pack").set_input_files(pack)
    expect(page.locator(".pack")).to_contain_text("Weapons (1): boat hook")
    page.locator("#f-fighters-0").click()
    page.locator("#f-fighters-0-weapons-0").select_option("boat hook")
    counted(page)
    assert faults_of(page) == []
    page.locator(".pack").get_by_role("button").click()
    expect(page.locator(".faults")).to_contain_text("there is no weapon 'boat hook'")
    page.locator("#undo").click()
    expect(page.locator(".pack")).to_contain_text("Weapons (1): boat hook")
    counted(page)
    assert faults_of(page) == []
    page.locator("#redo").click()
    expect(page.locator(".pack")).to_have_count(0)
    expect(page.locator(".faults")).to_contain_text("there is no weapon 'boat hook'")
