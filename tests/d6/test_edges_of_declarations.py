"""Edges of what D6 declares: at whom there is a line, and what a line of the sheet says by the options."""

from __future__ import annotations

import pytest

from affray.core.effect import Who
from affray.rulesets.d6 import attack, declare, suppression
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6.house import House
from tests.d6.cast import act, fight, fighter, foe, forbids, house
from tests.d6.test_casting import mage


@pytest.mark.rule("DSX-R32")
@pytest.mark.parametrize("short", [False, True])
def test_the_sheet_says_whether_a_burst_may_be_short(short):
    assert ("with less" in attack.burst_note(House(burst_short=short))) == short


@pytest.mark.rule("DSX-R16")
@pytest.mark.parametrize(("cost", "dear"), [("one", False), ("per_five_feet", True)])
def test_the_sheet_says_whether_each_width_takes_an_action(cost, dear):
    assert ("and an action" in suppression.by_feet(House(suppress_cost=cost))) == dear


@pytest.mark.rule("DSX-R33")
@pytest.mark.parametrize(
    ("death", "hp", "foes"),
    [("zero", 1, [1]), ("zero", 0, []), ("minus_maximum", 0, [1]), ("minus_maximum", -99, [])],
)
def test_who_is_dead_by_the_option_is_no_foe_to_act_at(death, hp, foes):
    given = fight(fighter(), foe(hp=hp), house=house(death=death))
    assert declare.foes(given, Who(0)) == foes


@pytest.mark.rule("DSX-R33")
def test_a_spell_with_a_radius_may_be_cast_about_somebody_who_is_dead():
    given = mage(3)
    given = fight(given.fighters[0], foe((45, 0), hp=-99))
    done = given.after(fx.Chanted(Who(0), "fireball")).after(fx.Chanted(Who(0), "fireball"))
    assert "DSX-R33" not in forbids(done, act("cast", 1, item="fireball"))
    assert "DSX-R33" in forbids(given.after(fx.Chanted(Who(0), "bolt")), act("cast", 1, item="bolt"))
