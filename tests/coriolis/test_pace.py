"""Whom Coriolis asks nothing: where one weapon, or none, can be meant for initiative."""

from __future__ import annotations

import pytest

from affray.core.effect import Who
from affray.core.play import AnyPlay, Play
from affray.rulesets.coriolis.fighter import Fighter
from affray.rulesets.coriolis.initiative import WEAPON, worthwhile
from tests.coriolis.cast import fight, fighter


def worth(*options, **asha):
    """What of these can be worth counting on, by Asha with these in hand."""
    play: AnyPlay = Play(fight(fighter(**asha), fighter("Bo", "blue", (9, 0))))
    return tuple(worthwhile(Fighter(play, Who(0)), WEAPON.name, options))


@pytest.mark.rule("COR-INIT-10", "COR-INIT-11", "AMB-03")
def test_a_bonus_that_costs_nothing_is_never_declined():
    assert worth("", "service pistol", weapons=("service pistol",)) == ("service pistol",)
    assert worth("", "knife", "unarmed", weapons=("knife", "sword")) == ("knife",)


@pytest.mark.rule("COR-INIT-10")
def test_with_a_weapon_in_hand_nobody_counts_on_bare_hands():
    assert worth("", "unarmed", weapons=("sword",)) == ("",)
    assert worth("", "unarmed") == ("unarmed",)


@pytest.mark.rule("COR-INIT-11")
def test_a_weapon_that_cannot_fire_gives_no_bonus():
    assert worth("", "carbine", "unarmed", weapons=("carbine",), empty=("carbine",)) == ("",)


@pytest.mark.rule("COR-INIT-10")
def test_of_two_weapons_one_is_named():
    both = ("", "service pistol", "knife", "unarmed")
    assert worth(*both, weapons=("service pistol", "knife")) == both


def test_other_questions_are_as_they_are():
    play: AnyPlay = Play(fight(fighter(), fighter("Bo", "blue", (9, 0))))
    assert worthwhile(Fighter(play, Who(0)), "pray", (False, True)) == (False, True)
