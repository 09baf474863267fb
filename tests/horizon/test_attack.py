"""ATK, PBR: Attacks, their reach, point blank, clubs and throws, grenades."""

import pytest

from affray.core.effect import Who
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon.actions import menu
from affray.testing.script import causes, first
from tests.horizon.cast import (
    PLAIN,
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
    lost,
    made,
    offered,
    table,
    wall,
)

PISTOL = "light-combat-pistol"
SHOT = act("attack", 1)
THROW = act("throw", 1)
CLUB = act("club", 1)


def armed(*weapons, score=10, **changes):
    return fighter(weapons=weapons or (PISTOL,), score=score, **changes)


# --- attack ---------------------------------------------------------------------------------------


@pytest.mark.rule("HZN-ATK-01")
def test_an_attack_in_range_lands_without_a_roll():
    play = do(fight(armed(), foe()), SHOT)
    assert lost(play) == 12
    assert "HZN-ATK-01" in causes(play)


@pytest.mark.rule("HZN-ATK-02")
def test_things_may_be_attacked_and_break():
    fence = (wall("fence", (5, -5), (5, 5), health=20), wall("rock", (8, -5), (8, 5)))
    start = fight(armed(walls=fence), foe(walls=fence))
    play = do(start, act("attack wall", item="fence"))
    assert [w.health for w in body(play).walls] == [20 - 12, 0]
    play = do(play.fight, act("attack wall", item="fence"))
    assert [[w.name for w in b.walls] for b in play.fight.fighters] == [["rock"], ["rock"]]
    assert "HZN-ATK-02" in causes(play)
    assert forbids(start, act("attack wall", item="rock")) == {"HZN-ATK-02"}


@pytest.mark.rule("HZN-ATK-03", "HZN-ATK-04")
def test_two_attacks_deal_the_same_and_add_up():
    once = do(fight(armed(), foe()), SHOT)
    twice = do(once.fight, SHOT)
    assert (lost(once), lost(twice)) == (12, 24)
    repeats = {"HZN-ATK-03", "HZN-ATK-04", "HZN-ATK-05"}
    assert causes(once) & repeats == set()
    assert causes(twice) & repeats == {"HZN-ATK-03", "HZN-ATK-04"}


@pytest.mark.rule("HZN-ACT-01", "HZN-ATK-03")
@pytest.mark.rule("HZN-ATK-05")
def test_attacks_may_be_shared_out_but_not_beyond_their_number():
    start = fight(armed(), foe(), foe("Cy"), foe("Di"))
    play = do(do(start, SHOT).fight, act("attack", 2))
    assert [b.health for b in play.fight.fighters[1:]] == [38, 38, 50]
    assert "HZN-ACT-01" in forbids(play.fight, act("attack", 3))
    assert {"HZN-ATK-03", "HZN-ATK-05"} <= causes(play)
    assert "HZN-ATK-04" not in causes(play)


@pytest.mark.rule("HZN-ATK-07", "HZN-REL-02")
def test_each_attack_uses_one_of_the_magazine_and_none_is_made_from_an_empty_one():
    play = do(fight(armed(item(PISTOL, 1)), foe()), SHOT)
    assert body(play).kit[0].rounds == 0
    assert forbids(play.fight, SHOT) == {"HZN-REL-02"}
    assert "HZN-ATK-07" in causes(play)


@pytest.mark.rule("HZN-ATK-08")
@pytest.mark.option("range.beyond")
def test_beyond_its_range_an_attack_is_not_made_but_by_the_options():
    start = fight(armed(), foe(at=(16, 0)))
    assert forbids(start, SHOT) == {"HZN-ATK-08"}
    assert lost(do(start._replace(house=house(range_beyond="half")), SHOT)) == 6
    assert lost(do(start._replace(house=house(range_beyond="ignored")), SHOT)) == 12


@pytest.mark.rule("HZN-ATK-08")
@pytest.mark.option("range.beyond")
def test_beyond_its_range_a_wall_is_struck_by_the_options_alone():
    fence = (wall("fence", (16, -5), (16, 5), health=20),)
    start = fight(armed(walls=fence), foe(at=(20, 0), walls=fence))
    batter = act("attack wall", item="fence")
    assert forbids(start, batter) == {"HZN-ATK-08"}
    half = do(start._replace(house=house(range_beyond="half")), batter)
    assert body(half).walls[0].health == 20 - 6
    ignored = do(start._replace(house=house(range_beyond="ignored")), batter)
    assert body(ignored).walls[0].health == 20 - 12


@pytest.mark.rule("HZN-ATK-01")
@pytest.mark.rule("HZN-DIS-01")
@pytest.mark.rule("HZN-ESC-02")
def test_nobody_attacks_the_dead_or_what_cannot_be_seen():
    assert forbids(fight(armed(), foe(health=-50, sheet={"health": 50})), SHOT) == {"HZN-ATK-01"}
    assert forbids(fight(armed(), foe(escaped=True)), SHOT) == {"HZN-ESC-02"}
    assert forbids(fight(armed(), foe(screened=("Ada",))), SHOT) == {"HZN-DIS-01"}


# --- point blank ----------------------------------------------------------------------------------


@pytest.mark.rule("HZN-PBR-01", "HZN-PBR-02", "HZN-RUL-21")
def test_at_2_m_or_less_the_damage_is_read_at_5_more_for_each_target_apart():
    start = fight(armed(), foe(at=(2, 0)), foe("Cy", (2.01, 0)))
    near = do(start, SHOT)
    play = do(near.fight, act("attack", 2))
    assert [b.health for b in play.fight.fighters[1:]] == [50 - 16, 50 - 12]
    assert {"HZN-PBR-01", "HZN-PBR-02"} <= causes(near)
    assert "HZN-PBR-01" not in causes(play)


@pytest.mark.rule("HZN-MOV-01")
@pytest.mark.rule("HZN-PBR-03")
def test_only_attacks_gain_by_it():
    start = fight(armed(), foe(at=(2, 0)))
    play = do(start, act("defend"))
    assert body(play).pool == 15
    assert "HZN-PBR-03" in causes(play)
    assert "HZN-PBR-03" not in causes(do(fight(armed(), foe(at=(2.01, 0))), act("defend")))
    assert forbids(start, act("move", to=(0, 6))) == {"HZN-MOV-01"}


@pytest.mark.rule("HZN-ATK-08")
@pytest.mark.rule("HZN-PBR-04", "HZN-PRF-09", "HZN-DEF-06")
def test_blows_always_gain_it_at_hand_reach():
    start = fight(armed("rusty-weapon"), foe(at=(2, 0), pool=30))
    play = do(start, SHOT)
    assert lost(play) == 15
    assert {"HZN-PBR-04", "HZN-DEF-06"} <= causes(play)
    bare = do(fight(fighter(score=9), foe(at=(1, 0))), SHOT)
    assert lost(bare) == 10
    assert "HZN-PRF-09" in causes(bare)
    assert forbids(fight(fighter(score=9), foe(at=(3, 0))), SHOT) == {"HZN-ATK-08"}


@pytest.mark.rule("HZN-ATK-08")
@pytest.mark.rule("HZN-PBR-05", "HZN-PRF-08")
def test_a_thrown_melee_weapon_goes_by_the_distance():
    near, far = (fight(armed("rusty-weapon"), foe(at=(x, 0), pool=5)) for x in (2, 4))
    assert lost(do(near, THROW)) == 15
    play = do(far, THROW)
    assert lost(play) == 10 - 5
    assert (body(play).hand, body(play).kit) == ("", ())
    assert [(x.item.name, x.spot) for x in table(play).ground] == [("Rusty Weapon", (400, 0))]
    assert {"HZN-PRF-08", "HZN-DEF-03"} <= causes(play)
    assert "HZN-PBR-05" in causes(do(near, THROW))
    assert forbids(fight(armed("rusty-weapon"), foe(at=(5, 0))), THROW) == {"HZN-ATK-08"}


@pytest.mark.option("thrown.ignores_pool")
def test_by_the_option_a_thrown_melee_weapon_ignores_defense_as_a_blow_does():
    start = fight(armed("rusty-weapon"), foe(at=(4, 0), pool=5), house=house(thrown_ignores_pool=True))
    assert lost(do(start, THROW)) == 10


@pytest.mark.rule("HZN-PBR-06", "HZN-PBR-09", "HZN-RUL-21")
def test_a_gun_may_be_a_club_of_its_own_skill_at_half_damage():
    start = fight(armed(item(PISTOL, 0), score=8), foe(at=(2, 0)))
    play = do(start, CLUB)
    assert lost(play) == 8  # 15 at 13, halved upwards
    assert body(play).kit[0].rounds == 0
    assert {"HZN-PBR-06", "HZN-PBR-09"} <= causes(play)
    assert forbids(fight(armed("rusty-weapon"), foe(at=(1, 0))), CLUB) == {"HZN-PBR-06"}
    assert forbids(fight(fighter(score=8), foe(at=(1, 0))), CLUB) >= {"HZN-PBR-06"}


@pytest.mark.rule("HZN-ATK-08")
@pytest.mark.rule("HZN-PBR-06", "HZN-OBJ-07")
@pytest.mark.option("throw.far")
def test_a_gun_thrown_flies_as_many_metres_as_its_thrower_has_strength():
    start = fight(armed(strength=3), foe(at=(3, 0)))
    assert lost(do(start, THROW)) == 6
    assert forbids(fight(armed(strength=3), foe(at=(4, 0))), THROW) == {"HZN-ATK-08"}
    row = house(throw_far="melee_row")
    assert lost(do(fight(armed(strength=1), foe(at=(4, 0)), house=row), THROW)) == 6
    short = house(throw_far="point_blank")
    assert forbids(start._replace(house=short), THROW) == {"HZN-ATK-08"}
    assert lost(do(fight(armed(), foe(at=(2, 0)), house=short), THROW)) == 8


@pytest.mark.rule("HZN-ATK-08")
@pytest.mark.rule("HZN-PBR-07", "HZN-PBR-08", "HZN-PBR-09", "HZN-IMP-03", "HZN-IMP-04")
def test_an_improvised_weapon_is_a_melee_weapon_of_half_the_damage():
    ranks = {"special combat": 1}
    start = fight(armed(made("pan"), score=8, skills=ranks), foe(at=(2, 0), pool=20))
    assert start.bodies[0].tests == (("special combat", 8),)
    play = do(start, SHOT)
    assert lost(play) == 7
    assert {"HZN-PBR-07", "HZN-PBR-08", "HZN-PBR-09", "HZN-IMP-03", "HZN-IMP-04"} <= causes(play)
    far = do(fight(armed(made("pan"), score=8), foe(at=(4, 0))), THROW)
    assert lost(far) == 4
    assert forbids(fight(armed(made("plank", light=False), score=8), foe(at=(4, 0))), THROW) == {"HZN-ATK-08"}


@pytest.mark.option("point_blank.edge")
def test_by_the_option_some_things_need_less_than_2_m():
    less = house(point_blank_edge="less_for_some")
    at_2 = foe(at=(2, 0), pool=30)
    assert lost(do(fight(armed(), at_2, house=less), SHOT)) == 0
    assert lost(do(fight(armed(), at_2), SHOT)) == 16
    assert lost(do(fight(armed(made("pan")), at_2, house=less), SHOT)) == 8
    assert lost(do(fight(armed(), foe(at=(2, 0)), house=less), CLUB)) == 8
    assert lost(do(fight(armed(made("pan")), foe(at=(2, 0)), house=less), THROW)) == 5
    assert lost(do(fight(armed(made("pan")), foe(at=(1.9, 0)), house=less), THROW)) == 8
    assert lost(do(fight(armed("rusty-weapon"), foe(at=(2, 0)), house=less), THROW)) == 15


@pytest.mark.rule("HZN-ATK-08")
@pytest.mark.option("reach")
def test_a_hand_may_reach_only_1_m():
    start = fight(armed("rusty-weapon"), foe(at=(1.5, 0)))
    assert forbids(start, SHOT) == set()
    assert forbids(start._replace(house=house(reach=1)), SHOT) == {"HZN-ATK-08"}


# --- grenades -------------------------------------------------------------------------------------

GRENADE = "scrap-grenade"


def crowd(*places, **changes):
    return [foe(name, at) for name, at in zip(("Bo", "Cy", "Di", "Ed", "Flo", "Gus"), places, strict=False)]


def thrown(*answers, house=PLAIN, places=((10, 0), (12, 0), (14, 0), (16, 0)), score=10, thrower=None):
    return do(fight(thrower or armed(GRENADE, score=score), *crowd(*places), house=house), SHOT, *answers)


@pytest.mark.rule("HZN-ATK-06", "HZN-PRF-07")
def test_a_grenade_strikes_those_its_thrower_picks_each_less_than_the_one_before():
    play = thrown(Who(3), Who(2))
    assert [50 - b.health for b in play.fight.fighters[1:]] == [29, 19, 24, 0]
    assert (body(play).hand, body(play).kit, table(play).ground) == ("", (), ())
    assert [b.mark for b in play.fight.fighters] == [0, 0, 0, 0, 0]
    assert {"HZN-ATK-06", "HZN-PRF-07"} <= causes(play)


@pytest.mark.rule("HZN-ATK-06")
def test_a_grenade_takes_five_at_most_and_nobody_beyond_its_blast():
    places = ((10, 0), (11, 0), (12, 0), (13, 0), (14, 0), (10, 1))
    play = thrown(Who(2), Who(3), Who(4), Who(5), places=places)
    assert [50 - b.health for b in play.fight.fighters[1:]] == [29, 24, 19, 14, 9, 0]
    start = fight(armed(GRENADE), *crowd((10, 0), (15, 0), (15.01, 0)))
    assert asks(start, SHOT).options == (None, Who(2))


def test_a_thrower_picks_enemies_of_any_side():
    third = fighter("Zed", "green", (11, 0), borrowed=2)
    start = fight(armed(GRENADE), foe(), third, fighter("Abe", at=(10, 1)))
    assert asks(start, SHOT).options == (None, Who(2))


@pytest.mark.option("grenade.split")
def test_by_the_option_all_targets_take_the_number_of_the_last():
    play = thrown(Who(2), None, house=house(grenade_split="by_count"))
    assert [50 - b.health for b in play.fight.fighters[1:]] == [24, 24, 0, 0]


@pytest.mark.option("blast.targets")
def test_by_the_option_everyone_near_is_struck_friends_too():
    friend = fighter("Abe", at=(9, 0), borrowed=2)
    start = fight(
        armed(GRENADE), *crowd((10, 0), (12, 0), (18, 0)), friend, house=house(blast_targets="all_near")
    )
    play = do(start, SHOT)
    assert [50 - b.health for b in play.fight.fighters[1:]] == [29, 19, 0, 24]


@pytest.mark.option("blast.radius")
def test_the_blast_may_be_wider():
    play = thrown(Who(2), house=house(blast_radius=8), places=((10, 0), (18, 0)))
    assert [50 - b.health for b in play.fight.fighters[1:]] == [29, 24]
    play = thrown(Who(2), house=house(blast_radius=0), places=((10, 0), (90, 0)))
    assert [50 - b.health for b in play.fight.fighters[1:]] == [29, 24]


@pytest.mark.option("blast.point_blank")
def test_a_grenade_gains_by_point_blank_but_by_the_option():
    places = ((2, 0), (4, 0))
    play = thrown(Who(2), places=places)
    assert [50 - b.health for b in play.fight.fighters[1:]] == [32, 24]
    play = thrown(Who(2), places=places, house=house(blast_point_blank=False))
    assert [50 - b.health for b in play.fight.fighters[1:]] == [29, 24]


@pytest.mark.rule("HZN-RUL-26")
@pytest.mark.option("grenade.next")
def test_the_next_grenade_is_drawn_or_by_the_option_reloaded_from_a_belt():
    two = armed(GRENADE, item(GRENADE, own="another"), score=10)
    play = do(fight(two, foe()), SHOT)
    assert "reload" not in offered(play.fight)
    assert body(do(play.fight, act("draw", item="another"))).hand == "another"
    belt = fight(two, foe(), house=house(grenade_next="belt"))
    play = do(belt, SHOT)
    assert forbids(play.fight, act("draw", item="another")) == {"HZN-RUL-26"}
    assert body(do(play.fight, act("reload"))).hand == "another"


@pytest.mark.rule("HZN-RUL-26")
@pytest.mark.option("grenade.next")
def test_with_bare_hands_a_reload_is_in_the_menu_only_where_there_is_a_belt():
    for weapon, next_, listed in (
        (GRENADE, "belt", True),
        (GRENADE, "draw", False),
        ("simple-weapon", "belt", False),
    ):
        start = fight(fighter(weapons=(weapon,), hand=""), foe(), house=house(grenade_next=next_))
        assert any(offer.act.name == "reload" for offer in menu(start, Who(0))) == listed


@pytest.mark.rule("HZN-ATK-06")
def test_a_grenade_is_thrown_by_attacking_with_it():
    assert "HZN-ATK-06" in forbids(fight(armed(GRENADE), foe()), THROW)
    assert first(thrown(None), fx.UsedUp).item == "Scrap Grenade"
