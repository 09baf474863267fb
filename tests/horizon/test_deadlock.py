"""Fights that cannot end are told from those that can."""

from typing import Any

import pytest

from affray.core.play import Play
from affray.core.scene import read_scene
from affray.rulesets.horizon import RULESET
from affray.rulesets.horizon.deadlock import no_hope
from affray.rulesets.horizon.sheet import Task
from tests.horizon.cast import fight, fighter, foe, house, item, lying, made, opened


def hopeless(start):
    return no_hope(Play(start))


def brawlers(armour, **changes):
    """Two with bare hands, 2 in every trait and one die; their best blow takes 10 at score 4 + 2 + 5 for
    surprise and point blank."""
    both: list[dict[str, Any]] = [
        {"sheet": {"armour": armour}, "skills": {"special combat": 1}, **changes} for _ in range(2)
    ]
    return fight(fighter(**both[0]), foe(**both[1]))


def test_nobody_can_hurt_anybody_where_armour_takes_every_blow():
    # kick-boxing at 2 (die) + 2 (trait) + 2 (surprise) + 5 (point blank) does ceil(2/3 * 11) = 8
    assert not hopeless(brawlers(7))
    assert hopeless(brawlers(8))
    assert not hopeless(brawlers(8, searched=True, weapons=("lmg",)))
    assert not hopeless(brawlers(99)._replace(house=house(armour="pool")))


def test_one_who_can_is_enough_and_things_to_pick_up_are_hope():
    armed = fight(fighter(sheet={"armour": 40}, weapons=("holy-grenade",)), foe(sheet={"armour": 20}))
    assert not hopeless(armed)
    assert not hopeless(brawlers(30)._replace(bodies=(*brawlers(30).fighters, brawlers(30).table._replace(
        ground=(lying(made("rock")),)))))  # fmt: skip


def test_an_empty_gun_without_ammunition_is_a_club():
    counted = house(ammo_spare="counted")
    heavy: dict[str, Any] = {"sheet": {"armour": 14}}
    for spare, hope in ((1, True), (0, False)):
        gun = fighter(weapons=(item("lmg", 0, spare=spare),), skills={"rapid-fire combat": 3}, **heavy)
        assert hopeless(fight(gun, foe(**heavy), house=counted)) != hope
        if hope:
            shot = fight(gun._replace(arms=2, torn=True), foe(**heavy), house=counted)
            assert hopeless(shot)


def test_both_sides_hidden_and_unaware_of_each_other():
    lost: dict[str, Any] = {"hidden": True, "stealth": 9, "searched": True}
    assert hopeless(fight(fighter(**lost), foe(**lost)))
    assert not hopeless(fight(fighter(**lost), foe(**{**lost, "hidden": False})))
    assert not hopeless(fight(fighter(**lost), foe(**{**lost, "noticed": ("Ada",)})))
    assert not hopeless(fight(fighter(**lost), foe(**{**lost, "searched": False})))
    assert not hopeless(fight(fighter(**lost), foe(**lost, fleeing=True)))
    assert not hopeless(fight(fighter(**lost, task=Task("pick a lock", "tech lore", 9)), foe(**lost)))
    assert hopeless(fight(fighter(**lost), foe(**lost), foe("Cy", health=0)))


@pytest.mark.parametrize("scene", RULESET.scenes)
def test_no_scene_of_the_game_begins_without_hope(scene):
    start = RULESET.start(read_scene(RULESET.scenes[scene], RULESET.scene))
    assert not hopeless(start)
    assert not hopeless(opened())
