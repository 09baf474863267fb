"""Broken (BRK): what one can no longer do, first aid, and waking up alone."""

from __future__ import annotations

import pytest

from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis.round import step
from affray.testing.script import causes, first, kinds, waits_for
from tests.coriolis.cast import act, body, do, fight, fighter, forbids, house, rolls, steps

PISTOL = "heavy pistol"
SHOT = act("normal shot", 1, item=PISTOL)
AID = act("first aid", 1, item="broken")
HOUR = 3600


def healer(**given):
    """Three dice of medicurgy."""
    return fighter("Healer", **{"wits": 2, "skills": {"medicurgy": 1}, **given})


def ward(options=None, aid=None, **patient):
    """A healer, a Broken friend with 7 hit points at arm's length, and a foe far off."""
    return fight(
        healer(**(aid or {})),
        fighter("Patient", **{"at": (1, 0), "agility": 5, "hp": 0, **patient}),
        fighter("Foe", "blue", at=(50, 0)),
        house=house(**(options or {})),
    )


@pytest.mark.rule("COR-BRK-01")
def test_a_combatant_without_hit_points_is_broken():
    given = fight(fighter(weapons=(PISTOL,)), fighter("Barid", "blue", at=(10, 0), hp=2))
    play = do(given, SHOT, (6, 1))
    assert body(play, 1).hp == 0
    assert "COR-BRK-01" in causes(play)


ANYTHING = [
    act("normal shot", 1, item=PISTOL),
    act("melee attack", 1, item="unarmed"),
    act("sprint", to=(1, 0)),
    act("hit the ground"),
    act("draw", item="knife"),
    act("reload", item=PISTOL),
    act("overwatch", 1),
    act("shout"),
    act("lower initiative", n=1),
]


@pytest.mark.rule("COR-BRK-02")
@pytest.mark.parametrize("state", [{"hp": 0}, {"mp": 0}, {"out": True}])
@pytest.mark.parametrize("action", ANYTHING, ids=lambda action: action.name)
def test_the_broken_cannot_act(action, state):
    given = fight(fighter(weapons=(PISTOL,), **state), fighter("Barid", "blue", at=(1, 0)))
    assert "COR-BRK-02" in forbids(given, action)


@pytest.mark.rule("COR-BRK-02")
def test_nor_are_they_given_a_slot():
    given = fight(
        fighter(hp=0, entered=True, score=6, hours=3),
        fighter("Barid", "blue", entered=True, score=2),
        fighter("Cem", entered=True, score=4),
        current=None,
    )
    assert steps(given).fight.table.current == 2


@pytest.mark.rule("COR-BRK-02")
def test_nor_do_they_react():
    given = fight(
        fighter(strength=3, weapons=("axe",)), fighter("Barid", "blue", at=(1, 0), hp=0, weapons=("axe",))
    )
    assert kinds(do(given, act("melee attack", 1, item="axe"), (1, 1, 1))) == ["Spent"]


@pytest.mark.rule("COR-BRK-03")
@pytest.mark.parametrize(
    ("action", "skill"),
    [
        (act("first aid", 1, item="broken"), "medicurgy"),
        (act("calm", 1), "command"),
        (act("tinker"), "technology"),
        (act("activate power"), "mystic powers"),
        (act("ram"), "pilot"),
    ],
)
def test_nor_test_skills(action, skill):
    shaken = fighter("Patient", at=(1, 0), hp=0, mp=0)
    able = fighter(skills={skill: 1}, sheet={"driving": True})
    assert not forbids(fight(able, shaken, fighter("Foe", "blue", at=(50, 0))), action)
    given = fight(able._replace(hp=0), shaken, fighter("Foe", "blue", at=(50, 0)))
    assert "COR-BRK-03" in forbids(given, action)


@pytest.mark.rule("COR-BRK-04")
def test_the_broken_can_still_be_injured():
    given = fight(fighter(agility=3, weapons=(PISTOL,)), fighter("Barid", "blue", at=(10, 0), hp=0))
    play = do(given, SHOT, (6, 6, 6), 0, "critical injury", (3, 1))
    assert [injury.code for injury in body(play, 1).injuries] == [31]
    assert body(play, 1).hp == 0
    assert "COR-BRK-04" in causes(play)


@pytest.mark.rule("COR-BRK-05", "AMB-49")
@pytest.mark.option("aid.restores")
@pytest.mark.parametrize(("value", "hp"), [("sixes", 2), ("1", 1)])
def test_first_aid_brings_it_back(value, hp):
    play = do(ward({"aid_restores": value}), AID, (6, 6, 1))
    assert body(play, 0).ap == 0
    assert body(play, 1).hp == hp
    assert [(m.rule, m.amount) for m in rolls(play, "first aid")[0].tally] == [
        ("COR-BRK-05", 2),
        ("COR-BRK-05", 1),
    ]
    assert "COR-BRK-05" in causes(play)
    assert not forbids(play.fight, act("hit the ground"), who=1)


@pytest.mark.rule("COR-BRK-05")
def test_first_aid_needs_training_and_a_broken_patient_at_arms_length():
    assert forbids(ward(aid={"skills": {}}), AID) == {"COR-BRK-05"}
    assert forbids(ward(hp=3), AID) == {"COR-BRK-05"}
    assert forbids(ward(at=(2.01, 0)), AID) == {"COR-BRK-05"}
    assert "COR-BRK-05" in forbids(ward(dead=True), AID)
    assert forbids(ward(aid={"ap": 2}), AID) == {"COR-AP-10"}


@pytest.mark.rule("AMB-49")
@pytest.mark.option("aid.retry")
@pytest.mark.parametrize(("value", "refused"), [(False, {"AMB-49"}), (True, set())])
def test_after_a_failure(value, refused):
    play = do(ward({"aid_retry": value}), AID, (5, 1, 1))
    assert body(play, 1).hp == 0
    again = play.fight.after(fx.ActionPoints(play.fight.everyone[0], 3))
    assert forbids(again, AID) == refused


@pytest.mark.rule("COR-BRK-06", "AMB-50")
@pytest.mark.option("rest.restores")
@pytest.mark.parametrize("points", [1, 3])
def test_without_help_it_comes_back_after_hours(points):
    given = ward({"rest_restores": points, "init_weapon_bonus": "off"})
    clocked = steps(given, (2,))
    assert "COR-BRK-06" in causes(clocked)
    at_two = clocked.fight.after(fx.TimePassed(2 * HOUR - 30))
    over = fight(
        *[b._replace(over=True, score=score) for score, b in zip((3, 2, 1), at_two.fighters, strict=True)],
        house=at_two.house,
        current=None,
        clock=at_two.table.clock,
    )
    still_down = steps(over)
    assert body(still_down, 1).hp == 0
    later = still_down.fight.after(fx.TimePassed(30))
    awake = steps(fight(*over.fighters, house=over.house, current=None, clock=later.table.clock))
    assert body(awake, 1).hp == points
    assert first(awake, fx.CameBack).who == 1
    assert "COR-BRK-06" in causes(awake)


def test_first_aid_stops_the_waiting():
    clocked = steps(ward(), (2,))
    play = do(clocked.fight, AID, (6, 1, 1))
    assert body(play, 1).hours == 0


def test_first_aid_does_not_wake_the_mind():
    clocked = steps(ward(mp=0), (2,))
    play = do(clocked.fight, AID, (6, 1, 1))
    assert body(play, 1).hp == 1
    assert body(play, 1).hours == 2


# --- breakdown (AMB-27) -------------------------------------------------------------------------


def shaken(**given):
    return fight(
        fighter("Leader", skills={"command": 1}, **given),
        fighter("Patient", at=(30, 0), mp=0, wits=2, empathy=2),
        fighter("Foe", "blue", at=(50, 0)),
    )


@pytest.mark.rule("AMB-27")
def test_an_allys_command_test_restores_mind_points():
    play = do(shaken(), act("calm", 1), (6, 6, 1))
    assert body(play, 0).ap == 0
    assert body(play, 1).mp == 2
    assert forbids(shaken(ap=2), act("calm", 1)) == {"COR-AP-10"}
    assert forbids(shaken(), act("calm", 2)) == {"AMB-27"}
    enemy = fight(fighter("Leader", skills={"command": 1}), fighter("Foe", "blue", at=(9, 0), mp=0))
    assert forbids(enemy, act("calm", 1)) == {"AMB-27"}


@pytest.mark.rule("AMB-27")
def test_armour_does_not_help_against_stress():
    given = fight(fighter(agility=3, weapons=(PISTOL,)), fighter("Barid", "blue", at=(10, 0), hp=7, armour=9))
    play = do(given, SHOT, (6, 6, 1), 0, (6,) * 9, "suppress")
    assert body(play, 1).mp == 3


# --- the end of a fight (AMB-58) ----------------------------------------------------------------


@pytest.mark.rule("AMB-58")
@pytest.mark.parametrize(
    ("state", "over"), [({"hp": 0, "hours": 2}, True), ({"hp": 1}, False), ({"dead": True}, True)]
)
def test_the_fight_is_over_when_one_side_is_left(state, over):
    given = fight(fighter(), fighter("Barid", "blue", at=(50, 0), **state))
    if over:
        assert kinds(steps(given)) == []
    else:
        assert waits_for(given, step).asked.question == "action"


@pytest.mark.rule("AMB-58")
def test_or_when_the_game_master_says_so():
    given = fight(fighter(), fighter("Barid", "blue", at=(50, 0)), closed=True)
    assert kinds(steps(given)) == []


# --- what the sheet names and leaves to the table (AMB-56) ----------------------------------------


@pytest.mark.rule("AMB-56")
@pytest.mark.parametrize(
    ("name", "skill", "cost"),
    [("tinker", "technology", 3), ("activate power", "mystic powers", 3), ("ram", "pilot", 2)],
)
def test_powers_gadgets_and_ramming_are_paid_tested_and_told(name, skill, cost):
    driver = fighter(skills={skill: 1}, sheet={"driving": True})
    play = do(fight(driver, fighter("Foe", "blue", at=(50, 0))), act(name), (6, 6, 1))
    assert body(play, 0).ap == 3 - cost
    assert play.done[-1] == fx.Narrated(play.done[0].who, name, 2)
