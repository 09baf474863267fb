"""Logs that were cut, edited, come from elsewhere or are in use: one sentence, and nothing changes."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from affray.core.errors import LogError
from affray.operations import scenes
from affray.session import opening
from affray.session.log import FORMAT
from tests.session.fights import fresh, run_by_itself


@pytest.fixture
def path(tmp_path):
    """A log of twenty answers, a correction, a step back and one forth."""
    path = tmp_path / "fight.jsonl"
    with fresh(path=path) as session:
        run_by_itself(session).run(20)
        session.say.correct(["hurt", "Zara", "1"], "a nail")
        session.say.undo_entries(2)
        session.say.redo_entries(1)
    return path


def rewrite(path, line, change):
    """Edit one line of a log, counted from 1, as by hand."""
    lines = path.read_text().splitlines()
    row = json.loads(lines[line - 1])
    change(row)
    lines[line - 1] = json.dumps(row)
    path.write_text("\n".join(lines) + "\n")


def refused(path):
    """The sentence about a log that cannot be used; the file stays as it was."""
    before = path.read_bytes()
    with pytest.raises(LogError) as first:
        opening.replay(path)
    with pytest.raises(LogError) as second:
        opening.resume(path)
    assert path.read_bytes() == before
    assert str(first.value) == str(second.value)
    assert "\n" not in str(first.value)
    return str(first.value), first.value.code


@pytest.mark.slow
def test_a_log_is_gone_on_with(path):
    with opening.resume(path) as session:
        assert (session.seq, session.notice) == (23, "")
        run_by_itself(session).run(5)
        state = session.state_hash
    assert opening.replay(path).state_hash == state


@pytest.mark.slow
@pytest.mark.parametrize("cut", [1, 2, 30, 80])
def test_a_line_cut_short_is_left_out_with_a_notice(path, cut):
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    torn = path.read_bytes()
    session = opening.replay(path)
    assert session.seq == 22
    assert f"{path}:24: the last line is incomplete and is left out" in session.notice
    assert path.read_bytes() == torn
    with opening.resume(path) as session:
        assert session.notice
        session.say.redo_entries(1)
    assert path.read_bytes() == whole


@pytest.mark.slow
def test_a_log_cut_anywhere_is_read_or_refused_in_a_sentence(path, tmp_path):
    whole = path.read_bytes()
    head = whole.index(b"\n") + 1
    part = tmp_path / "part.jsonl"
    for size in range(0, len(whole), 211):
        part.write_bytes(whole[:size])
        if size < head:
            assert refused(part)[1] == "log/damaged"
        else:
            assert opening.replay(part).seq == whole[:size].count(b"\n") - 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "change", "message"),
    [
        (1, lambda r: r.update(affray=FORMAT + 1), "was written by a newer version of Affray"),
        (1, lambda r: r.update(version="99"), "was played with version 99 of Coriolis; this is version"),
        (1, lambda r: r.update(ruleset="chess"), "there is no ruleset 'chess'"),
        (1, lambda r: r.pop("scene"), "expected the header of a log"),
        (1, lambda r: r.update(scene=r["scene"].replace("[12, 0]", "[13, 0]")), "hash of the state differs"),
        (1, lambda r: r.update(scene=r["scene"].replace("soldier", "solder")), "did you mean 'soldier'"),
        (1, lambda r: r.update(options={"no.such": 1}), "there is no option 'no.such'"),
        (2, lambda r: r.update(value=9), "expected one of 1, 2, 3, 4, 5, 6, got 9"),
        (2, lambda r: r.update(value=1 + r["value"] % 6), "do not make"),
        (2, lambda r: r.update(who=1), "answers 'initiative' of fighter 1, but the rules ask"),
        (2, lambda r: r.update(question="luck"), "answers 'luck' of fighter 0"),
        (2, lambda r: r.update(hash="0" * 32), "the hash of the state differs"),
        (2, lambda r: r.update(effects=[]), "the log has 0 effects here, but the rules give 1"),
        (2, lambda r: r["effects"][0].update(effect="coriolis.Exploded"), "no effect 'coriolis.Exploded'"),
        (2, lambda r: r["effects"][0].update(score=7), "effect 1: the log has coriolis.ScoreRolled"),
        (3, lambda r: r.update(seq=9), "expected entry 2, got entry 9"),
        (3, lambda r: r.update(do="dance"), "expected an entry: Invalid value 'dance'"),
        (3, lambda r: r.update(extra=1), "unknown field `extra`"),
        (3, lambda r: r.update(value={"is": "Nothing"}), "no record is called 'Nothing'"),
        (3, lambda r: r.update(value={"is": "affray.Act", "nme": 1}), "Act does not take these values"),
        (3, lambda r: r.update(value={"at": 3}), "expected a fighter, a place or a record"),
        (3, lambda r: r.update(seq="two"), "Expected `int`, got `str`"),
        (22, lambda r: r["effect"].update(effect="coriolis.Tickled"), "is called 'coriolis.Tickled'"),
        (22, lambda r: r["effect"].update(points="many"), "points is 'many', expected a whole number"),
        (22, lambda r: r["effect"].update(points=True), "points is True, expected a whole number"),
        (22, lambda r: r["effect"].update(who=1), "coriolis.Hurt: who is 1, expected a fighter"),
        (22, lambda r: r["effect"].pop("points"), "missing 1 required positional argument: 'points'"),
        (22, lambda r: r["effect"].update(who={"who": 44}), "who is 44, expected a fighter from 0 to 1"),
        (22, lambda r: r.update(after=3), "a correction"),
        (23, lambda r: r.update(n=900), "cannot undo 900 entries"),
        (23, lambda r: r.update(n=5), "the hash of the state differs"),
        (24, lambda r: r.update(n=0), "cannot redo 0 entries"),
    ],
)  # fmt: skip
def test_a_log_edited_by_hand_is_refused_at_its_line(path, line, change, message):
    rewrite(path, line, change)
    said, _ = refused(path)
    assert said.startswith(f"{path}:{line}: ")
    assert message in said


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "values"),
    [
        (1, {"seed": 99}),
        (1, {"scene": f"{scenes()['duel']}# a note"}),
        (2, {"by": "dice"}),
        (3, {"since": [2, 2]}),
        (22, {"why": "a hammer"}),
        (23, {"sum": "0" * 8}),
    ],
)
def test_what_no_rule_can_tell_is_found_by_the_checksum_of_its_line(path, line, values):
    rewrite(path, line, lambda row: row.update(values))
    said, code = refused(path)
    assert said.startswith(f"{path}:{line}: was changed after it was written: expected checksum")
    assert code == "log/edited"


def test_how_the_lines_are_laid_out_does_not_count(path):
    rewrite(path, 5, lambda row: None)
    assert b'"sum": "' in path.read_bytes()
    assert opening.replay(path).seq == 23


def test_a_line_taken_out_or_put_in_is_found(path):
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:5] + lines[6:]))
    assert "expected entry 5, got entry 6" in refused(path)[0]
    path.write_text("".join([*lines[:5], "garbage\n", *lines[5:]]))
    assert f"{path}:6: expected an entry" in refused(path)[0]


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"hello\n", b"{}\n", b"[1]\n", bytes(range(256)) * 40 + b"\n", b"\xff\xfe\n"]
)
def test_what_is_no_log_is_refused(tmp_path, data):
    path = tmp_path / "no.jsonl"
    path.write_bytes(data)
    said, code = refused(path)
    assert said.startswith(f"{path}:1: ")
    assert code == "log/damaged"


def test_there_is_no_such_log(tmp_path):
    with pytest.raises(LogError, match="cannot be read"):
        opening.replay(tmp_path / "none")
    with pytest.raises(LogError, match="cannot be opened"):
        opening.resume(tmp_path / "none")
    with pytest.raises(LogError, match="cannot be"):
        opening.replay(tmp_path)


def test_no_log_is_written_over(path):
    before = path.read_bytes()
    with pytest.raises(LogError, match="the log already exists"):
        fresh(path=path)
    session = fresh()
    with pytest.raises(LogError, match="the file already exists"):
        session.log.save(path)
    assert path.read_bytes() == before


@pytest.mark.slow
def test_one_process_at_a_time(path):
    with opening.resume(path) as session:
        with pytest.raises(LogError, match="is in use by another process"):
            opening.resume(path)
        code = "import sys; from affray.session import opening; opening.resume(sys.argv[1])"
        other = subprocess.run(
            [sys.executable, "-c", code, path], capture_output=True, text=True, check=False
        )
        assert "is in use by another process" in other.stderr
        run_by_itself(session).run(3)
    opening.resume(path).close()


@pytest.mark.slow
def test_an_entry_that_cannot_be_stored_is_not_seen(path, monkeypatch):
    with opening.resume(path) as session:
        before = session.state_hash, session.seq, path.read_bytes()

        def full(_):
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("affray.session.logfile.os.fsync", full)
        with pytest.raises(LogError, match="No space left on device"):
            run_by_itself(session).run(1)
        assert (session.state_hash, session.seq, path.read_bytes()) == before
        monkeypatch.undo()
        run_by_itself(session).run(1)
    assert opening.replay(path).seq == 24
