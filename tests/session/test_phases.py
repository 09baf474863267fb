"""An entry in two phases: prepared, kept by somebody else, adopted."""

from __future__ import annotations

import pytest

from affray.core.errors import AffrayError, BadAnswer, LogError
from affray.session import Controller, log, opening
from affray.session.follower import follow
from tests.session.fights import SCENES, fresh, run_by_itself, wild


def seen(session):
    """All that anybody can see of a session."""
    asked = session.pending and session.pending.asked
    return (
        session.seq,
        session.state_hash,
        tuple(session.standing.kept),
        tuple(session.standing.undone),
        asked,
        session.log.handed,
    )


def test_what_is_prepared_is_not_seen_before_it_is_adopted():
    session = fresh()
    run_by_itself(session).run(9)
    before = seen(session)
    prepared = session.prepare(session.lines.undo_entries(4))
    assert seen(session) == before
    session.adopt(prepared)
    assert session.seq == before[0] + 1
    assert len(session.standing.kept) == 5
    assert prepared.row.hash == session.state_hash


def test_a_prepared_entry_can_be_dropped():
    session, other = fresh(), fresh()
    for each in (session, other):
        run_by_itself(each).run(5)
    session.prepare(session.lines.undo_entries(2))
    session.say.undo_entries(3)
    other.say.undo_entries(3)
    assert seen(session) == seen(other)


def test_an_entry_prepared_before_another_is_stale():
    session = fresh()
    run_by_itself(session).run(5)
    first = session.prepare(session.lines.undo_entries(1))
    session.adopt(session.prepare(session.lines.undo_entries(2)))
    before = seen(session)
    with pytest.raises(LogError, match="entry 6 was prepared, but there are 6 already") as e:
        session.adopt(first)
    assert e.value.code == "log/stale"
    assert seen(session) == before


@pytest.mark.slow
def test_every_way_to_change_a_session_has_a_line():
    session, other = fresh("boarding"), fresh("boarding")
    for each in (session, other):
        run_by_itself(each).run(20)
    lines = session.lines
    for line, enter in [
        (lambda: lines.undo_entries(5), lambda: other.say.undo_entries(5)),
        (lambda: lines.redo_entries(2), lambda: other.say.redo_entries(2)),
        (
            lambda: lines.correct(["darkness", "2"], "a lamp"),
            lambda: other.say.correct(["darkness", "2"], "a lamp"),
        ),
    ]:
        session.adopt(session.prepare(line()))
        enter()
        assert seen(session) == seen(other)
    with pytest.raises(BadAnswer):
        session.prepare(lines.answer_text("no such thing"))


def test_hands_change_when_their_entry_is_adopted():
    session = fresh()
    controller = Controller(session)
    line = session.lines.hand(controller.giving("Zara", "autopilot"))
    zara = list(session.names).index("Zara")
    before = controller.of(session.fight.everyone[zara])
    session.adopt(session.prepare(line))
    assert controller.of(session.fight.everyone[zara]) == before != "autopilot"
    controller.take_up()
    assert controller.of(session.fight.everyone[zara]) == "autopilot"


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES)
def test_a_session_of_rows_is_the_same_session(scene):
    session = fresh(scene)
    list(wild(session, 4, 60))
    assert seen(opening.from_rows(session.header, session.log.rows)) == seen(session)


@pytest.mark.slow
def test_rows_survive_as_bytes():
    session = fresh()
    list(wild(session, 2, 60))
    where = log.NamedLog("evening")
    header = log.header_of(where, log.encoded(session.header))
    rows = [log.row_of(where, n, log.encoded(row)) for n, row in enumerate(session.log.rows, 1)]
    assert seen(opening.from_rows(header, rows)) == seen(session)


def test_a_gap_in_the_rows_is_named():
    session = fresh()
    run_by_itself(session).run(6)
    rows = [*session.log.rows[:3], *session.log.rows[4:]]
    with pytest.raises(AffrayError, match="evening, entry 4: expected entry 4, got entry 5"):
        opening.from_rows(session.header, rows, "evening")


def test_an_entry_of_somebody_else_that_does_not_fit_is_not_adopted():
    session, other = fresh(), fresh()
    run_by_itself(session).run(6)
    where = log.NamedLog("evening")
    for row in session.log.rows[:5]:
        follow(other, row, where)
    before = seen(other)
    wrong = log.row_of(where, 6, log.encoded(session.log.rows[5]))
    wrong.hash = "0" * 32
    with pytest.raises(LogError, match="evening, entry 6: the hash of the state differs"):
        follow(other, wrong, where)
    assert seen(other) == before
    follow(other, session.log.rows[5], where)
    assert seen(other) == seen(session)
