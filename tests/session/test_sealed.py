"""Dice that nobody foretells and everybody can check."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from random import Random

import pytest
from msgspec.structs import replace

from affray import operations
from affray.core.effect import Who
from affray.core.errors import AffrayError, LogError
from affray.core.live import Asked, Pending
from affray.session import log, opening
from affray.session.controller import Controller
from affray.session.entries import MACHINE
from affray.session.sealed import Keyed, seal
from affray.session.session import Session
from affray.session.verification import verified
from tests.session.fights import SCENES, fresh, newcomer, wild
from tests.session.test_amendment import by_itself, wide_amend
from tests.whole import quick_first

KEY = bytes(range(32))


def fought(scene: str = "duel", most: int = 60, seed: int | None = None) -> Session:
    """A fight of the autopilot under a key."""
    session = operations.start(scene, seed=seed)
    controller = Controller(session)
    controller.lend("autopilot")
    controller.run(most)
    return session


def rolled(session: Session) -> list[tuple[int, tuple[int, ...]]]:
    return [(row.seq, row.dice) for row in session.log.rows if isinstance(row, log.AnswerRow) and row.dice]


def test_a_seal_is_the_plain_sha_256_of_the_key():
    assert seal(KEY) == hashlib.sha256(b"affray seal 1\n" + KEY).hexdigest()


def test_numbers_are_those_of_hmac_under_the_key():
    block = hmac.new(KEY, b"there" + bytes(4), "sha256").digest()
    assert Keyed(KEY, b"there").below(6) == int.from_bytes(block[:8], "big") % 6
    assert Keyed(KEY, b"there").random() == (int.from_bytes(block[:8], "big") >> 11) / 2**53


@pytest.mark.parametrize("sides", [2, 3, 4, 5, 6, 8, 10, 12, 20, 66, 100])
def test_every_face_is_as_likely(sides):
    drawn = Keyed(KEY, sides.to_bytes(2, "big"))
    n = 400 * sides
    found = Counter(drawn.below(sides) for _ in range(n))
    assert set(found) == set(range(sides))
    chi = sum((found[face] - 400) ** 2 / 400 for face in range(sides))
    assert chi < sides + 5 * (2 * sides) ** 0.5, "five deviations beyond what is usual"


def test_what_would_tip_the_dice_is_drawn_again():
    words = iter([(1 << 64) - 1, 7])
    drawn = Keyed(KEY, b"")
    drawn._words = words
    assert drawn.below(6) == 1, "2**64 - 1 lies behind the last whole six"


@pytest.mark.slow
@pytest.mark.parametrize("scene", quick_first(sorted(operations.scenes())))
def test_every_die_of_a_fight_is_what_its_key_gives(scene):
    session = fought(scene)
    found = verified(session.header, session.log.rows)
    assert [roll.dice for roll in found.rolls] == [dice for _, dice in rolled(session)]
    assert found.right == found.rolls
    assert session.header.seal == seal(bytes.fromhex(session.header.key))


@pytest.mark.slow
@pytest.mark.parametrize("scene", quick_first(SCENES, "duel"))
def test_dice_after_corrections_newcomers_and_what_was_taken_back_are_those_of_the_key_too(
    scene, monkeypatch
):
    monkeypatch.setattr("affray.session.opening.fresh", lambda: KEY)
    session = fresh(scene, seed=None)
    session.say.join({**newcomer(session), "name": "Late"})
    done = Counter(what for what in wild(session, 3, 300) if not what.startswith("refused"))
    assert set(done) >= {"answer", "override", "undo"}
    session.say.undo_entries(2)
    session.say.redo_entries(1)
    onward(session, Controller(session), lambda asked: asked.chance is not None)
    found = verified(session.header, session.log.rows)
    assert not found.wrong
    assert [roll.dice for roll in found.right] == [dice for _, dice in rolled(session)]


@pytest.mark.slow
@pytest.mark.parametrize("scene", quick_first(SCENES, "duel"))
def test_dice_that_come_in_with_an_amendment_are_those_of_the_key_too(scene, monkeypatch):
    monkeypatch.setattr("affray.session.opening.fresh", lambda: KEY)
    session, chance = fresh(scene, seed=None), Random(4)
    list(wild(session, 6, 40))
    dice = list[tuple[int, ...]]()
    for _ in range(200):
        before = len(session.log.rows)
        with suppress(AffrayError):
            wide_amend(session, chance, fill=by_itself)
        new = [row for row in session.log.rows[before:] if isinstance(row, log.AmendRow)]
        dice += [each.dice for row in new for _, each in row.added if each.dice]
        list(wild(session, chance.randrange(99), 2))
        if len(dice) > 9:
            break
    found = verified(session.header, session.log.rows)
    amended = {row.seq for row in session.log.rows if isinstance(row, log.AmendRow)}
    assert [roll.dice for roll in found.right if roll.seq in amended] == dice
    assert dice
    assert not found.wrong
    assert session.log.keys.used


@pytest.mark.slow
def test_a_die_that_was_changed_within_an_amendment_is_named(monkeypatch):
    monkeypatch.setattr("affray.session.opening.fresh", lambda: KEY)
    session, chance = fresh("boarding", seed=None), Random(4)
    list(wild(session, 6, 60))
    while not any(
        isinstance(row, log.AmendRow) and any(x.dice for _, x in row.added) for row in session.log.rows
    ):
        with suppress(AffrayError):
            wide_amend(session, chance, fill=by_itself)
    row = session.log.rows[-1]
    place, given = next(each for each in row.added if each[1].dice)
    other = replace(given, dice=tuple(given.sides[n] + 1 - d for n, d in enumerate(given.dice)))
    added = tuple((place, other) if each is given else (at, each) for at, each in row.added)
    rows = [*session.log.rows[:-1], replace(row, added=added)]
    assert [roll.seq for roll in verified(session.header, rows).wrong][:1] == [row.seq]


def test_the_same_deed_falls_alike_and_another_one_differently():
    session = operations.start("duel", seed=None)
    controller = Controller(session)
    onward(session, controller, lambda asked: asked.chance is None and len(asked.options) > 4)
    deeds: dict[int, list[float]] = {}
    for _ in range(2):
        for n, option in enumerate(session.asking.options):
            start = session.seq
            session.answer(option)
            onward(session, controller, lambda asked: asked.chance is not None)
            deeds.setdefault(n, []).append(
                session.log.source(session.standing, session.asking.asked).random()
            )
            session.say.undo_entries(session.seq - start)
    assert all(one == other for one, other in deeds.values()), "nobody fishes"
    assert len({one for one, _ in deeds.values()}) == len(deeds), "nobody foretells by undoing"


def onward(session: Session, controller: Controller, until: Callable[[Pending], bool]) -> None:
    """Let the machine play until something like this is asked."""
    while not until(asked := session.asking):
        given = controller.throw(asked) if asked.chance else controller.judge(asked)
        session.answer(given.value, given.dice, by=given.by)


def turned(rows: Sequence[log.Row]) -> tuple[list[log.Row], log.AnswerRow]:
    """The rows with another face at one of the machine's dice, and the row as it was."""
    thrown = (row for row in rows if isinstance(row, log.AnswerRow) and row.by in MACHINE and row.dice)
    row = next(thrown)
    other = 1 + row.dice[0] % row.sides[0]
    return [*rows[: row.seq - 1], replace(row, dice=(other, *row.dice[1:])), *rows[row.seq :]], row


@pytest.mark.slow
def test_a_die_that_was_changed_is_named():
    session = fought()
    rows, row = turned(session.log.rows)
    found = verified(session.header, rows)
    assert (found.wrong[0].seq, found.wrong[0].keyed) == (row.seq, row.dice)
    assert len(found.wrong) > 1, "what was thrown behind it stands on it"


def test_an_answer_that_was_changed_is_found_at_the_dice_behind_it():
    session = fought()
    row = next(row for row in session.log.rows if isinstance(row, log.AnswerRow) and not row.chance)
    rows = [*session.log.rows[: row.seq - 1], replace(row, question="another"), *session.log.rows[row.seq :]]
    assert verified(session.header, rows).wrong


def test_dice_that_people_give_are_called_theirs():
    session = operations.start("duel", seed=None)
    controller = Controller(session)
    onward(session, controller, lambda asked: asked.chance is not None)
    chance = session.asking.chance
    assert chance is not None
    session.say.answer_text(" ".join("1" for _ in chance.sides), by="dice")
    onward(session, controller, lambda asked: asked.chance is not None)
    given = controller.throw(session.asking)
    session.answer(given.value, given.dice, by="throw")
    found = verified(session.header, session.log.rows)
    assert [roll.by for roll in found.typed] == ["dice"]
    assert [roll.by for roll in found.right] == ["throw"]


def test_without_its_key_a_log_vouches_for_nothing_and_dice_wait_for_a_new_seal():
    session = fought(most=8)
    header = log.summed(replace(session.header, key=""))
    found = verified(header, session.log.rows)
    assert found.closed == found.rolls != ()
    assert verified(header, session.log.rows, session.header.key).right
    other = opening.from_rows(header, session.log.rows)
    with pytest.raises(LogError, match="need a new seal"):
        other.log.source(other.standing, Asked(Who(0), "x"))
    other.say.seal()
    controller = Controller(other)
    controller.lend("autopilot")
    controller.run(40)
    found = verified(other.header, other.log.rows)
    assert found.closed
    assert found.right
    assert not found.wrong


def test_a_new_key_opens_the_one_before_and_undo_passes_it_by():
    session = fought(most=8)
    before, session.header.key = session.header.key, ""
    session.say.seal(KEY, kept=False)
    controller = Controller(session)
    controller.lend("autopilot")
    controller.run(8)
    text = log.text(session.header, session.log.rows)
    assert before in text
    assert KEY.hex() not in text
    session.say.undo_entries(3)
    controller.run(8)
    found = verified(session.header, session.log.rows, KEY.hex())
    assert found.right == found.rolls
    assert {roll.seal for roll in found.rolls} == {session.header.seal, seal(KEY)}


@pytest.mark.slow
def test_a_log_on_disk_goes_on_with_the_dice_it_would_have_had(tmp_path):
    path = tmp_path / "fight.jsonl"
    with operations.start("duel", seed=None, log=path) as session:
        controller = Controller(session)
        controller.lend("autopilot")
        controller.run(10)
        whole = session.fork()
    ahead = Controller(whole)
    ahead.lend("autopilot")
    ahead.run(20)
    with opening.resume(path) as again:
        on = Controller(again)
        on.lend("autopilot")
        on.run(20)
        assert rolled(again) == rolled(whole)
        again.say.undo_entries(5)
        on.run(5)
        found = verified(again.header, again.log.rows)
        assert found.right == found.rolls


def test_sizes_of_dice_that_do_not_fit_are_refused():
    session = fought(most=8)
    rows, row = turned(session.log.rows)
    rows[row.seq - 1] = replace(row, sides=())
    with pytest.raises(LogError, match=f"entry {row.seq}: expected the sizes"):
        verified(session.header, rows)


def test_logs_of_seeds_are_told_as_such():
    session = fought(seed=7)
    found = verified(session.header, session.log.rows)
    assert found.seeded == found.rolls != ()


def test_a_key_that_is_none_is_refused():
    session = fought(most=4)
    with pytest.raises(LogError, match="hexadecimal"):
        verified(session.header, session.log.rows, "none")


@pytest.mark.slow
def test_the_dice_of_a_log_are_found_by_the_page_that_says_how():
    """docs/explanation/dice.md, done with the standard library alone."""
    session = fought("alley", most=200)
    first, *rows = map(json.loads, log.text(session.header, session.log.rows).splitlines())
    key = bytes.fromhex(first["key"])
    assert hashlib.sha256(b"affray seal 1\n" + key).hexdigest() == first["seal"]
    history, thrown = hashlib.sha256(b"affray dice 1\n").digest(), 0
    for row in rows:
        asked = [row["who"], row["question"], row.get("chance", "")]
        if row["by"] == "machine" and row.get("dice"):
            place = hashlib.sha256(history + compact(asked)).digest()
            assert list(faces(key, place, row["sides"])) == row["dice"]
            thrown += 1
        entry = ["answer", *asked, row["value"], row.get("dice", [])]
        history = hashlib.sha256(history + compact(entry)).digest()
    assert thrown > 10


def compact(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def faces(key: bytes, place: bytes, sides: list[int]) -> Iterator[int]:
    blocks = (hmac.digest(key, place + n.to_bytes(4, "big"), "sha256") for n in range(100))
    numbers = (int.from_bytes(block[at : at + 8], "big") for block in blocks for at in range(0, 32, 8))
    for side in sides:
        yield 1 + next(n for n in numbers if n < 2**64 // side * side) % side
