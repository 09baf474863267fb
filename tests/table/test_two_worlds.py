"""Of those whom a side does not know nothing depends: two worlds are walked, and the bytes compared."""

from __future__ import annotations

from pathlib import Path

import pytest

from affray.core.ruleset import ruleset
from affray.table.visibility import Visibility
from tests.table.walks import walked
from tests.table.worlds import GAMES
from tests.whole import WHOLE, part_of, some

SEEDS, MOMENTS = some(40, 20), some(40, 4)
"""Walks of each scene, and how long they are at most."""
KEPT = [line.split() for line in Path(__file__).with_name("worlds.txt").read_text().splitlines()]
"""Walks in which something was told once: scene and seed."""


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_of_whom_a_side_does_not_know_no_byte_depends(game):
    compared = 0
    for n, scene in part_of(enumerate(ruleset(game).scenes), 2):
        for seed in range(n, n + SEEDS):
            found = walked(f"{game}/{scene}", seed, MOMENTS)
            assert not found.differences, (scene, seed, found.differences[0])
            compared += found.compared
    assert compared >= (100 if WHOLE else 5), "the worlds must go together for a while"


@pytest.mark.slow
@pytest.mark.parametrize(("scene", "seed"), KEPT)
def test_what_was_told_once_is_told_no_more(scene, seed):
    assert not walked(scene, int(seed), MOMENTS).differences


@pytest.mark.slow
def test_the_walk_sees_numbers_that_are_places_in_the_scene(monkeypatch):
    monkeypatch.setattr(Visibility, "number", lambda visibility, who: int(who))
    monkeypatch.setattr(Visibility, "numbered", lambda visibility, number: number)
    assert any(walked("horizon/ambush", seed, 2).differences for seed in range(6))
