"""Fights that were recorded once must open for ever; rows of older forms are read as today's."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import msgspec
import pytest

from affray import operations
from affray.core.errors import BadData, LogError
from affray.core.ruleset import rulesets
from affray.session import log, opening
from affray.session.entries import Handed
from tests.session.fights import fresh, run_by_itself
from tests.session.test_phases import seen
from tests.whole import part_of, some
from tools import corpus
from tools.recorded import NONE, WAYS

pytestmark = pytest.mark.slow

LOGS = sorted((Path(__file__).parent / "corpus").glob("*.jsonl"))
PRESENT = [path for path in LOGS if path.stem.split("-")[1] == rulesets()[path.stem.split("-")[0]].version]
GONE_ON = {*part_of(LOGS, 3)}
"""Those that are not read alone, but taken to their end too: of each way some game's."""
SERENITY = f"serenity-{rulesets()['serenity'].version}.jsonl"
KINDS = {"answer", "override", "join", "undo", "redo", "hands", "amend"}


def test_every_game_has_all_logs_of_its_present_version():
    wanted = {
        f"{game}-{found.version}{how}"
        for game, found in rulesets().items()
        for how in ("", "-typed", *(way for way in WAYS if (game, way) not in NONE))
    }
    assert wanted <= {path.stem for path in LOGS}, "run: python -m tools.corpus"


def test_what_is_recorded_is_as_it_was():
    assert corpus.changed(corpus.FOLDER) == [], "recorded fights stay as they are: see tools/corpus.py"
    assert {path.name for path in LOGS} == set(corpus.recorded(corpus.FOLDER))


@pytest.mark.parametrize("game", rulesets())
def test_a_typed_log_has_a_pack_house_rules_dice_of_people_and_a_pause(game):
    session = opening.replay(corpus.FOLDER / f"{game}-{rulesets()[game].version}-typed.jsonl")
    assert session.content.names("armours", ()) == [corpus.COAT]
    [(key, value)] = session.header.options.items()
    assert value != rulesets()[game].catalogue.options[key].default
    typed = [row for row in session.log.rows if isinstance(row, log.AnswerRow) and row.by == "dice"]
    assert len(typed) > 5
    assert all(row.dice for row in typed)
    assert any(row.paused for row in session.log.rows if isinstance(row, log.HandedRow))


@pytest.fixture
def folder(tmp_path):
    """A corpus of one log."""
    path = tmp_path / SERENITY
    shutil.copy(corpus.FOLDER / path.name, path)
    corpus.write(tmp_path, {path.name: corpus.recorded(corpus.FOLDER)[path.name]})
    return tmp_path


shipped = operations.shipped()


def stale(folder, how, **kept):
    """Change the log, and let it be recorded so."""
    path = folder / SERENITY
    path.write_bytes(how(path.read_bytes()))
    [before] = corpus.recorded(folder).values()
    corpus.write(folder, {path.name: before._replace(hash=corpus.hash_of(path), **kept)})
    return path


def unhashed(data):
    """A log from when states had other fields, so that their hashes were others."""
    return re.sub(rb'"hash":"[0-9a-f]{32}"', b'"hash":"%s"' % (b"0" * 32), data)


def test_the_tool_touches_nothing_that_was_recorded(folder, monkeypatch):
    monkeypatch.setattr(corpus, "plain", lambda scene, path: pytest.fail("recorded again"))
    monkeypatch.setattr(corpus, "typed", lambda scene, path: None)
    monkeypatch.setattr(corpus, "keep", lambda folder, path: None)
    monkeypatch.setattr(corpus, "WAYS", {})
    monkeypatch.setattr(
        operations, "shipped", lambda: [each for each in shipped if each.ruleset.id == "serenity"]
    )
    path = folder / SERENITY
    before = path.read_bytes()
    corpus.record(folder)
    assert path.read_bytes() == before
    path.write_bytes(before[:-2])
    for do in (corpus.record, corpus.rehash):
        with pytest.raises(BadData, match=f"{SERENITY}: was recorded, and is gone or changed"):
            do(folder)
    path.unlink()
    with pytest.raises(BadData, match="is gone or changed"):
        corpus.record(folder)


def test_new_hashes_for_states_with_other_fields_and_for_nothing_else(folder):
    path = folder / SERENITY
    before = path.read_bytes()
    corpus.rehash(folder)
    assert path.read_bytes() == before, "it opens as it is"
    stale(folder, unhashed)
    with pytest.raises(BadData, match="the states have the fields that they had"):
        corpus.rehash(folder)
    stale(folder, unhashed, fields="others")
    corpus.rehash(folder)
    new, old = ([json.loads(line) for line in data.splitlines()] for data in (path.read_bytes(), before))
    assert [{**row, "form": 0, "paused": 0} for row in new] == [
        {**row, "form": 0, "paused": 0} for row in old
    ]
    assert corpus.changed(folder) == []
    opening.replay(path)


def test_a_fight_that_goes_otherwise_today_gets_no_new_hashes(folder):
    def other(data):
        lines = [json.loads(line) for line in unhashed(data).splitlines()]
        row = next(row for row in lines if row["do"] == "answer" and row["effects"])
        row["effects"] = []
        return b"".join(json.dumps(line).encode() + b"\n" for line in lines)

    path = stale(folder, other, fields="others")
    before = path.read_bytes()
    with pytest.raises(BadData, match="tells something else than it did"):
        corpus.rehash(folder)
    assert path.read_bytes() == before


@pytest.mark.parametrize("path", [*part_of(PRESENT, 2)], ids=lambda path: path.stem)
def test_a_recorded_fight_opens_as_it_was(path, tmp_path):
    session = opening.replay(path)
    if path.stem.rpartition("-")[2] not in {way[1:] for way in WAYS}:
        assert {row.kind for row in session.log.rows} == KINDS
    assert session.state_hash == session.log.rows[-1].hash
    assert seen(opening.reopen(session.header, session.log.rows)) == seen(session)
    lines = path.read_bytes().splitlines()
    said = [log.encoded(row) for row in (session.header, *session.log.rows)]
    assert [now for now, then in zip(said, lines, strict=True) if now != then] == [
        log.encoded(row) for row, then in zip(session.log.rows, lines[1:], strict=True) if of_old(row, then)
    ], "only rows of older forms are said in another way today"
    copy = shutil.copy(path, tmp_path / "copy.jsonl")
    with opening.resume(copy) as again:
        run_by_itself(again).run(5)
        again.say.undo_entries(min(30, len(again.standing.kept)))
        state = seen(again)
    assert seen(opening.replay(copy)) == state


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_every_fight_that_was_ever_recorded_is_told_and_taken_to_its_end(path):
    """By whatever rules: those of today, or those of today from where older ones stopped."""
    session = opening.replay(path)
    assert session.versions.aged == (path not in PRESENT)
    words = session.ruleset.words
    assert [words.told(part.fight, session.names, part.told) for part in session.story]
    assert session.at(session.seq // 2).seq == session.seq // 2
    if path not in GONE_ON:
        return
    n = len(session.standing.kept)
    session.say.undo_entries(min(5, n))
    session.say.redo_entries(min(5, n))
    if "-campaign" not in path.stem:
        run_by_itself(session).run(some(800, 16))
    again = opening.from_rows(session.header, session.log.rows)
    assert (seen(again), len(again.story)) == (seen(session), len(session.story))


def of_old(row, line):
    return json.loads(line).get("form", 1) < log.FORMS.get(row.kind, 1)


def test_hands_from_before_there_were_pauses_are_read_with_none():
    old = {"do": "hands", "effects": [], "hash": "x", "seq": 1, "by": "person",
           "given": [["Zara", "dice"]], "orders": []}  # fmt: skip
    row = log.row_of(log.NamedLog("friday"), 1, json.dumps(old).encode())
    assert row.entry() == Handed((("Zara", "dice"),), (), ())
    assert json.loads(log.encoded(row)) == {**old, "paused": [], "form": 2}
    new = log.row_of(log.NamedLog("friday"), 1, json.dumps({**old, "paused": ["Zara"], "form": 2}).encode())
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
    plain.pop("sum")
    return json.dumps(plain).encode()


def test_rows_of_an_older_form_are_read_as_todays(second):
    session = fresh()
    run_by_itself(session).run(12)
    session.say.undo_entries(2)
    where = log.NamedLog("friday")
    new = log.encoded(session.log.rows[0])
    assert json.loads(new)["form"] == 2
    assert log.row_of(where, 1, new) == session.log.rows[0]
    rows = [log.row_of(where, n, older(row)) for n, row in enumerate(session.log.rows[:12], 1)]
    rows.append(log.row_of(where, 13, log.encoded(session.log.rows[12])))  # undo has the form that it had
    assert seen(opening.from_rows(session.header, rows)) == seen(session)


def test_a_row_of_an_older_form_that_was_edited_is_found(second):
    session = fresh()
    run_by_itself(session).run(1)
    where, row = log.NamedLog("friday"), session.log.rows[0]
    plain = json.loads(older(row))
    bare = {name: value for name, value in plain.items() if name != "sum"}
    was = {**bare, "sum": log.checksum(json.dumps(bare, separators=(",", ":")).encode())}
    assert log.row_of(where, 1, json.dumps(was).encode()) == row
    with pytest.raises(LogError, match="friday, entry 1: was changed after it was written"):
        log.row_of(where, 1, json.dumps({**was, "by": "nobody"}).encode())


def test_rows_of_a_newer_form_are_refused_by_name(second):
    session = fresh()
    run_by_itself(session).run(1)
    row = json.loads(log.encoded(session.log.rows[0]))
    for form in (3, "new"):
        with pytest.raises(LogError, match="friday, entry 1: was written by a newer version of Affray") as e:
            log.row_of(log.NamedLog("friday"), 1, json.dumps({**row, "form": form}).encode())
        assert e.value.code == "log/newer"
    with pytest.raises(LogError, match="friday, entry 1: expected an entry"):
        log.row_of(log.NamedLog("friday"), 1, b'{"do": "answer", "seq": 1}')
