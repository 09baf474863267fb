"""The catalogue: rules, rulings and house rules as a game's `rules.toml` gives them."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from affray.core.catalogue import Option, read_catalogue
from affray.core.errors import BadData, NotFound
from affray.rulesets.coriolis.house import House

BOOK = read_catalogue("affray.rulesets.coriolis")
CHOICE = Option("a.b", "R-1", "x", "Which.", {"x": "One.", "y": "Other."})
FLAG = Option("a.c", "R-1", False, "Whether.", {})
NUMBER = Option("a.d", "R-1", 3, "How many.", {}, 1, 9)
OPEN = Option("a.e", "R-1", 3, "How many.", {})


@pytest.mark.parametrize(
    ("option", "good", "bad"),
    [
        (CHOICE, ["x", "y"], ["z", True, 1, None]),
        (FLAG, [True, False], [1, 0, "true", None]),
        (NUMBER, [1, 3, 9], [0, 10, True, "3", 3.0, None]),
        (OPEN, [-1000, 0, 1000], [True, "0"]),
    ],
)
def test_an_option_takes_its_values_and_no_others(option, good, bad):
    assert all(option.fits(value) for value in good)
    assert not any(option.fits(value) for value in bad)


def test_the_record_has_a_field_for_each_option_and_mypy_knows_its_values() -> None:
    assert House()._asdict() == {option.field: option.default for option in BOOK.options.values()}
    assert House().init_tie != "rolloff"  # type: ignore[comparison-overlap]
    with pytest.raises(TypeError):
        House(nothing=1)  # type: ignore[call-arg]


CATALOGUE = """
[ruleset]
id = "toss"
title = "Toss"
notice = ""

[[chapter]]
id = "A"
title = "All"

[[rule]]
id = "T-1"
chapter = "B"
title = "Toss"
text = "Toss."
lines = "1"
needs = "D"
rulings = ["R-2"]

[[ruling]]
id = "R-1"
question = "Who?"
answer = "Anyone."
why = ""
lines = "1"

[[ruling]]
id = "R-1"
question = "When?"
answer = "Now."
why = ""
lines = "1"

[[option]]
key = "most"
ruling = "R-3"
default = 4
summary = "How often."
min = 1
max = 3
above = "least"
"""


def test_a_catalogue_that_names_what_is_not_there_is_refused_with_every_line(tmp_path, monkeypatch):
    home = tmp_path / "wrong_toss"
    home.mkdir()
    (home / "__init__.py").touch()
    (home / "rules.toml").write_text(CATALOGUE)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(BadData) as caught:
        read_catalogue("wrong_toss")
    assert [str(fault).removeprefix(f"{home}/") for fault in caught.value.faults] == [
        "rules.toml:27: ruling.2: the same key appears twice",
        "rules.toml:13: rule.1.chapter: there is no chapter 'B'; known: A",
        "rules.toml:18: rule.1.rulings: there is no ruling 'R-2'; did you mean 'R-1'?",
        "rules.toml:36: option.1.ruling: there is no ruling 'R-3'; did you mean 'R-1'?",
        "rules.toml:41: option.1.above: there is no option 'least'; known: most",
        "rules.toml:37: option.1.default: expected a whole number from 1 to 3, got 4",
    ]


def test_an_option_says_what_it_expects_and_which_field_it_is():
    assert CHOICE.expected == "one of x, y"
    assert FLAG.expected == "true or false"
    assert NUMBER.expected == "a whole number from 1 to 9"
    assert NUMBER.field == "a_d"


def test_house_rules_become_the_games_record():
    assert BOOK.house(House, {}) == House()
    assert BOOK.house(House, {"init.tie": "pcs_first", "ap.borrow": 2}) == House(
        init_tie="pcs_first", ap_borrow=2
    )


def test_every_fault_of_house_rules_is_told_at_once_with_what_was_expected():
    with pytest.raises(BadData) as caught:
        BOOK.house(House, {"init.tie": "coin", "ap.borow": 1, "ap.borrow": 1, "crit.repeat": "yes"})
    said = [str(fault) for fault in caught.value.faults]
    assert len(said) == 3
    assert said[0].startswith("options.init.tie: expected one of roll_off, second_die_once")
    assert said[1] == "options.ap.borow: there is no option 'ap.borow'; did you mean 'ap.borrow'?"
    assert said[2] == "options.crit.repeat: expected true or false, got 'yes'"


@pytest.mark.parametrize(
    ("given", "key", "message"),
    [
        ({"range.short": 10, "range.close": 10}, "range.short", "more than range.close, got 10 and 10"),
        ({"range.short": 200}, "range.short", "a whole number from 2 to 100"),
        ({"range.long": 15}, "range.long", "more than range.short, got 15 and 20"),
        ({"range.long": 1000}, "range.long", "range.extreme to be more than range.long, got 1000 and 1000"),
    ],
)
def test_numbers_that_have_to_rise_are_refused_where_they_cross(given, key, message):
    ((found, said),) = BOOK.faults(given)
    assert found == key
    assert message in said


def test_numbers_that_rise_together_are_taken():
    assert not BOOK.faults({"range.close": 5, "range.short": 6, "range.long": 7, "range.extreme": 8})


def test_a_rule_is_found_by_its_id_and_a_close_one_is_suggested():
    assert BOOK.rule("COR-INIT-01").chapter == "INIT"
    with pytest.raises(NotFound, match="'COR-INIT-01'"):
        BOOK.rule("COR-INIT-001")


def test_the_options_of_a_rule_come_through_its_rulings():
    assert [o.key for o in BOOK.options_of["COR-INIT-03"]] == ["init.tie"]
    assert BOOK.options_of["COR-INIT-01"] == ()
    reached = {o.key for options in BOOK.options_of.values() for o in options}
    assert reached <= set(BOOK.options)


def test_the_package_says_where_the_rest_of_the_game_is():
    assert BOOK.package == "affray.rulesets.coriolis"


def test_a_record_of_fewer_fields_is_a_fault_of_ours_and_not_silent():
    class Small(NamedTuple):
        init_tie: str = "roll_off"

    with pytest.raises(TypeError):
        BOOK.house(Small, {"ap.borrow": 1})
