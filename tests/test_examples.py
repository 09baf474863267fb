"""The programs of `examples` that need nothing but `import affray`: short, and they run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
SAID = {
    "bot": "guild after",
    "balance_table": "Kaan in heavy armour",
    "odds_notebook": "damage to Kaan",
    "log_reader": "ranged combat",
    "real_dice": "Kaan rolls initiative: 4 (4)",
    "campaign_evening": "day 3",
    "own_policy": "careful:",
    "chart": "falls",
    "shelf": "Zara rolls normal shot",
    "house_rule": "did you mean 'init.tie'",
}
"""What each of them says among other things."""


@pytest.mark.slow
@pytest.mark.parametrize("name", SAID)
def test_an_example_runs(name, tmp_path):
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
