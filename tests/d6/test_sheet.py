"""The printed sheet: it follows the house rules, and says what the rules say."""

from __future__ import annotations

import pytest

from affray.core.catalogue import OptionValue
from affray.reference import page_of
from affray.reference.calculation import computed
from affray.rulesets.d6 import RULESET
from affray.testing.pages import not_on_receipts, strangers

OTHERS = [
    {option.key: value}
    for option in RULESET.catalogue.options.values()
    for value in (option.values or ({bool: (True,), int: (max(2, option.least or 0),)}[type(option.default)]))
    if value != option.default
]


def grid(name, **options):
    page = page_of(RULESET, {key.replace("__", "."): value for key, value in options.items()})
    found = computed(RULESET, next(odds for odds in page.odds if odds.id == name))
    return dict(zip(found.odds.rows, found.texts(), strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("options", OTHERS, ids=lambda options: "=".join(map(str, *options.items())))
def test_the_page_follows_every_house_rule(options):
    page = page_of(RULESET, options)
    assert list(strangers(RULESET, page)) == []
    assert len(page.flows) == 4


@pytest.mark.slow
def test_its_flows_follow_them_too():
    options: dict[str, OptionValue] = {
        "blast.compared": "reflexes",
        "dice.least": "one",
        "damage.rolled": True,
    }
    assert not_on_receipts(RULESET, page_of(RULESET, options), options) == {}


def test_the_page_follows_all_house_rules_at_once():
    options = {key: value for other in OTHERS for key, value in other.items()}
    page = page_of(RULESET, options)
    assert list(strangers(RULESET, page)) == []
    assert page.actions != page_of(RULESET, {}).actions


@pytest.mark.slow
def test_a_wild_die_against_rolled_defences_has_a_sheet():
    options: dict[str, OptionValue] = {"wild.die": True, "defence.number": "rolled"}
    page = page_of(RULESET, options)
    assert [odds.id for odds in page.odds] == ["reach-odds"]
    assert "affray odds" in page.odds[0].note
    assert computed(RULESET, page.odds[0]._replace(rows=page.odds[0].rows[:3])).values
    assert len(page_of(RULESET, {"wild.die": True}).odds) == len(page_of(RULESET, {}).odds) == 5


@pytest.mark.slow
def test_what_a_code_reaches():
    found = grid("reach-odds")
    assert found["3D"][:4] == ["100", "98", "84", "62"]
    assert grid("reach-odds", dice__least="one")["1D"][0] == "67"


def test_several_attacks_are_better_only_with_a_code_that_bears_them():
    found = grid("several-odds")
    assert float(found["1"][1]) > float(found["2"][1])  # 3D
    assert float(found["2"][5]) > float(found["1"][5])  # 7D
    assert found["4"][0] == ""


def test_the_tables_say_what_the_rules_count():
    tables = {table.id: table for table in page_of(RULESET, {}).tables}
    assert ("3", "-2D", -6) in tables["price"].rows
    assert ("tractor and trailer", "colossal", "-18", 0, 20, 147) in tables["vehicles"].rows
    flat = {table.id: table for table in page_of(RULESET, {"multi.penalty": "flat"}).tables}
    assert ("3", "-1D", -3) in flat["price"].rows
