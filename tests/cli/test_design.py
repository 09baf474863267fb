"""`affray balance`, `compare` and `sweep` as programs use them."""

from __future__ import annotations

import json
import tomllib

import pytest

from affray import operations
from affray.balancing import sweep

GRID = 'scene = "coriolis/duel"\nn = 10\nseeds = [1, 2]\n'


@pytest.fixture(autouse=True)
def _wide(monkeypatch):
    """A screen of a hundred columns."""
    monkeypatch.setenv("COLUMNS", "100")


@pytest.mark.slow
def test_balance_writes_a_scene_that_plays(affray, tmp_path):
    scene = tmp_path / "even.toml"
    code, out, err = affray(
        "balance", "duel", "--target", 0.4, "-n", 400, "--change", "armour", "--output", scene
    )
    assert (code, err) == (0, "")
    assert out.startswith("Victory for the crew: 26.2% (22.2% to 30.8%) as it is; target: 40.0%\n")
    assert "Kaan wears no armour (0 instead of 3)" in out
    assert out.endswith(f"The best one has been written to {scene}.\n")
    fighters = tomllib.loads(scene.read_text())["fighters"]
    assert fighters[1]["armour"] == 0
    assert affray("check", scene)[0] == 0


@pytest.mark.slow
def test_balance_for_programs(affray):
    code, out, _ = affray("balance", "duel", "--target", 0.4, "-n", 400, "--change", "armour", "--json")
    found = json.loads(out)
    assert code == 0
    assert (found["side"], found["reached"], found["whole"]) == ("crew", True, True)
    best = found["proposals"][0]
    assert best["changes"][0]["kind"] == "armour"
    assert best["odds"]["low"] < best["odds"]["value"] < best["odds"]["high"]
    assert "Kaan" in best["scene"]


@pytest.mark.slow
def test_balance_says_what_is_nearest_and_writes_it(affray, tmp_path):
    scene = tmp_path / "near.toml"
    arguments = ("--target", 0.01, "-n", 200, "--change", "armour", "--output", scene)
    code, out, err = affray("balance", "duel", *arguments)
    assert code == 2
    assert err.startswith("no allowed change brings crew to 1.0%: the closest is ")
    assert err.count("\n") == 1
    assert "what is changed" in out
    assert operations.load_scene(scene).scene.title == "A duel in the cargo bay"


@pytest.mark.slow
def test_compare_tells_a_table_and_who_is_ahead(affray):
    code, out, err = affray(
        "compare", "duel", "--weapon", "heavy pistol", "--weapon", "carbine", "--armour", "light armour",
        "--range", 10, "--range", 5000,
    )  # fmt: skip
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "Zara attacks Kaan: chance to hit, harm on average, chance to put out",
        "armour        m away  heavy pistol                carbine",
        "light armour      10   95%   2.62   5.5%           96%   2.71   7.0%",
        "                5000  the target is out of range  the target is out of range",
        "Most harm, out of 2 cases: heavy pistol in 0; carbine in 1.",
    ]


def test_compare_for_programs_gives_fractions(affray):
    code, out, _ = affray(
        "compare", "duel", "--option", "range.short=20", "--option", "range.short=10", "--range", 15,
        "--armour", 0, "--json",
    )  # fmt: skip
    found = json.loads(out)
    assert code == 0
    assert [v["options"] for v in found["variants"]] == [{"range.short": 20}, {"range.short": 10}]
    near, far = found["cells"]
    assert near["exact"]
    top, bottom = map(int, near["hits"]["fraction"].split("/"))
    assert top / bottom == near["hits"]["value"] > far["hits"]["value"]


def test_sweep_tells_its_rows_and_writes_them(affray, tmp_path, monkeypatch):
    monkeypatch.setattr(sweep, "processes", lambda _: Here)
    (tmp_path / "grid.toml").write_text(GRID)
    code, out, err = affray("sweep", tmp_path / "grid.toml", "--output", tmp_path / "out.csv")
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == "seed  crew win  guild win"
    assert "2 cells, written to" in out
    assert len((tmp_path / "out.csv").read_text().splitlines()) == 3


class Here:
    """An executor that is opened and closed, and plays at once."""

    def __enter__(self):
        from tests.balancing.test_sweep import AtOnce

        return AtOnce()

    def __exit__(self, *_):
        return None


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("balance", "duell", "--target", 0.5), "there is no scene 'duell'; did you mean 'duel'"),
        (("balance", "duel", "--target", 70), "expected a target from 0 to 1, such as 0.7, got 70"),
        (("balance", "duel", "--target", "x"), "'x' is not a valid float"),
        (("balance", "duel"), "Missing option '--odds'"),
        (
            ("balance", "duel", "--target", 0.5, "--side", "Crew"),
            "there is no side 'Crew'; did you mean 'crew'",
        ),
        (("balance", "duel", "--target", 0.5, "--change", "armor"), "there is no kind of change 'armor'"),
        (("balance", "duel", "--target", 0.5, "--keep", "Bob"), "there is no fighter or side 'Bob'"),
        (("balance", "duel", "--target", 0.5, "-n", 0), "expected at least 100 fights, got 0"),
        (("compare", "duel", "--weapon", "axe"), "nothing to compare: expected at least two weapons"),
        (
            ("compare", "duel", "--weapon", "axe", "--weapon", "swrd"),
            "there is no weapon 'swrd'; did you mean",
        ),
        (("compare", "duel", "--option", "range.shrt=3"), "there is no option 'range.shrt'; did you mean"),
        (("compare", "duel", "--option", "range.short"), "expected range.short=VALUE, a whole number"),
        (
            ("compare", "duel", "--option", "range.short=far"),
            "expected a whole number from 2 to 100, got 'far'",
        ),
        (
            ("compare", "duel", "--option", "range.short=1,range.close=1"),
            "range.short: expected a whole number",
        ),
        (("sweep", "no.toml"), "no.toml: cannot be read: No such file or directory"),
        (("sweep", "no.toml", "--workers", 0), "0 is not in the range x>=1"),
        (("sweep", "no.toml", "--workers", 1, "--scheduler", "a:1"), "--workers or --scheduler, not both"),
    ],
)
def test_faults_are_told_in_a_sentence(affray, arguments, said):
    code, out, err = affray(*arguments)
    assert code == 2
    assert said in err
    assert out == ""
    assert "Traceback" not in err


def test_an_interrupted_sweep_says_that_what_was_done_is_kept(affray, tmp_path, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(operations, "sweep", interrupted)
    (tmp_path / "grid.toml").write_text(GRID)
    code, _, err = affray("sweep", tmp_path / "grid.toml")
    assert code == 130
    assert err.startswith(
        "Interrupted; finished cells are saved. Run the same command again to continue: grid.csv"
    )
