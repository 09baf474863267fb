"""INIT-05: equals act at the same moment, and whoever stands first in the scene gains nothing."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.effect import Who
from affray.core.fight import Fight
from affray.rulesets.traveller.sheet import Reaction
from affray.rulesets.traveller.state import Thing
from affray.rulesets.traveller.tables import weapons
from affray.testing.script import kinds
from tests.traveller.cast import act, body, dms, fight, fighter, left, next_asked, rolls, runs, wall

END = act("end")


def equals(*, asha=None, bo=None, covers=()):
    """Asha and Bo at arm's length, equal in the order; Cleo far away and later."""
    skills = {"melee": 4, "gun combat": 4}
    one = fighter("Asha", weapons=("sword", "rifle"), skills=skills, **(asha or {}))
    other = fighter("Bo", "blue", (1, 0), weapons=("sword", "rifle"), skills=skills, **(bo or {}))
    return fight(one, other, fighter("Cleo", "blue", (60, 0), score=-9), current=None, covers=covers)


def turned(here):
    """The same fight with Bo before Asha in the scene."""
    return Fight((here.bodies[1], here.bodies[0], *here.bodies[2:]), here.house)


BLOW = {0: act("melee attack", 1, item="sword"), 1: act("melee attack", 0, item="sword")}


@pytest.mark.rule("TRV-INIT-05", "TRV-R41")
@pytest.mark.parametrize("asha", [0, 1])
def test_nobody_escapes_a_blow_by_walking_off_at_the_same_moment(asha):
    """Wherever in the scene she stands; her place on the map says who is asked first."""
    bo = 1 - asha
    here = equals() if asha == 0 else turned(equals())
    play = runs(here, act("move away", bo), BLOW[bo], "", (4, 4), (6, 6, 6))
    assert body(play, asha).due == (22,)
    assert body(play, asha).spot.x == -600


@pytest.mark.rule("TRV-INIT-05", "TRV-R41")
@pytest.mark.parametrize("asha", [0, 1])
def test_who_is_seized_strikes_all_the_same_and_does_not_get_away(asha):
    bo = 1 - asha
    here = equals() if asha == 0 else turned(equals())
    struck = runs(here, act("grapple", bo), BLOW[bo], (6, 6), (1, 1), "", (4, 4), (6, 6, 6))
    assert body(struck, asha).due == (22,)
    assert body(struck, asha).grip == bo
    fled = runs(here, act("grapple", bo), act("move away", asha), (6, 6), (1, 1))
    assert (body(fled, bo).grip, body(fled, bo).spot.x, body(fled, bo).heading) == (asha, 100, None)


@pytest.mark.rule("TRV-INIT-05", "TRV-R41")
def test_an_attack_reads_nothing_of_what_is_done_at_the_same_moment():
    screen = wall("wall", "stone wall", (0.5, -2), (0.5, 2))
    here = equals(asha={"spot": fighter(at=(-20, 0)).spot}, covers=(screen,))
    lying = runs(
        here, act("stance", item="prone"), act("ranged attack", 0, item="rifle"), "", (4, 4), (6, 6, 6)
    )
    assert "TRV-R14" not in dms(lying, "ranged attack")
    assert body(lying, 0).stance == "prone"


@pytest.mark.rule("TRV-INIT-05", "TRV-DIVE-05", "TRV-R41")
def test_a_dive_counts_against_the_attack_it_answers_and_against_no_other_of_the_moment():
    screen = wall("wall", "stone wall", (0.5, -2), (0.5, 2))
    asha = fighter("Asha", at=(0, 0))
    guns: dict[str, Any] = {"weapons": ("rifle",), "skills": {"gun combat": 4}}
    here = fight(
        asha, fighter("Bo", "blue", (20, 0), **guns), fighter("Cleo", "blue", (25, 0), **guns),
        current=None, covers=(screen,),
    )  # fmt: skip
    shots = act("ranged attack", 0, item="rifle"), act("ranged attack", 0, item="rifle")
    play = runs(here, END, *shots, Reaction("dive", "wall"), (4, 4), (1, 1, 1), "", (4, 4), (1, 1, 1))
    first, second = rolls(play, "ranged attack")
    assert [mod.rule for mod in first.tally if mod.amount < 0] == ["TRV-DIVE-05"]
    assert [mod.rule for mod in second.tally if mod.amount < 0] == []


@pytest.mark.rule("TRV-R41")
def test_both_are_asked_before_anything_is_rolled():
    here = equals()
    assert next_asked(here).asked.who == 0
    assert (next_asked(here, BLOW[0]).asked.who, next_asked(here, BLOW[0]).asked.question) == (1, "action")


@pytest.mark.rule("TRV-R41")
def test_of_two_who_want_one_thing_the_other_chooses_again():

    here = equals()
    dagger = Thing(weapons()["dagger"], fighter(at=(0.5, 0)).spot)
    here = here._replace(bodies=(*here.fighters, here.table._replace(ground=(dagger,))))
    grab = act("pick up", item="dagger")
    play = runs(here, grab, grab)
    assert ["dagger" in body(play, who).hands for who in (0, 1)] == [True, False]
    assert [body(play, who).acts for who in (0, 1)] == [2, 3]


@pytest.mark.rule("TRV-R41")
def test_harm_to_somebody_else_waits_for_the_moment_too():
    cleo: dict[str, Any] = {"weapons": ("rifle",), "skills": {"gun combat": 4}}
    here = fight(
        fighter("Asha", **cleo), fighter("Bo", at=(2, 0), **cleo),
        fighter("Cleo", "blue", (50, 0), score=-9, strength=1, dexterity=1, endurance=1),
        current=None,
    )  # fmt: skip
    shot = act("ranged attack", 2, item="rifle")
    play = runs(here, shot, shot, "", (6, 6), (6, 6, 6), "", (6, 6), (6, 6, 6))
    assert left(play, 2) == (0, 0, 0)
    assert len(rolls(play, "damage")) == 2


@pytest.mark.rule("TRV-R41")
def test_one_who_puts_the_turn_off_leaves_the_others_at_it():
    play = runs(equals(), act("defer"), BLOW[1], "", (4, 4), (1, 1, 1))
    assert body(play, 0).deferring
    assert "Together" in kinds(play)
    assert next_asked(play.fight).asked == (Who(0), "act now", "")
