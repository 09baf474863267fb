"""The pictures in README and docs: all are made, each is shown somewhere, none is older than the program."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.page.tables import Host
from tests.test_architecture import ROOT, clear, named, tracked
from tests.whole import in_the_whole
from tools.pictures import live, paper
from tools.pictures.record import PICTURES, Picture

NAMES = {*live.NAMES, *live.OF_THE_BUILDER, *paper.NAMES}
SHOWN = re.compile(r"!\[[^\]]*\]\((?P<path>[^)\s]+)\)|<img[^>]*\ssrc=\"(?P<source>[^\"]+)\"")
DRAWN = {".png", ".svg", ".jpg", ".jpeg", ".gif", ".webp", ".avif"}
AGAIN = "is older than what it shows: python -m tools.pictures, then look at it"


def shown(page: Path) -> Iterator[Path]:
    """The pictures that a page shows."""
    for found in SHOWN.finditer(page.read_text(encoding="utf-8")):
        yield (page.parent / (found["path"] or found["source"])).resolve()


def test_every_picture_of_a_page_is_one_that_is_made_and_every_one_is_shown():
    pages = [path for path in tracked() if path.suffix == ".md"]
    found = {picture: page for page in pages for picture in shown(page)}
    clear(
        f"{named(page)}: {picture.name} is none that is made"
        for picture, page in found.items()
        if picture not in {PICTURES / name for name in NAMES}
    )
    clear(f"{name} is on no page" for name in NAMES if PICTURES / name not in found)
    kept = {path.name for path in tracked() if path.suffix in DRAWN and path.is_relative_to(ROOT / "docs")}
    assert kept == NAMES


def true(pictures: Iterator[Picture], *names: str) -> None:
    """Each of these is there, and shows what there is to see."""
    told = {each.name: each.is_true() for each in pictures}
    assert tuple(told) == names
    clear(f"docs/pictures/{name} {AGAIN}" for name, same in told.items() if not same)


@pytest.mark.slow
def test_pictures_of_the_table_show_what_is_there_now(host: Host):
    true(live.pictures(host), *live.NAMES)


@in_the_whole
def test_pictures_of_the_builder_show_what_is_there_now(host: Host):
    true(live.builder(host), *live.OF_THE_BUILDER)


@pytest.mark.slow
def test_pictures_of_paper_and_terminal_show_what_is_there_now(host: Host):
    true(paper.pictures(host.browser), *paper.NAMES)


@pytest.mark.slow
def test_a_page_that_says_or_looks_otherwise_makes_its_picture_old(host: Host, tmp_path: Path, monkeypatch):
    from tools.pictures import record

    monkeypatch.setattr(record, "PICTURES", tmp_path)
    page = host.context().new_page()
    page.set_content('<p>Code: <strong>QYDP54</strong></p><a href="/s/01d49e47cc/dice">dice</a>')
    picture = record.of_page(page, "page")
    assert not picture.is_true()
    picture.keep()
    assert (tmp_path / "page.png").read_bytes().startswith(b"\x89PNG")
    assert "strong: CODE" in picture.shows
    assert "/s/SESSION/dice" in picture.shows
    assert record.of_page(page, "page").is_true()
    page.locator("p").evaluate("it => { it.style.color = 'red'; }")
    assert not record.of_page(page, "page").is_true()
    page.locator("p").evaluate("it => { it.style.color = ''; it.append('.'); }")
    assert not record.of_page(page, "page").is_true()
    page.context.close()
