"""Advice: options ranked by how often they win, from Python and at the terminal."""

import json

import pytest

from affray.autopilot.advice import deepening, to_first_action
from affray.autopilot.controller import AutopilotController
from affray.autopilot.pilot import Pilot
from affray.core.errors import BadAnswer, NotFound
from affray.operations import advise
from tests.session.fights import fresh, run_by_itself


@pytest.mark.slow
def test_the_best_comes_first_with_the_difference_to_the_others():
    advice = advise("duel", "Kaan", n=60)
    shares = [counsel.wins for counsel in advice.options if counsel.wins is not None]
    wins = [share.value for share in shares]
    assert wins == sorted(wins, reverse=True)
    for counsel, share in zip(advice.options, wins, strict=True):
        assert counsel.less == pytest.approx(wins[0] - share, abs=0.02)
    assert all(share.low <= share.value <= share.high for share in shares)
    assert sum(counsel.habit for counsel in advice.options) == 1
    assert advice.reason.startswith(advice.best.words)
    assert "points more than" in advice.reason


@pytest.mark.slow
def test_it_is_the_same_for_the_same_seed_and_leaves_the_fight_alone():
    session = fresh("duel", seed=3)
    controller = run_by_itself(session)
    while session.pending.chance:
        controller.run(1)
    before = session.state_hash, session.seq
    assert advise(session, n=20, seed=4).options == advise(session, n=20, seed=4).options
    assert (session.state_hash, session.seq) == before


@pytest.mark.slow
def test_the_command_reads_scenes_and_logs(affray, tmp_path):
    code, out, err = affray("advise", "duel", "--for", "kaan", "-n", 30, "--json")
    found = json.loads(out)
    assert (code, err, found["who"], found["fights"]) == (0, "", "Kaan", 30)
    assert {"option", "value", "habit", "wins", "less", "margin", "at_once", "fights"} == set(
        found["options"][0]
    )
    session = fresh("duel", seed=1, path=tmp_path / "a.jsonl")
    controller = run_by_itself(session)
    while session.pending.chance or session.pending.asked.question != "action":
        controller.run(1)
    session.close()
    code, out, _ = affray("advise", tmp_path / "a.jsonl", "-n", 30, "--plain")
    assert code == 0
    assert "against the best" in out
    assert "marks the autopilot's usual choice" in out


@pytest.mark.slow
def test_bad_input_gets_a_sentence(affray, tmp_path):
    ended = fresh("duel", seed=1, path=tmp_path / "over.jsonl")
    run_by_itself(ended).run()
    ended.close()
    dice = fresh("duel", seed=1, path=tmp_path / "dice.jsonl")
    run = run_by_itself(dice)
    while dice.pending.chance is None:
        run.run(1)
    dice.close()
    for arguments, said in (
        (("duel", "--for", "Zora"), "there is no fighter 'Zora'; did you mean 'Zara'?"),
        (("duel", "-n", 0), "expected 1 to 100,000 fights per option, got 0"),
        (("nowhere",), "there is no scene 'nowhere'"),
        ((tmp_path / "over.jsonl",), "the fight is over: there is nothing to decide"),
        ((tmp_path / "dice.jsonl",), "there is nothing to decide"),
    ):
        code, out, err = affray("advise", *arguments)
        assert code == 2
        assert said in err
        assert "Traceback" not in out + err


def test_somebody_else_is_asked():
    session = fresh("duel", seed=3)
    controller = run_by_itself(session)
    while session.pending.chance or session.pending.asked.who != 0:
        controller.run(1)
    with pytest.raises(BadAnswer, match="Zara is asked now, not Kaan"):
        advise(session, "Kaan")
    with pytest.raises(NotFound):
        advise(session, "Karn")


def test_win_odds_are_left_out_where_they_would_tell_too_much():
    session = fresh("forest_road", seed=7)
    controller = AutopilotController(session)
    controller.give("all", "autopilot")
    while (
        session.pending.chance
        or not controller.pilot.unknown(session.pending)
        or len(session.pending.options) < 2
    ):
        controller.run(1)
    advice = advise(session, n=5)
    assert advice.note
    assert all(counsel.wins is None for counsel in advice.options)
    assert "unseen foes" in advice.reason


def chosen_from(seed=3):
    """A fight in which somebody has something to choose, a pilot for it, and what is asked."""
    session = fresh("duel", seed=seed)
    controller = run_by_itself(session)
    while session.pending.chance or len(session.pending.options) < 2:
        controller.run(1)
    return session, Pilot(session.ruleset), session.pending


@pytest.mark.slow
def test_advice_that_deepens_begins_with_few_fights_and_ends_with_all():
    session, pilot, pending = chosen_from()
    found = list(deepening(pilot, session.moments.now, pending, n=100, seed=4))
    assert [deeper.n for deeper in found] == [8, 16, 32, 64, 100]
    last, once = found[-1].advice(), advise(session, n=100, seed=4)
    assert (last.best.words, last.best.wins) == (found[-1].words, found[-1].wins)
    assert {counsel.words for counsel in last.options} == {counsel.words for counsel in once.options}
    same = {counsel.words: counsel.wins for counsel in once.options if counsel.fights == 100}
    both = [counsel for counsel in last.options if counsel.fights == 100 and counsel.words in same]
    assert both
    assert all(same[counsel.words] == counsel.wins for counsel in both), "the very same fights"
    with pytest.raises(BadAnswer, match="expected 1 to"):
        next(deepening(pilot, session.moments.now, pending, n=0))


@pytest.mark.slow
def test_advice_that_deepens_stops_between_options_where_there_is_enough():
    session, pilot, pending = chosen_from()
    (only,) = deepening(pilot, session.moments.now, pending, n=100, enough=lambda: True)
    assert only.value == pilot.habit(pending)
    advice = only.advice()
    assert [counsel.fights for counsel in advice.options] == [8]
    assert advice.left_out >= len(pending.options) - 1
    assert advice.reason.endswith("there was no time to try anything else.")
    calls = iter([False] * len(pending.options) + [True] * 99)
    *_, last = deepening(pilot, session.moments.now, pending, n=100, enough=lambda: next(calls))
    assert {counsel.fights for counsel in last.advice().options} == {8, 16}, "what has been tried counts"


def test_of_a_long_menu_no_more_is_priced_where_there_is_enough(monkeypatch):
    session = fresh("duel", seed=3)
    to_first_action(session)
    pilot, pending = Pilot(session.ruleset), session.asking
    priced = []

    def gained(_, act):
        priced.append(act)
        return float(len(priced))

    monkeypatch.setattr(pilot, "_gain", gained)
    calls = iter([False, False, False])
    options, left = pilot.options(pending, pilot.habit(pending), most=3, enough=lambda: next(calls, True))
    assert (len(options), len(options) + left) == (3, len(pending.options))
    assert len(priced) == 3
    assert options[0] == pilot.habit(pending)
