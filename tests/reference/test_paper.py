"""The front pages on paper: two of them for every game, A4 or Letter, and neither half empty."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page as BrowserPage

from affray import operations
from affray.core.ruleset import ruleset, rulesets
from affray.reference import as_html, everything_of, make_card, make_sheet
from affray.reference.heights import Block
from affray.reference.paper import fits, lack, moved, packed
from tests.reference.written import written
from tests.whole import checkered

pytestmark = pytest.mark.slow

BOOK = '<div class="book">'
"""What begins on the pages behind, and is left out."""
FRONT = "body:not(.card) footer { display: none }"
LEAST = 6.5
"""Letters of what stands in lists and tables are no smaller, in points, in any game and language."""
LETTERS = re.compile(r"--letters: ([\d.]+)pt")
PAPERS = ("A4", "letter")
LARGER = 1.07
"""Letters so much larger do not fit any more."""
HOUSES: tuple[tuple[str, dict[str, str | int | bool]], ...] = (
    *((name, {}) for name in rulesets()),
    (
        "coriolis",
        {"bonus.timing": "all_before_armour", "range.beyond": "add", "auto.split": "divide_pool_first"},
    ),
    (
        "serenity",
        {"act.penalty": "sequential", "plot.rolls": "both", "throw.steps": "gm", "die.growing": True},
    ),
)


def pages(page: BrowserPage, html: str, paper: str) -> int:
    """How many pages the front takes."""
    html = html.replace("size: landscape", f"size: {paper} landscape").partition(BOOK)[0]
    page.set_content(html.replace("</style>", f"{FRONT}</style>"))
    return page.pdf(prefer_css_page_size=True).count(b"/Type /Page\n")


def beyond_their_columns(page: BrowserPage, html: str) -> list[str]:
    """The tables that are wider on paper than what they stand in."""
    page.set_viewport_size({"width": 1008, "height": 700})  # what the edges of Letter leave
    page.emulate_media(media="print")
    page.set_content(html.partition(BOOK)[0])
    wide: list[str] = page.evaluate(
        """() => [...document.querySelectorAll(".screen section")].filter((part) =>
            part.querySelector("table")?.offsetWidth > part.clientWidth + 1).map((part) => part.id)"""
    )
    page.emulate_media(media="null")
    return wide


@pytest.mark.parametrize(("name", "options"), HOUSES)
def test_the_front_takes_two_pages_and_fills_them(page, name, options):
    html = as_html(make_sheet(ruleset(name), options)) if options else written(name)
    assert [pages(page, html, paper) for paper in PAPERS] == [2, 2]
    if not options:
        larger = html.replace("font-size: var(--letters)", f"font-size: calc(var(--letters) * {LARGER})")
        assert any(pages(page, larger, paper) > 2 for paper in PAPERS)


@pytest.mark.parametrize("name", rulesets())
def test_letters_can_be_read_in_every_language(name):
    sizes = [float(size) for spoken in ("en", "fr") for size in LETTERS.findall(written(name, spoken))]
    assert len(sizes) == 2
    assert min(sizes) >= LEAST


@pytest.mark.parametrize(("name", "spoken"), checkered(rulesets(), ("en", "fr")))
def test_no_table_reaches_beyond_its_column(page, name, spoken):
    assert beyond_their_columns(page, written(name, spoken)) == []


@pytest.mark.parametrize(("name", "paper"), checkered(rulesets(), PAPERS))
def test_the_front_takes_two_pages_in_french(page, name, paper):
    assert pages(page, written(name, "fr"), paper) == 2


@pytest.mark.parametrize(("name", "paper"), checkered(rulesets(), PAPERS))
def test_a_card_takes_one_page(page, name, paper):
    game = ruleset(name)
    scene = operations.load_scene(next(each.name for each in operations.shipped() if each.ruleset is game))
    fight = operations.begins(scene)
    who = fight.here[0]
    card = make_card(game, fight, who, everything_of(game, fight, who))
    assert pages(page, as_html(card), paper) == 1


def block(*rows: float, kind: str = "table", whole: bool = True) -> Block:
    return Block(kind, rows, rows, whole)  # type: ignore[arg-type]


def test_what_fits_goes_before_what_does_not():
    first, tall, small = block(70, kind="topic"), block(60), block(20)
    assert packed([first, tall, small], [100, 100]) == (first, small, tall)
    assert fits([first, small, tall], [100, 100])
    assert not fits([first, tall, small], [75, 75])
    topic = block(60, kind="topic")
    assert packed([first, topic, small], [100, 100]) == (first, topic, small), (
        "what is read first stays first"
    )


def test_parts_are_moved_until_nothing_is_lacking():
    blocks, rooms = [block(n) for n in (50, 40, 60, 44)], [100, 106]
    assert not fits(packed(blocks, rooms), rooms)
    places = moved([0, 1, 2, 3], range(4), lambda order: lack([blocks[n] for n in order], rooms))
    assert fits([blocks[n] for n in places], rooms)


def test_a_long_table_is_parted_between_its_rows():
    first, long = block(70), block(*[10.0] * 9, whole=False)
    assert fits([first, long], [100, 100])
    assert not fits([first, long._replace(whole=True)], [100, 80])


@pytest.mark.parametrize("name", rulesets())
def test_no_line_of_a_french_sheet_can_begin_with_a_mark(name: str) -> None:
    words = re.sub(r"<script.*?</script>|<[^>]*>", "", written(name, "fr").partition("<body")[2], flags=re.S)
    assert re.findall(r".{0,30} [:;?!%»].{0,20}|.{0,20}« .{0,20}", words) == []
