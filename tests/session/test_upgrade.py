"""Fights that an older version of a game has played: read by effects, gone on with by today's rules."""

from __future__ import annotations

import json
import shutil
from dataclasses import fields
from itertools import pairwise
from typing import Any

import pytest

from affray.core.act import Act
from affray.core.effect import Who, pack
from affray.core.errors import AffrayError, LogError
from affray.core.live import Happened, Override
from affray.core.names import keys_of
from affray.core.ruleset import rulesets
from affray.session import Controller, log, opening
from affray.session.entries import SessionLine
from affray.session.follower import follow
from affray.session.past import Gone
from affray.tabletop import RoundBegan
from tests.core import coins
from tests.session import versions
from tests.session.fights import fresh, run_by_itself
from tests.session.test_corpus import PRESENT
from tests.session.test_phases import seen
from tests.session.versions import FIRST, SECOND, THIRD, installs, next_of, renaming
from tests.whole import part_of
from tools import corpus

GAMES = rulesets().values()


def looks(session):
    """All that counts of a session, however it was opened."""
    told = [(type(part.told).__name__, part.fight) for part in session.story]
    return seen(session), list(session.effects), told, session.versions.notice, session.versions.aged


def reopened(session):
    return opening.reopen(session.header, session.log.rows)


def same_again(session):
    """A session comes out the same from its rows, checked and quickly."""
    for again in (opening.from_rows(session.header, session.log.rows), reopened(session)):
        assert looks(again) == looks(session)
    return again


def answer(session):
    """The machine's dice, else the first option that does something."""
    pending = session.asking
    if pending.chance:
        given = Controller(session).throw(pending)
        session.answer(given.value, given.dice, by=given.by)
    else:
        session.answer(pending.options[-1])


def can(session):
    """Whether something is asked that has a list of answers."""
    return session.pending is not None and bool(session.pending.chance or session.pending.options)


def paths(*ways):
    return [path for path in sorted(corpus.FOLDER.glob("*.jsonl")) if not ways or path.stem.endswith(ways)]


# --- what was recorded ------------------------------------------------------------------------------------


@pytest.fixture(params=["as they were", "roll", "choose"])
def upgraded(request, monkeypatch):
    """Every game in its next version: with the same rules, or with other names of all its questions."""
    how = request.param
    installs(monkeypatch, *(next_of(g) if how == "as they were" else renaming(g, how) for g in GAMES))
    return how


def assert_still(now, then, kind):
    """An effect says what it said when it was recorded; a field of a later version has its default."""
    assert {key: now[key] for key in then} == then
    later = {name: key for name, key in keys_of(kind) if key not in then}
    defaults = {field.name: pack(field.default) for field in fields(kind)}
    assert {name: now[key] for name, key in later.items()} == {name: defaults[name] for name in later}


@pytest.mark.slow
@pytest.mark.parametrize("path", [*part_of(paths(), 15)], ids=lambda path: path.stem)
def test_a_fight_of_an_older_version_is_read_told_taken_back_and_gone_on_with(path, upgraded, tmp_path):
    copy = shutil.copy(path, tmp_path / "fight.jsonl")
    before = copy.read_bytes()
    session = opening.replay(copy)
    assert copy.read_bytes() == before, "to read it changes nothing"
    recorded = [effect for row in session.log.rows if row.kind == "answer" for effect in row.effects]
    if {row.kind for row in session.log.rows} <= {"answer", "hands"}:
        for effect, then in zip(session.effects, [*session.header.effects, *recorded], strict=True):
            assert_still(effect.packed(), then, type(effect))
    assert session.versions.aged
    assert f"Played so far with version {session.header.version} of " in session.versions.notice
    words = session.ruleset.words
    assert [words.told(part.fight, session.names, part.told) for part in session.story]
    for seq in range(0, session.seq + 1, 9):
        assert session.at(seq).seq == seq
    with opening.resume(copy) as now:
        if can(now):
            answer(now)
            assert [row.kind for row in now.log.rows].count("upgraded") == 1
            assert "Played with version" in now.versions.notice
            same_again(now)
            for _ in range(3):
                if can(now):
                    answer(now)
        same_again(now)
        for back in (3, 8, 2):
            now.say.undo_entries(min(back, len(now.standing.kept)))
            same_again(now)
            if can(now):
                answer(now)
        state = looks(now)
    assert looks(opening.replay(copy)) == state
    assert copy.read_bytes().startswith(before)


@pytest.mark.slow
def test_where_the_rules_do_the_same_nothing_changes_but_a_row(monkeypatch):
    """In the midst of an attack with dice to be thrown: the attack goes on."""
    ways = ("-attack", "-reaction", "-dice", "-choice")
    for path in (path for path in PRESENT if path.stem.endswith(ways)):
        then = opening.replay(path)
        with monkeypatch.context() as patched:
            installs(patched, *(next_of(game) for game in GAMES))
            now = opening.replay(path)
            assert (now.state_hash, now.asking.asked) == (then.state_hash, then.asking.asked)
            now.enter(now.lines.upgrade())
            assert (now.state_hash, now.asking.asked) == (then.state_hash, then.asking.asked)
            assert list(now.effects) == list(then.effects)
            same_again(now)


# --- a duel with coins, whose second version has changed nearly everything --------------------------------


@pytest.fixture
def duel(monkeypatch):
    """A duel of the first version: two strikes in a round, and a third whose die is still to be thrown."""
    installs(monkeypatch, FIRST)
    session = opening.begin(FIRST, FIRST.scenes["four"], seed=3)
    controller = Controller(session)
    controller.give("all", "autopilot")
    while len(session.standing.played) < 11 or session.asking.chance is None:
        controller.run(1)
    installs(monkeypatch, SECOND)
    return session


def old(session):
    """The same, read by whatever version is installed."""
    return opening.from_rows(session.header, session.log.rows)


def purses(fight):
    return [body.gold if isinstance(body, versions.Purse) else body.coins for body in fight.fighters]


def test_renamed_classes_and_fields_new_fields_and_effects_that_are_gone(duel):
    now = old(duel)
    assert purses(now.fight) == purses(duel.fight)
    assert {body.luck for body in now.fight.fighters} == {7}, "a field that was not there has its default"
    kinds = [type(effect) for effect in now.effects]
    assert len(kinds) == len(duel.effects)
    assert [k for k in kinds if k is Gone] == [Gone for e in duel.effects if isinstance(e, coins.Breathed)]
    assert versions.Stolen in kinds
    assert coins.Robbed not in kinds
    answers = [line.entry.asked.question for line in now.standing.played]
    assert set(answers) == {"deed", "strike"}


@pytest.mark.slow
def test_a_half_done_round_is_asked_anew_from_where_it_began(duel):
    """Another order and other dice: nothing of the round fits; what was done before it stands."""
    begun = duel.moments.now
    now = old(duel)
    now.enter(now.lines.upgrade())
    assert purses(now.fight) == purses(begun.fight)
    assert now.asking.asked.question == "deed"
    assert now.asking.asked.who == 3
    assert list(now.standing.played) == list(now.standing.played)[: duel.moments.begun]
    same_again(now)
    while now.pending:
        answer(now)
        assert sum(purses(now.fight)) <= 12
    same_again(now)


def test_no_effect_of_a_half_done_step_happens_twice(duel):
    now = old(duel)
    now.enter(now.lines.upgrade())
    rounds = sum(isinstance(effect, RoundBegan) for effect in now.effects)
    assert now.fight.table.round == rounds == duel.fight.table.round


def test_a_step_whose_answers_still_fit_is_given_to_todays_rules_again(monkeypatch, duel):
    """Only what a strike costs has changed: the round goes on, with the same dice."""

    def step(play):
        does = play.do
        play.do = lambda effect, *rules: isinstance(effect, coins.Breathed) or does(effect, *rules)
        try:
            return coins.ROUND.step(play)
        finally:
            del play.do

    installs(monkeypatch, next_of(FIRST, step=step))
    now = old(duel)
    before = len(now.standing.played)
    now.enter(now.lines.upgrade())
    assert len(now.standing.played) == before, "no answer fell"
    assert now.asking.asked == duel.asking.asked
    spent = [n for n, e in enumerate(now.effects) if isinstance(e, coins.Breathed)]
    assert spent, "what was spent before the step began stands"
    assert max(spent) < duel.moments.now.effects
    same_again(now)


@pytest.mark.slow
def test_a_fight_of_two_versions_ago_crosses_two_upgrades(duel, monkeypatch):
    now = old(duel)
    for _ in range(3):
        answer(now)
    now.say.undo_entries(1)
    between = purses(now.fight)
    installs(monkeypatch, THIRD)
    last = old(now)
    assert last.versions.aged
    assert purses(last.fight) == between
    assert {line.entry.asked.question for line in last.standing.played if line.seq > duel.seq} <= {
        "choice",
        "strike",
    }
    for seq in range(last.seq + 1):
        last.at(seq)
    last.enter(last.lines.upgrade())
    same_again(last)
    last.say.undo_entries(len(last.standing.kept))
    same_again(last)
    assert purses(last.fight) == [3, 3, 3, 3]


def test_a_correction_made_as_the_first_thing_after_an_upgrade(duel):
    now = old(duel)
    now.say.override(versions.Stolen(Who(0), 1), "a hole in the purse")
    assert isinstance(now.standing.kept[-1].entry, Override)
    assert [row.kind for row in now.log.rows[-2:]] == ["upgraded", "override"]
    assert any(isinstance(part.told, Happened) and part.told.why for part in now.story)
    same_again(now)
    now.say.join({"name": "E", "side": "x", "at": [0, 0]}, "late")
    assert now.names[-1] == "E"
    same_again(now)


def test_older_entries_can_be_taken_back_but_not_amended(duel):
    now = old(duel)
    seq = next(line.seq for line in now.standing.played)
    for where in (now, same_again(old(duel))):
        with pytest.raises(LogError, match="whose rules are gone: you can undo it, but not change it") as e:
            where.say.amend(seq, Act("wait"))
        assert e.value.code == "log/older-rules"
    with pytest.raises(LogError, match="whose rules are gone"):
        now.before(seq)
    now.say.undo_to(seq)
    assert len(now.standing.kept) == 1
    answer(now)
    assert [row.kind for row in now.log.rows[-3:]] == ["undo", "upgraded", "answer"]
    same_again(now)


def test_what_has_been_taken_back_across_an_upgrade_can_be_done_again(duel):
    now = old(duel)
    for _ in range(3):
        answer(now)
    state = looks(now)[1:]
    n = len(now.standing.kept)
    now.say.undo_entries(n - 4)
    assert now.versions.aged
    same_again(now)
    now.say.redo_entries(n - 4)
    assert looks(now)[1:] == state
    same_again(now)


def test_nothing_is_played_on_before_the_log_says_by_which_rules(duel):
    now = old(duel)
    line = now.lines.answer(now.asking.options[0])
    with pytest.raises(LogError, match=r"Played so far with version 1 of Coins") as e:
        now.prepare(line)
    assert e.value.code == "log/older"
    assert not old(duel).versions.needed(now.lines.undo_entries(1)), "to go back needs no rules"
    row = log.row(duel.seq + 1, line, log.After((), (), "", (0, 0)))
    with pytest.raises(LogError, match=f"friday, entry {duel.seq + 1}: Played so far with version 1"):
        follow(now, row, log.NamedLog("friday"))


def test_by_which_rules_is_known_to_all_who_follow(duel):
    now, other = old(duel), old(duel)
    for _ in range(4):
        answer(now)
    for row in now.log.rows[other.seq :]:
        follow(other, row, log.NamedLog("friday"))
    assert looks(other) == looks(now)


def test_an_upgrade_is_taken_back_by_nobody_who_takes_back_a_turn(duel):
    now = old(duel)
    answer(now)
    now.say.undo(1)
    assert [line.by for line in now.standing.kept][-1] != "person"
    same_again(now)


# --- what is wrong with them ------------------------------------------------------------------------------


def plain(session):
    return [json.loads(log.encoded(row)) for row in (session.header, *session.log.rows)]


def read(rows):
    where = log.NamedLog("friday")
    head, *rest = [json.dumps(row).encode() for row in rows]
    return opening.from_rows(
        log.header_of(where, head), [log.row_of(where, n, row) for n, row in enumerate(rest, 1)], "friday"
    )


def edited(rows, line, **values):
    return [{**row, **values} if n == line else row for n, row in enumerate(rows)]


NOBODY = [{"effect": "tests.Robbed", "who": {"who": 44}, "coins": 1}]


@pytest.mark.parametrize(
    ("line", "values", "message"),
    [
        (
            0,
            {"version": "9"},
            "entry 0: was played with version 9 of Coins; this is version 2: a newer",
        ),
        (0, {"version": "best"}, "entry 0: was played with version best of Coins, which is not a number"),
        (0, {"effects": [{"effect": "tests.Nothing"}]}, "entry 0: no effect is called 'tests.Nothing'"),
        (3, {"effects": [{"effect": ["a"]}]}, r"entry 3: no effect is called \['a'\]"),
        (3, {"effects": [{"effect": {"a": 1}, "who": 3}]}, r"entry 3: no effect is called \{'a': 1\}"),
        (3, {"effects": [{}]}, "entry 3: no effect is called None"),
        (3, {"effects": NOBODY}, "entry 3: tests.Stolen cannot happen to fighter 44 under"),
        (
            3,
            {"effects": [{"effect": "affray.RoundBegan", "who": "all"}]},
            "entry 3: affray.RoundBegan: who is 'all'",
        ),
        (3, {"value": {"is": ["x"]}}, r"entry 3: no record is called \['x'\]"),
        (3, {"value": {"at": "x"}}, "entry 3: expected a fighter, a place or a record"),
        (3, {"seq": 7}, "entry 3: expected entry 3, got entry 7"),
        (4, {"do": "undo", "n": 99}, "entry 4: .*"),
    ],
)
def test_an_older_log_that_was_edited_is_refused_at_its_entry(duel, line, values, message):
    rows = plain(duel)
    with pytest.raises(LogError, match=f"^friday, {message}"):
        read(edited(rows, line, **values))


def unsealed(rows):
    """Rows from before there were checksums."""
    return [{name: value for name, value in row.items() if name != "sum"} for row in rows]


@pytest.mark.slow
def test_a_die_of_an_older_log_that_was_edited_is_found_by_its_checksum(duel):
    """No effect changes by it, and the rules that threw it are gone."""
    rows = plain(duel)
    n = next(n for n, row in enumerate(rows) if row.get("chance") and row["value"] < 6)
    wrong = edited(rows, n, value=rows[n]["value"] + 1, dice=[rows[n]["value"] + 1])
    with pytest.raises(
        LogError, match=f"^friday, entry {n}: was changed after it was written: expected checksum"
    ):
        read(wrong)
    assert read(unsealed(wrong)).seq == duel.seq
    now = read(rows)
    answer(now)
    then = plain(now)
    then[n] = wrong[n]
    with pytest.raises(LogError, match=f"^friday, entry {n}: was changed after it was written"):
        read(then)
    rows[0]["scene"] += "\n"
    with pytest.raises(LogError, match=r"^friday, entry 0: was changed after it was written"):
        read(rows)


def test_an_older_log_without_checksums_says_what_cannot_be_told_of_it(duel):
    rows = unsealed(plain(duel))
    assert read(rows).versions.notice.endswith("an edited die that changed no effect would go unnoticed.")
    assert "checksum" not in read(plain(duel)).versions.notice
    n = next(n for n, row in enumerate(rows) if n and row["effects"])
    with pytest.raises(
        LogError, match=f"^friday, entry {n}: has no effects, but the hash of its state differs"
    ):
        read(edited(rows, n, effects=[]))


@pytest.mark.slow
def test_an_upgrade_that_was_edited_or_comes_from_a_newer_program_is_refused(duel):
    now = old(duel)
    answer(now)
    rows = plain(now)
    place = next(n for n, row in enumerate(rows) if row["do"] == "upgraded")
    wrong: list[tuple[dict[str, Any], str]] = [
        (
            {"version": "7"},
            "was played with version 7 of Coins; this is version 2: a newer version of Affray",
        ),
        ({"place": 99}, "there are not that many entries: 99"),
        ({"bodies": [{"is": "tests.Nobody"}]}, "no record is called 'tests.Nobody'"),
        ({"bodies": []}, "expected an entry|cannot be applied|differs|effect"),
        ({"hash": "0" * 32}, "the hash of the state differs"),
        ({"effects": []}, "the log has 0 effects here"),
        ({"fell": [99]}, "there are no"),
    ]
    for values, message in wrong:
        with pytest.raises(LogError, match=f"^friday, entry {place}: .*({message})"):
            read(edited(rows, place, **values))
    assert looks(read(rows)) == looks(now)


@pytest.mark.slow
def test_an_older_log_that_was_cut_is_a_shorter_one(duel, tmp_path):
    now = old(duel)
    for _ in range(3):
        answer(now)
    path = tmp_path / "fight.jsonl"
    now.log.save(path)
    whole = path.read_bytes()
    head = whole.index(b"\n") + 1
    for size in range(head, len(whole), 97):
        path.write_bytes(whole[:size])
        with opening.resume(path) as session:
            assert session.seq == whole[:size].count(b"\n") - 1
            answer(session)
        opening.replay(path)


def test_a_scene_of_then_that_has_faults_today_is_told_as_that(duel):
    rows = plain(duel)
    said = rows[0]["scene"].replace('side = "x"', 'sid = "x"')
    with pytest.raises(LogError, match="entry 0: the scene in it has faults") as e:
        read(edited(rows, 0, scene=said))
    assert e.value.code == "log/scene"


@pytest.mark.slow
def test_rows_say_where_the_step_began_that_waits():
    session = fresh("boarding")
    run_by_itself(session).run(40)
    for row in session.log.rows:
        then = session.at(row.seq)
        assert row.since == (then.moments.begun, then.moments.now.effects) if row.kind == "answer" else True
    begins = {row.since for row in session.log.rows if row.kind == "answer"}
    assert len(begins) > 5
    assert all(
        one <= other for one, other in pairwise(r.since for r in session.log.rows if r.kind == "answer")
    )


def test_an_amendment_is_recorded_with_all_that_it_changes(duel, monkeypatch):
    """A later version reads what came of it without running a rule."""
    installs(monkeypatch, FIRST)
    then = opening.from_rows(duel.header, duel.log.rows)
    lines: Any = then.standing.played
    strike = next(line for line in lines if line.entry.asked.chance and line.entry.value < 4)
    then.say.amend(strike.seq, 6, (6,), why="misread")
    row: Any = then.log.rows[-1]
    assert row.each
    assert len(row.now) == sum(row.each)
    installs(monkeypatch, SECOND)
    now = old(then)
    assert purses(now.fight) == purses(then.fight)
    assert len(now.effects) == len(then.effects)
    now.enter(now.lines.upgrade())
    same_again(now)


WRONG: tuple[Any, ...] = (None, -1, 10**9, "x", [], [[1]], {}, {"is": []}, {"who": None}, True)


def whole(rows):
    """Whether a log can be read."""
    try:
        read(rows)
    except LogError:
        return False
    return True


@pytest.mark.slow
def test_whatever_goes_wrong_in_reading_is_a_fault_of_the_log(duel):
    """A value of every kind in every field of every third row: read, or refused as a log."""
    rows, faults = plain(duel), 0
    for n in range(0, len(rows), 3):
        for field in rows[n]:
            for value in WRONG:
                faults += not whole(edited(rows, n, **{field: value}))
    assert faults > 50
    assert issubclass(LogError, AffrayError)
    assert isinstance(duel.standing.played[0], SessionLine)
