"""`affray sessions`, and fights played at the terminal that are kept in a store."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner
from rich.console import Console

from affray.autopilot.controller import AutopilotController
from affray.cli import sessions
from affray.cli.commands import cli
from affray.cli.player import Player
from affray.cli.screen import Screen
from affray.core.errors import AffrayError, Conflict
from affray.session import opening
from affray.session.follower import refresh
from affray.store import trash
from affray.store.blocking_store import BlockingStore
from affray.table.persistence import Notes, StorePersistence
from tests.session.fights import fresh, run_by_itself
from tests.session.test_phases import seen


@pytest.fixture
def where(tmp_path):
    return tmp_path / "fights.db"


@pytest.fixture
def run(where):
    """The output of a command for this store; a fault is one sentence."""

    def run(*words: str, typed: str = "", fails: str = "") -> str:
        done = CliRunner().invoke(cli, ["sessions", "--store", str(where), *words], input=typed)
        if fails:
            assert isinstance(done.exception, AffrayError)
            assert fails in str(done.exception)
        else:
            assert done.exception is None, done.output
        return done.output

    return run


@pytest.fixture
def friday(where):
    """A session of twelve entries, and its state."""
    with BlockingStore(where, lambda: 1_000.0) as store:
        fight = fresh("boarding")
        store.begin("f1", "Friday", fight)
        run_by_itself(fight).run(12)
        return fight


@pytest.mark.slow
def test_the_list(run, friday):
    [row] = json.loads(run("--json"))
    assert row == {
        "session": "f1",
        "name": "Friday",
        "game": "coriolis",
        "last": 12,
        "began": 1_000_000,
        "changed": 1_000_000,
        "archived": False,
    }
    assert "Friday" in run()
    assert "f1" in run()


def test_an_empty_store_says_how_to_begin(run, where):
    BlockingStore(where).close()
    assert "No sessions yet" in run()
    assert run("--json").strip() == "[]"


def test_a_store_that_is_not_there_is_said_and_not_made(affray, where, tmp_path):
    for words in (
        ("sessions", "--store", where),
        ("sessions", "export", "x", tmp_path / "x.jsonl", "--store", where),
        ("sessions", "--store", where, "copy", "x", "y"),
        ("recount", "x", "--store", where),
        ("campaign", "--store", where),
    ):
        assert affray(*words) == (2, "", f"{where}: there is no such store\n")
    assert list(tmp_path.iterdir()) == []
    assert affray("campaign", "--store", where, "new", "Autumn", "--game", "coriolis")[0] == 0
    assert where.exists()


def test_ones_own_store_is_named_and_not_made_before_it_is_used(affray, tmp_path, monkeypatch):
    monkeypatch.setattr("click.get_app_dir", lambda _: str(tmp_path / "data"))
    code, out, err = affray("sessions")
    assert (code, err) == (0, "")
    own, none = out.splitlines()
    assert own == f"Your own store, {tmp_path / 'data' / 'fights.db'}:"
    assert none.startswith("No sessions yet")
    assert affray("sessions", "rename", "x", "y")[0] == 2
    assert not (tmp_path / "data").exists()


@pytest.mark.slow
def test_the_store_may_be_named_after_the_command(affray, friday, where):
    code, new, _ = affray("sessions", "copy", "Friday", "What if", "--upto", "12", "--store", where)
    assert code == 0
    assert new.strip() in affray("sessions", "--store", where)[1]


@pytest.mark.slow
def test_a_copy_up_to_an_entry_that_is_not_there_is_refused(run, friday):
    said = "expected --upto from 0 to 12, the last entry of 'Friday', got 13"
    run("copy", "Friday", "What if", "--upto", "13", fails=said)
    assert len(json.loads(run("--json"))) == 1


@pytest.mark.slow
def test_another_name_a_copy_and_an_end(run, friday):
    run("rename", "friday", "The ambush")
    new = run("copy", "the ambush", "what if", "--upto", "5").strip()
    listed = {row["session"]: (row["name"], row["last"]) for row in json.loads(run("--json"))}
    assert listed == {"f1": ("The ambush", 12), new: ("what if", 5)}
    run("remove", new, typed="n\n")
    assert len(json.loads(run("--json"))) == 2
    run("remove", new, typed="y\n")
    run("remove", "f1", "--yes")
    assert json.loads(run("--json")) == []


@pytest.mark.slow
@pytest.mark.parametrize("waits", [True, False])
def test_a_copy_of_a_fight_that_waits_to_begin_waits_as_well(run, friday, where, waits):
    with BlockingStore(where) as store:
        store.do(lambda s: StorePersistence(s, "f1").notes(Notes(waits=waits)))
    new = run("copy", "Friday", "Saturday", "--upto", "0").strip()
    with BlockingStore(where) as store:
        assert store.do(lambda s: StorePersistence(s, new).opened()).notes.waits is waits


@pytest.mark.slow
def test_a_session_is_put_away_and_taken_out(run, friday):
    run("copy", "Friday", "What if")
    run("archive", "friday")
    rows = run().splitlines()
    assert "Friday (archived)" in rows[-1], "it stands last"
    assert {row["name"]: row["archived"] for row in json.loads(run("--json"))} == {
        "Friday": True,
        "What if": False,
    }
    run("archive", "Friday", "--out")
    assert "archived" not in run()
    run("archive", "nothing", fails="nothing")


@pytest.mark.slow
def test_a_name_that_none_or_two_have(run, friday):
    run("rename", "Thursday", "x", fails="there is no session 'Thursday'; known: Friday")
    new = run("copy", "f1", "Friday").strip()
    run("rename", "Friday", "x", fails="there is no single session 'Friday'")
    run("rename", new, "x")


@pytest.mark.slow
def test_a_log_out_and_in(run, friday, tmp_path, where):
    run("export", "Friday", str(tmp_path / "out.jsonl"))
    assert seen(opening.replay(tmp_path / "out.jsonl")) == seen(friday)
    run("export", "Friday", str(tmp_path / "out.jsonl"), fails="the file already exists")
    new = run("import", str(tmp_path / "out.jsonl"), "--name", "Saturday").strip()
    with BlockingStore(where) as store:
        assert seen(store.take_up(new)) == seen(friday)


def test_a_store_that_cannot_be_opened(tmp_path):
    (tmp_path / "diary.db").write_text("Dear diary, " * 500)
    for address in (tmp_path / "diary.db", "postgresql:///none?host=/nowhere", "elsewhere"):
        done = CliRunner().invoke(cli, ["sessions", "--store", str(address)])
        assert isinstance(done.exception, AffrayError)


@pytest.mark.slow
def test_a_fight_is_played_in_a_store_and_gone_on_with(where):
    done = CliRunner().invoke(cli, ["play", "duel", "--auto", "--seed", "3", "--store", str(where)])
    assert done.exit_code == 0, done.output
    with BlockingStore(where) as store:
        [listed] = store.do(lambda s: s.sessions())
        fight = store.take_up(listed.session)
        assert fight.over
        assert fight.seq == listed.last > 5
        fight.say.undo_entries(4)
    again = ["play", "--auto", "--store", str(where), "--session", listed.session]
    done = CliRunner().invoke(cli, again)
    assert done.exit_code == 0, done.output
    with BlockingStore(where) as store:
        assert store.take_up(listed.session).over
    for words in (["duel", "--session", "x"], ["--log", "x"]):
        done = CliRunner().invoke(cli, ["play", "--auto", "--store", str(where), *words])
        assert done.exit_code == 2


@pytest.mark.slow
def test_a_terminal_and_somebody_else_at_one_fight(where):
    with BlockingStore(where) as store, BlockingStore(where) as other:
        here = fresh("boarding")
        store.begin("f1", "Friday", here)
        run_by_itself(here).run(3)
        there = other.take_up("f1")
        run_by_itself(there).run(2)
        with pytest.raises(Conflict):
            here.say.undo_entries(1)
        assert seen(here) == seen(there)
        here.say.undo_entries(1)
        assert refresh(there) == 1
        assert seen(here) == seen(there)


@pytest.mark.slow
def test_the_terminal_shows_what_others_did_before_it_takes_an_answer(where):
    console = Console(record=True, width=100)
    with BlockingStore(where) as store, BlockingStore(where) as other:
        here = fresh("duel")
        store.begin("f1", "Friday", here)
        controller = AutopilotController(here)
        controller.give("all", "person")
        there = other.take_up("f1")
        typed = ["quit", "undo"]

        def read(prompt: str) -> str:
            if len(typed) == 2:
                refresh(there)
                run_by_itself(there).run(1)
            return typed.pop()

        Player(here, controller, Screen(console), read).play()
        refresh(there)
        assert seen(here) == seen(there)
        assert "someone else has continued the fight" in console.export_text()


def test_the_usual_store_is_among_the_users_data():
    assert sessions.usual().startswith("sqlite:")
    assert sessions.usual().endswith("fights.db")


@pytest.mark.slow
def test_what_is_older_than_so_many_days_is_named_and_put_into_the_bin(run, friday, monkeypatch):
    def after(days: int) -> None:
        monkeypatch.setattr(trash, "now", lambda: 1_000_000 + days * trash.A_DAY)

    after(9)
    asked = "Friday (f1)\nMove 1 session to the bin for 30 days? [y/N]"
    assert run("expire", "9", typed="n\n").startswith(asked)
    assert run("expire", "10", "--yes") == "0 moved to the bin, 0 deleted for good.\n"
    assert run("expire", "9", "--yes").endswith("1 moved to the bin, 0 deleted for good.\n")
    assert "(archived)" in run()
    after(39)
    assert run("expire", "90") == "0 moved to the bin, 1 deleted for good.\n"
    assert "Friday" not in run()
