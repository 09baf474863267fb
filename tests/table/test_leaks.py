"""Two fights that differ only in what a viewer may not see send that viewer the same bytes."""

from __future__ import annotations

import pytest

from affray.core.ruleset import ruleset
from affray.table.sight import Sight
from tests.table.worlds import GAMES, differences, hardier, stronger

MOST = 25
"""Answers that are compared in each scene."""


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("foes", "tweak"), [("words", hardier), ("nothing", stronger)])
def test_figures_of_foes_reach_nobody_but_the_game_master(game, foes, tweak):
    sight, shared = Sight(foes, "hidden", odds=False), 0
    for scene in ruleset(game).scenes:
        n, found = differences(game, scene, sight, tweak, MOST)
        assert not found, found[0]
        shared += n
    assert shared >= 15, "the worlds must go together for a while"


def test_the_worlds_do_differ_where_figures_are_shown():
    _, found = differences("coriolis", "duel", Sight("numbers", "open"), stronger, 5)
    assert any(text.startswith("player Ann") for text in found)
