"""The autopilot: what it does in plain situations, and what odds say of them."""

from fractions import Fraction
from itertools import product

import pytest

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.sampled import Sampled
from affray.core.stream import Stream
from affray.pricing import price_action
from affray.rulesets.horizon import RULESET, tables
from affray.rulesets.horizon.dice import worth
from affray.rulesets.horizon.fighter import Fighter
from affray.rulesets.horizon.pilot import sensible
from affray.rulesets.horizon.sheet import Task
from tests.horizon.cast import act, bulky, do, fight, fighter, foe, house, item, opened, wall

PISTOL, MELEE, DRAWN = "light-combat-pistol", "rusty-weapon", "Light Combat Pistol"
HEDGE = (wall("hedge", (5, -5), (5, 5)),)


def decides(state, who=0) -> Act:
    """The action that the autopilot takes."""
    play: Sampled = Sampled(state, sensible, Stream(0))
    found: object = sensible(play, Fighter(play, Who(who)), "action", tuple, ())
    assert isinstance(found, Act)
    return found


def ada(*weapons, score=10, left=None, **changes):
    """Ada, of whose 50 Health so much is left."""
    return at(fighter(weapons=weapons, score=score, **changes), left)


def at(b, left):
    """Somebody of whose Health so much is left."""
    return b if left is None else b._replace(health=left)


SITUATIONS = {
    "a foe in reach is knocked down": (ada(PISTOL), foe(), act("attack", 1, item="down")),
    "one who holds out better is staggered": (
        ada(PISTOL), foe(strength=8), act("attack", 1, item="stagger")),
    "one who owes an action is knocked down": (ada(PISTOL), foe(owed=1), act("attack", 1, item="down")),
    "one who lies there is shot in the arm": (ada(PISTOL), foe(owed=2), act("attack", 1, item="arm")),
    "a debt is paid first": (ada(PISTOL, owed=1), foe(), act("recover")),
    "an empty magazine is reloaded": (ada(item(PISTOL, 0)), foe(), act("reload")),
    "a gun is drawn when a foe is near": (ada(PISTOL, hand=""), foe(), act("draw", item=DRAWN)),
    "with bare hands one comes near first": (ada(PISTOL, hand=""), foe(at=(60, 0)), act("move", 1)),
    "a heavy thing is dropped": (ada(bulky("human body")), foe(), act("drop", item="human body")),
    "out of range one comes nearer": (ada(PISTOL, score=11), foe(at=(40, 0)), act("move", 1)),
    "a heavy weapon is put away to run": (ada("lmg", score=5), foe(at=(90, 0)), act("holster")),
    "after the Move one takes cover": (ada(PISTOL, moved=True), foe(at=(40, 0)), act("defend")),
    "beyond a wall one goes to where the foe stands": (
        ada(PISTOL, walls=(wall("hedge", (1, -5), (1, 5)),), score=11), foe(at=(2, 0)),
        act("move", to=(2, 0))),
    "nobody known: one looks about": (ada(PISTOL), foe(hidden=True), act("look about")),
    "nobody known and looked: one takes cover": (ada(PISTOL, searched=True), foe(hidden=True), act("defend")),
    "no action left": (ada(PISTOL, actions=0), foe(), act("end")),
    "a sniper draws from afar": (ada("light-precision-rifle", hand=""), foe(at=(60, 0)),
                                 act("draw", item="Light Precision Rifle")),
    "what would bounce off gives way to a grenade": (
        ada(PISTOL, "scrap-grenade"), foe(armour=12), act("switch", item="Scrap Grenade")),
    "what would hurt does not": (
        ada(PISTOL, "scrap-grenade"), foe(armour=11), act("attack", 1, item="stagger")),
    "alone and out of sight one keeps to the work": (
        ada(PISTOL, walls=HEDGE, left=9, task=Task("x", "bio lore", 9)), foe(walls=HEDGE), act("work")),
    "who flees hides out of sight": (
        ada(PISTOL, walls=HEDGE, fleeing=True, skills={"stealth": 1}), foe(walls=HEDGE), act("hide")),
    "or lies low": (ada(PISTOL, walls=HEDGE, fleeing=True), foe(walls=HEDGE), act("end")),
    "who flees and is seen fights": (ada(PISTOL, fleeing=True), foe(), act("attack", 1, item="down")),
    "work out of sight": (
        ada(PISTOL, walls=HEDGE, task=Task("x", "bio lore", 9)), foe(walls=HEDGE), act("work")),
    "an Attack that an Aug gives is no turn to work in": (
        ada(PISTOL, walls=HEDGE, actions=0, extra=1, task=Task("x", "bio lore", 9)), foe(walls=HEDGE),
        act("end")),
}  # fmt: skip


@pytest.mark.parametrize("situation", SITUATIONS)
def test_what_it_does(situation):
    one, other, expected = SITUATIONS[situation]
    state = fight(one, other)
    found = decides(state)
    assert found == expected
    do_nothing_wrong = RULESET.menu(state, Who(0))
    assert found.to is not None or not next(o.refused for o in do_nothing_wrong if o.act == found)


def test_it_hides_where_it_has_the_actions_for_it():
    fled = ada(PISTOL, walls=HEDGE, fleeing=True, skills={"stealth": 1}, actions=1)
    for cost, name in ((0, "hide"), (1, "hide"), (2, "end")):
        assert decides(fight(fled, foe(walls=HEDGE), house=house(stealth_cost=cost))).name == name


def test_of_equals_it_keeps_to_one_by_where_they_lie_and_then_by_name():
    def taken(*foes):
        orders = (foes, foes[::-1])
        starts = [fight(ada(PISTOL), *order) for order in orders]
        return {start.bodies[decides(start).at or 0].sheet.name for start in starts}

    assert taken(foe("Bo", (0, 8)), foe("Cy", (8, 0))) == {"Cy"}
    assert taken(foe("Bo", (8, 0)), foe("Cy", (7, 0))) == {"Cy"}
    assert taken(foe("Bo"), foe("Cy")) == {"Bo"}
    assert taken(foe("Aa"), foe("Cy")) == {"Cy"}  # whose name comes next after Ada
    assert taken(foe("Bo", order=1), foe("Cy", order=9)) == {"Bo"}


def test_it_flees_out_of_sight_when_outnumbered_and_alone_or_nearly_done_for():
    foes = (foe(walls=HEDGE), foe("Cy", walls=HEDGE), foe("Di", walls=HEDGE))
    friend = fighter("Abe", at=(0, 3), walls=HEDGE)
    assert decides(fight(ada(PISTOL, walls=HEDGE), *foes[:2])).name == "flee"
    assert decides(fight(ada(PISTOL, walls=HEDGE), *foes[:1])).name != "flee"
    assert decides(fight(ada(PISTOL, walls=HEDGE, left=12), *foes, friend)).name == "flee"
    assert decides(fight(ada(PISTOL, walls=HEDGE, left=13), *foes, friend)).name != "flee"
    assert decides(fight(ada(PISTOL, walls=HEDGE, left=12), *foes[:2], friend)).name != "flee"
    assert decides(fight(ada(PISTOL), *foes)).name != "flee"


def test_it_turns_to_somebody_whom_it_can_hurt():
    thick, thin = foe(health=5, armour=12), foe("Cy", (9, 0))
    assert decides(fight(ada(PISTOL), thick, thin)).at == Who(2)
    assert decides(fight(ada(PISTOL), thick)).at == Who(1)
    low = foe(health=5)
    assert decides(fight(ada(PISTOL), low, thin)).at == Who(1)


def test_it_fells_whom_it_can_and_knocks_nobody_down_who_lies_there_for_long():
    for left, wound in ((30, "down"), (1, "")):
        assert decides(fight(ada(PISTOL), at(foe(), left))).item == wound
    deep = house(stun_stack="add")
    for owed, wound in ((0, "down"), (4, "arm")):
        assert decides(fight(ada(PISTOL), foe(owed=owed), house=deep)).item == wound


def test_by_the_options_it_keeps_to_what_is_allowed():
    once = fight(ada(PISTOL, wounding=True), foe(), house=house(wound_once=True))
    assert decides(once) == act("attack", 1)
    out = item(PISTOL, 0, spare=0)
    assert decides(fight(ada(out, MELEE), foe(), house=house(ammo_spare="counted"))).name == "switch"
    assert decides(fight(ada(out), foe(), house=house(ammo_spare="counted"))).name == "holster"
    beside = fight(ada(score=9), foe(at=(1, 1)), house=house(reach=1))
    assert decides(beside) == act("move", to=(1, 1))
    limping = fight(ada(score=9, agility=0), foe(at=(1, 1)), house=house(reach=1, move_least=1))
    there = decides(limping).to
    assert there == (70, 70)
    assert do(limping, act("move", to=(0.7, 0.7))).fight.fighters[0].spot == there
    late = opened(scene={"before": 1, "opens": "red"})
    assert decides(late) == act("end")


def test_it_dives_when_that_saves_it_and_not_otherwise():
    shooter = ada(PISTOL)
    for health, armour, dives in ((12, 0, True), (13, 0, False), (8, 0, False), (12, 4, False)):
        target = foe(borrowed=0, health=health, armour=armour)
        play = Sampled(fight(shooter, target), sensible, Stream(0))
        RULESET.perform(play, Fighter(play, Who(0)), act("attack", 1))
        assert bool(play.fight.fighters[1].borrowed) is dives


def test_the_last_of_a_side_dives_no_more_before_a_foe_of_four_times_its_health():
    for health, friends, dives in ((48, 0, False), (47, 0, True), (48, 1, True)):
        target = at(foe(borrowed=0), 12)
        others = [fighter("Di", "blue", (0, 50))][:friends]
        start = fight(ada(PISTOL, left=health), target, *others)
        play: Sampled = Sampled(start, sensible, Stream(0))
        RULESET.perform(play, Fighter(play, Who(0)), act("attack", 1))
        assert bool(play.fight.fighters[1].borrowed) is dives


def test_whoever_owes_its_whole_turn_dives_no_more_where_no_comrade_is_free():
    for owed, free, dives in ((2, None, False), (0, None, True), (2, 0, True), (2, 2, False)):
        target = at(foe(borrowed=0, owed=owed), 12)
        others = [] if free is None else [fighter("Di", "blue", (0, 50), owed=free)]
        play: Sampled = Sampled(fight(ada(PISTOL, left=20), target, *others), sensible, Stream(0))
        RULESET.perform(play, Fighter(play, Who(0)), act("attack", 1))
        assert bool(play.fight.fighters[1].borrowed) is dives


def test_by_the_option_it_dives_unasked_for_when_nearly_done_for():
    for health, dives in ((12, True), (13, False)):
        start = fight(ada(PISTOL, left=20), at(foe(borrowed=0), health), house=house(dive_time="before"))
        play: Sampled = Sampled(start, sensible, Stream(0))
        RULESET.perform(play, Fighter(play, Who(0)), act("attack", 1))
        assert bool(play.fight.fighters[1].borrowed) is dives


# --- odds -----------------------------------------------------------------------------------------


def chances(state, act_, name):
    """The exact chances of what is measured under this name."""
    odds = price_action(RULESET, state, Who(0), act_)
    assert odds.exact
    return next(m for m in odds.measures if m.name == name).fractions


def test_a_wound_takes_hold_as_often_as_all_dice_say():
    start = fight(ada(PISTOL, score=11), foe(strength=3, skills={"endurance": 3}))
    held = sum(worth(dice) + 3 < 6 for dice in product(range(1, 7), repeat=3))
    found = chances(start, act("attack", 1, item="arm"), "Bo suffers the condition")
    assert found[True] == Fraction(held, 216)


def test_an_attack_as_combat_opens_includes_the_test():
    ranks = {"skills": {"high-caliber combat": 3}, "weapons": ["light-combat-pistol"]}
    start = opened({"name": "Ada", "side": "red", "at": (0, 0), **ranks},
                   {"name": "Bo", "side": "blue", "at": (10, 0)})  # fmt: skip
    book = tables.book(house())
    expected: dict[int, Fraction] = {}
    for dice in product(range(1, 7), repeat=3):
        damage = book.row(PISTOL, worth(dice) + 2).damage[0]
        expected[damage] = expected.get(damage, Fraction(0)) + Fraction(1, 216)
    assert chances(start, act("attack", 1), "damage to Bo") == expected


@pytest.mark.parametrize(("act_", "name", "value"), [
    (act("defend"), "damage that Defense will cancel", 15),
    (act("dive"), "armour gained", 4),
    (act("pick up", item="vanity"), "has it", False),
])  # fmt: skip
def test_actions_are_measured_by_what_they_are_for(act_, name, value):
    hidden = foe(hidden=True, stealth=1, checked=("Ada",))
    things = opened(scene={"things": [{"name": "vanity", "at": (0, 0), "object": "vanity"}]}).table.ground
    one = fighter(score=15) if act_.name == "pick up" else ada(PISTOL)
    assert chances(fight(one, hidden, ground=things), act_, name) == {value: 1}


@pytest.mark.rule("HZN-AWR-01", "HZN-STL-03")
def test_the_odds_of_looking_about_tell_of_nobody_who_hides():
    def told(**changes):
        start = fight(fighter(score=15, skills={"awareness": 2}), foe(**changes), foe("Cy"))
        odds = price_action(RULESET, start, Who(0), act("look about"))
        return [(one.name, one.fractions) for one in odds.asked]

    assert told(hidden=True, stealth=3, checked=("Ada",)) == told() == told(hidden=True, stealth=9)


def test_work_is_measured_by_its_progress():
    start = fight(
        fighter(walls=HEDGE, task=Task("x", "bio lore", 3), skills={"bio lore": 1}), foe(walls=HEDGE)
    )
    assert chances(start, act("work"), "is done") == {False: Fraction(1, 2), True: Fraction(1, 2)}
    assert do(start, act("work"), True, (1,)).fight.fighters[0].progress == 2
