"""What odds assume: the choices in them by habit, and what another choice would come to."""

from __future__ import annotations

from typing import Any

import pytest

from affray import operations
from affray.core.act import Act
from affray.core.effect import TABLE, Who
from affray.core.play import Policy
from affray.pricing import Prices, other_choices, price_action, with_assumptions
from affray.session import Controller, Session
from affray.table.assumptions import assumed

pytestmark = pytest.mark.slow


def turn_of(scene: str, name: str, act: str) -> tuple[Session, Act]:
    """A fight in which somebody may do this."""
    session = operations.start(scene, seed=5)
    controller = Controller(session)
    controller.lend("autopilot")
    for _ in range(200):
        pending = session.asking
        for option in pending.options if pending.chance is None else ():
            if isinstance(option, Act) and option.name == act and session.names[pending.asked.who] == name:
                return session, option
        given = controller.answer()
        assert given is not None
        session.answer(given.value, given.dice, by=given.by)
    raise AssertionError(f"{name} never could {act}")


def told(session: Session, act: Act, whole: bool = True, to: Any = None) -> dict[str, list[Any]]:
    everybody = frozenset(session.fight.everyone) | {TABLE} if to is None else frozenset(to)
    found: dict[str, list[Any]] = assumed(
        session.ruleset, session.fight, session.asking.asked.who, act, everybody, whole
    )
    return found


def test_a_prayer_that_habit_leaves_out_is_named_beside_its_figure():
    session, act = turn_of("boarding", "Hanif", "quick shot")
    found = told(session, act)
    assert "Hanif chooses not to pray" in found["assumed"]
    assert found["otherwise"] == [{"words": "Hanif chooses to pray", "figure": "52 %"}]
    hits = price_action(session.ruleset, session.fight, session.asking.asked.who, act).headline
    assert hits is not None
    assert round(hits.chance * 100) == 31


def test_a_reaction_of_the_target_is_named_and_only_to_who_may_know():
    session, act = turn_of("duel", "Kaan", "melee attack")
    zara, kaan = (Who(session.names.index(name)) for name in ("Zara", "Kaan"))
    found = told(session, act)
    assert "Zara chooses to defend" in found["assumed"]
    assert {"words": "Zara chooses not to defend", "figure": "84 %"} in found["otherwise"]
    own = told(session, act, to={kaan})
    assert not [words for words in (*own["assumed"], *own["otherwise"]) if "Zara" in str(words)]
    roughly = told(session, act, whole=False, to={zara, kaan})
    assert roughly["assumed"] == []
    assert all(
        each["figure"] in ("<5 %", ">95 %") or each["figure"].endswith("0 %") for each in roughly["otherwise"]
    )


def test_where_nothing_is_chosen_nothing_is_assumed():
    session, act = turn_of("duel", "Kaan", "sprint")
    assert told(session, act) == {"assumed": [], "otherwise": []}


def so(habit: Policy, wanted: dict[tuple[Who, str], Any]) -> Any:
    """A policy that chooses so, written out."""

    def policy(play: Any, view: Any, question: str, options: Any, about: Any) -> Any:
        choice = wanted.get((view.who, question), ...)
        return choice if choice in options() else habit(play, view, question, options, about)

    return policy


@pytest.mark.parametrize(
    ("scene", "name", "act"),
    [("boarding", "Leader", "full auto"), ("duel", "Kaan", "melee attack"), ("assault", "Foreman", "attack")],
)
def test_each_figure_is_the_price_by_a_policy_that_chooses_so(scene: str, name: str, act: str) -> None:
    session, option = turn_of(scene, name, act)
    rules, fight, who = session.ruleset, session.fight, session.asking.asked.who
    habit = next(iter(rules.policies.values()))
    odds, assumptions = with_assumptions(rules, fight, who, option, habit)
    assert odds.headline is not None
    plain = price_action(rules, fight, who, option, policy=habit, prices=Prices()).headline
    assert plain is not None
    assert odds.headline.weights == plain.weights
    others = other_choices(rules, fight, odds, assumptions, habit)
    assert others
    for made, headline in others:
        wanted = {(whose, question): choice for whose, question, choice in made}

        again = price_action(rules, fight, who, option, policy=so(habit, wanted), prices=Prices()).headline
        assert again is not None
        assert headline.weights == again.weights != odds.headline.weights


def test_all_that_is_better_together_stands_last():
    session, option = turn_of("boarding", "Leader", "full auto")
    rules, fight, who = session.ruleset, session.fight, session.asking.asked.who
    habit = next(iter(rules.policies.values()))
    odds, assumptions = with_assumptions(rules, fight, who, option, habit)
    assert odds.headline is not None
    others = other_choices(rules, fight, odds, assumptions, habit, own={who})
    better = [o for o in others if len(o.made) == 1 and o.headline.mean > odds.headline.mean]
    assert all(len(o.made) == 1 for o in others[:-1])
    assert (len(others[-1].made) > 1) == (len({o.made[0][:2] for o in better}) > 1)
