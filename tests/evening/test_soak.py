"""A short soak: `make soak` goes on for as long as one likes."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest


@pytest.mark.slow
def test_an_evening_of_bad_lines_and_killed_servers_comes_to_rest() -> None:
    words = ["--minutes", "0", "--seconds", "5", "--seed", "103"]
    found = subprocess.run(
        [sys.executable, "-m", "tools.soak", *words], capture_output=True, text=True, timeout=300, check=False
    )
    assert found.returncode == 0, found.stdout + found.stderr
    told = re.search(r"(\d+) commands, (\d+) done, (\d+) kills, .* (\d+) entries", found.stdout)
    assert told, found.stdout
    assert all(int(n) > 0 for n in told.groups()), found.stdout
