"""Of those whom nobody on a seat's side knows, nothing names or counts them: a walk over all scenes."""

from __future__ import annotations

import pytest

from affray.core.message import Verbatim, joined, msg
from affray.core.ruleset import ruleset
from affray.table.visibility import Visibility
from tests.table.unknown import HIDING, Walk, walked
from tests.whole import some

SEEDS, ANSWERS = some(12, 12), some(80, 2)
"""Walks of each scene, and how long they are."""


@pytest.mark.slow
@pytest.mark.parametrize("game", HIDING)
def test_no_seat_is_told_of_those_whom_its_fighters_do_not_know(game):
    met = 0
    for n, scene in enumerate(ruleset(game).scenes):
        for seed in range(n, n + SEEDS):
            walk = walked(f"{game}/{scene}", seed, ANSWERS)
            assert not walk.found, (scene, seed, walk.found[0])
            met += walk.met
    assert met >= 10, "somebody must have been unknown for a while"


@pytest.mark.slow
def test_the_walk_sees_what_is_not_kept_back(monkeypatch):
    """Eyes that know of everybody are found out in every place that is looked at."""
    monkeypatch.setattr(Visibility, "known", lambda visibility, fight: frozenset(fight.everyone))
    found = [leak for seed in range(4) for leak in walked("horizon/ambush", seed, 30).found]
    assert {"order", "map", "ids", "ask", "log", "actions", "hands"} <= {leak.place for leak in found}
    assert {"alone", "Ann"} <= {leak.seat for leak in found}


def test_what_somebody_unknown_does_to_ones_own_fighter_is_told_without_the_name(monkeypatch):
    walk = Walk("serenity/saloon", 0)
    session, fight = walk.session, walk.session.fight
    visibility = walk.room.audience.feed_of(walk.viewers[0]).visibility
    foe = next(name for name in session.names if name not in walk.own)
    monkeypatch.setattr(Visibility, "unknown_names", lambda *_: (foe,))
    name = Verbatim(foe)
    held = msg("{who} hits: {how}", who=name, how=msg("held by {whom}", whom=name))
    assert visibility.veiled(fight, held) == "Somebody hits: held by somebody"
    assert visibility.veiled(fight, joined(", ", [name, held])) == "Somebody, somebody hits: held by somebody"
    assert visibility.veiled(fight, name) == "Somebody"
    assert visibility.veiled(fight, f"{foe} hits") == "Somebody", "a plain text of another package's game"
    assert visibility.veiled(fight, msg("{who} hits", who=Verbatim(f"{foe} 2"))) == f"{foe} 2 hits"
    assert visibility.veiled(fight, walk.own[0]) == walk.own[0]
