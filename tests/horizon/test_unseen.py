"""DIS, STL, EXT, ESC: out of sight, hidden, at work, away."""

import pytest

from affray.core.effect import Who
from affray.core.space import point
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon.sheet import Aug, Task
from affray.testing.script import causes
from tests.horizon.cast import (
    END,
    PLAIN,
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
    lost,
    next_asked,
    offered,
    rolls,
    steps,
    table,
    wall,
)

HEDGE = (wall("hedge", (5, -5), (5, 5)),)
HIDE, WORK = act("hide"), act("work")
SNEAKY = {"skills": {"stealth": 1}, "walls": HEDGE}
LOCK = Task("pick a lock", "tech lore", 8)


def sneaker(**changes):
    return fighter(**{**SNEAKY, **changes})


# --- disengaged -----------------------------------------------------------------------------------


@pytest.mark.rule("HZN-DIS-04")
@pytest.mark.rule("HZN-DIS-01")
def test_breaking_every_line_of_sight_is_all_it_takes():
    assert forbids(fight(sneaker(), foe(walls=HEDGE)), HIDE) == set()
    assert forbids(fight(sneaker(walls=()), foe()), HIDE) == {"HZN-DIS-04"}
    two = fight(sneaker(), foe(walls=HEDGE), foe("Cy", (3, 0), walls=HEDGE))
    assert forbids(two, HIDE) == {"HZN-DIS-04"}
    down = fight(sneaker(walls=()), foe(health=0), foe("Cy", screened=("Ada",)))
    assert forbids(down, HIDE) == set()


@pytest.mark.rule("HZN-DIS-01")
@pytest.mark.rule("HZN-DIS-02")
def test_sight_is_mutual():
    start = fight(sneaker(screened=("Bo",), walls=(), weapons=("light-combat-pistol",), score=10), foe())
    assert forbids(start, HIDE) == set()
    assert forbids(start, act("attack", 1)) == {"HZN-DIS-01"}
    assert "HZN-DIS-01" in causes(do(start, HIDE, (1,)))


@pytest.mark.rule("HZN-DIS-01")
@pytest.mark.rule("HZN-DIS-03")
def test_detectors_do_not_undo_it_but_let_one_attack():
    sharp = foe(walls=HEDGE, sheet={"augs": (Aug("radar", senses=True),)}, weapons=("lmg",), score=10)
    play = do(fight(sneaker(), sharp), HIDE, (6,))
    assert body(play).hidden
    assert "HZN-DIS-03" in causes(play)
    shot = fight(fighter(walls=HEDGE, borrowed=2), sharp, current=1)
    assert forbids(shot, act("attack", 0), who=1) == set()
    assert forbids(fight(fighter(walls=HEDGE), foe(walls=HEDGE, weapons=("lmg",), score=10), current=1),
                   act("attack", 0), who=1) == {"HZN-DIS-01"}  # fmt: skip


@pytest.mark.rule("HZN-DIS-04", "HZN-EXT-01")
def test_stealth_and_extended_actions_demand_it():
    seen = fight(fighter(task=LOCK), foe())
    assert forbids(seen, HIDE) == {"HZN-DIS-04"}
    assert forbids(seen, WORK) == {"HZN-EXT-01"}
    assert {"hide", "work"} <= offered(fight(fighter(task=LOCK, walls=HEDGE), foe(walls=HEDGE)))


# --- stealth --------------------------------------------------------------------------------------


@pytest.mark.rule("HZN-SKL-03")
@pytest.mark.rule("HZN-STL-01")
@pytest.mark.option("stealth.cost")
def test_stealth_is_a_test_for_an_action():
    start = fight(sneaker(acuity=3), foe(walls=HEDGE))
    play = do(start, HIDE, (6,))
    assert (body(play).hidden, body(play).stealth, body(play).actions) == (True, 5, 1)
    assert added(play, "stealth") == {"HZN-SKL-03": 3}
    assert body(do(start._replace(house=house(stealth_cost=0)), HIDE, (6,))).actions == 2
    assert body(do(start._replace(house=house(stealth_cost=2)), HIDE, (6,))).actions == 0


def spied(stealth, *answers, house=PLAIN, watchers=1, awareness=1):
    """Ada hides in plain view; blue gains sight of her."""
    looks = {"skills": {"awareness": awareness}}
    blues = [foe(name, (10, n), **looks) for n, name in enumerate(("Bo", "Cy")[:watchers])]
    hidden = fighter(hidden=True, stealth=stealth, over=True, skills={"stealth": 1})
    start = fight(hidden, *blues, house=house, current=1)
    return steps(start, *answers, END)


@pytest.mark.rule("HZN-STL-02", "HZN-STL-03")
def test_an_enemy_who_gains_sight_looks_and_the_sneaker_stays_unnoticed():
    play = spied(5, (6,))
    assert (body(play).hidden, body(play).checked, body(play).noticed) == (True, ("Bo",), ())
    assert {"HZN-STL-02", "HZN-STL-03"} <= causes(play)
    gun = body(play, 1)._replace(tests=(("special combat", 9),), spot=point(1, 0), actions=2)
    assert "HZN-DIS-01" in forbids(fight(body(play), gun, current=1), act("attack", 0), who=1)
    assert not rolls(steps(fight(body(play), body(play, 1), current=1), END), "notice")


@pytest.mark.rule("HZN-STL-04")
def test_who_loses_is_seen_and_the_watcher_can_warn_the_others():
    quiet = spied(3, (6,), False, (1,), watchers=2)
    assert (body(quiet).hidden, body(quiet).noticed) == (True, ("Bo",))
    loud = spied(3, (6,), True, watchers=2)
    assert body(loud).hidden is False
    assert "HZN-STL-04" in causes(loud)


@pytest.mark.rule("HZN-STL-02")
def test_who_loses_sight_has_to_look_again():
    start = fight(
        sneaker(hidden=True, checked=("Bo",), noticed=("Bo",)), foe(walls=HEDGE, order=1), current=1
    )
    play = steps(start, END)
    assert (body(play).checked, body(play).noticed) == ((), ())


@pytest.mark.option("ties")
def test_a_tie_leaves_the_sneaker_unseen_but_by_the_options():
    assert body(spied(4, (6,))).noticed == ()
    assert body(spied(4, (6,), False, house=house(ties="changed"))).noticed == ("Bo",)
    assert body(spied(3, (4,), (4,), (6,), False, house=house(ties="reroll"))).noticed == ("Bo",)


@pytest.mark.option("stealth.watchers")
def test_each_watcher_rolls_or_the_best_alone_or_the_sneaker_anew():
    assert len(rolls(spied(9, (6,), (6,), watchers=2), "notice")) == 2
    best = spied(9, (6,), watchers=2, house=house(stealth_watchers="best"))
    assert (len(rolls(best, "notice")), body(best).checked) == (1, ("Bo", "Cy"))
    anew = spied(0, (6,), (5,), (6,), (5,), watchers=2, house=house(stealth_watchers="anew"))
    assert [len(rolls(anew, what)) for what in ("stealth", "notice")] == [2, 2]


@pytest.mark.rule("HZN-STL-04")
def test_attacking_or_speaking_gives_one_away():
    start = fight(sneaker(walls=(), hidden=True, score=9, checked=("Bo",)), foe(at=(1, 0)))
    assert body(do(start, act("attack", 1))).hidden is False
    assert body(do(start, act("speak", n=3))).hidden is False


# --- extended actions -----------------------------------------------------------------------------


def worker(**changes):
    return fighter(**{"task": LOCK, "walls": HEDGE, "skills": {"tech lore": 2}, "agility": 3, **changes})


@pytest.mark.rule("HZN-EXT-02")
def test_the_director_may_forbid_it():
    start = fight(worker(), foe(walls=HEDGE))
    assert asks(start, WORK).asked.who == -1
    play = do(start, WORK, False)
    assert (body(play).progress, body(play).actions) == (0, 2)
    assert "HZN-EXT-02" in causes(play)


@pytest.mark.rule("HZN-EXT-03", "HZN-EXT-04", "HZN-RUL-67")
def test_one_roll_a_turn_and_nothing_else_but_a_few_steps():
    start = fight(worker(), foe(walls=HEDGE))
    play = do(start, WORK, True, (4, 6))
    assert (body(play).progress, body(play).actions, body(play).working) == (5, 0, True)
    assert forbids(play.fight, WORK) >= {"HZN-EXT-04"}
    assert forbids(play.fight, act("defend")) >= {"HZN-EXT-04"}
    assert body(do(play.fight, act("shift", to=(0, 3)))).spot == (0, 300)
    assert forbids(play.fight, act("shift", to=(0, 3.01))) == {"HZN-EXT-04"}
    done = do(fight(worker(progress=5), foe(walls=HEDGE)), WORK, True, (1, 5))
    assert body(done).task is None
    assert {"HZN-EXT-03", "HZN-EXT-04"} <= causes(play)
    assert forbids(fight(worker(acted=True), foe(walls=HEDGE)), WORK) == {"HZN-EXT-04"}


@pytest.mark.rule("HZN-EXT-05", "HZN-EXT-06")
def test_in_sight_of_an_enemy_the_progress_is_paused_until_it_is_out_of_sight():
    start = fight(worker(progress=3, walls=(), over=True), foe(), current=1)
    seen = steps(start, END)
    assert (body(seen).paused, body(seen).progress) == (True, 3)
    assert "HZN-EXT-05" in causes(seen)
    for change in ({"health": 0}, {"stunned": True}, {"screened": ("Ada",)}):
        gone = body(seen, 1)._replace(over=False, **change)
        other = foe("Cy", walls=(), screened=("Ada",))
        play = steps(fight(body(seen), gone, other, current=2), END)
        assert body(play).paused is False
        assert "HZN-EXT-06" in causes(play)


@pytest.mark.rule("HZN-EXT-06")
def test_a_comrade_may_stand_in_the_way_if_the_director_says_so():
    start = fight(worker(walls=(), score=11), foe(), fighter("Abe", at=(4, 0)))
    play = do(start, act("get behind", 2), True)
    assert (body(play).spot, body(play).screened) == ((300, 0), ("Bo",))
    assert body(do(start, act("get behind", 2), False)).screened == ()
    assert body(do(play.fight, act("dive", to=(3, 2)))).screened == ()


def behind_abe(*more, **changes):
    """Ada behind Abe, out of sight of Bo and Cy; in whose turn `current` says."""
    ada = worker(walls=(), score=11, screened=("Bo", "Cy"), over=True)
    abe = fighter("Abe", at=(1, 0), score=11)
    return fight(ada, foe(score=11), foe("Cy", score=11), abe, *more, **changes)


@pytest.mark.rule("HZN-EXT-06", "HZN-DIS-02")
def test_whoever_walks_round_a_comrade_sees_who_stood_behind():
    for way in (act("move", to=(8, 5)), act("dive", to=(9, 1)), act("fall back", 3)):
        play = do(behind_abe(current=1), way, who=1)
        assert body(play).screened == ("Cy",)
        assert {"HZN-EXT-06", "HZN-DIS-02"} <= causes(play)
    assert body(do(behind_abe(current=1), act("dive"), who=1)).screened == ("Bo", "Cy")
    assert body(do(behind_abe(current=1), act("defend"), who=1)).screened == ("Bo", "Cy")


@pytest.mark.rule("HZN-EXT-06")
def test_a_comrade_who_walks_away_leaves_nobody_behind_it():
    away = act("move", to=(9, 0))
    assert body(do(behind_abe(current=3), away, who=3)).screened == ()
    assert body(do(behind_abe(current=3), act("move", to=(2, 0)), who=3)).screened == ("Bo", "Cy")
    ann = fighter("Ann", at=(0, 1))
    assert body(do(behind_abe(ann, current=3), away, who=3)).screened == ("Bo", "Cy")
    assert body(do(behind_abe(ann._replace(health=0), current=3), away, who=3)).screened == ()
    far = fighter("Ann", at=(-9, 0), score=11)
    gone = do(behind_abe(far, current=4), act("move", to=(-8, 0)), who=4)
    assert body(gone).screened == ("Bo", "Cy")


@pytest.mark.option("dive.ends_task")
def test_a_dive_leaves_the_roll_but_by_the_option():
    start = fight(worker(progress=5, gained=4, working=True, actions=0), foe(walls=HEDGE))
    assert body(do(start, act("dive"))).progress == 5
    assert body(do(start._replace(house=house(dive_ends_task=True)), act("dive"))).progress == 1


@pytest.mark.option("dive.time")
def test_nobody_dives_away_from_an_attacker_it_does_not_know_of():
    sniper = fighter(weapons=("light-combat-pistol",), score=9, hidden=True, stealth=9, checked=("Bo",))
    start = fight(sniper, fighter("Bo", "blue", (9, 0)), house=house(dive_time="before"))
    shot = act("attack", 1)
    assert asks(start, shot).options == (None, act("dive"))
    assert body(do(start, shot, act("dive")), 1).diving == 4
    known = start._replace(house=house())
    assert asks(known, shot).options == (None, act("dive"), act("dive", 0))


# --- escape ---------------------------------------------------------------------------------------

FLEE = act("flee")


@pytest.mark.rule("HZN-ESC-01")
def test_who_wants_away_disengages_first():
    assert forbids(fight(sneaker(walls=()), foe()), FLEE) == {"HZN-ESC-01"}
    play = do(fight(sneaker(), foe(walls=HEDGE)), FLEE)
    assert (body(play).fleeing, body(play).actions) == (True, 2)
    assert "HZN-ESC-01" in causes(play)


def round_over(*bodies, **changes):
    return fight(*[b._replace(over=True) for b in bodies], current=None, **changes)


@pytest.mark.rule("HZN-ESC-02")
def test_three_rounds_in_a_row_without_being_located_are_an_escape():
    runner = sneaker(fleeing=True, lost=1)
    play = steps(round_over(runner, foe(walls=HEDGE), fighter("Abe", at=(0, 9), walls=HEDGE)))
    assert (body(play).lost, body(play).escaped) == (2, False)
    again = steps(round_over(*play.fight.fighters))
    assert body(again).escaped
    assert "HZN-ESC-02" in causes(again)
    found = steps(round_over(sneaker(fleeing=True, lost=2, walls=()), foe()))
    assert (body(found).lost, body(found).fleeing) == (0, True)


@pytest.mark.rule("HZN-ESC-02")
def test_the_round_in_which_flight_begins_is_not_counted():
    fled = do(fight(sneaker(), foe(walls=HEDGE)), FLEE)
    first = steps(round_over(*fled.fight.fighters))
    assert (body(first).lost, body(first).fleeing, body(first).located) == (0, True, False)
    second = steps(round_over(*first.fight.fighters))
    third = steps(round_over(*second.fight.fighters))
    assert (body(second).lost, body(third).lost, body(third).escaped) == (1, 2, False)
    assert body(steps(round_over(*third.fight.fighters))).escaped


@pytest.mark.option("escape.count")
def test_one_who_is_found_starts_only_its_own_count_anew_but_by_the_option():
    runners = (sneaker(fleeing=True, lost=1), fighter("Abe", at=(9, 0), fleeing=True, lost=1, walls=HEDGE))
    start = round_over(*runners, foe(walls=HEDGE))
    assert [b.lost for b in steps(start).fight.fighters] == [2, 0, 0]
    assert [b.lost for b in steps(start._replace(house=house(escape_count="side"))).fight.fighters] == [
        0,
        0,
        0,
    ]


@pytest.mark.rule("HZN-ESC-03")
def test_meeting_again_is_a_new_combat_with_a_new_order_and_perhaps_surprise():
    runner = sneaker(escaped=True, order=9, acuity=5)
    start = round_over(runner, foe(walls=HEDGE, order=5), fighter("Abe", at=(0, 9), walls=HEDGE, order=7))
    assert next_asked(start).asked.question == "meet again"
    stays = steps(start, False)
    assert (table(stays).round, body(stays).escaped) == (2, True)
    back = steps(start, True)
    assert (table(back).round, body(back).escaped) == (0, False)
    begun = steps(back.fight)
    assert [b.order for b in begun.fight.fighters] == [5 + 5, 2, 2 + 2]
    assert body(begun).surprise
    assert "HZN-ESC-03" in causes(back)


@pytest.mark.rule("HZN-DIS-04")
def test_the_director_puts_something_between():
    start = fight(fighter(skills={"stealth": 1}), foe())
    after = start.after(fx.Screened(Who(0), Who(1)))
    assert forbids(start, HIDE) == {"HZN-DIS-04"}
    assert forbids(after, HIDE) == set()
    assert lost(do(fight(fighter(score=9), foe(at=(1, 0))), act("attack", 1))) == 10


@pytest.mark.rule("HZN-STL-03")
def test_nobody_goes_towards_one_who_is_unnoticed():
    start = fight(fighter(score=9), foe(hidden=True, stealth=9, checked=("Ada",)))
    assert forbids(start, act("move", 1)) == forbids(start, act("dive", 1)) == {"HZN-STL-03"}
    seen = fight(fighter(score=9), foe(hidden=True, stealth=9, checked=("Ada",), noticed=("Ada",)))
    assert forbids(seen, act("move", 1)) == set()
