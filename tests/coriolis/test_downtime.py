"""The time between fights: first aid, hours down, clocks of injuries, fresh clips."""

from __future__ import annotations

from fractions import Fraction

import pytest

from affray import campaign
from affray.core.act import Act
from affray.core.downtime import DAY, HOUR
from affray.core.effect import Who
from affray.core.errors import BadAnswer, Illegal
from affray.pricing import price_action
from affray.rulesets.coriolis.downtime import perform
from affray.rulesets.coriolis.fighter import Fighter
from affray.testing.script import play_out
from tests.campaign.parties import can, correct, do, party, rules
from tests.coriolis.cast import fight, fighter

ZARA = {"name": "Zara", "archetype": "soldier", "weapons": ["carbine"]}
MEDIC = {"name": "Ilse", "archetype": "scientist", "skills": {"medicurgy": 3}, "weapons": []}


def crew(*people, **options):
    return party("coriolis", *(people or (ZARA, MEDIC)), **options)


def body(session, name):
    return session.fight.fighters[list(session.names).index(name)]


@pytest.mark.rule("COR-BRK-06", "AMB-64", "COR-DMG-13")
def test_who_is_broken_is_up_again_after_the_hours_rolled():
    session = crew()
    correct(session, "hurt Zara 9", "3")
    do(session, "wait 2 hours")
    assert body(session, "Zara").hp == 0
    said = do(session, "wait 2 hours")
    assert said == ["day 1, 02:00:00: wait 2 hours", "1 hour later", "Zara is up again", "1 hour later"]
    assert body(session, "Zara").hp == 1
    assert session.fight.table.clock == 4 * HOUR


@pytest.mark.rule("COR-BRK-05", "AMB-64", "COR-ACT-03", "COR-INIT-07")
def test_first_aid_takes_a_combat_turn_and_gives_back_the_sixes():
    session = crew()
    correct(session, "hurt Zara 9", "3")
    do(session, "Ilse gives Zara first aid (broken)", "6 6 1 1 1 1 1 1", "no")
    assert body(session, "Zara").hp == 2
    assert session.fight.table.clock == 15
    assert {"COR-BRK-05", "AMB-64"} <= rules(session)
    assert not any("first aid" in option for option in can(session))


@pytest.mark.rule("COR-CRT-04", "AMB-64", "COR-CRT-02")
def test_a_fatal_injury_kills_when_its_limit_is_over_and_not_before():
    session = crew()
    correct(session, "injure Zara 53", "2", "5")  # bleeding belly: D6 minutes, D6 days
    before = body(session, "Zara").hp
    do(session, "wait 1 minute")  # four turns
    assert not body(session, "Zara").dead
    assert body(session, "Zara").hp == before - 4
    said = do(session, "wait 1 hour")
    assert body(session, "Zara").dead
    assert said[-1] == "59 minutes later"


@pytest.mark.rule("COR-CRT-04", "COR-CRT-02")
def test_an_injury_that_was_treated_kills_nobody_and_heals_after_its_days():
    session = crew()
    correct(session, "injure Zara 41", "6", "1 2 1")  # kidney wound: 6 days, 4 days
    correct(session, "treat Zara 41")
    do(session, "wait 3 days")
    assert body(session, "Zara").injuries
    said = do(session, "wait 5 days")
    assert not body(session, "Zara").injuries
    assert not body(session, "Zara").dead
    assert said[1] == "1 day later"


@pytest.mark.rule("COR-CRT-04")
def test_one_dies_of_an_injury_of_days_to_the_second():
    session = crew()
    correct(session, "injure Zara 41", "2", "6 6 6")
    do(session, "wait 47 hours")
    assert not body(session, "Zara").dead
    assert do(session, "wait 2 hours")[1:] == ["1 hour later", "Zara dies", "1 hour later"]


@pytest.mark.rule("COR-CRT-02")
def test_a_gut_bleeds_by_the_hour_until_one_is_broken():
    session = crew()
    correct(session, "injure Zara 46", "6", "6 6")
    hp = body(session, "Zara").hp
    do(session, "wait 3 hours")
    assert body(session, "Zara").hp == hp - 3


@pytest.mark.rule("COR-ACT-08", "AMB-54", "COR-AUT-06", "COR-ACT-12")
def test_an_empty_weapon_gets_a_fresh_clip_as_long_as_there_are_any():
    session = crew()
    correct(session, "empty Zara carbine")
    assert do(session, "Zara reloads the carbine")[-1].startswith("Zara reloads")
    assert body(session, "Zara").empty == ()
    with pytest.raises(BadAnswer, match="no option"):
        do(session, "Zara reloads the carbine")


@pytest.mark.rule("COR-ACT-12", "COR-ACT-08")
def test_only_an_empty_weapon_that_one_carries_gets_a_fresh_clip():
    for kit, empty, rule in (
        (("carbine",), ("carbine",), set()),
        (("carbine",), (), {"COR-ACT-08"}),
        ((), ("carbine",), {"COR-ACT-12"}),
    ):
        here = fight(fighter(weapons=kit, empty=empty), fighter("Bo", "blue"))
        refused = set()
        try:
            play_out(here, lambda play: perform(play, Fighter(play, Who(0)), Act("reload", item="carbine")))
        except Illegal as illegal:
            refused = {refusal.rule for refusal in illegal.refusals}
        assert refused == rule


@pytest.mark.option("time.turn_seconds")
def test_a_wound_bleeds_once_a_turn_as_long_as_turns_are():
    session = crew({**ZARA, "hit_points": 40}, time__turn_seconds=10)
    correct(session, "injure Zara 53", "6", "5")
    do(session, "wait 2 minutes")
    assert body(session, "Zara").hp == 40 - 12


@pytest.mark.option("darkness.start")
@pytest.mark.option("time.turn_seconds")
def test_darkness_and_turns_are_those_of_the_table():
    session = crew(darkness__start=5, time__turn_seconds=20)
    assert session.fight.table.darkness == 5
    correct(session, "injure Ilse 53", "2", "5")
    correct(session, "hurt Zara 9", "3")
    hp = body(session, "Ilse").hp
    do(session, "Ilse gives Zara first aid (broken)", "1 1 1 1 1 1 1 1", "no")
    assert session.fight.table.clock == 20
    assert body(session, "Ilse").hp == hp - 1


@pytest.mark.rule("AMB-54", "COR-ACT-08")
@pytest.mark.option("ammo.reloads")
def test_counted_clips_run_out_between_fights_too():
    session = crew(ammo__reloads="counted")
    clips = 0
    for _ in range(20):
        correct(session, "empty Zara carbine")
        if "Zara reloads the carbine" not in can(session):
            break
        do(session, "Zara reloads the carbine")
        clips += 1
    assert clips == 3
    assert body(session, "Zara").empty == ("carbine",)


def test_hit_points_of_one_who_is_up_do_not_come_back_and_it_is_said():
    session = crew()
    correct(session, "hurt Zara 2")
    hp = body(session, "Zara").hp
    do(session, "wait 30 days")
    assert body(session, "Zara").hp == hp
    assert any("do not come back" in each for each in campaign.state(session)["silent"])


def test_the_odds_of_first_aid_between_fights_are_exact():
    session = crew()
    correct(session, "hurt Zara 9", "3")
    deed = campaign.deed_of(session, "Ilse gives Zara first aid (broken)")
    odds = price_action(session.ruleset, session.fight, deed.by, deed.act)
    up = next(m for m in odds.measures if m.name == "Zara is up again")
    assert odds.exact
    assert up.chance == 1 - Fraction(5, 6) ** 16


@pytest.mark.rule("AMB-49")
def test_who_failed_may_not_try_again_before_the_next_fight():
    session = crew()
    correct(session, "hurt Zara 9", "3")
    do(session, "Ilse gives Zara first aid (broken)", "1 1 1 1 1 1 1 1", "no")
    assert not any("first aid" in option for option in can(session))
    with pytest.raises(BadAnswer):
        do(session, "Ilse gives Zara first aid (broken)")


@pytest.mark.rule("AMB-64")
def test_time_in_pieces_comes_to_the_same_as_time_at_once():
    one, other = crew(), crew()
    for session in (one, other):
        correct(session, "injure Zara 46", "6", "1 1")
        correct(session, "hurt Ilse 9", "5")
    do(one, "wait 1 day")
    for _ in range(24):
        do(other, "wait 1 hour")
    assert one.fight.fighters == other.fight.fighters
    assert one.fight.table.clock == DAY
    assert body(one, "Zara").dead
    assert body(one, "Ilse").hp == 1
