"""MEL: the melee attack, from the declaration to the last extra six."""

from typing import Any

import pytest

from affray.core.effect import Who
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis.state import State
from affray.testing.script import causes, kinds
from tests.coriolis.cast import act, asks, body, dice_of, do, fight, fighter, forbids, house, rolls

SWORD = act("melee attack", 1, item="sword")


def duel(distance: float = 1, armour: int = 0, foe: dict[str, Any] | None = None, **options: Any) -> State:
    """Asha, 3 strength + 2 melee combat + 1 sword = 6 dice and 2 damage, against Bo with bare hands."""
    asha = fighter("Asha", strength=3, skills={"melee combat": 2}, weapons=("sword", "axe"), hands=("sword",))
    bo = fighter("Bo", "blue", (distance, 0), hp=20, armour=armour, **foe or {})
    return fight(asha, bo, house=house(**options))


# --- the pool -------------------------------------------------------------------------------------


@pytest.mark.rule("COR-MEL-01", "COR-MEL-05", "AMB-08")
def test_the_pool_is_attribute_skill_and_weapon():
    play = do(duel(), SWORD, False, (1, 1, 1, 1, 1, 5))
    assert dice_of(play, "melee attack") == {"COR-MEL-01": 5, "COR-MEL-05": 1}
    assert rolls(play, "melee attack")[0].tally.total == 6
    assert {"COR-MEL-01", "COR-MEL-05"} <= causes(play)


@pytest.mark.rule("COR-MEL-01")
def test_bare_hands_add_nothing():
    play = do(duel(), act("melee attack", 1, item="unarmed"), False, (1, 1, 1, 1, 1))
    assert dice_of(play, "melee attack") == {"COR-MEL-01": 5}


@pytest.mark.rule("AMB-08", "COR-MEL-01")
@pytest.mark.option("prone.melee")
@pytest.mark.parametrize(("how", "dice"), [("0", 6), ("-1", 5), ("+2", 8)])
def test_modifiers_count_in_melee_too(how, dice):
    play = do(duel(prone_melee=how, foe={"prone": True}), SWORD, False, (1,) * dice)
    assert rolls(play, "melee attack")[0].tally.total == dice


# --- what forbids it ------------------------------------------------------------------------------


@pytest.mark.rule("COR-MEL-03", "COR-DST-01")
def test_the_target_must_be_at_close_range():
    assert forbids(duel(2), SWORD) == set()
    assert forbids(duel(2.01), SWORD) == {"COR-MEL-03"}
    assert forbids(duel(), act("melee attack", 0, item="sword")) == {"COR-MEL-03"}


@pytest.mark.rule("COR-MEL-04")
def test_who_is_prone_must_get_up_first():
    down = duel().after(fx.Fell(Who(0)))
    assert forbids(down, SWORD) == {"COR-MEL-04"}
    up = do(down, act("get up"))
    assert body(up, 0).ap == 2
    assert forbids(up.fight, SWORD) == set()


def test_a_prone_target_may_be_struck():
    assert forbids(duel(foe={"prone": True}), SWORD) == set()


# --- the roll -------------------------------------------------------------------------------------


@pytest.mark.rule("COR-MEL-02", "COR-MEL-06", "COR-MEL-09", "COR-MEL-12", "COR-DMG-01")
def test_one_six_hits_for_the_weapons_damage_and_the_attack_is_over():
    play = do(duel(), SWORD, False, (6, 1, 2, 3, 4, 5))
    assert body(play, 1).hp == 18
    assert kinds(play) == ["Spent", "Hurt"]
    assert {"COR-MEL-02", "COR-MEL-06", "COR-MEL-09", "COR-MEL-12", "COR-DMG-01"} <= causes(play)
    assert body(play, 0).ap == 1
    assert "COR-MEL-08" not in causes(play)


@pytest.mark.rule("COR-MEL-02", "COR-MEL-07")
def test_without_a_six_the_attack_misses_and_is_over():
    play = do(duel(), SWORD, False, (5, 5, 5, 5, 5, 5))
    assert body(play, 1).hp == 20
    assert kinds(play) == ["Spent"]
    assert "COR-MEL-07" in causes(play)
    assert "COR-MEL-06" not in causes(play)


@pytest.mark.rule("COR-MEL-08", "COR-MEL-10")
def test_extra_sixes_buy_effects_after_the_damage_and_then_it_is_over():
    play = do(duel(), SWORD, False, (6, 6, 6, 1, 1, 1), 0, "strike fear", "raise initiative")
    assert kinds(play) == ["Spent", "Hurt", "Stressed", "Raised"]
    assert (body(play, 1).hp, body(play, 1).mp, body(play, 0).bought) == (18, 3, 2)
    assert {"COR-MEL-08", "COR-MEL-10"} <= causes(play)
    assert "COR-MEL-09" not in causes(play)


def test_extra_sixes_may_be_left_unspent():
    play = do(duel(), SWORD, False, (6, 6, 6, 1, 1, 1), 0, "done")
    assert kinds(play) == ["Spent", "Hurt"]


# --- the order ------------------------------------------------------------------------------------


@pytest.mark.rule("COR-MEL-11")
def test_the_points_are_paid_then_the_target_is_asked_then_dice_are_rolled():
    asked = asks(duel(), SWORD)
    assert (asked.asked.who, asked.asked.question) == (1, "defend")
    assert asked.view is not None
    assert asked.view.play.done == [fx.Spent(Who(0), 2)]
    assert asks(duel(), SWORD, False).asked.question == "melee attack"
    play = do(duel(), SWORD, False, (1, 1, 1, 1, 1, 1))
    assert "COR-MEL-11" in causes(play)


@pytest.mark.rule("COR-MEL-12")
def test_undefended_only_the_attacker_rolls():
    play = do(duel(), SWORD, False, (1, 1, 1, 1, 1, 1))
    assert len(rolls(play, "melee attack")) == 1
    assert not rolls(play, "defence")
    assert "COR-MEL-12" in causes(play)


def test_armour_is_rolled_in_melee_too():
    play = do(duel(armour=2), SWORD, False, (6, 1, 1, 1, 1, 1), (6, 1))
    assert body(play, 1).hp == 19


# --- two AP is the figure of the normal attack only (AMB-63) --------------------------------------


@pytest.mark.rule("AMB-63", "COR-ACT-06", "COR-MQ-01", "COR-AOO-01")
def test_quick_attacks_and_attacks_of_opportunity_cost_one():
    knife = fighter("Asha", weapons=("knife",))
    here = fight(knife, fighter("Bo", "blue", (1, 0)))
    assert body(do(here, act("quick melee attack", 1, item="knife"), False, (1, 1)), 0).ap == 2
    leaving = do(here, act("sprint", to=(-8, 0)), True, False, (1, 1, 1, 1))
    assert body(leaving, 1).ap == 2
    assert body(do(here, act("melee attack", 1, item="knife"), False, (1, 1)), 0).ap == 1
