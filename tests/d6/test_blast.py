"""Explosions (AREA): a set number, everybody in the radius by itself, and mines."""

from __future__ import annotations

import pytest

from affray.core.effect import Who
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6.sheet import Mine
from affray.testing.script import causes, kinds
from tests.d6.cast import act, body, do, fight, fighter, foe, forbids, house, hurts, number, rolls, spot

BOMB = "fragmentation grenade"
THROW = act("throw", 1, item=BOMB)


def field(*others, **thrower):
    """One with a grenade (18, radius 15 feet), a foe 40 feet off."""
    return fight(fighter(weapons=(BOMB,), **thrower), foe((40, 0)), *others)


def by_whom(play):
    return {int(e.who): e.points for e in play.done if isinstance(e, fx.Hurt)}


@pytest.mark.rule("DSX-AREA-01", "DSX-AREA-02", "DSX-AREA-03", "DSX-R21")
def test_everybody_in_the_radius_is_compared_by_itself():
    given = field(
        foe((55, 0), "Cy", sheet={"reflexes": 13}),
        fighter("Dov", at=(30, 0), sheet={"armour": 5}),
        foe((40, 14), "Eve", sheet={"reflexes": 13, "armour": 5}),
        foe((56, 0), "Fay"),
    )
    play = do(given, THROW, (4, 4, 4))
    assert by_whom(play) == {1: 18, 2: 9, 3: 18 - 5, 4: 9 - 5}
    assert len(rolls(play, "throw")) == 1
    assert {"DSX-AREA-01", "DSX-AREA-02"} <= causes(play)


@pytest.mark.rule("DSX-AREA-03")
def test_an_area_spell_adds_no_margin():
    given = fight(fighter(spells=("fireball",)), foe((40, 0)))
    ready = given.after(fx.Chanted(Who(0), "fireball")).after(fx.Chanted(Who(0), "fireball"))
    play = do(ready, act("cast", 1, item="fireball"), (6, 6, 6))
    assert hurts(play) == [18]
    assert "DSX-AREA-03" in causes(play)


@pytest.mark.rule("DSX-SR-02", "DSX-AREA-01")
def test_spell_resistance_is_no_help_against_a_bomb():
    given = fight(fighter(weapons=(BOMB,)), foe((40, 0), sheet={"resistance": 40}))
    play = do(given, THROW, (3, 3, 3))
    assert hurts(play) == [18]
    assert "DSX-SR-02" in causes(play)


@pytest.mark.rule("DSX-AREA-01", "DSX-ITEM-03")
def test_a_bomb_is_gone_once_thrown():
    play = do(field(), THROW, (1, 1, 1))
    assert body(play, 0).shots == (0,)
    again = play.fight.after(fx.Declared(Who(0), 1))
    assert forbids(again, THROW) == {"DSX-AREA-01"}
    assert forbids(again, act("attack", 1, item=BOMB)) == {"DSX-ITEM-03", "DSX-ITEM-04"}


@pytest.mark.rule("DSX-AREA-01", "DSX-R23")
def test_it_goes_so_far_and_at_a_place_too():
    assert forbids(field(), act("throw", to=(60, 0), item=BOMB)) == set()
    assert forbids(field(), act("throw", to=(60, 1), item=BOMB)) == {"DSX-R23"}
    assert by_whom(do(field(), act("throw", to=(10, 0), item=BOMB), (3, 3, 3))) == {0: 18}


# --- mines --------------------------------------------------------------------------------------------


def path(*others, attack=15, **mover):
    mine = Mine("mine", spot(20, 2), 18, 1500, attack)
    return fight(fighter(**mover), foe((90, 0)), *others, mines=(mine,))


@pytest.mark.rule("DSX-R21", "DSX-AREA-01")
def test_a_mine_has_an_attack_number_of_its_own():
    given = path(foe((30, 0), "Cy", sheet={"reflexes": 16}))
    play = do(given, act("move", to=(30, 0)))
    assert by_whom(play) == {0: 18, 2: 9}
    assert number(play) == {"DSX-ATK-01": 9}
    assert play.fight.table.mines == ()
    assert body(play, 0).spot == spot(30, 0)


@pytest.mark.rule("DSX-R21")
def test_whose_defence_it_does_not_reach_takes_half():
    assert by_whom(do(path(attack=8), act("move", to=(30, 0)))) == {0: 9}


@pytest.mark.rule("DSX-R21", "DSX-AREA-03")
@pytest.mark.option("blast.compared")
def test_or_each_rolls_reflexes_for_half():
    given = field(foe((45, 0), "Cy", actions=2))._replace(house=house(blast_compared="reflexes"))
    play = do(given, THROW, (5, 5, 5), (6, 6))  # 15 is enough; 2D after a further action is not
    assert by_whom(play) == {1: 9, 2: 18}
    assert rolls(play, "throw") == []
    assert [mod.rule for mod in rolls(play, "reflexes")[1].tally] == ["DSX-R21", "DSX-MULTI-01"]
    mined = path(attack=12)._replace(house=house(blast_compared="reflexes"))
    assert by_whom(do(mined, act("move", to=(30, 0)), (4, 4, 4))) == {0: 9}
    assert by_whom(do(mined, act("move", to=(30, 0)), (4, 4, 3))) == {0: 18}
    thrown = do(field(), THROW, (3, 3, 3))
    assert (by_whom(thrown), rolls(thrown, "reflexes")) == ({1: 18}, [])


@pytest.mark.rule("DSX-AREA-01")
def test_a_mine_one_does_not_tread_on_stays():
    play = do(path(), act("move", to=(10, 20)))
    assert "Exploded" not in kinds(play)
    assert len(play.fight.table.mines) == 1
