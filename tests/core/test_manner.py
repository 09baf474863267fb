"""How a fighter is run, in words."""

import pytest

from affray.core.errors import BadAnswer
from affray.core.manner import Manner, begins


@pytest.mark.parametrize(
    ("words", "manner"),
    [
        ("autopilot", Manner()),
        ("veteran", Manner(level="veteran")),
        ("autopilot green cautious", Manner("autopilot", "green", "cautious")),
        ("guards Old Ana", Manner(temper="guards Old Ana")),
        ("person", Manner("person")),
    ],
)
def test_words_make_a_manner_and_a_manner_those_words(words, manner):
    assert Manner().read(words) == manner
    assert Manner().read(str(manner)) == manner


def test_what_is_not_said_stays():
    fierce = Manner("autopilot", "veteran", "aggressive")
    assert fierce.read("person") == Manner("person", "veteran", "aggressive")
    assert fierce.read("calm") == Manner("autopilot", "veteran", "calm")
    assert fierce.read("person").read("regular") == Manner("autopilot", "regular", "aggressive")


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("veterann", "there is no hand 'veterann'; did you mean 'veteran'?"),
        ("autopilot angry", "there is no hand 'angry'"),
        ("guards", "say whom: guards NAME"),
        ("", "there is no hand ''"),
    ],
)
def test_other_words_are_refused_in_a_sentence(words, fault):
    with pytest.raises(BadAnswer) as e:
        Manner().read(words)
    assert str(e.value).startswith(fault)


def test_a_manner_begins_after_the_name():
    assert begins(["Guard", "1", "veteran"]) == 2
    assert begins(["dice", "dice"]) == 1  # somebody may be called so
    assert begins(["Zara", "cat"]) == 2
