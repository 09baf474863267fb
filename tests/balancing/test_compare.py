"""Comparisons: exact odds over a grid, with the same figures as the odds of an action."""

from __future__ import annotations

import pytest

from affray import operations
from affray.balancing.compare import compare, rows
from affray.core.errors import BadAnswer, NotFound
from tests.balancing.scenes import DUELS, duel

pytestmark = pytest.mark.slow

PAIRS = {
    "coriolis/duel": ("heavy pistol", "carbine"),
    "d6/bridge": ("rapier", "long sword"),
    "horizon/duel": ("light-combat-shotgun", "light-combat-smg"),
    "serenity/showdown": ("revolver", "shotgun"),
    "traveller/landing_field": ("auto pistol", "laser pistol"),
}


@pytest.mark.parametrize("name", DUELS)
def test_two_weapons_in_each_game(name):
    draft = operations.draft(name)
    found = compare(draft, PAIRS[name], ranges=draft.ruleset.levers.ranges[:2], armours=["0", "5"])
    assert len(found.cells) == 8
    near = [cells for _, away, cells in rows(found) if away == found.ranges[0]]
    for cells in near:
        assert all(cell.odds is not None and cell.odds.exact and cell.hits > 0 for cell in cells)
    for n in range(2):
        assert near[0][n].harm > near[1][n].harm, "armour takes off harm"


def test_the_figures_are_those_of_the_action():
    cell = compare(duel(), ["service pistol", "knife"], ranges=[12], armours=["3"]).cells[0]
    assert cell.action == "normal shot"
    assert cell.odds is not None
    assert cell.hits == cell.odds["hits Kaan"].chance
    assert round(float(cell.hits), 3) == 0.962
    assert round(float(cell.harm), 3) == 1.917
    assert round(float(cell.out), 3) == 0.067


def test_where_there_is_no_attack_it_says_why():
    knife = compare(duel(), ["service pistol", "knife"], ranges=[12], armours=["3"]).cells[1]
    assert (knife.odds, knife.why) == (None, "the target is not at Close range")
    with pytest.raises(BadAnswer, match="Zara cannot attack Kaan: no such attack"):
        compare(duel(), ["sword", "knife"], action="normal shot")


def test_distances_at_which_nobody_can_attack_are_left_out():
    assert compare(duel(), ["sword", "axe"]).ranges == (1,)
    assert compare(duel(), ["sword", "axe"], ranges=[1, 12]).ranges == (1, 12)


def test_house_rules_side_by_side():
    options = duel().ruleset.catalogue.options
    key = next(k for k, o in options.items() if o.kind == "flag")
    found = compare(duel(), options=[{key: True}, {key: False}], ranges=[12], armours=["3"])
    assert [variant.name for variant in found.variants] == [f"{key}=true", f"{key}=false"]
    assert all(cell.odds for cell in found.cells)


def test_a_house_rule_that_moves_the_ranges_shows():
    found = compare(
        duel(), ["carbine"], [{"range.short": 20}, {"range.short": 10}], ranges=[15], armours=["0"]
    )
    assert found.cells[0].harm > found.cells[1].harm
    assert found.ahead == [1, 0]


@pytest.mark.parametrize(
    ("how", "kind", "said"),
    [
        ({"weapons": ["axe"]}, BadAnswer, "nothing to compare: expected at least two"),
        ({"weapons": ["axe", "axe"]}, BadAnswer, "'axe' is listed twice"),
        (
            {"weapons": ["axe", "carbin"]},
            BadAnswer,
            "carbin: there is no weapon 'carbin'; did you mean 'carbine",
        ),
        (
            {"weapons": ["axe", "sword"], "fighter": "Zar"},
            NotFound,
            "there is no fighter 'Zar'; did you mean",
        ),
        ({"weapons": ["axe", "sword"], "target": "Zara"}, BadAnswer, "target of their own attack"),
        ({"weapons": ["axe", "sword"], "armours": ["tin"]}, BadAnswer, "there is no armour 'tin'"),
        ({"weapons": ["axe", "sword"], "policy": "clever"}, NotFound, "there is no policy 'clever'"),
        ({"weapons": ["axe", "sword"], "action": "bite"}, BadAnswer, "there is no attack here 'bite'"),
        ({"weapons": ["axe", "sword"], "ranges": [1e9]}, BadAnswer, "at most 100,000"),
        ({"options": [{"no.such": 1}, {}]}, BadAnswer, "there is no option 'no.such'"),
    ],
)
def test_what_cannot_be_compared_is_told(how, kind, said):
    with pytest.raises(kind, match=said):
        compare(duel(), **how)
