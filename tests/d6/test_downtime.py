"""The time between fights: loading; nothing heals, and it is said."""

from __future__ import annotations

import pytest

from affray import campaign
from affray.core.effect import Who
from affray.rulesets.d6.effects import Fired
from tests.campaign.parties import correct, do, party

PAVEL = {"name": "Pavel", "archetype": "guard", "weapons": ["medium pistol"], "in_hand": ["medium pistol"]}


@pytest.mark.rule("DSX-BLOOD-04")
def test_hit_points_stay_as_they_are_and_it_is_said():
    session = party("d6", PAVEL)
    correct(session, "hurt Pavel 20")
    before = session.fight.fighters
    do(session, "wait 30 days")
    assert session.fight.fighters == before
    assert before[0].bloodied
    assert any("DSX-BLOOD-04" in each for each in campaign.state(session)["silent"])


@pytest.mark.rule("DSX-ITEM-04", "DSX-ITEM-05")
def test_a_weapon_is_loaded_from_what_there_is():
    session = party("d6", PAVEL)
    full = session.fight.fighters[0].shots
    session.say.override(Fired(Who(0), "medium pistol", 3), "test")
    assert session.fight.fighters[0].shots != full
    do(session, "Pavel loads the medium pistol")
    assert session.fight.fighters[0].shots == full
    assert session.fight.fighters[0].spares == 5
