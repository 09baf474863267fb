"""Ranged attacks (RNG): the pool, the order of things, hits, misses and what follows them."""

from __future__ import annotations

import pytest

from affray.core.live import Chose, Happened, Rolled
from affray.core.missed import Missed
from affray.rulesets.coriolis import effects as fx
from affray.testing.script import causes, first, kinds
from tests.coriolis.cast import act, asks, body, do, fight, fighter, forbids, house, rolls

PISTOL = "heavy pistol"
SHOT = act("normal shot", 1, item=PISTOL)


def shooter(**given):
    """Two dice with a heavy pistol: damage 3, crit 2, Short range, bonus 0."""
    return fighter(weapons=(PISTOL,), **given)


def questions(play):
    return [told.asked.question for told in play.story if isinstance(told, Rolled | Chose)]


def target(**given):
    return fighter("Barid", "blue", at=(10, 0), **given)


@pytest.mark.rule("COR-RNG-01")
def test_the_pool_is_agility_and_ranged_combat_and_the_weapons_bonus():
    pool = asks(
        fight(
            fighter(agility=3, skills={"ranged combat": 2}, weapons=("scattergun",)),
            target(),
        ),
        act("normal shot", 1, item="scattergun"),
    ).tally
    assert [(mod.rule, mod.amount) for mod in pool] == [
        ("COR-RNG-01", 3),
        ("COR-RNG-01", 2),
        ("COR-RNG-01", 2),
    ]


@pytest.mark.rule("COR-RNG-01")
def test_a_weapon_can_take_a_die_away():
    waiting = asks(
        fight(fighter(agility=4, weapons=("machine pistol",)), target()),
        act("normal shot", 1, item="machine pistol"),
    )
    assert waiting.tally.total == 3


@pytest.mark.rule("COR-RNG-01")
def test_only_a_ranged_weapon_in_hand_can_be_shot():
    assert "COR-RNG-01" in forbids(fight(shooter(hands=()), target()), SHOT)
    assert "COR-RNG-01" in forbids(
        fight(fighter(weapons=("sword",)), target()), act("normal shot", 1, item="sword")
    )


@pytest.mark.rule("COR-RNG-02", "COR-RNG-05", "COR-DMG-01")
def test_one_six_hits_and_deals_the_weapons_damage():
    play = do(fight(shooter(), target()), SHOT, (6, 1))
    assert body(play, 1).hp == 4 - 3
    assert {"COR-RNG-02", "COR-RNG-05", "COR-DMG-01"} <= causes(play)


@pytest.mark.rule("COR-RNG-02", "COR-RNG-05", "COR-RNG-06", "COR-RNG-10")
@pytest.mark.parametrize(
    ("answers", "read"),
    [
        (((5, 1),), {"COR-RNG-06"}),
        (((6, 1),), {"COR-RNG-02", "COR-RNG-05", "COR-RNG-10"}),
        (((6, 6), 1), {"COR-RNG-02", "COR-RNG-05"}),
    ],
)
def test_a_receipt_names_the_rules_that_read_these_dice_and_no_others(answers, read):
    play = do(fight(shooter(), target()), SHOT, *answers)
    by_result = {"COR-RNG-02", "COR-RNG-05", "COR-RNG-06", "COR-RNG-10"}
    assert by_result & set(rolls(play, "normal shot")[0].rules) == read


@pytest.mark.rule("COR-RNG-06")
def test_without_a_six_the_shot_misses_and_nothing_follows():
    play = do(fight(shooter(), target(armour=4)), SHOT, (5, 1))
    assert kinds(play) == ["Spent"]
    assert body(play, 1).hp == 4
    assert "COR-RNG-06" in causes(play)


@pytest.mark.rule("COR-RNG-03")
def test_declared_and_paid_first_then_modified_then_rolled():
    waiting = asks(fight(shooter(), target(prone=True)), SHOT)
    assert waiting.asked.question == "normal shot"
    assert waiting.tally.total == 2 - 1
    play = do(fight(shooter(), target(prone=True)), SHOT, (2,))
    paid, rolled, missed = play.story
    assert isinstance(missed, Happened)
    assert isinstance(missed.effect, Missed)
    assert isinstance(paid, Happened)
    assert isinstance(rolled, Rolled)
    assert "COR-RNG-03" in paid.rules
    assert body(play, 0).ap == 1


@pytest.mark.rule("COR-RNG-03")
def test_nobody_shoots_at_itself_or_at_the_dead():
    assert "COR-RNG-03" in forbids(fight(shooter(), target()), act("normal shot", 0, item=PISTOL))
    assert "COR-BRK-04" in forbids(fight(shooter(), target(hp=0, dead=True)), SHOT)


@pytest.mark.rule("COR-RNG-04")
def test_range_size_and_shot_type_are_the_modifiers():
    shot = act("aimed shot", 1, item="gauss pistol")
    aimer = fighter(agility=4, weapons=("gauss pistol",))
    play = do(
        fight(aimer, fighter("Rover", "blue", at=(50, 0), sheet={"size": 1})), shot, (1, 1, 1, 1, 1, 1, 1)
    )
    pool = rolls(play, "aimed shot")[0].tally
    assert [(mod.rule, mod.amount) for mod in pool] == [
        ("COR-RNG-01", 4),
        ("COR-RNG-01", 1),
        ("COR-SHT-07", 2),
        ("COR-DST-05", -1),
        ("COR-SIZ-04", 1),
    ]
    assert "COR-RNG-04" in causes(play)


@pytest.mark.rule("COR-RNG-07", "COR-RNG-08")
def test_a_hit_target_rolls_its_armour_and_takes_the_rest():
    play = do(fight(shooter(), target(armour=3)), SHOT, (6, 2), (6, 6, 1))
    assert first(play, fx.Hurt).points == 3 - 2
    assert body(play, 1).hp == 3
    assert {"COR-RNG-07", "COR-RNG-08"} <= causes(play)


@pytest.mark.rule("COR-RNG-09")
def test_extra_sixes_buy_effects_once_the_damage_is_applied():
    play = do(fight(shooter(), target()), SHOT, (6, 6), 0, "raise initiative")
    assert kinds(play) == ["Spent", "Hurt", "Raised"]
    assert "COR-RNG-09" in causes(play)


@pytest.mark.rule("COR-RNG-09")
def test_extra_sixes_may_stay_unspent():
    play = do(fight(shooter(), target()), SHOT, (6, 6), 0, "done")
    assert kinds(play) == ["Spent", "Hurt"]


@pytest.mark.rule("COR-RNG-10")
def test_without_extra_sixes_the_attack_is_over_after_the_damage():
    play = do(fight(shooter(), target()), SHOT, (6, 1))
    assert kinds(play) == ["Spent", "Hurt"]
    assert "COR-RNG-10" in causes(play)


@pytest.mark.rule("COR-RNG-11")
def test_no_reaction_stands_against_a_shot():
    defender = target(strength=5, skills={"melee combat": 5}, weapons=("sword",), npc=True)
    play = do(fight(shooter(), defender, darkness=5), SHOT, (6, 3))
    assert questions(play) == ["normal shot"]
    assert body(play, 1).ap == 3
    assert play.fight.table.darkness == 5
    assert "COR-RNG-11" in causes(play)


# --- pools of no dice (AMB-09) ------------------------------------------------------------------


def pool_of_none(zero: str, *dice):
    """One die of agility, one off for the weapon, and a quick shot: minus two."""
    given = fight(fighter(agility=1, weapons=("machine pistol",)), target(), house=house(pool_zero=zero))
    return do(given, act("quick shot", 1, item="machine pistol"), *dice)


@pytest.mark.rule("AMB-09")
@pytest.mark.option("pool.zero")
@pytest.mark.parametrize(
    ("zero", "dice", "answers", "lost"),
    [
        ("desperation", (6, 6), (), 2),
        ("desperation", (6, 5), (), 0),
        ("desperation_two_sixes", (6, 6), (1,), 3),
        ("desperation_two_sixes", (5, 6), (), 0),
        ("minimum_one_die", (6,), (), 2),
        ("minimum_one_die", (5,), (), 0),
        ("auto_fail", (), (), 0),
    ],
)
def test_a_skill_pool_without_dice(zero, dice, answers, lost):
    assert body(pool_of_none(zero, dice, *answers), 1).hp == 4 - lost


@pytest.mark.rule("AMB-09")
@pytest.mark.option("pool.zero")
def test_an_armour_pool_without_dice_is_not_rolled():
    play = do(fight(shooter(), target(armour=0)), SHOT, (6, 1))
    assert questions(play) == ["normal shot"]


@pytest.mark.rule("AMB-62")
@pytest.mark.option("engaged.shoot_away")
@pytest.mark.parametrize(("value", "dice"), [("0", 4), ("-3", 1)])
def test_shooting_past_the_enemy_in_melee(value, dice):
    given = fight(
        fighter(agility=4, weapons=(PISTOL,)),
        target(),
        fighter("Close by", "blue", at=(1, 0)),
        house=house(engaged_shoot_away=value),
    )
    waiting = asks(given, SHOT)
    assert waiting.tally.total == dice
    assert ("AMB-62" in {mod.rule for mod in waiting.tally}) == (value == "-3")
    assert "COR-SHT-08" in forbids(given, act("aimed shot", 1, item=PISTOL))
    at_close = asks(given, act("normal shot", 2, item=PISTOL)).tally
    assert "AMB-62" not in {mod.rule for mod in at_close}
