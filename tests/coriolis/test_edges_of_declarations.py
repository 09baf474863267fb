"""Edges of what Coriolis declares: what is paid, whom an action is at, what its line and an option say."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.effect import Who
from affray.core.space import point
from affray.rulesets.coriolis import movement, overwatch, tables
from affray.rulesets.coriolis.actions import ACTIONS
from affray.rulesets.coriolis.house import House
from affray.rulesets.coriolis.questions import QUESTIONS
from affray.rulesets.coriolis.round import step
from affray.rulesets.coriolis.state import Thing
from affray.testing.script import waits_for
from tests.coriolis.cast import act, asks, body, do, fight, fighter, house

AXE = act("melee attack", 1, item="axe")


# --- what is paid, and what comes of it then ----------------------------------------------------------


@pytest.mark.rule("AMB-60")
def test_who_has_paid_and_is_not_interrupted_goes_on():
    given = fight(fighter(weapons=("axe",)), fighter("Bo", "blue", (1, 0), hp=20))
    assert body(do(given, act("sprint", to=(-3, 0)), False), 0).spot == point(-3, 0)
    struck = do(given, AXE, False, (6, 1))
    assert (body(struck, 0).ap, body(struck, 1).hp < 20) == (1, True)


@pytest.mark.rule("AMB-60")
@pytest.mark.parametrize("cost", [0, 1])
def test_what_costs_nothing_takes_no_points(cost):
    bo = fighter("Bo", "blue", (9, 0))
    given = fight(
        fighter(),
        bo,
        ground=(Thing(tables.weapons()["sword"], point(0, 0)),),
        house=house(disarm_pick_up_cost=cost),
    )
    assert body(do(given, act("pick up", item="sword")), 0).ap == 3 - cost


def watched(change: str) -> Any:
    """Asha with an axe at Bo's side, whom a watcher may fire at; by the option she may think again."""
    asha, bo = fighter("Asha", weapons=("axe",), hp=20), fighter("Bo", "blue", (1, 0), hp=20)
    cleo = fighter("Cleo", "blue", (10, 0), weapons=("carbine",), watch=asha.spot)
    return fight(asha, bo, cleo, house=house(interrupt_change=change))


@pytest.mark.rule("AMB-60")
@pytest.mark.parametrize(
    ("change", "answers", "ap", "hurt"),
    [
        ("no", (False, False, (6, 1)), 1, True),
        ("no", (True, (1, 1, 1), False, (6, 1)), 1, True),
        ("yes", (False, False, (6, 1)), 1, True),
        ("yes", (True, (1, 1, 1), False, False, (6, 1)), 1, True),
        ("yes", (True, (1, 1, 1), True), 3, False),
    ],
)
def test_only_who_was_fired_at_and_thinks_again_has_the_points_back(change, answers, ap, hurt):
    play = do(watched(change), AXE, *answers)
    assert (body(play, 0).ap, body(play, 1).hp < 20) == (ap, hurt)


# --- who is asked -------------------------------------------------------------------------------------


def burst(*others: Any) -> Any:
    """Asha with a carbine ten metres from Bo, firing until the first one."""
    asha = fighter(agility=3, weapons=("carbine",))
    return fight(asha, fighter("Bo", "blue", (10, 0), hp=20), *others, house=house(auto_stop="until_one"))


@pytest.mark.rule("COR-AUT-04", "COR-AUT-05")
def test_where_the_next_die_can_go_to_one_alone_nobody_is_asked():
    auto = act("full auto", 1, item="carbine")
    assert asks(burst(), auto, (6, 1)).chance is not None
    near = asks(burst(fighter("Cem", "blue", (12, 0), hp=20)), auto, (6, 1))
    assert (near.asked.question, near.options) == ("next die", (1, 2))
    third = fighter("Dunja", "blue", (11, 1), hp=20)
    assert asks(burst(fighter("Cem", "blue", (12, 0), hp=20), third), auto, (6, 1)).options == (1, 2, 3)


@pytest.mark.rule("COR-TRN-03")
@pytest.mark.parametrize(
    ("boosted", "began", "about"),
    [("knife", False, ("knife",)), ("knife", True, ()), ("", False, ()), ("", True, ())],
)
def test_the_next_action_is_asked_about_the_weapon_that_was_counted_on_until_the_slot_began(
    boosted, began, about
):
    asha = fighter(weapons=("knife",), boosted=boosted, boost=bool(boosted), began=began)
    given = fight(asha, fighter("Bo", "blue", (1, 0)))
    waiting = waits_for(given, step)
    assert (waiting.asked.question, waiting.about) == ("action", about)


# --- what is said -------------------------------------------------------------------------------------


@pytest.mark.rule("AMB-07")
@pytest.mark.parametrize("cost", [0, 1, 2])
def test_the_sheet_says_what_a_defence_costs_by_the_option(cost):
    notes = [item.note for item in QUESTIONS.listed(House(defence_cost=cost))]
    assert f"{cost} AP; NPCs 1 darkness too" in notes


@pytest.mark.rule("AMB-57")
@pytest.mark.parametrize("rate", [8, 10])
def test_the_sheet_says_how_far_one_runs_by_the_option(rate):
    for action in (movement.SPRINT, movement.FALL_BACK):
        assert action.sheet is not None
        assert callable(action.sheet.note)
        assert action.sheet.note(House(move_rate=rate)) == f"{rate} m"


@pytest.mark.rule("AMB-52")
def test_crawling_stands_on_the_sheet_where_the_option_has_it():
    assert movement.CRAWL.sheet is not None
    assert movement.CRAWL.sheet.when is not None
    assert [movement.CRAWL.sheet.when(House(prone_crawl=crawls)) for crawls in (False, True)] == [False, True]


@pytest.mark.rule("AMB-52", "COR-ACT-10")
def test_one_sprints_to_any_place_and_falls_back_or_crawls_from_or_to_somebody():
    assert [a.wants for a in (movement.SPRINT, movement.FALL_BACK, movement.CRAWL)] == ["to", "", ""]
    targeted = ACTIONS.tagged("targeted")
    assert "sprint" not in targeted
    assert {"fall back", "crawl"} <= targeted


@pytest.mark.rule("COR-ACT-10")
@pytest.mark.parametrize("action", ["sprint", "fall back"])
def test_to_run_costs_one_point(action):
    given = fight(fighter(), fighter("Bo", "blue", (20, 0)))
    assert body(do(given, act(action, 1)), 0).ap == 2
    assert ACTIONS.cost(act(action, 1), House()) == 1


@pytest.mark.rule("COR-OVW-05")
def test_who_watches_may_fire_at_somebody_or_at_nobody():
    says = overwatch.WATCH_TARGET.says
    assert says is not None
    assert [says(("Asha", "Bo"), foe) for foe in (None, Who(1))] == ["fire at nobody", "Bo"]
