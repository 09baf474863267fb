"""HZN-RUL-69 and what it is for: what may be done at any moment, also on others' turns."""

import pytest

from affray.core.effect import Who
from affray.rulesets.horizon import RULESET
from affray.rulesets.horizon.sheet import Task
from affray.session import opening
from affray.testing.script import causes
from tests.horizon.cast import (
    END,
    act,
    body,
    do,
    fight,
    fighter,
    foe,
    forbids,
    item,
    lying,
    next_asked,
    offered,
    rolls,
    steps,
    wall,
)

ALERT, EASY = act("stay alert"), act("stand easy")
DEFEND = act("defend")


def alert(**changes):
    """Ada is on the alert; it is Bo's turn and nobody else's."""
    ada = fighter(
        over=True, poised=True, skills={"awareness": 1}, weapons=("light-combat-pistol",), **changes
    )
    return fight(ada, foe(score=5), current=1, heed=True)


@pytest.mark.rule("HZN-COM-01", "HZN-AWR-02", "HZN-OBJ-08", "HZN-DIV-02", "HZN-RUL-69")
def test_by_default_whoever_stays_alert_is_asked_as_turns_begin_and_after_each_action():
    said = do(fight(fighter(), foe()), ALERT)
    assert (body(said).poised, said.fight.table.heed, body(said).actions) == (True, True, 2)
    assert next_asked(said.fight, END, pieces=2).asked.question == "out of turn"
    start = alert()
    assert next_asked(start).asked == next_asked(fight(*start.fighters, current=1)).asked
    after = next_asked(start, DEFEND, pieces=2)
    assert (after.asked.who, after.asked.question) == (0, "out of turn")
    names = [option.name for option in after.options if option is not None]
    assert names == ["speak", "speak", "make a sound", "look about", "drop", "dive", "stand easy"]


@pytest.mark.rule("HZN-COM-01")
def test_one_speaks_any_number_of_words_between_two_actions_of_another():
    play = steps(alert(), DEFEND, act("speak", n=12), DEFEND, pieces=2)
    assert (body(play).words, body(play, 1).actions) == (12, 0)


@pytest.mark.rule("HZN-AWR-02")
def test_one_looks_about_between_two_actions_of_another():
    play = steps(alert(), DEFEND, act("look about"), (6,), DEFEND, pieces=2)
    assert body(play).searched
    assert "HZN-AWR-02" in causes(play)


@pytest.mark.rule("HZN-OBJ-08")
def test_one_drops_what_is_in_hand_between_two_actions_of_another():
    play = steps(alert(), DEFEND, act("drop", item="Light Combat Pistol"), DEFEND, pieces=2)
    assert body(play).hand == ""
    assert "HZN-OBJ-08" in causes(play)


@pytest.mark.rule("HZN-DIV-02", "HZN-DIV-04")
def test_one_dives_out_of_reach_between_two_actions_of_another():
    play = steps(alert(), DEFEND, act("dive", to=(-2, 0)), DEFEND, pieces=2)
    assert (body(play).spot, body(play).borrowed) == ((-200, 0), 1)
    assert {"HZN-DIV-02", "HZN-DIV-04"} <= causes(play)


@pytest.mark.rule("HZN-RUL-69")
def test_who_is_alert_is_asked_once_after_each_deed_and_not_after_standing_easy():
    chatty = steps(alert(), DEFEND, None, act("speak", n=1), None, DEFEND, pieces=3)
    assert body(chatty, 1).words == 1
    easy = steps(alert(), DEFEND, EASY, DEFEND, pieces=2)
    assert not body(easy).poised
    assert next_asked(easy.fight).asked.who == 1
    assert "stay alert" in offered(fight(fighter(), foe()))
    assert forbids(fight(fighter(poised=True), foe()), ALERT) == {"HZN-RUL-69"}
    assert forbids(fight(fighter(), foe()), EASY) == {"HZN-RUL-69"}


@pytest.mark.rule("HZN-RUL-69")
def test_the_director_puts_somebody_on_the_alert_at_any_moment():
    session = opening.begin(RULESET, RULESET.scenes["duel"], seed=1)
    session.say.correct(["alert", "Odell"], "because")
    assert (session.fight.fighters[0].poised, session.fight.table.heed) == (True, True)


# --- legal, and offered ---------------------------------------------------------------------------

LOCK = Task("pick a lock", "tech lore", 8)
HEDGE = (wall("hedge", (5, -5), (5, 5)),)


def worker(**changes):
    given = {"task": LOCK, "skills": {"tech lore": 2}, "walls": HEDGE, "score": 3}
    return fighter(**{**given, **changes})


@pytest.mark.rule("HZN-MOV-06")
@pytest.mark.rule("HZN-EXT-04")
def test_the_few_steps_may_come_before_the_roll_and_give_the_turn_to_the_work():
    start = fight(worker(), foe(walls=HEDGE), fighter("Al", at=(-3, 0)))
    shift = act("shift", to=(0, -2))
    assert "shift" in offered(start)
    gone = do(start, shift)
    assert (body(gone).spot, body(gone).working, body(gone).actions) == ((0, -200), True, 2)
    for other in ("defend", "attack", "holster", "move"):
        assert "HZN-EXT-04" in forbids(gone.fight, act(other, 1 if other in ("attack", "move") else None))
    done = do(gone.fight, act("work"), True, (4, 6))
    assert (body(done).progress, body(done).actions) == (5, 0)
    assert forbids(done.fight, act("shift", to=(0, -1))) == {"HZN-MOV-06"}
    refused = do(gone.fight, act("work"), False)
    assert (body(refused).working, body(refused).moved) == (False, True)


@pytest.mark.rule("HZN-EXT-04")
@pytest.mark.rule("HZN-EXT-03")
def test_who_cannot_work_this_turn_does_not_shift():
    assert forbids(fight(worker(task=None), foe(walls=HEDGE)), act("shift", to=(0, 1))) == {"HZN-EXT-03"}
    assert forbids(fight(worker(acted=True), foe(walls=HEDGE)), act("shift", to=(0, 1))) == {"HZN-EXT-04"}
    assert forbids(fight(worker(), foe(walls=HEDGE)), act("shift", to=(0, 2.01))) == {"HZN-EXT-04"}


@pytest.mark.rule("HZN-OBJ-03", "HZN-OBJ-10")
@pytest.mark.parametrize(("weapon", "free"), [("light-combat-pistol", True), ("light-assault-rifle", False)])
def test_one_drags_with_one_hand_while_the_other_holds_something(weapon, free):
    chair = lying(item("lmg"), (1, 0))
    skill = {"light-combat-pistol": "high-caliber combat"}.get(weapon, "rapid-fire combat")
    ada = fighter(agility=4, weapons=(weapon,), tests=((skill, 25),), tested_with=item(weapon).name)
    start = fight(ada, foe(at=(40, 0)), ground=(chair,))
    drag = act("drag", item="LMG", to=(0, 15))
    if not free:
        assert forbids(start, drag) == {"HZN-OBJ-03"}
        return
    play = do(start, drag)
    assert (body(play).spot, play.fight.table.ground[0].spot) == ((0, 1500), (0, 1500))


@pytest.mark.rule("HZN-ATK-02", "HZN-ATK-06")
@pytest.mark.rule("HZN-RUL-24")
def test_a_grenade_may_be_thrown_at_a_wall_and_strikes_who_stands_near_it():
    fence = (wall("fence", (8, -3), (8, 3), health=60),)
    ada = fighter(weapons=("scrap-grenade",), score=5, walls=fence)
    start = fight(ada, foe(at=(10, 0), walls=fence), foe("Cy", (20, 0), walls=fence))
    play = do(start, act("attack wall", item="fence"), Who(1))
    assert body(play).walls[0].health == 60 - 27
    assert (body(play, 1).health, body(play, 2).health) == (50 - 22, 50)
    assert body(play).kit == ()
    spared = do(start, act("attack wall", item="fence"), None)
    assert (body(spared).walls[0].health, body(spared, 1).health) == (60 - 27, 50)
    assert not rolls(play, "resist stagger")
