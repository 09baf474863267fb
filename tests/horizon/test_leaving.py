"""Somebody is taken out of the fight: the turn goes on, and walls are as those see them who stay."""

from affray.core.effect import Who
from affray.rulesets.horizon import RULESET
from affray.rulesets.horizon.actions import candidates
from affray.rulesets.horizon.plan import ground
from tests.horizon.cast import fight, fighter, foe, next_asked, wall

ADA, BO, CLEO = map(Who, range(3))


def test_the_turn_of_who_has_left_falls_to_the_next():
    before = fight(
        fighter(entered=True, order=9),
        foe(entered=True, order=5),
        fighter("Cleo", at=(0, 3), entered=True, order=3),
    )
    left = RULESET.left(before, ADA)
    assert left.table.current is None
    assert next_asked(left, pieces=3).asked.who == BO
    assert BO not in {act.at for act in candidates(RULESET.left(before, BO), ADA)}


def test_a_wall_is_as_those_know_it_who_are_in_the_fight():
    old, new = wall("door", (5, -1), (5, 1), health=9), wall("door", (5, -1), (5, 1), health=2)
    before = fight(fighter(walls=(new,)), foe(walls=(new,)), foe(walls=(old,)))
    [shown] = ground(RULESET.left(before, CLEO)).covers
    [known] = ground(fight(fighter(walls=(new,)), foe(walls=(new,)))).covers
    assert shown == known
