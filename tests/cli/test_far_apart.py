"""Sides a hundred kilometres apart: whatever plays, counts or advises comes to an end (SEC 17)."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from affray.cli.commands import cli
from affray.operations import advise, scenes, simulate
from affray.session import opening
from tests.session.fights import SCENES
from tests.whole import in_the_whole, part_of

pytestmark = pytest.mark.slow

FAR = 99_900
"""Added to the places of everybody who is not on the first side."""
MOST = 5_000
"""Entries after which a fight that comes to nothing is long over."""
GAMES = [scene for scene in SCENES if scene not in ("boarding", "brawl", "duel")]


def apart(scene: str) -> str:
    """The text of a scene with its sides far from each other."""
    text, lines, who, inside = scenes()[scene], list[str](), -1, False
    sides = [fighter["side"] for fighter in tomllib.loads(text)["fighters"]]
    for line in text.splitlines():
        if line.startswith("["):
            inside = line.startswith("[[fighters]]")
            who += inside
        place = re.match(r"at = \[\s*(-?[\d.]+)(.*)$", line)
        far = place and inside and sides[who] != sides[0]
        lines.append(f"at = [{float(place[1]) + FAR:g}{place[2]}" if place and far else line)
    return "\n".join(lines)


def far_apart(scene: str, folder: Path) -> Path:
    """A file with such a scene."""
    path = folder / f"{scene}.toml"
    path.write_text(apart(scene), "utf-8")
    return path


@pytest.mark.parametrize("scene", [*part_of(GAMES, 3)])
def test_simulating_comes_to_an_end(scene: str, tmp_path: Path) -> None:
    found = simulate(far_apart(scene, tmp_path), n=2)
    assert found.fights == 2
    assert found.undecided.fights == 2


@pytest.mark.parametrize("scene", [*part_of(GAMES, 2, 1)])
def test_advising_comes_to_an_end(scene: str, tmp_path: Path) -> None:
    assert advise(far_apart(scene, tmp_path), n=2).options


def test_advice_that_takes_long_says_at_the_terminal_what_it_is_at(affray, monkeypatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    assert "Trying every option" not in affray("advise", "duel", "-n", "2")[2], "a program is told nothing"
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    code, out, err = affray("advise", "duel", "-n", "2", "--plain")
    assert (code, "wins" in out) == (0, True)
    assert "Trying every option; fights at long range take a while" in err


@in_the_whole
@pytest.mark.parametrize("scene", GAMES)
def test_the_autopilot_stops_and_says_that_nobody_has_won(scene: str, tmp_path: Path) -> None:
    far, log = far_apart(scene, tmp_path), tmp_path / "far.log"
    played = CliRunner().invoke(cli, ["play", str(far), "--auto", "--seed", "3", "--log", str(log)])
    assert played.exit_code == 0, played.exception
    assert "The fight is undecided: it stops here." in played.output
    assert len(opening.replay(log).standing.played) <= MOST
