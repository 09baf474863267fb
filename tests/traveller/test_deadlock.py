"""Whether a fight can still end: nobody could hurt anybody, whatever they do and the dice show."""

from __future__ import annotations

from random import Random

import pytest

from affray.core.play import Play
from affray.core.sampled import Sampled
from affray.rulesets.traveller import RULESET
from affray.rulesets.traveller.actions import legal
from affray.rulesets.traveller.deadlock import no_hope
from affray.rulesets.traveller.round import step
from affray.rulesets.traveller.sheet import Project
from affray.rulesets.traveller.state import State, Thing
from affray.rulesets.traveller.tables import weapons
from tests.traveller.cast import fight, fighter, house

DRESSED = {"sheet": {"armour": (60,)}}
CLAD = {"grapple_armour": True}


def two(asha=None, bo=None, table=None, **options) -> State:
    """Both in armour that nothing comes through, unless something is changed."""
    one = fighter("Asha", **{**DRESSED, **(asha or {})})
    other = fighter("Bo", "blue", (1, 0), **{**DRESSED, **(bo or {})})
    return fight(one, other, house=house(**{**CLAD, **options}), **(table or {}))


def hopeless(here: State) -> bool:
    return no_hope(Play(here))


def test_two_whom_nothing_can_harm_will_never_end_it():
    assert hopeless(two())
    assert hopeless(two(bo={"sheet": {"armour": (20,)}}))
    assert hopeless(two({"weapons": ("rifle", "dagger")}, {"weapons": ("laser pistol",)}))


@pytest.mark.parametrize(
    "here",
    [
        two(grapple_armour=False),
        two(grapple_effect="margin"),
        two(damage_least=True),
        two(bo={"sheet": {"armour": (10,)}}),
        two({"weapons": ("frag grenade",)}, {"sheet": {"armour": (35,)}}),
        two(table={"projects": (Project("the lock", "mechanic", "EDU", 0, 3, wins=True),)}),
        two(bo={"sheet": {"armour": (20,)}}, table={"ground": (Thing(weapons()["rifle"], fighter().spot),)}),
    ],
)
def test_there_is_hope_while_somebody_could(here):
    assert not hopeless(here)


def test_a_grenade_that_is_thrown_is_no_hope_any_more():
    armed = {"weapons": ("frag grenade",)}
    assert hopeless(two({**armed, "left": (0,)}, {"sheet": {"armour": (35,)}}))


def test_the_fallen_are_no_hope():
    gunner = {"weapons": ("rifle",), "out": True, "strength": 0, "endurance": 0}
    assert hopeless(two(gunner, {"sheet": {"armour": ()}}))


@pytest.mark.parametrize("seed", range(4))
def test_where_there_is_no_hope_nothing_that_can_be_done_hurts_anybody(seed):
    """At random, with the best dice, the worst and others: nobody loses a point."""
    dice = Random(seed)
    thrown = Random(seed)
    thrown.random = lambda: dice.choice((0.0, dice.random(), 0.999999))  # type: ignore[method-assign]

    def answers(play, who, question, options, about):
        if question == "action":
            return dice.choice(legal(play.fight, who.who))
        return dice.choice(list(options()))

    arms = {"weapons": ("rifle", "sword"), "skills": {"melee": 4, "gun combat": 4}}
    here = two(arms, arms)
    assert hopeless(here)
    for _ in range(60):
        play = Sampled(here, answers, thrown)
        step(play)
        here = play.fight
        assert [(b.strength, b.dexterity, b.endurance) for b in here.fighters] == [(7, 7, 7)] * 2
        assert hopeless(here)
    assert RULESET.winner(here) is None
