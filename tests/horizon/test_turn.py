"""MOV, REL, DHS, WND: moving, reloading, drawing, and wounds."""

import pytest

from affray.core.live import Happened
from affray.rulesets.horizon import effects as fx
from affray.testing.script import causes, first
from tests.horizon.cast import (
    END,
    PLAIN,
    act,
    added,
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
    next_asked,
    offered,
    rolls,
    steps,
    table,
)

PISTOL, RIFLE = "light-combat-pistol", "light-assault-rifle"
SHOT = act("attack", 1)


def runner(score=10, weapon=PISTOL, **changes):
    return fighter(weapons=(weapon,) if weapon else (), score=score, **changes)


def reached(start, act_, *answers):
    """Where Ada stands after it."""
    return tuple(body(do(start, act_, *answers)).spot)


# --- move -----------------------------------------------------------------------------------------


@pytest.mark.rule("HZN-MOV-01", "HZN-MOV-02")
@pytest.mark.parametrize("agility", [2, 4])
def test_a_move_goes_as_far_as_5_m_per_agi_with_the_row_s_modifier(agility):
    start = fight(runner(11, agility=agility), foe(at=(50, 0)))
    far = 5 * agility
    assert reached(start, act("move", to=(0, far))) == (0, 100 * far)
    assert forbids(start, act("move", to=(0, far + 0.01))) == {"HZN-MOV-01"}
    assert reached(start, act("move", 1)) == (100 * far, 0)
    assert reached(start, act("fall back", 1)) == (-100 * far, 0)
    assert {"HZN-MOV-01", "HZN-MOV-02"} <= causes(do(start, act("move", 1)))


def test_a_turn_names_only_the_rules_that_made_a_difference():
    def named(**changes):
        play = steps(fight(foe(over=True), fighter(order=3, **changes), current=None))
        return {
            rule for rule in causes(play) if rule in ("HZN-ACT-05", "HZN-DEF-04", "HZN-DIV-04", "HZN-DIV-08")
        }

    assert named() == set()
    assert named(pool=9) == {"HZN-DEF-04"}
    assert named(borrowed=1) == {"HZN-DIV-04"}
    assert named(diving=4) == {"HZN-DIV-08"}


@pytest.mark.rule("HZN-MOV-03")
@pytest.mark.option("move.least")
def test_a_negative_modifier_shortens_it_to_nothing_or_by_the_option_to_1_m():
    start = fight(runner(10, agility=4), foe(at=(50, 0)))
    assert reached(start, act("move", 1)) == (1500, 0)
    assert "HZN-MOV-03" in causes(do(start, act("move", 1)))
    heavy = fight(runner(1, "lmg", agility=2), foe(at=(50, 0)))
    assert reached(heavy, act("move", 1)) == (0, 0)
    assert "move" not in offered(heavy)
    assert reached(heavy._replace(house=house(move_least=1)), act("move", 1)) == (100, 0)


@pytest.mark.rule("HZN-MOV-04")
def test_only_bare_hands_can_lengthen_it():
    play = do(fight(runner(21, None), foe(at=(50, 0))), act("move", 1))
    assert body(play).spot == (1500, 0)
    assert "HZN-MOV-04" in causes(play)


@pytest.mark.rule("HZN-MOV-05", "HZN-DHS-02")
@pytest.mark.parametrize("how", ["holster", "drop"])
def test_with_hands_empty_one_moves_on_the_unarmed_profile_at_once(how):
    start = fight(runner(10), foe(at=(50, 0)))
    away = act(how) if how == "holster" else act("drop", item="Light Combat Pistol")
    free = do(start, away)
    assert (body(free).hand, body(free).actions) == ("", 1 if how == "holster" else 2)
    play = do(free.fight, act("move", 1))
    assert body(play).spot == (1000, 0)
    assert "HZN-MOV-05" in causes(play)


@pytest.mark.rule("HZN-MOV-06")
def test_one_move_a_round():
    play = do(fight(runner(11), foe(at=(50, 0))), act("move", 1))
    assert forbids(play.fight, act("move", 1)) == {"HZN-MOV-06"}
    assert forbids(play.fight, act("fall back", 1)) == {"HZN-MOV-06"}


@pytest.mark.rule("HZN-SKL-03")
@pytest.mark.rule("HZN-MOV-07")
@pytest.mark.option("boost.cost")
def test_endurance_adds_its_score_in_metres():
    start = fight(runner(11, strength=3, skills={"endurance": 2}), foe(at=(50, 0)))
    play = do(start, act("push on", 1), (4, 6))
    assert (body(play).spot, body(play).actions) == ((1000 + 600, 0), 1)
    assert added(play, "push the move") == {"HZN-SKL-03": 3}
    assert "HZN-MOV-07" in causes(play)
    assert reached(start, act("push back", 1), (1, 1)) == (-1300, 0)
    assert reached(start, act("push on", to=(0, 99)), (1, 1)) == (0, 1300)
    dear = do(start._replace(house=house(boost_cost=1)), act("push on", 1), (4, 6))
    assert body(dear).actions == 0


@pytest.mark.rule("HZN-MOV-08", "HZN-RUL-31")
@pytest.mark.option("boost.alone")
def test_by_the_option_endurance_gives_metres_without_a_move_once_a_turn():
    start = fight(runner(11, strength=3, skills={"endurance": 2}), foe(at=(50, 0)))
    assert forbids(start, act("sprint", 1)) == {"HZN-RUL-31"}
    assert "sprint" not in offered(start)
    alone = start._replace(house=house(boost_alone=True))
    assert "sprint" in offered(alone)
    play = do(alone, act("sprint", 1), (4, 6))
    assert (body(play).spot, body(play).actions, body(play).moved) == ((600, 0), 2, False)
    assert forbids(play.fight, act("sprint", 1)) == forbids(play.fight, act("push on", 1)) == {"HZN-RUL-31"}
    assert reached(play.fight, act("move", 1)) == (1600, 0)
    assert reached(alone, act("sprint back", 1), (1, 1)) == (-300, 0)
    dear = alone._replace(house=house(boost_alone=True, boost_cost=1))
    assert body(do(dear, act("sprint", to=(0, 99)), (4, 6))).actions == 1
    locked = fight(runner(11), foe(), house=house(boost_alone=True))
    assert forbids(locked, act("sprint", 1)) == {"HZN-MOV-08"}


@pytest.mark.rule("HZN-MOV-08")
def test_who_has_not_unlocked_endurance_cannot_push():
    assert forbids(fight(runner(11), foe()), act("push on", 1)) == {"HZN-MOV-08"}


# --- reload ---------------------------------------------------------------------------------------


@pytest.mark.rule("HZN-REL-01", "HZN-REL-03", "HZN-REL-05")
def test_a_reload_adds_the_header_s_number_up_to_the_magazine():
    start = fight(fighter(weapons=(item(PISTOL, 0),), score=5), foe())
    once = do(start, act("reload"))
    twice = do(once.fight, act("reload"))
    assert [body(p).kit[0].rounds for p in (once, twice)] == [2, 3]
    assert {"HZN-REL-03", "HZN-REL-05"} <= causes(twice)
    assert "HZN-REL-01" in causes(do(fight(runner(), foe()), SHOT))


@pytest.mark.rule("HZN-REL-04")
@pytest.mark.parametrize("score", [1, 30])
def test_the_score_does_not_change_it(score):
    play = do(fight(fighter(weapons=(item(RIFLE, 0),), score=score), foe()), act("reload"))
    assert body(play).kit[0].rounds == 5
    assert "HZN-REL-04" in causes(play)


@pytest.mark.rule("HZN-RUL-62")
@pytest.mark.rule("HZN-REL-06", "HZN-REL-07", "HZN-RUL-56")
def test_one_may_top_up_and_reload_twice_but_not_when_full():
    start = fight(fighter(weapons=(item("lmg", 8),), score=5), foe())
    play = do(do(start, act("reload")).fight, act("reload"))
    assert body(play).kit[0].rounds == 14
    assert "HZN-REL-06" in causes(play)
    assert "HZN-REL-06" not in causes(
        do(fight(fighter(weapons=(item("lmg", 0),), score=5), foe()), act("reload"))
    )
    assert forbids(fight(runner(), foe()), act("reload")) == {"HZN-RUL-62"}


@pytest.mark.rule("HZN-REL-08")
@pytest.mark.parametrize("name", ["scrap-grenade", "rusty-weapon", None])
def test_what_has_no_reload_cannot_be_reloaded(name):
    assert forbids(fight(runner(5, name), foe()), act("reload")) >= {"HZN-REL-08"}


@pytest.mark.rule("HZN-REL-09", "HZN-RUL-53")
def test_the_rusty_assault_rifle_is_half_reloaded_by_one_action_and_fully_by_two():
    start = fight(fighter(weapons=(item("rusty-assault-rifle", 0),), score=5), foe())
    half = do(start, act("reload"))
    assert [body(p).kit[0].rounds for p in (half, do(half.fight, act("reload")))] == [2, 4]
    assert "HZN-REL-09" in causes(half)


@pytest.mark.rule("HZN-RUL-57")
@pytest.mark.option("ammo.spare")
def test_ammunition_may_be_counted():
    start = fight(
        fighter(weapons=(item(PISTOL, 0, spare=1),), score=5), foe(), house=house(ammo_spare="counted")
    )
    play = do(start, act("reload"))
    assert (body(play).kit[0].rounds, body(play).kit[0].spare) == (2, 0)
    assert forbids(play.fight, act("reload")) == {"HZN-RUL-57"}
    assert forbids(play.fight._replace(house=PLAIN), act("reload")) == set()


# --- draw, holster, switch ------------------------------------------------------------------------


@pytest.mark.rule("HZN-ATK-08")
@pytest.mark.rule("HZN-DHS-01", "HZN-DHS-05")
def test_drawing_takes_an_action_and_comes_before_any_use():
    start = fight(fighter(weapons=(PISTOL,), hand="", score=9), foe())
    assert lost(do(fight(fighter(weapons=(PISTOL,), hand="", score=9), foe(at=(1, 0))), SHOT)) == 10
    assert forbids(start, SHOT) == {"HZN-ATK-08"}
    play = do(start, act("draw", item="Light Combat Pistol"))
    assert (body(play).hand, body(play).actions) == ("Light Combat Pistol", 1)
    assert {"HZN-DHS-01", "HZN-DHS-05"} <= causes(play)
    assert forbids(start, act("draw", item="LMG")) == {"HZN-DHS-01"}


@pytest.mark.rule("HZN-DHS-02", "HZN-DHS-04", "HZN-RUL-55")
def test_holstering_takes_an_action_and_leaves_bare_hands():
    play = do(fight(runner(10), foe()), act("holster"))
    assert (body(play).hand, body(play).actions) == ("", 1)
    assert {"HZN-DHS-02", "HZN-DHS-04"} <= causes(play)
    assert forbids(play.fight, act("holster")) == {"HZN-DHS-02"}


@pytest.mark.rule("HZN-DHS-03", "HZN-RUL-54")
def test_switching_takes_one_action_in_all():
    start = fight(fighter(weapons=(PISTOL, RIFLE), score=10), foe())
    play = do(start, act("switch", item="Light Assault Rifle"))
    assert (body(play).hand, body(play).actions) == ("Light Assault Rifle", 1)
    assert "HZN-DHS-03" in causes(play)
    assert forbids(start, act("draw", item="Light Assault Rifle")) == {"HZN-DHS-03"}


# --- wounding attacks -----------------------------------------------------------------------------


def wounding(condition, score=20, *answers, house=PLAIN, target=None, how="attack", **changes):
    """Ada's pistol against Bo, whose Endurance has one die and STR 2 unless `target` says otherwise."""
    bo = target or foe(skills={"endurance": 1}, **changes)
    return do(fight(runner(score), bo, house=house), act(how, 1, item=condition), *answers)


@pytest.mark.rule("HZN-SKL-03")
@pytest.mark.rule("HZN-WND-01", "HZN-WND-03", "HZN-WND-04")
def test_any_attack_may_wound_against_endurance():
    play = wounding("stagger", 4, (4,))
    assert (body(play, 1).owed, lost(play)) == (1, 8)
    assert added(play, "resist stagger") == {"HZN-SKL-03": 2}
    assert {"HZN-WND-01", "HZN-WND-03", "HZN-WND-04"} <= causes(play)


@pytest.mark.rule("HZN-WND-02", "HZN-WND-06")
def test_the_penalty_lowers_the_ap_and_with_it_the_damage_won_or_lost():
    held, resisted = wounding("arm", 11, (6,)), wounding("arm", 9, (6,))
    assert (body(held, 1).arms, lost(held)) == (1, 9)
    assert (body(resisted, 1).arms, lost(resisted)) == (0, 8)
    assert first(held, fx.Attacked).ap == 6
    assert {"HZN-WND-02", "HZN-WND-06"} <= causes(held)


@pytest.mark.rule("HZN-WND-05")
@pytest.mark.option("ties")
def test_the_higher_endurance_resists_and_a_tie_too_but_by_the_options():
    assert body(wounding("stagger", 3, (6,)), 1).owed == 0
    assert body(wounding("stagger", 4, (6,)), 1).owed == 0
    assert body(wounding("stagger", 4, (6,), house=house(ties="changed")), 1).owed == 1


@pytest.mark.rule("HZN-WND-03")
@pytest.mark.option("ties")
def test_by_the_option_equals_both_roll_again_and_the_damage_stays():
    ada = runner(4, skills={"high-caliber combat": 2})
    start = fight(ada, foe(skills={"endurance": 1}), house=house(ties="reroll"))
    for hers, his, owed in (((6, 1), (1,), 1), ((1, 1), (4,), 0)):
        play = do(start, act("attack", 1, item="stagger"), (6,), hers, his)
        assert (body(play, 1).owed, lost(play)) == (owed, 8)
        assert body(play).tests == start.bodies[0].tests
    tied_twice = do(start, act("attack", 1, item="stagger"), (6,), (4, 1), (4,), (5, 5), (1,))
    assert body(tied_twice, 1).owed == 1


@pytest.mark.option("ties")
def test_no_dice_on_either_side_leaves_equals_as_they_are():
    start = fight(runner(2), foe(), house=house(ties="reroll"))
    assert body(do(start, act("attack", 1, item="stagger")), 1).owed == 0


@pytest.mark.rule("HZN-RUL-35", "HZN-RUL-62")
@pytest.mark.rule("HZN-WND-07")
@pytest.mark.option("recover")
@pytest.mark.rule("HZN-ACT-01")
def test_the_staggered_must_pay_an_action_first():
    start = fight(runner(11, owed=1), foe())
    assert forbids(start, SHOT) == forbids(start, act("defend")) == {"HZN-WND-07"}
    assert offered(start) == {
        "end",
        "recover",
        "dive",
        "drop",
        "look about",
        "stay alert",
        "speak",
        "make a sound",
    }
    play = do(start, act("recover"))
    assert (body(play).owed, body(play).actions) == (0, 1)
    assert forbids(play.fight, SHOT) == set()
    assert forbids(play.fight, act("recover")) == {"HZN-RUL-62"}
    assert forbids(start._replace(house=house(recover="no_dive")), act("dive")) == {"HZN-RUL-35"}
    late = start._replace(house=house(recover="deadline"))
    assert forbids(late, SHOT) == set()
    assert forbids(do(late, SHOT).fight, SHOT) == {"HZN-WND-07"}


@pytest.mark.rule("HZN-RUL-35", "HZN-WND-08")
@pytest.mark.option("recover")
def test_by_the_option_what_is_owed_is_paid_as_the_turn_ends():
    owing = fight(runner(11, owed=2), foe(), house=house(recover="deadline"))
    ended = do(owing, END)
    assert (body(ended).owed, body(ended).over) == (0, True)
    assert {"HZN-RUL-35", "HZN-WND-08"} <= causes(ended)
    assert body(do(do(owing, act("recover")).fight, END)).owed == 0
    dived = do(owing, act("dive"))
    assert body(do(dived.fight, END)).owed == 1
    assert body(do(owing._replace(house=PLAIN), END)).owed == 2


@pytest.mark.rule("HZN-WND-01", "HZN-WND-03")
@pytest.mark.rule("HZN-WND-02", "HZN-WND-04", "HZN-WND-05", "HZN-WND-06")
def test_receipts_of_a_contest_name_what_came_of_it():
    def told(play, kind):
        return next(
            (set(t.rules) for t in play.story if isinstance(t, Happened) and isinstance(t.effect, kind)), None
        )

    won, lost_ = wounding("arm", 11, (6,)), wounding("arm", 9, (6,))
    assert set(rolls(won, "resist arm")[0].rules) >= {"HZN-WND-03", "HZN-WND-09"}
    either = {"HZN-WND-04", "HZN-WND-05"}
    assert either & set(rolls(won, "resist arm")[0].rules) == {"HZN-WND-04"}
    assert either & set(rolls(lost_, "resist arm")[0].rules) == {"HZN-WND-05"}
    assert {"HZN-WND-01", "HZN-WND-02", "HZN-WND-06"} <= told(won, fx.Attacked)
    assert "HZN-WND-04" in told(won, fx.Wounded)
    assert told(won, fx.Resisted) is None
    assert "HZN-WND-05" in told(lost_, fx.Resisted)
    assert told(lost_, fx.Wounded) is None
    assert "HZN-WND-05" not in causes(won)
    assert "HZN-WND-04" not in causes(lost_)
    assert "HZN-WND-02" not in told(wounding("stagger", 4, (4,)), fx.Attacked)


@pytest.mark.rule("HZN-WND-08")
def test_who_is_down_owes_two():
    play = wounding("down", 11, (1,))
    assert (body(play, 1).owed, lost(play)) == (2, 9)
    owing = fight(fighter(owed=2), foe())
    play = do(do(owing, act("recover")).fight, act("recover"))
    assert (body(play).owed, body(play).actions) == (0, 0)
    assert "HZN-WND-08" in causes(play)


@pytest.mark.option("stun.stack")
def test_the_larger_debt_counts_but_by_the_option():
    assert body(wounding("stagger", 11, (1,), owed=2), 1).owed == 2
    assert body(wounding("stagger", 11, (1,), owed=2, house=house(stun_stack="add")), 1).owed == 3


@pytest.mark.option("stun.paid")
def test_by_the_option_a_debt_is_borrowed_from_the_next_turn_at_once():
    at_once = house(stun_paid="borrowed")

    def borrowed(condition, already=0, **options):
        target = foe(borrowed=already, skills={"endurance": 1})
        start = fight(runner(20), target, house=at_once._replace(**options))
        dive = () if already > 1 else (None,)
        play = do(start, act("attack", 1, item=condition), (1,), *dive)
        assert body(play, 1).owed == 0
        return body(play, 1).borrowed

    assert [borrowed("stagger"), borrowed("down"), borrowed("stagger", 1), borrowed("down", 1)] == [
        1,
        2,
        1,
        2,
    ]
    assert [borrowed("stagger", 1, stun_stack="add"), borrowed("down", 2, stun_stack="add")] == [2, 2]
    turn = steps(fight(runner(over=True), foe(borrowed=1, order=1), current=None))
    assert (body(turn, 1).actions, body(turn, 1).borrowed) == (1, 0)


@pytest.mark.rule("HZN-RUL-62")
@pytest.mark.option("idle.acts")
def test_what_does_nothing_may_be_done_by_the_option_alone():
    allowed = house(idle_acts=True)
    start = fight(runner(), foe())
    for name in ("reload", "recover"):
        assert forbids(start, act(name)) == {"HZN-RUL-62"}
        play = do(start._replace(house=allowed), act(name))
        assert (body(play).actions, body(play).kit[0].rounds, body(play).owed) == (1, 3, 0)
    slow = fight(runner(1, "lmg"), foe(at=(50, 0)))
    assert "move" not in offered(slow)
    assert "move" in offered(slow._replace(house=allowed))


@pytest.mark.rule("HZN-MOV-01", "HZN-MOV-06", "HZN-RUL-29")
@pytest.mark.option("move.split")
def test_by_the_option_a_move_is_taken_in_pieces():
    start = fight(runner(11, agility=4), foe(at=(50, 0)), house=house(move_split=True))
    first_leg = do(start, act("move", to=(0, 8)))
    assert (body(first_leg).actions, body(first_leg).stride) == (1, 1200)
    shot = do(first_leg.fight, act("defend"))
    assert forbids(shot.fight, act("move", to=(0, 20.01))) == {"HZN-MOV-01"}
    rest = do(shot.fight, act("move", to=(0, 20)))
    assert (body(rest).spot, body(rest).actions, body(rest).stride) == ((0, 2000), 0, 0)
    assert "HZN-RUL-29" in causes(rest)
    assert "HZN-MOV-06" in forbids(rest.fight, act("move", to=(0, 19)))
    onward = do(first_leg.fight, act("move", 1))
    assert (body(onward).stride, body(onward).actions) == (0, 1)
    whole = do(start._replace(house=PLAIN), act("move", to=(0, 8)))
    assert forbids(whole.fight, act("move", to=(0, 9))) == {"HZN-MOV-06"}


@pytest.mark.rule("HZN-WND-09")
@pytest.mark.option("arms")
def test_each_shattered_arm_in_use_halves_the_ap():
    def damage(weapon, shattered, **options):
        return lost(do(fight(runner(11, weapon, arms=shattered), foe(), house=house(**options)), SHOT))

    assert [damage(RIFLE, arms) for arms in (0, 1, 2)] == [11, 8, 6]
    assert [damage(PISTOL, arms) for arms in (0, 1, 2)] == [13, 13, 9]
    assert damage(PISTOL, 1, arms="all") == 9
    assert "HZN-WND-09" in causes(do(fight(runner(11, RIFLE, arms=1), foe()), SHOT))


@pytest.mark.option("arms")
def test_by_the_option_the_director_says_which_arms_are_in_use():
    ranks = {"rapid-fire combat": 1}
    waits = fighter(weapons=(RIFLE,), skills=ranks, arms=2)
    start = fight(waits, foe(over=True), current=None, house=house(arms="director"))
    assert next_asked(start, (6,)).options == (2, 0, 1)
    one, none = steps(start, (6,), 1), steps(start, (6,), 0)
    assert [first(do(p.fight, SHOT), fx.Attacked).ap for p in (one, none)] == [2, 4]
    hale = fight(waits._replace(arms=0), foe(over=True), current=None, house=house(arms="director"))
    assert body(steps(hale, (6,))).judged == 0


@pytest.mark.option("halves.round")
def test_halves_are_rounded_up_but_by_the_option():
    start = fight(runner(11, RIFLE, arms=1), foe())
    assert first(do(start, SHOT), fx.Attacked).ap == 6
    assert first(do(start._replace(house=house(halves_round="down")), SHOT), fx.Attacked).ap == 5


@pytest.mark.option("halves.twice")
@pytest.mark.rule("HZN-WND-09")
def test_two_arms_or_legs_leave_a_quarter_or_by_the_option_nothing():
    start = fight(runner(12, RIFLE, arms=2), foe())
    assert first(do(start, SHOT), fx.Attacked).ap == 3
    assert first(do(start._replace(house=house(halves_twice="zero")), SHOT), fx.Attacked).ap == 0
    legs = fight(runner(11, legs=2, agility=4), foe(at=(50, 0)))
    assert reached(legs, act("move", 1)) == (500, 0)
    assert reached(legs._replace(house=house(halves_twice="zero")), act("move", 1)) == (0, 0)


@pytest.mark.option("halves.order")
def test_halving_comes_before_point_blank_but_by_the_option():
    start = fight(runner(10, RIFLE, arms=1), foe(at=(1, 0)))
    assert first(do(start, SHOT), fx.Attacked).ap == 5 + 5
    assert first(do(start._replace(house=house(halves_order="last")), SHOT), fx.Attacked).ap == 8


@pytest.mark.option("arms.attack_only")
def test_a_shattered_arm_touches_defense_and_move_but_by_the_option():
    start = fight(runner(10, RIFLE, arms=1), foe())
    assert body(do(start, act("defend"))).pool == 7
    assert body(do(start._replace(house=house(arms_attack_only=True)), act("defend"))).pool == 10


@pytest.mark.rule("HZN-WND-10")
@pytest.mark.rule("HZN-RUL-32")
def test_each_shattered_leg_halves_the_move_but_not_what_endurance_adds():
    ranks = {"endurance": 1}
    for legs, far in ((0, 15), (1, 8), (2, 4)):
        start = fight(runner(10, legs=legs, agility=4, skills=ranks), foe(at=(50, 0)))
        assert reached(start, act("move", 1)) == (100 * far, 0)
        assert reached(start, act("push on", 1), (6,)) == (100 * (far + 4), 0)
    assert body(wounding("leg", 11, (1,)), 1).legs == 1
    assert "HZN-WND-10" in causes(do(fight(runner(10, legs=1, agility=4), foe(at=(50, 0))), act("move", 1)))


@pytest.mark.rule("HZN-WND-11")
def test_a_shattered_body_halves_every_test_once():
    play = wounding("body", 20, (1,))
    assert (body(play, 1).torn, lost(play)) == (True, 12)
    torn = fight(runner(11, torn=True, skills={"awareness": 1}), foe())
    assert lost(do(torn, SHOT)) == 9
    assert first(do(torn, act("look about"), (6,)), fx.Searched).score == 2
    assert forbids(fight(runner(20), foe(torn=True)), act("attack", 1, item="body")) == {"HZN-WND-11"}
    both = fight(runner(12, RIFLE, torn=True, arms=1), foe())
    assert first(do(both, SHOT), fx.Attacked).ap == 3


@pytest.mark.rule("HZN-WND-12")
@pytest.mark.option("head.doubles")
def test_a_shattered_head_doubles_the_damage_of_that_attack():
    play = wounding("head", 20, (1,))
    assert lost(play) == 2 * 8
    assert "HZN-WND-12" in causes(play)
    assert lost(wounding("head", 19, (6,))) == 8
    assert lost(wounding("head", 20, (1,), armour=5)) == 16 - 5
    assert lost(wounding("head", 20, (1,), armour=5, house=house(head_doubles="after"))) == 6


@pytest.mark.option("wound.needs_damage")
def test_a_wound_needs_no_damage_but_by_the_option():
    assert body(wounding("stagger", 10, (1,), armour=20), 1).owed == 1
    assert body(wounding("stagger", 10, (1,), armour=20, house=house(wound_needs_damage=True)), 1).owed == 0


@pytest.mark.rule("HZN-RUL-40")
@pytest.mark.option("wound.below_one")
def test_a_penalty_may_bring_the_ap_below_1_but_by_the_option():
    play = wounding("body", 8, (1,))
    assert (first(play, fx.Attacked).ap, lost(play)) == (-2, 3)
    start = fight(runner(8), foe(), house=house(wound_below_one=False))
    assert forbids(start, act("attack", 1, item="body")) == {"HZN-RUL-40"}
    assert forbids(start, act("attack", 1, item="down")) == set()


@pytest.mark.option("wound.point_blank")
def test_point_blank_counts_in_the_contest_but_by_the_option():
    near = foe(at=(1, 0), skills={"endurance": 1})
    assert body(wounding("stagger", 1, (6,), target=near), 1).owed == 1
    only = house(wound_point_blank=False)
    assert body(wounding("stagger", 1, (6,), target=near, house=only), 1).owed == 0


@pytest.mark.rule("HZN-RUL-42")
@pytest.mark.option("wound.once")
def test_several_wounding_attacks_a_turn_but_by_the_option():
    start = fight(runner(10), foe())
    stagger = act("attack", 1, item="stagger")
    assert forbids(do(start, stagger).fight, stagger) == set()
    once = start._replace(house=house(wound_once=True))
    assert forbids(do(once, stagger).fight, stagger) == {"HZN-RUL-42"}
    assert forbids(do(once, stagger).fight, SHOT) == set()


@pytest.mark.rule("HZN-RUL-43")
@pytest.mark.rule("HZN-WND-09")
@pytest.mark.rule("HZN-WND-10")
def test_there_are_two_arms_and_two_legs():
    start = fight(runner(20), foe(arms=2, legs=2))
    assert forbids(start, act("attack", 1, item="arm")) == {"HZN-WND-09"}
    assert forbids(start, act("attack", 1, item="leg")) == {"HZN-WND-10"}


def test_a_grenade_wounds_the_first_alone_and_pays_for_all():
    start = fight(runner(10, "scrap-grenade"), foe(), foe("Cy", (11, 0)))
    play = do(start, act("attack", 1, item="down"), 2)
    assert [b.owed for b in play.fight.fighters] == [0, 2, 0]
    assert [50 - b.health for b in play.fight.fighters] == [0, 27, 22]


@pytest.mark.rule("HZN-OBJ-03")
def test_a_thrown_chair_needs_strength_and_may_fail():
    chair = made("chair", light=False, bulk="chair")
    start = fight(fighter(weapons=(chair,), score=9, strength=3, skills={"endurance": 2}), foe(at=(3, 0)))
    play = do(start, act("throw", 1), 10, (1, 1))
    assert (lost(play), body(play).hand) == (0, "chair")
    play = do(start, act("throw", 1), 6, (6, 4))
    assert (lost(play), [x.item.name for x in table(play).ground]) == (5, ["chair"])
    assert steps(start, act("end")).fight.table.current is None


@pytest.mark.rule("HZN-WND-10")
@pytest.mark.rule("HZN-PRF-03", "HZN-PBR-01", "HZN-WND-02", "HZN-WND-09")
def test_an_attack_and_a_defend_say_where_each_figure_of_their_ap_comes_from():
    def figures(play, kind):
        [told] = [t for t in play.story if isinstance(t, Happened) and isinstance(t.effect, kind)]
        return [(mod.rule, mod.amount) for mod in told.tally], told.tally.total

    hurt = fight(runner(8, arms=2), foe(at=(1, 0), skills={"endurance": 1}))
    parts, ap = figures(do(hurt, act("attack", 1, item="leg"), (6,)), fx.Attacked)
    assert (parts, ap) == (
        [("HZN-PRF-03", 8), ("HZN-WND-09", -4), ("HZN-PBR-01", 5), ("HZN-WND-10", -5)],
        4,
    )
    assert figures(do(hurt, act("defend")), fx.Defended) == ([("HZN-PRF-03", 8), ("HZN-WND-09", -4)], 4)
