"""Edges of Attacks and of what they do: a score just enough, a metre too far, one target more.

What a slip of one in a rule would change, where the worked examples beside this file stand in the middle.
"""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.live import Happened, Live
from affray.rulesets.horizon import blast
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon.sheet import Wall
from affray.testing.script import caused, first, kinds
from tests.horizon.cast import (
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
    lost,
    made,
    rolls,
    told,
    wall,
)  # fmt: skip

PISTOL, BLADE, GRENADE = "light-combat-pistol", "rusty-weapon", "scrap-grenade"
SHOT, THROW, CLUB, AT_FENCE = (
    act("attack", 1),
    act("throw", 1),
    act("club", 1),
    act("attack wall", item="fence"),
)
ARM = act("attack", 1, item="arm")


def armed(*weapons: Any, score: int | None = 10, **changes: Any) -> Any:
    """Ada with these in her kit, the first in hand."""
    return fighter(weapons=weapons or (PISTOL,), score=score, **changes)


# --- which score, and what it allows ----------------------------------------------------------------


@pytest.mark.rule("HZN-ATK-03", "HZN-ATK-08")
def test_the_second_attack_of_a_turn_is_bound_by_the_same_score():
    first_one = do(fight(armed(), foe(), foe("Cy", at=(500, 0))), SHOT)
    assert forbids(first_one.fight, act("attack", 2)) == {"HZN-ATK-08"}
    assert lost(do(first_one.fight, SHOT)) == 24


@pytest.mark.rule("HZN-ATK-03", "HZN-RUL-40")
@pytest.mark.option("wound.below_one")
def test_what_the_score_leaves_of_a_wounding_attack_may_have_to_be_1():
    strict = house(wound_below_one=False)
    near = foe(at=(3, 0))
    for score, refused in ((6, set()), (5, {"HZN-RUL-40"}), (4, {"HZN-RUL-40"})):
        assert forbids(fight(armed(score=score), near, house=strict), ARM) == refused, score
    for score in (0, 1, 6):
        assert forbids(fight(armed(score=score), near, house=strict), SHOT) == set(), "an Attack needs none"
    assert forbids(fight(armed(score=5), near), ARM) == set()


@pytest.mark.rule("HZN-ATK-03", "HZN-ATK-08", "HZN-RUL-04")
@pytest.mark.option("test.time")
def test_who_tests_as_the_attack_is_made_makes_it_where_the_score_allows():
    late = house(test_time="first_need")
    made_it = do(fight(armed(score=None), foe(at=(3, 0)), house=late), SHOT)
    assert (lost(made_it) > 0, body(made_it).actions, told(made_it)) == (True, 1, [])
    short = do(fight(armed(score=None), foe(at=(300, 0)), house=late), SHOT)
    assert told(short) == [("cannot make that Attack at this score", ("HZN-ATK-08",))]
    assert (lost(short), body(short).actions, body(short).tested_with) == (0, 2, "Light Combat Pistol")


@pytest.mark.rule("HZN-RUL-40")
@pytest.mark.option("wound.below_one")
def test_a_score_that_comes_late_may_be_too_small_for_a_wound_by_the_option():
    start = fight(armed(score=None), foe(at=(3, 0)), house=house(test_time="first_need"))
    assert first(do(start, ARM), fx.Attacked).ap == 2 - 5  # two for the trait, five less for the arm
    strict = start._replace(house=house(test_time="first_need", wound_below_one=False))
    assert told(do(strict, ARM)) == [("cannot make that Attack at this score", ("HZN-ATK-08",))]
    assert lost(do(strict, SHOT)) > 0, "without a wound any AP will do"


# --- what an Attack uses up -------------------------------------------------------------------------


@pytest.mark.rule("HZN-ATK-07", "HZN-REL-01")
def test_a_shot_uses_one_round_and_a_blow_or_a_throw_with_the_gun_none():
    start = fight(armed(), foe(at=(1, 0)))
    full = body(do(start, CLUB)).kit[0].rounds
    assert body(do(start, SHOT)).kit[0].rounds == full - 1
    assert "Fired" not in kinds(do(start, CLUB))
    assert "Fired" not in kinds(do(start, THROW))
    assert "Fired" not in kinds(do(fight(armed(BLADE), foe(at=(1, 0))), SHOT))


FENCE = (wall("fence", (5, -5), (5, 5), health=60),)


def at_fence(
    *weapons: Any, others: tuple[Any, ...] = (), fence: tuple[Wall, ...] = FENCE, **table: Any
) -> Any:
    """Ada with a fence 5 m off, which everybody knows."""
    score = table.pop("score", 10)
    return fight(
        armed(*weapons, score=score, walls=fence),
        *(one._replace(walls=fence) for one in others or (foe(at=(40, 0)),)),
        **table,
    )


@pytest.mark.rule("HZN-ATK-02", "HZN-ATK-07", "HZN-PRF-03")
def test_a_shot_at_a_thing_uses_a_round_and_says_what_it_does():
    start = at_fence()
    play = do(start, AT_FENCE)
    assert first(play, fx.Attacked) == fx.Attacked(Who(0), "Light Combat Pistol", 10, 12)
    assert first(play, fx.Fired).item == "Light Combat Pistol"
    assert caused(play, fx.Attacked) == ("HZN-ATK-02", "HZN-PRF-03")
    near = (wall("fence", (1, -5), (1, 5), health=60),)
    assert "Fired" not in kinds(do(at_fence(BLADE, fence=near), AT_FENCE))


@pytest.mark.rule("HZN-ATK-08")
@pytest.mark.option("test.time")
def test_a_thing_out_of_reach_of_a_late_score_is_spared_and_the_action_kept():
    far = (wall("fence", (300, -5), (300, 5), health=60),)
    late = house(test_time="first_need")
    play = do(at_fence(fence=far, score=None, house=late), AT_FENCE)
    assert told(play) == [("cannot reach it at this score", ("HZN-ATK-08",))]
    assert (body(play).actions, body(play).walls[0].health) == (2, 60)
    play = do(at_fence(score=None, house=late), AT_FENCE)
    assert (told(play), body(play).actions) == ([], 1)
    assert body(play).walls[0].health < 60


@pytest.mark.rule("HZN-PBR-01")
def test_a_thing_within_2_m_is_struck_at_5_more():
    for metres, ap in ((2, 15), (2.01, 10)):
        fence = (wall("fence", (metres, -5), (metres, 5), health=60),)
        assert first(do(at_fence(fence=fence), AT_FENCE), fx.Attacked).ap == ap
    hand = (wall("fence", (1, -5), (1, 5), health=60),)
    assert first(do(at_fence(BLADE, fence=hand), AT_FENCE), fx.Attacked).ap == 15


@pytest.mark.rule("HZN-PBR-01", "HZN-PBR-04", "HZN-PBR-06")
@pytest.mark.parametrize(
    ("weapon", "does", "rule"),
    [(PISTOL, SHOT, "HZN-PBR-01"), (BLADE, SHOT, "HZN-PBR-04"), (PISTOL, CLUB, "HZN-PBR-06")],
)
def test_which_rule_brings_the_5_of_point_blank(weapon, does, rule):
    play = do(fight(armed(weapon), foe(at=(1, 0))), does)
    [close] = [
        mod for e in play.story if isinstance(e, Happened) for mod in e.tally if mod.why == "point blank"
    ]
    assert (close.rule, close.amount) == (rule, 5)


@pytest.mark.rule("HZN-OBJ-03")
def test_a_heavy_thing_is_thrown_at_somebody_if_a_test_allows_it_and_a_light_one_at_once():
    chair = made("chair")._replace(bulk="chair")
    start = fight(armed(chair, skills={"endurance": 4}), foe(at=(1, 0)))
    missed = do(start, THROW, 10, (1, 1, 1, 1))
    assert (lost(missed), told(missed)) == (0, [("cannot throw it", ("HZN-OBJ-03",))])
    assert lost(do(start, THROW, 10, (6, 6, 6, 6))) > 0
    light = do(fight(armed(made("cup")), foe(at=(1, 0))), THROW)
    assert (lost(light) > 0, rolls(light, "heave")) == (True, [])


# --- grenades ---------------------------------------------------------------------------------------


def crowd(*places: tuple[float, float]) -> tuple[Any, ...]:
    return tuple(
        foe(name, at) for name, at in zip(("Bo", "Cy", "Di", "Ed", "Flo", "Gus"), places, strict=False)
    )


def hurt(play: Live) -> list[int]:
    """What each of the others has lost."""
    return [50 - b.health for b in play.fight.fighters[1:]]


@pytest.mark.rule("HZN-ATK-06", "HZN-RUL-26")
def test_only_a_grenade_bursts_and_is_gone_by_it():
    places = ((10, 0), (11, 0))
    shot = do(fight(armed(), *crowd(*places)), SHOT)
    assert (hurt(shot), [i.name for i in body(shot).kit]) == ([12, 0], ["Light Combat Pistol"])
    burst = do(fight(armed(GRENADE), *crowd(*places)), SHOT, Who(2))
    assert (hurt(burst), body(burst).kit) == ([29, 24], ())
    assert caused(burst, fx.UsedUp) == ("HZN-ATK-06", "HZN-RUL-26")


@pytest.mark.rule("HZN-ATK-06")
def test_targets_are_numbered_from_1_on_and_no_number_is_left():
    play = do(fight(armed(GRENADE), *crowd((10, 0), (12, 0), (14, 0))), SHOT, Who(3), Who(2))
    marks = [(e.who, e.mark) for e in play.done if isinstance(e, fx.Marked)]
    assert marks == [(1, 1), (3, 2), (2, 3), (1, 0), (3, 0), (2, 0)]


@pytest.mark.rule("HZN-ATK-02", "HZN-ATK-06", "HZN-RUL-23", "HZN-RUL-24")
@pytest.mark.option("grenade.split")
def test_at_a_thing_the_first_number_is_the_thing_s():
    others = crowd((6, 0), (7, 0), (30, 0))
    play = do(at_fence(GRENADE, others=others), AT_FENCE, Who(2), Who(1))
    assert (hurt(play), body(play).walls[0].health) == ([19, 24, 0], 60 - 29)
    assert [b.mark for b in play.fight.fighters] == [0, 0, 0, 0]
    by_count = at_fence(GRENADE, others=others, house=house(grenade_split="by_count"))
    assert hurt(do(by_count, AT_FENCE, Who(2), Who(1))) == [19, 19, 0]
    assert hurt(do(at_fence(GRENADE, others=others), AT_FENCE, None)) == [0, 0, 0]


@pytest.mark.rule("HZN-RUL-24")
@pytest.mark.option("blast.targets", "blast.radius")
def test_by_the_option_five_at_most_are_in_the_blast_and_none_a_centimetre_beyond_it():
    near = house(blast_targets="all_near")
    places = ((10, 0), (11, 0), (12, 0), (13, 0), (14, 0), (15, 0))
    assert blast.MOST == 5
    assert hurt(do(fight(armed(GRENADE), *crowd(*places), house=near), SHOT)) == [29, 24, 19, 14, 9, 0]
    edge = crowd((10, 0), (15, 0), (5, 0), (15.01, 0))
    assert hurt(do(fight(armed(GRENADE), *edge, house=near), SHOT)) == [29, 24, 19, 0]
    wide = near._replace(blast_radius=6)
    assert hurt(do(fight(armed(GRENADE), *crowd((10, 0), (16, 0), (16.01, 0)), house=wide), SHOT)) == [
        29,
        24,
        0,
    ]


# --- surprise, Defense, armour ----------------------------------------------------------------------


@pytest.mark.rule("HZN-SUR-04", "HZN-RUL-45", "HZN-RUL-60")
@pytest.mark.option("surprise.scope", "surprise.first_round")
@pytest.mark.parametrize(
    ("first_alone", "number", "ap"), [(False, 1, 13), (False, 2, 13), (True, 1, 13), (True, 2, 10)]
)
def test_against_who_was_caught_the_acuity_counts_maybe_in_the_first_round_alone(first_alone, number, ap):
    by = house(surprise_scope="target", surprise_first_round=first_alone)
    play = do(fight(armed(striking=True, acuity=3), foe(caught=True), house=by, round=number), SHOT)
    assert first(play, fx.Attacked).ap == ap


@pytest.mark.rule("HZN-DEF-05", "HZN-DEF-06", "HZN-DEF-09")
@pytest.mark.option("thrown.ignores_pool")
def test_a_thrown_blade_meets_defense_beyond_2_m_and_a_blow_does_not():
    warded = "Warded"
    away, close = fight(armed(BLADE), foe(at=(4, 0), pool=4)), fight(armed(BLADE), foe(at=(1, 0), pool=4))
    assert warded in kinds(do(away, THROW))
    assert warded not in kinds(do(close, SHOT))
    assert warded not in kinds(do(away._replace(house=house(thrown_ignores_pool=True)), THROW))


@pytest.mark.rule("HZN-RUL-11", "HZN-ATK-01")
@pytest.mark.option("damage.order")
def test_defense_comes_before_armour_or_by_the_option_after_it():
    start = fight(armed(), foe(pool=5, armour=4))
    usual, turned = do(start, SHOT), do(start._replace(house=house(damage_order="armour_first")), SHOT)
    assert [kind for kind in kinds(usual) if kind in ("Warded", "Soaked")] == ["Warded", "Soaked"]
    assert [kind for kind in kinds(turned) if kind in ("Warded", "Soaked")] == ["Soaked", "Warded"]
    assert (lost(usual), lost(turned)) == (3, 3)


@pytest.mark.rule("HZN-RUL-11", "HZN-ATK-01")
@pytest.mark.parametrize(("armour", "kept"), [(11, 1), (12, None), (13, None)])
def test_what_is_left_is_lost_be_it_1_and_nothing_is_no_loss(armour, kept):
    play = do(fight(armed(), foe(armour=armour)), SHOT)
    assert [e.points for e in play.done if isinstance(e, fx.Hurt)] == ([kept] if kept else [])


@pytest.mark.rule("HZN-RUL-12")
@pytest.mark.option("armour")
def test_what_is_worn_works_each_time_though_a_dive_s_armour_is_used_up():
    worn = foe(armour=4, soaked=3)
    for kind, soaked in (("each_attack", 4), ("pool", 1), ("both", 4)):
        assert first(do(fight(armed(), worn, house=house(armour=kind)), SHOT), fx.Soaked).by == soaked, kind


@pytest.mark.rule("HZN-RUL-15")
@pytest.mark.option("dive.time")
def test_by_the_option_a_dive_out_of_reach_makes_the_attack_void():
    start = fight(armed(BLADE), foe(at=(2, 0), borrowed=0), house=house(dive_time="void"))
    play = do(start, SHOT, Act("dive", Who(0)))
    assert (lost(play), told(play)) == (0, [("is out of reach in time", ("HZN-RUL-15",))])
    assert lost(do(start, SHOT, Act("dive"))) > 0
    assert lost(do(start._replace(house=house()), SHOT, Act("dive", Who(0)))) > 0


@pytest.mark.rule("HZN-DIV-02", "HZN-DEF-08")
@pytest.mark.option("dive.time")
def test_one_dives_away_from_those_alone_whom_one_knows_of():
    start = fight(armed(BLADE), foe(at=(1, 0), borrowed=0))
    assert asks(start, SHOT).options == (None, Act("dive"), Act("dive", Who(0)))
    unseen = fight(armed(hidden=True), foe(borrowed=0), house=house(dive_time="before"))
    assert asks(unseen, SHOT).options == (None, Act("dive"))


@pytest.mark.rule("HZN-RUL-35")
@pytest.mark.option("recover")
def test_who_owes_an_action_dives_but_for_the_option():
    for recover, question in (("debt_only", "dive"), ("deadline", "dive"), ("no_dive", "")):
        start = fight(armed(), foe(borrowed=0, owed=1), house=house(recover=recover))
        if question:
            assert asks(start, SHOT).asked.question == question
        else:
            assert lost(do(start, SHOT)) == 12


@pytest.mark.rule("HZN-RUL-28")
@pytest.mark.option("range.beyond")
def test_beyond_its_range_an_attack_does_half_by_the_option_and_says_so():
    half = house(range_beyond="half")
    near, far = (
        do(fight(armed(), foe(), house=half), SHOT),
        do(fight(armed(), foe(at=(300, 0)), house=half), SHOT),
    )
    assert (lost(near), lost(far)) == (12, 6)
    assert "HZN-RUL-28" in caused(far, fx.Attacked)
    assert "HZN-RUL-28" not in caused(near, fx.Attacked)


@pytest.mark.rule("HZN-PRF-08")
def test_a_throw_goes_by_the_cell_of_a_thrown_weapon_and_a_blow_does_not():
    start = fight(armed(BLADE), foe(at=(1, 0)))
    assert "HZN-PRF-08" in caused(do(start, THROW), fx.Attacked)
    assert "HZN-PRF-08" not in caused(do(start, SHOT), fx.Attacked)
    assert "HZN-PRF-08" not in caused(do(fight(armed(), foe()), SHOT), fx.Attacked)


@pytest.mark.rule("HZN-PRF-03")
def test_the_row_of_a_grenade_has_a_number_for_each_of_five():
    places = ((10, 0), (11, 0), (12, 0), (13, 0), (14, 0))
    play = do(fight(armed(GRENADE), *crowd(*places)), SHOT, Who(2), Who(3), Who(4), Who(5))
    assert hurt(play) == [29, 24, 19, 14, 9]
    assert hurt(do(fight(armed(), foe()), SHOT)) == [12]


@pytest.mark.rule("HZN-PBR-06")
def test_nothing_is_thrown_by_an_empty_hand_or_struck_with_where_it_is_no_weapon():
    assert forbids(fight(armed(bulky("chair")), foe(at=(1, 0))), CLUB) != set()
    assert forbids(fight(fighter(score=5), foe(at=(1, 0))), THROW) == {"HZN-PBR-06"}
