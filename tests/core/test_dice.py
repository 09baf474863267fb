"""Dice: their weights, and what people type."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.core.dice import Chance, notation, total
from affray.core.errors import BadAnswer
from affray.core.stream import Stream

COIN = Chance("coin", (2,), lambda dice: "heads" if dice[0] == 1 else "tails", [("heads", 1), ("tails", 1)])


@pytest.mark.parametrize("sides", [(), (6,), (6, 6), (4, 6, 8), (10, 10), (0, 6), (2, 2, 2, 2)])
def test_weights_are_the_counts_of_all_throws(sides: tuple[int, ...]) -> None:
    chance = total(*sides)
    thrown = Counter(map(sum, product(*[range(1, side + 1) for side in chance.sides])))
    assert dict(chance.faces) == dict(thrown)
    assert chance.total == sum(thrown.values())


@pytest.mark.slow
@given(st.lists(st.integers(2, 20), max_size=4), st.integers(0, 10**6))
def test_a_throw_is_read_as_one_of_the_answers(sides: list[int], seed: int) -> None:
    chance = total(*sides)
    dice = chance.throw(Stream(seed))
    assert chance.of(dice) in chance.values
    assert chance.read(" ".join(map(str, dice)))[0] == chance.of(dice) if sides else True


def test_samples_come_up_by_their_weight() -> None:
    source, chance = Stream(5), total(6, 6)
    seen = Counter(chance.sample(source) for _ in range(36_000))
    assert set(seen) == set(chance.values)
    assert all(
        abs(seen[value] - 1_000 * weight) < 5 * (1_000 * weight) ** 0.5 for value, weight in chance.faces
    )


@pytest.mark.parametrize(
    ("text", "value", "dice"),
    [
        ("6 3 1", 10, (6, 3, 1)),
        ("631", 10, (6, 3, 1)),
        ("6,3;1", 10, (6, 3, 1)),
        (" 6+3+1 ", 10, (6, 3, 1)),
        ("= 10", 10, ()),
    ],
)
def test_dice_are_read_as_people_type_them(text: str, value: int, dice: tuple[int, ...]) -> None:
    assert total(6, 6, 6).read(text) == (value, dice)


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("6 3", "answer/dice-count", "expected the faces of 3d6, got 2 of them"),
        ("6 3 1 1", "answer/dice-count", "got 4 of them"),
        ("", "answer/dice-count", "got 0 of them"),
        ("6 3 7", "answer/dice-range", "a d6 shows 1 to 6, not 7"),
        ("0 3 1", "answer/dice-range", "not 0"),
        ("six", "answer/not-dice", "got 'six'"),
        ("-1 2 3", "answer/not-dice", "got '-1 2 3'"),
        ("=2", "answer/not-possible", "the result is from 3 to 18, not 2"),
    ],
)
def test_what_cannot_have_been_thrown_is_refused_in_one_sentence(text: str, code: str, message: str) -> None:
    with pytest.raises(BadAnswer, match=message) as refused:
        total(6, 6, 6).read(text)
    assert refused.value.code == code


def test_dice_of_more_than_one_digit_are_not_run_together() -> None:
    assert total(12, 12).read("11 2") == (13, (11, 2))
    with pytest.raises(BadAnswer):
        total(12, 12).read("112")


def test_answers_that_are_words_can_be_stated() -> None:
    assert COIN.read("=tails") == ("tails", ())
    assert COIN.read("1") == ("heads", (1,))
    assert repr(COIN) == "coin"


def test_dice_are_named_as_people_write_them() -> None:
    assert notation(total(6, 8, 6).sides) == "2d6 + 1d8"
    assert total().expected == "the faces of no dice"
