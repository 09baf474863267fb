"""Burst fire (BURST): five shots, one die more."""

from __future__ import annotations

import pytest

from affray.core.scene import read_scene
from affray.rulesets.d6 import RULESET
from tests.d6.cast import PISTOL, RIFLE, act, body, do, fight, fighter, foe, forbids, house, hurts, pips

BURST = act("burst", 1, item=RIFLE)


def field(**shooter):
    return fight(fighter(weapons=(RIFLE,), **shooter), foe())


@pytest.mark.rule("DSX-BURST-01")
def test_only_fully_automatic_weapons_fire_bursts():
    assert forbids(field(), BURST) == set()
    pistol = fight(fighter(weapons=(PISTOL,)), foe())
    assert forbids(pistol, act("burst", 1, item=PISTOL)) == {"DSX-BURST-01"}


@pytest.mark.rule("DSX-BURST-02", "DSX-R32")
def test_a_burst_takes_five_shots():
    assert body(do(field(), BURST, (1, 1, 1, 1)), 0).shots == (25,)
    assert body(do(field(shots=(5,)), BURST, (1, 1, 1, 1)), 0).shots == (0,)
    assert forbids(field(shots=(4,)), BURST) == {"DSX-BURST-02"}


@pytest.mark.rule("DSX-R32", "DSX-BURST-02")
@pytest.mark.option("burst.short")
@pytest.mark.parametrize(("loaded", "spent", "more"), [(6, 5, 3), (5, 5, 3), (4, 4, 2), (3, 2, 1), (2, 2, 1)])
def test_or_a_shorter_burst_adds_pips(loaded, spent, more):
    given = field(shots=(loaded,))._replace(house=house(burst_short=True))
    play = do(given, BURST, (3, 3, 3, *[3] * (more == 3)))
    assert pips(play, "burst") == {"DSX-ATK-01": 9, "DSX-BURST-03": more}
    assert body(play, 0).shots == (loaded - spent,)
    one = field(shots=(1,))._replace(house=house(burst_short=True))
    assert forbids(one, BURST) == {"DSX-BURST-02"}


@pytest.mark.rule("DSX-BURST-03")
def test_it_adds_a_die_to_the_roll_and_to_the_damage_only_the_margin():
    play = do(field(), BURST, (3, 3, 3, 3))
    assert pips(play, "burst") == {"DSX-ATK-01": 9, "DSX-BURST-03": 3}
    assert hurts(play) == [18 + 3]


@pytest.mark.rule("DSX-R38")
@pytest.mark.option("machine_gun.shots")
@pytest.mark.parametrize("shots", [100, 20])
def test_a_light_machine_gun_has_a_belt_or_by_the_option_less(shots):
    read = read_scene(RULESET.scenes["ford"], RULESET.scene, "ford")
    opened = RULESET.start(read.model_copy(update={"options": {"machine_gun.shots": shots}}))
    gunner = next(b for b in opened.fighters if b.sheet.name == "Joren")
    assert (gunner.kit[0].name, gunner.kit[0].shots, gunner.shots[0]) == ("light machine gun", shots, shots)
    rifle = next(w for b in opened.fighters for w in b.kit if w.automatic and w.name != "light machine gun")
    assert rifle.shots == 30
