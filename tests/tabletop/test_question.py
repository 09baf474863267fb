"""A question declared once: put with its rules, in words, answered by an autopilot; refused where it errs."""

from __future__ import annotations

import runpy
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple

import pytest

from affray.core.catalogue import Catalogue, Rule
from affray.core.effect import Who
from affray.core.errors import BadData
from affray.core.fight import Fight
from affray.core.play import Play
from affray.core.view import View
from affray.sheet import Item
from affray.tabletop.question import NO_YES, Question, Questions, YesNo, policy, untold

BOOK = Catalogue(
    "toy", "Toy", "", {}, {name: Rule(name, "", "", "", "", "", ()) for name in ("TOY-1", "TOY-2")}, {}, {}
)


class Blow(NamedTuple):
    by: str
    dice: int


DEFEND: Question[Blow, bool] = Question(
    name="defend",
    asks=lambda who, foe, about: f"{foe} attacks with {about.dice}. Does {who} defend?",
    tells=lambda who, _: f"{who} defends",
    rules=("TOY-1",),
    options=NO_YES,
    deed="parry",
    listed=lambda house: Item("parry", ("TOY-1",), house),
)
PRAY: Question[tuple[()], bool] = Question(
    name="pray", asks=lambda who, _, __: f"{who}: pray?", tells=untold, options=NO_YES
)
AT_WHOM: Question[tuple[()], Who | None] = Question(
    name="at whom",
    asks=lambda who, _, __: f"{who}: at whom?",
    says=lambda names, foe: "nobody" if foe is None else names[foe],
)
FLEE: Question[tuple[()], str] = Question(
    name="flee", asks="{foe} comes. Does {who} flee?", tells="{who} flees: {what}", reads=str.upper
)
ASKED = Questions((DEFEND, PRAY, AT_WHOM, FLEE), BOOK)


def test_questions_are_those_of_their_chapters_in_order_and_each_once():
    first, second = ModuleType("first"), ModuleType("second")
    first.PRAY, first.NUMBER, first.FLEE = PRAY, 3, FLEE  # type: ignore[attr-defined]
    second.FLEE, second.DEFEND = FLEE, DEFEND  # type: ignore[attr-defined]
    found = Questions.of((AT_WHOM, second, first, DEFEND), BOOK)
    assert found.order == (AT_WHOM, FLEE, DEFEND, PRAY)
    twice = ModuleType("twice")
    twice.FLEE = Question(name="flee", asks="Does {who} flee?")  # type: ignore[attr-defined]
    with pytest.raises(BadData):
        Questions.of((first, twice), BOOK)


class Asked(Play):
    """Takes the last option, and keeps what was asked."""

    def answer(self, request):
        self.request = request
        return list(request.options())[-1]


def put(question, *about, **how):
    play = Asked(Fight((SimpleNamespace(), SimpleNamespace()), None))
    return question.put(play, View(play, Who(0)), *about, **how), play.request


def test_a_question_is_put_with_its_rules_options_and_what_it_is_about():
    value, request = put(DEFEND, Blow("Kaan", 3))
    assert value is True
    assert (request.question, request.rules, request.about) == ("defend", ("TOY-1",), ("Kaan", 3))


def test_rules_of_this_time_stand_behind_its_own_and_those_of_an_answer_behind_both():
    _, request = put(DEFEND, Blow("Kaan", 3), by=("TOY-2",), read_by=lambda yes: ("TOY-3",) if yes else ())
    assert request.cited(True) == ("TOY-1", "TOY-2", "TOY-3")
    assert request.cited(False) == ("TOY-1", "TOY-2")


def test_options_may_be_those_of_this_time():
    assert put(AT_WHOM, (), options=lambda: (None, Who(1)))[0] == Who(1)


def test_it_is_asked_and_told_in_its_own_words():
    asks = ASKED.asked["defend"]
    assert asks("Zara", "Kaan", Blow("Kaan", 3)) == "Kaan attacks with 3. Does Zara defend?"
    assert ASKED.told["defend"]("Zara", "yes") == "Zara defends"
    assert ASKED.told["pray"]("Zara", "yes") == ""
    assert set(ASKED.told) == {"defend", "pray", "flee"}
    assert ASKED.option("at whom", ["Zara"], None) == "nobody"
    assert ASKED.option("defend", ["Zara"], True) is None
    assert ASKED.deeds == {"defend": "parry"}


def test_its_words_may_be_forms():
    assert ASKED.asked["flee"]("Zara", "Kaan", ()) == "Kaan comes. Does Zara flee?"
    assert ASKED.told["flee"]("Zara", "far") == "Zara flees: far"


def test_some_may_be_answered_in_words_of_ones_own():
    assert ASKED.own_words == {"flee"}
    assert [ASKED.typed(name, "far") for name in ("flee", "defend", "no question")] == ["FAR", None, None]


def test_reactions_are_listed_on_the_sheet_as_their_questions_say():
    assert ASKED.listed("1 AP") == (Item("parry", ("TOY-1",), "1 AP"),)


DODGE, DIVE = Item("dodge", ("TOY-1",)), Item("dive", ("TOY-2",), "once")


def test_options_that_are_reactions_of_their_own_stand_there_each_in_its_place():
    react: Question[Any, str] = Question(name="react", asks="{who}?", listed=both)
    assert Questions((react, DEFEND), BOOK).listed("free") == (DODGE, DIVE, Item("parry", ("TOY-1",), "free"))


def both(house):
    return DODGE, DIVE


def test_an_autopilot_answers_by_the_question_and_else_takes_the_first_option():
    pilot: Any = policy((DEFEND.by(lambda play, me, about: about.dice > 2),))
    assert pilot(None, None, "defend", lambda: NO_YES, Blow("Kaan", 3)) is True
    assert pilot(None, None, "defend", lambda: NO_YES, Blow("Kaan", 2)) is False
    assert pilot(None, None, "pray", lambda: NO_YES, ()) is False


WRONG = """
from affray.tabletop.question import Question, Questions
from tests.tabletop.test_question import BOOK

def asks(who, foe, about):
    return who

def maker():
    return lambda who, said: said

{body}
"""


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("Questions((Question(name='a', asks=asks, rules=('TOY-9',)),), BOOK)", "there is no rule 'TOY-9'"),
        ("Questions(tuple([Question(name='a', asks=asks) for _ in 'ab']), BOOK)", "'a' is declared already"),
        ("Questions((Question(name='a', asks=asks, tells=maker()),), BOOK)", "maker makes a function anew"),
    ],
)
def test_a_question_that_errs_is_refused_where_it_is_declared(tmp_path, body, why):
    (tmp_path / "toy.py").write_text(WRONG.format(body=body), encoding="utf-8")
    with pytest.raises(BadData) as caught:
        runpy.run_path(str(tmp_path / "toy.py"))
    (fault,) = caught.value.faults
    assert why in fault.message
    assert fault.place == f"{tmp_path / 'toy.py'}:11"


def test_who_is_asked_for_yes_or_no_has_these_options_and_no_first():
    play = Asked(Fight((SimpleNamespace(), SimpleNamespace()), None))
    help_him = YesNo(name="help", asks="Help {foe}?", rules=("TOY-2",))
    assert help_him.put(play, View(play, Who(0)), ()) is True
    assert tuple(play.request.options()) == NO_YES
    assert play.request.rules == ("TOY-2",)
