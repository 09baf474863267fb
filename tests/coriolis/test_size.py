"""Target size (SIZ): how large a mark somebody is, and lying down."""

from __future__ import annotations

import pytest

from affray.rulesets.coriolis import scene
from affray.testing.script import causes
from tests.coriolis.cast import act, asks, body, do, fight, fighter, house

PISTOL = "heavy pistol"
SHOT = act("normal shot", 1, item=PISTOL)


def facing(options=None, sheet=None, **target):
    return fight(
        fighter(agility=3, weapons=(PISTOL,)),
        fighter("Barid", "blue", at=(10, 0), sheet=sheet, **target),
        house=house(**(options or {})),
    )


def modifiers(given):
    return [(mod.rule, mod.amount) for mod in asks(given, SHOT).tally if mod.rule != "COR-RNG-01"]


@pytest.mark.rule("COR-SIZ-01")
def test_a_prone_target_takes_a_die():
    play = do(facing(prone=True), SHOT, (1, 6))
    assert modifiers(facing(prone=True)) == [("COR-SIZ-01", -1)]
    assert body(play, 1).hp == 1
    assert "COR-SIZ-01" in causes(play)


@pytest.mark.rule("COR-SIZ-02")
def test_a_small_target_takes_a_die():
    play = do(facing(sheet={"small": True}), SHOT, (1, 6))
    assert modifiers(facing(sheet={"small": True})) == [("COR-SIZ-02", -1)]
    assert "COR-SIZ-02" in causes(play)


@pytest.mark.rule("COR-SIZ-03", "COR-SIZ-02")
def test_a_target_of_normal_size_changes_nothing():
    play = do(facing(), SHOT, (1, 1, 6))
    assert modifiers(facing()) == []
    assert "COR-SIZ-03" in causes(play)
    assert "COR-SIZ-03" not in causes(do(facing(sheet={"size": 1}), SHOT, (1, 1, 1, 1)))


@pytest.mark.rule("COR-SIZ-04")
def test_a_large_target_gives_a_die():
    play = do(facing(sheet={"size": 1}), SHOT, (1, 1, 1, 6))
    assert modifiers(facing(sheet={"size": 1})) == [("COR-SIZ-04", 1)]
    assert "COR-SIZ-04" in causes(play)


@pytest.mark.rule("COR-SIZ-05")
@pytest.mark.option("size.huge")
@pytest.mark.parametrize("dice", [2, 4])
def test_a_huge_target_gives_two_dice_or_what_the_game_master_says(dice):
    given = facing(sheet={"size": dice})
    assert modifiers(given) == [("COR-SIZ-05", dice)]
    assert "COR-SIZ-05" in causes(do(given, SHOT, (1,) * (3 + dice)))


@pytest.mark.rule("AMB-20")
@pytest.mark.option("size.huge")
@pytest.mark.parametrize(("options", "dice"), [({}, 2), ({"size.huge": 5}, 5)])
def test_the_figure_for_huge_comes_from_the_house_rules(options, dice):
    people = [
        {"name": "Asha", "side": "red", "archetype": "soldier", "at": (0, 0), "weapons": ("heavy pistol",)},
        {"name": "Beast", "side": "blue", "archetype": "dock hand", "at": (10, 0), "size": "huge"},
    ]
    told = scene.CoriolisScene.model_validate(
        {"title": "Hunt", "ruleset": "coriolis", "options": options, "fighters": people}
    )
    assert scene.start(told).fighters[1].sheet.size == dice


@pytest.mark.rule("AMB-19", "COR-SIZ-02")
@pytest.mark.option("prone.small_stack")
@pytest.mark.parametrize(
    ("value", "expected"), [(False, [("COR-SIZ-01", -1)]), (True, [("COR-SIZ-01", -1), ("COR-SIZ-02", -1)])]
)
def test_small_and_prone_together(value, expected):
    given = facing({"prone_small_stack": value}, sheet={"small": True}, prone=True)
    assert modifiers(given) == expected


@pytest.mark.rule("AMB-19")
@pytest.mark.option("prone.melee")
@pytest.mark.parametrize(("value", "dice"), [("0", 3), ("-1", 2), ("+2", 5)])
def test_a_prone_target_in_melee(value, dice):
    given = fight(
        fighter(strength=3, weapons=("axe",)),
        fighter("Barid", "blue", at=(1, 0), prone=True, npc=True),
        house=house(prone_melee=value),
        darkness=0,
    )
    assert asks(given, act("melee attack", 1, item="axe")).tally.total == dice
