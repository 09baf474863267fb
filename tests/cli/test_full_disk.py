"""Commands that write a file on a full disk: the file that was there stays, and nothing lies beside it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from affray import operations
from affray.session.logfile import begun

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="files are kept small as Unix does it"),
]

PROGRAM = """
import json, resource, sys
from affray.cli import run
lines = json.load(sys.stdin)
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
print(json.dumps([run(line) for line in lines]))
"""
"""Commands in a process in which no file grows beyond a hundred bytes: as on a disk that is full."""
OLD = b"what was there"


def run(lines: list[list[str]], folder: Path) -> tuple[list[int], str]:
    """Run commands as on a full disk: their codes, and the complaints of all."""
    ran = subprocess.run(
        [sys.executable, "-B", "-c", PROGRAM],
        input=json.dumps(lines),
        cwd=folder,
        check=False,
        capture_output=True,
        text=True,
    )
    return json.loads(ran.stdout.splitlines()[-1]), ran.stderr


@pytest.fixture
def log(tmp_path) -> str:
    path = tmp_path / "fight.jsonl"
    operations.start("duel", seed=1, log=path).close()
    return str(path)


def test_what_cannot_be_written_leaves_the_file_that_was_there(tmp_path, log):
    folder = tmp_path / "here"
    folder.mkdir()
    lines = [
        ["sheet", "coriolis", "--output", "sheet.html"],
        ["sheet", "coriolis", "--output", "sheet.md"],
        ["recount", log, "-n", "0", "--output", "fight.html"],
        ["recount", log, "-n", "0", "--output", "fight.md"],
        ["simulate", "duel", "-n", "2", "--report", "report.html", "--chart", "chart.svg"],
    ]
    names = ["sheet.html", "sheet.md", "fight.html", "fight.md", "report.html", "chart.svg"]
    for name in names:
        (folder / name).write_bytes(OLD)
    codes, said = run(lines, folder)
    assert codes == [2] * len(lines), said
    assert said.count("cannot be written: File too large") >= len(lines), said
    assert {each.name: each.read_bytes() for each in folder.iterdir()} == dict.fromkeys(names, OLD)


def test_what_cannot_be_begun_leaves_nothing(tmp_path, log):
    folder = tmp_path / "here"
    folder.mkdir()
    lines = [
        ["play", "--auto", "duel", "--log", "new.jsonl"],
        ["import", "--template", "coriolis"],
        ["backup", "new.db", "--store", "sqlite:none.db"],
    ]
    codes, said = run(lines, folder)
    assert codes == [2, 0, 2], said
    assert list(folder.iterdir()) == []


def test_a_log_that_was_never_begun_is_begun(affray, tmp_path):
    path = tmp_path / "fight.jsonl"
    path.touch()
    assert not begun(path)
    code, _, err = affray("play", "--auto", "duel", "--seed", "1", "--log", path)
    assert code == 0, err
    assert begun(path)
