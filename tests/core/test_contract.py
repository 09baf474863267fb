"""The contract suite: a tiny game of strangers keeps it, and each way to break it is found."""

from __future__ import annotations

from dataclasses import replace
from random import random

import pytest

from affray.core.act import Act, Offer
from affray.core.effect import Who
from affray.core.errors import AffrayError
from affray.core.ruleset import Changed, Measure, rulesets
from affray.tabletop import RoundBegan, Rounds
from affray.testing.contract import RulesetContract
from tests.core import coins


class TestCoins(RulesetContract):
    ruleset = coins.RULESET


def broken(**changes):
    """The contract of coins with something wrong with it."""

    class Broken(RulesetContract):
        ruleset = replace(coins.RULESET, **changes)
        fights = looks = 6

    return Broken()


def fails(test, *arguments):
    with pytest.raises((AssertionError, AffrayError)) as caught:
        test(*arguments)
    return str(caught.value)


class Greedy(coins.Honest):
    def after(self, before, effect, now):
        if isinstance(effect, coins.Robbed):
            yield "somebody was robbed"


def test_a_broken_invariant_is_named_with_the_fight_and_the_answer():
    found = fails(broken(invariants=Greedy()).test_random_fights_break_no_invariant, "four")
    assert "coins, scene 'four', seed 1, fight 0, after " in found
    assert "somebody was robbed" in found


def test_a_policy_that_answers_what_is_not_offered_is_found():
    def cheat(play, who, question, options, about):
        return Act("steal")

    found = fails(
        broken(policies={"cheat": cheat}).test_policies_answer_what_is_offered_and_end_the_fight, "four"
    )
    assert "'steal'" in found


def test_chance_from_elsewhere_is_found():
    def tipsy(play, one, act):
        play.do(coins.Breathed(one.who, round(random())), "COI-2")
        coins.ACTIONS.perform(play, one, act)

    def step(play):
        for who in play.fight.everyone:
            tipsy(play, coins.Duellist(play, who), Act("wait"))
        return coins.ROUND.step(play)

    suite = broken(step=step)
    fails(suite.test_the_log_gives_the_same_fight, "four")


def test_a_change_without_an_effect_is_found():
    def step(play):
        if play.fight.table.round == 1:
            body = play.fight.bodies[0]._replace(coins=1)
            play.fight = play.fight._replace(bodies=(body, *play.fight.bodies[1:]))
        return coins.ROUND.step(play)

    fails(broken(step=step).test_effects_alone_give_the_same_fight, "four")


def test_a_menu_that_offers_what_is_forbidden_is_found():
    def menu(fight, who):
        return [Offer(offer.act, offer.cost) for offer in coins.ACTIONS.menu(fight, who)]

    assert "COI-2" in fails(broken(menu=menu).test_the_menu_tells_the_truth, "four")


def test_a_menu_that_begins_with_something_to_do_is_found():
    def menu(fight, who):
        return [*coins.ACTIONS.menu(fight, who)[1:]]

    fails(broken(menu=menu).test_the_menu_tells_the_truth, "four")
    fails(broken(menu=menu).test_every_question_can_be_answered_with_nothing, "four")


def test_a_rule_that_the_catalogue_does_not_hold_is_found():
    thin = replace(coins.CATALOGUE, rules={k: v for k, v in coins.CATALOGUE.rules.items() if k != "COI-3"})
    assert "'COI-3'" in fails(broken(catalogue=thin).test_random_fights_break_no_invariant, "four")


def test_an_option_that_the_house_does_not_know_is_found():
    more = {**coins.CATALOGUE.options, "more": replace(coins.CATALOGUE.options["strike.from"], key="more")}
    catalogue = replace(coins.CATALOGUE, options=more)
    fails(broken(catalogue=catalogue).test_the_options_are_the_fields_of_the_house_record, "four")


def test_a_price_that_differs_from_samples_is_found():
    def measures(fight, who, act):
        return [Measure("noise", Changed(who, lambda a, b: random() < 0.5))]

    found = fails(broken(measures=measures).test_prices_sum_to_one_and_agree_with_samples, "four")
    assert found


def test_two_options_that_read_alike_and_effects_without_words_are_found():
    class Vague(coins.CoinWords):
        def option(self, names, question, value):
            return "do it"

    class Mute(coins.CoinWords):
        def told(self, fight, names, told):
            return "" if hasattr(told, "effect") else super().told(fight, names, told)

    assert "two read alike" in fails(broken(words=Vague(coins.TOLD)).test_everything_has_words, "four")
    assert "no words for ['Breathed', 'Robbed', 'RoundBegan']" in fails(
        broken(words=Mute(coins.TOLD)).test_everything_has_words, "four"
    )


@pytest.mark.parametrize("game", sorted(rulesets()))
def test_a_game_that_has_not_taken_what_its_conditions_declare_is_found(game):
    mute = type("Mute", (type(rulesets()[game].words),), {"told": lambda *_: ""})

    def fault(**changes):
        class Forgetful(RulesetContract):
            ruleset = replace(rulesets()[game], **changes)

        scene = next(iter(Forgetful.ruleset.scenes))
        return fails(Forgetful().test_conditions_can_be_told_corrected_and_switched, scene)

    assert "no correction" in fault(corrections={})
    assert "no words" in fault(words=mute({}))
    assert "no switch" in fault(controls=lambda fight, who: ())


def test_what_is_followed_wrongly_is_found():
    def followed(**changes):
        return replace(coins.follows(coins.House()), **changes)

    def found(**changes):
        contract = broken(follows=lambda house: followed(**changes))
        return fails(contract.test_what_is_followed_is_in_every_fight, "four")

    purse = coins.follows(coins.House()).gauges[0]
    assert "is out from the start" in found(out=lambda b: True)
    assert "is dead and not out" in found(dead=lambda b: True)
    assert "has injuries ('',)" in found(injuries=lambda b: ("",))
    assert "two gauges are called 'coins'" in found(gauges=(purse, purse))
    assert "not one of life" in found(gauges=(replace(purse, kind="points"),))
    assert "left" in found(gauges=(replace(purse, left=lambda b: b.coins - 9),))
    fails(
        broken(follows=lambda house: followed(round="hour")).test_what_is_followed_is_in_every_fight, "four"
    )


def test_rounds_that_are_not_counted_one_by_one_are_found():
    class Leap(RoundBegan):
        def on(self, table, /):
            return Rounds(table.round + 2)

    def step(play):
        if coins.ROUND.winner(play.fight):
            return False
        play.do(Leap())
        return coins.ROUND.step(play)

    contract = broken(step=step)
    assert "round goes from 0 to 2" in fails(contract.test_what_is_followed_is_in_every_fight, "four")


def test_who_is_out_of_breath_is_refused_by_the_rule():
    fight = coins.RULESET.start(broken().opening("four"))
    tired = fight._replace(bodies=(fight.bodies[0]._replace(breath=0), *fight.bodies[1:]))
    assert [offer.refused[0].rule for offer in coins.ACTIONS.menu(tired, Who(0))[1:]] == ["COI-2"] * 3
