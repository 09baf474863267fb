"""Options tried out, and what ends are worth."""

import pytest

from affray.autopilot.evaluation import Evaluator, aim_of
from affray.autopilot.trials import Arena, OptionTrial, clearly, settled
from affray.core.profile import Profile
from affray.simulation.playouts import Playouts
from tests.session.fights import fresh, run_by_itself


@pytest.fixture(scope="module")
def waiting():
    session = fresh("brawl", seed=4)
    controller = run_by_itself(session)
    while session.pending.chance or session.pending.asked.question != "action":
        controller.run(1)
    return session


def arena(session, worth=None):
    who = session.pending.asked.who
    ends = Evaluator(session.ruleset, session.fight, who)
    return Arena(Playouts(session.ruleset), session.moments.now, session.pending, ends, worth or ends.won, 5)


@pytest.mark.slow
def test_halving_keeps_to_its_budget_and_the_one_it_is_told_to_keep(waiting):
    options = list(waiting.pending.options)[:8]
    for kept in options[:2]:
        trials = arena(waiting).halving(options, kept, 8 * 8 * 3)
        assert kept in [trial.option for trial in trials]
        assert 2 <= len(trials) <= 3
        assert max(len(trial.won) for trial in trials) >= 8 * 3


@pytest.mark.slow
def test_all_options_meet_the_same_dice(waiting):
    option = waiting.pending.options[0]
    one, other = arena(waiting).every([option, option], 20)
    assert one.won == other.won
    assert one.over(other) == (0.0, 0.0)


def test_tempers_weigh_ends_differently(waiting):
    ends = Evaluator(waiting.ruleset, waiting.fight, waiting.pending.asked.who)
    me = waiting.fight.bodies[ends.who]
    bodies = waiting.fight.bodies
    down = (*bodies[: ends.who], me._replace(hp=0), *bodies[ends.who + 1 :])
    end = waiting.fight._replace(bodies=down)
    assert ends.worth(Profile())(end) == 0.5  # nobody has won
    assert ends.worth(Profile(temper="cautious"))(end) == 0.25
    assert ends.worth(Profile(temper="cautious"))(waiting.fight) == 0.75
    assert ends.worth(Profile(temper="aggressive"))(waiting.fight) == 0.25
    assert ends.worth(Profile(temper=f"guards {ends.names[ends.who]}"))(end) == 0.25
    assert "keeping Zara up" in aim_of(Profile(temper="guards Zara"))


def test_differences_are_of_pairs():
    one, other = OptionTrial("a", [1, 1, 0, 0]), OptionTrial("b", [1, 0, 0, 0])
    mean, margin = one.ahead(other)
    assert mean == 0.25
    assert margin == pytest.approx(1.959964 * 0.25)
    assert one.chance.value == 0.5


def test_what_is_settled_stops_early():
    sure, lost, close = (
        OptionTrial("a", worth=[1] * 40),
        OptionTrial("b", worth=[0] * 40),
        OptionTrial("c", worth=[1, 0] * 20),
    )
    assert clearly(sure, lost)
    assert not clearly(lost, sure)
    assert settled(lost, sure)
    assert settled(sure, OptionTrial("d", worth=[1] * 40))
    assert not settled(close, OptionTrial("e", worth=[0, 1] * 20))


def test_actions_that_change_nothing_are_idle(waiting):
    acts = {act.name: act for act in waiting.pending.options}
    trying = arena(waiting)
    assert trying.idle(acts["shout"])
    assert not trying.idle(acts["end"])
