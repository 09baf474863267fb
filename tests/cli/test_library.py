"""Any number of installed games: what is listed, and what a person at a terminal chooses."""

from __future__ import annotations

import json
from dataclasses import replace
from io import StringIO
from types import SimpleNamespace

import pytest
from rich.console import Console

from affray import operations
from affray.cli import library, run
from affray.cli.screen import Screen
from affray.core import installed as installed_games
from affray.core import ruleset as games
from affray.core.errors import NotFound
from tests.core import coins

CORIOLIS = games.ruleset("coriolis")
DUELLING = replace(coins.RULESET, scenes={**coins.RULESET.scenes, "duel": coins.RULESET.scenes["four"]})


@pytest.fixture
def installed(monkeypatch):
    """Install just these games while a test runs."""

    def install(*found):
        points = [
            SimpleNamespace(name=game.id, module=coins.__name__, load=lambda game=game: game)
            for game in found
        ]
        monkeypatch.setattr(installed_games, "entry_points", lambda group: points)
        forget()

    def forget():
        games.rulesets.cache_clear()
        for each in (installed_games.points, installed_games.listed_games, installed_games.listed_scenes):
            each.cache_clear()

    yield install
    monkeypatch.undo()
    forget()


@pytest.fixture
def choose():
    """What is chosen by the lines typed, and what stands on the screen."""

    def choose(*lines):
        out, typed = StringIO(), iter(lines)
        show = Screen(Console(file=out, width=80), plain=True)
        return library.chosen(show, lambda prompt: (out.write(prompt), next(typed))[1], {}), out.getvalue()

    return choose


def printed(capsys, *arguments):
    assert run([*arguments]) == 0
    return capsys.readouterr().out


def test_the_games_are_listed_with_what_they_hold(installed, capsys):
    installed(CORIOLIS, coins.RULESET)
    lines = printed(capsys, "rules").splitlines()
    assert lines[1].split() == ["coins", "Coins", "3", "1", "1", "1"]
    assert lines[2].split()[:3] == ["coriolis", "Coriolis", str(len(CORIOLIS.catalogue.rules))]
    assert [game["game"] for game in json.loads(printed(capsys, "rules", "--json"))] == ["coins", "coriolis"]


def test_scenes_are_listed_by_game(installed, capsys):
    installed(CORIOLIS, coins.RULESET)
    out = printed(capsys, "scenes")
    assert out.index("Coins") < out.index("four") < out.index("Coriolis") < out.index("ambush")
    assert "ambush" not in printed(capsys, "scenes", "coins")


def test_a_name_that_two_games_share_stays_with_the_first(installed):
    installed(CORIOLIS, DUELLING)
    assert [each.name for each in operations.shipped()] == [
        "four", "duel", "ambush", "boarding", "brawl", "coriolis/duel"
    ]  # fmt: skip
    assert operations.load_scene("duel").ruleset.id == "coins"
    assert operations.load_scene("coriolis/duel").ruleset.id == "coriolis"


def test_every_scene_can_be_named_with_its_game(installed):
    installed(CORIOLIS, coins.RULESET)
    assert operations.load_scene("coins/four").scene.title == "Four"
    assert operations.load_scene("coriolis/duel").scene == operations.load_scene("duel").scene
    with pytest.raises(NotFound, match="there is no scene 'coins/five'"):
        operations.load_scene("coins/five")


def test_the_demo_is_the_duel_or_else_the_first_scene(installed):
    installed(coins.RULESET)
    assert operations.demo() == "four"
    assert operations.start().ruleset is coins.RULESET
    installed(CORIOLIS)
    assert operations.demo() == "duel"
    installed()
    with pytest.raises(NotFound, match="there is no scene"):
        operations.demo()


@pytest.mark.slow
def test_a_number_a_name_or_nothing_chooses_a_scene(installed, choose):
    installed(CORIOLIS, DUELLING)
    assert choose("")[0] == "duel"
    assert choose("1")[0] == "four"
    assert choose("6")[0] == "coriolis/duel"
    assert choose("brawl")[0] == "brawl"
    assert "  6  coriolis/duel" in choose("")[1]


def test_what_cannot_be_chosen_is_asked_again(installed, choose):
    installed(CORIOLIS)
    scene, out = choose("0", "9", "brwal", "no/such.toml", "3")
    assert scene == "brawl"
    assert "expected a number from 1 to 4, got 9" in out
    assert "did you mean 'brawl'?" in out
    assert "no/such.toml: cannot be read" in out


def test_the_schema_is_that_of_the_only_game_or_of_one_named(installed, capsys):
    installed(coins.RULESET)
    assert "coins" in printed(capsys, "schema")
    installed(CORIOLIS, coins.RULESET)
    assert run(["schema"]) == 2
    assert "say which game: coins, coriolis" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [("play", "--auto", "--seed", "1"), ("play", "--seed", "1")])
def test_without_a_terminal_nothing_is_asked(installed, capsys, arguments):
    installed(coins.RULESET)
    assert "The fight is over" in printed(capsys, *arguments)
