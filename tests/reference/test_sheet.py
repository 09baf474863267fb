"""The sheet of every installed game: its odds, its links, its house rules, its Markdown and HTML."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import partial
from html import escape
from html.parser import HTMLParser
from math import comb

import pytest

from affray.core.act import Act
from affray.core.dice import total
from affray.core.effect import Who
from affray.core.errors import BadData, OverBudget
from affray.core.fight import Fight
from affray.core.ruleset import Changed, Measure, ruleset, rulesets
from affray.pricing import price_action
from affray.reference import (
    as_html,
    as_markdown,
    cell,
    cost_in_words,
    make_sheet,
    numeric,
    option_value,
    page_of,
)
from affray.reference.calculation import computed
from affray.reference.contribution import _tables
from affray.reference.paper import SIZES, paper
from affray.sheet import MeasureQuestion, OddsTable, Page, RuleQuestion, Table
from tests.core import coins
from tests.reference.written import made, written

pytestmark = pytest.mark.slow

CORIOLIS = ruleset("coriolis")
GAMES = list(rulesets().values())
HOUSE: dict[str, str | int | bool] = {"defence.cost": 0, "range.beyond": "add"}


@pytest.fixture(scope="module")
def sheet():
    return make_sheet(CORIOLIS, HOUSE)


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: game.id)
def each(request):
    return made(request.param.id)


class Read(HTMLParser):
    """Ids, links and everything fetched in a page."""

    def __init__(self, text):
        super().__init__()
        self.ids: Counter[str] = Counter()
        self.links, self.fetched, self.open = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        self.ids.update([found["id"]] if "id" in found else [])
        self.links += [found["href"]] if "href" in found and tag == "a" else []
        self.fetched += [found[key] for key in ("src", "srcset") if key in found]
        self.fetched += [found["href"]] if tag == "link" else []
        if tag not in ("meta", "path", "rect", "br", "input"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in ("meta", "path", "rect", "br", "input"):
            self.open.pop()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


# --- the page -------------------------------------------------------------------------------------


def test_every_entry_is_an_anchor_and_every_link_leads_to_one(each):
    page = Read(written(each.game.id))
    assert not page.open, "every element is closed"
    assert [name for name, times in page.ids.items() if times > 1] == []
    assert each.ids <= set(page.ids)
    assert {link[1:] for link in page.links} <= set(page.ids)


def test_the_page_needs_nothing_else(each):
    text = written(each.game.id)
    assert Read(text).fetched == []
    assert not re.search(r"@import|url\((?!#)|https?:", text)


def test_each_sheet_says_whose_the_game_is_and_that_it_is_not_ours(each):
    text = written(each.game.id)
    assert "Unofficial combat sheet" in text
    assert f"<footer><p>{escape(each.game.catalogue.notice)}</p></footer>" in text
    assert as_markdown(each).rstrip().endswith(f"---\n\n{each.game.catalogue.notice}")


def test_markdown_has_the_same_anchors(each):
    text = as_markdown(each)
    anchors = Counter(re.findall(r'<a id="([^"]+)">', text))
    assert set(anchors) == each.ids
    assert max(anchors.values()) == 1
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= each.ids
    for line in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        assert len({row.replace("\\|", "").count("|") for row in line.splitlines()}) == 1


def test_every_table_and_every_sum_of_odds_is_whole(each):
    for table in each.page.tables:
        assert {len(row) for row in table.rows if not table.heads(row)} == {len(table.columns)}, table.title
    for grid in each.odds:
        values = [value for row in grid.values for value in row if value is not None]
        assert values
        assert grid.odds.shows == "mean" or all(0 <= value <= 1 for value in values)
    ids = [part.id for part in (*each.page.tables, *each.page.odds, *each.page.flows)]
    assert len(set(ids)) == len(ids)


def test_text_is_never_markup():
    rude = Page(tables=(Table("t", "<b>", ("a|b",), (("<i>|",), ("& COR-MEL-01",)), (), "<script>"),))
    sheet = made("coriolis")._replace(page=rude, odds=())
    html, text = as_html(sheet), as_markdown(sheet)
    assert html.count("<script>") == 1, "that of the search alone"
    assert "&lt;i&gt;|" in html
    assert '&amp; <a class="id" href="#COR-MEL-01">MEL-01</a>' in html
    assert "| <i>\\| |" in text


def test_numbers_stand_right_and_have_true_minus_signs():
    table = Table("t", "T", ("n", "text", "share"), (("-2", "a -2", "<1"), (3, "x-2", "100")))
    assert numeric(table) == [True, False, True]
    assert [ord(c) for c in cell("-2")] == [0x2212, ord("2")]
    assert cell("x-2") == "x-2"
    assert cell(None) == ""


# --- house rules ----------------------------------------------------------------------------------


def test_house_rules_are_shown_where_they_matter(sheet):
    assert {switch.option.key: switch.value for switch in sheet.switched} == HOUSE
    assert {"range.beyond", "AMB-16", "COR-DST-07"} <= sheet.changed
    html = as_html(sheet)
    assert "House rules here" in html
    assert '<a class="id changed" href="#COR-DST-07">DST-07</a>' in html
    assert '<article id="range.beyond">\n<h4 aria-level="3" class="changed">' in html
    assert "[DST-07*](#COR-DST-07)" in as_markdown(sheet)
    assert "House rules here" not in written("coriolis")


def test_house_rules_change_what_is_computed():
    usual, odd = (make_sheet(CORIOLIS, options) for options in ({}, {"pool.zero": "auto_fail"}))
    assert usual.odds[0].values[0][0] == Fraction(1, 36)
    assert odd.odds[0].values[0][0] == 0
    assert len(make_sheet(CORIOLIS, {"darkness.pray": "off"}).odds[0].odds.columns) == 4


def test_house_rules_that_do_not_fit_are_all_told():
    with pytest.raises(BadData, match=r"(?s)there is no option 'x'.*defence\.cost: expected"):
        make_sheet(CORIOLIS, {"x": 1, "defence.cost": 99})


def test_values_are_read_as_they_are_typed():
    options = CORIOLIS.catalogue.options
    assert option_value(options["crit.repeat"], "yes") is True
    assert option_value(options["crit.repeat"], "false") is False
    assert option_value(options["move.rate"], "12") == 12
    assert option_value(options["prone.melee"], "-1") == "-1"
    assert option_value(options["move.rate"], "far") == "far"


# --- odds -----------------------------------------------------------------------------------------


def test_pools_are_as_brute_force_has_them(sheet):
    pools = sheet.odds[0]
    for dice in range(1, 13):
        for least in range(1, 5):
            ways = sum(comb(dice, k) * 5 ** (dice - k) for k in range(least, dice + 1))
            assert pools.values[dice][least - 1] == Fraction(ways, 6**dice)


def test_armour_is_as_brute_force_has_it(sheet):
    grid = sheet.odds[1]
    for n, damage in enumerate(range(1, 7)):
        for column, rating in enumerate(map(int, grid.odds.columns)):
            left = [max(0, damage - k) * comb(rating, k) * 5 ** (rating - k) for k in range(rating + 1)]
            assert grid.values[n][column] == Fraction(sum(left), 6**rating)


START = Fight((coins.Body("A", "x"), coins.Body("B", "y"), ()), coins.House())


def odds_of(cell, shows="chance"):
    return OddsTable("o", "O", "", ("r",), ("a", "b"), cell, shows)


def grid_of(cell, shows="chance"):
    return computed(coins.RULESET, odds_of(cell, shows))


ONE_HIT = replace(coins.RULESET, measures=lambda *_: [Measure("coins lost", Changed(Who(1), coins.loss))])


def test_a_game_asks_its_rules_or_one_of_its_actions():
    def die(play):
        return play.roll(coins.Duellist(play, Who(0)), "die", lambda n: total(6)) - 1

    rule, strike = (
        RuleQuestion(START, die, coins.brave),
        MeasureQuestion(START, Who(0), Act("strike", Who(1)), "coins lost"),
    )
    assert grid_of(lambda row, column: rule if column else None).values == ((None, Fraction(5, 6)),)
    assert grid_of(lambda row, column: rule, "mean").values == ((Fraction(5, 2),) * 2,)
    assert computed(ONE_HIT, odds_of(lambda row, column: strike)).values == ((Fraction(1, 2),) * 2,)


def test_what_would_only_be_sampled_is_refused(monkeypatch):
    monkeypatch.setattr("affray.reference.calculation.price_action", partial(price_action, budget=1))
    with pytest.raises(OverBudget, match="too many paths for the sheet"):
        computed(CORIOLIS, page_of(CORIOLIS, {}).odds[-1])


@pytest.mark.parametrize(
    ("share", "said"),
    [(0, "0"), (Fraction(1, 1000), "<1"), (Fraction(999, 1000), ">99"), (1, "100"), (None, "")],
)
def test_cells_say_nothing_certain_of_what_is_not(share, said):
    value = None if share is None else Fraction(share)
    grid = grid_of(lambda row, column: None)._replace(values=((value,),))
    assert grid.texts() == [[said]]


# --- games without a page -------------------------------------------------------------------------


def test_a_game_without_a_page_has_its_rules_and_its_tables(tmp_path, monkeypatch):
    silent = replace(coins.RULESET, page=None)
    assert page_of(silent, {}) == Page()
    assert "COI-1" in as_html(make_sheet(silent))
    (tmp_path / "chess" / "data").mkdir(parents=True)
    (tmp_path / "chess" / "__init__.py").write_text("")
    (tmp_path / "chess" / "data" / "big_men.csv").write_text("piece,worth\nqueen,9\n")
    (tmp_path / "chess" / "data" / "shown.csv").write_text("id,status,tests\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert _tables("chess") == (Table("big_men", "Big men", ("piece", "worth"), (("queen", "9"),)),)


def test_long_tables_stand_with_the_rules_and_wide_ones_span_the_page():
    columns = ("incomprehensible",) * 4
    long = Table("long", "Long", ("a",), ((1,),) * 61)
    page = Page(tables=(Table("wide", "Wide", columns, (columns,)), long))
    sheet = make_sheet(coins.RULESET)._replace(page=page)
    assert ([t.id for t in sheet.tables], [t.id for t in sheet.lists]) == (["wide"], ["long"])
    html = as_html(sheet)
    assert (
        html.index('id="table-wide"')
        < html.index('class="book"')
        < html.index('id="table-long"')
        < html.index('id="part-rules"')
    )
    assert 'class="block whole wide across"' in html
    assert paper(page._replace(tables=sheet.tables)).letters == paper(Page()).letters


def test_a_table_may_have_headings_within_and_stand_with_the_rules():
    rows = (("Guns", "two hands", "COR-RNG-01"), ("rifle", 3, "", ""), ("pistol", 2, "", ""))
    table = Table("arms", "Arms", ("weapon", "damage", "", ""), rows, apart=True)
    sheet = made("coriolis")._replace(page=Page(tables=(table,)))
    assert sheet.lists == (table,)
    assert numeric(table) == [False, True, False, False]
    html = as_html(sheet)
    assert '<tr class="part"><th colspan="4" scope="rowgroup">Guns <span>two hands</span>' in html
    assert '<a class="id" href="#COR-RNG-01">RNG-01</a></span>' in html
    assert "| **Guns** two hands [RNG-01](#COR-RNG-01) | | | |\n| rifle | 3 |" in as_markdown(sheet)


def test_costs_are_said_as_the_game_says_them():
    assert [cost_in_words(CORIOLIS, n) for n in (0, 2)] == ["free", "2 AP"]
    assert [cost_in_words(coins.RULESET, n) for n in (0, 2)] == ["free", "2"]


# --- paper ----------------------------------------------------------------------------------------


def test_the_more_there_is_the_smaller_it_is_printed():
    tables = [Table("t", "T", ("a", "b"), (("a word or two", 1),) * n) for n in (10, 200, 400, 2_000)]
    sizes = [paper(Page(tables=(table,))).letters for table in tables]
    assert sizes == sorted(sizes, reverse=True)
    assert (sizes[0], sizes[-1]) == (SIZES[0], SIZES[-1])
