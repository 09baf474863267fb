"""Somebody is taken out of the fight: grips end with it, and the turn goes on to the next."""

from affray.core.effect import Who
from affray.rulesets.traveller import RULESET
from affray.rulesets.traveller.actions import candidates
from tests.traveller.cast import fight, fighter, next_asked

ASHA, BO, CLEO = map(Who, range(3))


def ring():
    """Asha, whose turn it is, and Bo have each other in a grip."""
    return fight(
        fighter("Asha", grip=BO, score=3),
        fighter("Bo", "blue", (1, 0), grip=ASHA, score=2),
        fighter("Cleo", "blue", (40, 0), score=1),
        fighter("Dima", "red", (41, 0)),
    )


def test_whom_it_had_in_a_grip_is_free_and_takes_the_next_turn():
    left = RULESET.left(ring(), ASHA)
    assert (left.bodies[BO].grip, left.table.current) == (None, None)
    assert next_asked(left).asked == (BO, "action", "")


def test_who_had_it_in_a_grip_does_what_it_likes():
    left = RULESET.left(ring(), BO)
    assert left.bodies[ASHA].grip is None
    offered = {(act.name, act.at) for act in candidates(left, ASHA)}
    assert ("grapple", CLEO) in offered
    assert not {name for name, at in offered if at == BO or name == "wrestle"}
    assert next_asked(left).asked == (ASHA, "action", "")
