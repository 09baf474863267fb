"""A game that `affray new game` lays down: whole, found, played, priced; and what is refused."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from affray.cli.new import lay_down, template
from tools.blocks import DOCS, blocks

PAGE = DOCS / "howto" / "game.md"
MOST = 220
"""Lines of the whole game: its code, its catalogue, its scene, its test, how it is installed."""


def test_the_page_shows_what_is_laid_down():
    shown = {block.file: block.text for block in blocks(PAGE.read_text("utf-8")) if block.file}
    laid = {path: text for path, text in template("fists") if path != "README.md"}
    assert shown == laid
    assert sum(len(text.splitlines()) for text in laid.values()) <= MOST


def test_another_name_is_said_wherever_the_game_says_its_own():
    laid = dict(template("iron_fists"))
    assert "iron_fists/scenes/inn.toml" in laid
    assert tomllib.loads(laid["iron_fists/rules.toml"])["ruleset"]["title"] == "Iron fists"
    assert tomllib.loads(laid["iron_fists/rules.toml"])["rule"][0]["id"] == "IRO-1"
    assert laid["iron_fists/__init__.py"].count("from iron_fists.rules import") == 1
    assert not [path for path, text in laid.items() if "iron_iron" in text or "FST" in text]


@pytest.fixture
def brawl(affray, tmp_path, monkeypatch):
    """The folder of a new game, which lies there as pip leaves it."""
    monkeypatch.chdir(tmp_path)
    code, out, err = affray("new", "game", "brawl")
    assert (code, err) == (0, "")
    assert "pip install -e brawl" in out
    folder = tmp_path / "brawl"
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    points = project["entry-points"]["affray.rulesets"]
    info = folder / "brawl-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: brawl\nVersion: 1\n", "utf-8")
    listed = "".join(f"{name} = {place}\n" for name, place in points.items())
    (info / "entry_points.txt").write_text(f"[affray.rulesets]\n{listed}", "utf-8")
    return folder


def ran(folder: Path, *arguments: str) -> str:
    """What a program says that finds the game; it has to end well."""
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), *sys.path])},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_a_new_game_is_found_played_priced_simulated_printed_and_keeps_the_contract(brawl):
    assert "Brawl" in ran(brawl, "affray.cli", "rules")
    odds = ran(brawl, "affray.cli", "odds", "inn", "--actor", "Ana", "--action", "strike", "--target", "Bo")
    assert "exact" in odds
    assert "yes  42 %" in odds
    scene = "brawl/scenes/inn.toml"
    assert "victory" in ran(brawl, "affray.cli", "play", scene, "--auto", "--seed", "1")
    assert "20 fights" in ran(brawl, "affray.cli", "simulate", scene, "-n", "20")
    ran(brawl, "affray.cli", "sheet", "brawl", "--output", "brawl.html")
    sheets = ran(brawl, "affray.cli", "sheet", "brawl"), (brawl / "brawl.html").read_text("utf-8")
    assert "BRA-2" in sheets[1]
    for said in ("strike", "wait", "action", "hit.from", "A blow at somebody who is up"):
        assert all(said in sheet for sheet in sheets), said
    assert " passed" in ran(brawl, "pytest", "-q", "-p", "no:cacheprovider")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("two words", "expected a name of small letters, digits and underscores, such as fists"),
        ("Fists", "got 'Fists'"),
        ("../fists", "got '../fists'"),
        ("class", "got 'class'"),
        ("coriolis", "there is a game coriolis already; give another name"),
        ("json", "Python has a module json already; give another name"),
        ("taken", "taken is there already; nothing was written"),
    ],
)
def test_a_name_that_cannot_be_is_refused_and_nothing_written(affray, tmp_path, monkeypatch, name, said):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken").touch()
    code, _, err = affray("new", "game", name)
    assert code == 2
    assert said in err
    assert [each.name for each in tmp_path.iterdir()] == ["taken"]


def test_of_a_game_that_cannot_be_written_whole_nothing_stays(tmp_path, monkeypatch):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(OSError, match="No space left"):
        lay_down("brawl", tmp_path / "brawl")
    assert not [*tmp_path.iterdir()]
