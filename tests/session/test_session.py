"""A live fight: answers, corrections, newcomers, going back and forth, and the log of it all."""

from __future__ import annotations

import time

import pytest

from affray.core.effect import Who
from affray.core.errors import AffrayError, BadAnswer, BadData, LogError
from affray.core.ruleset import ruleset
from affray.rulesets.coriolis.effects import Reloaded
from affray.session import Controller, opening
from affray.session.course import Course
from affray.session.entries import LEAVE
from tests.session.fights import GAME, NEWCOMER, SCENES, fresh, run_by_itself, wild
from tests.whole import checkered


def whole(session):
    """The course of a session run from the start at once, without any checkpoint."""
    course = Course(session.ruleset, session.ruleset.start(session.scene))
    del course.marks[1:]
    course.adopt(course.tried(tuple(session.standing.played)))
    return course


@pytest.mark.slow
@pytest.mark.parametrize(("scene", "seed"), checkered(SCENES, range(4)))
def test_the_state_is_that_of_a_whole_replay_whatever_was_done(scene, seed):
    session = fresh(scene)
    for n, _ in enumerate(wild(session, seed, 90, seed % 2 == 1)):
        if n % 6 == 0 or n > 85:
            course = whole(session)
            assert course.fight == session.fight
            assert course.effects == list(session.effects)
            assert [t.told for t in course.story] == [t.told for t in session.story]
            assert (course.pending and course.pending.asked) == (session.pending and session.pending.asked)
            assert course.marks == session.timeline.course.marks


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES)
def test_a_log_gives_the_same_fight_again(scene, tmp_path):
    path = tmp_path / "fight.jsonl"
    with fresh(scene, path=path, seed=3) as session:
        list(wild(session, 11, 150, True))
        again = opening.replay(path)
        assert again.fight == session.fight
        assert again.standing.kept == session.standing.kept
        assert again.standing.undone == session.standing.undone
        assert again.state_hash == session.state_hash
    session.log.save(tmp_path / "copy.jsonl")
    assert (tmp_path / "copy.jsonl").read_bytes() == path.read_bytes()


@pytest.mark.slow
def test_undo_and_redo_of_everything_change_nothing():
    session = fresh("boarding")
    run_by_itself(session).run(120)
    state, told = session.state_hash, len(session.story)
    start = fresh("boarding")
    session.say.undo_entries(120)
    assert session.state_hash == start.state_hash
    session.say.redo_entries(50)
    session.say.redo_entries(70)
    assert (session.state_hash, len(session.story)) == (state, told)


def test_a_new_answer_ends_what_could_be_done_again():
    session = fresh()
    run_by_itself(session).run(10)
    session.say.undo_entries(4)
    run_by_itself(session).run(1)
    with pytest.raises(LogError, match="cannot redo 1"):
        session.say.redo_entries(1)


def test_undo_by_what_people_did():
    session = fresh()
    controller = Controller(session)
    controller.run()
    assert session.pending.asked.question == "action"
    before = session.state_hash
    session.say.answer_text("sprint towards Kaan")
    controller.run()
    assert session.pending.asked.question == "action"
    after, kept = session.state_hash, len(session.standing.kept)
    session.say.undo()
    assert session.state_hash == before
    session.say.redo()
    assert (session.state_hash, len(session.standing.kept)) == (after, kept)
    with pytest.raises(LogError, match="cannot undo 2: expected 1 to 1"):
        session.say.undo(2)


@pytest.mark.slow
def test_a_paused_autopilot_answers_nothing_until_it_may_and_rolls_its_dice():
    session = fresh()
    controller = Controller(session)
    session.say.hand(controller.giving("all", "autopilot"))
    controller.take_up()
    session.say.hand(controller.pausing("all", True))
    controller.take_up()
    for _ in range(20):
        controller.run()
        if session.over:
            break
        assert session.asking.chance is None, "dice are not decided"
        assert controller.waits(session.pending)
        assert controller.answer() is None
        given = controller.judge(session.asking)
        session.answer(given.value, given.dice, by=LEAVE)
    assert sum(line.by == LEAVE for line in session.standing.kept) > 3
    before = session.seq
    session.say.undo()
    assert session.standing.kept[-1].by != LEAVE or session.standing.kept[-1].seq < before
    assert controller.waits(session.pending), "back where it was let go"
    controller.lend("autopilot")
    assert controller.answer() is not None, "lent hands wait for nobody"
    other = Controller(opening.from_rows(session.header, session.log.rows))
    assert other.paused == {"all"}
    assert other.pausing("all", False).paused == ()


def test_a_fight_taken_up_again_is_in_the_same_hands(tmp_path):
    path = tmp_path / "fight.jsonl"
    with fresh(path=path) as session:
        controller = Controller(session)
        controller.give("all", "autopilot")
        controller.give("Zara", "dice")
        controller.order("Zara", "defend", "no")
        controller.order("Zara", "pray", "yes")
        controller.order("Zara", "pray", "")
        session.say.answer_text("3", by="dice")
        session.say.undo_entries(1)
        controller.give("all", "autopilot")
        controller.give("Zara", "dice")
        controller.lend("autopilot")
        state, seq = session.state_hash, session.seq
    with opening.resume(path) as session:
        again = Controller(session)
        assert (session.state_hash, session.seq) == (state, seq)
        zara = list(session.names).index("Zara")
        assert [again.of(who) for who in session.fight.everyone] == [
            "dice" if who == zara else "autopilot" for who in session.fight.everyone
        ]
        assert again.orders == {("Zara", "defend"): "no"}
        session.say.redo_entries(1)  # who runs whom is no move: what was taken back can still be done again


@pytest.mark.slow
def test_the_same_deed_after_undo_meets_the_same_dice():
    session = fresh(seed=5)
    controller = run_by_itself(session)
    controller.run()
    state, n = session.state_hash, len(session.standing.kept)
    session.say.undo_entries(n // 2)
    controller.run()
    assert session.state_hash == state


def test_a_correction_takes_hold_at_once_and_can_be_undone():
    session = fresh()
    Controller(session).run()
    whole_state = session.state_hash
    session.say.correct(["hurt", "Zara", "2"], "she slipped")
    assert session.fight.bodies[0].hp == 6
    line = GAME.words.told(session.fight, session.names, session.story[-1].told)
    assert line.startswith("Correction (she slipped): Zara loses 2")
    session.say.undo_entries()
    assert session.state_hash == whole_state


def test_a_correction_can_end_a_fight_and_open_it_again():
    session = fresh()
    Controller(session).run()
    session.say.correct(["hurt", "Kaan", "50"], "a crate fell on him")
    run_by_itself(session).run()
    assert (session.over, session.winner) == (True, "crew")
    session.say.correct(["back", "Kaan", "3"], "it missed")
    assert not session.over


def test_a_correction_brings_with_it_what_the_rules_say_and_goes_as_one(tmp_path):
    session = fresh(path=tmp_path / "log")
    Controller(session).run()
    before, told = session.state_hash, len(session.story)
    session.say.correct(["injure", "Zara", "13"], "she fell on her hand")
    lines = [GAME.words.told(t.fight, session.names, t.told) for t in session.story[told:]]
    assert "Zara drops the service pistol" in lines
    assert any(
        line.startswith("Correction (she fell on her hand): Zara suffers a critical injury: sprained wrist")
        for line in lines
    )
    assert len(session.standing.kept) == len(opening.replay(tmp_path / "log").standing.kept)
    session.say.undo_entries()
    assert session.state_hash == before
    session.close()


@pytest.mark.slow
def test_hundreds_of_corrections_in_one_place_are_as_good_as_one(tmp_path):
    with fresh(path=tmp_path / "log") as session:
        run_by_itself(session).run(9)
        before = session.state_hash
        for _ in range(50):
            session.say.correct(["stress", "Zara", "2"], "a scream")
            session.say.correct(["stress", "Zara", "-2"], "another one")
        assert session.state_hash == before
        run_by_itself(session).run(5)
        again = opening.replay(tmp_path / "log")
        assert (again.state_hash, len(again.story)) == (session.state_hash, len(session.story))
        assert [t.entries for t in again.story] == [t.entries for t in session.story]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("", "there is no correction ''"),
        ("hrut Zara 2", "did you mean 'hurt'"),
        ("hurt", "who is missing; expected: hurt FIGHTER POINTS"),
        ("hurt Zarra 2", "did you mean 'Zara'"),
        ("hurt Zara two", "expected a whole number, got 'two'"),
        ("hurt Zara 2 3", "'3' does not belong there"),
        ("hurt Zara 99999999", "expected at most 100,000"),
        ("place Zara 1 nan", "expected at most"),
        ("place Zara 1", "expected a number, got ''"),
        ("notice Zara perhaps", "there is no value 'perhaps'"),
        ("cover Zara wall", "there is no value 'wall'"),
        ("injure Zara 99", "cannot be applied"),
    ],
)
def test_a_correction_that_makes_no_sense_changes_nothing(words, message):
    session = fresh()
    Controller(session).run()
    before = session.state_hash, session.seq
    with pytest.raises(BadAnswer, match=message):
        session.say.correct(words.split(), "no reason")
    assert (session.state_hash, session.seq) == before


@pytest.mark.slow
def test_everything_that_can_be_corrected_can_be_typed():
    session = fresh("boarding")
    run_by_itself(session).run(20)
    for words in (
        "place Thug 1 3 -2.5", "cover Zara crate", "cover Zara none", "darkness -1", "time 20",
        "notice Zara no",
        "injure Leader 34", "draw Zara knife", "close",
    ):  # fmt: skip
        session.say.correct(words.split(), "to try")
    run_by_itself(session).run(30)
    assert session.over


def test_a_name_of_several_words_leaves_the_rest_to_what_comes_after():
    game = ruleset("d6")
    session = opening.begin(game, game.scenes["ford"])
    who = next(b.sheet.name for b in session.fight.fighters if "assault rifle" in b.hands)
    session.say.correct(f"fire {who} assault rifle 26".split(), "it has fired")
    assert next(b.shots for b in session.fight.fighters if b.sheet.name == who)[0] == 4
    with pytest.raises(BadAnswer, match="shots is missing; expected: fire FIGHTER WEAPON SHOTS"):
        session.say.correct(f"fire {who} assault rifle".split(), "it has fired")


@pytest.mark.parametrize(("said", "counted"), [("", False), (" yes", True), (" no", False)])
def test_what_may_be_left_out_can_be_said_after_a_name(said, counted):
    session = fresh()
    weapon = session.fight.bodies[0].kit[0].name
    session.say.correct(f"reload Zara {weapon}{said}".split(), "it is full")
    assert session.effects[-1] == Reloaded(Who(0), weapon, counted)


@pytest.mark.slow
def test_somebody_joins():
    session = fresh()
    run_by_itself(session).run(9)
    session.say.join(NEWCOMER)
    assert session.names == ("Zara", "Kaan", "Rat")
    run_by_itself(session).run()
    assert session.over


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"name": "Zara"}, "there is already a 'Zara'"),
        ({"weapons": ["knive"]}, "did you mean 'knife'"),
        ({"at": ["here"]}, "newcomer: at.1: expected a number"),
        ({"archetype": None}, "expected an archetype, or attributes"),
        ({"count": 3}, "one newcomer at a time"),
    ],
)
def test_a_newcomer_with_faults_does_not_join(change, message):
    session = fresh()
    with pytest.raises(BadData, match=message):
        session.say.join({**NEWCOMER, **change})
    assert session.seq == 0


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("7", "a d6 shows 1 to 6, not 7"),
        ("0", "a d6 shows 1 to 6, not 0"),
        ("3 3", "expected the faces of 1d6, got 2 of them"),
        ("", "expected the faces of 1d6, got 0 of them"),
        ("three", "expected the faces of 1d6, got 'three'"),
        ("=9", "the result is from 1 to 6, not 9"),
        ("-1", "expected the faces of 1d6, got '-1'"),
        ("٣", "expected the faces of 1d6"),
        ("9" * 5000, "expected the faces of 1d6"),
        ("²", "expected the faces of 1d6"),
    ],
)
def test_dice_typed_wrong_change_nothing(typed, message):
    session = fresh()
    with pytest.raises(BadAnswer, match=message):
        session.say.answer_text(typed)
    assert session.seq == 0


def test_answers_that_do_not_fit_change_nothing():
    session = fresh()
    with pytest.raises(BadAnswer, match="the dice"):
        session.answer(3, (4,))
    Controller(session).run()
    seq = session.seq
    for bad in ("service pistal", "", None, 7):
        with pytest.raises(BadAnswer):
            session.answer(bad) if bad is None or bad == 7 else session.say.answer_text(bad)
    assert session.seq == seq


@pytest.mark.slow
def test_a_fight_that_is_over_asks_nothing():
    session = fresh()
    run_by_itself(session).run()
    assert session.over
    with pytest.raises(BadAnswer, match="the fight is over"):
        session.answer(1)
    with pytest.raises(BadAnswer, match="the fight is over"):
        session.say.answer_text("1")


def test_house_rules_on_top_of_the_scene_are_in_the_log(tmp_path):
    path = tmp_path / "fight.jsonl"
    with fresh(path=path, options={"init.weapon_bonus": "off"}) as session:
        assert session.fight.house.init_weapon_bonus == "off"
    assert opening.replay(path).fight.house.init_weapon_bonus == "off"
    with pytest.raises(BadData, match="there is no option"):
        fresh(options={"inits": "off"})


def test_standing_orders_and_hands():
    session = fresh()
    controller = Controller(session)
    controller.order("Zara", "weapon for initiative", "service")
    controller.run()
    assert session.pending.asked.question == "action"
    assert (
        next(x.by for x in session.standing.kept if x.entry.asked == (0, "weapon for initiative", ""))
        == "order"
    )
    controller.give("za", "autopilot")
    controller.run()
    assert session.over
    with pytest.raises(BadAnswer, match="did you mean 'autopilot'"):
        controller.give("Zara", "autopilt")
    with pytest.raises(BadAnswer, match="there is no fighter 'Bob'"):
        controller.give("Bob", "dice")


def test_real_dice_are_asked_for():
    session = fresh()
    controller = Controller(session)
    controller.give("Zara", "dice")
    controller.run()
    assert session.pending.asked == ((Who(0)), "initiative", session.pending.chance.name)
    session.say.answer_text("4", by="dice")
    assert session.standing.kept[-1].entry.dice == (4,)


@pytest.mark.slow
def test_an_answer_late_in_a_long_round_is_quick():
    session = fresh("boarding")
    controller = run_by_itself(session)
    controller.run(100)
    times = []
    for _ in range(40):
        given = controller.answer()
        assert given is not None
        start = time.thread_time()  # what others do on this machine does not count
        session.answer(given.value, given.dice, by=given.by)
        times.append(time.thread_time() - start)
    assert sorted(times)[20] < 0.002


@pytest.mark.slow
def test_nothing_but_faults_of_ours_comes_out_of_wild_play():
    for seed in range(4):
        session = fresh("brawl")
        said = list(wild(session, seed + 100, 80))
        assert any(not s.startswith("refused") for s in said)
    assert AffrayError.code == "affray/error"
