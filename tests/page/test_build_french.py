"""The builder for a French reader: nothing left in English, and the same scenes made."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from affray import operations
from affray.languages.catalogues import language, own_words
from affray.languages.language import LETTERS, MARK
from tests.page.conftest import watched
from tests.page.tables import LAPTOP, PATIENCE, PHONE, Host, has_sideways_scroll, ready
from tests.whole import in_the_whole, part_of

pytestmark = pytest.mark.slow

SCENES = {
    "coriolis": "boarding",
    "d6": "chase",
    "horizon": "vault",
    "serenity": "saloon",
    "traveller": "forest_road",
}
TEXTS = """() => {
    const found = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const silent = "script, style, noscript, textarea, .token, [translate=no]";
    while (walk.nextNode()) {
        const node = walk.currentNode;
        if (!node.parentElement.closest(silent)) found.push(node.data);
    }
    for (const node of document.querySelectorAll("body *"))
        for (const name of ["aria-label", "placeholder", "title"]) found.push(node.getAttribute(name) ?? "");
    for (const node of document.querySelectorAll("input:not([type=checkbox])")) found.push(node.value);
    return found.map(text => text.trim()).filter(text => /\\p{L}{2}/u.test(text)); }"""
"""Everything on the page that can be read or heard, but the letters on tokens."""


@pytest.fixture
def french(host: Host, faults: list[str]) -> Iterator[Page]:
    yield from _reader(host, faults, "fr")


@pytest.fixture
def english(host: Host, faults: list[str]) -> Iterator[Page]:
    yield from _reader(host, faults, "en")


def _reader(host: Host, faults: list[str], name: str) -> Iterator[Page]:
    page = watched(host.context(viewport=LAPTOP, locale=name).new_page(), faults)
    page.context.add_cookies(host.cookies)
    yield page
    page.context.close()


def opened(page: Page, host: Host, scene: str) -> None:
    """A scene that comes with a game, with everything unfolded and its odds there."""
    page.goto(f"{host.base}/build?scene={scene}")
    page.locator(".sides li").first.wait_for(timeout=3 * PATIENCE)
    heads = page.locator(".person .head")
    for n in range(heads.count()):
        heads.nth(n).click()
    unfold(page)


def unfold(page: Page) -> None:
    page.evaluate("() => document.querySelectorAll('details').forEach(each => { each.open = true })")


def texts(page: Page) -> set[str]:
    found: list[str] = page.evaluate(TEXTS)
    return set(found)


def made(page: Page) -> dict[str, Any]:
    """The scene as the page has it."""
    page.locator("#text").click()
    text = page.locator("#toml").input_value()
    page.keyboard.press("Escape")
    return tomllib.loads(text)


@pytest.mark.parametrize("game", [*part_of(SCENES, 5)])
def test_nothing_is_left_in_english(game: str, french: Page, english: Page, host: Host) -> None:
    for page in (french, english):
        opened(page, host, SCENES[game])
    people = {fighter["name"] for fighter in made(french)["fighters"]}
    locale, own = language("fr", game), own_words("fr")
    games = {titled.ruleset.title for titled in operations.titled()}

    def kept(text: str) -> bool:
        """Whether it is the same in French."""
        known = text in games or text in people or own.get(text) == text or locale.messages.get(text) == text
        return known or not LETTERS.search(text) or MARK.fullmatch(text) is not None

    left = {text for text in texts(french) & texts(english) if not kept(text)}
    assert left == set()
    assert made(french) == made(english) == tomllib.loads(operations.scenes()[SCENES[game]])


@pytest.fixture
def both(french: Page, english: Page) -> tuple[Page, Page]:
    return french, english


@in_the_whole
@pytest.mark.parametrize(("game", "who", "weapon"), [("d6", "thug", "dagger")])
def test_a_scene_made_in_french_is_that_made_in_english(
    game: str, who: str, weapon: str, both: tuple[Page, Page], host: Host
) -> None:
    for page in both:
        page.goto(f"{host.base}/build")
        page.locator("#game").select_option(game)
        expect(page.locator(".columns")).to_have_attribute("data-game", game)
        page.locator("#f-title").fill("Au bar")
        for n in range(2):
            page.locator("#add-fighter").select_option(who)
            page.locator(f"#f-fighters-{n}-weapons").select_option(weapon)
            page.locator(f"#f-fighters-{n}-name").fill(f"Camille {n}")
        unfold(page)
        page.locator("#f-fighters-1-temper").select_option("guards Camille 0")
        page.locator("#f-fighters-1-side").fill("une bande")
        page.locator("#f-fighters-1-side").fill("ennemis" if page is both[0] else "foes")
    french, english = map(made, both)
    assert french == english
    assert [each["side"] for each in french["fighters"]] == ["heroes", "foes"]
    expect(both[0].locator(".sides .who").first).to_have_text("héros")
    expect(both[0].locator(".sides .hint").last).to_contain_text("tombés")


def test_from_nothing_to_the_table_in_french(french: Page, host: Host) -> None:
    page = french
    page.goto(f"{host.base}/build")
    page.locator("#game").select_option("coriolis")
    expect(page.locator("#sure")).to_contain_text("combattants")
    for who in ("soldat", "docker"):
        page.locator("#add-fighter").select_option(label=who)
        expect(page.locator(".person .who strong").last).to_have_text(who.capitalize())
    page.locator("#f-fighters-1-count").fill("31")
    expect(page.locator(".faults")).to_contain_text("au plus 30")
    page.locator("#undo").click()
    expect(page.locator(".faults")).to_have_count(0)

    page.get_by_text("Modifier aussi ceux que jouent des personnes").click()
    page.locator("#tune-go").click()
    page.locator(".proposals").wait_for(timeout=3 * PATIENCE)
    locale = language("fr", "coriolis")
    words = page.locator(".proposals .words li").all_text_contents()
    assert words
    assert all(re.search(r"[a-z]{3}", each) for each in words)
    assert not re.search(r"\b(with|of|from|instead|more|fewer|another|the)\b", " ".join(words)), words
    assert locale.say("soldier") == "soldat"
    page.locator(".proposals > li").first.get_by_role("button").click()

    page.locator("#save").click()
    expect(page.locator("#voice")).to_contain_text("Un nouveau combat")
    page.locator("#start").click()
    page.wait_for_url("**/s/*")
    ready(page)
    expect(page.locator(".top h1")).to_contain_text("Un nouveau combat")


def test_nothing_is_cut_off_in_french(french: Page, host: Host) -> None:
    opened(french, host, SCENES["horizon"])
    for width in (320, PHONE["width"], 768, 1280):
        french.set_viewport_size({"width": width, "height": 800})
        assert not has_sideways_scroll(french), width
        assert french.evaluate(CUT) == [], width


CUT = """() => [...document.querySelectorAll("main *")]
    .filter(e => getComputedStyle(e).overflowX === "hidden")
    .filter(e => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 2)
    .map(e => e.textContent.slice(0, 60))"""
"""What is wider than the box that hides the rest of it."""
