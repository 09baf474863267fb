"""Effects and values in the log: what is written is read back the same, and strangers are refused."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.core.act import Act
from affray.core.effect import TABLE, Effect, Who, named, pack, record, unpack
from affray.core.errors import LogError
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


@given(values)
def test_every_value_comes_back_the_same_and_of_the_same_types(value):
    found = unpack(through_json(pack(value)))
    assert found == value
    assert repr(found) == repr(value)


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
            __module__ = "tests.elsewhere"


def test_an_effect_without_a_change_says_so():
    with pytest.raises(NotImplementedError):
        Sung(TABLE).on(object())
    assert Sung(TABLE).others == ()
