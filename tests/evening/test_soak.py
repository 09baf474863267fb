"""A short soak: `make soak` goes on for as long as one likes."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from tools import soak

SEAT = soak.Seat("Ann", "player", "")


@pytest.mark.slow
def test_an_evening_of_bad_lines_and_killed_servers_comes_to_rest() -> None:
    words = ["--minutes", "0", "--seconds", "5", "--store", "sqlite", "--seed", "103"]
    found = subprocess.run(
        [sys.executable, "-m", "tools.soak", *words], capture_output=True, text=True, timeout=300, check=False
    )
    assert found.returncode == 0, found.stdout + found.stderr
    told = re.search(r"(\d+) commands, (\d+) done, (\d+) entries; (\d+) killed", found.stdout)
    assert told, found.stdout
    assert all(int(n) > 0 for n in told.groups()), found.stdout


def test_what_is_refused_and_then_done_is_a_fault(tmp_path: Path) -> None:
    caller = soak.Caller(soak.Tavern("memory:", tmp_path / "errors", "d6"), "x", SEAT, Random(1))
    caller.sections = {"me": {"seat": "s2"}, "log": []}
    caller.sent = {"a": {"id": "a", "do": "answer", "n": 1}}
    kept = Counter({"s2:a": 1})
    done, refused = {"t": "done", "id": "a"}, {"t": "refused", "id": "a", "code": "wire/stale", "why": "late"}
    caller.replies = {"a": [done, done]}
    soak.owed(caller, kept)
    caller.replies = {"a": [{**refused, "code": "store/away"}, done]}
    soak.owed(caller, kept)
    for replies, there in (([refused, done], kept), ([done], Counter[str]()), ([refused], kept)):
        caller.replies = {"a": replies}
        with pytest.raises(soak.Fault):
            soak.owed(caller, there)
