"""Golden texts: fights told in full, and what actions can come to."""

from __future__ import annotations

import pytest

from affray.core.effect import Who
from affray.core.scene import read_scene
from affray.core.stream import Stream
from affray.pricing.cache import ResultCache
from affray.testing.playthrough import branches, named, playthrough, stops, ways
from affray.testing.roaming import acting, any_house, roam
from tests.core import coins


@pytest.fixture
def fight():
    return coins.RULESET.start(read_scene(coins.RULESET.scenes["four"], coins.RULESET.scene))


def first(fight):
    return stops(coins.RULESET, fight, coins.brave, Stream(1), 1)[0]


def test_a_fight_is_told_with_dice_tallies_effects_and_rules(fight):
    lines = list(playthrough(coins.RULESET, fight, coins.brave, Stream(1)))
    assert lines[0] == "    RoundBegan(who=table)  [COI-1]  A round begins"
    assert lines[1] == "A, action: strike at D  [COI-1]"
    assert lines[2] == "    Breathed(who=A, by=-1)  [COI-2]  A breathes -1"
    assert lines[3].startswith("  A's strike: ")
    assert lines[4] == "      +1 die [COI-3] = 1"
    assert "winner: " in lines[-1]
    assert lines == list(playthrough(coins.RULESET, fight, coins.brave, Stream(1)))


def test_effects_are_written_with_names():
    assert named(coins.Robbed(Who(1)), ("A", "B")) == "Robbed(who=B, coins=1)"


def test_every_way_is_counted_and_too_many_are_none(fight):
    stop = first(fight)
    strike = stop.options[-1]
    assert ways(stop.fight, acting(coins.RULESET, stop, stop.options[0])) == 1
    assert ways(stop.fight, acting(coins.RULESET, stop, strike)) == 6
    assert ways(stop.fight, acting(coins.RULESET, stop, strike), most=5) == 0

    def for_ever(play):
        while True:
            play.choose(stop.view(play, Who(0)), "again", lambda: (0,))

    assert ways(stop.fight, for_ever) == 0


def test_branches_count_outcomes_and_give_means(fight):
    found = list(branches(coins.RULESET, first(fight), coins.brave, ResultCache()))
    assert [b.outcomes for b in found] == [1, 2, 2, 2]
    assert dict(found[1].means) == {"coins lost": 0.0}


def test_random_house_rules_fit_their_options():
    book = coins.RULESET.catalogue
    drawn = [any_house(coins.RULESET, Stream(1, i)) for i in range(50)]
    assert not [faults for house in drawn if (faults := book.faults(house))]
    assert {house.get("strike.from") for house in drawn} == {None, 1, 4, 6}


def test_a_random_fight_stops_at_its_limit_of_answers(fight):
    fought = roam(coins.RULESET, fight, Stream(1), 7)
    assert (len(fought.entries), len(fought.stops), fought.over) == (7, 7, False)
    assert fought.faults == ()
