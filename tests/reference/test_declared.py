"""The sheet of a new game, which has no page of its own: all that it declares stands on it."""

from __future__ import annotations

import re
from html import unescape
from importlib import import_module
from io import StringIO
from types import ModuleType

import pytest
from rich.console import Console

from affray.cli.console import Printer
from affray.cli.new import lay_down
from affray.cli.sheet import printed
from affray.core.effect import Who
from affray.core.ruleset import Ruleset
from affray.core.scene import read_scene
from affray.reference import Sheet, as_html, as_markdown, everything_of, make_card, make_sheet


@pytest.fixture
def rules(tmp_path, monkeypatch) -> ModuleType:
    """The rules of a game that `affray new game` has laid down."""
    lay_down("penned", tmp_path / "penned")
    monkeypatch.syspath_prepend(tmp_path / "penned")
    return import_module("penned.rules")


@pytest.fixture
def game(rules) -> Ruleset:
    ruleset: Ruleset = import_module("penned").RULESET
    return ruleset


def at_a_terminal(sheet: Sheet, width: int = 200) -> str:
    text = StringIO()
    printed(Printer(Console(file=text, width=width), plain=True), sheet)
    return text.getvalue()


def on_a_page(sheet: Sheet) -> str:
    bare = re.sub(r"<(style|script|nav).*?</\1>|<[^>]*>", " ", as_html(sheet), flags=re.DOTALL)
    return " ".join(unescape(bare).split())


@pytest.mark.parametrize("told", [at_a_terminal, on_a_page, as_markdown])
def test_each_action_question_option_and_rule_stands_on_the_sheet(rules, game, told):
    text = told(make_sheet(game))
    front, _, behind = text.partition("Every rule") if "Every rule" in text else text.partition("1 All of it")
    for declared in (*rules.ACTIONS.by_name, *rules.QUESTIONS.by_name):
        assert re.search(rf"\b{declared}\b", front), declared
    for rule in rules.CATALOGUE.rules.values():
        assert rule.title in behind
        assert rule.text in behind
        assert re.search(rf"\b{rule.id.partition('-')[2]}\b", text), rule.id
    for option in rules.CATALOGUE.options.values():
        assert option.key in behind
        assert option.summary in behind
        assert str(option.default) in behind.partition(option.key)[2]


def test_under_house_rules_they_are_marked_where_they_matter(game):
    text = at_a_terminal(make_sheet(game, {"hit.from": 9}))
    assert "House rule hit.from: 9" in text
    assert re.search(r"strike .* 2\*\n", text)
    assert re.search(r"hit\.from +The lowest roll that hits\. Here: 9 +R1\*\n", text)


def test_it_is_never_wider_than_the_screen(game):
    assert max(map(len, at_a_terminal(make_sheet(game), 40).splitlines())) <= 40


def test_a_card_has_the_actions_without_the_rules(game):
    fight = game.start(read_scene(game.scenes["inn"], game.scene, "inn"))
    text = at_a_terminal(make_card(game, fight, Who(0), everything_of(game, fight, Who(0))))
    assert "In your turn, cost 1" in text
    assert "1 All of it" not in text
    assert "House rules" not in text
