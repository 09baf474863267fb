"""Fights that were recorded once must open for ever; rows of older forms are read as today's."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import msgspec
import pytest

from affray.core.errors import LogError
from affray.core.ruleset import rulesets
from affray.session import Session, log
from affray.session.entries import Handed
from tests.session.fights import fresh, run_by_itself
from tests.session.test_phases import seen

pytestmark = pytest.mark.slow

LOGS = sorted((Path(__file__).parent / "corpus").glob("*.jsonl"))
KINDS = {"answer", "override", "join", "undo", "redo", "hands", "amend"}


def test_every_game_has_a_log_of_its_present_version():
    wanted = {f"{game}-{found.version}" for game, found in rulesets().items()}
    assert wanted <= {path.stem for path in LOGS}, "run: python -m tools.corpus"


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_recorded_fight_opens_as_it_was(path, tmp_path):
    session = Session.replay(path)
    assert {row.kind for row in session.rows} == KINDS
    assert session.state_hash == session.rows[-1].hash
    assert seen(Session.reopened(session.header, session.rows)) == seen(session)
    lines = path.read_bytes().splitlines()
    said = [log.encoded(row) for row in (session.header, *session.rows)]
    assert [now for now, then in zip(said, lines, strict=True) if now != then] == [
        log.encoded(row) for row, then in zip(session.rows, lines[1:], strict=True) if of_old(row, then)
    ], "only rows of older forms are said in another way today"
    copy = shutil.copy(path, tmp_path / "copy.jsonl")
    with Session.resume(copy) as again:
        run_by_itself(again).run(5)
        again.undo(30)
        state = seen(again)
    assert seen(Session.replay(copy)) == state


def of_old(row, line):
    return json.loads(line).get("form", 1) < log.FORMS.get(row.kind, 1)


def test_hands_from_before_there_were_pauses_are_read_with_none():
    old = {"do": "hands", "effects": [], "hash": "x", "seq": 1, "by": "person",
           "given": [["Zara", "dice"]], "orders": []}  # fmt: skip
    row = log.row_of(log.Named("friday"), 1, json.dumps(old).encode())
    assert row.entry() == Handed((("Zara", "dice"),), (), ())
    assert json.loads(log.encoded(row)) == {**old, "paused": [], "form": 2}
    new = log.row_of(log.Named("friday"), 1, json.dumps({**old, "paused": ["Zara"], "form": 2}).encode())
    assert new.entry() == Handed((("Zara", "dice"),), (), ("Zara",))
    recorded = [line for path in LOGS for line in path.read_bytes().splitlines() if b'"do":"hands"' in line]
    assert any(b'"form"' not in line for line in recorded), "some of the corpus are of the first form"


@pytest.fixture
def second(monkeypatch):
    """A world in which answers have a second form: `who` was called `fighter` in the first."""

    def upcast(plain):
        plain["who"] = plain.pop("fighter")
        return plain

    monkeypatch.setitem(log.FORMS, "answer", 2)
    monkeypatch.setitem(log.UPCASTS, ("answer", 1), upcast)


def older(row):
    """An answer in the form that it had before."""
    plain = msgspec.to_builtins(row)
    plain["fighter"] = plain.pop("who")
    return json.dumps(plain).encode()


def test_rows_of_an_older_form_are_read_as_todays(second):
    session = fresh()
    run_by_itself(session).run(12)
    session.undo(2)
    where = log.Named("friday")
    new = log.encoded(session.rows[0])
    assert json.loads(new)["form"] == 2
    assert log.row_of(where, 1, new) == session.rows[0]
    rows = [log.row_of(where, n, older(row)) for n, row in enumerate(session.rows[:12], 1)]
    rows.append(log.row_of(where, 13, log.encoded(session.rows[12])))  # undo has the form that it had
    assert seen(Session.of(session.header, rows)) == seen(session)


def test_rows_of_a_newer_form_are_refused_by_name(second):
    session = fresh()
    run_by_itself(session).run(1)
    row = json.loads(log.encoded(session.rows[0]))
    for form in (3, "new"):
        with pytest.raises(LogError, match="friday, entry 1: was written by a newer Affray") as e:
            log.row_of(log.Named("friday"), 1, json.dumps({**row, "form": form}).encode())
        assert e.value.code == "log/newer"
    with pytest.raises(LogError, match="friday, entry 1: expected an entry"):
        log.row_of(log.Named("friday"), 1, b'{"do": "answer", "seq": 1}')
