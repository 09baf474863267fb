"""IMP, OBJ, OBT, COM, AWR: improvised weapons, objects, talking, looking about."""

import pytest

from affray import operations
from affray.core.effect import Who
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon import tables
from affray.rulesets.horizon.scene import ThingRecord, thing
from affray.rulesets.horizon.sheet import Aug
from affray.testing.script import causes, first
from tests.horizon.cast import (
    PLAIN,
    act,
    asks,
    body,
    bulky,
    do,
    fight,
    fighter,
    foe,
    forbids,
    house,
    item,
    lost,
    lying,
    made,
    next_asked,
    offered,
    opened,
    rolls,
    steps,
    table,
)

ROCK = made("rock")
TAKE = act("pick up", item="rock")
STRONG = {"endurance": 2}


def ground(*things, at=(0, 0)):
    return tuple(lying(t, at) for t in things)


# --- improvised weapons ---------------------------------------------------------------------------


@pytest.mark.rule("HZN-IMP-01", "HZN-IMP-02", "HZN-OBJ-01")
def test_common_objects_serve_as_weapons_once_picked_up_for_an_action():
    start = fight(fighter(score=9), foe(at=(1, 0)), ground=ground(ROCK))
    play = do(start, TAKE)
    assert (body(play).hand, body(play).actions, table(play).ground) == ("rock", 1, ())
    assert {"HZN-IMP-01", "HZN-IMP-02", "HZN-OBJ-01"} <= causes(play)
    assert lost(do(play.fight, act("attack", 1))) == 7


@pytest.mark.rule("HZN-IMP-02", "HZN-OBJ-02")
def test_picking_up_is_free_outside_combat_and_where_the_director_finds_it_easy():
    before = opened(scene={"before": 1, "things": [{"name": "rock", "at": (0, 0), "improvised": "rock"}]})
    assert body(do(before, TAKE)).actions == 2
    easy = fight(fighter(), foe(), ground=ground(ROCK._replace(handy=True)))
    play = do(easy, TAKE)
    assert (body(play).hand, body(play).actions) == ("rock", 2)
    assert "HZN-OBJ-02" in causes(play)


@pytest.mark.rule("HZN-IMP-03", "HZN-IMP-04")
def test_they_test_special_combat_and_halve_the_damage_upwards():
    holder = fighter(weapons=(ROCK,), skills={"special combat": 1}, order=5)
    play = steps(fight(holder, foe(at=(1, 0), over=True), current=None), (6,))
    assert body(play).tests == (("special combat", 4),)
    assert lost(do(play.fight, act("attack", 1))) == 5
    assert {"HZN-IMP-03", "HZN-IMP-04"} <= causes(do(play.fight, act("attack", 1)))


@pytest.mark.rule("HZN-IMP-05")
def test_the_director_sets_the_tier():
    record = ThingRecord.model_validate({"name": "anvil", "at": (0, 0), "improvised": "crowbar"})
    assert thing(record, house()).weapon == item("simple-weapon").weapon
    assert thing(record.model_copy(update={"tier": 1}), house()).weapon == item("rusty-weapon").weapon
    damage = [lost(do(fight(fighter(weapons=(made("x", tier),), score=4), foe(at=(1, 0))), act("attack", 1)))
              for tier in (1, 2)]  # fmt: skip
    assert damage == [5, 7]
    play = do(fight(fighter(weapons=(made("x", 2),), score=4), foe(at=(1, 0))), act("attack", 1))
    assert "HZN-IMP-05" in causes(play)


@pytest.mark.rule("HZN-IMP-06", "HZN-RUL-27")
@pytest.mark.parametrize(("allowed", "score"), [(True, 5), (False, 2)])
def test_melee_augs_work_with_them_if_the_director_agrees(allowed, score):
    augs = {"augs": (Aug("blade arm", skill="melee", ap=3),)}
    holder = fighter(weapons=(ROCK._replace(augs=allowed),), sheet=augs, order=5)
    play = steps(fight(holder, foe(over=True), current=None))
    assert body(play).tests[0][1] == score


# --- objects --------------------------------------------------------------------------------------


@pytest.mark.rule("HZN-OBJ-01")
@pytest.mark.rule("HZN-OBJ-03")
@pytest.mark.rule("HZN-OBJ-08")
def test_one_picks_up_in_the_own_turn_and_what_does_not_fit_the_hand_goes_into_the_kit():
    start = fight(fighter(weapons=("lmg",)), foe(), ground=ground(ROCK, bulky("human body")))
    play = do(start, TAKE)
    assert (body(play).hand, [i.name for i in body(play).kit]) == ("LMG", ["LMG", "rock"])
    assert (body(play).actions, [x.item.name for x in table(play).ground]) == (1, ["human body"])
    assert forbids(start, act("pick up", item="human body")) == {"HZN-OBJ-03"}
    full = fight(fighter(weapons=(bulky("human body"),)), foe(), ground=ground(ROCK))
    assert forbids(full, TAKE) == {"HZN-OBJ-08"}
    floor = fight(fighter(over=True), foe(order=1), ground=ground(ROCK), current=None, floor=True)
    assert TAKE not in next_asked(floor).options
    assert "pick up" not in {o.name for o in next_asked(floor).options if o}


@pytest.mark.rule("HZN-OBJ-03")
@pytest.mark.rule("HZN-OBJ-08")
def test_heavy_things_need_an_endurance_test_that_the_director_sets():
    start = fight(fighter(skills=STRONG), foe(), ground=ground(bulky("human body")))
    lift = act("pick up", item="human body")
    assert asks(start, lift).options == (0, 5)
    play = do(start, lift, 5, (5, 6))
    assert body(play).hand == "human body"
    failed = do(start, lift, 5, (5, 5))
    assert (body(failed).hand, body(failed).actions, len(table(failed).ground)) == ("", 1, 1)
    assert body(do(start, lift, 4, (5, 5))).hand == "human body"
    assert body(do(start, lift, 0)).hand == "human body"
    assert "HZN-OBJ-03" in causes(play)
    assert "HZN-OBJ-08" in forbids(play.fight, act("attack", 1))


@pytest.mark.rule("HZN-OBJ-03")
def test_a_heavy_load_takes_the_test_again_with_every_move():
    laden = fighter(weapons=(bulky("human body"),), skills=STRONG, score=2)
    start = fight(laden, foe(at=(20, 0)))
    there = act("move", to=(3, 0))
    moved = do(start, there, 5, (5, 6))
    assert (body(moved).spot, body(moved).moved, body(moved).hand) == ((300, 0), True, "human body")
    stuck = do(start, there, 5, (5, 5))
    assert (body(stuck).spot, body(stuck).moved, body(stuck).actions) == ((0, 0), True, 1)
    assert "HZN-OBJ-03" in causes(stuck)
    assert body(do(start, there, 0)).spot == (300, 0)
    beside = fight(laden, foe(at=(20, 0)), fighter("Abe", at=(3, 0)))
    assert body(do(beside, act("get behind", 2), 0, True)).spot == (200, 0)
    assert body(do(beside, act("get behind", 2), 5, (5, 5))).spot == (0, 0)
    sprints = start._replace(house=house(boost_alone=True))
    assert body(do(sprints, act("sprint", 1), (1, 4), 5, (5, 6))).spot == (300, 0)
    assert body(do(sprints, act("sprint", 1), (1, 4), 5, (5, 5))).spot == (0, 0)


@pytest.mark.option("difficulty.equal")
def test_an_equal_score_passes_but_by_the_option():
    start = fight(fighter(skills=STRONG), foe(), ground=ground(bulky("human body")))
    lift = act("pick up", item="human body")
    assert body(do(start, lift, 5, (5, 6))).hand == "human body"
    assert body(do(start._replace(house=house(difficulty_equal=False)), lift, 5, (5, 6))).hand == ""


@pytest.mark.rule("HZN-RUL-58")
@pytest.mark.option("carry.limit")
def test_by_the_option_strength_says_how_much_weight_one_picks_up():
    guns = ground(item("lmg"), item("rusty-smg"), ROCK)
    start = fight(fighter(weapons=("rusty-shotgun",), strength=2), foe(), ground=guns)
    limited = start._replace(house=house(carry_limit=6))  # 12, of which the shotgun takes 6
    assert forbids(start, act("pick up", item="LMG")) == set()
    assert forbids(limited, act("pick up", item="LMG")) == {"HZN-RUL-58"}
    play = do(limited, act("pick up", item="Rusty SMG"))
    assert [i.name for i in body(play).kit] == ["Rusty Shotgun", "Rusty SMG"]
    assert forbids(play.fight, TAKE) == set()


SAFE = bulky("medium home safe")
PUSH = act("drag", item="medium home safe", to=(0, 5))


def movers(helpers=2, house=PLAIN):
    """Ada and so many comrades beside a thing that takes 15 to move."""
    friends = [fighter(name, at=(1, 0), skills={"endurance": 1}, strength=3) for name in ("Abe", "Amy")]
    start = fighter(skills={"endurance": 3}, strength=9, score=5)
    return fight(start, foe(), *friends[:helpers], ground=ground(SAFE), house=house)


@pytest.mark.rule("HZN-OBJ-04", "HZN-OBJ-05")
def test_each_helper_lowers_the_difficulty_by_5_and_all_must_pass():
    play = do(movers(), PUSH, 15, 2, True, True, (1, 1, 1), (6,), (6,))
    assert body(play).spot == (0, 500)
    assert [x.spot for x in table(play).ground] == [(0, 500)]
    assert {"HZN-OBJ-04", "HZN-OBJ-05"} <= causes(play)
    assert len(rolls(play, "heave")) == 3
    failed = do(movers(), PUSH, 15, 2, True, True, (1, 1, 1), (6,), (4,))
    assert body(failed).spot == (0, 0)
    alone = do(movers(), PUSH, 15, 2, False, False, (6, 6, 6))
    assert body(alone).spot == (0, 500)
    assert [b.helping for b in play.fight.fighters] == [False] * 4


@pytest.mark.rule("HZN-OBJ-06")
def test_the_director_caps_the_helpers():
    assert asks(movers(), PUSH, 15).options == (0, 1, 2)
    play = do(movers(), PUSH, 15, 1, True, (6, 1, 1), (6,))
    assert len(rolls(play, "heave")) == 2
    assert "HZN-OBJ-06" in causes(play)
    assert asks(movers(0), PUSH, 15).asked.question == "heave"


@pytest.mark.option("helpers.least")
def test_helpers_bring_the_difficulty_down_to_nothing_but_by_the_option():
    start = fight(fighter(), foe(), fighter("Abe", at=(1, 0)), ground=ground(bulky("human body")))
    lift = act("pick up", item="human body")
    assert body(do(start, lift, 5, 1, True)).hand == "human body"
    floor = start._replace(house=house(helpers_least=5))
    assert body(do(floor, lift, 5, 1, True)).hand == ""
    assert body(do(floor, lift, 0)).hand == "human body"


@pytest.mark.rule("HZN-OBJ-07")
@pytest.mark.rule("HZN-OBJ-03")
def test_a_thrown_thing_flies_as_far_as_the_best_strength_among_its_carriers():
    holder = fighter(weapons=(bulky("chair"),), skills={"endurance": 4}, strength=2)
    start = fight(holder, foe(), fighter("Abe", at=(1, 0), strength=6, skills={"endurance": 1}))
    play = do(start, act("hurl", to=(0, 9)), 10, 1, True, (6, 6, 1, 1), (6,))
    assert [(x.item.name, x.spot) for x in table(play).ground] == [("chair", (0, 600))]
    assert "HZN-OBJ-07" in causes(play)
    short = do(start, act("hurl", 1), 10, 0, (6, 6, 6, 6))
    assert [x.spot for x in table(short).ground] == [(200, 0)]
    failed = do(start, act("hurl", 1), 10, 0, (1, 1, 1, 1))
    assert [x.spot for x in table(failed).ground] == [(0, 0)]


@pytest.mark.rule("HZN-OBJ-08", "HZN-OBJ-09")
def test_dropping_is_free_and_getting_it_back_costs_an_action():
    play = do(fight(fighter(weapons=("lmg",)), foe()), act("drop", item="LMG"))
    assert (body(play).hand, body(play).actions) == ("", 2)
    assert [x.item.name for x in table(play).ground] == ["LMG"]
    back = do(play.fight, act("pick up", item="LMG"))
    assert (body(back).hand, body(back).actions) == ("LMG", 1)
    assert {"HZN-OBJ-08", "HZN-OBJ-09"} <= causes(play) | causes(back)


@pytest.mark.rule("HZN-OBJ-08")
def test_dropping_is_possible_out_of_turn():
    start = fight(fighter(over=True, weapons=("lmg",)), foe(order=1), current=None, floor=True)
    play = steps(start, act("drop", item="LMG"))
    assert body(play).hand == ""


@pytest.mark.rule("HZN-OBJ-10")
def test_one_reaches_about_a_metre():
    for far, refused in ((1, set()), (1.01, {"HZN-OBJ-10"})):
        assert forbids(fight(fighter(), foe(), ground=ground(ROCK, at=(far, 0))), TAKE) == refused


@pytest.mark.rule("HZN-OBJ-11", "HZN-RUL-27")
def test_a_grapple_line_pulls_things_in_if_the_director_allows():
    start = fight(fighter(skills=STRONG, sheet={"grapple": True}), foe(),
                  ground=ground(bulky("vanity"), at=(8, 0)))  # fmt: skip
    haul = act("haul", item="vanity")
    play = do(start, haul, True, 5, (6, 4))
    assert [x.spot for x in table(play).ground] == [(0, 0)]
    assert "HZN-OBJ-11" in causes(play)
    no = do(start, haul, False)
    assert (body(no).actions, table(no).ground[0].spot) == (2, (800, 0))
    assert forbids(fight(fighter(), foe(), ground=ground(bulky("vanity"))), haul) == {"HZN-OBJ-11"}


CLASSES = {
    "HZN-OBT-01": ((-1, -1, 10), ("chair", "bicycle", "bedside table", "television")),
    "HZN-OBT-02": ((-1, 5, 15), ("human body", "table for six", "chest of drawers", "small bookshelf")),
    "HZN-OBT-03": ((5, 10, 20), ("table for ten", "vanity", "large bookshelf")),
    "HZN-OBT-04": ((5, 15, 25), ("home refrigerator", "large chest of drawers")),
    "HZN-OBT-05": ((10, 20, 30), ("commercial refrigerator", "micro home safe")),
    "HZN-OBT-06": ((15, 25, 40), ("quad bike", "medium home safe")),
    "HZN-OBT-07": ((20, 40, 50), ("car", "large home safe", "small armoured safe", "shipping container")),
    "HZN-OBT-08": ((40, 70, 100), ("cargo truck", "medium armoured safe")),
    "HZN-OBT-09": ((100, 180, 300), ("bank vault", "small gunship")),
}


@pytest.mark.rule("HZN-RUL-51")
@pytest.mark.rule(*CLASSES)
@pytest.mark.parametrize("rule", CLASSES)
def test_the_table_says_what_each_thing_takes(rule):
    figures, names = CLASSES[rule]
    bulks = tables.bulks()
    assert [name for name, bulk in bulks.items() if bulk.rule == rule] == list(names)
    for name in names:
        assert (bulks[name].move, bulks[name].carry, bulks[name].throw) == figures
        start = fight(fighter(score=5), foe(), ground=ground(bulky(name)))
        drag = act("drag", item=name, to=(0, 5))
        if figures[0] < 0:
            assert table(do(start, drag)).ground[0].spot == (0, 500)
        else:
            assert asks(start, drag).options == (0, figures[0])
            assert rule in asks(start, drag).rules


# --- talking --------------------------------------------------------------------------------------


@pytest.mark.rule("HZN-COM-01")
def test_one_speaks_twenty_words_a_round_at_any_time():
    play = do(do(fight(fighter(actions=0), foe()), act("speak", n=12)).fight, act("speak", n=8))
    assert (body(play).words, body(play).actions) == (20, 0)
    start = fight(fighter(over=True), foe(order=1), current=None, floor=True)
    assert body(steps(start, act("speak", n=7))).words == 7
    assert body(steps(fight(fighter(words=9, over=True), foe(over=True), current=None))).words == 0
    assert "HZN-COM-01" in causes(play)


@pytest.mark.rule("HZN-COM-02")
def test_other_sounds_count_too():
    play = do(fight(fighter(words=3), foe()), act("make a sound", n=1))
    assert body(play).words == 4
    assert "HZN-COM-02" in causes(play)


@pytest.mark.rule("HZN-COM-03")
@pytest.mark.option("words.counted")
def test_what_is_too_long_the_director_cuts_or_lets_pass():
    start = fight(fighter(words=15), foe())
    heard, cut = (do(start, act("speak", n=6), answer) for answer in (True, False))
    assert "heard" in first(heard, fx.Narrated).what
    assert "cut" in first(cut, fx.Narrated).what
    assert "HZN-COM-03" in causes(cut)
    free = do(start._replace(house=house(words_counted=False)), act("speak", n=99))
    assert body(free).words == 15


# --- looking about --------------------------------------------------------------------------------

LOOK = act("look about")


@pytest.mark.rule("HZN-AWR-01")
def test_a_search_finds_those_in_sight_who_hid_worse():
    hidden = foe(hidden=True, stealth=5, checked=("Ada",))
    start = fight(fighter(skills={"awareness": 2}), hidden)
    assert body(do(start, LOOK, (6, 6)), 1).noticed == ("Ada",)
    assert body(do(start, LOOK, (6, 4)), 1).noticed == ()
    better = fighter(skills={"awareness": 2}, sheet={"augs": (Aug("eyes", skill="awareness", ap=1),)})
    assert body(do(fight(better, hidden), LOOK, (6, 4)), 1).noticed == ("Ada",)
    assert "HZN-AWR-01" in causes(do(start, LOOK, (6, 6)))


@pytest.mark.rule("HZN-AWR-02")
def test_it_costs_nothing_and_may_be_done_out_of_turn():
    play = do(fight(fighter(actions=0), foe()), LOOK)
    assert (body(play).searched, body(play).actions) == (True, 0)
    start = fight(fighter(over=True), foe(order=1), current=None, floor=True)
    out = steps(start, LOOK)
    assert body(out).searched
    assert "HZN-AWR-02" in causes(out)


@pytest.mark.rule("HZN-AWR-03")
def test_once_a_scene_unless_the_director_allows_more():
    start = fight(fighter(searched=True, skills={"awareness": 1}), foe())
    assert asks(start, LOOK).asked.who == -1
    assert not rolls(do(start, LOOK, False), "look about")
    assert len(rolls(do(start, LOOK, True, (6,)), "look about")) == 1
    assert "HZN-AWR-03" in causes(do(start, LOOK, False))


def test_out_of_turn_there_is_nothing_else():
    start = fight(fighter(over=True, weapons=("lmg",)), foe(order=1), current=None, floor=True)
    options = next_asked(start).options
    assert options[0] is None
    assert {o.name for o in options[1:]} == {"speak", "make a sound", "look about", "drop", "dive"}
    assert body(steps(start, act("dive"))).borrowed == 1
    assert steps(start, None).fight.table.current == Who(1)


def test_a_dropped_thing_has_a_name_of_its_own_on_the_ground():
    start = fight(fighter(weapons=(item("lmg", 4),)), foe(), ground=ground(item("lmg")))
    play = do(start, act("drop", item="LMG"))
    assert [(x.item.name, x.item.rounds) for x in table(play).ground] == [("LMG", 15), ("LMG 2", 4)]
    assert {"pick up"} <= offered(play.fight)


def test_what_is_told_of_a_correction_is_what_came_of_it():
    duel = operations.start("horizon/duel", seed=1)
    for words, said in (("2", "loses 2"), ("-99", "gets back 2"), ("-99", "gets back 0")):
        before = len(duel.story)
        duel.say.correct(["hurt", "Odell", words], "test")
        told, then, _ = duel.story[before]
        assert duel.ruleset.words.told(then, duel.names, told) == f"Correction (test): Odell {said} Health"
