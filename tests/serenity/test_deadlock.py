"""Fights that nobody can end: said of none that still could be ended."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.play import Play
from affray.core.scene import read_scene
from affray.core.space import point
from affray.core.stream import Stream
from affray.rulesets.serenity import RULESET
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity.deadlock import no_hope
from affray.rulesets.serenity.state import Charge, Thing
from affray.rulesets.serenity.tables import weapons
from affray.testing.roaming import any_house, roam
from tests.serenity.cast import KNIFE, PISTOL, fight, fighter, foe, house
from tests.whole import some

LAME: dict[str, Any] = {"limbs": ("leg",), "wounds": 6, "bleeding": True, "weapons": (KNIFE,)}
"""Hurt so badly that the leg can never be shaken off: d2 and d2 make 4 at best."""


def stuck(one: dict[str, Any] | None = None, other: dict[str, Any] | None = None, **table: Any):
    """Whether two who cannot reach each other are without hope."""
    given = fight(fighter(**LAME | (one or {})), foe(**LAME | (other or {})), **table)
    return no_hope(Play(given))


def test_two_lame_people_out_of_reach_are_without_hope():
    assert stuck()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"limbs": ()}, {}),
        ({}, {"limbs": ()}),
        ({"wounds": 5, "bleeding": False}, {}),
        ({"weapons": (PISTOL,)}, {}),
        ({"weapons": (PISTOL,), "clips": ()}, {}),
        ({"weapons": ("chair",)}, {}),
        ({"weapons": ("grenade",)}, {}),
        ({}, {"at": (2, 0)}),
        ({"stun": 6}, {}),
        ({"wounds": 12, "due": 60, "checks": 1}, {}),
    ],
)
def test_whatever_may_still_come_is_hope(one, other):
    assert not stuck(one, other)


def test_what_lies_there_or_waits_to_go_off_is_hope():
    assert not stuck(ground=(Thing(weapons()[PISTOL], point(1, 0), 3),))
    assert not stuck(charges=(Charge(weapons()["dynamite stick"], point(10, 0), "red"),))
    assert stuck(ground=(Thing(weapons()[PISTOL], point(5, 0), 3),))


def test_a_gun_that_reaches_nobody_or_has_no_arm_is_none():
    assert stuck({"weapons": (PISTOL,)}, {"at": (2_000, 0)})
    assert stuck({"weapons": (PISTOL,), "limbs": ("leg", "arm", "arm")})
    assert stuck({"stunned": True, "weapons": (PISTOL,)})


def test_by_the_options_bleeding_and_plot_points_are_hope():
    given = fight(fighter(**LAME), foe(**LAME), house=house(bleed_harm="d2"))
    assert not no_hope(Play(given))
    lucky = fight(fighter(**LAME, plot=3), foe(**LAME), house=house(plot_rolls="before"))
    assert not no_hope(Play(lucky))


def crippled(given, source):
    """A fight in which all are lame for good, wherever they are, and nearly all have lost their guns."""
    bodies = []
    for b in given.fighters:
        kit = tuple(w for w in b.kit if w.melee or (w.gun and not source.below(20)))
        names = {w.name for w in kit}
        there = point(source.below(40), source.below(40))
        half, sheet = -(-b.sheet.life // 2), b.sheet._replace(vitality=3, willpower=3)
        free: dict[str, Any] = dict.fromkeys(("held_by", "holding", "menaced_by", "menacing", "watch"))
        plain = {"limbs": ("leg",), "bleeding": True, "stun": 0, "due": 0, "pending": (), "checks": 0}
        hands, clips = [h for h in b.hands if h in names], [c for c in b.clips if c.weapon in names]
        body = b._replace(sheet=sheet, wounds=half, spot=there, kit=kit, **plain, **free)
        bodies.append(body._replace(hands=tuple(hands), clips=tuple(clips)))
    table = given.table._replace(charges=(), ground=(), together=(), current=None)
    return given._replace(bodies=(*bodies, table))


@pytest.mark.slow
@pytest.mark.parametrize("scene", [*RULESET.scenes])
def test_where_it_is_said_nobody_is_ever_hurt_again(scene):
    """Random moments of fights, with legs and guns taken away, and played on at random."""
    opening, said = read_scene(RULESET.scenes[scene], RULESET.scene, scene), 0
    for n in range(some(60, 15)):
        source = Stream(31, n)
        opened = opening.model_copy(update={"options": any_house(RULESET, source) if n % 2 else {}})
        given = crippled(roam(RULESET, RULESET.start(opened), source, 60).end, source)
        if no_hope(Play(given)):
            said += 1
            later = roam(RULESET, given, source, 400)
            hurt = [e for e in later.effects if isinstance(e, fx.Hurt | fx.Banked) and e.stun + e.wounds > 0]
            assert not hurt, f"{scene}, {n}: {hurt[:2]}"
    assert said
