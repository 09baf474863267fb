"""Entries, searching and receipts of the reference, on the catalogue of Coriolis."""

from __future__ import annotations

import json

import pytest

from affray.core.catalogue import read_catalogue
from affray.core.effect import Who
from affray.core.errors import NotFound
from affray.core.live import Asked, Came, Chose, Happened, Rolled
from affray.core.ruleset import ruleset
from affray.core.tally import NOTHING, Mod, figures, tally
from affray.reference import (
    as_data,
    everything,
    evidence_in,
    in_words,
    look_up,
    receipt,
    receipt_in_words,
    search,
    switched,
    title_of,
    told_in_words,
)
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis.house import House
from affray.rulesets.serenity.dice import Die

BOOK = read_catalogue("affray.rulesets.coriolis")


def ids(words, *kinds):
    return [hit.id for hit in search(BOOK, words, *kinds)]


# --- searching ------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["COR-MEL-05", "cor-mel-05", "Cor-Mel-05"])
def test_an_id_finds_itself_first_whatever_its_case(words):
    assert ids(words)[0] == "COR-MEL-05"


@pytest.mark.parametrize("words", ["COR-MEL", "cor-mel", "MEL", "mel"])
def test_the_beginning_of_an_id_or_a_chapter_finds_the_chapter_in_its_order_first(words):
    chapter = [rule.id for rule in BOOK.rules.values() if rule.chapter == "MEL"]
    assert ids(words)[: len(chapter)] == chapter


def test_the_end_of_an_id_will_do():
    assert ids("mel-05")[0] == "COR-MEL-05"


@pytest.mark.slow
def test_rulings_and_options_are_found_too():
    assert ids("amb-06")[0] == "AMB-06"
    assert ids("AP.BORROW")[0] == "ap.borrow"
    assert {hit.kind for hit in search(BOOK, "reroll")} == {"rule", "ruling", "option"}
    assert {hit.kind for hit in search(BOOK, "reroll", ("option",))} == {"option"}


@pytest.mark.slow
def test_all_the_words_must_stand_there_in_any_order():
    assert ids("fire full auto") == ids("auto full fire")
    assert set(ids("full auto clip")) <= set(ids("full auto"))
    assert ids("full auto porcelain") == []


def test_titles_count_for_more_than_texts():
    best = search(BOOK, "overwatch", ("rule",))[0]
    assert "overwatch" in best.title.casefold()


@pytest.mark.slow
def test_other_forms_and_beginnings_of_a_word_find_it():
    assert set(ids("grapples")) & set(ids("grappling"))
    assert set(ids("initiat")) >= set(ids("initiative"))


def test_no_words_find_every_rule_in_the_order_of_the_sheet():
    assert ids("  ") == list(BOOK.rules)


# --- entries --------------------------------------------------------------------------------------


def test_an_entry_holds_the_rule_its_rulings_and_its_options():
    entry = look_up(BOOK, "cor-init-03")
    assert (entry.kind, entry.id, entry.title, entry.lines) == ("rule", "COR-INIT-03", "Tied scores", "11")
    assert entry.chapter == "Initiative and the turn"
    assert [ruling.id for ruling in entry.rulings] == ["AMB-01"]
    assert [(s.option.key, s.value, s.on) for s in entry.options] == [("init.tie", "roll_off", False)]


def test_a_ruling_and_an_option_name_the_rules_they_belong_to():
    for name in ("AMB-01", "init.tie"):
        entry = look_up(BOOK, name)
        assert [rule.id for rule in entry.rules] == ["COR-INIT-03"]
        assert [s.option.key for s in entry.options] == ["init.tie"]


@pytest.mark.parametrize("house", [House(init_tie="pcs_first"), {"init.tie": "pcs_first"}])
def test_an_entry_says_what_this_fight_has_switched_on(house):
    assert [(s.value, s.on) for s in look_up(BOOK, "COR-INIT-03", house).options] == [("pcs_first", True)]
    assert [s.option.key for s in switched(BOOK, house)] == ["init.tie"]
    assert "default roll_off, here pcs_first" in "\n".join(in_words(look_up(BOOK, "init.tie", house)))
    assert switched(BOOK, House()) == ()


def test_an_id_that_nothing_has_is_told_with_close_ones():
    with pytest.raises(NotFound, match=r"no rule 'COR-MEL-77'; did you mean 'COR-MEL-"):
        look_up(BOOK, "cor-mel-77")


def test_words_hold_title_text_ruling_reason_and_every_value():
    text = "\n".join(in_words(look_up(BOOK, "COR-INIT-03")))
    rule, ruling, option = BOOK.rules["COR-INIT-03"], BOOK.rulings["AMB-01"], BOOK.options["init.tie"]
    for part in (rule.title, rule.text, ruling.question, ruling.answer, ruling.why, *option.values.values()):
        assert part in text
    assert text.splitlines()[1] == "Initiative and the turn, line 11 of the sheet"


def test_what_stands_nowhere_on_the_sheet_names_no_line_of_it():
    lines = [in_words(look_up(BOOK, r.id))[1] for r in BOOK.rulings.values() if not r.lines]
    assert lines
    assert not any("of the sheet" in line for line in lines)


def test_every_entry_has_words_and_data_that_json_can_hold():
    names = [*BOOK.rules, *BOOK.rulings, *BOOK.options]
    for name in names:
        entry = look_up(BOOK, name)
        assert all("\n" not in line for line in in_words(entry))
        data = json.loads(json.dumps(as_data(entry)))
        assert data["id"] == name
        assert {"title", "seed_lines", "status", "options", "tests"} <= set(data)
    assert [entry.id for entry in everything(BOOK)] == list(BOOK.rules)


def test_a_game_that_ships_no_table_of_tests_says_so():
    assert evidence_in("") == {}
    assert evidence_in("affray.rulesets") == {}


# --- receipts -------------------------------------------------------------------------------------

POOL = tally(Mod("COR-MEL-01", 7, "melee combat"), Mod("COR-MQ-02", -2, "quick"), Mod("AMB-19", 2, "prone"))
ROLL = Rolled(Asked(Who(0), "melee attack", "sixes(7)"), POOL, 2, (6, 6), ("COR-MEL-02", "COR-MEL-02"))


def test_a_receipt_names_the_rule_of_each_part():
    assert [(part.amount, part.rule) for part in receipt(BOOK, POOL)] == [
        (7, "COR-MEL-01"),
        (-2, "COR-MQ-02"),
        (2, "AMB-19"),
    ]
    lines = receipt_in_words(BOOK, POOL)
    assert lines[0] == f"  +7  melee combat  COR-MEL-01  {BOOK.rules['COR-MEL-01'].title}"
    assert lines[2].endswith(BOOK.rulings["AMB-19"].answer)
    assert lines[-1] == "   7  in all"
    assert receipt_in_words(BOOK, NOTHING) == ["   0  in all"]


def test_a_part_of_the_story_names_its_rules_once():
    lines = told_in_words(BOOK, ROLL)
    assert lines[:-1] == receipt_in_words(BOOK, POOL)
    assert lines[-1] == f"COR-MEL-02  {BOOK.rules['COR-MEL-02'].title}"
    hurt = Happened(fx.Hurt(Who(1), 2), ("COR-DMG-03",))
    assert told_in_words(BOOK, hurt) == [f"COR-DMG-03  {BOOK.rules['COR-DMG-03'].title}"]
    assert told_in_words(BOOK, Chose(ROLL.asked, True, ())) == []
    assert told_in_words(BOOK, Came(Who(2), "late")) == []


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, ""),
        ({"prone_small_stack": True}, "Yes: A target both small and prone gives -2 instead of -1."),
        ({"prone_melee": "+2"}, "@prone.melee"),
    ],
)
def test_a_ruling_stands_by_its_answer_with_what_this_table_has_switched(given, said):
    if said.startswith("@"):
        option = BOOK.options[said[1:]]
        said = option.values[given[option.field]]
    answer, told = BOOK.rulings["AMB-19"].answer, title_of(BOOK, "AMB-19", House(**given))
    assert told == (f"{answer} At this table: {said}" if said else answer)


def test_amounts_stand_as_people_say_them_and_the_sum_only_where_all_is_told():
    assert figures(None, POOL) == (["+7", "-2", "+2"], "7")
    assert figures(ruleset("coriolis").words, POOL) == (["+7", "-2", "+2"], "7 dice")
    assert figures(ruleset("coriolis").words, POOL, whole=False)[1] == ""
    codes = (Mod("DSX-ATK-01", 15, "marksmanship"), Mod("DSX-VEH-SPD-06", -6, "evasive action"))
    assert figures(ruleset("d6").words, codes) == (["+5D", "-2D"], "3D")
    dice = (Die("SER-R27", 4, "agility"), Die("SER-ATK-01", 6, "guns"), Mod("SER-VITAL-01", -2, "vital"))
    shown, total = figures(ruleset("serenity").words, dice)
    assert (shown, total) == (["d8", "d12", "2 steps down: d8"], "d8 + d8")
    assert figures(ruleset("serenity").words, dice, whole=False) == (["d8", "d12", "2 steps down"], "")
