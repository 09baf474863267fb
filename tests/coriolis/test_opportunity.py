"""Attacks of opportunity (AOO): leaving a melee, and passing by."""

from __future__ import annotations

import pytest

from affray.core.effect import Who
from affray.core.live import resume
from affray.core.space import point
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis.actions import perform
from affray.rulesets.coriolis.fighter import Fighter
from affray.testing.script import causes, first
from tests.coriolis.cast import act, asks, body, do, fight, fighter, forbids, house, rolls

AWAY = act("sprint", to=(-8, 0))


def leaving(options=None, mover=None, darkness=0, **foe):
    """Somebody with 7 hit points walks away from an axe (damage 3) at arm's length."""
    return fight(
        fighter(agility=5, **(mover or {})),
        fighter("Barid", "blue", **{"at": (1, 0), "strength": 3, "weapons": ("axe",), **foe}),
        house=house(**(options or {})),
        darkness=darkness,
    )


@pytest.mark.rule("COR-AOO-01", "COR-AOO-02", "COR-AOO-04")
def test_whoever_leaves_melee_may_be_struck_for_one_point_with_two_dice_more():
    play = do(leaving(mover={"ap": 1}), AWAY, True, "axe", (6, 1, 1, 1, 1))
    pool = rolls(play, "melee attack")[0].tally
    assert [(m.rule, m.amount) for m in pool] == [("COR-MEL-01", 3), ("COR-AOO-04", 2)]
    assert body(play, 1).ap == 2
    assert body(play, 0).hp == 7 - 3
    assert body(play, 0).spot.x == -800
    assert {"COR-AOO-01", "COR-AOO-02", "COR-AOO-04"} <= causes(play)
    assert "COR-AOO-03" not in causes(play)


@pytest.mark.rule("COR-AOO-02")
def test_moving_within_the_melee_provokes_nothing():
    play = do(leaving(), act("sprint", to=(0, 1)))
    assert body(play, 0).spot.y == 100


@pytest.mark.rule("COR-AOO-03")
def test_whoever_passes_within_close_may_be_struck():
    given = leaving(mover={"ap": 1}, at=(5, 1))
    play = do(given, act("sprint", to=(10, 0)), True, "axe", (1, 1, 1, 1, 1))
    assert body(play, 0).spot.x == 1000
    assert "COR-AOO-03" in causes(play)
    assert "COR-AOO-02" not in causes(play)


@pytest.mark.rule("COR-AOO-03")
def test_passing_farther_off_is_safe():
    play = do(leaving(at=(5, 2.01)), act("sprint", to=(10, 0)))
    assert body(play, 0).spot.x == 1000


@pytest.mark.rule("COR-AOO-01")
@pytest.mark.parametrize(
    "state", [{"ap": 0}, {"prone": True}, {"aware": False}, {"stun": 1}, {"hp": 0}, {"side": "red"}]
)
def test_who_cannot_strike(state):
    side = state.pop("side", "blue")
    given = fight(
        fighter(agility=5),
        fighter("Barid", side, at=(5, 1), weapons=("axe",), **state),
        fighter("Cem", "blue", at=(50, 0)),
    )
    assert body(do(given, act("sprint", to=(10, 0))), 0).spot.x == 1000


@pytest.mark.rule("COR-AOO-01")
def test_the_reactor_may_let_it_pass_and_keeps_its_point():
    play = do(leaving(), AWAY, False)
    assert body(play, 1).ap == 3
    assert body(play, 0).spot.x == -800


@pytest.mark.rule("AMB-32", "COR-AOO-02")
def test_a_mover_who_falls_stays_where_it_was():
    play = do(leaving(mover={"hp": 2, "ap": 1}), AWAY, True, "axe", (6, 1, 1, 1, 1))
    assert body(play, 0).hp == 0
    assert body(play, 0).spot.x == 0
    assert body(play, 0).heading is None
    assert first(play, fx.Stayed).who == 0


@pytest.mark.rule("AMB-32")
def test_a_mover_who_is_pinned_stays_and_has_paid():
    play = do(leaving(mover={"ap": 1}, weapons=()), AWAY, True, (6, 6, 1, 1, 1), 0, "grapple")
    assert body(play, 0).held_by == 1
    assert body(play, 0).spot.x == 0
    assert body(play, 0).ap == 0


@pytest.mark.rule("AMB-32")
def test_there_is_one_attack_for_each_movement():
    play = do(leaving(mover={"ap": 1}), AWAY, True, "axe", (1, 1, 1, 1, 1))
    assert [e.ap for e in play.done if isinstance(e, fx.Reacted)] == [1]


# --- options (AMB-32, AMB-33, AMB-34, AMB-61) -----------------------------------------------------


@pytest.mark.rule("AMB-32")
@pytest.mark.option("aoo.defendable")
def test_the_mover_may_defend():
    mover = {"skills": {"melee combat": 2}}
    play = do(leaving(mover=mover), AWAY, True, "axe", True, (6, 1, 1, 1, 1), (6, 1), "decrease damage")
    assert body(play, 0).hp == 7
    assert body(play, 0).ap == 3 - 1 - 1
    assert body(play, 0).spot.x == -800


@pytest.mark.option("aoo.defendable")
def test_or_it_may_not():
    play = do(leaving({"aoo_defendable": False}), AWAY, True, "axe", (6, 1, 1, 1, 1))
    assert body(play, 0).hp == 4


@pytest.mark.rule("AMB-32", "COR-AOO-01")
@pytest.mark.option("aoo.light_only")
@pytest.mark.parametrize(
    ("light_only", "weapons", "expected"),
    [
        (False, ("axe", "sword"), ("sword", "axe", "unarmed")),
        (False, ("axe",), ("axe", "unarmed")),
        (True, ("axe", "knife"), ("knife", "unarmed")),
    ],
)
def test_the_weapon_is_any_in_hand_or_bare_hands_as_one_likes(light_only, weapons, expected):
    waiting = asks(leaving({"aoo_light_only": light_only}, weapons=weapons), AWAY, True)
    assert (waiting.asked.question, tuple(waiting.options)) == ("strike with", expected)


@pytest.mark.rule("AMB-32", "COR-AOO-01")
@pytest.mark.option("aoo.light_only")
@pytest.mark.parametrize(("value", "weapon"), [(True, "axe"), (True, None), (False, None)])
def test_where_only_bare_hands_are_left_nothing_is_asked(value, weapon):
    given = leaving({"aoo_light_only": value}, weapons=(weapon,) if weapon else ())
    play = do(given, AWAY, True, False, (6, 1, 1, 1, 1))
    assert body(play, 0).hp == 7 - 1


@pytest.mark.rule("AMB-33")
@pytest.mark.option("aoo.on_entry")
def test_coming_in_to_stop_is_not_passing():
    assert body(do(leaving(at=(9, 0)), act("sprint", to=(8, 0))), 0).spot.x == 800


@pytest.mark.option("aoo.on_entry")
def test_or_entering_is_enough():
    given = leaving({"aoo_on_entry": True}, at=(9, 0))
    waiting = asks(given, act("sprint", to=(8, 0)))
    assert waiting.asked.question == "attack of opportunity"
    assert waiting.rules == ("COR-AOO-03",)


@pytest.mark.rule("AMB-34", "COR-AOO-01")
@pytest.mark.option("npc.dp")
@pytest.mark.parametrize(("value", "left"), [("defence", 1), ("all_reactions", 0)])
def test_darkness_for_the_attack_of_an_npc(value, left):
    given = leaving({"npc_dp": value}, {"ap": 1}, darkness=1, npc=True)
    play = do(given, AWAY, True, "axe", (1, 1, 1, 1, 1))
    assert play.fight.table.darkness == left


@pytest.mark.option("npc.dp")
def test_without_darkness_the_npc_is_not_asked():
    given = leaving({"npc_dp": "all_reactions"}, {"ap": 1}, darkness=0, npc=True)
    assert body(do(given, AWAY), 0).spot.x == -800


@pytest.mark.rule("AMB-61")
@pytest.mark.option("reactions.order")
def test_the_highest_initiative_reacts_first():
    given = fight(
        fighter(agility=5, ap=1),
        fighter("Slow", "blue", at=(1, 0), score=2),
        fighter("Fast", "blue", at=(0, 1), score=5),
    )
    assert asks(given, AWAY).asked.who == 2
    assert asks(given, AWAY, False).asked.who == 1


@pytest.mark.option("ap.borrow")
@pytest.mark.parametrize(
    ("borrowed", "ap", "asked"), [(0, 0, False), (0, 1, True), (1, 0, True), (1, -1, False)]
)
def test_who_may_borrow_a_point_strikes_or_shoots_with_one_fewer(borrowed, ap, asked):
    rules = house(ap_borrow=borrowed)
    beside = fight(fighter(at=(1, 0)), fighter("Barid", "blue", ap=ap), house=rules)
    assert (first_asked(beside) == "attack of opportunity") is asked
    gun = fighter("Barid", "blue", (12, 0), weapons=("carbine",), watch=point(0, 0), ap=ap + 1)
    assert (first_asked(fight(fighter(), gun, house=rules)) == "overwatch shot") is asked


def first_asked(given):
    """What is asked first as one runs off."""
    _, pending = resume(
        given, lambda play: perform(play, Fighter(play, Who(0)), act("sprint", to=(-8, 0))), []
    )
    return pending.asked.question if pending else ""


@pytest.mark.rule("AMB-57", "COR-ACT-10")
@pytest.mark.option("move.rate")
@pytest.mark.parametrize("rate", [8, 10, 12])
def test_how_far_a_sprint_goes(rate):
    given = fight(fighter(), fighter("Barid", "blue", at=(50, 0)), house=house(move_rate=rate))
    assert not forbids(given, act("sprint", to=(0, rate)))
    assert forbids(given, act("sprint", to=(0, rate + 0.01))) == {"COR-ACT-10"}
    assert body(do(given, act("sprint", 1)), 0).spot.x == 100 * rate
    assert body(do(given, act("fall back", 1)), 0).spot.x == -100 * rate


@pytest.mark.rule("COR-ACT-10")
def test_nobody_moves_to_where_one_is_already():
    given = fight(fighter(), fighter("Barid", "blue", at=(0.5, 0)))
    assert forbids(given, act("sprint", 1)) == {"COR-ACT-10"}
    assert forbids(given, act("sprint", to=(0, 0))) == {"COR-ACT-10"}
    assert forbids(given, act("fall back", 1)) == set()
    crawling = fight(
        fighter(prone=True), fighter("Barid", "blue", at=(0.5, 0)), house=house(prone_crawl=True)
    )
    assert forbids(crawling, act("crawl", 1)) == {"COR-ACT-10"}


@pytest.mark.rule("AMB-57")
@pytest.mark.option("move.rate")
def test_a_short_way_across_the_grid_leads_nearer_all_the_same():
    given = fight(fighter(), fighter("Barid", "blue", at=(5, 5)), house=house(move_rate=1))
    assert body(do(given, act("sprint", 1)), 0).spot == (70, 70)
    near = fight(fighter(), fighter("Barid", "blue", at=(1, 1)), house=house(range_close=1))
    assert body(do(near, act("sprint", 1)), 0).spot == (64, 64)
    assert body(do(fight(fighter(), fighter("Barid", "blue", at=(6, 0))), act("sprint", 1)), 0).spot == (
        500,
        0,
    )


@pytest.mark.rule("AMB-52")
@pytest.mark.option("prone.crawl")
def test_the_prone_neither_sprint_nor_crawl():
    given = fight(fighter(prone=True), fighter("Barid", "blue", at=(50, 0)))
    assert forbids(given, act("sprint", to=(5, 0))) == {"AMB-52"}
    assert forbids(given, act("crawl", 1)) == {"AMB-52"}


@pytest.mark.option("prone.crawl")
def test_or_they_crawl_five_metres_for_two_points():
    given = fight(fighter(prone=True), fighter("Barid", "blue", at=(50, 0)), house=house(prone_crawl=True))
    play = do(given, act("crawl", 1))
    assert body(play, 0).spot.x == 500
    assert body(play, 0).ap == 1
    assert body(play, 0).prone
