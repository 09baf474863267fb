"""Edges of the rules: a point short of a number and just there, one more and one less, with and without.

What a slip of one in a rule would change, where the worked examples beside this file stand in the middle.
"""

from __future__ import annotations

import pytest

from affray.core.effect import Who
from affray.core.errors import BadAnswer, Illegal
from affray.rulesets.d6 import RULESET
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6.downtime import perform
from affray.rulesets.d6.fighter import Fighter
from affray.rulesets.d6.sheet import Mine
from affray.session.correction import corrected
from affray.testing.script import causes, kinds, play_out
from tests.campaign.parties import do as campaign_do
from tests.campaign.parties import party
from tests.d6.cast import (
    FIST,
    PISTOL,
    RIFLE,
    SWORD,
    act,
    asked,
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
    rolls,
    spot,
    steps,
    table,
    wall,
)

BOMB = "fragmentation grenade"
SUBMACHINE_GUN = "submachine gun"


def shot(at=(20, 0), options=None, target=None, **shooter):
    """Somebody with a pistol (damage 12), and a foe."""
    return fight(
        fighter(weapons=(PISTOL,), **shooter), foe(at, **(target or {})), house=house(**(options or {}))
    )


# --- a roll against a number --------------------------------------------------------------------------


@pytest.mark.rule("DSX-ATK-02", "DSX-ATK-03", "DSX-ATK-04")
@pytest.mark.parametrize(
    ("dice", "rule"),
    [((3, 3, 2), "DSX-ATK-04"), ((3, 3, 3), "DSX-ATK-02"), ((3, 3, 4), "DSX-ATK-03")],
    ids=["a point short", "just there", "a point over"],
)
def test_what_a_roll_comes_to_turns_at_the_number_itself(dice, rule):
    play = do(shot(), attack(PISTOL), dice)
    of_results = {"DSX-ATK-02", "DSX-ATK-03", "DSX-ATK-04"}
    assert of_results & set(rolls(play, "attack")[0].rules) == {rule}
    assert hurts(play) == [] if rule == "DSX-ATK-04" else [12 + sum(dice) - 9]


@pytest.mark.rule("DSX-R8")
def test_a_code_of_one_die_is_thrown_and_one_of_pips_alone_is_their_number():
    unaware = {"aware": False, "sheet": {"reflexes": 30}}
    assert hurts(do(shot(target=unaware, skills={"marksmanship": 3}), attack(PISTOL), (5,))) == [12]
    assert hurts(do(shot(target=unaware, skills={"marksmanship": 2}), attack(PISTOL))) == []
    one = {"dice_least": "one"}
    assert hurts(do(shot(target=unaware, options=one, skills={"marksmanship": 2}), attack(PISTOL), (5,))) == [
        12
    ]


@pytest.mark.rule("DSX-R8", "DSX-MULTI-01")
@pytest.mark.parametrize(("least", "dice"), [("none", ()), ("one", (6,))])
def test_reflexes_of_one_die_after_a_further_action_are_nothing_or_a_die(least, dice):
    given = fight(
        fighter(weapons=(BOMB,)),
        foe((40, 0), sheet={"reflexes": 3}, actions=2),
        house=house(blast_compared="reflexes", dice_least=least),
    )
    play = do(given, act("throw", 1, item=BOMB), dice)
    assert [mod.amount for mod in rolls(play, "reflexes")[0].tally] == [3, -3]
    assert hurts(play) == [18]


@pytest.mark.rule("DSX-R35")
@pytest.mark.parametrize(
    ("reflexes", "least", "dice"),
    [
        (3, "none", [(5,), ()]),
        (2, "none", [()]),
        (2, "one", [(5,), ()]),
    ],
    ids=["of one die it is the one", "pips have none", "unless one die is the least"],
)
def test_a_wild_die_takes_a_die_to_be_there(reflexes, least, dice):
    given = fight(
        fighter(weapons=(BOMB,)),
        foe((40, 0), sheet={"reflexes": reflexes}),
        house=house(blast_compared="reflexes", dice_least=least, wild_die=True),
    )
    play = do(given, act("throw", 1, item=BOMB), *dice)
    assert len(rolls(play, "wild die")) == len(dice) - 1


@pytest.mark.rule("DSX-R15")
def test_a_defence_that_is_just_the_floor_is_not_lifted():
    given = shot(target={"actions": 4})  # 9, less 3 for each further action
    assert number(do(given, attack(PISTOL), (1, 1, 1))) == {"DSX-ATK-01": 9, "DSX-MULTI-02": -9}
    lower = shot(target={"actions": 5})
    assert number(do(lower, attack(PISTOL), (1, 1, 1)))["DSX-R15"] == 3


@pytest.mark.rule("DSX-R23")
@pytest.mark.option("range.bands")
@pytest.mark.parametrize(
    ("feet", "points"),
    [(10, -5), (10.1, 0), (30, 0), (30.1, 5), (150, 5), (150.1, 10), (600, 10)],
)
def test_each_range_reaches_to_its_last_foot(feet, points):
    given = fight(fighter(weapons=(RIFLE,)), foe((feet, 0)), house=house(range_bands=True))
    assert number(do(given, attack(RIFLE), (1, 1, 1))).get("DSX-R23", 0) == points


@pytest.mark.rule("DSX-COVER-00")
def test_cover_is_told_of_where_there_is_any():
    behind = wall("rock", "light", (18, -3), (18, 3))
    given = shot(target={"cover": behind})
    assert "DSX-COVER-00" in causes(do(given, attack(PISTOL), (1, 1, 1)))
    assert "DSX-COVER-00" not in causes(do(shot(), attack(PISTOL), (1, 1, 1)))


@pytest.mark.rule("DSX-R31")
def test_an_attack_uses_the_aim_up():
    given = shot(aimed=1, aims_with=PISTOL, aim=Who(1), actions=2, skills={"marksmanship": 12})
    play = do(given, attack(PISTOL), (1, 1, 1, 1))
    assert (body(play, 0).aimed, body(play, 0).fought) == (0, True)
    assert "DSX-AIM-01" not in pips(do(play.fight, attack(PISTOL), (1, 1, 1)))


# --- advantage ----------------------------------------------------------------------------------------


@pytest.mark.rule("DSX-R29", "DSX-INIT-02")
@pytest.mark.option("advantage.reach")
@pytest.mark.parametrize(("reach", "key"), [("melee", 9), ("any", 12)])
def test_an_advantage_counts_in_the_order_as_far_as_it_reaches(reach, key):
    given = fight(fighter(weapons=(SWORD,), declared=False), foe((20, 0)), house=house(advantage_reach=reach))
    assert body(steps(given, 1, "melee combat"), 0).key == key


@pytest.mark.rule("DSX-ADV-01", "DSX-ADV-02")
def test_two_with_bare_hands_differ_by_size_and_nothing_else():
    larger = fight(fighter(sheet={"size": 5}), foe((4, 0)))
    assert pips(do(larger, attack(FIST), (3,) * 4)) == {"DSX-ATK-01": 9, "DSX-ADV-02": 3}
    both = fight(fighter(weapons=(SWORD,), sheet={"size": 5}), foe((4, 0), weapons=(SWORD,)))
    assert pips(do(both, attack(SWORD), (3,) * 3)) == {"DSX-ATK-01": 9}


# --- harm ---------------------------------------------------------------------------------------------


@pytest.mark.rule("DSX-DMG-01", "DSX-DMG-02")
@pytest.mark.parametrize(("armour", "lost"), [(0, 12), (11, 1), (12, 0), (13, 0)])
def test_armour_is_told_of_where_there_is_some_and_blood_where_some_flows(armour, lost):
    given = shot(target={"sheet": {"armour": armour}}).after(fx.Bled())
    given = given._replace(bodies=(*given.bodies[:-1], given.table._replace(quiet=3)))
    play = do(given, attack(PISTOL), (3, 3, 3))
    assert hurts(play) == [lost]
    assert ("DSX-DMG-01" in causes(play)) is (armour > 0)
    assert table(play).quiet == (0 if lost else 3)


@pytest.mark.rule("DSX-R18")
@pytest.mark.option("half.rounds")
@pytest.mark.parametrize(("rounds", "half"), [("up", 8), ("down", 7)])
def test_half_of_an_odd_damage(rounds, half):
    gunner = fighter(weapons=(SUBMACHINE_GUN,))
    given = fight(gunner, foe((60, 0), sheet={"reflexes": 40}), house=house(half_rounds=rounds))
    play = do(given, act("suppress", 1, item=SUBMACHINE_GUN, n=5), (1, 1, 1))
    assert hurts(play) == [half]  # of 15


@pytest.mark.rule("DSX-R18", "DSX-R24")
@pytest.mark.option("bloodied.halves")
@pytest.mark.parametrize(
    ("halves", "rounds", "reflexes"),
    [("pips", "up", 5), ("pips", "down", 4), ("dice", "up", 6), ("dice", "down", 3)],
)
def test_the_reflexes_of_the_bloodied_by_the_option(halves, rounds, reflexes):
    given = shot(
        target={"hp": 14},
        options={"bloodied_reflexes": True, "bloodied_halves": halves, "half_rounds": rounds},
    )
    assert number(do(given, attack(PISTOL), (1, 1, 1))) == {"DSX-ATK-01": reflexes}


@pytest.mark.rule("DSX-R42", "DSX-DMG-01")
@pytest.mark.parametrize(("own", "rule"), [(12, "DSX-R42"), (13, "DSX-DMG-01"), (14, "DSX-DMG-01")])
def test_a_closed_vehicle_shields_whoever_wears_less_than_it(own, rule):
    driver = foe((20, 0), drives=car(enclosed=True), aboard=Who(1), sheet={"armour": own})
    play = do(fight(fighter(weapons=(PISTOL,)), driver), attack(PISTOL), (6, 6, 6))
    assert {"DSX-R42", "DSX-DMG-01"} & {
        mod.rule for e in play.done if isinstance(e, fx.Hurt) for mod in e.mods
    } == {rule}
    assert ("DSX-R42" in causes(play)) is (rule == "DSX-R42")


@pytest.mark.rule("DSX-BLOOD-04")
def test_a_game_master_heals_nobody_by_less_than_nothing():
    given = shot(target={"hp": 10})
    with pytest.raises((BadAnswer, Illegal), match="cannot be less than 0"):
        corrected(RULESET, given, fx.Healed(Who(1), -1))
    assert corrected(RULESET, given, fx.Healed(Who(1), 0)).bodies[1].hp == 10


@pytest.mark.rule("DSX-BLOOD-04")
def test_time_goes_by_between_fights():
    session = party("d6", {"name": "Pavel", "archetype": "guard"})
    before = session.fight.table.clock
    campaign_do(session, "wait 2 days")
    assert session.fight.table.clock == before + 2 * 24 * 3600


# --- blasts and spells ----------------------------------------------------------------------------------


@pytest.mark.rule("DSX-AREA-01", "DSX-AREA-02")
def test_one_bomb_of_several_is_thrown_and_the_place_is_forgotten():
    given = fight(fighter(weapons=(BOMB,), shots=(3,)), foe((40, 0)))
    play = do(given, act("throw", to=(40, 9), item=BOMB), (3, 3, 3))
    assert (body(play, 0).shots, body(play, 0).heading) == ((2,), None)
    assert hurts(play) == [18]


@pytest.mark.rule("DSX-AREA-02")
def test_a_spell_goes_off_where_it_is_sent():
    given = fight(fighter(spells=("fireball",)), foe((40, 0)), foe((0, 40), "Cy"))
    ready = given.after(fx.Chanted(Who(0), "fireball")).after(fx.Chanted(Who(0), "fireball"))
    play = do(ready, act("cast", to=(40, 0), item="fireball"), (3, 3, 3))
    assert [int(e.who) for e in play.done if isinstance(e, fx.Hurt)] == [1]


@pytest.mark.rule("DSX-ATK-04")
@pytest.mark.parametrize(("dice", "lost"), [((3, 3, 2), []), ((3, 3, 3), [6])])
def test_a_spell_at_one_target_misses_a_point_below_its_defence(dice, lost):
    given = fight(fighter(spells=("silent spark",)), foe((40, 0)))
    play = do(given, act("cast", 1, item="silent spark"), dice)
    assert hurts(play) == lost
    assert ("Missed" in kinds(play)) is (not lost)


@pytest.mark.rule("DSX-CAST-01")
def test_nobody_casts_what_they_do_not_know():
    given = fight(fighter(spells=("bolt",)), foe())
    assert forbids(given, act("cast", 1, item="fireball")) == {"DSX-CAST-01"}


@pytest.mark.rule("DSX-CAST-03")
@pytest.mark.parametrize("actions", [1, 2, 3])
def test_components_fall_into_one_round_where_several_actions_were_declared(actions):
    given = fight(fighter(spells=("bolt",), actions=actions), foe((40, 0)))
    assert ("DSX-CAST-03" in causes(do(given, act("cast", item="bolt")))) is (actions > 1)


@pytest.mark.rule("DSX-R21")
@pytest.mark.parametrize(("number_of_mine", "lost"), [(8, 9), (9, 18)])
def test_a_mine_that_just_reaches_the_defence_does_all_of_it(number_of_mine, lost):
    mine = Mine("mine", spot(20, 2), 18, 1500, number_of_mine)
    given = fight(fighter(), foe((90, 0)), mines=(mine,))
    assert hurts(do(given, act("move", to=(30, 0)))) == [lost]


@pytest.mark.rule("DSX-SUPP-01", "DSX-SUPP-06", "DSX-SUPP-07", "DSX-ATK-03")
@pytest.mark.parametrize(("dice", "lost"), [((3, 3, 2), 9), ((3, 3, 3), 18), ((3, 3, 4), 19)])
def test_suppressing_fire_hits_from_the_defence_on(dice, lost):
    given = fight(fighter(weapons=(RIFLE,)), foe((60, 0)))
    assert hurts(do(given, act("suppress", 1, item=RIFLE, n=10), dice)) == [lost]


# --- actions and things ---------------------------------------------------------------------------------


@pytest.mark.rule("DSX-BURST-02")
@pytest.mark.parametrize(("left", "rules"), [(5, set()), (4, {"DSX-BURST-02"})])
def test_a_burst_takes_five_shots(left, rules):
    given = fight(fighter(weapons=(RIFLE,), shots=(left,)), foe())
    assert forbids(given, act("burst", 1, item=RIFLE)) == rules


@pytest.mark.rule("DSX-BURST-02", "DSX-R32")
@pytest.mark.option("burst.short")
@pytest.mark.parametrize(("left", "rules"), [(2, set()), (1, {"DSX-BURST-02"})])
def test_by_the_option_a_short_one_takes_two(left, rules):
    given = fight(fighter(weapons=(RIFLE,), shots=(left,)), foe(), house=house(burst_short=True))
    assert forbids(given, act("burst", 1, item=RIFLE)) == rules


@pytest.mark.rule("DSX-MULTI-04")
def test_a_move_and_an_attack_are_told_of_together_and_only_then():
    given = shot(actions=2)
    moved = do(given, act("move", to=(1, 9)))
    assert "DSX-MULTI-04" not in causes(moved)
    assert "DSX-MULTI-04" in causes(do(moved.fight, attack(PISTOL), (1, 1)))
    assert "DSX-MULTI-04" not in causes(do(given, attack(PISTOL), (1, 1)))


@pytest.mark.rule("DSX-ACT-01", "DSX-ACT-02", "DSX-ACT-03")
@pytest.mark.parametrize("actions", [1, 2])
def test_letting_go_is_no_action(actions):
    play = do(shot(actions=actions), act("drop", item=PISTOL))
    assert (kinds(play), body(play, 0).used, body(play, 0).led) == (["Dropped"], 0, False)


@pytest.mark.rule("DSX-ACT-01", "DSX-ACT-03")
@pytest.mark.parametrize(("actions", "rule"), [(0, None), (1, "DSX-ACT-01"), (2, "DSX-ACT-03")])
def test_the_price_of_so_many_actions_is_told_as_they_are_declared(actions, rule):
    given = fight(fighter(declared=False), foe())
    play = steps(given, actions)
    told = {"DSX-ACT-01", "DSX-ACT-03"} & causes(play)
    assert told == ({rule} if rule else set())


@pytest.mark.rule("DSX-ITEM-03")
def test_one_free_hand_takes_up_what_takes_one():
    given = fight(
        fighter(weapons=(SWORD, PISTOL), hands=(SWORD,), dropped=(PISTOL,), lying=(spot(0, 0),)), foe()
    )
    assert forbids(given, act("pick up", item=PISTOL)) == set()


@pytest.mark.rule("DSX-R40")
def test_nobody_picks_things_up_from_aboard():
    rider = fighter(weapons=(SWORD, PISTOL), hands=(SWORD,), drives=car(), aboard=Who(0))
    given = do(fight(rider, foe()), act("drop", item=SWORD)).fight
    assert "DSX-R40" in forbids(given, act("pick up", item=SWORD))


@pytest.mark.rule("DSX-ITEM-04")
def test_what_is_thrown_or_swung_is_not_loaded():
    given = fight(fighter(weapons=(BOMB,), shots=(0,)), foe())
    assert forbids(given, act("load", item=BOMB)) == {"DSX-ITEM-04"}
    assert forbids(given, act("load", item=PISTOL)) == {"DSX-ITEM-04"}


@pytest.mark.rule("DSX-ITEM-05")
@pytest.mark.parametrize(("weapon", "slow"), [(PISTOL, False), ("long bow", True), ("light crossbow", True)])
def test_loading_in_several_actions_is_that_of_bows(weapon, slow):
    given = fight(fighter(weapons=(weapon,), shots=(0,), actions=4, spares=5), foe())
    assert ("DSX-ITEM-05" in causes(do(given, act("load", item=weapon)))) is slow


@pytest.mark.rule("DSX-HOLD-01", "DSX-R8")
def test_one_holds_for_somebody_else_and_with_any_code_that_is_left():
    given = fight(fighter(weapons=(PISTOL,), skills={"marksmanship": 0}, acting=True), foe())
    assert forbids(given, act("hold", 0)) == {"DSX-HOLD-01"}
    assert forbids(given, act("hold", 1)) == set()


@pytest.mark.rule("DSX-R9")
@pytest.mark.option("half.move")
@pytest.mark.parametrize("how", ["once", "each_action"])
def test_a_round_of_moves_alone_lacks_an_action_for_a_half_move_and_nothing_else(how):
    given = fight(fighter(actions=2, moves=2), foe(), house=house(half_move=how))
    assert forbids(given, act("half move", to=(5, 0))) >= {"DSX-MOVE-01"}
    assert "DSX-R9" not in forbids(given, act("half move", to=(5, 0)))


@pytest.mark.rule("DSX-R28")
def test_a_speed_has_a_name():
    given = fight(fighter(drives=car(), aboard=Who(0)), foe((90, 0)))
    assert forbids(given, act("drive", 1, item="ludicrous")) == {"DSX-R28"}
    assert forbids(given, act("drive", 1, item="standard")) == set()


@pytest.mark.rule("DSX-R41")
def test_one_gets_into_a_vehicle_that_is_there_and_out_of_the_one_one_is_in():
    given = fight(fighter(), foe((90, 0)))
    assert forbids(given, act("get in", item="car")) == {"DSX-R41"}
    riding = fight(fighter(drives=car(), aboard=Who(0)), foe((90, 0)))
    with pytest.raises(BadAnswer, match="is aboard a vehicle"):
        corrected(RULESET, riding, fx.Seated(Who(0), "car"))


def between_fights(weapon, **changes):
    """Loading a weapon in the time between fights."""
    given = fight(fighter(weapons=(weapon,), shots=(0,), **changes))
    return play_out(given, lambda play: perform(play, Fighter(play, Who(0)), act("load", item=weapon)))


@pytest.mark.rule("DSX-ITEM-04", "DSX-ITEM-05")
@pytest.mark.parametrize(("weapon", "slow"), [(PISTOL, False), ("long bow", True)])
def test_between_fights_it_is_the_bow_that_takes_several_actions_too(weapon, slow):
    loaded = between_fights(weapon)
    assert causes(loaded) == ({"DSX-ITEM-04", "DSX-ITEM-05"} if slow else {"DSX-ITEM-04"})


@pytest.mark.rule("DSX-ITEM-04")
def test_between_fights_nobody_loads_who_is_out_of_action():
    with pytest.raises(Illegal, match="out of action"):
        between_fights(PISTOL, hp=0)


# --- the order ------------------------------------------------------------------------------------------


@pytest.mark.rule("DSX-R3")
@pytest.mark.option("order.skill")
@pytest.mark.parametrize(
    ("skill", "thrown"), [("first_action", False), ("readied", False), ("perception", True)]
)
def test_places_are_thrown_for_by_perception_alone(skill, thrown):
    assert RULESET.turns.thrown(house(order_skill=skill)) is thrown


@pytest.mark.rule("DSX-INIT-01", "DSX-R3")
def test_who_has_one_skill_at_hand_is_not_asked_which():
    given = fight(fighter(declared=False), foe())
    assert body(steps(given, 1), 0).key == 9
    assert asked(fight(fighter(weapons=(SWORD,), declared=False), foe()), 1).asked.question == "first skill"


@pytest.mark.rule("DSX-INIT-01")
def test_where_actions_are_declared_on_ones_turn_what_is_in_hand_gives_the_place():
    armed = fighter(weapons=(SWORD,), skills={"melee combat": 12, "brawling": 10}, declared=False)
    given = fight(armed, foe(), house=house(actions_declared="turn"))
    assert body(steps(given), 0).key == 12


@pytest.mark.rule("DSX-INIT-04")
def test_equals_are_all_asked_as_long_as_one_of_them_was_not():
    given = fight(fighter(key=9, waits=1), foe(key=9))
    assert [body(steps(given, False, True), who).waits for who in (0, 1)] == [1, 2]


@pytest.mark.rule("DSX-INIT-01", "DSX-INIT-04")
def test_one_acts_alone_and_equals_together_and_it_is_told_so():
    alone = fight(fighter(key=12), foe(key=9))
    began = steps(alone)
    assert {"DSX-INIT-01", "DSX-INIT-04"} & causes(began) == {"DSX-INIT-01"}
    two = fight(fighter(key=9), foe(key=9))
    both = steps(two, False, False, pieces=2)
    assert [body(both, who).acting for who in (0, 1)] == [True, True]
    assert {"DSX-INIT-01", "DSX-INIT-04", "DSX-INIT-05"} & causes(both) == {"DSX-INIT-04"}


@pytest.mark.rule("DSX-INIT-04", "DSX-INIT-05")
def test_who_holds_back_is_told_of_by_the_rule_for_it():
    two = fight(fighter(key=9), foe(key=9))
    back = steps(two, True, False)
    assert "DSX-INIT-05" in causes(back)
    assert "DSX-INIT-05" not in causes(steps(two, False, False))


@pytest.mark.rule("DSX-RND-01")
def test_a_round_ends_with_all_done_and_the_first_follows_none():
    done = fight(fighter(done=True), foe(done=True))
    assert "DSX-RND-01" in _of(steps(done), fx.RoundBegan)
    first = fight(fighter(), foe(), round=0)
    assert "DSX-RND-01" not in _of(steps(first), fx.RoundBegan)


def _of(play, kind):
    """The rules on the receipt of the first effect of a kind."""
    return next(set(told.rules) for told in play.story if isinstance(getattr(told, "effect", None), kind))
