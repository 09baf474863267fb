"""Effects that only put values into fields: what they do, and what is refused where they are declared."""

from __future__ import annotations

from typing import Any, NamedTuple, get_type_hints

import pytest

from affray.core.effect import Effect, Who, fitting
from affray.core.field_effect import FieldEffect, added, listed, own, taken
from affray.core.ruleset import rulesets


class Body(NamedTuple):
    """A body with two figures."""

    hp: int = 3
    prone: bool = False
    scars: tuple[str, ...] = ()


class Change(FieldEffect, record=Body):
    """What puts values into its fields."""

    who: Who


class Knocked(Change, prone=True, hp=own("left")):
    """On the ground, with so many points left."""

    left: int = 1


def test_what_is_declared_is_put_into_the_body() -> None:
    assert Knocked(Who(0), 2).on(Body()) == Body(2, prone=True)
    assert Knocked(Who(0)).on(Body()) == Body(1, prone=True)


class Scarred(Change, hp=taken("points"), scars=listed("where")):
    """Points lost, and a scar more."""

    points: int
    where: str


class Rested(Change, hp=added(1)):
    """One point more."""


def test_what_is_added_taken_and_listed_changes_what_is_there() -> None:
    assert Scarred(Who(0), 2, "arm").on(Body(3, scars=("leg",))) == Body(1, scars=("leg", "arm"))
    assert Rested(Who(0)).on(Rested(Who(0)).on(Body(3))) == Body(5)


def test_effects_of_two_kinds_with_the_same_values_differ() -> None:
    class Hushed(Change, hp=0):
        """Another one."""

    class Dazed(Change, hp=0):
        """And one more."""

    assert Hushed(Who(0)) == Hushed(Who(0))
    assert len({Hushed(Who(0)), Dazed(Who(0))}) == 2
    assert Effect.unpacked(Hushed(Who(1)).packed()) == Hushed(Who(1))


def test_a_field_that_the_body_does_not_have_is_refused_when_it_is_declared() -> None:
    with pytest.raises(TypeError, match="Lost sets mp, which Body does not have"):

        class Lost(Change, mp=0):
            """No such field."""


def test_an_own_field_that_is_not_there_is_refused_when_it_is_declared() -> None:
    with pytest.raises(TypeError, match="Gone puts its own point somewhere, but has no such field"):

        class Gone(Change, hp=own("point")):
            """A slip."""

            points: int

    with pytest.raises(TypeError, match="Lamed puts its own point somewhere, but has no such field"):

        class Lamed(Change, hp=taken("point")):
            """Another slip."""

            points: int


@pytest.mark.parametrize("game", rulesets())
def test_every_value_is_of_the_type_of_its_field(game: str) -> None:
    declared = [e for e in Effect.known.values() if _of(e, game) and issubclass(e, FieldEffect)]
    assert declared
    for effect in declared:
        assert _misfits(effect) == []


def _of(effect: type[Effect], game: str) -> bool:
    return effect.__module__.startswith(f"affray.rulesets.{game}.")


def _misfits(effect: type[FieldEffect]) -> list[str]:
    """The fields whose value is of another type: a constant by itself, an own field by its annotation."""
    of, mine = get_type_hints(effect.record), get_type_hints(effect)
    sample: Any = _Sample(mine)
    wrong = [field for field, value in effect.fixed.items() if not fitting(of[field])(value)]
    wrong += [field for field, name in effect.carried.items() if not _within(mine[name], of[field])]
    return wrong + [
        field
        for field, change in effect.changed.items()
        if not fitting(of[field])(change.after(_some(of[field]), sample))
    ]


class _Sample:
    """What has a value of its type for each field of an effect."""

    def __init__(self, types: dict[str, Any]) -> None:
        self.types = types

    def __getattr__(self, name: str) -> Any:
        return _some(self.types[name])


def _some(hint: Any) -> Any:
    """A value of this type."""
    return hint(1) if isinstance(hint, type) and issubclass(hint, int | str) else ()


def _within(one: Any, other: Any) -> bool:
    """Whether every value of a type is one of another."""
    return one == other or {*_alternatives(one)} <= {*_alternatives(other)}


def _alternatives(hint: Any) -> tuple[Any, ...]:
    return getattr(hint, "__args__", None) or (hint,)
