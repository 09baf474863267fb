"""Edges of hands, movement, heavy things and tables: a metre, a round, a helper more or less.

What a slip of one in a rule would change, where the worked examples beside this file stand in the middle.
"""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.effect import Who
from affray.core.errors import Illegal
from affray.core.play import Play
from affray.rulesets.horizon import corrections, skill
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon.fighter import Fighter
from affray.rulesets.horizon.scene import WeaponRecord
from affray.rulesets.horizon.tables import Book, chosen
from affray.testing.script import caused, causes, first, play_out
from tests.horizon.cast import (
    BODY,
    CHAIR,
    HEDGE,
    STRONG,
    VANITY,
    WORK,
    act,
    asks,
    body,
    do,
    fight,
    fighter,
    foe,
    forbids,
    house,
    item,
    lying,
    made,
    rolls,
    table,
)  # fmt: skip

PISTOL, LMG, GRENADE = "light-combat-pistol", "lmg", "scrap-grenade"
THERE = act("move", to=(3, 0))


def own_weapon(**columns: Any) -> Any:
    """A weapon of a table's own with these columns; the rest is as with the game's of its class."""
    return WeaponRecord.model_validate({"name": "x", **columns}).weapon(house())


# --- hands ------------------------------------------------------------------------------------------

PAIR, TO_PISTOL = (PISTOL, LMG), act("switch", item="Light Combat Pistol")
HANDS = [
    ("HZN-DHS-03", fighter(weapons=(PISTOL,)), act("switch", item="LMG")),
    ("HZN-DHS-03", fighter(weapons=PAIR), act("switch", item="Light Combat Pistol")),
    ("HZN-DHS-01", fighter(weapons=PAIR, hand=""), act("switch", item="LMG")),
    ("HZN-OBJ-08", fighter(weapons=(PISTOL, VANITY), hand="vanity"), TO_PISTOL),
    ("HZN-OBJ-08", fighter(weapons=(PISTOL, VANITY), hand="vanity", walls=HEDGE), act("hide")),
    ("HZN-STL-01", fighter(hidden=True, walls=HEDGE), act("hide")),
    ("HZN-RUL-35", fighter(owed=1, task=WORK, walls=HEDGE), act("work")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "one", "does"), [pytest.param(*line, marks=pytest.mark.rule(line[0])) for line in HANDS]
)
def test_what_hands_and_debts_forbid(rule, one, does):
    by = house(recover="deadline") if rule == "HZN-RUL-35" else house()
    assert forbids(fight(one, foe(walls=one.walls), house=by), does) == {rule}


@pytest.mark.rule("HZN-DHS-01", "HZN-DHS-03", "HZN-OBJ-08", "HZN-RUL-26")
@pytest.mark.option("grenade.next")
def test_what_hands_allow():
    belt = house(grenade_next="belt")
    assert body(do(fight(fighter(weapons=PAIR), foe()), act("switch", item="LMG"))).hand == "LMG"
    empty = fighter(weapons=(PISTOL, GRENADE), hand="", score=5)
    assert body(do(fight(empty, foe(), house=belt), act("draw", item="Light Combat Pistol"))).hand != ""
    assert forbids(fight(empty, foe(), house=belt), act("draw", item="Scrap Grenade")) == {"HZN-RUL-26"}
    assert forbids(fight(empty, foe()), act("draw", item="Scrap Grenade")) == set()


@pytest.mark.rule("HZN-REL-03", "HZN-REL-08", "HZN-RUL-57", "HZN-RUL-62")
@pytest.mark.option("grenade.next", "ammo.spare", "idle.acts")
def test_what_can_be_reloaded_and_what_not():
    gun = item(LMG, 3)
    assert gun.weapon is not None
    fixed = gun._replace(weapon=gun.weapon._replace(reload=0))
    slow = gun._replace(weapon=gun.weapon._replace(reload=1))
    for thing, by, refused in (
        (gun, {}, set()),
        (slow, {}, set()),
        (fixed, {}, {"HZN-REL-08"}),
        (item("rusty-weapon"), {}, {"HZN-REL-08"}),
        (CHAIR, {}, {"HZN-REL-08"}),
        (item(LMG), {}, {"HZN-RUL-62"}),
        (gun._replace(spare=0), {"ammo_spare": "counted"}, {"HZN-RUL-57"}),
        (gun._replace(spare=1), {"ammo_spare": "counted"}, set()),
    ):
        assert forbids(fight(fighter(weapons=(thing,)), foe(), house=house(**by)), act("reload")) == refused
    belt = house(grenade_next="belt")
    for kit, hand, refused in (
        ((GRENADE,), "", set()),
        ((PISTOL,), "", {"HZN-REL-08"}),
        ((LMG, GRENADE), "LMG", {"HZN-RUL-62"}),
    ):
        assert forbids(fight(fighter(weapons=kit, hand=hand), foe(), house=belt), act("reload")) == refused
    assert forbids(fight(fighter(weapons=(GRENADE,), hand=""), foe()), act("reload")) == {"HZN-REL-08"}


@pytest.mark.rule("HZN-REL-05")
@pytest.mark.parametrize(("rounds", "over"), [(11, False), (12, False), (13, True)])
def test_what_goes_over_the_magazine_is_said_to_be_lost(rounds, over):
    play = do(fight(fighter(weapons=(item(LMG, rounds),)), foe()), act("reload"))
    assert body(play).kit[0].rounds == min(15, rounds + 3)
    assert ("HZN-REL-05" in causes(play)) is over


@pytest.mark.rule("HZN-PRF-04")
def test_a_weapon_of_ones_own_has_the_header_of_its_class_but_for_what_it_says():
    like = item(LMG).weapon
    assert like is not None
    tier = like.tier
    plain = own_weapon(kind="machine-gun", tier=tier)
    assert (plain.magazine, plain.reload, plain.hands) == (like.magazine, like.reload, like.hands)
    own = own_weapon(kind="machine-gun", tier=tier, magazine=7, reload=0, hands=1)
    assert (own.magazine, own.reload, own.hands) == (7, 0, 1)
    blade = item("rusty-weapon").weapon
    assert blade is not None
    strange = own_weapon(kind="melee", magazine=7, reload=5)
    assert (strange.magazine, strange.reload) == (blade.magazine, blade.reload)


# --- movement ---------------------------------------------------------------------------------------


@pytest.mark.rule("HZN-MOV-02", "HZN-MOV-03", "HZN-MOV-04")
def test_a_move_says_by_which_rules_it_is_as_long_as_it_is():
    def rules(one: Any, **table: Any) -> set[str]:
        return set(caused(do(fight(one, foe(at=(60, 0)), **table), act("move", 1)), fx.MovedBy))

    assert rules(fighter(), fighting=False) == {"HZN-MOV-02"}
    short, plain, long = (rules(fighter(score=n)) for n in (1, 5, 30))
    named = {"HZN-MOV-03", "HZN-MOV-04"}
    far = [
        body(do(fight(fighter(score=n), foe(at=(60, 0))), act("move", 1))).spot.x - 1000 for n in (1, 5, 30)
    ]
    signs = [set() if d == 0 else {"HZN-MOV-04"} if d > 0 else {"HZN-MOV-03"} for d in far]
    assert [found & named for found in (short, plain, long)] == signs
    metre = item(LMG)
    assert metre.weapon is not None
    metre = metre._replace(weapon=own_weapon(kind="machine-gun", move="10:-1 30:1"))  # fmt: skip
    for score, rule in ((5, "HZN-MOV-03"), (20, "HZN-MOV-04")):
        assert rules(fighter(weapons=(metre,), score=score)) & named == {rule}


@pytest.mark.rule("HZN-MOV-06")
@pytest.mark.option("move.split")
def test_a_move_is_used_up_at_once_or_by_the_option_as_far_as_it_went():
    start = fight(fighter(score=5), foe(at=(60, 0)))
    assert first(do(start, THERE), fx.MoveUsed) == fx.MoveUsed(Who(0), 0)
    split = do(start._replace(house=house(move_split=True)), THERE)
    assert (body(split).moved, body(split).stride) == (True, 700)
    stuck = fight(fighter(weapons=(BODY,), skills=STRONG, score=5), foe(at=(20, 0)))
    assert body(do(stuck, THERE, 5, (1, 1))).moved
    assert body(do(fight(fighter(score=5, skills=STRONG), foe(), ground=(lying(CHAIR),)),
                   act("drag", item="chair", to=(0, 3)))).moved  # fmt: skip


@pytest.mark.rule("HZN-MOV-07", "HZN-RUL-29")
@pytest.mark.option("move.split")
def test_endurance_pushes_a_move_as_it_begins_and_not_the_rest_of_it():
    rest = fighter(score=5, moved=True, stride=500, skills=STRONG)
    start = fight(rest, foe(at=(60, 0)), house=house(move_split=True))
    assert forbids(start, act("push on", to=(1, 0))) == {"HZN-MOV-07"}
    assert body(do(start, act("move", to=(1, 0)))).spot == (100, 0)


@pytest.mark.rule("HZN-MOV-07", "HZN-RUL-31")
@pytest.mark.option("boost.alone")
def test_by_the_option_endurance_alone_leads_as_many_metres_as_its_score_once_a_turn():
    start = fight(fighter(skills={"endurance": 1}), foe(at=(60, 0)), house=house(boost_alone=True))
    play = do(start, act("sprint", 1), (6,))
    assert (body(play).spot, body(play).boosted) == ((400, 0), True)
    assert first(play, fx.MovedBy) == fx.MovedBy(Who(0), Who(1), 400, True)
    weak = fighter(skills={"endurance": 1}, strength=0, agility=0, acuity=0, resilience=0)
    none = do(fight(weak, foe(at=(60, 0)), house=house(boost_alone=True)), act("sprint", 1), (1,))
    assert body(none).spot == (0, 0)
    assert forbids(play.fight, act("sprint", 1)) == {"HZN-RUL-31"}
    pushed = do(fight(fighter(skills={"endurance": 1}, score=5), foe(at=(60, 0))), act("push on", 1), (6,))
    assert not body(pushed).boosted, "without the option the Move itself is once"
    calm = fight(
        fighter(skills={"endurance": 1}), foe(at=(60, 0)), house=house(boost_alone=True), fighting=False
    )
    assert not body(do(calm, act("push on", 1), (6,))).boosted, "outside combat there are no turns"


@pytest.mark.rule("HZN-RUL-32", "HZN-WND-10", "HZN-WND-11")
@pytest.mark.option("halves.round")
def test_halves_are_rounded_up_or_by_the_option_down():
    runner = fighter(legs=1, agility=3)
    for by, metres in (("up", 8), ("down", 7)):
        calm = fight(runner, foe(at=(60, 0)), fighting=False, house=house(halves_round=by))
        assert body(do(calm, act("move", 1))).spot == (100 * metres, 0)
    for by, score in (("up", 2), ("down", 1)):
        torn = fighter(torn=True, acuity=3)

        def rule(play: Play) -> None:
            assert skill.tested(play, Fighter(play, Who(0)), "look about", "awareness") == score  # noqa: B023

        play_out(fight(torn, foe(), house=house(halves_round=by)), rule)


@pytest.mark.rule("HZN-SKL-01", "HZN-SKL-05", "HZN-WND-11")
def test_one_die_is_thrown_for_the_first_rank_and_a_shattered_body_says_why_it_is_halved():
    look = act("look about")
    hale = do(fight(fighter(skills={"awareness": 1}), foe()), look, (6,))
    torn = do(fight(fighter(skills={"awareness": 1}, torn=True), foe()), look, (6,))
    assert (first(hale, fx.Searched).score, first(torn, fx.Searched).score) == (4, 2)
    assert ["HZN-WND-11" in rolls(play, "look about")[0].rules for play in (hale, torn)] == [False, True]
    assert rolls(do(fight(fighter(), foe()), look), "look about") == []
    assert rolls(do(fight(fighter(skills={"awareness": 0}), foe()), look), "look about") == []


@pytest.mark.rule("HZN-EXT-04")
def test_a_few_steps_beside_the_work_lead_towards_somebody():
    worker = fighter(task=WORK, walls=HEDGE)
    play = do(fight(worker, foe(walls=HEDGE)), act("shift", 1))
    assert (body(play).spot, body(play).working) == ((200, 0), True)


@pytest.mark.rule("HZN-OBJ-03", "HZN-MOV-06")
def test_what_is_dragged_comes_along_as_far_as_a_move_and_towards_somebody():
    start = fight(fighter(score=5), foe(at=(60, 0)), ground=(lying(CHAIR),))
    play = do(start, act("drag", 1, item="chair"))
    moved = do(fight(fighter(score=5), foe(at=(60, 0))), act("move", 1))
    assert body(play).spot == body(moved).spot
    assert first(play, fx.MovedBy) == first(moved, fx.MovedBy)
    assert [x.spot for x in table(play).ground] == [body(play).spot]
    assert body(play).moved


# --- heavy things -----------------------------------------------------------------------------------


@pytest.mark.rule("HZN-RUL-51", "HZN-OBJ-05", "HZN-OBJ-03")
def test_a_figure_of_none_takes_no_test_and_any_other_is_tested_by_all_who_take_part():
    friend = fighter("Abe", at=(1, 0), skills={"endurance": 1}, strength=6)
    start = fight(fighter(weapons=(CHAIR,), skills={"endurance": 4}), foe(), friend)
    hurl = act("hurl", to=(0, 9))
    both = do(start, hurl, 10, 1, True, (6, 6, 1, 1), (6,))
    assert [x.spot for x in table(both).ground] == [(0, 600)], "the best STR of both"
    assert [("HZN-OBJ-05" in roll.rules) for roll in rolls(both, "heave")] == [True, True]
    failed = do(start, hurl, 15, 1, True, (6, 6, 6, 6), (6,))
    assert [x.spot for x in table(failed).ground] == [(0, 0)], "one who fails is enough"
    alone = do(start, hurl, 10, 0, (6, 6, 6, 6))
    assert [("HZN-OBJ-05" in roll.rules) for roll in rolls(alone, "heave")] == [False]
    light = fight(fighter(score=5), foe(), ground=(lying(CHAIR),))
    assert rolls(do(light, act("drag", item="chair", to=(0, 3))), "heave") == []


@pytest.mark.rule("HZN-RUL-51", "HZN-RUL-52", "HZN-OBJ-03")
@pytest.mark.option("helpers.least")
def test_below_the_floor_the_difficulty_is_what_the_director_says_and_helpers_lower_it_to_the_floor():
    friend = fighter("Abe", at=(1, 0), acuity=9)
    lift = act("pick up", item="human body")
    floor = house(helpers_least=5)

    def start(strength: int, *others: Any, by: Any = None) -> Any:
        return fight(fighter(strength=strength), foe(), *others, ground=(lying(BODY),), house=by or house())

    assert body(do(start(4, by=floor), lift, 4)).hand == "human body", "below the floor nothing raises it"
    strong = friend._replace(sheet=friend.sheet._replace(strength=5))
    assert body(do(start(5, strong, by=floor), lift, 8, 1, True)).hand == "human body"
    assert body(do(start(4, strong, by=floor), lift, 8, 1, True)).hand == ""
    ranked = fight(fighter(skills={"endurance": 1}), foe(), ground=(lying(BODY),))
    assert asks(ranked, lift, 1).asked.question == "heave", "1 is tested"
    helped = fight(fighter(skills={"endurance": 1}), foe(), friend, ground=(lying(BODY),))
    assert rolls(do(helped, lift, 5, 1, True), "heave") == [], "0 is not"


# --- the tables ---------------------------------------------------------------------------------------


@pytest.mark.rule("HZN-RUL-01")
@pytest.mark.option("edge")
def test_a_score_above_the_rows_goes_on_stops_or_reads_nothing():
    top = Book(house()).row(PISTOL, 30).damage[0]
    found = {edge: Book(house(edge=edge)).row(PISTOL, 40).damage[0] for edge in ("extend", "clamp", "zero")}
    assert (found["extend"] > top, found["clamp"], found["zero"]) == (True, top, top)
    low = {edge: Book(house(edge=edge)).row(PISTOL, -40).damage[0] for edge in ("extend", "clamp", "zero")}
    assert low == {"extend": 0, "clamp": Book(house()).row(PISTOL, 1).damage[0], "zero": 0}


@pytest.mark.rule("HZN-RUL-02", "HZN-RUL-03")
@pytest.mark.option("errata", "legacy.tables")
@pytest.mark.parametrize(
    ("entry", "by", "column"),
    [
        ("errata_01", {"errata": "as-printed"}, "printed"),
        ("errata_01", {"errata": "corrected"}, "corrected"),
        ("errata_01", {"errata": "pattern"}, "pattern"),
        ("errata_01", {"errata": "pattern", "errata_01": "printed"}, "printed"),
        ("errata_01", {"errata_01": "mended"}, "pattern"),
        ("errata_25", {"errata": "as-printed"}, "printed"),
        ("errata_25", {"errata": "pattern"}, "corrected"),
        ("errata_25", {"errata": "as-printed", "legacy_tables": "off"}, "corrected"),
        ("errata_25", {"errata": "as-printed", "legacy_tables": "legacy"}, "corrected"),
        ("errata_25", {"errata": "as-printed", "legacy_tables": "class_steps"}, "corrected"),
        ("errata_26", {"legacy_tables": "legacy"}, "printed"),
        ("errata_26", {"legacy_tables": "derived"}, "corrected"),
        ("errata_26", {"legacy_tables": "off"}, "corrected"),
    ],
)
def test_by_which_column_an_entry_of_the_errata_is_read(entry, by, column):
    assert chosen(entry, house(**by)) == column


@pytest.mark.rule("HZN-PRF-10", "HZN-PRF-11")
@pytest.mark.option("errata")
def test_an_attack_by_the_older_layout_says_so():
    start = fight(fighter(weapons=("rusty-pistol",), score=12), foe())
    by_bands = start._replace(house=house(errata_25="printed"))
    older = {"HZN-PRF-10", "HZN-PRF-11"}
    assert older <= set(caused(do(by_bands, act("attack", 1)), fx.Attacked))
    assert not older & set(caused(do(start, act("attack", 1)), fx.Attacked))


@pytest.mark.rule("HZN-DHS-01", "HZN-REL-08", "HZN-ATK-06", "HZN-WND-12")
def test_a_correction_goes_through_where_it_can_be_so():
    one = fighter(weapons=(PISTOL, GRENADE, made("cup"), CHAIR))
    for rule, effect, refused in (
        (corrections.drawn, fx.Drew(Who(0), "Scrap Grenade"), set()),
        (corrections.drawn, fx.Drew(Who(0), ""), set()),
        (corrections.drawn, fx.Drew(Who(0), "LMG"), {"HZN-DHS-01"}),
        (corrections.loaded, fx.Loaded(Who(0), 1, "Light Combat Pistol"), set()),
        (corrections.loaded, fx.Loaded(Who(0), 1, "cup"), {"HZN-REL-08"}),
        (corrections.loaded, fx.Loaded(Who(0), 1, "chair"), {"HZN-REL-08"}),
        (corrections.used_up, fx.UsedUp(Who(0), "Scrap Grenade"), set()),
        (corrections.used_up, fx.UsedUp(Who(0), "cup"), {"HZN-ATK-06"}),
        (corrections.used_up, fx.UsedUp(Who(0), "chair"), {"HZN-ATK-06"}),
        (corrections.wounded, fx.Wounded(Who(0), "arm", False), set()),
        (corrections.wounded, fx.Wounded(Who(0), "stagger", False), set()),
        (corrections.wounded, fx.Wounded(Who(0), "head", False), {"HZN-WND-12"}),
    ):

        def run(play: Play, rule: Any = rule, effect: Any = effect) -> None:
            rule(play, Fighter(play, Who(0)), effect)

        try:
            play_out(fight(one, foe()), run)
            found = set()
        except Illegal as fault:
            found = {each.rule for each in fault.refusals}
        assert found == refused, effect
