"""Rulings that belong to no one chapter: surprise, who is engaged, whom attacks open to, who reacts first."""

from typing import Any

import pytest

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.live import resume
from affray.core.play import Play
from affray.core.space import point
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis.actions import perform
from affray.rulesets.coriolis.fighter import Fighter
from affray.rulesets.coriolis.state import State
from affray.testing.script import causes, kinds
from tests.coriolis.cast import act, asks, body, do, fight, fighter, forbids, house, opened, steps

LEAVE = act("sprint", to=(-9, 0))


# --- AMB-05: surprise -----------------------------------------------------------------------------


def test_the_unaware_learn_what_goes_on_in_their_first_slot():
    pair = (fighter("Asha", score=5), fighter("Bo", "blue", (1, 0), score=2, aware=False, hp=20))
    here = fight(*pair, house=house(init_weapon_bonus="off"))
    blow = act("melee attack", 1, item="unarmed")
    assert asks(here, blow).asked.question == "melee attack"
    slot = steps(here, act("end"), pieces=2)
    assert body(slot, 1).aware is True
    assert asks(slot.fight, blow).asked.question == "defend"


# --- AMB-31: engaged ------------------------------------------------------------------------------


def engaged(here: State) -> bool:
    return Fighter(Play(here), Who(0)).engaged


@pytest.mark.parametrize(
    ("foe", "is_so"),
    [
        ({}, True),
        ({"spot": point(2, 0)}, True),
        ({"spot": point(2.01, 0)}, False),
        ({"side": "red"}, False),
        ({"aware": False}, False),
        ({"hp": 0}, False),
        ({"mp": 0}, False),
        ({"stun": 1}, False),
        ({"held_by": Who(0)}, False),
        ({"prone": True}, True),
    ],
)
def test_two_hostile_combatants_at_close_range_are_engaged_unless_one_is_helpless(foe, is_so):
    bo = fighter("Bo", "blue", (1, 0))._replace(**foe)
    assert engaged(fight(fighter("Asha"), bo)) is is_so
    assert engaged(fight(fighter("Asha", at=(0, 0)), bo, fighter("Cleo", "blue", (50, 0)))) is is_so


@pytest.mark.rule("AMB-31", "COR-OVW-08", "COR-AOO-02", "COR-SHT-08")
@pytest.mark.option("engaged")
def test_by_the_option_only_an_attack_engages_until_they_are_apart():
    people: list[dict[str, Any]] = [
        {"name": "Asha", "side": "red", "at": (0, 0), "weapons": ["service pistol"]},
        {"name": "Bo", "side": "blue", "at": (1, 0), "weapons": ["knife"]},
    ]
    opened_at = opened(*people, engaged="explicit", init__weapon_bonus="off", darkness__pray="off")
    asha, bo = (b._replace(score=3, entered=True) for b in opened_at.fighters)
    now = opened_at._replace(bodies=(asha, bo, opened_at.table._replace(turn=1, current=Who(1))))
    assert not engaged(now)
    assert not forbids(now, act("aimed shot", 1, item="service pistol"))
    assert not first_asked(now, LEAVE)
    struck = do(now, act("melee attack", 0, item="knife"), False, (1, 1), who=1).fight
    assert [b.locked for b in struck.fighters] == [("Bo",), ("Asha",)]
    assert engaged(struck)
    assert forbids(struck, act("aimed shot", 1, item="service pistol")) == {"COR-SHT-08"}
    assert first_asked(struck, LEAVE) == "attack of opportunity"
    away = do(struck, LEAVE, False).fight
    parted = steps(away, act("end")).fight
    assert [b.locked for b in parted.fighters] == [(), ()]


def first_asked(here: State, tried: Act) -> str:
    """What an action asks first; empty for nothing."""
    _, pending = resume(here, lambda play: perform(play, Fighter(play, Who(0)), tried), [])
    return pending.asked.question if pending else ""


# --- AMB-32, AMB-33: attacks of opportunity -------------------------------------------------------


def leaving(weapon: str, **options: Any) -> State:
    bo = fighter("Bo", "blue", (1, 0), weapons=(weapon,))
    return fight(fighter("Asha", hp=20), bo, house=house(**options))


def test_it_is_a_full_attack_with_any_weapon_for_one_point_and_comes_before_the_movement():
    play = do(leaving("sword"), LEAVE, True, "sword", False, (6, 1, 1, 1, 1))
    assert (body(play, 0).hp, body(play, 1).ap) == (18, 2)
    assert kinds(play)[-2:] == ["Hurt", "Moved"]


def test_coming_in_and_stopping_is_not_passing():
    here = fight(fighter("Asha", at=(8, 0)), fighter("Bo", "blue"))
    assert kinds(do(here, act("sprint", 1)))[-1] == "Moved"


# --- AMB-61: who reacts first -----------------------------------------------------------------------


def crowd(order: str = "initiative", **first: Any) -> State:
    """Asha leaves Bo (initiative 2) and Cleo (initiative 6)."""
    bo = fighter("Bo", "blue", (1, 0), score=2)
    cleo = fighter("Cleo", "blue", (0, 1), score=6, strength=5)
    return fight(
        fighter("Asha", **{"hp": 20, "ap": 1, **first}), bo, cleo, house=house(reactions_order=order)
    )


def test_the_highest_initiative_reacts_first():
    assert asks(crowd(), LEAVE).asked.who == 2
    assert asks(crowd(), LEAVE, False).asked.who == 1


def test_a_later_one_may_find_its_trigger_gone_and_keeps_its_points():
    play = do(crowd(hp=1), LEAVE, True, (6, 1, 1, 1, 1, 1, 1))
    assert (body(play, 0).hp, body(play, 0).spot) == (0, point(0, 0))
    assert (body(play, 2).ap, body(play, 1).ap) == (2, 3)


@pytest.mark.option("reactions.order")
def test_by_the_option_the_game_master_says_who():
    here = crowd("gm")
    asked = asks(here, LEAVE)
    assert (asked.asked.who, asked.asked.question, asked.options) == (-1, "who reacts", (2, 1))
    assert asks(here, LEAVE, Who(1)).asked.who == 1
    play = do(here, LEAVE, Who(1), False, False)
    assert "AMB-61" in causes(play)
    assert fx.Moved(Who(0)) in play.done
