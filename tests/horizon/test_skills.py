"""SKL, PRF, RND, ACT: tests, the score of a turn, rounds and actions."""

import pytest

from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon.dice import score
from affray.rulesets.horizon.sheet import Aug
from affray.testing.script import causes, first
from tests.horizon.cast import (
    END,
    act,
    added,
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
    lying,
    made,
    offered,
    rolls,
    steps,
    table,
)

LOOK = act("look about")

# --- tests ----------------------------------------------------------------------------------------


@pytest.mark.rule("HZN-SKL-01", "HZN-SKL-02", "HZN-SKL-05")
def test_a_test_is_a_die_per_rank_worth_0_1_or_2_and_the_trait_once():
    start = fight(fighter(acuity=4, skills={"awareness": 6}), foe())
    chance = asks(start, LOOK).chance
    assert chance is not None
    assert chance.sides == (6,) * 6
    play = do(start, LOOK, (1, 2, 3, 4, 5, 6))
    assert first(play, fx.Searched).score == 0 + 0 + 0 + 1 + 1 + 2 + 4
    assert {"HZN-SKL-01", "HZN-SKL-02", "HZN-SKL-05"} <= causes(play)


@pytest.mark.rule("HZN-SKL-02")
def test_half_of_all_faces_are_worth_nothing():
    assert dict(score(2, 0).faces) == {0: 9, 1: 12, 2: 10, 3: 4, 4: 1}


@pytest.mark.rule("HZN-SKL-03")
def test_the_best_of_the_linked_traits_counts_once():
    runner = fighter(strength=3, resilience=5, skills={"endurance": 1}, score=5)
    play = do(fight(runner, foe(at=(40, 0))), act("push on", 1), (1,))
    assert added(play, "push the move") == {"HZN-SKL-03": 5}


@pytest.mark.rule("HZN-SKL-04")
def test_awareness_goes_by_acuity():
    play = do(fight(fighter(acuity=5, agility=9, skills={"awareness": 1}), foe()), LOOK, (6,))
    assert added(play, "look about") == {"HZN-SKL-04": 5}


@pytest.mark.option("untrained")
@pytest.mark.parametrize(("how", "resisted"), [("trait", True), ("minus5", False), ("forbidden", False)])
def test_a_skill_that_is_not_unlocked_has_no_dice(how, resisted):
    shooter = fighter(weapons=("light-combat-pistol",), score=4)
    start = fight(shooter, foe(strength=6), house=house(untrained=how))
    play = do(start, act("attack", 1, item="stagger"))
    assert (body(play, 1).owed == 0) is resisted


@pytest.mark.option("untrained")
@pytest.mark.rule("HZN-RUL-08")
def test_what_is_not_unlocked_cannot_be_tried_by_the_option():
    start = fight(fighter(screened=("Bo",)), foe())
    assert forbids(start, act("hide")) == set()
    assert forbids(start._replace(house=house(untrained="forbidden")), act("hide")) == {"HZN-RUL-08"}


# --- the combat test ------------------------------------------------------------------------------


def waiting(**changes):
    """Ada's turn is about to begin."""
    return fighter(
        weapons=("light-combat-pistol",), skills={"high-caliber combat": 3}, acuity=3, order=9, **changes
    )


@pytest.mark.rule("HZN-WSK-01")
@pytest.mark.rule("HZN-PRF-01", "HZN-PRF-02", "HZN-RND-02")
def test_a_turn_begins_with_one_test_of_the_weapon_in_use():
    play = steps(fight(waiting(), foe(over=True), current=None), (4, 6, 1))
    assert rolls(play, "combat test")[0].value == 3 + 3
    assert body(play).tests == (("high-caliber combat", 6),)
    assert table(play).current == 0
    assert {"HZN-PRF-01", "HZN-PRF-02", "HZN-WSK-01", "HZN-WPN-02", "HZN-RND-02"} <= causes(play)


@pytest.mark.rule("HZN-PRF-03", "HZN-ACT-04")
def test_the_row_of_the_score_serves_all_actions_of_the_turn():
    start = fight(fighter(weapons=("light-combat-pistol",), score=11), foe())
    play = do(start, act("attack", 1))
    play = do(play.fight, act("attack", 1))
    assert lost(play) == 13 + 13
    assert not rolls(play, "combat test")
    play = do(start, act("defend"))
    assert body(play).pool == 16
    play = do(start, act("move", to=(0, 10)))
    assert body(play).spot == (0, 1000)


@pytest.mark.rule("HZN-PRF-06", "HZN-ATK-08")
def test_the_row_says_how_far_an_attack_reaches():
    at = {
        score: fight(fighter(weapons=("light-combat-pistol",), score=score), foe(at=(15, 0)))
        for score in (5, 6)
    }
    assert forbids(at[5], act("attack", 1)) == {"HZN-ATK-08"}
    assert forbids(at[6], act("attack", 1)) == set()
    assert "HZN-PRF-06" in causes(do(at[6], act("attack", 1)))


@pytest.mark.rule("HZN-DHS-04")
def test_bare_hands_test_on_the_unarmed_profile():
    bare = waiting(hand="")._replace(sheet=waiting(style="silat").sheet)
    play = steps(fight(bare, foe(over=True), current=None))
    assert body(play).tests == (("special combat", 2),)
    assert {"HZN-DHS-04", "HZN-WPN-34"} <= causes(play)


@pytest.mark.option("test.time")
def test_the_test_may_come_as_the_round_begins_or_when_it_is_first_needed():
    pair = (waiting(over=True), foe(over=True, borrowed=0))
    ahead = steps(fight(*pair, house=house(test_time="round_start"), current=None), (6, 6, 6))
    assert [b.tests for b in ahead.fight.fighters] == [
        (("high-caliber combat", 9),),
        (("special combat", 2),),
    ]
    kept = steps(ahead.fight)
    assert (table(kept).current, body(kept).tests) == (0, (("high-caliber combat", 9),))
    needed = fight(waiting(), foe(over=True), house=house(test_time="first_need"), current=None)
    play = steps(needed)
    assert body(play).tests == ()
    play = do(play.fight, act("attack", 1), (6, 6, 6))
    assert lost(play) == 12


@pytest.mark.option("test.time")
@pytest.mark.rule("HZN-ATK-08")
def test_who_tests_when_needed_and_falls_short_keeps_the_action():
    start = fight(waiting(), foe(at=(14, 0)), house=house(test_time="first_need"))
    play = do(start, act("attack", 1), (1, 1, 1))
    assert (lost(play), body(play).actions) == (0, 2)
    assert body(do(start, act("defend"), (1, 1, 1))).pool == 8


# --- changing weapons within a turn ---------------------------------------------------------------

PISTOL, RIFLE = "light-combat-pistol", "light-assault-rifle"


def drew(second: str, how: str, *answers: object):
    """Ada tested with a pistol at 10 and has switched to another weapon."""
    ranks = {"high-caliber combat": 1, "rapid-fire combat": 2, "special combat": 1}
    start = fight(
        fighter(weapons=(PISTOL, second), skills=ranks, score=10),
        foe(at=(2, 0)),
        house=house(weapon_change=how),
    )
    return do(start, act("switch", item=item(second).name), *answers).fight


@pytest.mark.rule("HZN-RUL-05")
@pytest.mark.option("weapon.change")
def test_the_score_is_read_on_another_weapon_of_the_same_skill():
    play = do(drew("light-combat-shotgun", "same_skill"), act("attack", 1))
    assert lost(play) == 10 + 5 + 5
    assert forbids(drew(RIFLE, "same_skill"), act("attack", 1)) == {"HZN-RUL-05"}
    assert body(do(drew(RIFLE, "same_skill"), act("defend"))).pool == 10


@pytest.mark.rule("HZN-RUL-05")
@pytest.mark.option("weapon.change")
def test_by_the_options_it_is_always_read_or_tested_anew_or_not_at_all():
    assert lost(do(drew(RIFLE, "carry"), act("attack", 1))) == 14
    again = drew(RIFLE, "retest", (6, 6))
    assert body_of(again).tests == (("high-caliber combat", 10), ("rapid-fire combat", 6))
    assert lost(do(again, act("attack", 1))) == 11
    locked = drew("light-combat-shotgun", "locked")
    assert forbids(locked, act("attack", 1)) == forbids(locked, act("defend")) == {"HZN-RUL-05"}
    assert "HZN-RUL-05" in forbids(locked, act("move", to=(0, 1)))
    bare = do(locked, act("drop", item="Light Combat Shotgun")).fight
    assert forbids(bare, act("attack", 1)) == {"HZN-RUL-05"}
    assert body(do(bare, act("move", to=(0, 10)))).spot == (0, 1000)


@pytest.mark.option("weapon.change")
def test_a_new_test_comes_however_the_hand_has_changed():
    again = house(weapon_change="retest")
    ranks = {"rapid-fire combat": 1, "special combat": 1}

    def tests(after):
        return [skill for skill, _ in body(after).tests]

    rifle = fighter(weapons=(RIFLE,), skills=ranks, score=10)
    dropped = do(fight(rifle, foe(), house=again), act("drop", item="Light Assault Rifle"), (6,))
    assert tests(dropped) == ["rapid-fire combat", "special combat"]
    empty = rifle._replace(hand="", kit=(), tests=(("rapid-fire combat", 10),))
    rock = (lying(made("rock")),)
    assert (
        len(tests(do(fight(empty, foe(), house=again, ground=rock), act("pick up", item="rock"), (1,)))) == 2
    )
    thrown = do(fight(rifle, foe(at=(2, 0)), house=again), act("throw", 1), (5,))
    assert body(thrown).tests == (("rapid-fire combat", 10), ("special combat", 3))
    elsewhere = fight(rifle, foe(), house=again, current=1)
    assert tests(do(elsewhere, act("drop", item="Light Assault Rifle"))) == ["rapid-fire combat"]


def body_of(state):
    return state.bodies[0]


# --- rounds and actions ---------------------------------------------------------------------------


@pytest.mark.rule("HZN-RND-01", "HZN-TRN-01", "HZN-RND-02")
def test_one_after_another_then_a_new_round():
    pair = (fighter(order=5, over=True), foe(order=3))
    turn = steps(fight(*pair, current=None), END, pieces=2)
    assert [int(e.turn) for e in turn.done if isinstance(e, fx.TurnFell) and e.turn is not None] == [1]
    play = steps(turn.fight)
    assert table(play).round == 2
    assert [b.over for b in play.fight.fighters] == [False, False]
    assert {"HZN-RND-01", "HZN-TRN-01"} <= causes(play)


@pytest.mark.rule("HZN-ACT-01", "HZN-ACT-02", "HZN-ACT-03")
def test_two_actions_in_any_mix_and_no_third():
    shooter = fighter(weapons=(PISTOL,), score=11)
    play = steps(fight(shooter, foe()), act("attack", 1), act("defend"), pieces=2)
    assert (lost(play), body(play).pool, body(play).actions) == (13, 16, 0)
    assert "HZN-ACT-01" in forbids(play.fight, act("attack", 1))
    assert {"HZN-ACT-01", "HZN-ACT-02", "HZN-ACT-03"} <= causes(play)


@pytest.mark.rule("HZN-ACT-03")
def test_the_menu_has_all_the_actions_of_the_sheet():
    start = fight(fighter(weapons=(item(PISTOL, 1), RIFLE), score=11), foe())
    assert {"attack", "defend", "move", "reload", "holster", "switch", "dive"} <= offered(start)
    assert "draw" in offered(fight(fighter(weapons=(PISTOL,), hand="", score=11), foe()))


@pytest.mark.rule("HZN-ACT-05", "HZN-RUL-27")
def test_augs_give_actions_and_attacks():
    augs = (
        Aug("reflexes", actions=1),
        Aug("linked trigger", attacks=1),
        Aug("scope", skill="high-caliber combat", ap=2),
    )
    start = fight(waiting(sheet={"augs": augs}), foe(over=True), current=None)
    play = steps(start, (1, 1, 1))
    assert (body(play).actions, body(play).extra, body(play).tests[0][1]) == (3, 1, 3 + 2)
    play = do(play.fight, act("attack", 1))
    assert (body(play).actions, body(play).extra) == (3, 0)
    assert "HZN-ACT-05" in causes(play)
