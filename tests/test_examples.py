"""The programs of `examples` that need nothing but `import affray`: short, and they run."""

from __future__ import annotations

import io
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from tests.whole import part_of

EXAMPLES = Path(__file__).parents[1] / "examples"
SAID = {
    "bot": "guild after",
    "balance_table": "Kaan in heavy armour",
    "odds_notebook": "damage to Kaan",
    "log_reader": "ranged combat",
    "real_dice": "Kaan's initiative: 4",
    "campaign_evening": "day 3",
    "own_policy": "careful:",
    "chart": "falls",
    "shelf": "Zara's normal shot",
    "house_rule": "did you mean 'init.tie'",
}
"""What each of them says among other things."""


@pytest.mark.slow
@pytest.mark.parametrize("name", SAID)
def test_an_example_runs(name, tmp_path, monkeypatch, capsys):
    """In this process, where all is there already that each of them begins with."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", [f"{name}.py"])
    monkeypatch.setattr("sys.stdin", io.StringIO("3\nroll\nundo\n4\n"))
    runpy.run_path(str(EXAMPLES / f"{name}.py"), run_name="__main__")
    assert SAID[name] in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize("name", [*part_of(SAID, len(SAID))])
def test_an_example_runs_by_itself(name, tmp_path):
    done = subprocess.run(
        [sys.executable, EXAMPLES / f"{name}.py"],
        input="3\nroll\nundo\n4\n",
        capture_output=True, text=True, check=False, cwd=tmp_path,
    )  # fmt: skip
    assert not done.returncode, done.stderr
    assert SAID[name] in done.stdout


@pytest.mark.parametrize("name", SAID)
def test_an_example_is_short(name):
    assert len((EXAMPLES / f"{name}.py").read_text("utf-8").splitlines()) <= 40
