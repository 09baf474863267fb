"""Reports and pictures of simulations: whole, safe, and the same each time."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser

import msgspec
import pytest

from affray import operations
from affray.core.errors import BadAnswer
from affray.core.ruleset import rulesets
from affray.languages.catalogues import language
from affray.languages.reader import reading
from affray.simulation.report import as_html, as_picture, checked_kind, notebook, plots, shown_rounds
from affray.simulation.report.phrases import how, percentage, range_in_words
from affray.simulation.result import EngineUse, spread
from tests.languages.listening import Listening

pytestmark = pytest.mark.slow

VOID = {"meta", "line", "path", "rect", "circle", "br"}


@pytest.fixture(scope="module")
def found():
    return operations.simulate("boarding", n=40, seed=4)


class Page(HTMLParser):
    """Notes every tag, and that each is closed."""

    def __init__(self, text):
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.said: list[str] = []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.said.append(data.strip())

    def all(self, tag):
        return [attrs for name, attrs in self.tags if name == tag]


@pytest.mark.parametrize("made", [as_html, notebook])
def test_the_report_is_whole_and_needs_nothing_else(found, made):
    text = made(found)
    page = Page(text)
    assert not page.all("script") + page.all("link") + page.all("img")
    assert "://" not in text
    assert not re.search(r"url\(|@import|@font-face", text)
    assert len(page.all("svg")) >= 5
    for picture in page.all("svg"):
        assert picture["role"] == "img"
        assert len(picture["aria-label"]) > 30
    assert len(page.all("figcaption")) == len(page.all("svg"))


def test_the_report_says_who_wins_and_who_falls(found):
    said = Page(as_html(found, "affray simulate boarding")).said
    crew = found.side("crew")
    assert percentage(crew.wins.share) in said
    for fighter in found.fighters:
        assert fighter.name in said
        assert percentage(fighter.falls.share, 0) in said
    assert f"{crew.gauges[0].lost.mean:.2f}" in said
    assert "affray simulate boarding" in said
    assert any("seed 4" in part for part in said)


def test_the_same_simulation_gives_the_same_page(found):
    assert as_html(found) == as_html(operations.simulate("boarding", n=40, seed=4))
    assert found._repr_html_() == notebook(found)


def test_names_cannot_break_out_of_the_page(found):
    wild = '<script>alert("x")</script>'
    sides = (msgspec.structs.replace(found.sides[0], name=wild), *found.sides[1:])
    fighters = tuple(
        msgspec.structs.replace(each, name=wild, side=wild if each.side == "crew" else each.side)
        for each in found.fighters
    )
    page = Page(as_html(msgspec.structs.replace(found, scene=wild, sides=sides, fighters=fighters)))
    assert not page.all("script")
    assert wild in page.said


def test_charts_end_when_nearly_all_fights_do(found):
    last = shown_rounds(found)
    assert found.going[last] <= 0.005
    assert last == 1 or found.going[last - 1] > 0.005
    slow = msgspec.structs.replace(found, going=(1.0,) * 200)
    assert shown_rounds(slow) == 60


def test_what_is_out_of_the_ordinary_is_said(found):
    assert not how(msgspec.structs.replace(found, engine=EngineUse("kernel", {})))
    odd = msgspec.structs.replace(found, asked=90, engine=EngineUse("plain", {"a loop": 3}))
    said = " ".join(how(odd))
    assert "Interrupted: 40 of 90 fights." in said
    assert "because there is no compiled kernel" in said
    assert "The plain engine played 3 steps, by the same rules: a loop." in said
    assert "Interrupted" in as_html(odd)


def test_ranges_read_well():
    assert range_in_words(spread(Counter({1: 5})), "round") == "1 round in at least nine fights out of ten"
    assert (
        range_in_words(spread(Counter({2: 5, 7: 5})), "round")
        == "median 2 rounds, with 2 to 7 in nine fights out of ten"
    )


@pytest.mark.parametrize(("suffix", "start"), [(".svg", b"<?xml"), (".png", b"\x89PNG")])
def test_a_picture_is_the_same_each_time(found, suffix, start):
    pytest.importorskip("matplotlib")
    data = as_picture(found, suffix)
    assert data.startswith(start)
    assert as_picture(found, suffix) == data


def test_every_word_of_a_picture_can_be_said_in_french(found):
    pytest.importorskip("matplotlib")
    said = []

    def loud(text: str) -> str:
        said.append(text)
        return text.upper()

    assert as_picture(found, ".svg", loud) != as_picture(found, ".svg")
    assert {"Who wins (95 % interval)", "still fighting", "How many go down", "crew"} <= set(said)
    french = Listening(language("fr", "coriolis"))
    for text in said:
        french.say(text)
    assert not french.lacking
    with reading(french):
        assert as_picture(found, ".svg") == as_picture(found, ".svg", french.say)


def test_other_pictures_and_a_missing_library_are_told(monkeypatch):
    with pytest.raises(BadAnswer, match=r"expected a chart as \.svg or \.png, not '\.gif'"):
        checked_kind(".gif")
    monkeypatch.setattr(plots, "find_spec", lambda name: None)
    with pytest.raises(BadAnswer, match=r"pip install 'affray\[plots\]'"):
        checked_kind(".png")


@pytest.mark.parametrize("game", [*rulesets()])
def test_every_game_has_a_report(game):
    scene = next(each.name for each in operations.shipped() if each.ruleset.id == game)
    page = Page(as_html(operations.simulate(scene, n=12)))
    assert len(page.all("svg")) >= 6
