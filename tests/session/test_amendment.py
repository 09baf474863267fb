"""Amending an earlier answer, looking at past moments, and going another way from one."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from affray.core.effect import Who
from affray.core.errors import AffrayError, BadAnswer, LogError
from affray.core.live import Answer
from affray.session import Controller, opening
from tests.session.fights import SCENES, fresh, run_by_itself, wild
from tests.session.test_phases import seen
from tests.session.test_session import whole
from tests.whole import WHOLE, checkered, some

pytestmark = pytest.mark.slow


def by_itself(session):
    """Answers for everybody, wherever an amendment asks something new."""
    return run_by_itself(session).answer()


def rolls(session):
    """The entries of a session that are dice, by number."""
    return [x.seq for x in session.standing.played if isinstance(x.entry, Answer) and x.entry.asked.chance]


def other_value(session, seq):
    """A value that entry `seq` could have had as well, and no dice."""
    moment = session.before(seq)
    was = next(x.entry.value for x in session.standing.played if x.seq == seq)
    pending = moment.asking
    values = pending.chance.values if pending.chance else pending.options
    return next((value for value in values if value != was), None)


def wide_amend(session, chance, **given):
    """Amend some answer to something else; what it did, or None if nothing else could be said."""
    answers = [line.seq for line in session.standing.played if isinstance(line.entry, Answer) and line.seq]
    if not answers:
        return None
    seq = chance.choice(answers)
    value = other_value(session, seq)
    if value is None:
        return None
    amendment = session.lines.amend(seq, value, why="misread", **given)
    session.enter(amendment.line)
    return amendment


@pytest.mark.parametrize("walk", range(3 if WHOLE else 1))
@pytest.mark.parametrize("scene", SCENES)
def test_amendments_amid_everything_else_lead_where_a_whole_replay_leads(scene, walk):
    session, chance = fresh(scene), Random(walk)
    list(wild(session, walk, 40, True))
    for _ in range(some(20, 2)):
        with suppress(AffrayError):
            wide_amend(session, chance, fill=by_itself)
        list(wild(session, chance.randrange(99), 2, True))
        again = opening.from_rows(session.header, session.log.rows)
        assert seen(again) == seen(session)
        assert again.story == session.story


@pytest.mark.parametrize(("scene", "fill"), checkered(SCENES, [None, by_itself]))
def test_an_amended_fight_is_the_one_that_a_whole_replay_gives(scene, fill):
    session, chance = fresh(scene), Random(7)
    list(wild(session, 3, 70, True))
    for _ in range(6):
        wide_amend(session, chance, fill=fill)
        course = whole(session)
        assert course.fight == session.fight
        assert [t.told for t in course.story] == [t.told for t in session.story]
        assert course.marks == session.timeline.course.marks
        list(wild(session, 5, 8, True))
    assert seen(opening.from_rows(session.header, session.log.rows)) == seen(session)


@pytest.mark.parametrize("scene", SCENES)
def test_what_is_played_after_an_amendment_could_have_been_said_so(scene):
    session = fresh(scene)
    run_by_itself(session).run(60)
    wide_amend(session, Random(1), fill=by_itself)
    again = fresh(scene)
    for line in session.standing.played:
        again.enter(again.lines.answer(line.entry.value, line.entry.dice, by=line.by))
    assert again.fight == session.fight


@pytest.mark.parametrize(("scene", "fill"), checkered(SCENES, [by_itself, None]))
def test_a_dry_run_tells_what_the_amendment_then_does_and_changes_nothing(scene, fill):
    session, chance = fresh(scene), Random(5)
    list(wild(session, 6, 60))
    tried = 0
    for _ in range(some(12, 3)):
        answers = [x.seq for x in session.standing.played if isinstance(x.entry, Answer) and x.seq]
        seq = chance.choice(answers)
        if (value := other_value(session, seq)) is None:
            continue
        before, rows = seen(session), list(session.log.rows)
        run = session.lines.dry_run(seq, value)
        would = run.run(fill=fill)
        assert (seen(session), session.log.rows) == (before, rows)
        later = len(session.standing.played) - run.at - 1
        done = session.lines.amend(seq, value, why="misread", fill=fill)
        session.enter(done.line)
        assert (would.fell, would.added, would.waits) == (done.fell, done.added, done.waits)
        assert would.hold + len(would.fell) == later
        assert run.then.fight == session.fight
        played = [[line.entry for line in each.standing.played] for each in (run.then, session)]
        assert played[0] == played[1]
        asked = [each.pending and each.pending.asked for each in (run.then, session)]
        assert asked[0] == asked[1]
        tried += 1
    assert tried


def test_a_dry_run_of_what_cannot_be_amended_is_refused():
    session = fresh("boarding")
    run_by_itself(session).run(20)
    for seq, value, error in [(99, 1, LogError), (rolls(session)[0], 999, BadAnswer)]:
        with pytest.raises(error):
            session.lines.dry_run(seq, value)


def test_later_entries_stay_where_nothing_depends_on_it():
    session = fresh("boarding")
    run_by_itself(session).run(80)
    first = rolls(session)[0]
    was = session.standing.played[first - 1].entry
    before, told = session.state_hash, len(session.story)
    done = session.say.amend(first, was.value, (), "it was the same, but nobody saw the dice")
    assert (done.fell, done.added, done.waits) == ((), (), False)
    assert session.state_hash == before
    assert len(session.story) == told
    assert len(session.standing.played) == 80
    assert len(session.standing.kept) == 81


def test_a_roll_that_comes_to_nothing_takes_away_what_came_of_it_alone():
    session = fresh("boarding")
    run_by_itself(session).run(60)
    found = []
    for seq in rolls(session):
        if 0 in session.before(seq).asking.chance.values:
            amendment = session.lines.amend(seq, 0, fill=by_itself)
            found += [(seq, amendment)] if 0 < len(amendment.fell) < 8 else []
    assert found, "no roll of zero leaves the rest as it was"
    _, amendment = found[0]
    fell = {line.seq for line in amendment.fell}
    session.enter(amendment.line)
    assert set(range(1, 61)) - {line.seq for line in session.standing.played} == fell


def test_an_amendment_is_taken_back_and_done_again():
    session = fresh("boarding")
    run_by_itself(session).run(60)
    before, played = session.state_hash, tuple(session.standing.played)
    wide_amend(session, Random(2), fill=by_itself)
    after, amended = session.state_hash, tuple(session.standing.played)
    assert amended != played
    session.say.undo_entries(1)
    assert (session.state_hash, tuple(session.standing.played)) == (before, played)
    session.say.redo_entries(1)
    assert (session.state_hash, tuple(session.standing.played)) == (after, amended)
    run_by_itself(session).run(5)
    session.say.undo_entries(5)
    assert session.state_hash == after
    session.say.undo(1)
    assert (session.state_hash, tuple(session.standing.played)) == (before, played)


def test_a_correction_stands_where_it_stood_between_answers():
    session = fresh("boarding")
    run_by_itself(session).run(30)
    session.say.correct(["hurt", "Zara", "1"], "a nail")
    run_by_itself(session).run(30)
    for seq in rolls(session)[:6]:
        value = other_value(session, seq)
        amendment = session.lines.amend(seq, value, fill=by_itself)
        assert 31 not in {line.seq for line in amendment.fell}
    session.enter(amendment.line)
    assert whole(session).fight == session.fight
    [why] = [t.told.why for t in session.story if getattr(t.told, "why", "")]
    assert why == "a nail"


def test_what_cannot_be_amended_is_refused_and_nothing_changes():
    session = fresh("boarding")
    run_by_itself(session).run(20)
    session.say.correct(["hurt", "Zara", "1"], "a nail")
    session.say.undo_entries(1)
    session.say.correct(["hurt", "Zara", "2"], "two nails")
    before = seen(session)
    roll = rolls(session)[0]
    for seq, value, error, message in [
        (21, 1, LogError, "entry 21 does not count at the moment"),
        (23, 1, LogError, "entry 23 is no answer"),
        (99, 1, LogError, "entry 99 does not count"),
        (0, 1, LogError, "entry 0 does not count"),
        (roll, 999, BadAnswer, "expected one of"),
        (roll, None, BadAnswer, "expected one of"),
    ]:
        with pytest.raises(error, match=message):
            session.say.amend(seq, value)
        assert seen(session) == before


def test_without_anybody_who_answers_the_fight_waits_in_the_midst():
    session = fresh("boarding")
    run_by_itself(session).run(60)
    for seq in rolls(session):
        value = max(session.before(seq).asking.chance.values)
        amendment = session.lines.amend(seq, value)
        if amendment.waits:
            break
    filled = session.lines.amend(seq, value, fill=by_itself)
    assert (amendment.waits, filled.waits, amendment.added) == (True, False, ())
    assert filled.added
    assert len(filled.fell) < len(amendment.fell)
    session.enter(amendment.line)
    assert not session.over


@pytest.mark.parametrize("fill", [None, by_itself])
def test_who_was_hidden_put_right_or_let_in_later_stays_so_where_the_fight_waits(fill):
    session = fresh("boarding")
    run_by_itself(session).run(30)
    session.say.hide(Who(1), why="in the hold")
    session.say.correct(["hurt", *session.names[0].split(), "1"], "a nail")
    run_by_itself(session).run(30)
    session.say.hide(Who(2))
    session.say.hide(Who(1), False)
    waited = 0
    for seq in rolls(session)[:8]:
        value = max(session.before(seq).asking.chance.values)
        amendment, fork = session.lines.amend(seq, value, fill=fill), session.fork()
        fork.enter(amendment.line)
        assert fork.fight.hidden == {Who(2)}
        assert all(isinstance(line.entry, Answer) for line in amendment.fell)
        later = [line.seq for line in session.standing.played if line.seq > seq]
        assert amendment.hold + len(amendment.fell) == len(later)
        waited += amendment.waits
    assert waited or fill


@pytest.mark.parametrize("scene", SCENES[::3])
def test_any_past_moment_can_be_looked_at_and_not_changed(scene):
    session = fresh(scene)
    states = [seen(session)]
    for _ in wild(session, 8, 60):
        if session.seq >= len(states):
            states.append(seen(session))
    now = seen(session)
    for n, state in enumerate(states):
        moment = session.at(n)
        assert seen(moment) == state
        with pytest.raises(LogError, match="you can only look at it"):
            moment.say.undo_entries(1)
    assert seen(session) == now
    for n in (-1, session.seq + 1):
        with pytest.raises(LogError, match=f"there is no entry {n}; expected 0 to {session.seq}"):
            session.at(n)


def test_a_fork_goes_its_own_way(tmp_path):
    session = fresh("boarding")
    list(wild(session, 4, 60))
    now, then = seen(session), seen(session.at(25))
    fork = session.fork(25)
    assert seen(fork) == then
    list(wild(fork, 9, 30))
    assert seen(session) == now
    assert fork.log.rows[:25] == session.log.rows[:25]
    fork.log.save(tmp_path / "what-if.jsonl")
    assert seen(opening.replay(tmp_path / "what-if.jsonl")) == seen(fork)


def test_back_to_an_entry():
    session = fresh("boarding")
    run_by_itself(session).run(40)
    state = session.at(12).state_hash
    session.say.undo_to(12)
    assert (session.state_hash, len(session.standing.kept)) == (state, 12)
    with pytest.raises(LogError, match="nothing that counts was entered after 12"):
        session.say.undo_to(12)
    run_by_itself(session).run(3)
    session.say.undo_to(41)  # the undo itself
    assert session.state_hash == state


def test_an_amendment_does_not_bring_other_dice_for_later_deeds():
    session, other = fresh("boarding", seed=9), fresh("boarding", seed=9)
    for each in (session, other):
        run_by_itself(each).run(30)
    roll = rolls(session)[-1]
    session.say.amend(roll, session.standing.played[roll - 1].entry.value)
    for each in (session, other):
        Controller(each)
        run_by_itself(each).run(20)
    assert session.fight == other.fight
