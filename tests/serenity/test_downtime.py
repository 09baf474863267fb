"""The time between fights: checks against death, passing out, shaking off, loading."""

from __future__ import annotations

import pytest

from affray import campaign
from tests.campaign.parties import can, correct, do, party

MARA = {"name": "Mara", "sample": "gunhand", "weapons": ["revolver"]}


def crew(**options):
    return party("serenity", MARA, **options)


def mara(session):
    return session.fight.fighters[0]


@pytest.mark.rule("SER-DIE-01", "SER-TURN-01", "SER-R12")
def test_the_dying_hold_on_each_minute_or_die():
    session = crew()
    life = mara(session).sheet.life
    correct(session, f"hurt Mara 0 {life}", *passes(session, life))
    said = do(session, "wait 2 minutes", *held(session))
    assert any("hold on to life" in line for line in said)


def passes(session, wounds):
    """The dice of a check against passing out, at their best."""
    other = session.fork()
    other.say.correct(["hurt", "Mara", "0", str(wounds)], "test")
    return best(other)


def held(session):
    """The dice of the checks of two minutes, all at their best."""
    other = session.fork()
    other.answer(campaign.deed_of(other, "wait 2 minutes"))
    return best(other)


def best(session):
    """Faces that make the most of all dice that are asked for, one after another."""
    found = []
    while (chance := session.asking.chance) is not None:
        found.append(" ".join(str(side) for side in chance.sides))
        session.say.answer_text(found[-1])
    return found


@pytest.mark.rule("SER-LIMB-03", "SER-R15", "SER-OUT-01")
def test_a_limb_out_of_use_is_shaken_off_by_a_test():
    session = crew()
    correct(session, "limb Mara arm")
    assert "Mara tries to shake off: arm" in can(session)
    other = session.fork()
    other.answer(campaign.deed_of(other, "Mara tries to shake off: arm"))
    dice = best(other)
    do(session, "Mara tries to shake off: arm", *dice)
    assert mara(session).limbs == ()
    assert session.fight.table.clock == 3


def test_wounds_do_not_heal_and_it_is_said():
    session = crew()
    correct(session, "hurt Mara 2 2")
    do(session, "wait 9 days")
    assert (mara(session).stun, mara(session).wounds) == (2, 2)
    assert any("do not heal" in each for each in campaign.state(session)["silent"])


@pytest.mark.rule("SER-R35")
def test_a_weapon_is_filled():
    session = crew()
    correct(session, "rounds Mara 2 revolver")
    assert mara(session).clips[0].left == 2
    do(session, "Mara reloads the revolver")
    assert mara(session).clips[0].left == mara(session).kit[0].magazine
