"""The printed sheet of the game: its odds against brute force, and what house rules change on it."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from affray.core.ruleset import ruleset
from affray.reference import page_of
from affray.reference.calculation import computed
from affray.rulesets.serenity.actions import ACTIONS
from affray.rulesets.serenity.reference import cost
from affray.rulesets.serenity.tables import explosives
from affray.testing.pages import not_on_receipts, strangers
from tests.serenity.cast import PISTOL, act, do, fight, fighter, foe, rolls
from tests.whole import part_of

GAME = ruleset("serenity")
HOUSES: tuple[dict[str, object], ...] = (
    {"act.penalty": "sequential", "ladder.top": "number", "grapple.break": "hard", "damage.odd": "wounds"},
    {"attack.attribute": "strength", "autofire.basic": "seven", "block.unarmed": "none", "out.later": "flat"},
)


def grid(which, **options):
    page = page_of(GAME, {key.replace("__", "."): value for key, value in options.items()})
    odds = next(odds for odds in page.odds if odds.id == which)
    found = computed(GAME, odds)
    return lambda row, column: found.values[odds.rows.index(row)][odds.columns.index(column)]


def sums(*dice):
    return [sum(faces) for faces in product(*[range(1, side + 1) for side in dice])]


def test_numbers_reached_are_as_brute_force_has_them():
    cell = grid("number-odds")
    for dice, least in product(((6, 4), (8, 8), (12, 12)), (3, 7, 11, 15, 19)):
        found = sums(*dice)
        expected = Fraction(sum(total >= least for total in found), len(found))
        assert cell(" + ".join(f"d{side}" for side in dice), str(least)) == expected


@pytest.mark.slow
def test_hits_are_as_brute_force_has_them():
    cell = grid("hit-odds")
    mine, theirs = sums(8, 6), sums(8)
    assert cell("d6", "unaware") == Fraction(sum(a >= 3 for a in mine), len(mine))
    hits = sum(a >= d for a, d in product(mine, theirs))
    assert cell("d6", "innate") == Fraction(hits, len(mine) * len(theirs))
    dodges = sums(8, 10)
    hits = sum(a >= d for a, d in product(mine, dodges))
    assert cell("d6", "dodge d10") == Fraction(hits, len(mine) * len(dodges))
    behind = grid("cover-odds")
    hits = sum(a >= d + 8 for a, d in product(mine, theirs))
    assert behind("d6", "medium") == Fraction(hits, len(mine) * len(theirs))


@pytest.mark.slow
def test_wounds_are_as_brute_force_has_them():
    found = sums(8, 8)
    margins = [(a - d) // 2 for a, d in product(found, sums(8)) if a >= d]
    mean = Fraction(sum(margins), len(found) * 8) + Fraction(9, 2) * Fraction(len(margins), len(found) * 8)
    assert grid("choice-odds")("attack", "d8") == mean
    assert grid("actions-odds")("1", "d8") == mean
    assert grid("actions-odds")("2", "d10") == 2 * mean
    through = grid("damage-odds")
    assert through("d8", "2") == Fraction(sum(max(0, n - 2) for n in sums(8)), 8)
    assert through("d12+d8", "6") == Fraction(sum(max(0, n - 6) for n in sums(12, 8)), 96)
    assert grid("damage-odds", ladder__top="number")("d12+d8", "0") == Fraction(13, 2) + 8


@pytest.mark.rule("SER-ACT-04", "SER-R4")
def test_actions_are_priced_as_the_table_plays_them():
    usual, each = grid("actions-odds"), grid("actions-odds", act__penalty="sequential")
    assert each("2", "d10") == usual("1", "d10") + usual("2", "d10") / 2
    assert each("3", "d8") == each("2", "d8") + usual("3", "d8") / 3
    limited = page_of(GAME, {"act.most": 2})
    assert next(odds for odds in limited.odds if odds.id == "actions-odds").rows == ("1", "2")
    by_word = next(m for m in page_of(GAME, {"throw.steps": "gm"}).modifiers if "throw" in m.title)
    assert [mod.amount for mod in by_word.mods] == [-1, -4]


@pytest.mark.slow
def test_checks_and_holds_are_as_brute_force_has_them():
    stays = grid("up-odds")
    assert stays("d8 + d6", "11") == Fraction(sum(n >= 11 for n in sums(8, 6)), 48)
    assert stays("d8 + d8", "7, hurt") == Fraction(sum(n >= 7 for n in sums(4, 4)), 16)
    hold = grid("hold-odds")
    got = sum(a >= d for a, d in product(sums(8, 6), sums(8, 10)))
    assert hold("d6", "d10") == Fraction(got, 48 * 80)


def test_the_page_names_every_action_and_says_what_it_costs():
    page = page_of(GAME, {})
    listed = [item.name for group in page.actions for item in group.items]
    assert {*ACTIONS.by_name} - {"end"} <= {*listed}
    assert [cost(n) for n in (0, 1, 2)] == ["free", "1 action", "2 actions"]
    walk = next(
        i for group in page_of(GAME, {"move.pace": 5}).actions for i in group.items if i.name == "walk"
    )
    assert walk.note == "5 m"


@pytest.mark.parametrize("house", HOUSES)
def test_the_page_follows_the_house_rules(house):
    page = page_of(GAME, house)
    assert list(strangers(GAME, page)) == []
    texts = " ".join(step.text for flow in page.flows for step in flow.steps)
    if "grapple.break" in house:
        assert "Agility + Strength against 11" in texts
        assert "odd point to wounds" in texts
    else:
        assert "7 less the defence" in texts
        assert "(Strength in melee)" in texts
        assert "bare-handed" not in texts


@pytest.mark.slow
@pytest.mark.parametrize("house", [*part_of(HOUSES, 2)])
def test_under_house_rules_too_receipts_hold_the_rules_of_flows(house):
    assert not_on_receipts(GAME, page_of(GAME, house), house) == {}


@pytest.mark.rule("SER-EXPL-02", "SER-R25")
def test_each_ring_of_an_explosive_ends_where_the_sheet_says():
    listed = next(table for table in page_of(GAME, {}).tables if table.id == "explosives")
    for name, _, *cells in listed.rows:
        ends = [float(str(cell).split("to")[1].strip().removesuffix("m").strip()) for cell in cells]
        for end, ring in zip(ends, explosives()[str(name)], strict=True):
            assert 100 * end <= ring.reach < 100 * end + 10


@pytest.mark.rule("SER-OUT-01", "SER-VITAL-03")
def test_the_flow_of_an_attack_asks_for_its_checks_in_the_order_of_play():
    steps = [step.id for step in page_of(GAME, {}).flows[0].steps]
    given = fight(fighter(skills={"guns": "d12"}, weapons=(PISTOL,)), foe(stun=8))
    play = do(given, act("vital attack", 1, item=PISTOL), "", (1,), (1, 1), (4, 1), (6, 1), (6, 1))
    asked = [roll.asked.question for roll in rolls(play, "")]
    assert asked.index("stay up against 7") < asked.index("endure against 7")
    assert steps.index("check") < steps.index("special")
