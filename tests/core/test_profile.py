"""How a fighter is run, in words."""

import pytest

from affray.core.errors import BadAnswer
from affray.core.profile import Profile, begins


@pytest.mark.parametrize(
    ("words", "profile"),
    [
        ("autopilot", Profile()),
        ("veteran", Profile(level="veteran")),
        ("autopilot green cautious", Profile("autopilot", "green", "cautious")),
        ("guards Old Ana", Profile(temper="guards Old Ana")),
        ("person", Profile("person")),
    ],
)
def test_words_make_a_profile_and_a_profile_those_words(words, profile):
    assert Profile().read(words) == profile
    assert Profile().read(str(profile)) == profile


def test_what_is_not_said_stays():
    fierce = Profile("autopilot", "veteran", "aggressive")
    assert fierce.read("person") == Profile("person", "veteran", "aggressive")
    assert fierce.read("calm") == Profile("autopilot", "veteran", "calm")
    assert fierce.read("person").read("regular") == Profile("autopilot", "regular", "aggressive")


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
        Profile().read(words)
    assert str(e.value).startswith(fault)


def test_a_profile_begins_after_the_name():
    assert begins(["Guard", "1", "veteran"]) == 2
    assert begins(["dice", "dice"]) == 1  # somebody may be called so
    assert begins(["Zara", "cat"]) == 2
