"""The sheet: actions, cards of the profiles, errata, odds, flows, under any house rules."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from affray.core.ruleset import ruleset
from affray.reference import page_of
from affray.reference.calculation import computed
from affray.rulesets.horizon.actions import ACTIONS
from affray.rulesets.horizon.house import House
from affray.rulesets.horizon.reference import cost
from affray.rulesets.horizon.scene import CATALOGUE
from affray.rulesets.horizon.tables import bands, book
from affray.testing.pages import not_on_receipts, strangers
from tests.whole import part_of

pytestmark = pytest.mark.slow

HORIZON = ruleset("horizon")
HOUSES: tuple[dict[str, str], ...] = (
    {},
    {"errata": "as-printed"},
    {"errata": "pattern", "edge": "clamp"},
    {"errata.14": "mended", "edge": "zero"},
    {"legacy.tables": "class_steps"},
    {"legacy.tables": "legacy"},
    {"legacy.tables": "off"},
)


def page(house=None):
    """The page of the game."""
    return page_of(HORIZON, house or {})


def table(name, house=None):
    """A table of the page."""
    return next(t for t in page(house).tables if t.id == name)


def cards(house=None):
    """The rows of the cards by the rule of each weapon."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for row in table("profiles", house).rows:
        if len(row) == 3:
            rows = found.setdefault(row[2].split()[0], [])
        else:
            rows.append(row)
    return found


def grid(name, house=None):
    """The answers of a table of odds by row and column."""
    odds = next(o for o in page(house).odds if o.id == name)
    values = computed(HORIZON, odds).values
    return {
        (row, column): value
        for row, line in zip(odds.rows, values, strict=True)
        for column, value in zip(odds.columns, line, strict=True)
    }


# --- actions --------------------------------------------------------------------------------------


ALONE = {"boost.alone": True}


def test_every_action_is_on_the_sheet():
    unlisted = {name for name, action in ACTIONS.by_name.items() if action.sheet is None}
    assert unlisted == {"end", "open combat", "stand up"}
    groups = {group.title: [item.name for item in group.items] for group in page(ALONE).actions}
    assert groups == {
        "One action": [
            *(
                "attack",
                "throw",
                "club",
                "attack wall",
                "defend",
                "move",
                "fall back",
                "push on",
                "push back",
            ),
            *("get behind", "dive", "draw", "switch", "holster", "hurl", "reload", "pick up", "drag", "haul"),
            *("recover", "hide"),
        ],
        "Two actions": ["work on the task"],
        "Free, in your own turn": [
            *("sprint", "sprint back", "shift", "drop", "flee", "look around"),
            *("stay alert", "stand easy", "speak", "make a sound"),
        ],
        "Out of turn": ["dive", "drop, speak, look around", "raise the alarm"],
    }
    assert [cost(n) for n in (0, 1, 2)] == ["free", "1 action", "2 actions"]


def test_actions_cost_what_the_house_rules_say():
    groups = {g.title: [i.name for i in g.items] for g in page({"boost.cost": 1, "stealth.cost": 0}).actions}
    assert groups["Two actions"] == ["push on", "push back", "work on the task"]
    assert "hide" in groups["Free, in your own turn"]


def test_modifiers_are_those_of_the_rules():
    groups = {mods.title: [mod.amount for mod in mods.mods] for mods in page().modifiers}
    assert groups["Attack: 2 m or less"] == [5, 5, 5, 5, 5]
    assert list(groups) == ["Attack: 2 m or less"], "surprise is worth one's own ACU, no figure"
    untrained = {mods.title: mods.mods for mods in page({"untrained": "minus5"}).modifiers}["Tests"]
    assert [(mod.rule, mod.amount) for mod in untrained][-1] == ("HZN-RUL-08", -5)


def test_wounds_are_shown_by_what_they_leave_of_a_score():
    def left(given):
        return {row[0]: row[1:] for row in table("shattered", given).rows}

    usual = left({})
    assert table("shattered").columns == ("score", "5", "8", "10", "12", "15", "20")
    assert usual["an arm, in two-armed use"] == usual["the body"] == (3, 4, 5, 6, 8, 10)
    assert usual["both arms, in two-armed use"] == (2, 2, 3, 3, 4, 5)
    assert left({"halves.round": "down"})["the body"] == (2, 4, 5, 6, 7, 10)
    assert left({"halves.twice": "zero"})["both arms, in two-armed use"] == (0,) * 6
    assert "an arm, in one-armed use" not in usual
    assert left({"arms": "all"})["an arm, in one-armed use"] == (3, 4, 5, 6, 8, 10)


# --- profiles -------------------------------------------------------------------------------------


@pytest.mark.parametrize("given", HOUSES, ids=str)
def test_the_cards_hold_every_row_of_every_profile(given):
    house = CATALOGUE.house(House, given)
    found, read = cards(given), book(house)
    assert set(found) == {weapon.rule for weapon in read.weapons.values()}
    for weapon in read.weapons.values():
        if read.banded(weapon.name):
            continue
        rows = [row for row in found[weapon.rule] if not row[0].startswith("to")]
        assert [row[0] for row in rows] == ["1-5", "6-10", "11-15", "16-20", "21-25", "26-30"]
        for n, row in enumerate(rows):
            scores = [read.row(weapon.name, ap) for ap in range(5 * n + 1, 5 * n + 6)]
            assert [c.rstrip("*") for c in row[1:6]] == [f"{s.damage[0]}/{s.defense}" for s in scores]
            reach = "" if weapon.unarmed else f"/{scores[0].thrown if weapon.strikes else scores[0].range}"
            move = f"{scores[0].move:+d}" if scores[0].move else "Base"
            assert row[6].rstrip("*").split(", ")[0] == move + reach


@pytest.mark.rule("HZN-WPN-09", "HZN-WPN-16")
def test_a_step_within_a_row_says_at_which_score():
    assert cards()["HZN-WPN-09"][4][6] == "-10/200, 22: -10/300"
    assert cards({"errata": "pattern"})["HZN-WPN-09"][4][6] == "-10/300*"
    assert cards()["HZN-WPN-16"][-3][6] == "-10/80, 20: -5/80"


def test_what_is_not_as_printed_is_marked():
    marked = {rule: [c for row in rows for c in row if c.endswith("*")] for rule, rows in cards().items()}
    assert [marked[f"HZN-WPN-{n}"] for n in (21, 22, 23)] == [["16/13*"]] * 3
    assert len(marked["HZN-WPN-04"]) == 5
    assert marked["HZN-WPN-24"][0] == "-20/35*"
    assert {rule for rule, cells in marked.items() if cells} == {
        f"HZN-WPN-{n}" for n in ("04", "21", "22", "23", "24")
    }
    assert not any(
        c.endswith("*") for rows in cards({"errata": "as-printed"}).values() for r in rows for c in r
    )


@pytest.mark.rule("HZN-WPN-02", "HZN-WPN-04")
def test_below_1_the_cards_go_on_as_the_house_rules_say():
    assert cards()["HZN-WPN-04"][0] == ("to -10", "1/1", "2/2", "3/3", "4/4", "4/5", "")
    assert cards()["HZN-WPN-02"][0] == ("to 0", "1/1", "2/2", "3/3", "4/4", "4/5", "-5/10")
    for edge in ("clamp", "zero"):
        assert cards({"edge": edge})["HZN-WPN-04"][0][0] == "1-5"


def test_the_older_layout_is_shown_and_played_where_it_is_chosen():
    rows = table("bands").rows
    assert len(rows) == 20
    assert rows[1] == ("6-10", "8/15", "12/5", "2", "4x3", "3x1", "+1")
    played = cards({"legacy.tables": "legacy"})["HZN-WPN-13"]
    assert len(played) == len(bands()["rusty-assault-rifle"])
    assert (played[0][:2], played[0][6]) == (("0-5", "9/5"), "-8/60")


def test_errata_say_how_they_are_read_here():
    def here(given):
        return {row[0]: row[2] for row in table("errata", given).rows}

    assert len(here({})) == 27
    assert (here({})["errata.01"], here({})["errata.14"]) == ("13 for 3", "as printed")
    assert here({"errata": "as-printed"})["errata.01"] == "as printed"
    assert here({"errata": "pattern"})["errata.14"] == "mended"
    assert here({"errata.01": "printed"})["errata.01"] == "as printed"


def test_all_weapons_stand_beside_each_other():
    rows = {row[0]: row[1:] for row in table("weapons").rows}
    assert rows["Light Combat Shotgun"] == ("6\N{NO-BREAK SPACE}+2", 15, 10, "-10", "25\N{NO-BREAK SPACE}m")
    assert rows["Pistols"] == ("High-Caliber Combat, ACU or AGI; one arm HZN-WSK-01",)
    assert len(rows) == 36 + 9


# --- odds -----------------------------------------------------------------------------------------


def worths(dice):
    """What all throws of so many dice are worth."""
    return [sum(throw) for throw in product((0, 0, 0, 1, 1, 2), repeat=dice)]


def test_dice_are_counted_face_by_face():
    found = grid("dice-odds")
    for rank in (1, 2, 4):
        throws = worths(rank)
        for least in (1, 2, 3):
            chance = Fraction(sum(n >= least for n in throws), len(throws))
            assert found[str(rank), str(least)] == chance


def test_every_combat_test_is_in_one_row():
    found = grid("row-odds")
    for trait, rank in ((2, 4), (6, 2)):
        name = f"{trait}, {rank}"
        line = {column: value for (row, column), value in found.items() if row == name}
        assert sum(line.values()) == 1
        throws = worths(rank)
        assert line["6-10"] == Fraction(sum(6 <= n + trait <= 10 for n in throws), len(throws))


def test_damage_of_a_round_is_that_of_two_attacks_with_one_score():
    found, read, throws = grid("round-odds"), book(House()), worths(5)

    def mean(weapon, worth):
        damage = [worth(read.row(weapon, 3 + n), n + 3) for n in throws]
        return Fraction(sum(damage), len(throws))

    gun = "light-combat-smg"
    assert found["Light Combat SMG", "10 m"] == mean(gun, lambda row, _: 2 * row.damage[0])
    assert found["Light Combat SMG", "Def 10"] == mean(gun, lambda row, _: max(0, 2 * row.damage[0] - 10))
    assert found["Light Combat SMG", "arm. 4"] == mean(gun, lambda row, _: 2 * max(0, row.damage[0] - 4))
    assert found["Light Combat SMG", "30 m"] == mean(
        gun, lambda row, _: 2 * row.damage[0] * (row.range >= 30)
    )
    close = Fraction(sum(2 * read.row(gun, 8 + n).damage[0] for n in throws), len(throws))
    assert found["Light Combat SMG", "1 m"] == close
    blow = Fraction(sum(2 * read.row("silat", 8 + n).damage[0] for n in throws), len(throws))
    assert found["Silat", "1 m"] == found["Silat", "Def 20"] == blow
    assert found["Silat", "10 m"] is None
    thrown = mean("light-military-grenade", lambda row, _: row.damage[0])
    assert found["Light Military Grenade", "10 m"] == found["Light Military Grenade", "Def 20"] == thrown


def test_a_wound_takes_hold_by_more_alone():
    found = grid("wound-odds")
    assert (found["2", "none"], found["4", "none"]) == (0, 1)
    assert found["4", "1"] == Fraction(5, 6), "2 and a 6 are 4, which resists"
    assert grid("wound-odds", {"ties": "changed"})["2", "none"] == 1


def test_a_sneaker_stays_unseen_by_as_much():
    both = [(a, b) for a in worths(1) for b in worths(1)]
    assert grid("stealth-odds")["1", "1"] == Fraction(sum(a >= b for a, b in both), len(both))


# --- the whole page -------------------------------------------------------------------------------


@pytest.mark.parametrize("given", HOUSES, ids=str)
def test_every_id_is_in_the_catalogue_whatever_the_house_rules(given):
    assert list(strangers(HORIZON, page(given))) == []


KEYS = [key for key in CATALOGUE.options if not key.startswith("errata.")]


@pytest.mark.parametrize("key", KEYS)
def test_there_is_a_page_with_every_option(key):
    option = CATALOGUE.options[key]
    by_kind: dict[str, tuple[Any, ...]] = {"flag": (not option.default,), "choice": tuple(option.values)}
    for value in by_kind.get(option.kind, (option.least, option.most)):
        found = page({key: value})
        assert list(strangers(HORIZON, found)) == []
        for odds in part_of(found.odds, 3, KEYS.index(key)):
            assert len(computed(HORIZON, odds._replace(rows=odds.rows[:2])).values) == 2


def test_flows_follow_the_house_rules():
    given = {"damage.order": "armour_first"}
    assert list(strangers(HORIZON, page(given))) == []
    assert not_on_receipts(HORIZON, page(given), given) == {}
