"""Effects and values in the log: what is written is read back the same, and strangers are refused."""

from __future__ import annotations

import json
from dataclasses import dataclass
from operator import attrgetter
from typing import Literal, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.core.act import Act
from affray.core.effect import TABLE, Effect, Who, named, pack, record, unpack
from affray.core.errors import LogError
from affray.core.ruleset import rulesets
from affray.core.scene import read_scene
from affray.core.space import Line, Point

record(Line)
whos = st.integers(-1, 60).map(Who)
points = st.builds(Point, st.integers(), st.integers())
plain = st.none() | st.booleans() | st.integers() | st.text() | whos | points
acts = st.builds(Act, st.text(), st.none() | whos, st.none() | points, st.text(), st.integers())
values = st.recursive(
    plain | acts | st.builds(Line, points, points), lambda inner: st.lists(inner).map(tuple), max_leaves=8
)


@dataclass(frozen=True, slots=True)
class Sung(Effect):
    who: Who
    what: object = None


@dataclass(frozen=True, slots=True)
class Hummed(Effect):
    who: Who
    what: object = None


def through_json(data):
    return json.loads(json.dumps(data))


@pytest.mark.slow
@given(values)
def test_every_value_comes_back_the_same_and_of_the_same_types(value):
    found = unpack(through_json(pack(value)))
    assert found == value
    assert repr(found) == repr(value)


@pytest.mark.slow
@given(whos, values)
def test_every_effect_comes_back_the_same(who, value):
    effect = Sung(who, value)
    found = Effect.unpacked(through_json(effect.packed()))
    assert found == effect
    assert repr(found) == repr(effect)


def test_effects_are_equal_by_kind():
    assert Sung(Who(1)) == Sung(Who(1))
    hummed: Effect = Hummed(Who(1))
    assert Sung(Who(1)) != hummed
    assert len({Sung(TABLE), Hummed(TABLE), Sung(TABLE)}) == 2


def test_a_class_is_named_by_its_game():
    assert Sung.kind() == "tests.Sung"
    assert named(Act) == "affray.Act"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"effect": "tests.Whistled", "who": {"who": 1}}, "log/unknown-effect"),
        ({"effect": ["tests.Sung"]}, "log/unknown-effect"),
        ({}, "log/unknown-effect"),
        ({"effect": "tests.Sung", "tune": 1}, "log/bad-effect"),
        ({"effect": "tests.Sung", "who": {"is": "tests.Nobody"}}, "log/unknown-record"),
        ({"effect": "tests.Sung", "who": {"is": "affray.Act", "volume": 1}}, "log/bad-record"),
        ({"effect": "tests.Sung", "who": {"at": [1]}}, "log/bad-record"),
        ({"effect": "tests.Sung", "who": {"at": [1, "2"]}}, "log/bad-record"),
        ({"effect": "tests.Sung", "who": {"at": 7}}, "log/bad-record"),
        ({"effect": "tests.Sung", "who": {"who": "one"}}, "log/bad-record"),
        ({"effect": "tests.Sung", "who": {"who": [1]}}, "log/bad-record"),
    ],
)
def test_what_was_edited_by_hand_is_refused_in_words(data, code):
    with pytest.raises(LogError) as caught:
        Effect.unpacked(data)
    assert caught.value.code == code


def test_two_records_of_one_name_in_one_game_are_refused():
    def another() -> type[NamedTuple]:
        class Act(NamedTuple):
            name: str

        return Act

    assert record(another())
    with pytest.raises(TypeError, match=r"tests\.Sung"):

        class Sung(Effect):
            __module__ = "tests.importers"


def test_an_effect_without_a_change_says_so():
    with pytest.raises(NotImplementedError):
        Sung(TABLE).on(object())
    assert Sung(TABLE).others == ()


@dataclass(frozen=True, slots=True)
class Danced(Effect):
    who: Who
    steps: int = 1
    how: Literal["well", "badly"] = "well"
    to: Point | None = None
    partners: tuple[Who, ...] = ()


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"steps": "two"}, "tests.Danced: steps is 'two', expected a whole number"),
        ({"steps": True}, "steps is True, expected a whole number"),
        ({"steps": {"who": 2}}, "steps is Who(2), expected a whole number"),
        ({"who": 1}, "who is 1, expected a fighter"),
        ({"how": "fast"}, "how is 'fast', expected one of well, badly"),
        ({"to": [1, 2]}, "to is (1, 2), expected a place, or nothing"),
        ({"partners": [{"who": 1}, 2]}, "partners is (Who(1), 2), expected a row of each a fighter"),
        ({"shoes": 2}, "unexpected keyword argument 'shoes'"),
    ],
)
def test_a_value_of_another_type_is_refused_by_its_field_and_what_was_expected(values, message):
    with pytest.raises(LogError) as caught:
        Effect.unpacked({**Danced(Who(0)).packed(), **values})
    assert caught.value.code == "log/bad-effect"
    assert message in str(caught.value)


def test_values_of_the_right_types_come_back():
    danced = Danced(Who(0), 3, "badly", Point(1, 2), (Who(1), Who(2)))
    assert Effect.unpacked(danced.packed()) == danced


class Body(NamedTuple):
    """A body somewhere, with a name."""

    spot: Point = Point(0, 0)
    sheet: Point = Point(1, 2)


@dataclass(frozen=True, slots=True)
class Shadowed(Effect, reads=("whom", "spot", "sheet.x")):
    who: Who
    whom: Who | None


@dataclass(frozen=True, slots=True)
class Timed(Effect, reads=(TABLE,)):
    who: Who


def test_an_effect_reads_whom_its_field_names_and_of_them_what_it_says() -> None:
    effect = Shadowed(Who(0), Who(2))
    assert effect.others == (Who(2),)
    assert effect.dependencies(Body(Point(3, 4))) == (Point(3, 4), 1)
    assert Shadowed(Who(0), None).others == ()


def test_an_effect_that_says_no_more_reads_all_of_it() -> None:
    assert Timed(Who(0)).others == (TABLE,)
    assert Timed(Who(0)).dependencies(Body()) == Body()


def test_a_body_that_no_field_names_is_refused_when_it_is_declared() -> None:
    with pytest.raises(TypeError, match="Followed reads the body of whom, but has no such field"):

        class Followed(Effect, reads=("whom", "spot")):
            """A slip."""

            who: Who


@pytest.mark.parametrize("game", rulesets())
def test_what_effects_read_of_others_is_there(game: str) -> None:
    ruleset = rulesets()[game]
    fight = ruleset.start(read_scene(next(iter(ruleset.scenes.values())), ruleset.scene))
    reading = [kind for name, kind in Effect.known.items() if name.startswith(f"{game}.") and kind.reads]
    assert reading
    for kind in reading:
        other = fight.table if kind.reads[:1] == (TABLE,) else fight.bodies[0]
        for fact in kind.reads[1:]:
            attrgetter(str(fact))(other)
