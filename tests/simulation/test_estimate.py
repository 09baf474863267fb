"""Counted chances and how sure they are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.core.ruleset import ruleset
from affray.core.scene import read_scene
from affray.simulation.bulk import Bulk
from affray.simulation.estimate import estimate, wins


@pytest.mark.slow
@given(st.integers(1, 10_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_share_lies_in_its_interval(counts):
    won = estimate(*counts)
    assert 0 <= won.low <= won.value <= won.high <= 1


def test_an_interval_by_hand():
    # 50 of 100, z = 2: middle 0.5; half = 2 / 1.04 * sqrt(0.0025 + 0.0001) = 0.09806
    low, high = estimate(50, 100, z=2)[1:3]
    assert (round(low, 5), round(high, 5)) == (0.40194, 0.59806)


@pytest.mark.parametrize("counts", [(0, 0), (3, 2), (-1, 2)])
def test_impossible_counts_are_refused(counts):
    with pytest.raises(ValueError, match="at least 1 sample"):
        estimate(*counts)


@pytest.mark.slow
def test_wins_are_of_the_same_fights_however_they_are_cut():
    game = ruleset("coriolis")
    bulk = Bulk(game, game.start(read_scene(game.scenes["duel"], game.scene)))
    whole = wins(bulk, 60, seed=3)
    assert whole == wins(bulk, 25, seed=3) + wins(bulk, 35, seed=3, first=25)
    assert sum(whole.values()) == 60
    assert len(whole) >= 2
