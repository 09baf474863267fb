"""In a language two fifths longer than English, with accents, no layout breaks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.page import pseudo
from tests.page.conftest import watched
from tests.page.tables import LAPTOP, PHONE, Host, has_sideways_scroll, serving, settled
from tests.whole import part_of

pytestmark = pytest.mark.slow
SCENES = ["boarding", "taproom", "landing_field", "saloon", "alley"]
"""One of each game."""
OPENED = (
    "Seats", "Who plays whom", "What players see", "Correct", "Add a fighter", "Advice", "Say something",
    "Roll dice",
    "Name of this fight", "Export", "Copy this fight", "Share a replay",
    "Picture under the map", "Archive",
)  # fmt: skip
"""What the menu of everything opens."""
NARROW: ViewportSize = {"width": 320, "height": 640}
CUT = """() => [...document
    .querySelectorAll("button, label, summary, h1, h2, h3, legend, th, .told, .kicker")]
    .filter(e => e.checkVisibility() && e.scrollWidth > e.clientWidth + 1)
    .filter(e => { const how = getComputedStyle(e);
        return how.display !== "inline" && how.textOverflow !== "ellipsis"; })
    .map(e => e.textContent.trim())"""
"""Texts that are wider than what they stand in, but for those that end in dots on purpose."""
COVERED = """() => { const boxes = [...document.querySelectorAll("button")]
        .filter(e => e.checkVisibility()).map(e => [e, e.getBoundingClientRect()]);
    return boxes.flatMap(([a, one], n) => boxes.slice(n + 1).filter(([b, other]) =>
        !a.contains(b) && !b.contains(a) && a.parentElement === b.parentElement &&
        Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
        Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1)
        .map(([b]) => `${a.textContent} / ${b.textContent}`)); }"""
"""Buttons side by side of which one lies over the other."""


@pytest.fixture(scope="module")
def longer(host: Host, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A host whose server speaks that language, too."""
    folder = pseudo.install(tmp_path_factory.mktemp("pseudo"))
    with serving(path=str(folder)) as link:
        yield Host(host.browser, link)


def broken(page: Page) -> list[str]:
    """What does not fit where it stands."""
    settled(page)
    wide = ["it scrolls sideways"] if has_sideways_scroll(page) else []
    return [*wide, *page.evaluate(CUT), *page.evaluate(COVERED)]


def test_a_message_keeps_its_fields_and_grows() -> None:
    assert pseudo.pseudo("{who} loses the turn") == "{who} lösés thé türñ éééé"
    assert pseudo.pseudo("Roll.") == "Röll é."
    shots = "{n, plural, one {# shot} other {# shots}}"
    assert pseudo.pseudo(f"{shots} left") == f"{shots} léft é"


def test_what_is_cut_or_covered_is_found(longer: Host, faults: list[str]) -> None:
    page = watched(longer.open("landing_field", locale=pseudo.CODE), faults)
    assert broken(page) == []
    page.evaluate("""() => document.querySelectorAll(".top button").forEach(e =>
        Object.assign(e.style, { maxWidth: "5rem", whiteSpace: "nowrap", marginRight: "-3rem" }))""")
    assert {"Séàts éé", "Séàts éé / Whö plàýs whöm éééé"} <= {*broken(page)}
    page.context.close()


@pytest.mark.parametrize("scene", [*part_of(SCENES, 2)])
def test_the_table_keeps_its_shape(longer: Host, faults: list[str], scene: str) -> None:
    page = watched(longer.open(scene, locale=pseudo.CODE), faults)
    assert page.locator("html").get_attribute("lang") == pseudo.CODE
    found = {}
    for size in (LAPTOP, NARROW):
        page.set_viewport_size(size)
        for tab in "fml":
            page.keyboard.press(tab)
            found[size["width"], tab] = broken(page)
    assert {where: what for where, what in found.items() if what} == {}
    page.context.close()


@pytest.mark.parametrize("size", [*part_of([PHONE, LAPTOP], 2)])
def test_all_that_opens_over_the_table_keeps_its_shape(longer: Host, faults: list[str], size) -> None:
    page = watched(longer.open("boarding", locale=pseudo.CODE), faults)
    page.set_viewport_size(size)
    dialog, found = page.get_by_role("dialog"), {}
    more = page.get_by_role("button", name=pseudo.pseudo("More"), exact=True)
    for name in ("", *OPENED):
        more.click()
        dialog.wait_for()
        if name:
            dialog.get_by_role("button", name=pseudo.pseudo(name), exact=True).click()
            expect(page.locator("#panel-title")).not_to_have_text(pseudo.pseudo("More"))
        found[name] = broken(page)
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
    assert {where: what for where, what in found.items() if what} == {}
    page.context.close()
