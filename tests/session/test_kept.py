"""What waits for an answer is kept without the calls that led there, and what they held."""

from __future__ import annotations

import gc
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest

from affray.core.live import Pending, resume
from affray.core.ruleset import fight_out
from affray.core.stream import Stream
from affray.env.run import FightRun
from affray.table.jobs import asked_at
from tests.session.fights import GAME, SCENES, fresh, run_by_itself


@contextmanager
def uncollected() -> Iterator[Callable[[], int]]:
    """Nothing is collected meanwhile; how many things only the collector can find, of those made meanwhile.

    What there was before stays: to look through all that other tests have left takes seconds.
    """
    gc.freeze()
    gc.disable()
    try:
        yield gc.collect
    finally:
        gc.enable()


def calls(pending: Pending | None) -> list[Any]:
    assert pending is not None
    return traceback.extract_tb(pending.__traceback__)


@pytest.mark.parametrize("scene", SCENES)
def test_answers_leave_nothing_for_the_collector(scene):
    session = fresh(scene)
    with uncollected() as left:
        run_by_itself(session).run(12)
        assert left() < 300
    assert calls(session.pending) == []


def test_whoever_keeps_it_keeps_no_calls():
    game, moment = GAME, fresh("boarding").moments.now
    assert calls(asked_at(game.id, moment)) == []
    assert calls(resume(moment.fight, partial(fight_out, ruleset=game), ())[1]) == []
    asked_of_everybody = FightRun(game, moment.fight, Stream(1), lambda who: None)
    assert calls(asked_of_everybody.pending) == []
