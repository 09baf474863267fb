"""The plainest round on its own: whose turn it is, when a round begins, when a fight is over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

from affray.core.act import Act
from affray.core.catalogue import Catalogue, Option, Rule, Ruling
from affray.core.effect import TABLE, Effect, Who
from affray.core.errors import BadData
from affray.core.fight import Fight
from affray.core.play import Play
from affray.core.ruleset import NOBODY
from affray.core.view import View, fact
from affray.tabletop import (
    Action,
    Actions,
    Conduct,
    MenuLines,
    Questions,
    Rotation,
    RoundBegan,
    Rounds,
    Wording,
    foes,
    idle,
    last_side,
    what_now,
)
from affray.tabletop.rotation import Acted

BOOK = Catalogue(
    "brawl", "Brawl", "", {"ALL": "All"}, {n: Rule(n, "ALL", "", "") for n in ("BRW-1", "BRW-2")},
    {"R-1": Ruling("R-1", "?", "Yes.", "")}, {"gently": Option("gently", "R-1", False, "Nobody goes down.")},
)  # fmt: skip


class Body(NamedTuple):
    name: str
    side: str
    down: bool = False
    acted: bool = False


class House(NamedTuple):
    gently: bool = False


def up(b):
    return not b.down


class Brawler(View[Body]):
    __slots__ = ()
    up: fact[Body, bool] = fact(up)


@dataclass(frozen=True, slots=True)
class Floored(Effect):
    who: Who
    down: bool = True

    def on(self, b: Body, /) -> Body:
        return b._replace(down=self.down)


def foe_is_up(play, one, foe, act):
    play.need(foe.up, "BRW-2", "is down already")


def floors(play, one, foe, act):
    if not play.house.gently:
        play.do(Floored(foe.who), "BRW-2")


WAIT = idle("wait", "BRW-1")
HIT: Action[Any, Any, Any, Any] = Action(
    name="hit", lines=MenuLines(whom=foes), needs=foe_is_up, cost=1, run=floors, rules=("BRW-2",),
    tags={"attack", "targeted"},
)  # fmt: skip
ACT = what_now("BRW-1")
CONDUCT: Conduct[Any, Any, Any, Any, Any] = Conduct(Brawler)
ACTIONS = Actions((WAIT, HIT), CONDUCT, {}, Wording(), BOOK, House())
QUESTIONS = Questions((ACT,), BOOK)
ROUND = Rotation(Brawler, up, ACT, ACTIONS, "BRW-1")
ZARA, KAAN, ABEL = Body("Zara", "crew"), Body("Kaan", "guild"), Body("Abel", "crew")


class Round(Play):
    """Answers from a list, then waits; keeps who was asked, what could be done, and all that happened."""

    def __init__(self, *bodies: Body, answers: tuple[Act, ...] = (), gone: tuple[Who, ...] = ()) -> None:
        super().__init__(Fight((*bodies, Rounds()), House(), gone))
        self.answers = list(answers)
        self.asked: list[str] = []
        self.offered: list[list[Act]] = []
        self.happened: list[tuple[Effect, tuple[str, ...]]] = []

    def answer(self, request):
        self.asked.append(self.fight.bodies[request.who.who].name)
        self.offered.append(request.options())
        return self.answers.pop(0) if self.answers else WAIT.act()

    def happen(self, effect, rules):
        self.happened.append((effect, tuple(rules)))
        super().happen(effect, rules)

    def steps(self, number: int) -> Round:
        assert [ROUND.step(self) for _ in range(number)] == [True] * number
        return self


# --- whose turn it is -----------------------------------------------------------------------------


def test_everybody_acts_once_a_round_in_the_order_of_the_scene():
    play = Round(ZARA, KAAN, ABEL).steps(8)
    assert play.asked == ["Zara", "Kaan", "Abel"] * 2
    assert play.fight.table == Rounds(2)


def test_a_round_begins_with_everybody_yet_to_act_by_its_rule():
    play = Round(ZARA, KAAN).steps(3)
    assert play.happened == [
        (Acted(Who(0)), ("BRW-1",)),
        (Acted(Who(1)), ("BRW-1",)),
        (RoundBegan(), ("BRW-1",)),
        (Acted(Who(0), False), ("BRW-1",)),
        (Acted(Who(1), False), ("BRW-1",)),
    ]


def test_each_step_is_one_turn_or_the_begin_of_a_round():
    play = Round(ZARA, KAAN)
    for asked, number in [(1, 0), (2, 0), (2, 1), (3, 1)]:
        assert ROUND.step(play)
        assert (len(play.asked), play.fight.table.round) == (asked, number)


def test_whose_turn_it_is_is_state():
    half = Round(ZARA._replace(acted=True), KAAN, ABEL._replace(acted=True)).steps(1)
    assert half.asked == ["Kaan"]


def test_who_is_down_is_passed_over():
    play = Round(ZARA, KAAN._replace(down=True), Body("Bo", "guild")).steps(5)
    assert play.asked == ["Zara", "Bo", "Zara", "Bo"]


def test_who_goes_down_before_acting_does_not_act_in_that_round_any_more():
    play = Round(ZARA, KAAN, Body("Bo", "guild"), answers=(HIT.act(Who(1)),)).steps(2)
    assert play.asked == ["Zara", "Bo"]
    assert play.fight.bodies[1] == KAAN._replace(down=True)


def test_who_gets_up_in_a_round_still_acts_in_it():
    play = Round(ZARA, KAAN._replace(down=True), Body("Bo", "guild")).steps(1)
    play.do(Floored(Who(1), False))
    assert play.steps(1).asked == ["Zara", "Kaan"]


def test_who_acted_and_was_down_as_the_next_round_began_still_acts_in_it_once_up():
    play = Round(ZARA._replace(acted=True), KAAN._replace(acted=True), Body("Bo", "guild", acted=True))
    play.do(Floored(Who(1)))
    play.steps(1).do(Floored(Who(1), False))
    assert play.steps(3).asked == ["Zara", "Kaan", "Bo"]


def test_who_has_left_the_fight_is_not_asked():
    play = Round(ZARA, KAAN, Body("Bo", "guild"), gone=(Who(1),)).steps(3)
    assert play.asked == ["Zara", "Bo"]
    assert Acted(Who(1), False) not in [effect for effect, _ in play.happened]


def test_one_is_asked_which_of_the_legal_actions_to_take():
    play = Round(ZARA, KAAN._replace(down=True), ABEL, Body("Bo", "guild")).steps(1)
    assert play.offered == [[WAIT.act(), HIT.act(Who(3))]]


def test_an_action_is_performed_and_then_the_turn_is_over():
    play = Round(ZARA, KAAN, Body("Bo", "guild"), answers=(HIT.act(Who(2)),)).steps(1)
    assert play.happened == [(Floored(Who(2)), ("BRW-2",)), (Acted(Who(0)), ("BRW-1",))]
    taken = Round(ZARA, KAAN)
    ROUND.take(taken, Brawler(taken, Who(1)), WAIT.act())
    assert taken.fight.bodies[:2] == (ZARA, KAAN._replace(acted=True))


# --- the end of a fight ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bodies", "winner"),
    [
        ((ZARA, KAAN, ABEL), None),
        ((ZARA, KAAN._replace(down=True), ABEL), "crew"),
        ((ZARA._replace(down=True), KAAN, ABEL._replace(down=True)), "guild"),
        ((ZARA._replace(down=True), KAAN._replace(down=True)), NOBODY),
        ((ZARA,), "crew"),
    ],
)
def test_a_fight_is_over_as_soon_as_all_who_are_up_are_on_one_side(bodies, winner):
    play = Round(*bodies)
    assert ROUND.winner(play.fight) == last_side(up)(play.fight) == winner
    assert ROUND.over(play) == (winner is not None)
    assert ROUND.step(play) == (winner is None)
    assert bool(play.asked) == (winner is None)
    assert bool(play.happened) == (winner is None)


def test_the_last_blow_ends_it_without_another_turn():
    play = Round(ZARA, KAAN, answers=(HIT.act(Who(1)),)).steps(1)
    assert not ROUND.step(play)
    assert play.asked == ["Zara"]


def test_who_has_left_the_fight_is_no_side_of_it():
    play = Round(ZARA, KAAN, gone=(Who(1),))
    assert ROUND.winner(play.fight) == "crew"
    assert ROUND.over(play)


# --- what others ask of it ------------------------------------------------------------------------


def test_whoever_solves_a_fight_leaves_out_which_round_it_is():
    fight = Round(ZARA, KAAN).steps(3).fight
    assert ROUND.solving.rounds(fight) == 1
    assert ROUND.solving.settled(fight) == Fight((ZARA, KAAN, Rounds(0)), House())


def test_foes_are_those_of_other_sides_who_are_in_the_fight_up_or_not():
    bodies = (ZARA, KAAN._replace(down=True), ABEL, Body("Bo", "guild"), Body("Dov", "law"))
    fight = Round(*bodies, gone=(Who(3),)).fight
    assert foes(fight, Who(0)) == (Who(1), Who(4))
    assert foes(fight, Who(4)) == (Who(0), Who(1), Who(2))


def test_its_effects_have_words():
    names = ["Zara", "Kaan"]
    begins, acted = Rotation.told[RoundBegan], Rotation.told[Acted]
    assert callable(begins)
    assert callable(acted)
    assert RoundBegan().who == TABLE
    assert begins(names, RoundBegan()) == "A round begins"
    assert acted(names, Acted(Who(1))) == "Kaan is done"
    assert acted(names, Acted(Who(1), False)) == ""


def test_a_rule_that_the_game_does_not_have_is_refused_where_the_round_is_declared():
    with pytest.raises(BadData) as caught:
        Rotation(Brawler, up, ACT, ACTIONS, "BRW-7")
    (fault,) = caught.value.faults
    assert "there is no rule 'BRW-7'" in fault.message
