"""MQ: the quick melee attack."""

import pytest

from affray.rulesets.coriolis.state import State
from affray.testing.script import causes
from tests.coriolis.cast import act, body, dice_of, do, fight, fighter, forbids, rolls


def duel(ap: int = 3) -> State:
    """Asha, 3 strength + 2 melee combat, with a knife and a sword in hand."""
    asha = fighter("Asha", strength=3, skills={"melee combat": 2}, weapons=("knife", "sword"), ap=ap)
    return fight(asha, fighter("Bo", "blue", (1, 0), hp=20))


@pytest.mark.rule("COR-MQ-01")
def test_it_is_fast():
    play = do(duel(ap=1), act("quick melee attack", 1, item="knife"), False, (6, 1, 1))
    assert (body(play, 0).ap, body(play, 1).hp) == (0, 18)
    assert "COR-MQ-01" in causes(play)
    assert forbids(duel(ap=0), act("quick melee attack", 1, item="knife")) == {"COR-AP-10"}


@pytest.mark.rule("COR-MQ-02")
def test_it_has_two_dice_fewer():
    play = do(duel(), act("quick melee attack", 1, item="knife"), False, (1, 1, 1))
    assert dice_of(play, "melee attack") == {"COR-MEL-01": 5, "COR-MQ-02": -2}
    assert rolls(play, "melee attack")[0].tally.total == 3
    assert "COR-MQ-02" in causes(play)


@pytest.mark.rule("COR-MQ-03")
@pytest.mark.parametrize(
    ("weapon", "refused"), [("knife", set()), ("unarmed", set()), ("sword", {"COR-MQ-03"})]
)
def test_it_takes_a_light_weapon_or_bare_hands(weapon, refused):
    assert forbids(duel(), act("quick melee attack", 1, item=weapon)) == refused


@pytest.mark.rule("COR-MQ-01", "COR-MQ-02")
def test_three_of_them_fit_in_a_turn():
    quick = act("quick melee attack", 1, item="knife")
    one = do(duel(), quick, False, (6, 1, 1))
    two = do(one.fight, quick, False, (6, 1, 1))
    three = do(two.fight, quick, False, (6, 1, 1))
    assert (body(three, 0).ap, body(three, 1).hp) == (0, 14)
