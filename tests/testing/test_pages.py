"""The kit that holds a printed page against the rules, on every installed game and on wrong pages."""

from __future__ import annotations

import pytest

from affray.core.ruleset import ruleset, rulesets
from affray.core.tally import Mod
from affray.reference import page_of
from affray.sheet import ActionGroup, Flow, Item, Modifiers, Page, Step, Table, Way
from affray.testing import pages
from affray.testing.pages import not_on_receipts, strangers

CORIOLIS = ruleset("coriolis")
HOUSES: tuple[dict[str, str], ...] = (
    {"bonus.timing": "all_before_armour", "negated": "everything", "auto.stop": "until_one"},
)


@pytest.mark.slow
@pytest.mark.parametrize("game", rulesets().values(), ids=list(rulesets()))
def test_every_id_on_a_page_is_in_the_catalogue(game):
    assert list(strangers(game, page_of(game, {}))) == []


@pytest.mark.slow
@pytest.mark.parametrize("game", rulesets().values(), ids=list(rulesets()))
def test_every_rule_of_a_flow_is_on_receipts_of_its_actions(game):
    assert not_on_receipts(game, page_of(game, {})) == {}


@pytest.mark.slow
@pytest.mark.parametrize("house", HOUSES)
def test_flows_follow_the_house_rules(house):
    page = page_of(CORIOLIS, house)
    assert list(strangers(CORIOLIS, page)) == []
    assert not_on_receipts(CORIOLIS, page, house) == {}


def test_ids_that_no_catalogue_holds_are_found_wherever_they_stand():
    page = Page(
        actions=(ActionGroup("Fast", "1 AP", (Item("hop", ("X-1",)),)),),
        modifiers=(Modifiers("Shot", (Mod("X-2", 1, "luck"),)),),
        flows=(Flow("f", "F", (), (Step("a", "start", "A", ("X-3",), (Way("b"),)),)),),
        tables=(Table("t", "T", ("a",), (), ("X-4", "COR-MEL-01")),),
    )
    found = "\n".join(strangers(CORIOLIS, page))
    assert all(f"X-{n}" in found for n in range(1, 5))
    assert "COR-MEL-01" not in found
    assert "f, a: no step 'b'" in found


@pytest.mark.slow
def test_a_rule_that_no_receipt_of_such_an_attack_holds_is_found(monkeypatch):
    monkeypatch.setattr(pages, "FIGHTS", 2)  # it would be looked for in all
    steps = (
        Step("a", "start", "Shoot", ("COR-RNG-03", "COR-MEL-11"), (Way("b"),)),
        Step("b", "end", "Over", ("COR-RNG-02",)),
    )
    page = Page(flows=(Flow("shot", "Shot", ("normal shot",), steps), Flow("free", "Free", (), steps)))
    assert not_on_receipts(CORIOLIS, page) == {"shot": {"COR-MEL-11"}}
