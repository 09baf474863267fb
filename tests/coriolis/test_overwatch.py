"""Overwatch (OVW): the arc, the shot that comes first, and what ends it."""

from __future__ import annotations

import pytest

from affray.core.effect import Who
from affray.core.space import point
from affray.rulesets.coriolis import effects as fx
from affray.testing.script import causes, first, kinds
from tests.coriolis.cast import act, asks, body, do, fight, fighter, forbids, house, steps

PISTOL = "heavy pistol"
SHOUT, GROUND = act("shout"), act("hit the ground")
HERE = point(0, 0)


def watcher(**given):
    """Two dice with a heavy pistol (damage 3, Short), aiming at the origin from ten metres."""
    return fighter("Watcher", "blue", **{"at": (10, 0), "weapons": (PISTOL,), "watch": HERE, **given})


def covered(options=None, others=(), darkness=2, mover=None, **watching):
    """The fighter at the origin, with 7 hit points, under the eyes of the watcher."""
    return fight(
        fighter(agility=5, **(mover or {})),
        watcher(**watching),
        *others,
        house=house(**(options or {})),
        darkness=darkness,
    )


def idle():
    """Somebody on overwatch from the origin towards the enemy at 10 m, in its own slot."""
    return fight(
        fighter(weapons=(PISTOL,), watch=point(10, 0)),
        fighter("Barid", "blue", at=(10, 0), agility=5),
    )


@pytest.mark.rule("COR-OVW-01", "COR-OVW-02")
def test_going_on_overwatch_costs_a_point_and_fixes_the_aim():
    given = fight(fighter(weapons=(PISTOL,)), fighter("Barid", "blue", at=(10, 0)))
    play = do(given, act("overwatch", to=(0, 20)))
    assert body(play, 0).ap == 2
    assert body(play, 0).watch == point(0, 20)
    assert body(do(given, act("overwatch", 1)), 0).watch == point(10, 0)
    assert {"COR-OVW-01", "COR-OVW-02"} <= causes(play)
    assert "COR-OVW-02" in forbids(given, act("overwatch"))
    assert "COR-OVW-01" in forbids(play.fight, act("overwatch", 1))


@pytest.mark.rule("COR-OVW-02")
def test_the_own_place_is_no_direction():
    """Nor is that of somebody in the same spot, who is unaware and so not engaged."""
    gunman = fighter(weapons=(PISTOL,))
    below = fight(gunman, fighter("Barid", "blue", aware=False), fighter("Cyra", "blue", at=(9, 0)))
    assert forbids(below, act("overwatch", 1)) == {"COR-OVW-02"}
    assert forbids(below, act("overwatch", to=(0, 0))) == {"COR-OVW-02"}
    assert not forbids(below, act("overwatch", to=(0, 0.01)))
    assert not forbids(below, act("overwatch", 2))


@pytest.mark.rule("AMB-38")
def test_what_overwatch_needs():
    foe = fighter("Barid", "blue", at=(10, 0))
    near = fighter("Close by", "blue", at=(1, 0))
    aim = act("overwatch", 1)
    assert forbids(fight(fighter(weapons=("sword",)), foe), aim) == {"AMB-38"}
    assert forbids(fight(fighter(weapons=(PISTOL,), empty=(PISTOL,)), foe), aim) == {"COR-AUT-06"}
    assert forbids(fight(fighter(weapons=(PISTOL,)), foe, near), aim) == {"COR-OVW-08"}
    assert forbids(fight(fighter(weapons=(PISTOL,), held_by=Who(1)), foe), aim) == {"AMB-44"}
    assert not forbids(fight(fighter(weapons=(PISTOL,), prone=True), foe), aim)


@pytest.mark.rule("COR-OVW-02")
@pytest.mark.parametrize(
    ("place", "seen"), [((0, 0), True), ((4, 6), True), ((4, 6.1), False), ((16, 0), False)]
)
def test_the_arc_is_a_quarter_circle(place, seen):
    given = fight(fighter(at=place), watcher())
    if seen:
        assert asks(given, GROUND).asked.question == "overwatch shot"
    else:
        assert body(do(given, GROUND), 0).prone


@pytest.mark.rule("COR-OVW-03")
def test_it_lasts_until_the_own_next_slot():
    over = fight(
        fighter(weapons=(PISTOL,), watch=point(10, 0), entered=True, score=5, ap=2),
        fighter("Barid", "blue", at=(10, 0), over=True, entered=True),
        current=None,
    )
    play = steps(over)
    assert body(play, 0).watch is None
    assert "COR-OVW-03" in causes(play)


@pytest.mark.rule("COR-OVW-04")
def test_while_it_lasts_normal_shots_may_be_fired_for_two_points():
    play = do(covered(), GROUND, True, (6, 1))
    assert body(play, 1).ap == 3 - 2
    assert body(play, 0).hp == 7 - 3
    assert body(play, 1).watch == HERE
    assert asks(covered(), GROUND, True).asked.question == "normal shot"
    assert kinds(play).count("WatchFired") == 1
    assert "COR-OVW-04" in causes(play)


@pytest.mark.rule("COR-OVW-04")
@pytest.mark.parametrize(
    "state", [{"ap": 1}, {"empty": (PISTOL,)}, {"hands": ()}, {"stun": 1}, {"watch": None}]
)
def test_who_cannot_fire(state):
    assert kinds(do(covered(**state), GROUND)) == ["Spent", "Fell"]


@pytest.mark.rule("COR-OVW-05")
@pytest.mark.parametrize("action", [GROUND, act("sprint", to=(-5, 0)), act("draw", item="knife")])
def test_a_window_opens_when_an_enemy_acts_in_the_arc(action):
    given = covered(mover={"weapons": ("knife",), "hands": ()})
    waiting = asks(given, action)
    assert waiting.asked == (Who(1), "overwatch shot", "")
    assert "COR-OVW-05" in waiting.rules
    assert "COR-OVW-05" in causes(do(given, action, False))


@pytest.mark.rule("COR-OVW-05", "AMB-35")
def test_or_moves_into_it():
    given = fight(fighter(at=(10, 15)), watcher(at=(10, 8), watch=point(0, 8)))
    assert body(do(given, GROUND), 0).prone
    assert asks(given, act("sprint", to=(4, 8))).asked.question == "overwatch shot"


@pytest.mark.rule("COR-OVW-05", "AMB-35")
def test_or_reacts_in_it():
    given = fight(
        fighter(strength=3, weapons=("axe",), at=(1, 0)),
        fighter("Foe", "blue", at=(0, 0), agility=5),
        fighter("Watcher", "red", at=(10, 0), weapons=(PISTOL,), watch=HERE),
    )
    play = do(given, act("melee attack", 1, item="axe"), True, True, (6, 1), (6, 1, 1), (1, 1))
    assert body(play, 1).hp == 7 - 3 - 3
    assert body(play, 2).ap == 1


@pytest.mark.rule("COR-OVW-05")
def test_free_actions_open_no_window():
    assert kinds(do(covered(), SHOUT)) == ["Narrated"]


@pytest.mark.rule("COR-OVW-06")
def test_the_shot_comes_before_what_it_interrupts():
    play = do(
        covered(mover={"weapons": (PISTOL,)}),
        act("normal shot", 1, item=PISTOL),
        True,
        (6, 1),
        (1, 6, 1, 1, 1),
    )
    order = [effect.who for effect in play.done if isinstance(effect, fx.Hurt)]
    assert order == [0, 1]
    assert "COR-OVW-06" in causes(play)


@pytest.mark.rule("COR-OVW-06", "AMB-41", "AMB-60")
def test_an_actor_who_falls_loses_the_action_and_its_points():
    play = do(
        covered(mover={"hp": 3, "weapons": (PISTOL,)}), act("normal shot", 1, item=PISTOL), True, (6, 1)
    )
    assert body(play, 0).hp == 0
    assert body(play, 0).ap == 1
    assert body(play, 1).hp == 4


@pytest.mark.rule("AMB-41", "AMB-60")
def test_an_actor_disarmed_of_the_weapon_loses_the_shot():
    shot = act("normal shot", 1, item=PISTOL)
    play = do(covered(mover={"weapons": (PISTOL,)}), shot, True, (6, 6), 0, "disarm")
    assert body(play, 0).hands == ()
    assert body(play, 0).ap == 1
    assert body(play, 1).hp == 4


@pytest.mark.rule("AMB-41")
def test_a_mover_who_falls_stays():
    play = do(covered(mover={"hp": 3}), act("sprint", to=(-5, 0)), True, (6, 1))
    assert body(play, 0).spot == HERE
    assert body(play, 0).heading is None


@pytest.mark.rule("COR-OVW-07")
@pytest.mark.parametrize("action", [GROUND, act("draw", item="knife"), act("normal shot", 1, item=PISTOL)])
def test_any_other_action_ends_it(action):
    given = idle()
    one = given.fighters[0]._replace(kit=(*given.fighters[0].kit, *fighter(weapons=("knife",)).kit))
    dice = ((1, 1),) if action.name == "normal shot" else ()
    play = do(fight(one, given.fighters[1]), action, *dice)
    assert body(play, 0).watch is None
    assert "COR-OVW-07" in causes(play)


@pytest.mark.rule("COR-OVW-07", "AMB-40")
def test_a_free_action_does_not():
    assert body(do(idle(), SHOUT), 0).watch == point(10, 0)


@pytest.mark.rule("COR-OVW-07", "AMB-40")
def test_another_reaction_ends_it():
    passing = fight(fighter(at=(9, 5), agility=5, ap=1), watcher(watch=point(20, 0)))
    play = do(passing, act("sprint", to=(9, -4)), True, (1, 1, 1, 6))
    assert body(play, 0).hp == 7 - 1
    assert body(play, 1).watch is None
    assert "COR-OVW-07" in causes(play)


@pytest.mark.rule("COR-OVW-08")
def test_it_ends_when_an_enemy_comes_into_melee():
    play = do(covered(mover={"at": (1, 0)}), act("sprint", to=(9, 0)), False)
    assert body(play, 1).watch is None
    assert first(play, fx.WatchEnded).who == 1
    assert "COR-OVW-08" in causes(play)


@pytest.mark.rule("COR-OVW-09")
def test_it_ends_when_the_combatant_takes_damage():
    far = covered(mover={"weapons": (PISTOL,), "at": (0, 8)}, watch=point(20, 0))
    play = do(far, act("normal shot", 1, item=PISTOL), (6, 1, 1, 1, 1))
    assert body(play, 1).hp == 1
    assert body(play, 1).watch is None
    assert "COR-OVW-09" in causes(play)


@pytest.mark.rule("COR-OVW-09", "AMB-40")
def test_but_not_when_armour_stops_it_all():
    far = covered(mover={"weapons": (PISTOL,), "at": (0, 8)}, watch=point(20, 0))
    tough = far.fighters[1]._replace(sheet=far.fighters[1].sheet._replace(armour=3))
    shot = act("normal shot", 1, item=PISTOL)
    play = do(fight(far.fighters[0], tough), shot, (6, 1, 1, 1, 1), (6, 6, 6))
    assert body(play, 1).watch == point(20, 0)


# --- options ------------------------------------------------------------------------------------


@pytest.mark.rule("AMB-40", "COR-OVW-09")
@pytest.mark.option("overwatch.stress_breaks")
@pytest.mark.parametrize(("value", "ends"), [(False, False), (True, True)])
def test_stress(value, ends):
    far = covered(
        {"overwatch_stress_breaks": value}, mover={"weapons": (PISTOL,), "at": (0, 8)}, watch=point(20, 0)
    )
    tough = far.fighters[1]._replace(sheet=far.fighters[1].sheet._replace(armour=3))
    given = fight(far.fighters[0], tough, house=far.house)
    play = do(given, act("normal shot", 1, item=PISTOL), (6, 6, 1, 1, 1), 0, (6, 6, 6), "suppress")
    assert (body(play, 1).watch is None) == ends


@pytest.mark.rule("AMB-36", "COR-OVW-04")
@pytest.mark.option("overwatch.shots")
@pytest.mark.parametrize(("value", "asked"), [("ap", True), ("one", False)])
def test_how_many_shots(value, asked):
    given = covered({"overwatch_shots": value}, ap=4)
    if asked:
        play = do(given, GROUND, True, (1, 1), True, (1, 1))
        assert body(play, 1).ap == 0
        assert body(play, 1).watch == HERE
    else:
        play = do(given, GROUND, True, (1, 1))
        assert body(play, 1).ap == 2
        assert body(play, 1).watch is None


@pytest.mark.rule("AMB-37", "COR-OVW-03")
@pytest.mark.option("overwatch.until")
@pytest.mark.parametrize(("value", "still"), [("own_slot", True), ("end_of_combat_turn", False)])
def test_into_the_next_combat_turn(value, still):
    given = fight(
        fighter(entered=True, over=True, score=5),
        watcher(entered=True, over=True, score=2, ap=0),
        house=house(overwatch_until=value, init_weapon_bonus="off"),
        current=None,
    )
    play = steps(given, pieces=2)
    assert play.fight.table.current == 0
    assert (body(play, 1).watch == HERE) == still
    if still:
        assert asks(play.fight, GROUND).asked.who == 1
        assert body(do(play.fight, GROUND, True, (1, 1)), 1).ap == 1
    else:
        assert kinds(do(play.fight, GROUND)) == ["Spent", "Fell"]


@pytest.mark.rule("AMB-35", "COR-OVW-05")
@pytest.mark.option("overwatch.trigger")
@pytest.mark.parametrize("value", ["enemy_acts", "any_time"])
def test_when_the_shot_may_come(value):
    given = fight(
        fighter(entered=True, score=5, agility=5),
        fighter("Cem", entered=True, score=1, at=(0, 1), agility=5),
        watcher(entered=True, score=2),
        house=house(overwatch_trigger=value),
        current=None,
    )
    if value == "any_time":
        play = steps(given, Who(1), (6, 1))
        assert body(play, 1).hp == 7 - 3
        assert body(play, 2).ap == 1
        assert body(steps(given, None), 2).ap == 3
        once = given._replace(house=given.house._replace(overwatch_shots="one"))
        assert body(steps(once, Who(1), (6, 1)), 2).watch is None
        npc = given.fighters[2]._replace(sheet=given.fighters[2].sheet._replace(npc=True))
        poor = given._replace(
            bodies=(*given.fighters[:2], npc, given.table._replace(darkness=0)),
            house=given.house._replace(npc_dp="all_reactions"),
        )
        assert body(steps(poor), 2).ap == 3
    else:
        assert body(steps(given), 2).ap == 3


def duel(mutual, mine, theirs):
    """The second and third aim at each other; the first acts before the third."""
    return fight(
        fighter(agility=5),
        fighter("Mine", "red", at=(0, 0.5), weapons=(PISTOL,), watch=point(10, 0), agility=4, score=mine),
        watcher(agility=3, score=theirs),
        house=house(overwatch_mutual=mutual),
    )


@pytest.mark.rule("AMB-39", "COR-OVW-04")
@pytest.mark.option("overwatch.mutual")
def test_two_on_overwatch_roll_for_the_first_shot():
    given = duel("opposed", 1, 5)
    faster = do(given, GROUND, True, True, (6, 1, 1, 1), (1, 1, 1), (6, 1, 1, 1))
    assert body(faster, 2).hp == 5 - 3
    assert body(faster, 2).watch is None
    assert body(faster, 0).hp == 7
    assert [body(faster, who).ap for who in (1, 2)] == [1, 1]
    assert kinds(faster).count("WatchFired") == 2


@pytest.mark.rule("AMB-39", "COR-OVW-04")
@pytest.mark.option("npc.dp")
def test_an_npc_that_has_no_darkness_is_not_asked_to_outdraw_and_otherwise_pays_none():
    given = duel("opposed", 1, 5)
    npc = given.fighters[1]._replace(sheet=given.fighters[1].sheet._replace(npc=True))
    poor = given._replace(
        bodies=(given.fighters[0], npc, given.fighters[2], given.table._replace(darkness=0)),
        house=house(npc_dp="all_reactions"),
    )
    assert body(do(poor, GROUND, True, (6, 1, 1)), 0).hp == 7 - 3
    rich = given._replace(bodies=(given.fighters[0], npc, given.fighters[2], given.table))
    answered = do(rich, GROUND, True, True, (6, 1, 1, 1), (1, 1, 1), (6, 1, 1, 1))
    assert answered.fight.table.darkness == rich.table.darkness


@pytest.mark.rule("AMB-39", "COR-OVW-04")
@pytest.mark.option("overwatch.mutual")
def test_the_slower_fires_second():
    given = duel("opposed", 1, 5)
    slower = do(given, GROUND, True, True, (1, 1, 1, 1), (6, 1, 1), (6, 1, 1), (6, 1, 1, 1))
    assert body(slower, 0).hp == 7 - 3
    assert body(slower, 2).hp == 5 - 3


@pytest.mark.rule("AMB-39")
@pytest.mark.option("overwatch.mutual")
@pytest.mark.parametrize(("mine", "theirs", "first_hit"), [(5, 1, 2), (1, 5, 0)])
def test_a_tie_goes_to_the_higher_initiative(mine, theirs, first_hit):
    given = duel("opposed", mine, theirs)
    dice = ((6, 1, 1, 1),) if first_hit == 2 else ((6, 1, 1), (1, 1, 1, 1))
    play = do(given, GROUND, True, True, (6, 1, 1, 1), (6, 1, 1), *dice)
    assert first(play, fx.Hurt).who == first_hit


@pytest.mark.option("overwatch.mutual")
@pytest.mark.parametrize(("mine", "theirs", "first_hit"), [(5, 1, 2), (1, 5, 0)])
def test_or_initiative_alone_decides(mine, theirs, first_hit):
    given = duel("initiative", mine, theirs)
    dice = ((6, 1, 1, 1),) if first_hit == 2 else ((6, 1, 1), (1, 1, 1, 1))
    play = do(given, GROUND, True, True, *dice)
    assert first(play, fx.Hurt).who == first_hit


@pytest.mark.rule("AMB-34", "COR-OVW-04", "COR-OVW-06")
@pytest.mark.option("npc.dp")
@pytest.mark.parametrize(("value", "left"), [("defence", 1), ("all_reactions", 0)])
def test_darkness_for_the_shot_of_an_npc(value, left):
    play = do(covered({"npc_dp": value}, darkness=1, npc=True), GROUND, True, (1, 1))
    assert play.fight.table.darkness == left


@pytest.mark.rule("COR-OVW-04", "COR-OVW-05")
@pytest.mark.option("npc.dp")
def test_without_darkness_it_is_not_asked():
    given = covered({"npc_dp": "all_reactions"}, darkness=0, npc=True)
    assert kinds(do(given, GROUND)) == ["Spent", "Fell"]


@pytest.mark.rule("AMB-61")
@pytest.mark.option("reactions.order")
def test_the_higher_initiative_fires_first_or_the_game_master_picks():
    second = fighter("Other", "blue", at=(10, 1), weapons=(PISTOL,), watch=HERE, score=6)
    assert asks(covered(others=(second,)), GROUND).asked.who == 2
    picking = covered({"reactions_order": "gm"}, others=(second,))
    assert asks(picking, GROUND).asked == (Who(-1), "who reacts", "")
    assert asks(picking, GROUND).options == (2, 1)
    assert asks(picking, GROUND, Who(1)).asked.who == 1


@pytest.mark.rule("AMB-55")
def test_the_unaware_fire_and_strike_at_nobody():
    assert kinds(do(covered(aware=False), GROUND)) == ["Spent", "Fell"]


@pytest.mark.rule("COR-AUT-06")
def test_a_single_shot_weapon_is_empty_after_an_overwatch_shot():
    given = covered(weapons=("old rifle",))
    play = do(given, GROUND, True, (1, 1))
    assert body(play, 1).empty == ("old rifle",)


def test_a_prone_watcher_has_fire_support():
    waiting = asks(covered(prone=True), GROUND, True)
    assert ("COR-COV-13", 1) in [(m.rule, m.amount) for m in waiting.tally]
