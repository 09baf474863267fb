"""Somebody is taken out of the fight: aims, held actions and seats that were about it end with it."""

from typing import Any

from affray.core.effect import Who
from affray.rulesets.d6 import RULESET
from affray.rulesets.d6.round import step
from affray.rulesets.d6.state import Held, Parked
from affray.testing.script import waits_for
from tests.d6.cast import PISTOL, car, fight, fighter, foe, spot

AVA, BO, CLEO, DIMA = map(Who, range(4))


def test_an_aim_at_it_and_what_waits_for_it_or_goes_at_it_are_lost():
    held = Held("moves", "attack", PISTOL)
    before = fight(
        fighter("Ava", aim=BO, aimed=2, aims_with=PISTOL, weapons=(PISTOL,)),
        foe(name="Bo"),
        fighter("Cleo", held=held, held_for=BO),
        fighter("Dima", held=held, held_at=BO),
        foe(name="Eli"),
    )
    left = RULESET.left(before, BO)
    assert (left.bodies[AVA].aim, left.bodies[AVA].aimed, left.bodies[AVA].aims_with) == (None, 0, "")
    assert (left.bodies[CLEO].held, left.bodies[DIMA].held) == (None, None)
    other = RULESET.left(before, Who(4))
    assert (other.bodies[AVA].aimed, other.bodies[CLEO].held) == (2, held)


def test_its_vehicle_stands_empty_and_who_rode_along_is_on_foot():
    wheel: dict[str, Any] = {"drives": car(), "speed": 2, "aboard": AVA}
    before = fight(fighter("Ava", **wheel), foe(), fighter("Cleo", aboard=AVA))
    left = RULESET.left(before, AVA)
    assert left.bodies[CLEO].aboard is None
    assert left.table.parked == (Parked(car(), spot(0, 0)),)


def test_a_rider_leaves_the_driver_at_the_wheel():
    before = fight(fighter("Ava", drives=car(), aboard=AVA), foe(), fighter("Cleo", aboard=AVA))
    left = RULESET.left(before, CLEO)
    assert (left.bodies[AVA].aboard, left.table.parked) == (AVA, ())


def test_of_two_who_act_at_the_same_moment_the_other_is_asked_alone():
    before = fight(fighter("Ava", acting=True), foe(acting=True), fighter("Cleo"))
    assert waits_for(before, step).asked.who == AVA
    assert waits_for(RULESET.left(before, AVA), step).asked == (BO, "action", "")
