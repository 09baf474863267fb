"""Playing on from the midst of a fight: by the kernel as by the plain engine, draw by draw."""

import pytest

from affray.core.effect import Who
from affray.operations import shipped
from affray.simulation.kernel import kernel
from affray.simulation.playouts import Playouts, mentioned
from tests.session.fights import fresh, run_by_itself
from tests.whole import part_of

SCENES = [each.name for each in shipped()]


def moments(scene, places):
    """A session that waits for a choice, once so many entries have been given."""
    session = fresh(scene, seed=11)
    controller = run_by_itself(session)
    for place in places:
        while session.pending and (len(session.standing.kept) < place or session.pending.chance):
            controller.run(1)
        if session.pending:
            yield session


def agrees(scene, places, options, n):
    """How many options were compared, from so many places of a fight."""
    session = fresh(scene)
    fast, slow = Playouts(session.ruleset), Playouts(session.ruleset, use_kernel=False)
    compared = 0
    for waiting in moments(scene, places):
        for option in waiting.pending.options[:options]:
            moment = waiting.moments.now.then(waiting.pending.answer(option))
            assert list(fast.ends(moment, n, 3)) == list(slow.ends(moment, n, 3))
            compared += 1
    assert fast.bulk is not None
    assert not fast.bulk.untraceable
    return compared


@pytest.mark.slow
@pytest.mark.skipif(kernel() is None, reason="there is no C compiler")
def test_the_kernel_goes_on_as_the_plain_engine_does():
    assert agrees("duel", (1, 9, 17), 3, 4) > 4


@pytest.mark.slow
@pytest.mark.skipif(kernel() is None, reason="there is no C compiler")
@pytest.mark.parametrize("scene", [*part_of(SCENES, 5)])
def test_in_every_scene(scene):
    assert agrees(scene, (1, 31, 52), 3, 4) > 1


def test_a_correction_within_the_step_counts():
    session = fresh("duel", seed=2)
    controller = run_by_itself(session)
    while session.pending.chance or not session.moments.now.entries or not session.moments.now.effects:
        controller.run(1)
    session.say.correct(["hurt", "Kaan", "3"], "a test")
    fast, slow = Playouts(session.ruleset), Playouts(session.ruleset, use_kernel=False)
    moment = session.moments.now.then(session.pending.answer(session.pending.options[0]))
    assert list(fast.ends(moment, 6, 1)) == list(slow.ends(moment, 6, 1))


@pytest.mark.slow
def test_how_it_is_cut_makes_no_difference():
    session = next(moments("brawl", (5,)))
    moment = session.moments.now.then(session.pending.answer(session.pending.options[0]))
    onward = Playouts(session.ruleset)
    whole = list(onward.ends(moment, 9, 5))
    assert [*onward.ends(moment, 4, 5), *onward.ends(moment, 5, 5, 4)] == whole


def test_fighters_are_found_in_answers_of_any_shape():
    assert mentioned([("a", (Who(3), 1)), None, Who(-1), Who(3), [Who(0)]]) == [Who(3), Who(0)]
