"""Dice as people write them: what is read, what is refused, and how likely a result is."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.core import notation
from affray.core.dice import total
from affray.core.errors import BadAnswer
from affray.core.notation import read

NO_DICE = (
    "", "d", "six", "2d6+", "+2d6", "2d6++1", "1 2d6", "2d6>", "2d6!",
    "\N{ARABIC-INDIC DIGIT TWO}d6", "2d6\n;",
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "sides", "faces", "comes_to"),
    [
        ("2d6+1", (6, 6), (3, 5), 9),
        (" 2D6 + 1 ", (6, 6), (3, 5), 9),
        ("3d6-2", (6, 6, 6), (1, 1, 1), 1),
        ("3d6 \N{MINUS SIGN} 2", (6, 6, 6), (1, 1, 1), 1),
        ("d8+d6", (8, 6), (8, 6), 14),
        ("d8-d6", (8, 6), (2, 6), -4),
        ("5d6>5", (6,) * 5, (6, 5, 6, 1, 2), 2),
        ("5d6>=5", (6,) * 5, (6, 5, 6, 1, 2), 3),
        ("5d6\N{GREATER-THAN OR EQUAL TO}5", (6,) * 5, (6, 5, 6, 1, 2), 3),
        ("2d6+3d8>5", (6, 6, 8, 8, 8), (6, 5, 8, 6, 1), 3),
        ("4d6k3", (6,) * 4, (1, 4, 6, 5), 15),
        ("4d6kh3+2", (6,) * 4, (1, 4, 6, 5), 17),
        ("2d20kl1", (20, 20), (17, 4), 4),
        ("d%", (100,), (42,), 42),
        ("d66", (6, 6), (4, 1), 41),
        ("1D66", (6, 6), (4, 1), 41),
        ("100d1000", (1000,) * 100, (1000,) * 100, 100_000),
    ],
)
def test_a_notation_says_which_dice_and_what_they_come_to(text, sides, faces, comes_to):
    said = read(text)
    assert (said.sides, said.of(faces)) == (sides, comes_to)
    assert read(said.text) == said, "it can be read again as it is written in the log"
    assert said.chance.made(faces) == comes_to


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("9999d9999", "expected 1 to 100 dice, got 9,999"),
        ("101d6", "expected 1 to 100 dice, got 101"),
        ("60d6+60d6", "expected 1 to 100 dice, got 120"),
        ("0d6", "expected 1 to 100 dice, got 0"),
        ("7", "expected 1 to 100 dice, got 0"),
        ("d6+0d6", "expected 1 to 100 dice, got 1"),
        ("d1", "expected dice of 2 to 1,000 sides, got 1"),
        ("d0", "expected dice of 2 to 1,000 sides, got 0"),
        ("d1001", "expected dice of 2 to 1,000 sides, got 1,001"),
        ("2d66", "d66 is rolled by itself: two dice, tens and units"),
        ("d66+1", "d66 is rolled by itself: two dice, tens and units"),
        ("d6+d66", "d66 is rolled by itself: two dice, tens and units"),
        ("d66>3", "d66 is rolled by itself: two dice, tens and units"),
        ("4d6k5", "4d6k5 cannot keep 5 dice"),
        ("d6-4d6k0", "4d6k0 cannot keep 0 dice"),
        ("2d6+1>5", "only plain dice can be counted, as in 5d6>5, without modifiers or dropped dice"),
        ("2d6-d6>5", "only plain dice can be counted, as in 5d6>5, without modifiers or dropped dice"),
        ("4d6k3>5", "only plain dice can be counted, as in 5d6>5, without modifiers or dropped dice"),
        ("5d6>6", "expected a face from 1 to 6 to count from, got 7"),
        ("5d6>=0", "expected a face from 1 to 6 to count from, got 0"),
        *((text, f"expected dice such as 2d6+1, 4d6k3 or 5d6>5, got {text!r}") for text in NO_DICE),
    ],
)
def test_what_cannot_be_thrown_gets_one_sentence_that_says_what_can(text, why):
    with pytest.raises(BadAnswer) as refused:
        read(text)
    assert str(refused.value) == why


@pytest.mark.slow
@given(st.text(alphabet="0123456789dDkhl%+-> =\N{GREATER-THAN OR EQUAL TO}\N{MINUS SIGN}w6", max_size=30))
def test_whatever_is_typed_is_read_or_refused(text):
    try:
        said = read(text)
    except BadAnswer:
        return
    assert 1 <= len(said.sides) <= notation.MOST_DICE
    assert all(2 <= side <= notation.MOST_SIDES for side in said.sides)
    assert {type(said.of(faces)) for faces in ((1,) * len(said.sides), said.sides)} == {int}
    assert read(said.text) == said


@pytest.mark.slow
@given(st.lists(st.integers(2, 12), min_size=1, max_size=6), st.integers(-3, 3))
def test_how_likely_a_sum_is_agrees_with_the_dice_of_the_rules(sides, number):
    said = read("+".join(f"d{side}" for side in sides) + (f"{number:+}" if number else ""))
    known = total(*sides)
    for value, _ in known.faces:
        ways = sum(n for other, n in known.faces if other >= value)
        assert said.at_least(value + number) == ways / known.total


@pytest.mark.parametrize(
    "text", ["d8-d6", "3d4-2d6+1", "4d6k3", "3d8kl2-1", "d6+3d4kh1", "d66", "4d6>4", "d4+2d6>=4", "d4+d8>6"]
)
def test_how_likely_a_result_is_agrees_with_every_way_of_falling(text):
    said = read(text)
    cases = Counter(said.of(faces) for faces in product(*(range(1, s + 1) for s in said.sides)))
    for value in cases:
        ways = sum(n for other, n in cases.items() if other >= value)
        assert said.at_least(value) == ways / cases.total()


def test_what_would_take_long_has_no_odds():
    assert read("100d6").at_least(350) == pytest.approx(0.5, abs=0.03)
    assert read("100d10>9").at_least(100) == pytest.approx(1e-100)
    assert read("40d6k3").at_least(3) is None
    assert read("100d21").at_least(3) is None
