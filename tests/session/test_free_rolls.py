"""Dice beside the fight: entries of the log that no later die, no undo and no replay minds."""

from __future__ import annotations

import hashlib
import hmac
import json

import pytest
from msgspec.structs import replace

from affray import operations
from affray.core.errors import BadAnswer, LogError
from affray.session import log, opening
from affray.session.entries import FreeRoll
from affray.session.sealed import Keyed, place_of_free_roll, seal
from affray.session.verification import FREE, verified
from tests.session.fights import SCENES, fresh, run_by_itself
from tests.session.test_sealed import fought, rolled
from tests.whole import quick_first

KEY = bytes(range(32))


def thrown(session):
    """Every free roll of a session."""
    return [line.entry for line in session.log.free_rolls]


@pytest.mark.slow
@pytest.mark.parametrize("scene", quick_first(SCENES, "duel"))
@pytest.mark.parametrize("seed", [None, 7])
def test_a_fight_has_the_same_dice_with_free_rolls_and_without(scene, seed, monkeypatch):
    """Fails if a free roll takes a number from where the fight's dice come from, or counts as played."""
    monkeypatch.setattr("affray.session.opening.fresh", lambda: KEY)
    plain, other = fresh(scene, seed=seed), fresh(scene, seed=seed)
    alone, beside = run_by_itself(plain), run_by_itself(other)
    for n in range(25):
        other.say.free_roll(("2d6+1", "5d6>5", "d66")[n % 3], name="Ann")
        other.say.free_roll("d8+d6", (n % 8 + 1, 2), name="Bo", why="to climb")
        assert alone.run(1) == beside.run(1)
        assert other.fight == plain.fight
        assert [part.told for part in other.story] == [part.told for part in plain.story]
    dice = [dice for _, dice in rolled(plain)]
    assert dice
    assert [dice for _, dice in rolled(other)] == dice
    assert other.state_hash == plain.state_hash
    assert [line.entry for line in other.standing.played] == [line.entry for line in plain.standing.played]


def test_a_roll_is_in_the_log_with_every_die_and_no_undo_loses_it(tmp_path):
    path = tmp_path / "friday.jsonl"
    with opening.begin(fresh().ruleset, operations.scenes()["duel"], seed=3, path=path) as session:
        controller = run_by_itself(session)
        controller.run(5)
        mine = session.say.free_roll("2d6+1", (3, 5), name="Ann", why="to climb")
        theirs = session.say.free_roll("5d6>5", name="Bo")
        controller.run(5)
        session.say.undo_entries(len(session.standing.kept))
        session.say.redo_entries(2)
        assert thrown(session) == [mine, theirs]
    assert (mine.result, mine.dice, mine.sides, mine.why) == (9, (3, 5), (6, 6), "to climb")
    assert theirs.result == sum(face > 5 for face in theirs.dice)
    assert thrown(opening.replay(path)) == [mine, theirs]
    row = next(json.loads(line) for line in path.read_text().splitlines() if '"throw"' in line)
    assert (row["do"], row["form"], row["by"], row["notation"]) == ("throw", 2, "dice", "2d6+1")
    assert (row["dice"], row["sides"], row["result"], row["effects"]) == ([3, 5], [6, 6], 9, [])


def test_free_rolls_are_not_what_undo_takes_back():
    session = fresh("duel", seed=3)
    run_by_itself(session).run(3)
    kept = session.standing
    session.say.free_roll("d6", name="Ann")
    assert session.standing is kept
    with pytest.raises(LogError, match="nobody has done anything yet"):
        session.say.undo()
    session.say.correct(["hurt", "Zara", "1"], "a stone")
    session.say.undo()
    session.say.free_roll("d6", name="Ann")
    session.say.redo()
    assert len(thrown(session)) == 2, "and what was taken back can still be done again"


def test_moments_gone_by_and_forks_have_the_rolls_up_to_there():
    session = fresh("duel", seed=3)
    controller = run_by_itself(session)
    for _ in range(3):
        controller.run(2)
        session.say.free_roll("d20", name="Ann")
    first, second, third = session.log.free_rolls
    assert session.at(second.seq).log.free_rolls == [first, second]
    assert session.at(second.seq - 1).log.free_rolls == [first]
    fork = session.fork(first.seq)
    fork.say.free_roll("d20", name="Bo")
    assert thrown(session) == [first.entry, second.entry, third.entry]


@pytest.mark.parametrize("faces", [(), (3,), (3, 7), (0, 3), (1, 2, 3)])
def test_faces_that_the_dice_do_not_have_change_nothing(faces):
    session = fresh("duel", seed=3)
    before = session.seq
    with pytest.raises(BadAnswer):
        session.say.free_roll("2d6", faces, name="Ann")
    with pytest.raises(BadAnswer):
        session.say.free_roll("9999d9999", name="Ann")
    assert session.seq == before


def test_the_machines_free_rolls_are_those_of_the_sealed_key(monkeypatch):
    monkeypatch.setattr("affray.session.opening.fresh", lambda: KEY)
    session = fought(most=10)
    for _ in range(3):
        session.say.free_roll("3d6", name="Ann")
    session.say.free_roll("3d6", (1, 2, 3), name="Ann")
    run_by_itself(session).run(10)
    found = verified(session.header, session.log.rows)
    free = [roll for roll in found.rolls if roll.asked.question == FREE]
    assert [roll.dice for roll in free] == [roll.dice for roll in thrown(session)]
    assert len({roll.dice for roll in free[:3]}) > 1, "no roll stands where another did"
    assert found.wrong == ()
    assert [roll.keyed for roll in free] == [free[0].dice, free[1].dice, free[2].dice, None]
    assert free[3] in found.typed
    forged = [
        replace(row, dice=(6, 6, 6)) if isinstance(row, log.FreeRollRow) and row.by == "throw" else row
        for row in session.log.rows
    ]
    assert {roll.seq for roll in verified(session.header, forged).wrong} == {roll.seq for roll in free[:3]}


def test_a_free_roll_is_found_again_from_the_seal_with_the_standard_library_alone():
    """As `docs/explanation/dice.md` says it."""
    where = hashlib.sha256(b"affray throw 1\n" + b"[12,[6,6,8]]").digest()
    assert where == place_of_free_roll(12, (6, 6, 8))
    block = hmac.new(KEY, where + bytes(4), "sha256").digest()
    assert Keyed(KEY, where).below(6) == int.from_bytes(block[:8], "big") % 6
    assert seal(KEY)


def test_a_secret_roll_does_not_have_the_key_opened():
    session = operations.start("duel")
    keys = session.log.keys
    session.enter(session.lines.free_roll("d6", name="Game master", secret=True))
    assert not keys.used
    session.say.free_roll("d6", (3,), name="Ann")
    assert not keys.used, "real dice come from no key"
    session.say.free_roll("d6", name="Ann")
    assert keys.used


def test_a_row_of_a_free_roll_without_its_form_is_damage_and_a_later_form_is_newer():
    session = fresh("duel", seed=3)
    session.say.free_roll("d6", (3,), name="Ann")
    plain = json.loads(log.encoded(session.log.rows[-1]))
    del plain["sum"]
    where = log.NamedLog("friday")
    assert log.row_of(where, 1, json.dumps(plain).encode()).entry() == thrown(session)[0]
    for form, said in ((None, "expected an entry"), (3, "was written by a newer version of Affray")):
        other = {**plain, "form": form} if form else {k: v for k, v in plain.items() if k != "form"}
        with pytest.raises(LogError, match=said):
            log.row_of(where, 1, json.dumps(other).encode())


def test_an_affray_that_knows_no_free_rolls_says_that_a_newer_one_wrote_them(monkeypatch):
    session = fresh("duel", seed=3)
    session.say.free_roll("d6", (3,), name="Ann")
    text = log.encoded(session.log.rows[-1]).replace(b'"throw"', b'"fling"')
    with pytest.raises(LogError, match=r"was written by a newer version of Affray \('fling', format 2\)"):
        log.row_of(log.NamedLog("friday"), 1, text)


def test_an_entry_says_what_it_is():
    roll = FreeRoll("Ann", "d6", (3,), (6,), 3)
    assert not roll.secret
    assert roll.after == 0
