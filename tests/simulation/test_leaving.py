"""Fights out of which somebody was taken, in bulk and in prices: that one is found by neither."""

from __future__ import annotations

import pytest

from affray import operations
from affray.core.effect import Who
from affray.core.live import Moment
from affray.core.ruleset import Ruleset, rulesets
from affray.pricing import price_action
from affray.simulation.bulk import Bulk, plain
from affray.simulation.playouts import Playouts
from tests.session.fights import CREWED

pytestmark = pytest.mark.slow


def without_the_last(game: str):
    """A scene of a game, out of which the last fighter was taken."""
    ruleset: Ruleset = rulesets()[game]
    fight = ruleset.start(operations.load_scene(f"{game}/{CREWED[game]}").scene)
    return ruleset, ruleset.left(fight, fight.everyone[-1])


@pytest.mark.parametrize("game", CREWED)
def test_the_kernel_plays_on_without_who_has_left_as_the_plain_engine_does(game):
    ruleset, fight = without_the_last(game)
    bulk = Bulk(ruleset, fight)
    ends = list(bulk.fights(4, seed=3))
    assert ends == [plain(ruleset, fight, 3, n) for n in range(4)]
    assert all(end.gone == fight.gone and end.bodies[-2] == fight.bodies[-2] for end in ends)


@pytest.mark.parametrize("game", ["coriolis", "traveller"])
def test_fights_are_played_on_from_a_moment_without_who_has_left(game):
    ruleset, fight = without_the_last(game)
    onward, slow = Playouts(ruleset), Playouts(ruleset, use_kernel=False)
    assert list(onward.ends(Moment(fight), 4, 1)) == list(slow.ends(Moment(fight), 4, 1))


@pytest.mark.parametrize("game", CREWED)
def test_an_action_is_priced_without_who_has_left(game):
    ruleset, fight = without_the_last(game)
    now = ruleset.in_combat(fight, Who(0))
    offers = [offer.act for offer in ruleset.menu(now, Who(0)) if not offer.refused]
    assert all(act.at not in fight.gone for act in offers)
    for act in offers[-2:]:
        odds = price_action(ruleset, now, Who(0), act)
        assert all(m.measure.whom not in fight.gone for m in odds.measures)
