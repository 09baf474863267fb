"""The page of a game that has none of its own: what of its declarations stands on it, and where."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from affray.core.catalogue import Catalogue, Option, Rule, Ruling
from affray.core.view import View
from affray.sheet import ActionGroup, Item, Page
from affray.tabletop import (
    UNLISTED,
    Action,
    Actions,
    Conduct,
    Question,
    Questions,
    SheetLine,
    Wording,
    YesNo,
    anything_goes,
    declared_page,
)

BOOK = Catalogue(
    "toy", "Toy", "", {"ALL": "All"},
    {name: Rule(name, "ALL", "", f"The words of {name}.") for name in ("TOY-1", "TOY-2", "TOY-3")},
    {"R-1": Ruling("R-1", "How dear?", "Not very.", "")}, {"dear": Option("dear", "R-1", False, "Dear?")},
)  # fmt: skip


class House(NamedTuple):
    dear: bool = False


def cost(house):
    return 2 if house.dear else 1


def action(name, **changes):
    return Action(name=name, run=anything_goes, **{"rules": ("TOY-1",), **changes})


ORDER = (
    action("wait"),
    action("stab", cost=cost, rules=("R-1", "TOY-2", "TOY-1")),
    action("cut", cost=1, sheet=SheetLine(("TOY-1",), "bleeds")),
    action("cheat", cost=1, sheet=UNLISTED),
)
PARRY = YesNo(
    name="parry", asks="{who}: parry?", rules=("TOY-3",), listed=lambda _: Item("parry", ("TOY-3",), "once")
)
WHICH: Question[tuple[()], str] = Question(name="which", asks="{who}: which?", rules=("TOY-3",))
KEEP = YesNo(name="keeps", asks="{who}: keep it?", deed="keep it")


def page(*questions, **options) -> Page:
    actions: Actions[Any, Any, Any, Any, Any] = Actions(ORDER, Conduct(View), {}, Wording(), BOOK, House())
    return declared_page(actions, Questions(questions, BOOK))(options)


def test_actions_stand_by_their_cost_in_the_order_of_the_menu_and_say_what_they_do():
    stab = Item("stab", ("R-1", "TOY-2", "TOY-1"), "The words of TOY-2.")
    cut = Item("cut", ("TOY-1",), "bleeds")
    wait = Item("wait", ("TOY-1",), "The words of TOY-1.")
    turn = "In your turn"
    assert page().actions == (ActionGroup(turn, "cost 1", (stab, cut)), ActionGroup(turn, "free", (wait,)))
    assert [(g.cost, g.items) for g in page(dear=True).actions] == [
        ("cost 2", (stab,)), ("cost 1", (cut,)), ("free", (wait,)),
    ]  # fmt: skip


def test_what_is_done_out_of_turn_stands_apart_from_what_else_is_asked():
    reactions, decisions = page(WHICH, PARRY, KEEP).actions[-2:]
    assert reactions == ActionGroup("Reactions", "out of turn", (Item("parry", ("TOY-3",), "once"),))
    assert decisions.title == "Decisions"
    assert decisions.items == (Item("which", ("TOY-3",), "The words of TOY-3."), Item("keep it"))


@pytest.mark.parametrize(("questions", "title"), [((PARRY,), "Reactions"), ((KEEP,), "Decisions")])
def test_a_group_without_lines_is_left_out(questions, title):
    assert [group.title for group in page(*questions).actions] == ["In your turn", "In your turn", title]
