"""Somebody is taken out of the fight: holds and guns at heads end, and the turn goes to the next."""

from affray.core.effect import Who
from affray.rulesets.serenity import RULESET
from affray.rulesets.serenity.actions import candidates
from affray.rulesets.serenity.round import step
from affray.testing.script import waits_for
from tests.serenity.cast import PISTOL, fight, fighter

ANA, BO, CLEO = map(Who, range(3))


def standoff():
    """Ana, whose turn it is, holds a gun to Bo's head; Cleo feints at her."""
    return fight(
        fighter("Ana", menacing=BO, weapons=(PISTOL,)),
        fighter("Bo", "blue", (1, 0), menaced_by=ANA, score=9),
        fighter("Cleo", "blue", (2, 0), feinting=ANA, feint_left=2, score=8),
    )


def test_nobody_is_menaced_or_fooled_by_who_has_left_and_the_next_turn_begins():
    left = RULESET.left(standoff(), ANA)
    assert (left.bodies[BO].menaced_by, left.bodies[CLEO].feinting, left.table.current) == (None, None, None)
    assert RULESET.winner(left) == "blue"


def test_who_menaced_it_has_nobody_before_the_gun():
    left = RULESET.left(standoff(), BO)
    assert left.bodies[ANA].menacing is None
    assert {act.at for act in candidates(left, ANA)} - {None} == {CLEO}


def test_the_turn_of_who_has_left_falls_to_the_next():
    before = fight(
        fighter("Ana"), fighter("Bo", "blue", (9, 0), score=9), fighter("Cleo", "red", (0, 2), score=8)
    )

    def goes_on(play):
        for _ in range(2):
            step(play)

    assert waits_for(RULESET.left(before, ANA), goes_on).asked == (BO, "action", "")
