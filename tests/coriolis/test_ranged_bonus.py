"""Bonus effects of a ranged attack (RBE), and the options on extra sixes, injuries and stress."""

from __future__ import annotations

import pytest

from affray.rulesets.coriolis import effects as fx
from affray.testing.script import causes, first, kinds
from tests.coriolis.cast import act, asks, body, do, fight, fighter, forbids, house

PISTOL = "heavy pistol"
SHOT = act("normal shot", 1, item=PISTOL)


def facing(options=None, weapon=PISTOL, dice=5, **target):
    """Five dice with a heavy pistol (damage 3, crit 2), against somebody with 7 hit points."""
    bonus = {"agility": 5} if dice == 5 else {"agility": 5, "skills": {"ranged combat": dice - 5}}
    return fight(
        fighter(weapons=(weapon,), **bonus),
        fighter("Barid", "blue", at=(10, 0), **{"agility": 5, **target}),
        house=house(**(options or {})),
    )


def six(n, of=5):
    return (6,) * n + (1,) * (of - n)


@pytest.mark.rule("COR-RBE-01", "COR-DMG-04")
def test_an_extra_six_adds_a_point_of_damage():
    play = do(facing(), SHOT, six(2), 1)
    assert first(play, fx.Hurt).points == 3 + 1
    assert {"COR-RBE-01", "COR-DMG-04"} <= causes(play)


@pytest.mark.rule("COR-RBE-02")
def test_and_every_further_one_another():
    play = do(facing(), SHOT, six(4), 3)
    assert first(play, fx.Hurt).points == 3 + 3
    assert "COR-RBE-02" in causes(play)


@pytest.mark.rule("COR-RBE-03", "COR-CRT-01", "COR-RNG-09")
def test_as_many_extra_sixes_as_the_crit_rating_buy_an_injury():
    play = do(facing(), SHOT, six(3), 0, "critical injury", (1, 6))
    assert body(play, 1).injuries[0].code == 16
    assert body(play, 1).held_by is None
    assert {"COR-RBE-03", "COR-CRT-01"} <= causes(play)


@pytest.mark.rule("COR-RBE-03", "COR-CRT-01")
@pytest.mark.parametrize(
    ("weapon", "extra", "offered"),
    [
        (PISTOL, 1, False),
        (PISTOL, 2, True),
        ("sawn-off scattergun", 2, False),
        ("sawn-off scattergun", 3, True),
        ("gauss pistol", 1, True),
        ("stun pistol", 4, False),
    ],
)
def test_fewer_sixes_buy_none_and_stun_weapons_give_none(weapon, extra, offered):
    given = facing(weapon=weapon)
    shot = act("normal shot", 1, item=weapon)
    dice = asks(given, shot).tally.total
    options = asks(given, shot, six(1 + extra, dice), 0).options
    assert ("critical injury" in options) == offered


@pytest.mark.rule("COR-RBE-04", "COR-CRT-03", "AMB-13")
@pytest.mark.option("crit.reroll")
@pytest.mark.parametrize(("value", "code"), [("keep_highest", 33), ("must_take_new", 21)])
def test_further_sixes_reroll_for_a_worse_injury(value, code):
    dice = (True, (3, 3), True, (2, 1))
    play = do(facing({"crit_reroll": value}), SHOT, six(5), 0, "critical injury", (1, 1), *dice)
    assert [injury.code for injury in body(play, 1).injuries] == [code]
    assert {"COR-RBE-04", "COR-CRT-03"} <= causes(play)


@pytest.mark.rule("COR-RBE-04", "COR-CRT-03")
def test_a_six_not_spent_on_a_reroll_buys_something_else():
    play = do(facing(), SHOT, six(4), 0, "critical injury", (1, 1), False, "suppress")
    assert body(play, 1).injuries[0].code == 11
    assert body(play, 1).mp == 3


@pytest.mark.rule("COR-RBE-05", "COR-RNG-09")
def test_suppressive_fire_gives_a_point_of_stress():
    play = do(facing(), SHOT, six(2), 0, "suppress")
    assert body(play, 1).mp == 4 - 1
    assert "COR-RBE-05" in causes(play)
    assert "COR-RBE-06" not in causes(play)


@pytest.mark.rule("COR-RBE-06", "AMB-26", "COR-RNG-09")
@pytest.mark.option("suppress.auto")
@pytest.mark.parametrize(("value", "stress"), [("per_six", 4), ("once", 3)])
def test_full_auto_gives_one_more(value, stress):
    given = facing({"suppress_auto": value}, weapon="carbine", empathy=5)
    auto = act("full auto", 1, item="carbine")
    play = do(given, auto, (6, 6, 6, 1), 1, (2,), None, 0, "suppress", "suppress")
    assert body(play, 1).mp == 7 - stress
    assert "COR-RBE-06" in causes(play)
    single = do(given, auto, (6, 6, 6, 1), 1, (2,), None, 0, "suppress", "done")
    assert body(single, 1).mp == 7 - 2


@pytest.mark.rule("COR-RBE-07", "COR-RNG-09")
def test_raising_initiative_counts_from_the_next_turn():
    play = do(facing(), SHOT, six(2), 0, "raise initiative")
    assert body(play, 0).score == 3
    assert body(play, 0).bought == 2
    assert "COR-RBE-07" in causes(play)


@pytest.mark.rule("COR-RBE-08", "COR-RNG-09")
def test_initiative_may_be_raised_repeatedly():
    play = do(facing(), SHOT, six(3), 0, "raise initiative", "raise initiative")
    assert body(play, 0).bought == 4
    assert "COR-RBE-08" in causes(play)
    assert "COR-RBE-08" not in causes(do(facing(), SHOT, six(2), 0, "raise initiative"))


@pytest.mark.rule("COR-RBE-09", "COR-RNG-09")
def test_suppressive_fire_may_be_bought_repeatedly():
    play = do(facing(), SHOT, six(3), 0, "suppress", "suppress")
    assert body(play, 1).mp == 4 - 2
    assert "COR-RBE-09" in causes(play)


@pytest.mark.rule("COR-RBE-10", "COR-RNG-09")
def test_the_target_drops_a_held_item_of_the_shooters_choice():
    armed = facing(weapons=("sword", "knife"))
    play = do(armed, SHOT, six(2), 0, "disarm", "knife")
    assert body(play, 1).hands == ("sword",)
    assert [thing.weapon.name for thing in play.fight.table.ground] == ["knife"]
    assert play.fight.table.ground[0].spot == body(play, 1).spot
    assert "COR-RBE-10" in causes(play)


@pytest.mark.rule("COR-RBE-10")
def test_one_of_two_knives_leaves_the_other():
    armed = facing(weapons=("knife", "knife"), hands=("knife",))
    play = do(armed, SHOT, six(2), 0, "disarm")
    assert [w.name for w in body(play, 1).kit] == ["knife"]
    assert len(play.fight.table.ground) == 1


@pytest.mark.rule("COR-RBE-10")
def test_empty_hands_have_nothing_to_drop():
    assert "disarm" not in asks(facing(), SHOT, six(2), 0).options


@pytest.mark.rule("AMB-53")
@pytest.mark.option("disarm.pick_up_cost")
@pytest.mark.parametrize("cost", [1, 2])
def test_picking_it_up(cost):
    play = do(facing(weapons=("sword",)), SHOT, six(2), 0, "disarm")
    given = fight(*play.fight.fighters, house=house(disarm_pick_up_cost=cost), ground=play.fight.table.ground)
    up = do(given, act("pick up", item="sword"), who=1)
    assert body(up, 1).ap == 3 - cost
    assert body(up, 1).hands == ("sword",)
    assert up.fight.table.ground == ()


# --- options on what extra sixes do -------------------------------------------------------------


@pytest.mark.rule("AMB-10")
@pytest.mark.option("bonus.timing")
def test_damage_is_raised_before_armour_and_the_rest_bought_after():
    play = do(facing(armour=1), SHOT, six(3), 1, (2,), "suppress")
    assert kinds(play) == ["Spent", "Hurt", "Stressed"]
    assert first(play, fx.Hurt).points == 4


@pytest.mark.option("bonus.timing")
def test_or_everything_is_bought_before_armour():
    play = do(facing({"bonus_timing": "all_before_armour"}, armour=1), SHOT, six(3), 1, "suppress", (2,))
    assert kinds(play) == ["Spent", "Stressed", "Hurt"]


@pytest.mark.rule("AMB-11", "COR-DMG-05", "COR-DMG-09")
@pytest.mark.option("crit.needs_damage")
@pytest.mark.parametrize(("value", "offered"), [(True, False), (False, True)])
def test_an_injury_needs_a_point_through_armour(value, offered):
    given = facing({"crit_needs_damage": value}, armour=3)
    assert ("critical injury" in asks(given, SHOT, six(3), 0, (6, 6, 6)).options) == offered


@pytest.mark.rule("AMB-12", "COR-DMG-09")
@pytest.mark.option("negated")
def test_armour_that_stops_all_leaves_the_other_effects():
    options = asks(facing(armour=3), SHOT, six(3), 0, (6, 6, 6)).options
    assert options == ("done", "suppress", "raise initiative")


@pytest.mark.rule("COR-DMG-09")
@pytest.mark.option("negated")
def test_or_it_cancels_every_effect():
    play = do(facing({"negated": "everything"}, armour=3), SHOT, six(3), 0, (6, 6, 6))
    assert kinds(play) == ["Spent"]


@pytest.mark.rule("AMB-14")
@pytest.mark.option("crit.repeat")
@pytest.mark.parametrize(("value", "again"), [(False, False), (True, True)])
def test_a_second_injury_from_one_attack(value, again):
    given = facing({"crit_repeat": value})
    waiting = asks(given, SHOT, six(5), 0, "critical injury", (1, 1), False)
    assert ("critical injury" in waiting.options) == again


@pytest.mark.rule("AMB-14")
@pytest.mark.option("crit.repeat")
@pytest.mark.parametrize(("value", "again"), [(False, False), (True, True)])
def test_a_second_item_from_one_attack(value, again):
    given = facing({"crit_repeat": value}, weapons=("sword", "knife"))
    waiting = asks(given, SHOT, six(4), 0, "disarm", "sword")
    assert ("disarm" in waiting.options) == again


@pytest.mark.rule("AMB-51")
@pytest.mark.option("crit.only_if_broken")
@pytest.mark.parametrize(
    ("value", "hp", "offered"), [(False, 7, True), (False, 2, True), (True, 7, False), (True, 2, True)]
)
def test_whom_an_injury_can_befall(value, hp, offered):
    waiting = asks(facing({"crit_only_if_broken": value}, hp=hp), SHOT, six(3), 0)
    assert ("critical injury" in waiting.options) == offered


@pytest.mark.rule("AMB-27")
@pytest.mark.option("stress.track")
@pytest.mark.parametrize(("breaks", "down"), [(True, True), (False, False)])
def test_stress_to_nothing(breaks, down):
    given = facing(mp=1, wits=1, empathy=1, sheet={"breaks_down": breaks})
    play = do(given, SHOT, six(2), 0, "suppress")
    assert body(play, 1).mp == 0
    refused = {"COR-BRK-02"} if down else set()
    assert forbids(play.fight, act("hit the ground"), who=1) == refused
