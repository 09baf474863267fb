"""What a ruleset has of its declarations, and how it fails to be loaded where they do not fit together."""

from __future__ import annotations

import runpy
from dataclasses import fields

import pytest

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.errors import BadData, Fault
from affray.core.fight import Fight
from affray.core.ruleset import Ruleset
from affray.core.scene import read_scene
from affray.tabletop import Questions, Rotation, Rounds, declared, idle, what_now
from tests.tabletop.test_rotation import ACT, ACTIONS, BOOK, QUESTIONS, ROUND, Body, Brawler, House, up

INN = """
ruleset = "brawl"
title = "Inn"
fighters = [
    { name = "Zara", side = "crew", at = [0, 0] },
    { name = "Kaan", side = "guild", at = [1, 0] },
    { name = "Abel", side = "crew", at = [2, 0], reserve = true },
]
"""


def body(one):
    return Body(one.name, one.side)


HAS = declared(ACTIONS, QUESTIONS, ROUND, body)


def opened(text=INN):
    return read_scene(text, HAS["scene"], "inn")


def test_a_ruleset_has_of_it_all_but_what_only_the_game_can_say():
    wanted = {each.name for each in fields(Ruleset)}
    assert set(HAS) <= wanted
    assert HAS["id"] == "brawl"
    assert HAS["title"] == "Brawl"
    assert HAS["catalogue"] is BOOK
    assert HAS["scenes"] == {}
    assert HAS["questions"] == {"action"}
    assert HAS["view"] is Brawler


def test_the_menu_and_the_performance_are_those_of_the_actions():
    fight = HAS["start"](opened())
    assert [(offer.act, offer.cost) for offer in HAS["menu"](fight, Who(0))] == [
        (Act("wait"), 0), (Act("hit", Who(1)), 1),
    ]  # fmt: skip
    assert HAS["perform"] == ACTIONS.perform
    assert HAS["measures"](fight, Who(0), Act("wait")) == []
    assert [HAS["kinds"].of(name) for name in ("wait", "hit")] == ["end", "attack"]


def test_the_course_of_a_fight_is_that_of_the_round():
    assert [HAS[name] for name in ("step", "take", "winner")] == [ROUND.step, ROUND.take, ROUND.winner]
    assert HAS["solving"].rounds(Fight((Rounds(4),), House())) == 4


def test_a_fight_starts_with_a_body_for_each_who_is_there_under_the_house_rules_of_the_scene():
    here = (Body("Zara", "crew"), Body("Kaan", "guild"), Rounds(0))
    assert HAS["start"](opened()) == Fight(here, House())
    assert HAS["start"](opened(INN + "options = { gently = true }")).house == House(gently=True)


def test_of_so_many_each_has_a_body_a_number_and_a_place():
    three = INN.replace("at = [1, 0]", "at = [1, 0], count = 3")
    fight = declared(ACTIONS, QUESTIONS, ROUND, lambda one: (one.name, one.at))["start"](opened(three))
    assert fight.fighters == (
        ("Zara", (0, 0)), ("Kaan 1", (1, 0)), ("Kaan 2", (1, 1)), ("Kaan 3", (1, 2)),
    )  # fmt: skip


def test_who_joins_gets_a_body_like_the_others():
    abel = opened().fighters[2]
    assert HAS["joining"](HAS["start"](opened()), abel) == Body("Abel", "crew")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (INN.replace('"brawl"', '"chess"'), "'brawl'"),
        (INN + "options = { roughly = true }", "there is no option 'roughly'"),
        (INN.replace("side", "sides"), "sides"),
        (INN.replace("Kaan", "Zara"), "two fighters are called 'Zara'"),
        (INN.replace("Kaan", "Abel"), "two fighters are called 'Abel'"),
        (INN.replace("guild", "crew"), "expected at least two sides"),
        (INN.partition("fighters")[0] + "fighters = []", "expected at least 2 of them, got 0"),
    ],
)
def test_a_scene_is_one_of_the_game(text, why):
    with pytest.raises(BadData, match=why):
        opened(text)


def test_the_printed_page_says_what_is_declared():
    names = {item.name for group in HAS["page"]({}).actions for item in group.items}
    assert names == {"wait", "hit", "action"}


def test_a_round_may_have_a_step_of_its_own():
    class Still(Rotation):
        __slots__ = ()

        def step(self, play):
            return False

    still = Still(Brawler, up, ACT, ACTIONS, "BRW-1")
    assert declared(ACTIONS, QUESTIONS, still, body)["step"] == still.step


def test_an_action_that_does_nothing_ends_the_turn():
    wait = idle("rest", "BRW-1", "BRW-2")
    assert (wait.name, wait.rules, wait.tags, wait.cost) == ("rest", ("BRW-1", "BRW-2"), {"end"}, None)


def test_the_question_what_to_do_is_put_by_its_rules():
    ask = what_now("BRW-2")
    assert (ask.name, ask.rules) == ("action", ("BRW-2",))
    assert Questions((ask,), BOOK).asked["action"]("Zara", "", ()) == "Zara: what now?"


WRONG = """
from affray.tabletop import Questions, Rotation, declared, what_now
from tests.tabletop.test_rotation import ACTIONS, BOOK, Brawler, up
from tests.tabletop.test_declared import body

ACT = what_now("BRW-1")
QUESTIONS = Questions({questions}, BOOK)
ROUND = Rotation(Brawler, up, ACT, ACTIONS, {rule!r})
HAS = declared(ACTIONS, QUESTIONS, ROUND, body)
"""


@pytest.mark.parametrize(
    ("questions", "rule", "line", "why"),
    [
        ("(ACT,)", "BRW-7", 8, "there is no rule 'BRW-7'"),
        ("()", "BRW-1", 6, "there is no question 'action'"),
    ],
)
def test_a_round_that_does_not_fit_its_game_is_refused_where_it_is_declared(
    tmp_path, questions, rule, line, why
):
    (tmp_path / "toy.py").write_text(WRONG.format(questions=questions, rule=rule), encoding="utf-8")
    with pytest.raises(BadData) as caught:
        runpy.run_path(str(tmp_path / "toy.py"))
    (fault,) = caught.value.faults
    assert isinstance(fault, Fault)
    assert why in fault.message
    assert fault.place == f"{tmp_path / 'toy.py'}:{line}"
