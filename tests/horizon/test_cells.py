"""What the small tables say, cell by cell: arms and tags of weapons, and what Wounding Attacks cause."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

import pytest

from affray.rulesets.horizon import tables
from affray.rulesets.horizon.house import House
from affray.rulesets.horizon.tables import book
from tests.horizon.test_reference import table

USUAL, AS_PRINTED = book(House()), book(House(errata="as-printed"))
GUN, BLOW = {"fires"}, {"passes-pool", "strikes"}

# rule | class | arms | what its weapons do | the rules of its weapons
CLASSES = [
    ("HZN-WSK-01", "pistol", 1, GUN, range(1, 5)),
    ("HZN-WSK-02", "shotgun", 2, GUN, range(5, 9)),
    ("HZN-WSK-03", "sniper-rifle", 2, GUN, range(9, 13)),
    ("HZN-WSK-04", "assault-rifle", 2, GUN, range(13, 17)),
    ("HZN-WSK-05", "machine-gun", 2, GUN, range(17, 21)),
    ("HZN-WSK-06", "smg", 2, GUN, range(21, 25)),
    ("HZN-WSK-07", "grenade", 1, {"passes-pool", "blast", "thrown"}, range(25, 29)),
    ("HZN-WSK-08", "melee", 1, {*BLOW, "thrown"}, range(29, 33)),
    ("HZN-WSK-09", "unarmed", 2, BLOW, range(33, 37)),
]
WEAPONS = [
    pytest.param(
        f"HZN-WPN-{number:02}", tier, kind, arms, does, marks=pytest.mark.rule(rule, f"HZN-WPN-{number:02}")
    )
    for rule, kind, arms, does, numbers in CLASSES
    for tier, number in enumerate(numbers, 1)
]


@pytest.mark.rule("HZN-RUL-33")
@pytest.mark.parametrize(("rule", "tier", "kind", "arms", "does"), WEAPONS)
def test_a_weapon_is_of_its_class_and_tier_and_takes_its_arms(rule, tier, kind, arms, does):
    (weapon,) = [w for w in USUAL.weapons.values() if w.rule == rule]
    assert (weapon.kind, weapon.tier, weapon.hands, set(weapon.tags)) == (kind, tier, arms, does)


@pytest.mark.parametrize(
    ("name", "slope", "more", "add", "defense"),
    [
        pytest.param("scrap-grenade", "1/2", 0, 24, 0, marks=pytest.mark.rule("HZN-WPN-25")),
        pytest.param("light-military-grenade", "1/2", 0, 29, 5, marks=pytest.mark.rule("HZN-WPN-26")),
        pytest.param("heavy-military-grenade", "1/3", -1, 31, 10, marks=pytest.mark.rule("HZN-WPN-27")),
        pytest.param("holy-grenade", "1/2", 0, 34, 15, marks=pytest.mark.rule("HZN-WPN-28")),
    ],
)
def test_beyond_the_rows_each_grenade_goes_on_by_its_formulas(name, slope, more, add, defense):
    for ap in (-40, -15, 0, 31, 32, 33, 60):
        first = ceil(Fraction(slope) * (ap + more)) + add
        row = USUAL.row(name, ap)
        assert row.damage == tuple([max(0, first - 5 * n) for n in range(5)])
        assert row.defense == max(0, ap + defense)


# The header as printed: magazine, reload, weight, cost, rarity; what is blank has that of the tier before.
@pytest.mark.parametrize(
    ("name", "header"),
    [
        pytest.param("rusty-pistol", (3, 2, "2", "1", "Mundane (10AP)"),
                     marks=pytest.mark.rule("HZN-WPN-01")),
        pytest.param("rusty-assault-rifle", (4, 2, "8", "2", "Mundane (10AP)"),
                     marks=pytest.mark.rule("HZN-WPN-13")),
        pytest.param("micro-minigun", (6, 3, "10", "26", "Uncommon"), marks=pytest.mark.rule("HZN-WPN-24")),
        pytest.param("refined-weapon", (1, 0, "2", "2", "Common"), marks=pytest.mark.rule("HZN-WPN-31")),
    ],
)  # fmt: skip
def test_a_header_as_printed_takes_what_is_blank_from_the_tier_before(name, header):
    found = AS_PRINTED.weapons[name]
    assert (found.magazine, found.reload, found.weight, found.cost, found.rarity) == header


# rule | condition | AP | actions owed | how many there may be | until
CONDITIONS = [
    ("HZN-WND-07", "stagger", 0, 1, 0, "paid"),
    ("HZN-WND-08", "down", -5, 2, 0, "paid"),
    ("HZN-WND-09", "arm", -5, 0, 2, "healed"),
    ("HZN-WND-10", "leg", -5, 0, 2, "healed"),
    ("HZN-WND-11", "body", -10, 0, 1, "healed"),
    ("HZN-WND-12", "head", -15, 0, 0, "at once"),
]


@pytest.mark.parametrize(
    "line", [pytest.param(line, id=line[1], marks=pytest.mark.rule(line[0])) for line in CONDITIONS]
)
def test_a_wounding_attack_costs_and_causes_what_the_table_says(line):
    rule, name, penalty, owed, most, until = line
    kind = tables.conditions()[name]
    assert (kind.rule, kind.penalty, kind.debt, kind.most) == (rule, penalty, owed, most)
    (row,) = [row for row in table("wounds").rows if row[4] == rule]
    assert (row[1], row[3]) == (f"{penalty:+d}" if penalty else 0, until)
