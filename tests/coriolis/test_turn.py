"""TRN: the shape of one slot."""

from typing import Any

import pytest

from affray.core.effect import Who
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis.round import step
from affray.rulesets.coriolis.state import State
from affray.testing.script import causes, first, kinds, play_out, waits_for
from tests.coriolis.cast import act, asks, body, do, fight, fighter, house, steps, table

NO_BOOST = house(init_weapon_bonus="off")
END = act("end")


def pair(current: int | None = 0, **changes: Any) -> State:
    """Asha (score 5) with a carbine, and Bo (score 2) with nothing, 10 m apart."""
    asha = fighter("Asha", score=5, weapons=("carbine",), hp=20, **changes)
    return fight(asha, fighter("Bo", "blue", (10, 0), score=2, hp=20), house=NO_BOOST, current=current)


def offered(here: State) -> dict[str, int]:
    """The actions that the one whose slot it is may choose, with how many ways there are to each."""
    names = [option.name for option in waits_for(here, step).options]
    return {name: names.count(name) for name in names}


@pytest.mark.rule("COR-TRN-01")
def test_a_slot_opens_with_three_points():
    play = steps(pair(current=None))
    assert (table(play).current, body(play, 0).ap) == (0, 3)
    assert "COR-TRN-01" in causes(play)


@pytest.mark.rule("COR-TRN-02")
def test_the_combatant_chooses_among_slow_normal_and_fast_actions():
    names = offered(pair())
    assert {"aimed shot", "full auto"} <= set(names)
    assert "normal shot" in names
    assert {"quick shot", "sprint", "hit the ground", "overwatch"} <= set(names)
    assert "melee attack" not in names
    play = steps(pair(), act("hit the ground"))
    assert "COR-TRN-02" in causes(play)


@pytest.mark.rule("COR-TRN-02")
def test_with_fewer_points_the_slower_actions_are_no_longer_offered():
    two, none = offered(pair(ap=2)), offered(pair(ap=0))
    assert "aimed shot" not in two
    assert "normal shot" in two
    assert set(none) == {"end", "shout", "lower initiative"}


@pytest.mark.rule("COR-TRN-03")
def test_what_is_chosen_is_performed_and_the_slot_goes_on():
    play = steps(pair(), act("hit the ground"), act("get up"), pieces=2)
    assert kinds(play) == ["Spent", "Fell", "Spent", "Stood"]
    assert (table(play).current, body(play, 0).ap) == (0, 1)
    assert "COR-TRN-03" in causes(play)


@pytest.mark.rule("COR-TRN-04", "COR-AP-12")
def test_points_may_be_kept_for_reactions():
    play = steps(pair(), act("hit the ground"), END, pieces=2)
    assert (body(play, 0).over, body(play, 0).ap) == (True, 2)
    assert {"COR-TRN-04", "COR-AP-12"} <= causes(play)
    bo = play.fight.fighters[1]._replace(spot=body(play, 0).spot)
    near = fight(body(play, 0), bo, house=NO_BOOST, current=1)
    assert asks(near, act("melee attack", 0, item="unarmed"), who=1).asked.question == "defend"


@pytest.mark.rule("COR-TRN-05")
def test_then_the_slot_is_over_and_the_next_begins():
    play = steps(pair(), END, pieces=2)
    assert first(play, fx.SlotEnded) == fx.SlotEnded(Who(0))
    assert table(play).current == 1
    assert "COR-TRN-05" in causes(play)


def test_a_slot_does_not_end_by_itself_when_no_points_are_left():
    play = do(pair(), act("aimed shot", 1, item="carbine"), (1, 1, 1, 1, 1))
    assert (body(play, 0).ap, table(play).current) == (0, 0)
    assert waits_for(play.fight, step).asked.question == "action"


def test_each_combatant_has_one_slot_a_turn():
    play = play_out(pair(), lambda play: [step(play) for _ in range(4)], END, END)
    assert [e.slot for e in play.done if isinstance(e, fx.SlotFell) and e.slot is not None] == [1]
    assert table(play).turn == 2


def test_one_who_is_stunned_lets_the_slot_pass():
    play = steps(pair(current=None, stun=1))
    assert (body(play, 0).over, body(play, 0).stun, table(play).current) == (True, 0, None)
