"""Whether a fight can still end: nobody could hurt anybody, whatever they do and the dice show."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from affray.core.deadlock import noticed
from affray.core.effect import Who
from affray.core.play import Play
from affray.core.sampled import Sampled
from affray.rulesets.coriolis import RULESET
from affray.rulesets.coriolis.actions import legal
from affray.rulesets.coriolis.deadlock import no_hope
from affray.rulesets.coriolis.round import step
from affray.rulesets.coriolis.sheet import Weapon
from affray.rulesets.coriolis.state import Clock, Injury, State, Thing
from affray.rulesets.coriolis.tables import weapons
from tests.coriolis.cast import fight, fighter, house

BACK, NECK, BELLY = 51, 52, 53


def hurt(code: int, **changes: Any) -> dict[str, Any]:
    """Somebody on the ground with an injury that has been treated, and so will not kill."""
    clocks = (Clock(-1, 20, 0),)
    return {"injuries": (Injury(code, True),), "timed": 1, "clocks": clocks, "prone": True, **changes}


def two(asha=None, bo=None, *others, metres=300, options=None, **table) -> State:
    """Both with a broken back, out of reach of each other, unless something is changed."""
    one = fighter("Asha", **{**hurt(BACK), **(asha or {})})
    other = fighter("Bo", "blue", (metres, 0), **{**hurt(BACK), **(bo or {})})
    return fight(one, other, *others, house=house(**(options or {})), **table)


def hopeless(here: State) -> bool:
    return no_hope(Play(here))


@pytest.mark.parametrize(
    "here",
    [
        two(metres=1),
        two({"weapons": ("sword",)}, metres=1),
        two({"weapons": ("carbine",)}),
        two({"weapons": ("gauss rifle",)}, metres=1001),
    two(hurt(NECK, weapons=("carbine",)), hurt(NECK), metres=1),
        two({"weapons": ("carbine",), "empty": ("carbine",), "sheet": {"reloads": 0}}, metres=20,
            options={"ammo_reloads": "counted"}),
        two(None, None, fighter("Cem", dead=True, hp=0)),
        two(None, None, fighter("Cem", **hurt(NECK, hp=0))),
    ],
)  # fmt: skip
def test_those_who_lie_there_and_cannot_reach_each_other_will_never_end_it(here):
    assert hopeless(here)
    found = noticed(RULESET, [here])
    assert found is not None
    assert found.kind == "hopeless"


@pytest.mark.parametrize(
    "here",
    [
        fight(fighter(), fighter("Bo", "blue", (300, 0))),
        two({"injuries": ()}),
        two({"weapons": ("carbine",)}, metres=20),
        two({"weapons": ("carbine",)}, metres=100),
        two({"weapons": ("gauss rifle",)}),
        two({"weapons": ("carbine",), "hands": ()}, metres=20),
        two({"weapons": ("carbine",), "empty": ("carbine",)}, metres=20),
        two({"weapons": ("carbine",)}, options={"prone_crawl": True}),
        two({"weapons": ("gauss rifle",)}, metres=1001, options={"range_past_extreme": "minus3"}),
        two({"holding": Who(1)}, {"held_by": Who(0)}, metres=1),
        two(None, None, fighter("Cem", hp=0)),
        two(None, {"injuries": (Injury(BELLY),)}),
        two(metres=20, ground=(Thing(weapons()["carbine"], fighter().spot),)),
    ],
)
def test_there_is_hope_while_somebody_could(here):
    assert not hopeless(here)


def test_who_lost_an_arm_can_no_longer_use_what_takes_both():
    heavy = Weapon("cannon", "ranged", 0, 0, 6, 1, 3, ("heavy",))
    one_armed = {"injuries": (Injury(BACK, True), Injury(43, True)), "timed": 2,
                 "clocks": (Clock(-1, 20, 0),) * 2}  # fmt: skip
    assert not hopeless(two({"weapons": (heavy,)}))
    assert hopeless(two({"weapons": (heavy,), **one_armed}))


@pytest.mark.parametrize("seed", range(3))
def test_where_there_is_no_hope_nothing_that_can_be_done_hurts_anybody(seed):
    """At random, with the best dice, the worst and others: nobody loses a point."""
    dice, thrown = Random(seed), Random(seed)
    thrown.random = lambda: dice.choice((0.0, dice.random(), 0.999999))  # type: ignore[method-assign]

    def answers(play, who, question, options, about):
        if question == "action":
            return dice.choice(legal(play.fight, who.who))
        return dice.choice(list(options()))

    here = two({"weapons": ("carbine", "sword")}, {"weapons": ("carbine",)}, current=None)
    for _ in range(60):
        play = Sampled(here, answers, thrown)
        step(play)
        here = play.fight
        assert [(b.hp, b.mp) for b in here.fighters] == [(4, 4)] * 2
        assert hopeless(here)
    assert RULESET.winner(here) is None
