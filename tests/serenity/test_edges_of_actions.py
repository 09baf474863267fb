"""Edges of what actions cost and name: one action more, equals and others, hands and cover."""

from __future__ import annotations

import pytest

from affray.core.effect import Who
from affray.core.play import Play
from affray.core.space import point
from affray.rulesets.serenity import attacks, covering, defence, explosives, initiative, rights, wrestling
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity.fighter import Fighter
from affray.testing.script import kinds
from tests.serenity.cast import (
    PISTOL,
    act,
    do,
    fight,
    fighter,
    foe,
    forbids,
    gives,
    house,
    near,
    plays,
    rolls,
    steps_of,
    wall,
)  # fmt: skip


def bo(play: Play) -> Fighter:
    """The other one."""
    return Fighter(play, Who(1))


@pytest.mark.rule("SER-ATK-01", "SER-THROW-01", "SER-R19")
def test_what_is_thrown_goes_by_rules_of_its_own():
    assert set(attacks.THROW.cited(house())) == {"SER-THROW-01", "SER-R19"}
    for kind in (attacks.ATTACK, attacks.LIMB):
        assert set(kind.cited(house())) == {"SER-ATK-01"}


@pytest.mark.rule("SER-ATK-01")
@pytest.mark.option("act.penalty")
@pytest.mark.parametrize(("used", "waits"), [(0, True), (1, True), (2, False)])
def test_one_waits_while_the_action_to_come_leaves_a_skill_die(used, waits):
    """A d4 of Guns: the second action of a turn takes a step off, the third another, and nothing is left."""
    gunner = fighter(weapons=(PISTOL,), skills={"guns": "d4", "unarmed combat": "d4"}, used=used)
    start = fight(gunner, foe(), house=house(act_penalty="sequential"))
    assert gives(start, covering.can_wait) is waits


@pytest.mark.rule("SER-R13")
def test_cover_is_nothing_against_a_blow_and_named_against_a_shot():
    behind = foe(at=(10, 0), cover=wall("light"))
    start = fight(fighter(), behind)
    for melee, named in ((True, False), (False, True)):
        rules = gives(
            start, lambda play, one, m=melee: defence.rules_of(play, bo(play), one, defence.DODGE, m)
        )
        assert ("SER-COVER-00" in rules) is named
        assert "SER-R13" not in rules


@pytest.mark.rule("SER-INIT-02", "SER-R2")
@pytest.mark.option("init.tie")
def test_by_the_option_only_equals_roll_and_who_has_rolled_already_does_not_again():
    people = (
        fighter("Ana", score=9, tied=(7,)),
        foe("Bo", score=9),
        foe("Cy", score=5),
    )
    play = plays(
        fight(*people, house=house(init_tie="roll_off")), lambda play, _: initiative.break_ties(play), (1, 2)
    )
    assert [(e.who, e.total) for e in play.done if isinstance(e, fx.RolledOff)] == [(1, 3)]
    assert [b.tied for b in play.fight.fighters] == [(7,), (3,), ()]


@pytest.mark.rule("SER-R32")
def test_towards_somebody_one_goes_past_nobody_by_the_distance_and_past_a_guard_by_the_way():
    free = do(fight(fighter(acts=2), foe("Cy", (20, 0))), act("run", 1))
    assert "MovedBy" in kinds(free)
    guard = foe("Bo", (6, 4), weapons=(PISTOL,), skills={"guns": "d8"}, watch=point(6, 0))
    watched = do(fight(fighter(acts=2), guard, foe("Cy", (20, 0))), act("run", 2), None)
    assert "MovedBy" not in kinds(watched)


@pytest.mark.rule("SER-FREE-03")
def test_one_drops_to_the_ground_once_and_not_when_stopped_by_a_shot(monkeypatch):
    assert "LayDown" in kinds(do(fight(fighter(), foe()), act("drop to the ground")))
    assert forbids(fight(fighter(prone=True), foe()), act("drop to the ground")) == {"SER-FREE-03"}
    monkeypatch.setattr(rights, "interrupted", lambda play, actor: False)
    assert "LayDown" not in kinds(do(fight(fighter(), foe()), act("drop to the ground")))


@pytest.mark.rule("SER-GRAP-02", "SER-GRAP-06")
def test_who_seizes_has_the_steps_of_actions_and_who_holds_has_none():
    grabs = fighter(skills={"unarmed combat": "d8"}, acts=2, used=1)
    seized = do(fight(grabs, near()), act("grapple", 1), (1, 1), (1, 1))
    assert steps_of(seized, "grapple")["SER-ACT-02"] == -1
    holder = near(skills={"unarmed combat": "d8"}, used=2, acts=3, holding=Who(0))
    start = fight(fighter(held_by=Who(1)), holder, house=house(grapple_break="contest"))
    broke = do(start, act("break hold"), (1, 1), (6, 6))
    assert "SER-ACT-02" not in steps_of(broke, "keep hold")


@pytest.mark.rule("SER-GRAP-06")
@pytest.mark.option("act.penalty")
@pytest.mark.parametrize(("used", "refused"), [(1, set()), (2, {"SER-ACT-03"})])
def test_a_hold_is_broken_while_the_action_leaves_a_die_of_strength(used, refused):
    held = fighter(held_by=Who(1), attributes={"strength": "d4"}, used=used, acts=4)
    start = fight(held, near(holding=Who(0)), house=house(act_penalty="sequential"))
    assert forbids(start, act("break hold")) == refused


@pytest.mark.rule("SER-GRAP-02", "SER-GRAP-04")
def test_who_is_held_seizes_with_less():
    for held, steps in ((None, None), (Who(1), -2)):
        start = fight(fighter(skills={"unarmed combat": "d8"}, held_by=held), near())
        play = plays(start, lambda play, one: wrestling.catches(play, one, bo(play)), (1, 1), (1, 1))
        assert steps_of(play, "grapple").get("SER-GRAP-04") == steps


@pytest.mark.rule("SER-EXPL-01", "SER-EXPL-02", "SER-R2")
def test_in_a_moment_that_is_shared_a_blast_waits_and_one_that_had_waited_does_not():
    for poised, waits in ((False, True), (True, False)):
        start = fight(fighter(poised=poised), near(life=60), together=(Who(0), Who(1)))
        play = plays(start, lambda play, one: explosives.blown(play, one, bo(play), "grenade", 2), (8,))
        assert ("Banked" in kinds(play)) is waits


@pytest.mark.rule("SER-R2", "SER-INIT-02")
def test_equals_roll_a_d6_each_for_whose_turn_is_played_first():
    start = fight(fighter(score=9), foe("Bo", score=9), current=None)
    play = plays(start, initiative.gather, (2,), (5,))
    assert [roll.asked.chance for roll in rolls(play, "roll-off")] == ["total(1d6)", "total(1d6)"]
    assert [e.total for e in play.done if isinstance(e, fx.LotRolled)] == [2, 5]
