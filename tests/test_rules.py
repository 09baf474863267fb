"""Every rule and every option works: each is named by code, and a test that carries it shows it."""

from __future__ import annotations

import pytest

from tests.conftest import SHOWN
from tools import rules

ADVICE = "run `python tools/rules.py --write`"


@pytest.fixture(scope="module")
def shown(request):
    """What this run has collected, if that is everything; else it is collected apart."""
    return request.config.stash.get(SHOWN, None) or rules.collected()


@pytest.fixture(scope="module")
def covered(shown):
    return list(rules.coverages(shown))


@pytest.mark.slow
def test_every_rule_and_option_is_in_code_and_shown_by_a_test(covered):
    missing = [
        f"{row.ruleset}, {len(ids)} {what}: {' '.join(ids)}"
        for row in covered
        for what, ids in row.missing()
        if ids
    ]
    assert not missing, "\n".join(["", *missing])


@pytest.mark.slow
def test_tests_carry_only_ids_that_a_catalogue_holds(covered, shown):
    assert rules.strangers(covered, shown) == []


@pytest.mark.slow
def test_the_table_that_the_reference_reads_is_up_to_date(covered):
    for row in covered:
        assert rules.place(row).is_file(), ADVICE
        assert rules.place(row).read_text(encoding="utf-8") == rules.written(row), ADVICE
    assert rules.table(list(rules.coverages(rules.kept()))) == rules.table(covered)


# --- the tool itself ------------------------------------------------------------------------------


@pytest.fixture
def game(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "rules.toml").write_text(
        '[[rule]]\nid = "ABC-MEL-02"\n[[rule]]\nid = "ABC-MEL-01"\n[[rule]]\nid = "ABC-MEL-03"\n'
        '[[ruling]]\nid = "AMB-01"\n[[option]]\nkey = "melee.cost"\n[[option]]\nkey = "melee.free"\n'
    )
    (tmp_path / "melee.py").write_text(
        '"""Uses ABC-MEL-03, but only in words."""\nplay.need(play.house.melee_cost, "ABC-MEL-02", "no")\n'
    )
    (tmp_path / "reference.py").write_text('FLOW = ("ABC-MEL-03", "melee_free")\n')
    (tmp_path / "data" / "covers.csv").write_text("name,rule\ntable,ABC-MEL-01\n")
    (tmp_path / "data" / "shown.csv").write_text("id,status,tests\nABC-MEL-03,shown,\n")
    return tmp_path


def test_a_rule_is_in_code_as_a_literal_or_a_cell_and_an_option_as_a_field(game):
    row = rules.coverage(game, {"ABC-MEL-02": ["test_a"], "melee.free": ["test_b"]})
    assert [(line.id, line.status) for line in row.lines] == [
        ("ABC-MEL-02", "shown"),
        ("ABC-MEL-01", "in code"),
        ("ABC-MEL-03", "open"),
        ("AMB-01", "open"),
        ("melee.cost", "in code"),
        ("melee.free", "not in code"),
    ]


def test_an_option_is_not_shown_by_the_tests_of_another_game(game):
    (game.parent / "other").mkdir()
    tests = [
        f"tests/{game.name}/test_a.py::test_a",
        "tests/other/test_a.py::test_a",
        "tests/test_b.py::test_b",
    ]
    row = rules.coverage(game, {"melee.free": tests})
    assert row.options[1].tests == (tests[0], tests[2])


def test_the_printed_table_counts_and_names_what_is_missing(game):
    text = rules.table([rules.coverage(game, {"ABC-MEL-02": ["test_a"]})])
    assert text.splitlines()[1].split()[1:] == ["3", "2", "1", "2", "1", "0"]
    assert "rules not in code: ABC-MEL-03" in text
    assert "rules not shown: ABC-MEL-01 ABC-MEL-03" in text
    assert "options not shown: melee.cost melee.free" in text


def test_ids_of_tests_that_no_catalogue_holds_are_named(game):
    shown = {"ABC-MEL-02": ["test_a"], "ABC-MEL-99": ["test_a"]}
    assert rules.strangers([rules.coverage(game, shown)], shown) == ["ABC-MEL-99"]


def test_the_collector_takes_markers_of_tests_classes_and_modules(items):
    collector = rules.Collector()
    collector.pytest_collection_modifyitems(items)
    assert collector.shown == {"A-1": ["t.py::test_x"], "A-2": ["t.py::test_x"], "o.k": ["t.py::test_x"]}


@pytest.fixture
def items():
    class Item:
        marks = (pytest.mark.rule("A-1", "A-2").mark, pytest.mark.option("o.k").mark)

        def __init__(self, nodeid):
            self.nodeid = nodeid

        def iter_markers(self, name):
            return (mark for mark in self.marks if mark.name == name)

    return [Item("t.py::test_x[1]"), Item("t.py::test_x[2]")]
