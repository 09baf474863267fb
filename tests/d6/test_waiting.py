"""Holding and aiming (HOLD, AIM): an action set off by an event, a round of lining up."""

from __future__ import annotations

import pytest

from affray.core.effect import Who
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6.actions import legal
from affray.rulesets.d6.sheet import HIDDEN, Cover
from affray.rulesets.d6.state import Held, Ready
from affray.rulesets.d6.words import WORDS
from affray.testing.script import causes, kinds
from tests.d6.cast import (
    FIST,
    PISTOL,
    SWORD,
    act,
    asked,
    asks,
    attack,
    body,
    car,
    do,
    fight,
    fighter,
    foe,
    forbids,
    house,
    hurts,
    number,
    pips,
    spot,
    steps,
)

SHOT = Held("moves", "attack", PISTOL)


def watched(held=SHOT, at=(20, 0), options=None, **holder):
    """A foe who is about to do something, while one with a pistol waits for it."""
    return fight(
        foe(at, weapons=(SWORD,), acting=True),
        fighter("Wim", "red", (0, 0), weapons=(PISTOL,), held=held, done=True, **holder),
        fighter("Hos", "red", (0, 9)),
        house=house(**(options or {})),
    )


# --- holding ------------------------------------------------------------------------------------------


@pytest.mark.rule("DSX-HOLD-01", "DSX-INIT-03", "DSX-R4")
def test_one_names_an_event_and_an_action_and_leaves_the_order():
    given = fight(fighter(weapons=(PISTOL,), acting=True), foe(), fighter("Cy", at=(0, 9)))
    play = do(given, act("hold"), "moves", Ready("attack", PISTOL))
    assert body(play, 0).held == SHOT
    assert (body(play, 0).held_for, body(play, 0).held_at) == (None, None)
    assert (body(play, 0).used, body(play, 0).acting, body(play, 0).done) == (1, False, True)
    assert {"DSX-HOLD-01", "DSX-INIT-03"} <= causes(play)
    hostage = do(given, act("hold", 1), "acts", Ready("attack", PISTOL, 0, Who(2)))
    assert (body(hostage, 0).held_for, body(hostage, 0).held_at) == (1, 2)


@pytest.mark.rule("DSX-HOLD-02", "DSX-INIT-03")
def test_it_happens_together_with_the_event_in_the_state_before_it():
    play = do(watched(), act("move", to=(20, 30)), True, (3, 3, 3))
    assert hurts(play) == [12]
    assert body(play, 0).spot == spot(20, 30)
    assert body(play, 1).held is None
    assert kinds(play).index("Faced") < kinds(play).index("Moved") < kinds(play).index("Hurt")
    assert {"DSX-HOLD-02", "DSX-INIT-03"} <= causes(play)


@pytest.mark.rule("DSX-HOLD-02", "DSX-R5")
def test_whoever_falls_by_it_has_still_done_what_set_it_off():
    given = (
        watched(Held("attacks", "attack", PISTOL), at=(4, 0))
        .after(fx.Hurt(Who(0), 15))
        .after(fx.Hurt(Who(1), 20))
    )
    play = do(given, attack(SWORD, 1), True, (3, 3, 3), (6,))
    assert body(play, 1).hp == 10 - 11
    assert hurts(play) == [11]
    assert number(play, 1) == {"DSX-ATK-01": 9}


@pytest.mark.rule("DSX-HOLD-01")
@pytest.mark.parametrize(
    ("event", "off"), [("moves", True), ("acts", True), ("attacks", False), ("casts", False)]
)
def test_only_the_event_named_sets_it_off(event, off):
    given = watched(SHOT._replace(event=event))
    play = do(given, act("move away", 1), *([True, (3, 3, 3)] if off else []))
    assert bool(hurts(play)) == off


@pytest.mark.rule("DSX-HOLD-01", "DSX-HOLD-02")
def test_only_the_one_named_sets_it_off_and_another_may_be_the_target():
    other = watched(held_for=Who(2))
    assert hurts(do(other, act("move away", 1))) == []
    hostage = watched(held_at=Who(2))
    play = do(hostage, act("move away", 1), True, (3, 3, 3))
    assert [e.who for e in play.done if isinstance(e, fx.Hurt)] == [2]


@pytest.mark.rule("DSX-HOLD-01")
def test_one_may_wait_for_a_friend_even_one_whom_no_foe_knows_of():
    friend = fighter("Hos", at=(0, 9), acting=True, unseen=True)
    given = fight(fighter(weapons=(PISTOL,), acting=True), friend, foe())
    assert act("hold", 1) in legal(given, Who(0))
    play = do(given, act("hold", 1), "moves", Ready("attack", PISTOL, 0, Who(2)))
    assert hurts(do(play.fight, act("move away", 2), True, (3, 3, 3), who=1)) == [12]


@pytest.mark.rule("DSX-HOLD-01", "DSX-HOLD-02")
@pytest.mark.parametrize(
    ("ready", "holder", "then"),
    [
        (Ready("move away"), {}, lambda b: b.spot == spot(-30, 0)),
        (Ready("move", at=Who(2)), {}, lambda b: b.spot == spot(0, 30)),
        (Ready("crawl"), {"prone": True}, lambda b: b.spot == spot(15, 0)),
        (Ready("stand up"), {"prone": True}, lambda b: not b.prone),
        (Ready("draw", SWORD), {}, lambda b: b.hands == (PISTOL, SWORD)),
        (Ready("load", PISTOL), {"shots": (0, 0)}, lambda b: b.shots == (17, 0)),
        (Ready("take cover", "rock"), {}, lambda b: b.cover is not None),
        (Ready("get out of sight", "wall"), {}, lambda b: b.cover is not None and b.cover.kind == HIDDEN),
        (Ready("evade"), {"drives": car(), "aboard": Who(0)}, lambda b: b.evading),
    ],
    ids=lambda value: value.name if isinstance(value, Ready) else "",
)
def test_any_action_can_be_held(ready, holder, then):
    given = fight(
        fighter(weapons=(PISTOL, SWORD), acting=True, **holder),
        foe((20, 0), acting=True),
        foe((0, 40), "Cy"),
        covers=(Cover("rock", "light", None), Cover("wall", "total", None)),
    )
    held = do(given, act("hold"), "acts", ready).fight
    assert not then(held.bodies[0])
    assert then(body(do(held, act("move", to=(20, 9)), True, who=1), 0))


@pytest.mark.rule("DSX-HOLD-01")
def test_what_is_held_is_said_as_a_player_says_it():
    def said(ready):
        return WORDS.option(("Ava", "Bo"), "held action", ready)

    assert said(Ready("attack", PISTOL)) == "attack with medium pistol, at the one who triggers it"
    assert said(Ready("move away")) == "move away from the one who triggers it"
    assert said(Ready("move")) == "move towards the one who triggers it"
    assert said(Ready("move", at=Who(1))) == "move towards Bo"
    assert said(Ready("draw", SWORD)) == "draw long sword"
    line = WORDS.happened(("Ava",), fx.WentOnHold(Who(0), Held("moves", "draw", SWORD)))
    assert line == "Ava holds an action (draw long sword) until someone moves"


@pytest.mark.rule("DSX-HOLD-02")
def test_one_may_let_it_pass_and_goes_on_waiting():
    play = do(watched(), act("move away", 1), False)
    assert hurts(play) == []
    assert body(play, 1).held == SHOT


@pytest.mark.rule("DSX-HOLD-02")
def test_what_cannot_be_done_is_not_offered():
    assert hurts(do(watched(shots=(0,)), act("move away", 1))) == []
    assert hurts(do(watched(at=(200, 0)), act("move away", 1))) == []


@pytest.mark.rule("DSX-AWARE-01", "DSX-HOLD-02")
def test_nobody_waits_for_what_nobody_knows_of():
    given = watched()
    sneaks = fight(given.bodies[0]._replace(unseen=True), *given.fighters[1:])
    assert hurts(do(sneaks, act("move away", 1))) == []


@pytest.mark.rule("DSX-HOLD-02")
def test_a_held_action_can_set_off_another_and_all_happen_together():
    given = fight(
        foe(weapons=(SWORD,), acting=True),
        fighter("Wim", "red", (0, 0), weapons=(PISTOL,), held=SHOT, done=True),
        foe((30, 0), "Zed", weapons=(PISTOL,), held=Held("attacks", "attack", PISTOL), done=True),
    )
    play = do(given, act("move away", 1), True, True, (3, 3, 3), (3, 3, 4))
    assert [(int(e.who), e.points) for e in play.done if isinstance(e, fx.Hurt)] == [(0, 12), (1, 13)]


@pytest.mark.rule("DSX-R30")
@pytest.mark.option("hold.persists")
@pytest.mark.parametrize(("persists", "kept"), [(False, None), (True, SHOT)])
def test_what_nothing_sets_off_is_lost_with_the_round(persists, kept):
    given = watched(options={"hold_persists": persists})
    given = given.after(fx.TurnEnded(Who(0))).after(fx.TurnEnded(Who(2)))
    play = steps(given, *([False] if persists else []))
    assert body(play, 1).held == kept


def test_in_its_own_turn_nobody_asks_one_who_holds():
    given = watched(options={"hold_persists": True}).after(fx.TurnEnded(Who(0))).after(fx.TurnEnded(Who(2)))
    play = steps(given, False, 1, "melee combat", 1, pieces=3)
    assert not body(play, 1).declared
    assert asks(watched(), act("move away", 1)).asked.who == 1


# --- aiming -------------------------------------------------------------------------------------------


def lined_up(weapon=PISTOL, at=(20, 0), options=None, actor=None, **target):
    return fight(
        fighter(**{"weapons": () if weapon == FIST else (weapon,), **(actor or {})}, acting=True),
        foe(at, **{"weapons": (SWORD,), **target}),
        foe((20, 9), "Cy", weapons=(SWORD,)),
        house=house(**(options or {})),
    )


def aim(weapon=PISTOL, at=1):
    return act("aim", at, item=weapon)


@pytest.mark.rule("DSX-AIM-01", "DSX-ITEM-03", "DSX-R33", "DSX-R23", "DSX-ITEM-04")
def test_a_round_of_aiming_gives_a_die_on_the_next_attack():
    play = do(lined_up(), aim())
    assert (body(play, 0).done, body(play, 0).aim, body(play, 0).aimed) == (True, 1, 1)
    ready = play.fight.after(fx.Refreshed(Who(0)))
    shot = do(ready, attack(PISTOL), (3, 3, 3, 3))
    assert pips(shot) == {"DSX-ATK-01": 9, "DSX-AIM-01": 3}
    again = shot.fight.after(fx.Refreshed(Who(0)))
    assert pips(do(again, attack(PISTOL), (3, 3, 3))) == {"DSX-ATK-01": 9}


@pytest.mark.rule("DSX-AIM-01", "DSX-R31", "DSX-AIM-02")
def test_it_takes_the_whole_round():
    assert forbids(lined_up(actor={"actions": 2}), aim()) == {"DSX-AIM-01"}
    moved = do(lined_up(), act("half move", 1)).fight
    assert forbids(moved, aim()) == {"DSX-AIM-01"}


@pytest.mark.rule("DSX-R31", "DSX-AIM-01")
def test_it_is_lost_by_moving_and_on_another_target():
    ready = do(lined_up(), aim()).fight.after(fx.Refreshed(Who(0)))
    assert pips(do(ready, attack(PISTOL, 2), (3, 3, 3))) == {"DSX-ATK-01": 9}
    moved = do(ready, act("half move away", 1)).fight
    assert pips(do(moved, attack(PISTOL), (3, 3, 3))) == {"DSX-ATK-01": 9}
    elsewhere = do(ready, aim(at=2)).fight.after(fx.Refreshed(Who(0)))
    assert pips(do(elsewhere, attack(PISTOL), (3, 3, 3))) == {"DSX-ATK-01": 9}


@pytest.mark.rule("DSX-R31")
@pytest.mark.option("aim.most")
@pytest.mark.parametrize(("most", "dice"), [(1, 1), (2, 2), (3, 3)])
def test_rounds_of_aiming_add_up_by_the_option_alone(most, dice):
    state = lined_up(options={"aim_most": most})
    for _ in range(4):
        state = do(state, aim()).fight.after(fx.Refreshed(Who(0)))
    play = do(state, attack(PISTOL), (3,) * (3 + dice))
    assert pips(play)["DSX-AIM-01"] == 3 * dice


@pytest.mark.rule("DSX-AIM-02")
@pytest.mark.parametrize(
    ("target", "rules"), [({}, {"DSX-AIM-02"}), ({"aware": False}, set()), ({"bound": True}, set())]
)
def test_in_melee_only_at_who_does_not_know_or_cannot_move(target, rules):
    given = lined_up(SWORD, (4, 0), **target)
    assert forbids(given, aim(SWORD)) == rules


@pytest.mark.rule("DSX-AIM-02", "DSX-ITEM-04", "DSX-ITEM-03")
def test_a_blow_that_was_lined_up():
    ready = do(lined_up(SWORD, (4, 0), bound=True), aim(SWORD)).fight.after(fx.Refreshed(Who(0)))
    play = do(ready, attack(SWORD), (3, 3, 3, 3))
    assert pips(play) == {"DSX-ATK-01": 9, "DSX-AIM-01": 3}
    assert hurts(play) == [11 + 3]


@pytest.mark.rule("DSX-ITEM-03", "DSX-ITEM-04", "DSX-R23", "DSX-R33", "DSX-AIM-01")
def test_what_one_cannot_aim_with():
    assert forbids(lined_up(FIST, (4, 0), bound=True), aim(FIST)) == {"DSX-ITEM-03"}
    assert forbids(lined_up(actor={"shots": (0,)}), aim()) == {"DSX-ITEM-04"}


@pytest.mark.rule("DSX-R8")
def test_nobody_holds_an_action_with_nothing_left_to_roll():
    given = fight(fighter(actions=5), foe())
    assert forbids(given, act("hold")) == {"DSX-R8"}
    assert forbids(given.after(fx.Declared(Who(0), 2)), act("hold")) == set()


@pytest.mark.rule("DSX-R30")
@pytest.mark.option("hold.persists")
def test_by_the_option_who_holds_is_asked_each_round_whether_to_go_on():
    """Or two who both hold would wait for each other for ever, and nobody be asked anything."""
    held = Held("moves", "attack", "fist")
    two = [one._replace(done=True, held=held) for one in (fighter(), foe((4, 0)))]
    given = fight(*two, house=house(hold_persists=True))
    kept = steps(given, False, True)
    assert [b.held for b in kept.fight.fighters] == [held, None]
    assert asked(kept.fight).asked.question == "actions"
