"""The autopilot's levels and tempers, in live fights."""

import pytest

from affray import operations
from affray.autopilot.controller import AutopilotController
from affray.autopilot.pilot import MOST, Pilot
from affray.core.effect import Who
from affray.core.errors import BadAnswer, BadData
from affray.core.profile import Profile
from affray.session import opening
from tests.session.fights import fresh
from tests.whole import checkered, some

SMALL = ["duel", "bridge", "horizon/duel", "showdown", "landing_field"]


def handed(scene="duel", profile="veteran", seed=7):
    session = fresh(scene, seed=seed)
    controller = AutopilotController(session)
    controller.give("all", profile)
    controller.pilot.budgets = {"veteran": 40, "regular": 24, "green": 24}
    return session, controller


def values(session):
    return [line.entry.value for line in session.standing.kept]


@pytest.mark.slow
@pytest.mark.parametrize(("scene", "profile"), checkered(SMALL, ["green", "veteran cautious"]))
def test_every_question_of_every_game_is_answered_by_any_profile(scene, profile):
    session, controller = handed(scene, profile)
    answers = some(40, 4)
    controller.run(answers)
    assert session.over or len(session.standing.kept) == answers


@pytest.mark.slow
@pytest.mark.parametrize("profile", ["green", "veteran", "aggressive"])
def test_the_same_seed_plays_the_same_fight(profile):
    played = []
    for _ in range(2):
        session, controller = handed(profile=profile)
        controller.run(10)
        played.append(values(session))
    assert played[0] == played[1]


@pytest.mark.slow
def test_a_fight_gone_on_with_is_played_as_it_would_have_been(tmp_path):
    session, controller = handed(profile="green")
    controller.run(60)
    first, controller = handed(profile="green")
    controller.run(25)
    first.log.save(tmp_path / "a.jsonl")
    again = opening.replay(tmp_path / "a.jsonl")
    controller = AutopilotController(again)
    controller.give("all", "green")
    controller.run(60 - 25)
    assert values(again) == values(session)


@pytest.mark.slow
def test_regular_is_the_habit_and_green_is_not_always():
    regular, controller = handed(profile="regular")
    controller.run()
    green, controller = handed(profile="green")
    slips = 0
    while (given := controller.answer()) is not None:
        slips += "carelessly" in given.why
        green.answer(given.value, given.dice, by=given.by)
    assert slips > 0
    assert green.over
    assert regular.over


@pytest.mark.slow
def test_a_veteran_gives_its_reason_with_figures():
    session, controller = handed()
    reasons: list[str] = []
    while not reasons:
        given = controller.answer()
        reasons += [given.why] if given.why and "%" in given.why else []
        session.answer(given.value, given.dice, by=given.by)
    assert "fights played on from here" in reasons[0]
    assert "points" in reasons[0]


def test_scenes_say_how_a_fighter_is_run():
    text = fresh("duel").header.scene
    text = text.replace('name = "Kaan"', 'name = "Kaan"\nlevel = "veteran"\ntemper = "cautious"')
    session = opening.begin(fresh("duel").ruleset, text)
    assert AutopilotController(session).profile(Who(1)) == Profile("autopilot", "veteran", "cautious")
    assert AutopilotController(session).profile(Who(0)) == Profile("person")


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ('level = "elite"', "level: expected 'green', 'regular' or 'veteran', got 'elite'"),
        ('temper = "guards Zora"', "there is no fighter 'Zora'; did you mean 'Zara'?"),
        ('temper = "guards Kaan"', "expected the name of another fighter to guard"),
    ],
)
def test_faults_of_scenes_are_told_with_their_line(line, fault):
    text = fresh("duel").header.scene.replace('name = "Kaan"', f'name = "Kaan"\n{line}')
    with pytest.raises(BadData) as e:
        opening.begin(fresh("duel").ruleset, text)
    assert fault in str(e.value)


def test_hands_keep_what_is_not_said_and_find_whom_to_guard():
    _session, controller = handed("boarding", "autopilot")
    controller.give("Zara", "veteran guards Sam")
    controller.give("Zara", "person")
    assert controller.profile(0) == Profile("person", "veteran", "guards Samira")
    with pytest.raises(BadAnswer, match="Zara cannot guard"):
        controller.give("Zara", "guards Zara")
    with pytest.raises(BadAnswer, match="there is no fighter 'Nobody'"):
        controller.give("Zara", "guards Nobody")
    assert controller.profile(0).ward == "Samira"


def test_those_who_do_not_see_every_foe_go_by_habit():
    session, controller = handed("forest_road", "regular")
    while not session.over:
        pending = session.pending
        asked = pending.chance is None and pending.asked.who >= 0 and len(pending.options) > 1
        if asked and controller.pilot.unknown(pending):
            break
        controller.run(1)
    verdict = controller.verdict(session.pending, Profile(level="veteran"))
    assert not verdict.trials
    assert verdict.value == controller.pilot.habit(session.pending)
    assert "not every foe can be seen" in verdict.why


@pytest.mark.slow
def test_many_options_are_pruned_and_the_habit_is_kept():
    session, controller = handed("boarding", "regular")
    while session.pending.chance or len(session.pending.options) <= MOST:
        controller.run(1)
    habit = controller.pilot.habit(session.pending)
    options, left = controller.pilot.options(session.pending, habit)
    assert options[0] == habit
    assert len(options) == MOST
    assert left + MOST >= len(session.pending.options)


def test_dice_are_nothing_to_decide():
    session, controller = handed(profile="regular")
    while session.pending.chance is None:
        controller.run(1)
    with pytest.raises(BadAnswer, match="nothing to decide"):
        Pilot(session.ruleset).judge(session.moments.now, session.pending, Profile(), 1)


def test_where_the_autopilot_plays_on_from_depends_on_the_key_of_the_fight():
    """Else whoever holds the program foresees at home what it will choose at a table."""
    first, second = (AutopilotController(operations.start("duel", seed=None)) for _ in range(2))
    assert first.session.log.keys.now
    assert first.seed() != second.seed()
    assert first.seed() == AutopilotController(first.session).seed()
    assert AutopilotController(operations.start("duel", seed=3)).seed() != first.seed()
