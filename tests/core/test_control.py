"""Controls: every game's cards, walked: each figure up and down, each switch, and undone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from affray.core.control import Control, act, choice, control, place, step, toggle
from affray.core.effect import Effect, Who
from affray.core.errors import BadAnswer
from affray.core.space import point
from affray.operations import shipped
from affray.session import Session
from tests.session.fights import fresh, run_by_itself

GAMES = sorted({each.ruleset.id for each in shipped()})
SCENES = [each.name for each in shipped()]


def card(session: Session, who: Who) -> list[Control]:
    """A fighter's controls now."""
    return list(session.ruleset.controls(session.fight, who))


def put(session: Session, who: Who, what: str, effect: Effect) -> Control | None:
    """Correct something; the same control afterwards, if it is still there."""
    session.say.override(effect, "")
    return next((each for each in card(session, who) if each.what == what), None)


def effects(one: Control) -> Iterator[tuple[Effect, object]]:
    """Everything that a control can do, with the value that it should come to."""
    match one.kind:
        case "step":
            if one.most is None or one.now < one.most:
                yield one.by(1), one.now + 1
            if one.now > one.least:
                yield one.by(-1), one.now - 1
        case "toggle":
            yield one.to(1 - one.now), 1 - one.now
        case "choice":
            yield from ((one.to(n), n) for n in range(len(one.options)) if n != one.now)
        case "act":
            yield one.done(), None
        case "place":
            there = point(one.now.x / 100 + 1, one.now.y / 100 - 1)
            yield one.at(there), there


@cache
def moments(scene: str) -> tuple[Session, ...]:
    """A scene at its start, and after a while."""
    later = fresh(scene)
    run_by_itself(later).run(40)
    return fresh(scene), later


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES)
def test_every_control_does_what_it_says_and_undo_brings_it_back(scene: str) -> None:
    for session in moments(scene):
        if session.over:
            continue
        for who in session.fight.everyone:
            for one in card(session, who):
                for effect, value in effects(one):
                    assert type(effect) in session.ruleset.corrections.values(), (one.what, effect)
                    before = session.fight
                    after = put(session, who, one.what, effect)
                    assert session.fight != before, (scene, session.names[who], one.what)
                    assert _came_to(one, value, after), (scene, one.what, value, after)
                    session.say.undo()
                    assert session.fight == before


def _came_to(one: Control, value: object, after: Control | None) -> bool:
    """Whether a control shows what it was brought to."""
    if value is None or (one.kind == "choice" and one.now == -1):
        return True  # an injury is one of many, and none of them is the one
    if after is not None and one.kind == "choice" and isinstance(value, int):
        return bool(after.options[after.now] == one.options[value])
    return after is not None and bool(after.now == value)


@pytest.mark.parametrize("game", GAMES)
def test_a_card_can_hurt_and_heal_and_names_nothing_twice(game: str) -> None:
    session = fresh(next(each.name for each in shipped() if each.ruleset.id == game))
    for who in session.fight.everyone:
        found = [each.what for each in card(session, who)]
        assert len(found) == len(set(found))
        assert card(session, who)[1].kind == "step"
        assert card(session, who)[0].kind == "place"


@pytest.mark.parametrize("game", GAMES)
def test_every_bar_that_a_game_lets_one_correct_is_on_the_card(game: str) -> None:
    session = fresh(next(each.name for each in shipped() if each.ruleset.id == game))
    bars = {bar.name for bar in session.ruleset.words.card(session.fight, Who(0)).bars}
    steps = {each.label for each in card(session, Who(0)) if each.kind == "step"}
    uncorrected = {"d6": {"actions"}, "horizon": {"Defense"}, "serenity": {"actions"}, "traveller": {"turn"}}
    assert bars - steps == uncorrected.get(game, set())


def test_a_figure_stops_at_its_ends_and_says_so() -> None:
    points = step("hp", "HP", 3, 4, _Effect)
    assert points.by(-2) == _Effect(1)
    assert points.by(5) == _Effect(4)
    assert points.by(-9) == _Effect(0)
    with pytest.raises(BadAnswer, match="already so: HP"):
        step("hp", "HP", 4, 4, _Effect).by(1)
    with pytest.raises(BadAnswer, match="HP: expected 0 to 4, got 5"):
        points.to(5)


def test_what_does_not_fit_is_refused_in_a_sentence() -> None:
    prone = toggle("prone", "prone", False, lambda: _Effect(1), lambda: _Effect(0))
    hand = choice("draw", "in hand", ("knife", "gun"), -1, _Effect)
    dies, spot = act("die", "dies", lambda: _Effect(9)), place(point(0, 0), lambda to: _Effect(to.x))
    assert [prone.to(1), hand.to(0), dies.done()] == [_Effect(1), _Effect(0), _Effect(9)]
    assert spot.at(point(2, 0)) == _Effect(200)
    for wrong in (
        lambda: prone.by(1),
        lambda: dies.to(1),
        hand.done,
        lambda: prone.at(point(0, 0)),
    ):
        with pytest.raises(BadAnswer, match="cannot be corrected that way"):
            wrong()
    for value in (-1, 2):
        with pytest.raises(BadAnswer, match="expected 0 to 1"):
            hand.to(value)
    with pytest.raises(BadAnswer, match="fly"):
        control([prone, hand], "fly")


def _Effect(n: int) -> Any:  # noqa: N802 (stands for an effect)
    return n
