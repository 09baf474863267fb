"""Attack and damage (CORE, ATK, DMG): one roll, margin, armour, hit points; codes and pips."""

from __future__ import annotations

import pytest

from affray.core.effect import Who
from affray.core.live import Rolled
from affray.rulesets.d6 import RULESET
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6.codes import NUMBERS
from affray.rulesets.d6.dice import beside, code, spoiled, value, written
from affray.rulesets.d6.invariants import INVARIANTS
from affray.testing.script import causes, first, kinds
from tests.d6.cast import (
    FIST,
    PISTOL,
    SWORD,
    act,
    asks,
    attack,
    body,
    do,
    fight,
    fighter,
    foe,
    forbids,
    house,
    hurts,
    number,
    pips,
    rolls,
)


def facing(options=None, armour=0, skill=9, **target):
    """A swordsman (damage 11) and a foe at arm's length, armed too."""
    return fight(
        fighter(weapons=(SWORD,), skills={"melee combat": skill}),
        foe((4, 0), weapons=(SWORD,), sheet={"armour": armour}, **target),
        house=house(**(options or {})),
    )


@pytest.mark.rule("DSX-CORE-01", "DSX-ATK-01", "DSX-ATK-02", "DSX-R1", "DSX-ATK-04")
def test_a_roll_of_just_the_defence_does_the_listed_damage():
    play = do(facing(), attack(), (3, 3, 3))
    assert number(play) == {"DSX-ATK-01": 9}
    assert hurts(play) == [11]
    assert body(play, 1).hp == 30 - 11
    assert len([told for told in play.story if isinstance(told, Rolled)]) == 1
    assert {"DSX-CORE-01", "DSX-ATK-02"} <= causes(play)


@pytest.mark.rule("DSX-ATK-03")
def test_what_is_rolled_beyond_the_defence_is_added():
    play = do(facing(), attack(), (6, 6, 2))
    assert hurts(play) == [11 + 5]
    assert "DSX-ATK-03" in causes(play)


@pytest.mark.rule("DSX-ATK-04")
def test_a_roll_below_the_defence_does_nothing():
    play = do(facing(), attack(), (1, 1, 6))
    assert hurts(play) == []
    assert first(play, fx.Missed).who == 1
    assert "DSX-ATK-04" in causes(play)


@pytest.mark.rule("DSX-DMG-01")
def test_armour_comes_off_after_the_margin_was_added():
    play = do(facing(armour=6), attack(), (6, 6, 2))
    assert [(m.rule, m.amount) for m in first(play, fx.Hurt).mods] == [
        ("DSX-ATK-02", 11), ("DSX-ATK-03", 5), ("DSX-DMG-01", -6)
    ]  # fmt: skip
    assert hurts(play) == [10]


@pytest.mark.rule("DSX-DMG-02")
def test_damage_never_goes_below_nothing():
    play = do(facing(armour=20), attack(), (3, 3, 3))
    assert hurts(play) == [0]
    assert body(play, 1).hp == 30


@pytest.mark.rule("DSX-R33")
@pytest.mark.option("death")
@pytest.mark.parametrize(("value", "dead_at"), [("minus_maximum", -30), ("zero", 0)])
def test_at_none_one_is_out_and_deeper_down_dead(value, dead_at):
    down = facing({"death": value}, hp=0)
    assert forbids(down, attack(), who=1) >= {"DSX-R33"}
    dead = facing({"death": value}, hp=dead_at)
    alive = facing({"death": value}, hp=dead_at + 1)
    assert forbids(dead, attack()) == {"DSX-R33"}
    assert forbids(alive, attack()) == set()


# --- codes and pips -------------------------------------------------------------------------------


@pytest.mark.rule("DSX-R34")
def test_dice_off_a_roll_leave_the_listed_damage_alone():
    given = facing(skill=15).after(fx.Declared(Who(0), 3))
    play = do(given, attack(), (3, 3, 3))
    assert pips(play) == {"DSX-ATK-01": 15, "DSX-MULTI-01": -6}
    assert [(m.rule, m.amount) for m in first(play, fx.Hurt).mods] == [("DSX-ATK-02", 11)]


@pytest.mark.rule("DSX-R35")
@pytest.mark.parametrize(("dice", "hurt"), [((6, 6, 6), 11 + 9), ((1, 6, 6), 11 + 4), ((6, 1, 1), None)])
def test_no_die_is_wild(dice, hurt):
    assert hurts(do(facing(), attack(), dice)) == ([] if hurt is None else [hurt])


@pytest.mark.parametrize(
    ("text", "worth"), [("3D+1", 10), ("2D", 6), ("1D+2", 5), ("0D+2", 2), ("12D+2", 38)]
)
def test_three_pips_are_a_die(text, worth):
    assert value(text) == worth
    assert written(worth) == text


@pytest.mark.parametrize("text", ["3D+3", "D", "3", "3D-1", ""])
def test_what_is_no_code_is_refused(text):
    with pytest.raises(ValueError, match="expected a code"):
        value(text)


def test_the_chances_of_a_code_are_those_of_its_dice_moved_by_its_pips():
    chance = code(7)
    assert (chance.values[0], chance.values[-1], chance.total) == (3, 13, 36)
    assert dict(chance.faces)[8] == 6
    assert chance.of((2, 5)) == 8


@pytest.mark.rule("DSX-R8")
@pytest.mark.option("dice.least")
def test_a_code_without_dice_gives_its_pips_and_nobody_rolls():
    given = facing(skill=8)
    three = given.after(fx.Declared(Who(0), 3))  # two dice off 2D+2
    play = do(three, attack())
    assert rolls(play, "attack") == []
    flat = first(play, fx.Flat)
    assert (flat.what, sum(mod.amount for mod in flat.mods)) == ("attack", 2)
    assert {"DSX-R8", "DSX-ATK-01"} <= causes(play)
    told = next(told for told in play.story if getattr(told, "effect", None) == flat)
    line = RULESET.words.told(three, ("Ava", "Bo"), told)
    assert line == "Ava has no dice left for the attack: 2 (8 melee combat, -6 further actions)"
    assert first(play, fx.Missed).who == 1
    assert forbids(given.after(fx.Declared(Who(0), 4)), attack()) == {"DSX-R8"}
    always = facing({"dice_least": "one"}, skill=8).after(fx.Declared(Who(0), 4))
    assert asks(always, attack()).asked.chance == "1D"


@pytest.mark.rule("DSX-R1")
@pytest.mark.option("defence.number")
@pytest.mark.parametrize(
    ("how", "answers", "needed"),
    [
        ("pips", [(6, 6, 6)], 10),
        ("average", [(6, 6, 6)], 11),
        ("ten", [(6, 6, 6)], 10),
        ("rolled", [(1, 2, 3), (6, 6, 6)], 7),
    ],
)
def test_what_a_code_is_worth_as_a_defence(how, answers, needed):
    given = fight(
        fighter(weapons=(SWORD,)),
        foe((4, 0), weapons=(SWORD,), sheet={"reflexes": 10}),
        house=house(defence_number=how),
    )
    play = do(given, attack(), *answers)
    assert number(play) == {"DSX-ATK-01": needed}
    assert hurts(play) == [11 + 18 - needed]


@pytest.mark.rule("DSX-R1")
@pytest.mark.option("defence.number")
@pytest.mark.parametrize(("reflexes", "needed"), [(6, 8), (9, 10), (12, 11), (15, 13), (3, 7)])
def test_ten_and_half_of_what_is_beyond_three_dice(reflexes, needed):
    assert NUMBERS["ten"](reflexes) == needed


@pytest.mark.rule("DSX-R2")
@pytest.mark.option("damage.rolled")
def test_damage_is_a_number_or_a_roll_by_the_option():
    assert hurts(do(facing(), attack(), (3, 3, 4))) == [12]
    play = do(facing({"damage_rolled": True}), attack(), (3, 3, 4), (1, 2, 3))  # 11 pips are 3D+2
    assert hurts(play) == [1 + 2 + 3 + 2 + 1]


@pytest.mark.rule("DSX-R15")
@pytest.mark.option("defence.floor")
@pytest.mark.parametrize(("floor", "needed"), [("0", 0), ("3", 3), ("5", 5), ("none", -3)])
def test_a_defence_has_a_floor(floor, needed):
    given = facing({"defence_floor": floor}).after(fx.Declared(Who(1), 5))  # 9 - 12
    play = do(given, attack(), (1, 1, 3))
    assert hurts(play) == [11 + 5 - needed]


@pytest.mark.rule("DSX-R23")
@pytest.mark.option("range.bands")
@pytest.mark.parametrize(("feet", "points"), [(10, -5), (30, 0), (100, 5), (105, 5)])
def test_distance_matters_by_the_option_alone(feet, points):
    near = fight(fighter(weapons=(PISTOL,)), foe((feet, 0)), house=house(range_bands=True))
    play = do(near, attack(PISTOL), (6, 6, 6))
    assert number(play).get("DSX-R23", 0) == points
    plain = do(fight(fighter(weapons=(PISTOL,)), foe((feet, 0))), attack(PISTOL), (6, 6, 6))
    assert number(plain) == {"DSX-ATK-01": 9}
    assert forbids(fight(fighter(weapons=(PISTOL,)), foe((106, 0))), attack(PISTOL)) == {"DSX-R23"}


@pytest.mark.rule("DSX-ITEM-03", "DSX-ITEM-04")
def test_fists_are_always_there():
    given = fight(fighter(), foe((4, 0)))
    play = do(given, attack(FIST), (3, 3, 3))
    assert hurts(play) == [3]
    assert pips(play) == {"DSX-ATK-01": 9}
    assert forbids(fight(fighter(), foe((6, 0))), attack(FIST)) == {"DSX-R29"}


@pytest.mark.rule("DSX-ITEM-03")
def test_only_what_is_in_hand_is_used():
    given = fight(fighter(weapons=(PISTOL, SWORD)), foe((4, 0)))
    assert forbids(given, attack(SWORD)) == {"DSX-ITEM-03"}
    assert forbids(given, act("attack", 0, item=PISTOL)) == {"DSX-R33"}


def test_every_effect_of_an_attack_keeps_the_invariants():
    given = facing()
    play = do(given, attack(), (6, 6, 6))
    now = given
    for effect in play.done:
        then = now.after(effect)
        assert [f for f in INVARIANTS.after(now, effect, then) if "acts and cannot" not in f] == []
        now = then
    assert kinds(play) == ["Acted", "Faced", "Hurt", "Bled", "Fought"]


@pytest.mark.rule("DSX-R35")
@pytest.mark.option("wild.die")
def test_by_the_option_one_die_is_wild():
    wild = {"wild_die": True}
    play = do(facing(wild), attack(), (4,), (3, 3))
    assert hurts(play) == [11 + 1]
    assert "DSX-R35" in {rule for told in rolls(play, "melee combat") for rule in told.rules} | causes(play)
    again = do(facing(wild), attack(), (6,), (6,), (2,), (3, 3))
    assert hurts(again) == [11 + 14 + 6 - 9]
    spoiled = do(facing(wild, skill=12), attack(), (1,), (3, 6, 6))
    assert hurts(spoiled) == [11]
    assert hurts(do(facing(wild, skill=12), attack(), (1,), (2, 6, 6))) == []
    assert hurts(do(facing(wild, skill=2), attack())) == []


def test_odds_beside_a_wild_die_are_whole():
    two = {s: sum((a + b - max(a, b)) == s for a in range(1, 7) for b in range(1, 7)) for s in range(1, 7)}
    assert dict(spoiled(9).faces) == two
    assert dict(spoiled(10).faces) == {s + 1: n for s, n in two.items()}
    assert spoiled(12).of((3, 6, 6)) == 9
    assert beside(9) is code(6)
    assert spoiled(3).values == (0,)
