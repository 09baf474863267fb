"""`affray solve`: what it prints, for people and programs, and refuses."""

from __future__ import annotations

import json

import pytest

from affray.cli import run
from tests.solver.duels import DUELS


@pytest.fixture
def solve(capsys, tmp_path):
    scene = tmp_path / "knives.toml"
    scene.write_text(DUELS["horizon"].replace("rusty", "simple"), encoding="utf-8")

    def command(*arguments):
        code = run(["solve", str(scene), *arguments])
        out, err = capsys.readouterr()
        return code, out, err

    return command


def test_odds_are_told_as_numbers_and_fractions(solve):
    code, out, err = solve()
    assert (code, err) == (0, "")
    assert "a 0.905093  = 391/432" in out
    assert "b 0.094907  = 41/432" in out
    assert "1.00 rounds on average" in out


@pytest.mark.slow
def test_programs_get_the_same(solve):
    data = json.loads(solve("--json")[1])
    assert data["exact"]
    assert data["fractions"] == {"a": "391/432", "b": "41/432"}
    assert data["wins"]["a"] == pytest.approx(391 / 432)
    assert sum(data["rounds"]["ended"].values()) == pytest.approx(1)


@pytest.mark.slow
def test_beyond_the_states_it_samples_and_says_so(solve):
    code, out, _ = solve("--states", "10", "--samples", "200")
    assert code == 0
    assert "Sampled: the fight has more than 10 states, too many to follow them all." in out
    assert "200 fights" in out


def test_bad_input_is_told_in_a_sentence(solve):
    code, _, err = solve("--for", "Nobody")
    assert code == 2
    assert "there is no fighter 'Nobody'" in err
    code, _, err = solve("--states", "0")
    assert code == 2
    assert "Traceback" not in err
    code, _, err = solve("--policy", "bold")
    assert code == 2
    assert "there is no policy 'bold'" in err
