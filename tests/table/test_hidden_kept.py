"""Who is hidden by the game master is kept: in the log, in snapshots, in a store."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from affray import operations
from affray.autopilot.controller import AutopilotController
from affray.core.effect import Who
from affray.core.errors import LogError
from affray.core.live import Answer
from affray.session import Session, log, opening, snapshots
from affray.session.entries import hidden_after
from affray.table.persistence import Notes
from affray.table.room import Room
from affray.table.seats import Seats
from affray.table.visibility import Viewer
from tests.session.fights import fresh
from tests.table.people import Person
from tests.table.test_hidden import told_of
from tests.table.test_sharing import House

pytestmark = pytest.mark.slow


def other(session: Session) -> Who:
    """Somebody of another side than the first fighter."""
    fight = session.fight
    return next(w for w in fight.everyone if fight.fighter(w).side != fight.fighters[0].side)


def test_a_log_keeps_who_is_hidden_and_undo_and_redo_go_by_it():
    session = fresh("duel", seed=3)
    who = other(session)
    session.say.hide(who, why="a door")
    hidden = session.fight.hidden
    assert hidden == {who}
    again = opening.reopen(session.header, tuple(session.log.rows), None)
    assert again.fight == session.fight
    assert [t.told for t in again.story] == [t.told for t in session.story]
    session.say.undo()
    assert not session.fight.hidden
    session.say.redo()
    assert session.fight.hidden == hidden
    session.say.hide(who, False)
    assert not session.fight.hidden
    assert session.at(session.seq - 1).fight.hidden == hidden


def test_a_row_of_another_form_is_from_a_newer_affray():
    session = fresh("duel", seed=3)
    session.say.hide(other(session))
    row = session.log.rows[-1]
    where = log.NamedLog("friday")
    assert log.row_of(where, 1, log.encoded(row)) == row
    text = log.encoded(row).replace(b'"hide"', b'"cloak"')
    with pytest.raises(LogError, match=r"was written by a newer version of Affray \('cloak', format 2\)"):
        log.row_of(where, 1, text)


def test_a_newcomer_who_is_seen_is_kept_as_ever():
    session = fresh("duel", seed=3)
    record = session.scene.fighters[1].model_dump(exclude_unset=True)
    session.say.join({**record, "name": "Rat"})
    session.say.join({**record, "name": "Rat 2"}, hidden=True)
    seen, unseen = session.log.rows[-2:]
    assert b"hidden" not in log.encoded(seen)
    assert b'"hidden":true' in log.encoded(unseen)
    assert hidden_after(session.standing.played, 2) == session.fight.hidden == {Who(3)}


def test_an_amendment_before_it_keeps_somebody_hidden():
    session = fresh("duel", seed=3)
    controller = AutopilotController(session)
    while session.seq < 4:
        pending = session.asking
        given = controller.throw(pending) if pending.chance else controller.by_habit(pending)
        session.answer(given.value, given.dice, by=given.by)
    who = other(session)
    session.say.hide(who)
    line = next(e for e in reversed(session.standing.played) if isinstance(e.entry, Answer))
    then = session.before(line.seq).asking
    values = then.chance.values if then.chance else then.options
    value = next(v for v in values if v != line.entry.value)
    session.say.amend(line.seq, value)
    assert session.fight.hidden == {who}
    again = opening.reopen(session.header, tuple(session.log.rows), None)
    assert again.fight == session.fight


def test_a_snapshot_knows_who_is_hidden(monkeypatch):
    monkeypatch.setattr(snapshots, "BACK", 4)
    session = fresh("duel", seed=3)
    who = other(session)
    session.say.hide(who)
    controller = AutopilotController(session)
    while session.pending is not None and session.seq < 30:
        pending = session.asking
        given = controller.throw(pending) if pending.chance else controller.by_habit(pending)
        session.answer(given.value, given.dice, by=given.by)
    taken = session.moments.snapshot()
    again = opening.reopen(session.header, tuple(session.log.rows), taken)
    assert again.moments.unread, "it was taken up from the snapshot"
    assert again.fight == session.fight
    assert again.fight.hidden == {who}


def test_a_table_opened_again_from_its_store_hides_as_before():
    async def work(house):
        gm = await house.begin()
        foe = gm.room.session.names[1]
        assert (await gm.do("hide", name=foe))["t"] == "done"
        seat = (await gm.do("seat", act="add", name="Ann", fighters=[gm.room.session.names[0]]))["data"]
        assert seat["path"]
        again = await house.enter("friday")
        ann = next(seat for seat in again.room.seats if seat.name == "Ann")
        person = Person(again.room, ann.viewer)
        assert await told_of(person, foe) == []
        assert [f["name"] for f in again.sections["order"] if f.get("hidden")] == [foe]
        assert (await again.do("undo"))["t"] == "done"
        await person.read()
        assert foe in [f["name"] for f in person.sections["order"]]

    at_home(work)


def at_home(work: Callable[[House], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(work(House()), 60))


def test_old_notes_and_seats_open_beside_it():
    session = operations.start("duel", seed=5)
    session.say.hide(Who(1))
    room = Room("x", session, seats=Seats(), notes=Notes(), clock=lambda: 1_000.0)
    spectator = Viewer("spectator", "s9", "Eve")
    assert b"Kaan" not in room.audience.full(spectator)
