"""The time between fights: waking, first aid, surgery, care, bed rest, minds."""

from __future__ import annotations

from fractions import Fraction

import pytest

from affray import campaign
from affray.core.errors import BadAnswer
from affray.pricing import price_action
from tests.campaign.parties import can, correct, do, party, rules

ANA = {"name": "Ana", "person": "marine"}  # STR 9 DEX 9 END 9
DOC = {"name": "Doc", "person": "medic"}  # medic 2, EDU 10


def crew(*people, **options):
    return party("traveller", *(people or (ANA, DOC)), **options)


def body(session, name):
    return session.fight.fighters[list(session.names).index(name)]


def physical(session, name):
    one = body(session, name)
    return one.strength, one.dexterity, one.endurance


@pytest.mark.rule("TRV-FAID-03", "TRV-FAID-07", "TRV-R39")
def test_first_aid_is_given_within_a_minute_and_once():
    session = crew()
    correct(session, "hurt Ana 0 0 5")
    assert "Doc: first aid for Ana" in can(session)
    do(session, "wait 1 minute")
    do(session, "Doc: first aid for Ana", "6 4")  # 10 + medic 2 + EDU 1 - 8: 5 points
    assert physical(session, "Ana") == (9, 9, 9)
    correct(session, "hurt Ana 0 0 5")
    do(session, "wait 2 minutes")
    assert "Doc: first aid for Ana" not in can(session)


@pytest.mark.rule("TRV-WAKE-02", "TRV-WAKE-04", "TRV-R39")
def test_the_unconscious_try_to_wake_each_minute_until_they_do():
    session = crew()
    correct(session, "hurt Ana 0 9 9")
    assert body(session, "Ana").out
    said = do(session, "wait 1 hour", "1 1", "6 6")
    assert not body(session, "Ana").out
    assert said[1] == "1 minute later"
    assert "Ana does not wake up" in said
    assert said[-1] == "58 minutes later"


@pytest.mark.rule("TRV-NAT-01", "TRV-NAT-02", "TRV-R39")
def test_a_day_in_bed_gives_points_back_and_waiting_does_not():
    session = crew()
    correct(session, "hurt Ana 0 0 6")
    do(session, "wait 3 days")
    assert physical(session, "Ana") == (9, 9, 3)
    do(session, "rest 1 day", "4")  # 4, and END 3 is -1
    assert physical(session, "Ana") == (9, 9, 6)
    assert {"TRV-NAT-01", "TRV-NAT-02", "TRV-NAT-03"} <= rules(session)


@pytest.mark.rule("TRV-CARE-01", "TRV-CARE-03", "TRV-R39")
def test_in_a_hospital_a_doctor_cares_without_dice():
    session = crew()
    correct(session, "hurt Ana 0 0 6")
    do(session, "stay at hospital")
    do(session, "rest 1 day")  # 3, END 3 is -1, medic 2
    assert physical(session, "Ana") == (9, 9, 7)
    do(session, "stay at nowhere")
    do(session, "rest 1 day", "2")
    assert physical(session, "Ana") == (9, 9, 9)


@pytest.mark.rule("TRV-SURG-01", "TRV-SURG-02", "TRV-SURG-05", "TRV-R39")
def test_who_is_hurt_all_over_needs_surgery_first():
    session = crew()
    correct(session, "hurt Ana 5 5 5")
    assert not any("surgery" in option for option in can(session))
    do(session, "stay at hospital")
    with pytest.raises(BadAnswer):
        do(session, "Doc: medical care for Ana")
    do(session, "Doc: surgery for Ana", "6 6", can_heal(session))
    assert sum(physical(session, "Ana")) == 12 + 7  # 12 + 2 + 1 - 8


def can_heal(session):
    """The words of the first way in which healing may be divided, found by trying it."""
    other = session.fork()
    other.answer(campaign.deed_of(other, "Doc: surgery for Ana"))
    other.say.answer_text("6 6")
    return other.options.in_words(other.asking.options[0])


@pytest.mark.rule("TRV-NATS-01", "TRV-NAT-02")
def test_rest_never_puts_to_bed_whom_it_only_harms():
    session = crew()
    correct(session, "hurt Ana 5 5 8")  # END 1 is -2
    do(session, "rest 2 days")
    assert physical(session, "Ana") == (4, 4, 1)


@pytest.mark.rule("TRV-MENT-01", "TRV-R39")
def test_minds_mend_a_point_at_each_dawn():
    session = crew()
    correct(session, "mind Doc 2 0")
    do(session, "wait 23 hours")
    assert body(session, "Doc").intellect == 7
    do(session, "wait 2 hours")
    assert body(session, "Doc").intellect == 8
    do(session, "wait 2 days")
    assert body(session, "Doc").intellect == 9


@pytest.mark.rule("TRV-R39")
def test_days_pass_the_same_in_hours():
    one, other = crew(), crew()
    for session in (one, other):
        correct(session, "mind Doc 2 0")
    do(one, "wait 2 days")
    for _ in range(48):
        do(other, "wait 1 hour")
    assert one.fight == other.fight


@pytest.mark.rule("TRV-LOAD-01", "TRV-DRAW-01")
def test_a_magazine_is_filled():
    session = crew()
    gun = body(session, "Ana").kit[0].name
    correct(session, f"shot Ana {gun}")
    do(session, f"Ana reloads the {gun}")
    assert body(session, "Ana").left[0] == body(session, "Ana").kit[0].shots


def odds(session, words, name):
    """The exact chances of one thing that a deed comes to."""
    deed = campaign.deed_of(session, words)
    found = price_action(session.ruleset, session.fight, deed.by, deed.act)
    assert found.exact
    return next(m.fractions for m in found.measures if m.name == name)


@pytest.mark.rule("TRV-R39")
def test_the_odds_of_a_day_in_bed_and_of_waking_are_exact():
    session = crew()
    correct(session, "hurt Ana 0 0 6")
    gained = odds(session, "rest 1 day", "Ana recovers physical points")
    assert gained == {n: Fraction(1, 6) for n in range(6)}  # a die, and END 3 is -1
    correct(session, "hurt Ana 0 9 9")
    awake = odds(session, "wait 2 minutes", "Ana is up again")
    first, second = Fraction(3, 36), Fraction(6, 36)  # END 0 is -3: 11 or more, then 10
    assert awake[True] == first + (1 - first) * second
