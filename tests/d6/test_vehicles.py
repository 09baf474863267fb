"""Vehicles (VEH): evasive driving as a defence, sizes, handling, and attacks from aboard."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from affray.core.effect import Who
from affray.core.errors import BadAnswer
from affray.core.tally import Mod
from affray.rulesets.d6 import RULESET, tables
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6.sheet import Mine, Zone
from affray.rulesets.d6.state import Parked
from affray.session.correction import corrected
from affray.testing.script import causes, first
from tests.d6.cast import (
    PISTOL,
    act,
    attack,
    body,
    car,
    do,
    fight,
    fighter,
    foe,
    forbids,
    house,
    hurts,
    number,
    pips,
    spot,
    steps,
)

SHOT = attack(PISTOL, at=1)


def chased(evading=True, options=None, vehicle=None, driver=None, **changes):
    """A shooter, a driver (vehicle operation 12) with a passenger, 20 feet off."""
    wheel = {"drives": vehicle or car(), "aboard": Who(1), "evading": evading, **(driver or {})}
    return fight(
        fighter(weapons=(PISTOL,), skills={"marksmanship": 30}),
        foe((20, 0), weapons=(PISTOL,), skills={"vehicle operation": 12}, **wheel, **changes),
        foe((20, 0), "Cy", weapons=(PISTOL,), aboard=Who(1)),
        house=house(**(options or {})),
    )


def needed(state, at=1):
    return number(do(state, attack(PISTOL, at), (6,) * 10))


@pytest.mark.rule("DSX-VEH-01", "DSX-VEH-HAND-01", "DSX-R26")
def test_evasive_driving_is_the_defence():
    assert needed(chased()) == {"DSX-VEH-01": 12, "DSX-VEH-HAND-01": 4, "DSX-VEH-SIZE-05": -1}
    assert needed(chased(), at=2) == needed(chased())
    assert needed(chased(evading=False)) == {"DSX-ATK-01": 9, "DSX-VEH-SIZE-05": -1}


def test_a_condition_of_the_driver_is_in_evasive_driving(monkeypatch):
    dazed = SimpleNamespace(mods={"vehicle operation": Mod("X-1", -3, "dazed")}, holds=lambda b: b.drives)
    monkeypatch.setitem(fx.Condition.modifying, "vehicle operation", [dazed])
    assert needed(chased(), at=2)["X-1"] == -3
    assert "X-1" not in needed(chased(evading=False))


@pytest.mark.rule("DSX-R26", "DSX-MULTI-02")
def test_who_rides_along_has_the_driver_s_reflexes_while_there_is_a_driver():
    quick = chased(evading=False, driver={"sheet": {"reflexes": 13}}, actions=2)
    assert needed(quick, at=2) == {"DSX-ATK-01": 13, "DSX-MULTI-02": -3, "DSX-VEH-SIZE-05": -1}
    alone = chased(evading=False, driver={"sheet": {"reflexes": 13}}, hp=0)
    assert needed(alone, at=2) == {"DSX-ATK-01": 9, "DSX-VEH-SIZE-05": -1}


@pytest.mark.rule("DSX-VEH-01", "DSX-R24", "DSX-MULTI-02")
def test_it_falls_with_further_actions_and_with_blood():
    assert needed(chased(actions=2))["DSX-MULTI-02"] == -3
    assert needed(chased(hp=14))["DSX-VEH-01"] == 6


@pytest.mark.rule("DSX-R27", "DSX-VEH-01", "DSX-VEH-SPD-06")
def test_evading_is_an_action_of_the_driver_until_the_next_turn():
    play = do(chased(evading=False), act("evade"), who=1)
    assert (body(play, 1).evading, body(play, 1).used) == (True, 1)
    assert not play.fight.after(fx.TurnBegan(Who(1))).bodies[1].evading
    assert forbids(chased(evading=False), act("evade"), who=2) == {"DSX-VEH-01"}


@pytest.mark.rule(*(f"DSX-VEH-SIZE-{n:02}" for n in range(1, 12)))
@pytest.mark.parametrize(
    ("size", "points", "rule"),
    [
        ("fine", 8, 1), ("diminutive", 4, 2), ("tiny", 2, 3), ("small", 1, 4), ("medium", 0, 0),
        ("large", -1, 5), ("huge", -2, 6), ("gargantuan", -4, 7), ("colossal", -8, 8),
        ("colossal II", -16, 9), ("colossal III", -32, 10), ("colossal IV", -64, 11),
    ],
)  # fmt: skip
def test_the_size_of_the_vehicle_changes_it(size, points, rule):
    found = needed(chased(vehicle=car(size=size)))
    assert found.get(f"DSX-VEH-SIZE-{rule:02}", 0) == points
    assert sum(found.values()) == max(0, 16 + points)
    assert tables.sizes()[size].amount == points


@pytest.mark.rule("DSX-R25")
@pytest.mark.option("size.scale")
@pytest.mark.parametrize(("scale", "points"), [("points", -8), ("thirds", -2)])
def test_sizes_count_in_full_or_as_thirds(scale, points):
    found = needed(chased(vehicle=car(size="colossal"), options={"size_scale": scale}))
    assert found["DSX-VEH-SIZE-08"] == points


@pytest.mark.rule("DSX-R26")
@pytest.mark.option("vehicle.still")
@pytest.mark.parametrize(("how", "total"), [("reflexes", 8), ("ten", 9)])
def test_the_number_of_those_who_do_not_evade(how, total):
    found = needed(chased(evading=False, options={"vehicle_still": how}))
    assert sum(found.values()) == total


@pytest.mark.rule("DSX-R26")
@pytest.mark.option("evade.rolled")
@pytest.mark.parametrize(("rolled", "skill"), [(False, 12), (True, 10)])
def test_evasive_driving_is_a_number_or_a_roll(rolled, skill):
    state = chased(options={"evade_rolled": rolled})
    dice = [(1, 2, 3, 4)] if rolled else []
    play = do(state, attack(PISTOL, 2), *dice, (6,) * 10)
    assert number(play) == {"DSX-VEH-01": skill, "DSX-VEH-HAND-01": 4, "DSX-VEH-SIZE-05": -1}
    assert hurts(play) == [12 + 60 - skill - 3]


# --- attacks from aboard ------------------------------------------------------------------------------


@pytest.mark.rule("DSX-VEH-02", *(f"DSX-VEH-SPD-{n:02}" for n in range(1, 6)))
@pytest.mark.parametrize("speed", range(5))
def test_speed_takes_dice_off_attacks(speed):
    state = chased(evading=False, driver={"speed": speed})
    given = state._replace(
        bodies=(state.bodies[0], state.bodies[1], state.bodies[2]._replace(
            sheet=state.bodies[2].sheet._replace(skills=state.bodies[0].sheet.skills)), state.bodies[3])
    )  # fmt: skip
    play = do(given, attack(PISTOL, 0), (1,) * (10 - speed), who=2)
    assert pips(play).get(f"DSX-VEH-SPD-{speed + 1:02}", 0) == -3 * speed
    assert {f"DSX-VEH-SPD-{speed + 1:02}", "DSX-VEH-02"} <= causes(play)


@pytest.mark.rule("DSX-VEH-02", "DSX-R28")
def test_a_vehicle_that_nobody_drives_on_stands():
    driven = do(chased(evading=False), act("drive away", 0, item="triple"), who=1).fight
    driven = driven.after(fx.TurnEnded(Who(1)))
    assert driven.bodies[1].speed == 3
    on = driven.after(fx.Refreshed(Who(1)))
    assert on.bodies[1].speed == 3, "until the driver's turn"
    assert on.after(fx.TurnEnded(Who(1))).bodies[1].speed == 0
    again = do(on, act("drive away", 0, item="double"), who=1).fight
    assert again.after(fx.TurnEnded(Who(1))).bodies[1].speed == 2
    assert on.after(fx.Refreshed(Who(1))).bodies[1].speed == 0, "nor is there a driver any more"


@pytest.mark.rule("DSX-VEH-02", "DSX-R28")
def test_of_several_speeds_in_a_round_the_fastest_counts():
    quick = do(chased(evading=False, actions=3), act("drive", to=(60, 0), item="double"), who=1).fight
    slow = do(quick, act("drive", to=(50, 0), item="cautious"), who=1).fight
    assert (slow.bodies[1].spot, slow.bodies[1].speed) == (spot(50, 0), 2)
    calm = do(slow.after(fx.Refreshed(Who(1))), act("drive", to=(40, 0), item="cautious"), who=1).fight
    assert calm.bodies[1].speed == 0


@pytest.mark.rule("DSX-VEH-SPD-06", "DSX-R27", "DSX-VEH-01")
@pytest.mark.option("evade.penalty")
@pytest.mark.parametrize(("whom", "off"), [("all_aboard", -6), ("driver", 0)])
def test_evading_takes_two_dice_more(whom, off):
    state = chased(options={"evade_penalty": whom})
    play = do(state, attack(PISTOL, 0), (1,) * (3 + off // 3), who=2)
    assert pips(play).get("DSX-VEH-SPD-06", 0) == off
    own = do(state, attack(PISTOL, 0), (1,), who=1)
    assert pips(own)["DSX-VEH-SPD-06"] == -6


@pytest.mark.rule("DSX-VEH-02")
def test_those_aboard_do_not_walk():
    assert forbids(chased(), act("move", 0), who=2) == {"DSX-VEH-02"}


@pytest.mark.rule("DSX-R42")
def test_a_closed_vehicle_shields_those_inside():
    closed = do(chased(False, vehicle=car(enclosed=True)), SHOT, (2,) * 10)
    assert hurts(closed) == [12 + 12 - 13]
    assert hurts(do(chased(False), SHOT, (2,) * 10)) == [12 + 12]


# --- driving ------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "DSX-R28", "DSX-VEH-SPD-01", "DSX-VEH-SPD-02", "DSX-VEH-SPD-03", "DSX-VEH-SPD-04", "DSX-VEH-SPD-05"
)
@pytest.mark.parametrize(
    ("speed", "feet"),
    [("cautious", 50), ("standard", 100), ("double", 200), ("triple", 300), ("quadruple", 400)],
)
def test_speeds_are_multiples_of_the_listed_movement(speed, feet):
    away = act("drive", to=(20, feet), item=speed)
    play = do(chased(), away, who=1)
    assert body(play, 1).spot == body(play, 2).spot == spot(20, feet)
    assert body(play, 1).speed == ("cautious", "standard", "double", "triple", "quadruple").index(speed)
    assert forbids(chased(), act("drive", to=(20, feet + 1), item=speed), who=1) == {"DSX-R28"}
    assert body(do(chased(), act("drive away", 0, item=speed), who=1), 1).spot == spot(20 + feet, 0)


@pytest.mark.rule("DSX-SUPP-02", "DSX-R21")
def test_all_aboard_drive_through_fire_and_over_mines():
    zone = Zone(spot(0, 60), spot(40, 60), 20, 12, 18)
    state = chased(evading=False)
    shooter = state.bodies[0]._replace(zone=zone)
    state = state._replace(bodies=(shooter, *state.bodies[1:-1], state.table))
    play = do(state, act("drive", to=(20, 90), item="standard"), who=1)
    assert [int(e.who) for e in play.done if isinstance(e, fx.Hurt)] == [1, 2]
    mined = state._replace(
        bodies=(*state.bodies[:-1], state.table._replace(mines=(Mine("mine", spot(20, 30), 18, 500),)))
    )
    blown = do(mined, act("drive", to=(20, 40), item="standard"), who=1)
    assert [int(e.who) for e in blown.done if isinstance(e, fx.Hurt)] == [1, 2]


# --- getting in and out -----------------------------------------------------------------------------


def crew(*, speed=0, **driver):
    """A driver, a passenger, somebody of their side 4 feet off, and a foe; the table has their car."""
    wheel = {"drives": car(), "aboard": Who(0), "speed": speed, **driver}
    return fight(
        fighter("Ava", **wheel),
        fighter("Bea", aboard=Who(0)),
        fighter("Cal", at=(4, 0)),
        foe((40, 0), "Dan"),
        vehicles=(car(),),
    )


OUT = act("get out")


@pytest.mark.rule("DSX-R41")
def test_a_passenger_gets_out_and_somebody_else_gets_in_for_an_action_each():
    out = do(crew(), OUT, who=1)
    assert (body(out, 1).aboard, body(out, 1).used, body(out, 1).spot) == (None, 1, spot(0, 0))
    inside = do(out.fight, act("get in", 0), who=2)
    assert (body(inside, 2).aboard, body(inside, 2).used, body(inside, 2).spot) == (0, 1, spot(0, 0))
    driven = do(inside.fight, act("drive", to=(30, 0), item="cautious"))
    assert [b.spot for b in driven.fight.fighters] == [spot(30, 0), spot(0, 0), spot(30, 0), spot(40, 0)]


@pytest.mark.rule("DSX-R41")
def test_a_driver_gets_out_last_and_whoever_is_there_may_take_the_wheel():
    assert forbids(crew(), OUT) == {"DSX-R41"}
    alone = do(crew(), OUT, who=1).fight
    left = do(alone, OUT)
    assert (body(left, 0).drives, body(left, 0).aboard) == (None, None)
    assert left.fight.table.parked == (Parked(car(), spot(0, 0)),)
    taken = do(left.fight, act("get in", item="car"), who=2)
    assert (body(taken, 2).drives, body(taken, 2).aboard, body(taken, 2).speed) == (car(), 2, 0)
    assert taken.fight.table.parked == ()
    assert "DSX-R41" in forbids(taken.fight, act("get in", item="car"), who=1)
    told = [
        RULESET.words.told(taken.fight, ("Ava", "Bea", "Cal", "Dan"), part)
        for part in left.story + taken.story
    ]
    assert "The car stands empty at (0, 0)" in told
    assert "Cal takes the wheel of the car" in told


@pytest.mark.rule("DSX-R41")
def test_nobody_gets_in_or_out_at_speed_but_from_a_driver_who_is_out_of_the_fight():
    assert forbids(crew(speed=1), OUT, who=1) == {"DSX-R41"}
    assert forbids(crew(speed=1), act("get in", 0), who=2) == {"DSX-R41"}
    assert forbids(crew(speed=1, hp=0, bloodied=True), OUT, who=1) == set()
    assert forbids(crew(), act("get in", 0), who=3) == {"DSX-R41"}


@pytest.mark.rule("DSX-R41")
def test_the_menu_offers_both():
    offered = {o.act for who in (1, 2) for o in RULESET.menu(crew(), Who(who)) if not o.refused}
    assert {OUT, act("get in", 0)} <= offered
    words = RULESET.words.option(("Ava", "Bea", "Cal", "Dan"), "action", act("get in", 0))
    assert words == "get in with Ava"


@pytest.mark.rule("DSX-R41")
def test_equals_who_want_different_things_of_one_vehicle_are_asked_again():
    given = crew()
    both = [b._replace(acting=True) if b.sheet.name in ("Ava", "Cal") else b for b in given.fighters]
    given = given._replace(bodies=(*both, given.table))
    play = steps(given, act("drive", to=(30, 0), item="cautious"), act("get in", 0))
    assert not [e for e in play.done if isinstance(e, fx.Drove | fx.GotIn)]
    assert [b.used for b in play.fight.fighters] == [0, 0, 0, 0]


@pytest.mark.rule("DSX-R28")
def test_only_those_of_the_same_vehicle_ride_along_whatever_their_side():
    two = fight(
        fighter("Ava", drives=car(), aboard=Who(0)),
        fighter("Bea", drives=car(name="van"), aboard=Who(1)),
        fighter("Cal", aboard=Who(1)),
        foe((0, 0), "Dan", aboard=Who(0)),
    )
    driven = do(two, act("drive", to=(30, 0), item="cautious"))
    assert [b.spot.x // 100 for b in driven.fight.fighters] == [30, 0, 0, 30]


@pytest.mark.rule("DSX-R41")
def test_a_game_master_puts_people_into_vehicles_and_takes_them_out():
    seated = corrected(RULESET, crew(), fx.Seated(Who(2), "car"))
    assert (seated.bodies[2].aboard, seated.bodies[2].spot) == (0, spot(0, 0))
    out = corrected(RULESET, seated, fx.GotOut(Who(0)))
    assert [b.aboard for b in out.fighters] == [None] * 4
    assert out.table.parked == (Parked(car(), spot(0, 0)),)
    again = corrected(RULESET, out, fx.Seated(Who(3), "car"))
    assert (again.bodies[3].drives, again.table.parked) == (car(), ())
    with pytest.raises(BadAnswer, match="no vehicle of this name"):
        corrected(RULESET, out, fx.Seated(Who(3), "tank"))
    with pytest.raises(BadAnswer, match="is in no vehicle"):
        corrected(RULESET, out, fx.GotOut(Who(3)))


@pytest.mark.rule("DSX-R41")
def test_who_is_placed_is_out_of_the_vehicle_and_a_placed_driver_takes_it_along():
    away = corrected(RULESET, crew(), fx.Placed(Who(1), spot(50, 50)))
    assert (away.bodies[1].aboard, away.bodies[1].spot) == (None, spot(50, 50))
    moved = corrected(RULESET, crew(), fx.Placed(Who(0), spot(50, 50)))
    assert [b.aboard for b in moved.fighters] == [0, 0, None, None]
    assert [b.spot for b in moved.fighters[:2]] == [spot(50, 50)] * 2


@pytest.mark.rule("DSX-R42")
@pytest.mark.option("vehicle.shields")
@pytest.mark.parametrize(
    ("shields", "closed", "rule", "why"),
    [
        (True, True, "DSX-R42", "armour of the car"),
        (False, True, "DSX-DMG-01", "armour"),
        (True, False, "DSX-DMG-01", "armour"),
    ],
)
def test_the_receipt_names_the_armour_of_a_closed_vehicle(shields, closed, rule, why):
    """A pistol's 12 and a margin of 10 on 13 of the car, or on 4 of one's own."""
    given = chased(False, {"vehicle_shields": shields}, car(enclosed=closed), {"sheet": {"armour": 4}})
    play = do(given, SHOT, (6, 1, 1, 1, 1, 1, 1, 1, 1, 4))
    armour = next(m for m in first(play, fx.Hurt).mods if m.amount < 0)
    assert (armour.rule, armour.why) == (rule, why)
    assert armour.amount == (-13 if rule == "DSX-R42" else -4)


# --- what lies where one arrives ----------------------------------------------------------------------


@pytest.mark.rule("DSX-SUPP-01", "DSX-R19")
@pytest.mark.parametrize("arrival", ["placed", "joined"])
def test_whoever_is_in_a_cone_by_whatever_means_is_caught_as_the_own_turn_ends(arrival):
    """A cone along the x axis for which 20 came up: 18 and a margin of 11 on nothing."""
    gunner = foe((0, 0), "Dan", zone=Zone(spot(0, 0), spot(40, 0), 10, 20, 18))
    outside = fighter("Ava", at=(20, 30))
    inside = fight(fighter("Ava", at=(20, 0)), gunner)
    given = {
        "placed": corrected(RULESET, fight(outside, gunner), fx.Placed(Who(0), spot(20, 0))),
        "joined": fight(gunner).joined(inside.bodies[0]),
    }[arrival]
    who = next(w for w in given.everyone if given.bodies[w].sheet.name == "Ava")
    caught = do(given, act("end"), who=who)
    assert hurts(caught) == [29]
    edge = given.after(fx.Placed(who, spot(20, 3)))
    assert hurts(do(edge, act("end"), who=who)) == []


@pytest.mark.rule("DSX-R21")
def test_who_is_placed_beside_a_mine_sets_it_off_by_the_next_step_and_not_before():
    mine = Mine("mine", spot(50, 0), 18, 500)
    given = fight(fighter(), foe((90, 0)), mines=(mine,))
    placed = corrected(RULESET, given, fx.Placed(Who(0), spot(48, 0)))
    assert placed.table.mines == (mine,)
    stepped = do(placed, act("move", to=(30, 0)))
    assert stepped.fight.table.mines == ()
    assert hurts(stepped) == [18]
    beyond = corrected(RULESET, given, fx.Placed(Who(0), spot(46, 0)))
    assert not hurts(do(beyond, act("move", to=(30, 0))))
