"""Long fights taken up quickly: from a snapshot, and as if from their start."""

from __future__ import annotations

import json
from random import Random

import pytest

from affray.core.errors import LogError
from affray.core.fight import Fight
from affray.session import opening, snapshots
from benchmarks.store import long as long_fight
from tests.session.fights import SCENES, fresh, run_by_itself, wild
from tests.session.test_amendment import by_itself, wide_amend
from tests.session.test_phases import seen

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    """Snapshots of short fights."""
    monkeypatch.setattr(snapshots, "BACK", 20)


def told(session):
    return [each.told for each in session.story]


@pytest.mark.parametrize("scene", SCENES)
def test_a_fight_from_a_snapshot_is_the_same_fight(scene):
    session = fresh(scene)
    list(wild(session, 6, 80, True))
    snapshot = session.moments.snapshot()
    list(wild(session, 7, 25, True))
    again = opening.reopen(session.header, session.log.rows, snapshot)
    assert seen(again) == seen(session)
    assert len(again.story) == len(session.story)
    assert told(again)[-5:] == told(session)[-5:]
    for each in (session, again):
        list(wild(each, 8, 40, True))
    assert seen(again) == seen(session)
    assert told(again) == told(session)
    assert list(again.effects) == list(session.effects)
    assert again.timeline.course.whole().marks == session.timeline.course.marks


def long():
    session = fresh("boarding")
    run_by_itself(session).run(90)
    return session


def test_only_what_is_behind_the_snapshot_is_played():
    session = long()
    again = opening.reopen(session.header, session.log.rows, session.moments.snapshot())
    first = again.timeline.course.marks[0].entries
    assert 50 < first <= 70
    again.say.undo_entries(15)
    again.say.redo_entries(15)
    assert again.story[-1].told == session.story[-1].told
    assert again.timeline.course.marks[0].entries == first
    again.say.undo_entries(60)  # farther back than the snapshot
    assert again.timeline.course.marks[0].entries == 0
    session.say.undo_entries(60)
    assert again.state_hash == session.state_hash


def test_the_first_part_of_the_story_is_found_when_somebody_looks():
    session = long()
    again = opening.reopen(session.header, session.log.rows, session.moments.snapshot())
    assert again.moments.receipt(len(session.story)).told == session.story[-1].told
    assert again.timeline.course.marks[0].entries
    assert again.moments.receipt(1).told == session.story[0].told
    assert not again.timeline.course.marks[0].entries
    with pytest.raises(IndexError):
        again.story[-len(again.story) - 1]


def test_a_correction_of_a_fight_from_a_snapshot_takes_hold():
    session = long()
    again = opening.reopen(session.header, session.log.rows, session.moments.snapshot())
    for each in (session, again):
        each.say.correct(["hurt", "Zara", "1"], "a nail")
        each.say.undo_entries(25)
        each.say.correct(["hurt", "Zara", "1"], "a nail")
        wide_amend(each, Random(3), fill=by_itself)
    assert seen(again) == seen(session)
    assert seen(again.at(40)) == seen(session.at(40))


@pytest.mark.parametrize("spoil", ["undone", "form", "cut", "other bodies", "amended", "none"])
def test_a_snapshot_that_does_not_fit_is_left_aside(spoil):
    session = long()
    snapshot = session.moments.snapshot()
    plain = json.loads(snapshot)
    if spoil == "undone":
        session.say.undo_entries(80)
        run_by_itself(session).run(30)
        session.say.correct(["hurt", "Zara", "1"], "a nail")
        session.say.undo_entries(20)
    elif spoil == "amended":
        wide_amend(session, Random(1), fill=by_itself)
    elif spoil == "form":
        snapshot = json.dumps({**plain, "form": 99}).encode()
    elif spoil == "cut":
        snapshot = snapshot[:200]
    elif spoil == "other bodies":
        snapshot = json.dumps(
            {**plain, "bodies": fresh("boarding").moments.snapshot() and plain["bodies"][::-1]}
        ).encode()
    again = opening.reopen(session.header, session.log.rows, None if spoil == "none" else snapshot)
    assert seen(again) == seen(session)


def test_a_log_changed_by_hand_is_found_and_named():
    session = long()
    rows = list(session.log.rows)
    place = next(n for n, row in enumerate(rows) if getattr(row, "chance", "") and row.value == 6)
    rows[place] = type(rows[place])(
        **{f: getattr(rows[place], f) for f in rows[place].__struct_fields__} | {"value": 5, "dice": ()}
    )
    with pytest.raises(LogError, match=f"friday, entry {place + 1}: "):
        opening.reopen(session.header, rows, None, "friday")


def test_a_fight_without_entries():
    session = fresh()
    assert seen(opening.reopen(session.header, [], session.moments.snapshot())) == seen(session)


def test_five_thousand_entries_are_taken_back_and_taken_up_with_little_work(monkeypatch):
    applied, after = [0], Fight.after

    def counted(fight, effect):
        applied[0] += 1
        return after(fight, effect)

    monkeypatch.setattr(snapshots, "BACK", 250)
    session, steps = long_fight("across_the_valley"), Random(1)
    assert len(session.standing.kept) == 5_000
    monkeypatch.setattr(Fight, "after", counted)
    for _ in range(100):
        n = steps.randint(1, 60)
        session.say.undo_entries(n)
        session.say.redo_entries(n)
    assert applied[0] < 10_000
    snapshot = session.moments.snapshot()
    applied[0] = 0
    again = opening.reopen(session.header, session.log.rows, snapshot)
    quick, applied[0] = applied[0], 0
    other = opening.from_rows(session.header, session.log.rows)
    assert seen(again) == seen(other) == seen(session)
    assert quick * 3 < applied[0]
