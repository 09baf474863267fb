"""Somebody is taken out of the fight: whom it held is free, and the slot goes to the next."""

from affray.core.effect import Who
from affray.rulesets.coriolis import RULESET
from affray.rulesets.coriolis.actions import candidates
from affray.rulesets.coriolis.round import step
from affray.testing.script import waits_for
from tests.coriolis.cast import fight, fighter

ASHA, BO, CLEO = map(Who, range(3))


def grapple():
    """Asha, whose slot it is, holds Bo; Cleo stands by Bo's side."""
    return fight(
        fighter("Asha", holding=BO, score=5, opened=True),
        fighter("Bo", "blue", (1, 0), held_by=ASHA, failed=(ASHA, CLEO), score=4),
        fighter("Cleo", "blue", (2, 0), score=3),
        fighter("Dima", "red", (3, 0), score=2),
    )


def test_whom_it_held_is_free_and_the_next_slot_begins():
    left = RULESET.left(grapple(), ASHA)
    assert (left.bodies[BO].held_by, left.bodies[BO].failed, left.table.current) == (None, (CLEO,), None)

    def goes_on(play):
        for _ in range(2):
            step(play)

    assert waits_for(left, goes_on).asked == (BO, "action", "")


def test_who_held_it_has_nobody_and_no_action_goes_at_it():
    left = RULESET.left(grapple(), BO)
    assert left.bodies[ASHA].holding is None
    assert {act.at for act in candidates(left, ASHA)} - {None} == {CLEO}
    assert "let go" not in {act.name for act in candidates(left, ASHA)}


def test_the_last_of_a_side_leaves_the_fight_to_the_other():
    left = RULESET.left(RULESET.left(grapple(), BO), CLEO)
    assert RULESET.winner(left) == "red"
