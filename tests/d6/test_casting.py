"""Spells (CAST, AREA-04, SR): an action for each component, one target or all in a radius."""

from __future__ import annotations

import pytest

from affray.core.effect import Who
from affray.rulesets.d6 import effects as fx
from affray.testing.script import causes, first, kinds
from tests.d6.cast import act, body, do, fight, fighter, foe, forbids, house, hurts, number, pips, steps

BOLT, BALL = act("cast", 1, item="bolt"), act("cast", 1, item="fireball")
PAIN, SPARK = act("cast", 1, item="word of pain"), act("cast", 1, item="silent spark")


def mage(actions=1, casting=15, at=(40, 0), options=None, **target):
    return fight(
        fighter(
            spells=("bolt", "fireball", "word of pain", "silent spark"),
            actions=actions,
            skills={"casting": casting},
        ),
        foe(at, **target),
        house=house(**(options or {})),
    )


@pytest.mark.rule("DSX-CAST-01", "DSX-CAST-03")
def test_a_spell_takes_an_action_for_each_component():
    word = do(mage(2), act("cast", item="bolt"))
    assert kinds(word) == ["Acted", "Chanted"]
    assert (body(word, 0).spell, body(word, 0).components) == ("bolt", 1)
    cast = do(word.fight, BOLT, (3, 3, 3, 3))
    assert hurts(cast) == [12 + 3]
    assert body(cast, 0).used == 2
    assert "DSX-CAST-01" in causes(cast)


@pytest.mark.rule("DSX-CAST-02", "DSX-CAST-03")
def test_three_components_in_one_round_cost_two_dice():
    one = do(mage(3), act("cast", item="fireball"))
    two = do(one.fight, act("cast", item="fireball"))
    cast = do(two.fight, BALL, (3, 3, 3))
    assert pips(cast, "casting") == {"DSX-ATK-01": 15, "DSX-MULTI-01": -6}
    assert {"DSX-CAST-02", "DSX-CAST-03"} <= causes(cast)
    assert hurts(cast) == [18]
    assert forbids(cast.fight, BALL) == {"DSX-ACT-02"}


@pytest.mark.rule("DSX-R11")
def test_components_may_be_spread_over_rounds_without_a_gap():
    begun = do(mage(), act("cast", item="bolt")).fight
    next_round = begun.after(fx.Refreshed(Who(0)))
    cast = do(next_round, BOLT, (3, 3, 3, 3, 3))
    assert pips(cast, "casting") == {"DSX-ATK-01": 15}
    assert hurts(cast) == [12 + 6]
    idle = next_round.after(fx.Refreshed(Who(0)))
    assert kinds(do(idle, act("cast", item="bolt"))) == ["Acted", "Chanted"]
    assert idle.bodies[0].components == 0


@pytest.mark.rule("DSX-R11")
def test_a_wound_does_not_lose_a_spell_but_another_spell_does():
    begun = do(mage(2), act("cast", item="bolt")).fight.after(fx.Hurt(Who(0), 20))
    assert begun.bodies[0].components == 1
    other = do(begun, act("cast", item="fireball")).fight
    assert (other.bodies[0].spell, other.bodies[0].components) == ("fireball", 1)


@pytest.mark.rule("DSX-R11", "DSX-CAST-03")
@pytest.mark.option("spell.cast_action")
def test_a_spell_without_components_takes_one_action():
    play = do(mage(), SPARK, (3, 3, 3, 3, 3))
    assert hurts(play) == [6 + 6]
    slow = mage(options={"spell_cast_action": True})
    assert kinds(do(slow, PAIN)) == ["Acted", "Chanted"]
    assert first(do(mage(), PAIN, (1, 1, 1, 1, 1)), fx.Missed).who == 1


@pytest.mark.rule("DSX-R11")
@pytest.mark.option("spell.concentration")
@pytest.mark.parametrize(("check", "dice", "kept"), [
    (False, (), True), (True, (5, 5, 5), True), (True, (5, 5, 4), False)
])  # fmt: skip
def test_a_wound_breaks_off_a_spell_by_the_option_alone(check, dice, kept):
    caster = fighter(spells=("bolt",), spell="bolt", components=1, chanted=True, sheet={"armour": 9})
    given = fight(caster, foe((4, 0), weapons=("pump shotgun",)), house=house(spell_concentration=check))
    shot = act("attack", 0, item="pump shotgun")
    play = do(given, shot, (3, 3, 6, 3), *([dice] if dice else []), who=1)  # an advantage, and 18 + 6 - 9
    assert hurts(play) == [15]
    assert (body(play, 0).spell, body(play, 0).components) == (("bolt", 1) if kept else ("", 0))


@pytest.mark.rule("DSX-R33")
def test_nobody_casts_at_the_dead():
    assert forbids(mage(hp=-30), PAIN) == {"DSX-R33"}
    assert forbids(mage(hp=-29), PAIN) == set()


@pytest.mark.rule("DSX-AREA-04", "DSX-ATK-04", "DSX-ATK-03")
def test_a_spell_at_one_target_adds_its_margin():
    play = do(mage(), PAIN, (6, 6, 1, 1, 1))
    assert number(play) == {"DSX-ATK-01": 9}
    assert hurts(play) == [8 + 6]
    assert "DSX-AREA-04" in causes(play)


@pytest.mark.rule("DSX-SR-01", "DSX-R22")
@pytest.mark.parametrize(("resistance", "hurt"), [(15, [8 + 6]), (16, [])])
def test_what_is_below_the_spell_resistance_does_nothing(resistance, hurt):
    play = do(mage(sheet={"resistance": resistance}), PAIN, (6, 6, 1, 1, 1))
    assert hurts(play) == hurt
    assert ("Resisted" in kinds(play)) == (not hurt)


@pytest.mark.rule("DSX-SR-01")
def test_each_in_the_radius_resists_by_itself():
    given = mage(3, sheet={"resistance": 13})
    given = fight(*given.fighters, foe((45, 0), "Cy"))
    done = given.after(fx.Chanted(Who(0), "fireball")).after(fx.Chanted(Who(0), "fireball"))
    play = do(done, BALL, (4, 4, 4))
    assert first(play, fx.Resisted).who == 1
    assert [(e.who, e.points) for e in play.done if isinstance(e, fx.Hurt)] == [(2, 18)]


@pytest.mark.rule("DSX-R23", "DSX-R33")
def test_only_the_casting_itself_needs_a_target_in_range():
    far = mage(2, at=(151, 0))
    assert forbids(far, act("cast", item="bolt")) == set()
    assert forbids(do(far, act("cast", item="bolt")).fight, BOLT) == {"DSX-R23"}
    assert forbids(mage(), act("cast", item="word of pain")) == {"DSX-AREA-01"}
    assert forbids(fight(fighter(), foe()), BOLT) == {"DSX-CAST-01"}


@pytest.mark.rule("DSX-R33", "DSX-AREA-01")
def test_an_area_spell_may_be_cast_at_a_place():
    ready = mage(3).after(fx.Chanted(Who(0), "fireball")).after(fx.Chanted(Who(0), "fireball"))
    play = do(ready, act("cast", to=(60, 0), item="fireball"), (3, 3, 3))
    assert hurts(play) == [18]
    away = do(ready, act("cast", to=(61, 0), item="fireball"), (3, 3, 3))
    assert hurts(away) == []


def test_a_spell_is_lost_by_a_round_without_a_component():
    given = fight(fighter(spells=("bolt",), done=True, spell="bolt", components=1), foe(done=True))
    assert body(steps(given), 0).spell == ""
