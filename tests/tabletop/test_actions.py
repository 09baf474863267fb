"""What follows from declarations: lines and their order, refusals, payment, words, the sheet."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from affray.core.act import Act
from affray.core.catalogue import Catalogue, Rule
from affray.core.effect import Who
from affray.core.errors import Refusal
from affray.core.fight import Fight
from affray.core.play import Play
from affray.core.ruleset import Changed, Measure
from affray.core.space import Point
from affray.core.view import View
from affray.sheet import Item
from affray.tabletop import (
    UNLISTED,
    Action,
    Actions,
    Conduct,
    MenuLines,
    Mixed,
    SheetLine,
    Wording,
    anything_goes,
    by_cost,
)

BOOK = Catalogue(
    "toy", "Toy", "", {}, {name: Rule(name, "", "", "", "", "", ()) for name in ("TOY-1", "TOY-2")}, {}, {}
)
DONE: list[str] = []
"""What has been done in a test, in order."""


class House(NamedTuple):
    dear: bool = False


def noted(what):
    def note(play, me, *_):
        DONE.append(what)
        return what != "stopped"

    return note


def refuses(play, me, them, act):
    play.need(act.item != "stone", "TOY-1", "no stones")


def affords(play, me, action, act, price):
    play.need(price < 3, "TOY-2", "too dear")


def foes(fight, who):
    return [Who(2), Who(1)]


def things(fight, who):
    return ["knife", "stone"]


def price(house):
    return 3 if house.dear else 2


def listed(house):
    return "dear" if house.dear else ""


def measured(fight, who, act):
    return [Measure("hurt", Changed(who, max))]


def action(name, run="ran", **changes):
    plain = {
        "lines": MenuLines(), "run": noted(run), "needs": anything_goes, "cost": 1, "rules": ("TOY-1",),
        "family": "plain", "sheet": UNLISTED,
    }  # fmt: skip
    return Action(name=name, **{**plain, **changes})


@pytest.fixture(autouse=True)
def _nothing_done(monkeypatch):
    DONE.clear()
    monkeypatch.setattr("affray.tabletop.checks.passing", lambda declared: ())  # these are made in functions


def game(*order, pay=None):
    conduct = Conduct(View, noted("fit"), affords, pay or noted("paid"))
    return Actions(order, conduct, {"plain": measured}, Wording(), BOOK, House())


def fight(**house):
    return Fight((SimpleNamespace(), SimpleNamespace(), SimpleNamespace(), SimpleNamespace()), House(**house))


STAB = {"lines": MenuLines(things, foes), "needs": refuses, "tags": {"attack", "targeted"}}


def test_the_lines_stand_in_the_order_that_is_said_where_some_are_mixed():
    stab, cut = action("stab", **STAB), action("cut", **STAB)
    mixed = game(action("end", tags={"end"}), Mixed((stab, cut), lambda f, w: lambda act: int(act.at or 0)))
    lines = [(act.name, act.at, act.item) for act in mixed.candidates(fight(), Who(0))]
    assert lines == [
        ("end", None, ""),
        ("stab", 1, "knife"), ("stab", 1, "stone"), ("cut", 1, "knife"), ("cut", 1, "stone"),
        ("stab", 2, "knife"), ("stab", 2, "stone"), ("cut", 2, "knife"), ("cut", 2, "stone"),
    ]  # fmt: skip


def test_lines_may_be_none():
    never = action("never", lines=MenuLines(when=lambda fight, who: False))
    assert list(game(never).candidates(fight(), Who(0))) == []


def test_the_menu_has_costs_reasons_and_what_may_be_filled_in():
    menu = game(action("go", cost=price, wants="to"), action("stab", **STAB)).menu(fight(dear=True), Who(0))
    assert [(o.cost, o.wants) for o in menu] == [(3, "to"), *[(1, "")] * 4]
    assert menu[0].refused == (Refusal("TOY-2", "too dear"),)
    assert menu[3].refused == (Refusal("TOY-1", "no stones"),)
    assert menu[1].refused == ()


def test_the_legal_lines_are_those_without_a_reason():
    legal = game(action("go", cost=price), action("stab", **STAB)).legal(fight(dear=True), Who(0))
    assert [(act.name, act.item) for act in legal] == [("stab", "knife")] * 2


def performed(actions, act, **house):
    play: Any = Play(fight(**house))
    actions.perform(play, View(play, Who(0)), act)
    return DONE


def test_an_action_is_fit_needed_paid_and_then_done():
    assert performed(game(action("go")), Act("go")) == ["fit", "paid", "ran"]


def test_what_is_not_paid_is_not_interrupted_either():
    assert performed(game(action("let go", cost=None, rules=())), Act("let go")) == ["fit", "ran"]


def test_what_costs_nothing_is_paid_and_can_be_interrupted():
    assert performed(game(action("drop", cost=0), pay=noted("stopped")), Act("drop")) == ["fit", "stopped"]


def test_beyond_the_menu_a_target_is_wanted_where_one_must_be_named():
    actions = game(action("stab", **STAB))
    assert actions.admits(fight(), Who(0), Act("stab"))[0].why == "needs a target"
    assert actions.admits(fight(), Who(0), Act("fly"))[0].why == "not an action of this game"
    assert actions.admits(fight(), Who(0), Act("stab", Who(7)))[0].why == "not an action of this game"
    assert actions.admits(fight(), Who(0), "stab")[0].why == "not an action of this game"
    assert actions.admits(fight(), Who(0), Act("stab", Who(1), item="fork")) == ()


def test_an_act_is_said_by_its_declaration():
    go = action("go", at="towards", item="behind")
    own = action("wait", says=lambda names, act: f"wait for {names[0]}")
    actions = game(go, own)
    assert actions.words(["Zara", "Kaan"], go.act(Who(1), item="wall")) == "go towards Kaan behind wall"
    assert actions.words(["Zara", "Kaan"], own.act()) == "wait for Zara"
    spray = action("spray", to="at")
    assert game(spray).words(["Zara"], spray.act(to=Point(150, 0))) == "spray at (1.5, 0)"


def test_tags_say_what_is_what():
    kinds = game(action("stab", **STAB), action("go", tags={"move"}), action("end", tags={"end"})).kinds(str)
    assert [kinds.of(name) for name in ("stab", "go", "end", "fly")] == ["attack", "move", "end", "other"]


def test_the_sheet_lists_actions_by_cost_and_under_these_house_rules_alone():
    dear = action("stab", cost=price, sheet=SheetLine(note=listed))
    odd = action("crawl", cost=None, rules=(), sheet=SheetLine(("TOY-2",), when=lambda house: house.dear))
    actions = [action("end"), odd, dear]
    assert by_cost(actions, House()) == {2: [Item("stab", ("TOY-1",), "")]}
    found = by_cost(actions, House(dear=True))
    assert found == {3: [Item("stab", ("TOY-1",), "dear")], 0: [Item("crawl", ("TOY-2",), "")]}
    assert list(found) == [3, 0]


def test_an_action_is_measured_by_its_family():
    for family in ("plain", measured):
        go = game(action("go", family=family))
        assert [m.name for m in go.measures(fight(), Who(1), Act("go"))] == ["hurt"]


def test_mixed_lines_may_hold_mixed_ones():
    one, other, end = (
        action("one", lines=MenuLines(whom=foes)),
        action("other", lines=MenuLines(whom=foes)),
        action("end"),
    )
    inner: Mixed[Any, Any, Any, Any] = Mixed((one, other), lambda f, w: lambda act: int(act.at or 0))
    outer = Mixed((inner, end), lambda f, w: lambda act: act.name != "end")
    lines = [(act.name, act.at) for act in game(outer).candidates(fight(), Who(0))]
    assert lines == [("end", None), ("one", 1), ("other", 1), ("one", 2), ("other", 2)]


def test_a_game_says_when_an_action_is_offered():
    go, rest = action("go"), action("rest")
    conduct = Conduct(View, noted("fit"), affords, noted("paid"), offers=lambda fight, every: every - {go})
    actions = Actions((go, rest), conduct, {"plain": measured}, Wording(), BOOK, House())
    assert [act.name for act in actions.candidates(fight(), Who(0))] == ["rest"]


def test_the_sheet_calls_an_action_as_players_do():
    wait = action("defer", sheet=SheetLine(called="delay the turn"))
    assert [item.name for item in by_cost([wait], House())[1]] == ["delay the turn"]


def as_it_stands(fight, who):
    return lambda action, act: 0 if action.name == "rest" else 1 + who + act.n


def test_what_an_act_costs_may_depend_on_how_the_fight_stands():
    go, rest = action("go", cost=2), action("rest")
    conduct: Conduct[Any, Any, Any, Any, Any] = Conduct(View, anything_goes, costs=as_it_stands)
    actions = Actions((go, rest), conduct, {"plain": measured}, Wording(), BOOK, House())
    assert [offer.cost for offer in actions.menu(fight(), Who(2))] == [3, 0]
    assert actions.cost(go.act(), House()) == 2


def test_who_acts_is_looked_at_once_for_a_whole_menu():
    looked: list[Who] = []

    def view(play, who):
        looked.append(who)
        return View(play, who)

    conduct: Conduct[Any, Any, Any, Any, Any] = Conduct(view, anything_goes)
    actions = Actions((action("go"), action("rest")), conduct, {"plain": measured}, Wording(), BOOK, House())
    assert len(actions.menu(fight(), Who(0))) == len(actions.legal(fight(), Who(0))) == 2
    assert looked == [Who(0), Who(0)]
