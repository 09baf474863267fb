"""The time between fights: magazines; nothing heals but by the Director."""

from __future__ import annotations

import pytest

from affray import campaign
from tests.campaign.parties import correct, do, party

GUARD = {"name": "Ivo", "archetype": "scavenger", "weapons": ["light-combat-smg"]}


def crew():
    return party("horizon", GUARD)


@pytest.mark.rule("HZN-RUL-44")
def test_health_stays_as_it_is_and_it_is_said():
    session = crew()
    correct(session, "hurt Ivo 12")
    before = session.fight.fighters
    assert do(session, "wait 3 days") == ["day 1, 00:00:00: wait 3 days", "3 days later"]
    assert session.fight.fighters == before
    assert session.fight.table.clock == 3 * 86_400
    assert any("HZN-RUL-44" in each for each in campaign.state(session)["silent"])


@pytest.mark.rule("HZN-REL-04")
def test_a_magazine_is_filled_by_as_many_reloads_as_it_takes():
    session = crew()
    correct(session, f"load Ivo 0 {session.fight.fighters[0].kit[0].name}")
    item = session.fight.fighters[0].kit[0]
    assert item.rounds == 0
    do(session, "Ivo reloads the " + item.name)
    assert session.fight.fighters[0].kit[0].rounds == item.weapon.magazine
