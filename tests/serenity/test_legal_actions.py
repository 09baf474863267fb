"""What is open in which state: the table of legal actions and reactions."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.effect import Who
from affray.core.space import point
from affray.rulesets.serenity.actions import candidates, legal, menu, perform
from affray.rulesets.serenity.fighter import Fighter
from affray.rulesets.serenity.state import ALL_OUT_ATTACK, ALL_OUT_DEFENCE, Body
from affray.testing.script import waits_for
from tests.serenity.cast import KNIFE, PISTOL, SMG, act, body, do, fight, fighter, foe, forbids, near

SKILLS = {"guns": "d12", "melee weapons": "d12", "unarmed combat": "d12", "athletics": "d12"}


def actor(**given: Any) -> Body:
    return fighter(**{"skills": SKILLS, "weapons": (SMG, KNIFE), **given})


def open_to(one: Body, *others: Body) -> set[str]:
    """The names of all that is offered and not refused."""
    return {a.name for a in legal(fight(one, *(others or (near(weapons=(KNIFE,)),))), Who(0))}


ATTACKS = {"attack", "limb attack", "vital attack", "minuscule attack", "disarm", "burst", "autofire"}
FREE = {"end", "say", "look around"}


def test_with_actions_left_all_is_open():
    assert {*ATTACKS, *FREE, "feint", "grapple", "cover a spot", "hold at gunpoint", "walk"} <= open_to(
        actor()
    )
    assert "feint" not in open_to(actor(), foe())


@pytest.mark.rule(
    "SER-ACT-03",
    "SER-LIMB-03",
    "SER-GRAP-05",
    "SER-OUT-01",
    "SER-R33",
    "SER-R35",
    "SER-RANGE-04",
    "SER-AUTO-01",
    "SER-EXPL-01",
    "SER-R38",
    "SER-R32",
    "SER-COVERING-01",
    "SER-AOA-02",
    "SER-RIGHTS-01",
    "SER-R34",
    "SER-R18",
)
@pytest.mark.parametrize(
    ("state", "shut", "still"),
    [
        ({"acts": 0}, ATTACKS, FREE | {"walk", "drop to the ground"}),
        ({"stance": ALL_OUT_ATTACK}, {"hustle", "draw", "cover a spot"}, ATTACKS | FREE),
        ({"stance": ALL_OUT_DEFENCE, "acts": 0}, ATTACKS, FREE),
        ({"acts": 12}, ATTACKS | {"cover a spot", "feint", "grapple"}, FREE),
        (
            {"held_by": Who(1)},
            {"walk", "hustle", "run", "feint", "grapple", "cover a spot", "take cover"},
            ATTACKS | {"break hold"},
        ),
        ({"holding": Who(1)}, {"walk", "grapple", "cover a spot"}, {"attack", "let go"}),
        ({"stunned": True}, ATTACKS | {"say"}, {"end"}),
        ({"sat": True}, ATTACKS | {"say"}, {"end"}),
        ({"wounds": 6, "bleeding": True}, {"break hold"}, ATTACKS | FREE),
        ({"stun": 12, "checks": 1}, {"break hold"}, ATTACKS | FREE),
        ({"prone": True}, {"walk", "drop to the ground"}, ATTACKS | {"get up"}),
        ({"watch": point(9, 9)}, {"cover a spot"}, ATTACKS | FREE),
        ({"menaced_by": Who(1)}, {"sit out"}, ATTACKS | FREE),
        ({"load": 1, "acts": 1}, set(), ATTACKS | FREE),
    ],
)
def test_what_each_state_shuts_and_leaves(state, shut, still):
    offered = open_to(actor(**state))
    assert not offered & shut
    assert still <= offered


@pytest.mark.rule("SER-GRAP-05", "SER-AOA-02")
@pytest.mark.parametrize(
    ("state", "melee", "ranged"),
    [
        ({}, ("", "dodge", "block"), ("", "dodge")),
        ({"watch": point(0, 0)}, ("", "dodge", "block"), ("", "dodge")),
        ({"stance": ALL_OUT_DEFENCE, "acts": 0, "guards": 1}, ("", "dodge", "block"), ("", "dodge")),
        ({"load": 1}, ("", "dodge", "block"), ("", "dodge")),
        ({"dodging": 9}, ("", "block"), None),
        ({"wounds": 6, "bleeding": True}, ("", "dodge", "block"), ("", "dodge")),
        ({"stance": ALL_OUT_ATTACK}, None, None),
        ({"sat": True}, None, None),
        ({"held_by": Who(0)}, None, None),
        ({"menaced_by": Who(0)}, None, None),
        ({"stunned": True}, None, None),
        ({"aware": False}, None, None),
        ({"out": True, "stun": 12}, None, None),
        ({"acts": 12}, None, None),
        ({"limbs": ("arm", "arm")}, ("", "dodge"), ("", "dodge")),
    ],
)
def test_how_one_can_defend_in_each_state(state, melee, ranged):
    target = near(skills=SKILLS, weapons=(KNIFE,), **state)
    for item, expected in ((KNIFE, melee), (SMG, ranged)):
        asked = _asked(fight(actor(), target), item)
        assert asked == expected, f"{item}: {asked}"


def _asked(given, item):
    pending = waits_for(given, lambda play: perform(play, Fighter(play, Who(0)), act("attack", 1, item=item)))
    return None if pending.chance else tuple(pending.options)


@pytest.mark.rule("SER-OUT-01")
def test_nothing_is_open_to_the_dead_and_the_unconscious():
    for state in ({"dead": True}, {"out": True}):
        assert forbids(fight(actor(**state), near()), act("say")) == {"SER-OUT-01"}


def test_the_first_line_of_the_menu_ends_the_turn_and_costs_nothing():
    offers = menu(fight(actor(), near()), Who(0))
    assert (offers[0].act, offers[0].cost, offers[0].refused) == (act("end"), 0, ())
    costs = {offer.act.name: offer.cost for offer in offers}
    assert (costs["walk"], costs["hustle"], costs["run"], costs["attack"]) == (0, 1, 2, 1)


def test_the_menu_shows_what_could_be_done_and_nothing_else():
    given = fight(fighter(weapons=("chair", "grenade", "demolition charge", PISTOL)), foe())
    names = {a.name for a in candidates(given, Who(0))}
    assert {"throw", "throw explosive", "plant"} <= names
    assert not {"set off", "pick up", "break hold", "let go", "get up", "burst"} & names
    assert body(do(given, act("end")), 0).over
