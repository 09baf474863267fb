"""The runner of benchmarks: what it is told, how far it is, and two trees side by side."""

from __future__ import annotations

import pytest

from benchmarks import __main__ as runner
from benchmarks import against
from benchmarks import tests as where_time_goes
from benchmarks.report import Figure, Report, read, write

DICE = "a roll"


def pair(before, now, better="less"):
    return [Figure(DICE, before, "ms", better)], [Figure(DICE, now, "ms", better)]


def test_every_benchmark_is_found_and_nothing_else():
    assert set(runner.names()) >= {"bulk", "pricing", "table", "tests"}
    assert not {"against", "report", "__main__"} & set(runner.names())


def test_a_benchmark_that_is_none_is_told_with_those_that_there_are():
    with pytest.raises(SystemExit, match=r"No such benchmark: bulks\. There are: .*bulk, "):
        runner.main(["bulks"])


def test_figures_are_kept_and_read_again(tmp_path):
    told = Report("dice")
    assert told.figure(DICE, 1.5, "ms") == 1.5
    told.figure("rolls", 7.0, "/s", "more")
    write(tmp_path / "figures.json", told.figures)
    assert read(tmp_path / "figures.json") == [
        Figure(DICE, 1.5, "ms", "less"),
        Figure("rolls", 7.0, "/s", "more"),
    ]


def test_each_step_is_told_with_its_number_apart_from_what_is_found(capsys):
    told = Report("dice")
    assert list(told.each(["duel", "brawl"], "scene")) == ["duel", "brawl"]
    out, err = capsys.readouterr()
    assert out == ""
    assert "dice 1/2" in err
    assert "scene brawl" in err


def test_a_ratio_above_one_is_worse_whichever_way_is_better():
    [slower], rest = against.ratios([pair(10, 12), pair(10, 13), pair(20, 23)])
    assert (slower.each, slower.is_worse, rest) == ((1.2, 1.3, 1.15), True, [])
    [fewer], _ = against.ratios([pair(100, 80, "more")])
    assert fewer.each == (1.25,)
    assert "WORSE" in str(fewer)
    [better], _ = against.ratios([pair(10, 8)])
    assert not better.is_worse


def test_what_ran_beside_a_tree_is_not_held_against_it():
    [disturbed], _ = against.ratios([pair(10, 13), pair(10, 13), pair(10, 10.9)])
    assert not disturbed.is_worse
    assert str(disturbed).split()[-4:] == ["1.090", "1.090", "1.300", "1.300"]
    [worse], _ = against.ratios([pair(12, 13), pair(20, 13), pair(10, 11.1)])
    assert worse.is_worse


def test_what_only_one_tree_has_is_told():
    before, now = pair(1, 1)
    found, rest = against.ratios(
        [([*before, Figure("old", 1, "s", "less")], [*now, Figure("new", 1, "s", "less")])]
    )
    assert [ratio.name for ratio in found] == [DICE]
    assert sorted(line.strip() for line in rest) == [
        "new: not in each run of both",
        "old: not in each run of both",
    ]
    assert against.ratios([pair(0, 1)]) == ([], [f"  {DICE}: zero in one of them"])


RAN: list[str] = []


class Tree(against.Tree):
    """A tree whose benchmarks need no process."""

    def measured(self, name, folder, long):
        RAN.append(self.name)
        if name == "broken":
            raise against.Incomparable("no such module")
        return [Figure(DICE, 2.0 if self.name == "this tree" else 1.0, "ms", "less")]


def test_trees_are_measured_in_turn(monkeypatch, tmp_path):
    monkeypatch.setattr(against, "Tree", Tree)
    RAN.clear()
    [ratio], rest = against.in_turn("dice", tmp_path, tmp_path, 3, False)
    assert RAN == ["the commit", "this tree", "this tree", "the commit", "the commit", "this tree"]
    assert (ratio.each, rest) == ((2.0, 2.0, 2.0), [])


def test_what_does_not_run_with_the_old_package_is_told(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(against, "Tree", Tree)
    monkeypatch.setattr(against, "ROOT", tmp_path)
    monkeypatch.setattr(against, "checked_out", lambda commit: Checkout(tmp_path))
    (tmp_path / "benchmarks").mkdir()
    against.compare("abc", ["broken", "dice"], 1, False)
    out = capsys.readouterr().out
    assert "not compared: no such module" in out
    assert "Worse than 1.1 at their best: dice: a roll" in out


class Checkout:
    def __init__(self, path):
        self.path = path

    def __enter__(self):
        return self.path

    def __exit__(self, *_):
        return None


def test_the_table_of_tests_sums_up_folders_phases_and_fixtures(capsys):
    call = {"setup": [1.0, 0.5], "call": [3.0, 2.0], "teardown": [0.0, 0.0]}
    record = {
        "spent": [10.0, 9.0],
        "workers": [[6.0, 4.0], [6.0, 5.0]],
        "tests": {"tests/d6/test_a.py::test_x": call, "tests/d6/test_b.py": call, "src/a.py::a": call},
        "fixtures": [["tests/d6::server", 1.0, 0.5], ["tests/d6::server", 2.0, 0.5]],
    }
    told = Report("tests")
    where_time_goes.shown(told, record)
    out = capsys.readouterr().out
    assert "3 tests in 10 s" in out
    lines = {line.rsplit(maxsplit=2)[0].strip(): line.split()[-2:] for line in out.splitlines()}
    assert lines["tests/d6 (2)"] == ["8.0", "5.0"]
    assert lines["call"] == ["9.0", "6.0"]
    assert lines["to start, collect and wait"] == ["0.0", "1.5"]
    assert lines["tests/d6::server (x 2)"] == ["3.0", "1.0"]
    assert [(figure.name, figure.value) for figure in told.figures] == [
        ("make test", 10.0),
        ("make test, CPU", 9.0),
    ]


def test_without_a_record_it_says_how_to_get_one(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(where_time_goes, "RECORD", tmp_path / "none.json")
    where_time_goes.main(Report("tests"))
    assert "LONG=1" in capsys.readouterr().out


def test_a_commit_whose_modules_were_called_otherwise_is_measured_by_its_own_benchmarks(
    monkeypatch, tmp_path
):
    tree = tmp_path / "tree"
    tried = []

    def measured(self, name, folder, long):
        tried.append(self.benchmarks)
        if self.benchmarks != tree:
            raise against.Incomparable("No module named 'affray.pricing'")
        return [Figure(DICE, 1.0, "ms", "less")]

    monkeypatch.setattr(against.Tree, "measured", measured)
    there, [first] = against.runs_with("pricing", tree, tmp_path, long=False)
    assert (there.package, there.benchmarks, first.name) == (tree / "src", tree, DICE)
    assert tried == [against.ROOT, tmp_path / "mixed", tree]
