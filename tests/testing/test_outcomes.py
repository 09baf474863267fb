"""The kit that holds what is offered against what happens: right games pass, wrong ones are found."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from affray.core.act import Act
from affray.core.dice import total
from affray.core.effect import Who
from affray.core.errors import OverBudget
from affray.core.live import Asked
from affray.core.ruleset import ruleset
from affray.core.scene import read_scene
from affray.core.stream import Stream
from affray.pricing import price_action
from affray.testing.outcomes import Offered, difference, for_actions, refused
from affray.testing.paths import Walk, every_way
from affray.testing.roaming import Stop, roam
from tests.core import coins
from tests.core.test_contract import broken, fails
from tests.coriolis.cast import act, fight
from tests.pricing.situations import blade, gunner

CORIOLIS = ruleset("coriolis")
CHECK = "test_what_is_offered_is_what_happens"


def of_coriolis(game, opening, chosen, ways=300):
    """What is wrong with an action of whoever is asked first."""
    fought = roam(game, opening, Stream(1), 1)
    asked: Stop = fought.stops[0]
    assert chosen in asked.options
    questions = for_actions(fought.stops)
    offered = Offered(game, asked, chosen, game.policies["sensible"], questions)
    return difference(offered, fought, 0, Stream(1), ways)


def boosted():
    return fight(gunner(boosted="carbine"), blade("Bo", "blue", (10, 0)), current=0)


@pytest.mark.slow
@pytest.mark.parametrize("ways", [300, 3])
def test_an_action_that_loses_the_slot_is_priced_as_that(ways):
    sprint = next(a for a in roam(CORIOLIS, boosted(), Stream(1), 1).stops[0].options if a.name == "sprint")
    assert of_coriolis(CORIOLIS, boosted(), sprint, ways) == ""
    assert "priced" in of_coriolis(replace(CORIOLIS, take=lambda *_: None), boosted(), sprint, ways)


@pytest.mark.slow
def test_an_attack_with_the_weapon_that_was_declared_is_priced_as_itself():
    assert of_coriolis(CORIOLIS, boosted(), act("normal shot", 1, item="carbine")) == ""


def test_what_the_round_takes_and_no_price_tells_is_found():
    def take(play, one, act):
        play.do(coins.Breathed(one.who, -1), "COI-2")
        coins.ACTIONS.perform(play, one, act)

    assert "priced" in fails(getattr(broken(take=take), CHECK), "four")


def test_an_answer_that_is_refused_once_it_is_given_is_found():
    def step(play):
        play.need(play.fight.table.round < 2, "COI-1", "too late")
        return coins.ROUND.step(play)

    fought = roam(coins.RULESET, coins.RULESET.start(broken().opening("four")), Stream(1), 40)
    late = next(n for n, stop in enumerate(fought.stops) if stop.options and stop.fight.table.round == 3)
    wait = fought.stops[late].options[0]
    assert refused(coins.RULESET, fought, late, wait, Stream(2)) == ""
    assert "too late" in refused(replace(coins.RULESET, step=step), fought, late, wait, Stream(2))


def test_a_policy_that_answers_what_is_not_open_is_found_wherever_it_is_asked():
    def cheat(play, who, question, options, about):
        return Act("steal")

    contract = broken(policies={"cheat": cheat})
    assert "steal" in fails(contract.test_every_policy_answers_what_is_offered_wherever_it_is_asked, "four")


def test_every_way_has_its_chance():
    fight = coins.RULESET.start(broken().opening("four"))

    def two_dice(play):
        return sum(play.roll(coins.Duellist(play, Who(0)), "die", lambda _: total(6)) for _ in "ab")

    found = every_way(fight, two_dice, lambda: lambda play, choice: None, 36)
    assert found == {n: Fraction(6 - abs(7 - n), 36) for n in range(2, 13)}
    with pytest.raises(OverBudget):
        every_way(fight, two_dice, lambda: lambda play, choice: None, 35)


def test_a_way_without_end_is_not_gone_along():
    fight = coins.RULESET.start(broken().opening("four"))

    def until_a_six(play):
        rolled = 1
        while play.roll(coins.Duellist(play, Who(0)), "die", lambda _: total(6)) != 6:
            assert rolled < 100, "the same face for ever"
            rolled += 1
        return rolled

    with pytest.raises(OverBudget, match="more than 30 paths"):
        every_way(fight, until_a_six, lambda: lambda play, choice: None, 30)


def test_a_way_along_given_dice_is_one_of_them():
    fight = coins.RULESET.start(broken().opening("four"))
    play = Walk(fight, lambda play, choice: choice.options()[0], [5])
    coins.ACTIONS.perform(play, coins.Duellist(play, Who(0)), Act("strike", Who(1)))
    assert play.chance == Fraction(1, 6)
    assert play.fight.bodies[1].coins == 2


EQUALS = """
ruleset = "d6"
title = "Two at the same moment"

[[fighters]]
name = "Ottla"
side = "watch"
at = [0, 0]
archetype = "guard"
in_hand = ["long sword"]

[[fighters]]
name = "Pavel"
side = "alley"
at = [1, 0]
archetype = "guard"
in_hand = ["long sword"]
hit_points = 1

[[fighters]]
name = "Thug"
side = "alley"
at = [40, 0]
archetype = "thug"
"""


def one_each(play, who, question, options, about):
    """One action each with the first skill, and nobody holds back."""
    return 1 if question == "actions" else options()[0]


def test_who_is_put_out_at_the_same_moment_has_acted_in_it():
    game = ruleset("d6")
    opening = game.start(read_scene(EQUALS, game.scene, "equals"))
    ottla, pavel = Who(0), Who(1)
    fought = roam(game, opening, Stream(1), 12, one_each)
    at, stop = next((n, s) for n, s in enumerate(fought.stops) if s.asked == Asked(ottla, "action"))
    assert stop.fight.bodies[pavel].acting, "they act at the same moment"
    deed = Act("attack", pavel, item="long sword")
    odds = price_action(game, stop.fight, ottla, deed)
    assert odds["Pavel is put out of the fight"].chance > 0
    offered = Offered(game, stop, deed, game.policies["sensible"], for_actions(fought.stops))
    assert difference(offered, fought, at, Stream(1)) == ""


def alert(play, who, question, options, about):
    """Everybody asks to be asked at every moment, says nothing, and takes cover."""
    named = {o.name: o for o in options() if isinstance(o, Act)}
    return named.get("stay alert") or named.get("defend") or options()[0]


@pytest.mark.slow
def test_a_word_before_an_action_is_no_part_of_it_and_is_asked_for_on_the_way():
    game = ruleset("horizon")
    opening = game.start(read_scene(game.scenes["duel"], game.scene, "duel"))
    fought = roam(game, opening, Stream(1), 60, alert)
    questions = for_actions(fought.stops)
    early = [n for n, stop in enumerate(fought.stops) if stop.asked.question == "out of turn"]
    assert early
    for at in (*early, early[-1] + 1):
        stop = fought.stops[at]
        for chosen in stop.options:
            if isinstance(chosen, Act):
                offered = Offered(game, stop, chosen, game.policies["sensible"], questions)
                assert difference(offered, fought, at, Stream(1), 30) == "", (at, chosen)
