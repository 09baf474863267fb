"""The 36 profiles: their headers and all their rows, the errata, and scores that have no row.

The figures here are formulas and steps, found out from the sheet and not from the tables in
`data/`: what a column prints is a slope of the score, rounded up, and Move and range go in steps.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import Any, NamedTuple

import pytest

from affray.rulesets.horizon import tables
from affray.rulesets.horizon.house import House
from affray.rulesets.horizon.tables import Book, Row, book

SCORES = range(1, 31)
CORRECTED = book(House())
AS_PRINTED = book(House(errata="as-printed"))
PATTERN = book(House(errata="pattern"))

# --- the profiles ---------------------------------------------------------------------------------

# Figures are slope, what is added to the score, what is added to the whole; `10:-5 30:0` is -5 up
# to score 10 and 0 up to 30.  The header is magazine/reload/weight/cost/rarity, 0 where there is
# none; what the errata correct is mended.
# rule | name | class and tier | header | damage | Defense | Move | range, or how far it is thrown
PROFILES = """
02 | light-combat-pistol | pistol 2 | 3/2/3/8/Common | 4/5 5 | 1 5 | 10:-5 30:0 | 5:10 10:15 20:20 25:25 30:30
03 | heavy-combat-pistol | pistol 3 | 3/2/3/18/Uncommon | 4/5 10 | 1 10 | 5:-10 15:-5 30:0 \
   | 10:10 15:15 20:20 25:25 30:30
04 | hand-cannon | pistol 4 | 3/2/4/26/Rare | 4/5 15 | 1 15 | 10:-10 20:-5 30:0 \
   | 5:10 10:15 15:20 20:25 25:30 30:35
05 | rusty-shotgun | shotgun 1 | 4/2/6/2/Ubiquitous | 1 0 | 2/3 0 | 5:-10 15:-5 30:0 \
   | 5:20 10:25 15:30 25:35 30:40
06 | light-combat-shotgun | shotgun 2 | 6/2/8/12/Common | 1 5 | 2/3 5 | 10:-10 20:-5 30:0 \
   | 5:20 10:25 15:30 25:35 30:40
07 | heavy-combat-shotgun | shotgun 3 | 6/2/10/26/Uncommon | 1 10 | 2/3 10 | 5:-15 10:-10 30:-5 \
   | 5:25 10:30 15:35 30:40
08 | tactical-flak-cannon | shotgun 4 | 6/2/14/40/Rare | 1 15 | 2/3 15 | 5:-20 10:-15 20:-10 25:-5 30:0 \
   | 5:25 10:30 15:35 25:40 30:45
09 | rusty-hunting-rifle | sniper-rifle 1 | 4/2/6/2/Ubiquitous | 2/3 0 | 2/3 0 | 15:-15 30:-10 \
   | 5:50 10:100 15:150 21:200 30:300
10 | light-precision-rifle | sniper-rifle 2 | 4/2/12/12/Common | 2/3 5 | 2/3 5 | 10:-15 30:-10 \
   | 5:100 10:150 15:200 20:300 30:400
11 | heavy-precision-rifle | sniper-rifle 3 | 4/2/14/26/Uncommon | 2/3 10 | 2/3 10 | 5:-20 15:-15 30:-10 \
   | 5:100 10:200 15:300 20:400 25:500 30:600
12 | precision-long-cannon | sniper-rifle 4 | 4/2/16/40/Rare | 2/3 15 | 2/3 15 | 10:-20 15:-15 30:-10 \
   | 5:300 10:400 15:500 20:600 25:700 30:800
14 | light-assault-rifle | assault-rifle 2 | 10/5/10/12/Common | 2/3 5 | 2/3 5 | 10:-10 20:-5 30:0 \
   | 5:30 10:40 15:50 20:60 25:70 30:80
15 | heavy-assault-rifle | assault-rifle 3 | 10/5/12/26/Uncommon | 2/3 10 | 2/3 10 \
   | 5:-15 15:-10 25:-5 30:0 | 5:40 10:50 15:60 20:70 25:80 30:90
16 | tactical-auto-cannon | assault-rifle 4 | 10/5/14/40/Rare | 2/3 20 | 2/3 20 | 10:-15 19:-10 30:-5 \
   | 5:50 10:60 15:70 20:80 25:90 30:100
17 | rusty-saw | machine-gun 1 | 12/3/12/2/Ubiquitous | 4/5 0 | 2/3 0 | 15:-15 30:-10 \
   | 5:30 10:35 15:40 20:45 25:50 30:55
18 | lmg | machine-gun 2 | 15/3/16/12/Common | 4/5 5 | 2/3 5 | 15:-15 30:-10 \
   | 5:30 10:35 15:40 20:45 25:50 30:55
19 | hmg | machine-gun 3 | 15/3/18/26/Uncommon | 4/5 10 | 2/3 10 | 10:-20 20:-15 30:-10 \
   | 5:35 10:40 15:45 20:50 25:55 30:60
20 | tactical-vulcan | machine-gun 4 | 18/3/20/40/Rare | 4/5 5 | 2/3 5 | 15:-15 30:-10 \
   | 5:30 10:35 15:40 20:45 25:50 30:55
21 | rusty-smg | smg 1 | 6/3/4/2/Ubiquitous | 4/5 0 | 2/3 0 | 5:-15 10:-10 20:-5 30:0 \
   | 5:20 10:25 20:30 25:35 30:40
22 | light-combat-smg | smg 2 | 6/3/8/12/Common | 4/5 5 | 2/3 5 | 5:-15 15:-10 25:-5 30:0 \
   | 5:25 10:30 20:35 25:40 30:45
23 | heavy-combat-smg | smg 3 | 6/3/10/26/Uncommon | 4/5 10 | 2/3 10 | 5:-15 15:-10 25:-5 30:0 \
   | 5:30 15:35 20:40 25:45 30:50
24 | micro-minigun | smg 4 | 6/3/12/40/Rare | 4/5 15 | 2/3 15 | 5:-20 15:-15 19:-10 30:-5 \
   | 5:35 15:40 20:45 25:50 30:55
25 | scrap-grenade | grenade 1 | 1/0/1/0.5/Ubiquitous | 1/2 0 24 | 1 0 | 10:-5 30:0 \
   | 5:20 10:30 15:35 20:40 25:45 30:50
26 | light-military-grenade | grenade 2 | 1/0/0.5/0.5/Common | 1/2 0 29 | 1 5 | 10:-5 30:0 \
   | 5:20 10:30 15:35 20:40 25:45 30:50
27 | heavy-military-grenade | grenade 3 | 1/0/1/1/Uncommon | 1/3 -1 31 | 1 10 | 10:-5 30:0 \
   | 5:20 10:30 15:35 20:40 25:45 30:50
28 | holy-grenade | grenade 4 | 1/0/1.5/1/Rare | 1/2 0 34 | 1 15 | 15:-5 30:0 \
   | 5:20 10:25 15:30 20:35 25:40 30:45
29 | rusty-weapon | melee 1 | 1/0/2/1/Ubiquitous | 1 0 | 2/3 0 | 5:-10 15:-5 30:0 \
   | 5:3 10:4 15:5 20:6 25:8 30:10
30 | simple-weapon | melee 2 | 1/0/2/2/Common | 1 5 | 2/3 5 | 5:-10 15:-5 30:0 \
   | 5:3 10:4 15:5 20:6 25:8 30:10
31 | refined-weapon | melee 3 | 1/0/2.5/4/Uncommon | 1 10 | 2/3 15 | 5:-10 15:-5 30:0 \
   | 5:3 10:4 15:5 20:6 25:8 30:10
32 | advanced-weapon | melee 4 | 1/0/3/6/Rare | 1 15 | 2/3 20 | 5:-15 10:-10 15:-5 30:0 \
   | 5:3 10:4 15:5 20:6 25:8 30:10
33 | kick-boxing | unarmed 1 | 0/0/0/1/Ubiquitous | 2/3 0 | 1 0 | 20:0 30:5 | 30:0
34 | silat | unarmed 2 | 0/0/0/2/Common | 2/3 5 | 1 5 | 15:0 30:5 | 30:0
35 | line | unarmed 3 | 0/0/0/6/Uncommon | 2/3 10 | 1 10 | 10:0 30:5 | 30:0
36 | krav-maga | unarmed 4 | 0/0/0/12/Rare | 2/3 15 | 1 15 | 10:0 30:5 | 30:0
"""


class Figure(NamedTuple):
    """A column that is a slope of the score, rounded up."""

    slope: Fraction
    more: int
    add: int = 0

    def at(self, ap: int) -> int:
        """The figure of this score, never below 0."""
        return max(0, ceil(self.slope * (ap + self.more)) + self.add)


class Profile(NamedTuple):
    """What a weapon's table should say."""

    name: str
    kind: str
    tier: int
    header: str
    damage: Figure
    defense: Figure
    moves: dict[int, int]
    reaches: dict[int, int]

    def row(self, ap: int) -> Row:
        """Its row for this score."""
        first, reach = self.damage.at(ap), step(self.reaches, ap)
        targets = range(5) if self.kind == "grenade" else range(1)
        damage = tuple([first - 5 * n for n in targets])
        near = self.kind in ("melee", "unarmed")
        there = (0, reach) if near else (reach, 0)
        return Row(damage, self.defense.at(ap), step(self.moves, ap), *there)


def step(steps: dict[int, int], ap: int) -> int:
    """What holds up to the first last score that is not below this one."""
    return next(value for last, value in steps.items() if ap <= last)


def figure(text: str) -> Figure:
    """A slope and one or two numbers."""
    slope, *numbers = text.split()
    return Figure(Fraction(slope), *map(int, numbers))


def steps(text: str) -> dict[int, int]:
    """Values by the last score of each step."""
    return {int(last): int(value) for last, _, value in (part.partition(":") for part in text.split())}


def profile(line: str) -> Any:
    """A line of the list, marked with its rule."""
    number, name, kind, header, damage, defense, moves, reaches = map(str.strip, line.split("|"))
    named, tier = kind.split()
    found = Profile(
        name, named, int(tier), header, figure(damage), figure(defense), steps(moves), steps(reaches)
    )
    return pytest.param(found, id=name, marks=pytest.mark.rule(f"HZN-WPN-{number}"))


ALL = [profile(line) for line in PROFILES.strip().splitlines()]


def header(read: Book, name: str) -> str:
    """The header as the list above writes it."""
    w = read.weapons[name]
    weight = "0" if w.weight == "none" else w.weight
    return f"{w.magazine}/{w.reload}/{weight}/{w.cost}/{w.rarity}"


@pytest.mark.rule("HZN-PRF-03", "HZN-PRF-04")
@pytest.mark.parametrize("weapon", ALL)
def test_a_profile_has_its_header_and_all_thirty_rows(weapon):
    found = CORRECTED.weapons[weapon.name]
    assert (found.kind, found.tier) == (weapon.kind, weapon.tier)
    assert header(CORRECTED, weapon.name) == weapon.header
    assert [CORRECTED.row(weapon.name, ap) for ap in SCORES] == [weapon.row(ap) for ap in SCORES]


@pytest.mark.parametrize("weapon", ALL)
def test_as_printed_a_profile_differs_from_its_formulas_in_the_named_errata_alone(weapon):
    expected = {
        ap: weapon.row(ap)._replace(**PRINTED_CELLS.get(weapon.name, {}).get(ap, {})) for ap in SCORES
    }
    assert {ap: AS_PRINTED.row(weapon.name, ap) for ap in SCORES} == expected


TIER_3_RANGES = steps("5:30 15:35 20:40 25:45 30:50")
"""Those of the heavy SMG, which the blank cells of the next tier read."""
PRINTED_CELLS: dict[str, dict[int, dict[str, Any]]] = {
    "rusty-smg": {19: {"defense": 3}},
    "light-combat-smg": {14: {"defense": 3}},
    "heavy-combat-smg": {9: {"defense": 3}},
    "micro-minigun": {
        ap: {"range": step(TIER_3_RANGES, ap), **({"defense": 3} if ap == 4 else {})} for ap in SCORES
    },
    "hand-cannon": {
        26: {"damage": (35,), "defense": 35},
        27: {"damage": (36,), "defense": 36},
        28: {"damage": (36,), "defense": 36},
        29: {"damage": (37,), "defense": 37},
        30: {"damage": (38,), "defense": 38},
    },
}
"""What the errata of the rows print, for all that contradicts itself or is blank."""


def test_every_weapon_of_the_sheet_is_there_in_its_order():
    names = [p.values[0].name for p in ALL]
    assert [n for n in CORRECTED.weapons if n not in BANDED] == names
    assert [w.rule for w in CORRECTED.weapons.values()] == [f"HZN-WPN-{n:02}" for n in range(1, 37)]


# --- what the columns mean ------------------------------------------------------------------------

SKILLS = """
01 | pistol | high-caliber combat | acuity agility
02 | shotgun | high-caliber combat | acuity agility
03 | sniper-rifle | high-caliber combat | acuity agility
04 | assault-rifle | rapid-fire combat | acuity strength
05 | machine-gun | rapid-fire combat | acuity strength
06 | smg | rapid-fire combat | acuity strength
07 | grenade | special combat | agility strength
08 | melee | special combat | agility strength
09 | unarmed | special combat | agility strength
"""


@pytest.mark.parametrize(
    ("kind", "skill", "traits"),
    [
        pytest.param(*rest, id=rest[0], marks=pytest.mark.rule(f"HZN-WSK-{number}"))
        for number, *rest in [map(str.strip, line.split("|")) for line in SKILLS.strip().splitlines()]
    ],
)
def test_every_weapon_of_a_class_uses_its_skill_and_the_better_of_two_traits(kind, skill, traits):
    found = [w.skill for w in CORRECTED.weapons.values() if w.kind == kind]
    assert found == [skill] * 4
    assert set(tables.skills()[skill].traits) == set(traits.split())


@pytest.mark.rule("HZN-PRF-05")
def test_a_move_cell_is_base_or_metres_and_is_called_speed_on_four_tables():
    assert [CORRECTED.row("kick-boxing", ap).move for ap in (1, 20, 21, 30)] == [0, 0, 5, 5]
    speed = {n for n, w in AS_PRINTED.weapons.items() if w.labels[2] == "Speed"}
    rifles = {"light-assault-rifle", "heavy-assault-rifle", "tactical-auto-cannon"}
    assert speed == {"heavy-combat-shotgun", *rifles}
    assert AS_PRINTED.row("heavy-combat-shotgun", 1).move == -15


@pytest.mark.rule("HZN-PRF-07")
def test_a_grenade_has_five_numbers_each_5_below_the_one_before():
    assert CORRECTED.row("scrap-grenade", 1).damage == (25, 20, 15, 10, 5)
    assert CORRECTED.row("holy-grenade", 30).damage == (49, 44, 39, 34, 29)


@pytest.mark.rule("HZN-PRF-08", "HZN-PRF-09")
def test_melee_weapons_strike_or_fly_and_unarmed_styles_only_strike():
    assert CORRECTED.row("simple-weapon", 22)[3:] == (0, 8)
    assert CORRECTED.row("silat", 22)[3:] == (0, 0)
    assert CORRECTED.row("rusty-smg", 22)[3:] == (35, 0)


# --- the two profiles in bands --------------------------------------------------------------------

BANDED = ("rusty-pistol", "rusty-assault-rifle")
RIFLE_AIM = (1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7)
PISTOL_NUMBERS = "- 8 12 16 20 24 16 - 17 18 19 20 - 21 22 23 24 - - -"
BANDS = [(0, 5), *((first, first + 4) for first in range(6, 100, 5))]
LEGACY = book(House(legacy_tables="legacy"))


@pytest.mark.rule("HZN-WPN-01", "HZN-PRF-10")
def test_the_rusty_pistol_prints_twenty_bands_most_of_them_blank():
    assert header(CORRECTED, "rusty-pistol") == "3/2/2/1/Mundane (10AP)"
    found = tables.bands()["rusty-pistol"]
    assert [(b.first, b.last) for b in found] == BANDS
    assert found[0].others == {
        "lethal": "2(3)", "lethal_hits": "2", "special": "5(6)", "special_hits": "1", "aim": "1"
    }  # fmt: skip
    assert " ".join([b.others.get("unlabelled", "-") for b in found]) == PISTOL_NUMBERS
    printed = [int(r["defense"]) for r in tables.rows("profiles") if r["weapon"] == "rusty-pistol"]
    assert printed == [10 + 5 * i for i in range(20)]


@pytest.mark.rule("HZN-WPN-13", "HZN-PRF-10", "HZN-PRF-11")
def test_the_rusty_assault_rifle_prints_twenty_bands_with_columns_that_no_rule_uses():
    assert header(CORRECTED, "rusty-assault-rifle") == "4/2/8/2/Mundane (10AP)"
    found = tables.bands()["rusty-assault-rifle"]
    assert [(b.first, b.last) for b in found] == BANDS
    for i, band in enumerate(found):
        assert {name: int(cell) for name, cell in band.others.items()} == {
            "initiative": 5 * i - 3, "lethal": 3 + i, "lethal_hits": 3,
            "special": 2 + i, "special_hits": 1, "aim": RIFLE_AIM[i],
        }  # fmt: skip


@pytest.mark.rule("HZN-PRF-10", "HZN-PRF-11")
@pytest.mark.option("legacy.tables")
def test_read_by_its_bands_the_rifle_does_damage_times_hits_and_nothing_else_varies():
    for i, (first, last) in enumerate(BANDS):
        expected = Row((3 * (3 + i),), 5 + 5 * (i // 2), -8, 60, 0)
        assert [LEGACY.row("rusty-assault-rifle", ap) for ap in (first, last)] == [expected] * 2
    assert LEGACY.row("rusty-assault-rifle", -4) == LEGACY.row("rusty-assault-rifle", 0)
    assert LEGACY.row("rusty-assault-rifle", 120) == LEGACY.row("rusty-assault-rifle", 100)


def derived(name: str, ap: int) -> Row:
    """Tier 1 of the class by its formula, with the Move and range of the printed header."""
    if name == "rusty-pistol":
        return Row((Figure(Fraction(4, 5), 0).at(ap),), max(0, ap), -5, 15, 0)
    both = Figure(Fraction(2, 3), 0).at(ap)
    return Row((both,), both, -8, 60, 0)


@pytest.mark.rule("HZN-PRF-10", "HZN-WPN-01", "HZN-WPN-13")
@pytest.mark.parametrize("name", BANDED)
def test_by_default_they_are_tier_1_of_their_class(name):
    assert [CORRECTED.row(name, ap) for ap in range(-3, 61)] == [derived(name, ap) for ap in range(-3, 61)]


@pytest.mark.option("legacy.tables")
def test_only_the_rifle_is_read_in_lumps_and_the_pistol_stays_derived():
    assert [LEGACY.row("rusty-pistol", ap) for ap in SCORES] == [derived("rusty-pistol", ap) for ap in SCORES]


@pytest.mark.option("legacy.tables")
@pytest.mark.parametrize(
    ("name", "next_tier"),
    [("rusty-pistol", "light-combat-pistol"), ("rusty-assault-rifle", "light-assault-rifle")],
)
def test_their_move_and_range_may_go_in_the_steps_of_the_next_tier(name, next_tier):
    stepped = book(House(legacy_tables="class_steps"))
    for ap in SCORES:
        assert stepped.row(name, ap)[:2] == derived(name, ap)[:2]
        assert stepped.row(name, ap)[2:] == CORRECTED.row(next_tier, ap)[2:]


@pytest.mark.option("legacy.tables")
def test_they_may_be_left_out():
    kept = book(House(legacy_tables="off")).weapons
    assert set(CORRECTED.weapons) - set(kept) == set(BANDED)


# --- errata ---------------------------------------------------------------------------------------

# Where several scores stand, so do as many values.
# erratum | weapon | scores | column | as printed | corrected | by the pattern
ERRATA = """
01 | rusty-smg | 18 19 20 | defense | 12 3 14 | 12 13 14 | 12 13 14
02 | light-combat-smg | 13 14 15 | defense | 12 3 14 | 12 13 14 | 12 13 14
03 | heavy-combat-smg | 8 9 10 | defense | 12 3 14 | 12 13 14 | 12 13 14
04 | micro-minigun | 3 4 5 | defense | 12 3 14 | 12 13 14 | 12 13 14
05 | hand-cannon | 25 26 27 28 29 30 | damage | 32 35 36 36 37 38 | 32 33 34 35 36 36 | 32 33 34 35 36 36
05 | hand-cannon | 25 26 27 28 29 30 | defense | 40 35 36 36 37 38 | 40 41 42 43 44 45 | 40 41 42 43 44 45
06 | micro-minigun | 1 6 11 16 21 26 | range | 30 35 35 40 45 50 | 35 40 40 45 50 55 | 35 40 40 45 50 55
07 | micro-minigun | | header | 6/3/10/26/Uncommon | 6/3/12/40/Rare | 6/3/12/40/Rare
08 | refined-weapon | | header | 1/0/2/2/Common | 1/0/2.5/4/Uncommon | 1/0/2.5/4/Uncommon
09 | hmg | | title | | HMG (Heavy Machine Gun) | HMG (Heavy Machine Gun)
10 | heavy-precision-rifle | | magazine label | Attacks | Magazine | Magazine
10 | micro-minigun | | magazine label | Attacks | Magazine | Magazine
11 | heavy-combat-shotgun | | move label | Speed | Move | Move
11 | light-assault-rifle | | move label | Speed | Move | Move
11 | heavy-assault-rifle | | move label | Speed | Move | Move
11 | tactical-auto-cannon | | move label | Speed | Move | Move
12 | rusty-weapon | | rarity | Ubiqitous | Ubiquitous | Ubiquitous
13 | rusty-weapon | | title | Rusty Shiv | Rusty Weapon | Rusty Weapon
14 | tactical-vulcan | 1 10 11 20 21 30 | damage | 5 12 13 20 21 28 | 5 12 13 20 21 28 | 13 20 21 28 29 36
14 | tactical-vulcan | 1 10 11 20 21 30 | defense | 4 10 11 17 18 24 | 4 10 11 17 18 24 | 11 17 18 24 24 30
14 | tactical-vulcan | 1 10 11 15 16 20 21 30 | move | -15 -15 -15 -15 -10 -10 -10 -10 \
   | -15 -15 -15 -15 -10 -10 -10 -10 | -20 -20 -15 -15 -15 -15 -10 -10
14 | tactical-vulcan | 1 6 11 16 21 26 | range | 30 35 40 45 50 55 | 30 35 40 45 50 55 | 40 45 50 55 60 65
15 | tactical-auto-cannon | 1 10 30 | damage | 14 20 34 | 14 20 34 | 11 17 30
15 | tactical-auto-cannon | 1 10 30 | defense | 14 20 34 | 14 20 34 | 11 17 30
16 | refined-weapon | 1 10 30 | defense | 11 17 30 | 11 17 30 | 8 14 27
17 | advanced-weapon | 1 10 30 | defense | 14 20 34 | 14 20 34 | 11 17 30
18 | heavy-military-grenade | 1 13 30 | damage | 31 35 41 | 31 35 41 | 33 39 47
19 | rusty-hunting-rifle | 20 21 22 | range | 200 200 300 | 200 200 300 | 200 300 300
20 | tactical-auto-cannon | 19 20 21 | move | -10 -5 -5 | -10 -5 -5 | -10 -10 -5
21 | micro-minigun | 19 20 25 26 | move | -10 -5 -5 -5 | -10 -5 -5 -5 | -10 -10 -10 -5
22 | heavy-combat-shotgun | 25 26 30 | move | -5 -5 -5 | -5 -5 -5 | -5 0 0
22 | heavy-combat-shotgun | 25 26 30 | range | 40 40 40 | 40 40 40 | 40 45 45
23 | heavy-combat-pistol | 5 6 10 11 15 16 | range | 10 10 10 15 15 20 | 10 10 10 15 15 20 | 10 15 15 20 20 20
24 | krav-maga | 5 6 10 11 | move | 0 0 0 5 | 0 0 0 5 | 0 5 5 5
27 | rusty-pistol | | rarity | Mundane (10AP) | Mundane (10AP) | Ubiquitous
27 | rusty-assault-rifle | | rarity | Mundane (10AP) | Mundane (10AP) | Ubiquitous
"""


class Erratum(NamedTuple):
    """A slip, and what the three presets read there."""

    number: str
    weapon: str
    scores: tuple[int, ...]
    column: str
    printed: str
    corrected: str
    pattern: str

    def read(self, by: Book) -> str:
        """What a table that plays so reads there."""
        if self.scores:
            return " ".join([str(cell(by.row(self.weapon, ap), self.column)) for ap in self.scores])
        title, magazine, move = by.weapons[self.weapon].labels
        return {
            "header": header(by, self.weapon),
            "rarity": by.weapons[self.weapon].rarity,
            "title": title,
            "magazine label": magazine,
            "move label": move,
        }[self.column]


def cell(row: Row, column: str) -> int:
    """A figure of a row; of several damages the first."""
    found = getattr(row, column)
    return int(found[0] if column == "damage" else found)


def erratum(line: str) -> Any:
    """A line of the list, marked with the option of its entry."""
    number, weapon, scores, *rest = map(str.strip, line.split("|"))
    found = Erratum(number, weapon, tuple(map(int, scores.split())), *rest)
    mark = pytest.mark.option(f"errata.{number}")
    return pytest.param(found, id=f"{number}-{weapon}-{rest[0]}", marks=mark)


SLIPS = [erratum(line) for line in ERRATA.strip().splitlines()]


@pytest.mark.option("errata")
@pytest.mark.parametrize("slip", SLIPS)
def test_an_erratum_is_read_in_three_ways(slip):
    assert [slip.read(by) for by in (AS_PRINTED, CORRECTED, PATTERN)] == [
        slip.printed,
        slip.corrected,
        slip.pattern,
    ]


@pytest.mark.parametrize("slip", SLIPS)
@pytest.mark.parametrize("preset", ["as-printed", "corrected", "pattern"])
def test_an_entry_may_be_read_otherwise_than_the_preset_says(slip, preset):
    for how, expected in (("printed", slip.printed), ("mended", slip.pattern)):
        changes: dict[str, Any] = {"errata": preset, f"errata_{slip.number}": how}
        assert slip.read(book(House(**changes))) == expected


@pytest.mark.option("errata", "legacy.tables")
def test_the_errata_of_the_banded_weapons_go_by_the_preset_too():
    for name in BANDED:
        assert [CORRECTED.row(name, ap) for ap in SCORES] == [PATTERN.row(name, ap) for ap in SCORES]
        assert CORRECTED.row(name, 12) == derived(name, 12)
    assert AS_PRINTED.row("rusty-assault-rifle", 12) == Row((15,), 10, -8, 60, 0)
    assert AS_PRINTED.row("rusty-pistol", 12) == derived("rusty-pistol", 12)._replace(defense=20)
    assert book(House(errata="as-printed", legacy_tables="off")).weapons.keys().isdisjoint(BANDED)


@pytest.mark.option("errata.25", "errata.26")
@pytest.mark.rule("HZN-RUL-02", "HZN-RUL-03")
def test_a_banded_weapon_may_be_read_otherwise_than_both_tables_are():
    rifle = Row((15,), 10, -8, 60, 0)
    printed = book(House(errata_25="printed", errata_26="printed"))
    assert printed.row("rusty-assault-rifle", 12) == rifle
    for i, (first, last) in enumerate(BANDS):
        for ap in (first, last):
            assert printed.row("rusty-pistol", ap) == derived("rusty-pistol", ap)._replace(defense=10 + 5 * i)
    others: tuple[dict[str, Any], ...] = ({"legacy_tables": "legacy"}, {"errata": "as-printed"})
    for changes in others:
        mended = book(House(errata_25="mended", errata_26="mended", **changes))
        assert [mended.row(name, 12) for name in BANDED] == [derived(name, 12) for name in BANDED]


@pytest.mark.option("errata")
def test_the_pattern_mends_a_whole_column_and_nothing_else():
    vulcan = Profile(
        "tactical-vulcan", "machine-gun", 4, "", figure("4/5 15"), figure("2/3 15"),
        steps("10:-20 20:-15 30:-10"), steps("5:40 10:45 15:50 20:55 25:60 30:65"),
    )  # fmt: skip
    assert [PATTERN.row("tactical-vulcan", ap) for ap in SCORES] == [vulcan.row(ap) for ap in SCORES]
    grenades = [PATTERN.row("heavy-military-grenade", ap).damage for ap in SCORES]
    assert grenades == [tuple([32 + ceil(ap / 2) - 5 * n for n in range(5)]) for ap in SCORES]
    suspect = {p.values[0].weapon for p in SLIPS if p.values[0].corrected != p.values[0].pattern}
    clean = [w for w in CORRECTED.weapons if w not in suspect]
    assert len(clean) == len(CORRECTED.weapons) - len(suspect) == 24
    for name in clean:
        assert [PATTERN.row(name, ap) for ap in SCORES] == [CORRECTED.row(name, ap) for ap in SCORES]


@pytest.mark.option("errata.13")
def test_both_names_of_the_rusty_weapon_find_it():
    for name in ("Rusty Weapon", "rusty shiv", "rusty-weapon"):
        assert CORRECTED.aliases[name.casefold()] == AS_PRINTED.aliases[name.casefold()] == "rusty-weapon"


# --- scores without a row -------------------------------------------------------------------------

CLAMPED = book(House(edge="clamp"))
ZERO = book(House(edge="zero"))


@pytest.mark.option("edge")
@pytest.mark.parametrize("weapon", [p for p in ALL if p.values[0].kind != "grenade"])
def test_beyond_the_rows_a_profile_goes_on_by_its_formulas(weapon):
    for ap in (-40, -15, -1, 0, 31, 36, 60):
        near = weapon.row(min(30, max(1, ap)))
        going = near._replace(damage=(weapon.damage.at(ap),), defense=weapon.defense.at(ap))
        assert CORRECTED.row(weapon.name, ap) == going
        assert CLAMPED.row(weapon.name, ap) == near
        assert ZERO.row(weapon.name, ap) == (near if ap > 30 else near._replace(damage=(0,), defense=0))


@pytest.mark.option("edge")
def test_beyond_the_rows_a_grenade_keeps_its_steps_and_stops_at_nothing():
    assert CORRECTED.row("scrap-grenade", 35).damage == (42, 37, 32, 27, 22)
    assert CORRECTED.row("scrap-grenade", -15).damage == (17, 12, 7, 2, 0)
    assert CLAMPED.row("scrap-grenade", 35).damage == (39, 34, 29, 24, 19)
    assert CLAMPED.row("scrap-grenade", -15).damage == (25, 20, 15, 10, 5)
    assert ZERO.row("scrap-grenade", 0).damage == (0, 0, 0, 0, 0)


@pytest.mark.option("edge", "errata")
def test_the_pattern_goes_on_by_the_mended_formula():
    both = (CORRECTED, PATTERN)
    assert [by.row("tactical-vulcan", 35).damage for by in both] == [(32,), (40,)]
    assert [by.row("refined-weapon", 35).defense for by in both] == [34, 30]
    assert [by.row("heavy-military-grenade", 40).damage[0] for by in both] == [44, 52]
    assert [by.row("hand-cannon", 31)[:2] for by in (AS_PRINTED, CORRECTED)] == [((37,), 46)] * 2
