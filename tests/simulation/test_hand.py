"""Fights written by hand end as the plain engine ends them, draw by draw."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.ruleset import ruleset
from affray.core.sampled import Sampled
from affray.core.stream import Stream
from benchmarks.hand import FOUR, SKIRMISH, WRITTEN, Hand, Written, crowd, ended
from tests.simulation.test_bulk import needs_compiler

pytestmark = [pytest.mark.slow, needs_compiler]
SEED, FIGHTS, MANY = 5, 60, 20_000


@pytest.mark.parametrize("written", WRITTEN, ids=lambda written: written.title)
def test_a_fight_by_hand_ends_as_the_plain_one_after_the_same_draws(written):
    few = FIGHTS // len(written.start().fighters)
    by_hand = list(Hand(written).fights(few, SEED))
    assert by_hand == [played(written, i) for i in range(few)]
    assert len({end.winner for end in by_hand}) > 1, "too few fights to tell sides apart"


@pytest.mark.parametrize(("archetypes", "rounds"), [(FOUR, (21, 99)), (("thug", "thug"), (21, 99))])
def test_fights_by_hand_are_called_off_where_the_plain_ones_are(archetypes, rounds):
    """After twenty rounds without a wound."""
    written = Written("called off", "d6", crowd(*archetypes), *SKIRMISH)
    ends = list(Hand(written).fights(MANY, SEED))
    least, most = rounds
    off = [i for i, end in enumerate(ends) if end.winner < 0 < max(end.left) and least <= end.rounds <= most]
    assert off
    assert [ends[i] for i in off[:5]] == [played(written, i) for i in off[:5]]


def played(written, index):
    """Fight `index` by the plain engine, with where its stream stands at the end."""
    game, stream = ruleset(written.game), Stream(SEED, index)
    play: Sampled[Any, Any, Any] = Sampled(written.start(), game.policies["sensible"], stream)
    while game.step(play):
        pass
    return ended(written, play.fight, stream.state)
