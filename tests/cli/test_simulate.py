"""`affray simulate`: charts of letters, files, JSON, and one sentence for what goes wrong."""

from __future__ import annotations

import json
import os

import pytest

from affray import operations
from affray.cli import progress

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_it_shows_every_part_within_the_screen(affray, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    code, out, err = affray("simulate", "duel", "-n", "40", "--plain")
    assert (code, err) == (0, "")
    for part in ("Who wins", "Who is still up", "Hit points left", "How many go down", "What it costs"):
        assert part in out
    assert out.isascii()
    assert max(map(len, out.splitlines())) <= columns
    assert not any(line.endswith(" ") for line in out.splitlines())
    assert "\x1b" not in out


def test_the_figures_are_those_of_the_api(affray):
    out = affray("simulate", "duel", "-n", "40", "--seed", "3")[1]
    found = operations.simulate("duel", n=40, seed=3)
    for side in found.sides:
        assert f"{side.wins.share * 100:.1f} %" in out
        assert f"{side.wins.low * 100:.1f} to {side.wins.high * 100:.1f} %" in out
    assert "Coriolis: 40 fights, seed 3, policy sensible" in out


def test_json_is_the_simulation_and_nothing_else(affray, tmp_path):
    report = tmp_path / "report.html"
    code, out, err = affray("simulate", "duel", "-n", "20", "--json", "--report", report)
    assert code == 0
    assert out == operations.simulate("duel", n=20).to_json()
    assert json.loads(out)["fights"] == 20
    assert err == f"Written to {report}.\n"
    assert report.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]


def test_a_chart_is_a_picture(affray, tmp_path):
    pytest.importorskip("matplotlib")
    code, _, _ = affray("simulate", "duel", "-n", "20", "--chart", tmp_path / "chart.svg")
    assert code == 0
    assert "</svg>" in (tmp_path / "chart.svg").read_text(encoding="utf-8")


def test_house_rules_are_shown(affray):
    code, out, _ = affray("simulate", "duel", "-n", "10", "--options", "aoo.defendable=no")
    assert code == 0
    assert "House rules: aoo.defendable = false" in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("duel", "-n", "0"), "expected 1 to 10,000,000 fights, got 0"),
        (("duel", "-n", "many"), "'many' is not a valid integer"),
        (("nowhere",), "nowhere"),
        (("duel", "--policy", "bold"), "has no policy 'bold'; known: sensible"),
        (("duel", "--options", "nope=1"), "nope"),
        (("duel", "--chart", "picture.gif"), "expected a chart as .svg or .png, not '.gif'"),
        (("duel", "--report", "nowhere/report.html"), "cannot be written: the folder nowhere does not exist"),
    ],
)
def test_bad_input_is_told_in_a_sentence_before_any_fight(affray, monkeypatch, arguments, said):
    monkeypatch.setattr("affray.simulation.counts.FightCounter.fights", lambda *_: pytest.fail("fought"))
    code, out, err = affray("simulate", *arguments)
    assert (code, out) == (2, "")
    assert said in err
    assert "Traceback" not in err


def test_a_full_disk_is_told_after_the_results(affray):
    if not os.path.exists("/dev/full"):  # noqa: PTH110 (a device, not a file)
        pytest.skip("no full device here")
    code, out, err = affray("simulate", "duel", "-n", "10", "--report", "/dev/full")
    assert code == 2
    assert "Who wins" in out
    assert "/dev/full: cannot be written: No space left on device" in err


def test_the_report_is_written_though_nobody_reads_the_rest(tmp_path):
    found = operations.simulate("duel", n=10)
    with pytest.raises(BrokenPipeError), progress.written(found, tmp_path / "report.html", None):
        raise BrokenPipeError
    assert (tmp_path / "report.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_an_interrupt_shows_what_is_done(affray, monkeypatch):
    real = operations.simulate

    def stopped(*args, **kw):
        def told(done, n):
            if done >= 10:
                raise KeyboardInterrupt

        return real(*args, **{**kw, "progress": told})

    monkeypatch.setattr(operations, "simulate", stopped)
    code, out, _ = affray("simulate", "duel", "-n", "400")
    assert code == 130
    assert "Interrupted: 16 of 400 fights." in out or "Interrupted: 48 of 400 fights." in out
    assert "Who wins" in out


def test_progress_is_shown_on_a_terminal_only(monkeypatch, capsys):
    with progress.progress() as told:
        assert told is None
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    with progress.progress() as told:
        assert told is not None
        told(5, 10)
    assert capsys.readouterr().out == ""
