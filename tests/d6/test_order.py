"""Order of play (AWARE, INIT, RND): declarations, who goes first, equals, rounds."""

from __future__ import annotations

import pytest

from affray.core.effect import Who
from affray.core.live import Override, resume
from affray.core.play import Play
from affray.rulesets.d6 import RULESET
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6.deadlock import no_hope, weakest
from affray.rulesets.d6.house import House
from affray.rulesets.d6.round import step
from affray.rulesets.d6.scene import CATALOGUE
from affray.testing.script import causes, first
from tests.d6.cast import (
    PISTOL,
    RIFLE,
    SWORD,
    act,
    asked,
    attack,
    body,
    do,
    fight,
    fighter,
    foe,
    forbids,
    house,
    hurts,
    number,
    opened,
    steps,
    table,
)

END = act("end")


def pair(options=None, first=9, second=9, **changes):
    """Two swordsmen who have not declared yet."""
    return fight(
        fighter(weapons=(SWORD,), skills={"melee combat": first}, declared=False),
        foe((4, 0), weapons=(SWORD,), skills={"melee combat": second}, declared=False, **changes),
        house=house(**(options or {})),
    )


DECLARED = (1, "melee combat", 1, "melee combat")
"""Both declare one action, with the sword first."""


# --- awareness --------------------------------------------------------------------------------------


@pytest.mark.rule("DSX-AWARE-01", "DSX-R12", "DSX-R14")
def test_an_unaware_target_is_hit_by_five():
    given = fight(fighter(weapons=(PISTOL,)), foe(sheet={"reflexes": 20}, aware=False, actions=3))
    play = do(given, attack(PISTOL), (1, 2, 2))
    assert number(play) == {"DSX-AWARE-01": 5}
    assert hurts(play) == [12]


@pytest.mark.rule("DSX-AWARE-01", "DSX-R39")
@pytest.mark.option("aware.attacked")
@pytest.mark.parametrize(("knows", "then"), [(True, {"DSX-ATK-01": 20}), (False, {"DSX-AWARE-01": 5})])
def test_whoever_was_attacked_and_lives_knows_of_attacks_from_then_on(knows, then):
    """Three pistols' dice of 1 and 2: five is reached, but no twenty."""
    shooters = fighter(weapons=(PISTOL,)), fighter("Abe", weapons=(PISTOL,))
    target = foe(sheet={"reflexes": 20, "armour": 5}, hp=30, aware=False)
    given = fight(*shooters, target, house=house(aware_attacked=knows))
    play = do(given, attack(PISTOL, 2), (1, 2, 2))
    assert number(play) == {"DSX-AWARE-01": 5}
    assert body(play, 2).aware is knows
    second = do(play.fight, attack(PISTOL, 2), (1, 2, 2), who=1)
    assert number(second) == then
    told = [e for e in play.done if isinstance(e, fx.Noticed)]
    assert told == ([fx.Noticed(Who(2))] if knows else [])


@pytest.mark.rule("DSX-R39")
def test_whoever_is_missed_knows_too_and_a_game_master_may_say_otherwise():
    given = fight(fighter(weapons=(PISTOL,)), foe(aware=False))
    missed = do(given, attack(PISTOL), (1, 1, 1))
    assert not hurts(missed)
    assert body(missed, 1).aware
    assert not missed.fight.after(fx.Noticed(Who(1), aware=False)).bodies[1].aware


@pytest.mark.rule("DSX-R39")
@pytest.mark.parametrize(
    ("weapon", "deed"),
    [("fragmentation grenade", "throw"), (RIFLE, "suppress")],
)
def test_an_explosion_and_suppressing_fire_are_attacks(weapon, deed):
    given = fight(fighter(weapons=(weapon,)), foe(aware=False, sheet={"armour": 9}))
    play = do(given, act(deed, 1, item=weapon, n=5 * (deed == "suppress")), (1, 1, 1))
    assert body(play, 1).aware
    assert first(play, fx.Noticed) == fx.Noticed(Who(1))


@pytest.mark.rule("DSX-AWARE-01")
def test_one_of_whom_nobody_knows_is_known_once_it_has_attacked():
    given = fight(fighter(weapons=(PISTOL,), unseen=True), foe())
    play = do(given, attack(PISTOL), (1, 2, 2))
    assert number(play) == {"DSX-AWARE-01": 5}
    assert not body(play, 0).unseen
    again = do(play.fight.after(fx.Declared(Who(0), 1)), attack(PISTOL), (3, 3, 3))
    assert number(again) == {"DSX-ATK-01": 9}


@pytest.mark.rule("DSX-R14")
@pytest.mark.option("unaware.multi")
@pytest.mark.parametrize(("lowers", "needed"), [(False, 5), (True, 2)])
def test_whether_further_actions_lower_the_five(lowers, needed):
    given = fight(fighter(weapons=(PISTOL,), unseen=True), foe(actions=2), house=house(unaware_multi=lowers))
    play = do(given, attack(PISTOL), (1, 2, 2))
    assert sum(number(play).values()) == needed
    assert hurts(play) == [12 + 5 - needed]


@pytest.mark.rule("DSX-AWARE-01")
def test_the_game_master_says_who_notices():
    given = fight(fighter(done=True), foe(done=True), foe((9, 9), "Cy", aware=False, declared=False))
    no, yes = steps(given, False), steps(given, True)
    assert (body(no, 2).aware, body(yes, 2).aware) == (False, True)
    assert asked(given).asked.who == -1


# --- the order ----------------------------------------------------------------------------------------


@pytest.mark.rule("DSX-INIT-01", "DSX-R3")
def test_the_most_skilled_goes_first():
    play = steps(pair(first=9, second=12), *DECLARED, pieces=3)
    assert [body(play, who).key for who in (0, 1)] == [9, 12]
    assert [body(play, who).acting for who in (0, 1)] == [False, True]
    assert "DSX-INIT-01" in causes(play)


@pytest.mark.rule("DSX-INIT-01")
def test_the_unaware_have_no_turn():
    given = pair(second=12, aware=False)
    play = steps(given, 1, "melee combat", pieces=2)
    assert [body(play, who).acting for who in (0, 1)] == [True, False]


@pytest.mark.rule("DSX-R3", "DSX-INIT-01")
@pytest.mark.option("order.skill")
def test_the_skill_of_the_first_declared_action_gives_the_place():
    given = fight(
        fighter(weapons=(PISTOL, SWORD), skills={"marksmanship": 15}, declared=False), foe(declared=False)
    )
    pistol = steps(given, 1, "marksmanship")
    sword = steps(given, 1, "melee combat")
    assert (body(pistol, 0).key, body(sword, 0).key) == (15, 9)
    assert forbids(sword.fight, attack(PISTOL)) == {"DSX-R3"}
    assert forbids(pistol.fight, attack(PISTOL)) == set()
    readied = steps(given._replace(house=house(order_skill="readied")), 1)
    assert body(readied, 0).key == 15
    seen = steps(given._replace(house=house(order_skill="perception")), 1, (2, 3, 4))
    assert body(seen, 0).key == 9
    assert forbids(seen.fight, attack(PISTOL)) == set()


@pytest.mark.rule("DSX-R3")
def test_the_bloodied_are_slower():
    hurt = pair(first=9).after(fx.Hurt(Who(0), 16))
    assert body(steps(hurt, 1, "melee combat"), 0).key == 5


@pytest.mark.rule("DSX-INIT-02", "DSX-R4")
@pytest.mark.option("order.advantage")
@pytest.mark.parametrize(("how", "key"), [("plus_three", 12), ("first", 1009)])
def test_an_advantage_moves_one_forward(how, key):
    given = fight(
        fighter(weapons=(SWORD,), declared=False),
        foe((4, 0), skills={"brawling": 10}, declared=False),
        house=house(order_advantage=how),
    )
    play = steps(given, 1, "melee combat", 1, pieces=3)
    assert [body(play, who).key for who in (0, 1)] == [key, 10]
    assert body(play, 0).acting
    assert "DSX-INIT-02" in causes(play)
    far = fight(fighter(weapons=(SWORD,), declared=False), foe((6, 0), declared=False))
    assert body(steps(far, 1, "melee combat"), 0).key == 9


# --- equals -------------------------------------------------------------------------------------------


@pytest.mark.rule("DSX-INIT-04", "DSX-R5", "DSX-INIT-01")
def test_equals_act_in_the_state_before_both_and_both_may_fall():
    given = pair().after(fx.Hurt(Who(0), 20)).after(fx.Hurt(Who(1), 20))
    strike, back = attack(at=1), attack(at=0)
    play = steps(given, *DECLARED, False, False, strike, back, (6,), (6,), pieces=5)
    assert sum(number(play).values()) == 9
    assert hurts(play) == []  # 1D+2 comes to 8 at most
    given = pair().after(fx.Hurt(Who(0), 15)).after(fx.Hurt(Who(1), 15))
    play = steps(given, *DECLARED, False, False, strike, back, (6, 6, 6), (6, 6, 6), pieces=5)
    assert hurts(play) == [20, 20]
    assert [body(play, who).hp for who in (0, 1)] == [-5, -5]
    assert RULESET.winner(play.fight) == "nobody"
    assert "DSX-INIT-04" in causes(play)


@pytest.mark.rule("DSX-INIT-04")
def test_nobody_escapes_a_blow_by_moving_at_the_same_moment():
    strike, away = attack(at=1), act("move away", 0)
    play = steps(pair(), *DECLARED, False, False, strike, away, (3, 3, 3), pieces=5)
    assert hurts(play) == [11]
    assert body(play, 1).spot.x == 3400


@pytest.mark.rule("DSX-INIT-04")
def test_what_a_correction_has_made_impossible_is_left_out():
    begun = steps(pair(), *DECLARED, False, False, pieces=4)
    log = [*begun.entries]
    start = pair()

    def rule(play):
        for _ in range(5):
            step(play)

    for answer in (attack(at=1), None, attack(at=0), (6, 6, 6)):
        play, pending = resume(start, rule, log)
        assert pending is not None
        if answer is None:
            log.append(Override(fx.Hurt(Who(0), 40), "a roof falls in", play.effects))
        elif pending.chance is not None:
            log.append(pending.answer(18, (6, 6, 6)))
        else:
            log.append(pending.answer(answer))
    play, pending = resume(start, rule, log)
    assert pending is None
    assert [(int(e.who), e.points) for e in play.done if isinstance(e, fx.Hurt)] == [(0, 40), (0, 20)]


@pytest.mark.rule("DSX-INIT-05")
def test_when_one_of_two_equals_holds_back_the_other_goes_first():
    play = steps(pair(), *DECLARED, True, False, pieces=4)
    assert [body(play, who).acting for who in (0, 1)] == [False, True]
    assert "DSX-INIT-05" in causes(play)
    then = steps(pair(), *DECLARED, True, False, END, pieces=6)
    assert [body(then, who).acting for who in (0, 1)] == [True, False]


@pytest.mark.rule("DSX-INIT-05", "DSX-INIT-04")
def test_when_both_hold_back_they_act_together_after_all():
    play = steps(pair(), *DECLARED, True, True, pieces=4)
    assert [body(play, who).acting for who in (0, 1)] == [True, True]


@pytest.mark.rule("DSX-R5")
@pytest.mark.option("order.tie")
def test_or_dice_decide_between_equals():
    play = steps(pair({"order_tie": "coin"}), *DECLARED, (2,), (5,), pieces=4)
    assert [body(play, who).acting for who in (0, 1)] == [False, True]
    tied = steps(pair({"order_tie": "coin"}), *DECLARED, (2,), (2,), (4,), (3,), pieces=5)
    assert [body(tied, who).acting for who in (0, 1)] == [True, False]
    together = steps(pair({"order_tie": "together"}), *DECLARED, False, False, pieces=4)
    assert [body(together, who).acting for who in (0, 1)] == [True, True]


# --- rounds -------------------------------------------------------------------------------------------


@pytest.mark.rule("DSX-RND-01", "DSX-R36")
@pytest.mark.option("round.seconds")
@pytest.mark.parametrize("seconds", [5, 6])
def test_when_everybody_has_acted_the_next_round_begins(seconds):
    given = pair({"round_seconds": seconds}, first=12)
    play = steps(given, *DECLARED, END, END, pieces=7)
    assert (table(play).round, table(play).clock) == (2, seconds)
    assert not any(b.declared or b.done for b in play.fight.fighters)
    assert "DSX-RND-01" in causes(play)


@pytest.mark.rule("DSX-INIT-06")
def test_the_order_is_worked_out_anew_each_round():
    given = pair(first=12, second=9)
    play = steps(given, *DECLARED, END, END, pieces=7)
    hurt = play.fight.after(fx.Hurt(Who(0), 16))  # 4D becomes 2D
    again = steps(hurt, *DECLARED, pieces=3)
    assert [body(again, who).key for who in (0, 1)] == [6, 9]
    assert body(again, 1).acting
    assert "DSX-INIT-06" in causes(again)


def test_the_first_step_of_a_scene_begins_a_round():
    play = steps(opened())
    assert table(play).round == 1
    assert first(play, fx.RoundBegan).seconds == 5


# --- a fight that can no longer end -------------------------------------------------------------------


def stuck(**changes):
    """Two bloodied thugs whose 1D+2 never reaches 9."""
    return opened(
        {"name": "Ava", "side": "red", "at": (0, 0), "hp": 5},
        {"name": "Bo", "side": "blue", "at": (4, 0), "hp": 5, **changes},
    )


def over(state, **changes):
    """The same at the end of a round."""
    bodies = [b._replace(done=True, declared=True) for b in state.fighters]
    return state._replace(bodies=(*bodies, state.table._replace(**{"round": 1, **changes})))


def armoured(rating, **changes):
    """Two thugs whose fists have to get through so much."""
    strong = {"armour": rating}
    return fight(fighter(sheet=strong), foe((4, 0), sheet=strong, **changes), house=house(defence_floor="5"))


@pytest.mark.rule("DSX-R37")
def test_two_bloodied_thugs_are_not_hopeless_because_either_may_declare_further_actions():
    """Of 1D+2, eight is the most; a foe who declares seven actions has no defence left."""
    assert not no_hope(Play(stuck()))
    assert no_hope(Play(over(armoured(40))))


@pytest.mark.rule("DSX-R37", "DSX-R8")
@pytest.mark.parametrize(
    ("options", "least"),
    [({}, 0), ({"defence.floor": "5"}, 5), ({"multi.penalty": "flat"}, 6), ({"actions.most": 2}, 6),
     ({"actions.most": 2, "range.bands": True}, 1), ({"defence.floor": "none"}, -1000),
     ({"actions.most": 5, "defence.floor": "none"}, -3)],
)  # fmt: skip
def test_the_weakest_a_foe_can_be_counts_what_it_may_declare(options, least):
    """A Reflexes code of 3D: 9, and three less for each further action that is allowed."""
    target = pair().bodies[1]
    assert target.sheet.reflexes == 9
    assert weakest(target, CATALOGUE.house(House, options)) == least


@pytest.mark.rule("DSX-R37")
def test_no_hope_is_where_the_best_blow_comes_to_no_more_than_the_armour():
    """Brawling 3D and a die of advantage: 24 at most; beyond 5 that is 19, with the fist's 3 22."""
    assert no_hope(Play(armoured(22)))
    assert not no_hope(Play(armoured(21)))
    assert not no_hope(Play(armoured(22, weapons=("light pistol",))))
    assert not no_hope(Play(armoured(22, aware=False)))


@pytest.mark.rule("DSX-R37", "DSX-DMG-02")
@pytest.mark.option("fight.called_off")
def test_twenty_rounds_without_a_wound_end_a_fight_by_the_option_alone():
    quiet = over(pair(), round=30, quiet=20)
    on = steps(quiet)
    assert not [e for e in on.done if isinstance(e, fx.Stalled | fx.Closed)]
    assert not table(on).closed
    off = quiet._replace(house=house(fight_called_off=True))
    ended = steps(off)
    assert table(ended).closed
    assert RULESET.winner(ended.fight) == "nobody"
    said = [RULESET.words.told(off, ("Ava", "Bo"), told) for told in ended.story]
    assert said[-2:] == ["Nobody has been hurt for a long time", "The fight is called off"]
    busy = over(pair(), round=30, quiet=19)._replace(house=house(fight_called_off=True))
    assert not [e for e in steps(busy).done if isinstance(e, fx.Stalled)]


@pytest.mark.rule("DSX-R37")
def test_a_game_master_may_still_end_a_fight():
    ended = pair().after(fx.Closed())
    assert RULESET.winner(ended) == "nobody"
