"""Campaigns and recounts as typed: what is printed, kept and refused."""

from __future__ import annotations

import io
import json
import shlex

import pytest
from rich.console import Console

from affray import operations
from affray.autopilot.controller import AutopilotController
from affray.cli import run
from affray.cli.player import Player
from affray.cli.screen import Screen
from affray.session import opening
from tests.campaign.parties import party

pytestmark = pytest.mark.slow


@pytest.fixture
def typed(tmp_path, capsys, monkeypatch):
    """Runs a command; gives its exit code, what it prints, what it complains of."""
    monkeypatch.chdir(tmp_path)

    def run_it(*arguments):
        code = run([str(each) for each in arguments])
        out, err = capsys.readouterr()
        return code, out, err

    return run_it


@pytest.fixture
def home(typed):
    """Commands of a campaign that has begun in a store of its own."""

    def run_it(*arguments):
        return typed("campaign", "--store", "home.db", *arguments)

    assert run_it("new", "The long way", "--game", "coriolis", "--seed", "3")[0] == 0
    return run_it


@pytest.fixture
def fight(tmp_path):
    """The log of a fight that is over."""
    path = tmp_path / "first.jsonl"
    session = operations.start("boarding", seed=1, log=path)
    controller = operations.AutopilotController(session)
    controller.lend("autopilot")
    controller.run()
    session.close()
    return path


def test_an_evening_from_fight_to_fight(typed, home, fight):
    code, out, _ = home("bring", "the long way", fight, "--only", "Zara", "--only", "Oxana")
    assert code == 0
    assert "Back from Boarders on the lower deck: victory for the crew" in out
    assert "Oxana: Broken" in out
    code, out, _ = home("do", "The long way", "wait", "3", "hours")
    assert "Oxana is up again  COR-BRK-06, COR-DMG-13" in out
    code, out, _ = home("undo", "The long way")
    assert "It is now day 1, 00:01:30." in out
    assert "Oxana is up again" in home("redo", "The long way")[1]
    home("undo", "The long way")
    home("do", "The long way", "wait", "5", "hours")
    code, out, _ = home("carry", "The long way", "duel", "--seed", "4", "--log", "second.jsonl")
    assert code == 0
    assert out == "A duel in the cargo bay, with Zara as they are.\nPlay it: affray play --log second.jsonl\n"
    assert opening.replay("second.jsonl").fight.table.clock == 5 * 3_600 + 90
    assert home("carry", "The long way", "duel", "--log", "second.jsonl")[0] == 2
    assert typed("play", "--log", "second.jsonl", "--auto")[0] == 0
    code, out, _ = home("bring", "The long way", "second.jsonl")
    assert "Back from A duel in the cargo bay" in out
    seen = json.loads(home("show", "The long way", "--json")[1])
    assert [f["session"] for f in seen["fights"]] == ["first", "second"]
    assert {each["name"] for each in seen["fighters"]} == {"Zara", "Oxana"}
    assert "wait 1 day" in seen["can"]
    assert "What you can do:" in home("show", "The long way")[1]
    assert json.loads(typed("campaign", "--store", "home.db", "--json")[1])[0]["game"] == "coriolis/campaign"


def test_a_fight_of_the_store_goes_and_comes_under_its_title(typed, home, fight):
    home("bring", "The long way", fight, "--only", "Zara")
    out = home("carry", "The long way", "duel", "--seed", "4")[1]
    assert 'Play it: affray play --store home.db --session "A duel in the cargo bay"\n' in out
    refused = home("carry", "The long way", "duel", "--seed", "4")[2]
    assert (
        "Zara is still in A duel in the cargo bay, which has not been brought back yet: bring it back"
        in refused
    )
    out = home("carry", "The long way", "duel", "--seed", "4", "--again")[1]
    assert '--session "A duel in the cargo bay 2"' in out
    assert "A duel in the cargo bay: not back yet" in home("show", "The long way")[1]
    first, second = "A duel in the cargo bay", "A duel in the cargo bay 2"
    assert typed("play", "--store", "home.db", "--session", second, "--auto")[0] == 0
    assert home("bring", "The long way", second)[0] == 0
    assert "is not over yet" in home("bring", "The long way", first)[2]
    assert typed("play", "--store", "home.db", "--session", first, "--auto")[0] == 0
    refused = home("bring", "The long way", first)[2]
    assert f"Zara returned from {second} after {first} began; that would be lost" in refused
    assert "or use --again" in refused
    code, out, _ = home("bring", "The long way", first, "--again")
    assert code == 0
    assert out.endswith(f"Zara: the results of {second} are lost.\n")


def test_what_is_done_here_while_somebody_fights_is_not_lost_without_a_word(typed, home):
    home("enlist", "The long way", "duel")
    home("carry", "The long way", "duel", "--seed", "4")
    fight = "A duel in the cargo bay"
    assert typed("play", "--store", "home.db", "--session", fight, "--auto")[0] == 0
    home("do", "The long way", "wait", "1", "hour")
    home("correct", "The long way", "hurt", "Zara", "1", "because", "a", "fall")
    refused = home("bring", "The long way", fight)[2]
    assert f"Zara changed here after {fight} began (see the log); that would be lost" in refused
    home("undo", "The long way")
    assert home("bring", "The long way", fight)[0] == 0, "an hour changes nobody who is well"
    home("undo", "The long way")
    home("correct", "The long way", "hurt", "Zara", "1", "because", "a", "fall")
    out = home("bring", "The long way", fight, "--again")[1]
    assert out.endswith("Zara: what happened here in the meantime is lost.\n")


def test_the_hints_can_be_typed_as_they_stand(typed):
    code, out, _ = typed("campaign", "--store", "my own.db", "new", "Out & back", "--game", "coriolis")
    assert code == 0
    assert out.splitlines() == [
        "Out & back: a Coriolis campaign. Add fighters from a scene:",
        'affray campaign --store "my own.db" enlist "Out & back" SCENE',
    ]
    words = shlex.split(out.splitlines()[1])[1:-1]
    assert typed(*words, "duel")[1] == "Zara joined Out & back.\n"
    again = typed(*words, "duel")[1]
    assert again.startswith(
        "Nobody joined: all players from A duel in the cargo bay are already there (Zara); "
    )
    out = typed("campaign", "--store", "my own.db", "carry", "Out & back", "duel")[1]
    play = out.partition("Play it: ")[2]
    assert typed(*shlex.split(play)[1:], "--auto")[0] == 0
    assert typed("campaign", "--store", "none.db") == (2, "", "none.db: there is no such store\n")


def test_several_things_are_taken_back_and_done_again_at_once(home):
    home("enlist", "The long way", "duel")
    for _ in range(3):
        home("do", "The long way", "wait", "1", "day")
    assert "It is now day 2, 00:00:00." in home("undo", "The long way", "2")[1]
    assert "It is now day 1, 00:00:00." in home("undo", "The long way")[1]
    assert home("redo", "The long way", "3")[0] == 0
    assert "day 4, 00:00:00" in home("show", "The long way")[1]
    assert "expected 1 to 4 things to undo, got 9" in home("undo", "The long way", "9")[2]
    assert home("undo", "The long way", "0")[0] == 2


def test_a_fight_whose_beginning_is_taken_back_is_told_of(typed, home, tmp_path):
    home("enlist", "The long way", "duel")
    home("carry", "The long way", "duel")
    out = home("undo", "The long way")[1]
    assert "The fight itself stays in the store until you remove it: A duel in the cargo bay\n" in out
    remove = shlex.split(out.splitlines()[-1])[1:]
    assert typed(*remove, "--yes")[0] == 0
    assert [s["name"] for s in json.loads(typed("sessions", "--store", "home.db", "--json")[1])] == [
        "The long way"
    ]
    home("carry", "The long way", "duel", "--log", "friday.jsonl")
    assert "A duel in the cargo bay: not back yet, saved in friday.jsonl" in home("show", "The long way")[1]
    assert home("undo", "The long way")[1].endswith("The fight itself stays in friday.jsonl.\n")
    assert (tmp_path / "friday.jsonl").exists()


def test_corrections_odds_and_the_log(home, fight):
    home("bring", "The long way", fight, "--only", "Zara")
    code, out, _ = home("correct", "The long way", "hurt", "Zara", "2", "because", "a", "fall")
    assert out == "Correction (a fall): Zara loses 2 hit points\n"
    code, out, _ = home("correct", "The long way", "hurt", "Zara", "-2", "because", "rest")
    assert code == 0
    code, _, err = home("correct", "The long way", "hurt", "Zara", "lots")
    assert (code, "'lots'" in err) == (2, True), err
    data = json.loads(home("odds", "The long way", "wait", "1", "hour", "--json")[1])
    assert data["exact"] is True
    assert home("log", "The long way", "-n", "1")[1].startswith("Correction (rest)")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("show", "The short way"), "no campaign 'The short way'; did you mean 'The long way'"),
        (("new", "The long way", "--game", "d6"), "there is already a campaign called 'The long way'"),
        (("new", "Other", "--game", "chess"), "no ruleset 'chess'"),
        (("new", "Other", "--game", "coriolis", "--options", "aid"), "no option 'aid'"),
        (("new", "Other", "--game", "coriolis", "--options", "aid.retry=maybe"), "expected true or false"),
        (("do", "The long way", "sing"), "there is no option 'sing'"),
        (("bring", "The long way", "Friday"), "no session 'Friday'"),
        (("bring", "The long way", "nofile.jsonl"), "the file nofile.jsonl does not exist"),
        (("bring", "The long way", "my/friday"), "the file my/friday does not exist"),
        (("do", "The long way", "wait", "99999999999", "days"), "expected 1 to 1,000 days at once"),
        (("carry", "The long way", "duel"), "nobody from the campaign"),
        (("correct", "The long way", "hurt", "Zara", "lots"), "no fighter 'Zara'"),
        (("undo", "The long way"), "there is nothing to undo yet"),
        (("odds", "The long way", "wait", "3"), "no unit of time '3'"),
    ],
)
def test_what_cannot_be_is_one_sentence(home, words, said):
    code, out, err = home(*words)
    assert (code, out) == (2, "")
    assert said in err
    assert len(err.strip().splitlines()) == 1


def test_a_recount_is_written_and_printed(typed, fight, tmp_path):
    code, out, _ = typed("recount", fight, "-n", "20")
    assert code == 0
    assert out.startswith("# Boarders on the lower deck\n")
    code, out, _ = typed("recount", fight, "-n", "20", "--output", "x.html")
    assert (code, out) == (0, "Written to x.html.\n")
    assert (tmp_path / "x.html").read_text(encoding="utf-8").lstrip().startswith("<!doctype html>")
    data = json.loads(typed("recount", fight, "-n", "0", "--json")[1])
    assert data["moments"] == []
    assert [each["name"] for each in data["fighters"]][:2] == ["Zara", "Hanif"]
    typed("sessions", "--store", "home.db", "import", fight, "--name", "Friday")
    assert typed("recount", "Friday", "--store", "home.db", "-n", "0")[0] == 0


def test_what_cannot_be_recounted_is_one_sentence(typed, home, fight, tmp_path):
    (tmp_path / "no.jsonl").write_text("{}\n", encoding="utf-8")
    for words, said in (
        (("no.jsonl",), "no.jsonl is not the log of a fight"),
        (("Friday", "--store", "home.db"), "no session 'Friday'"),
        (("nofile.jsonl",), "the file nofile.jsonl does not exist"),
        (("The long way", "--store", "home.db"), "is a campaign; choose one of its fights"),
        ((fight, "--output", "x.pdf"), "ends in .html or .md"),
        ((fight, "-n", "0", "--output", "no/x.md"), "cannot be written"),
    ):
        code, _, err = typed("recount", *words)
        assert code == 2
        assert said in err
        assert len(err.strip().splitlines()) == 1


def test_a_campaign_is_no_fight_to_play(typed, home):
    code, _, err = typed("play", "--store", "home.db", "--session", "The long way", "--auto")
    assert code == 2
    assert "is a campaign: affray campaign play" in err
    code, _, err = typed("play", "duel", "--solo", "Zara")
    assert code == 2
    assert "you need a terminal to type in (--solo)" in err


def test_a_campaign_is_gone_on_with_at_the_prompt_of_a_fight():
    home = party("coriolis", {"name": "Zara", "archetype": "soldier"})
    said, lines = (
        io.StringIO(),
        iter(["override hurt Zara 9 because a fall", "4", "odds 2", "3", "undo", "quit"]),
    )
    screen = Screen(Console(file=said, width=100, no_color=True), plain=True)
    Player(home, AutopilotController(home), screen, lambda _: next(lines)).play()
    text = said.getvalue()
    for part in ("What now?", "wait 1 day", "wait 1 hour  exact", "Zara is up again", "Undone."):
        assert part in text
    assert home.fight.fighters[0].hp == 0
