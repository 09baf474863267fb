"""Numbers from a seed: the published values, and roughly even."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.core.dice import total
from affray.core.stream import GOLDEN, MASK, Stream, mixed

seeds = st.integers(0, MASK)


def reference(seed: int, n: int) -> list[int]:
    """The first n numbers of splitmix64."""
    return [mixed((seed + k * GOLDEN) & MASK) for k in range(1, n + 1)]


def test_the_published_values_of_splitmix64():
    assert reference(0, 3) == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    assert reference(1234567, 5) == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_a_seed_means_the_same_on_every_machine():
    stream = Stream(2024, 7)
    assert [stream.below(1000) for _ in range(6)] == [195, 148, 310, 380, 282, 598]


@pytest.mark.slow
@given(seeds, st.integers(0, 10_000))
def test_the_same_seed_and_index_give_the_same_numbers(seed, index):
    one, other = Stream(seed, index), Stream(seed, index)
    assert [one.random() for _ in range(5)] == [other.random() for _ in range(5)]


@pytest.mark.slow
@given(seeds, st.integers(0, 10_000))
def test_another_index_gives_other_numbers(seed, index):
    assert Stream(seed, index).random() != Stream(seed, index + 1).random()


@pytest.mark.slow
@given(seeds, st.integers(1, 1000))
def test_numbers_stay_below_what_was_asked(seed, n):
    stream = Stream(seed)
    assert all(0 <= stream.random() < 1 for _ in range(10))
    assert all(0 <= stream.below(n) < n for _ in range(10))


@pytest.mark.slow
@pytest.mark.parametrize("along", ["one stream", "one number of each stream"])
def test_dice_come_up_about_equally_often(along):
    streams = [Stream(3)] * 60_000 if along == "one stream" else [Stream(3, i) for i in range(60_000)]
    seen = Counter(stream.below(6) for stream in streams)
    assert sum((n - 10_000) ** 2 / 10_000 for n in seen.values()) < 25  # chi squared, 5 degrees: 1 in 7,000


def test_drawn_answers_follow_their_weights():
    stream, chance = Stream(11), total(6, 6)
    seen = Counter(chance.sample(stream) for _ in range(36_000))
    assert sum((seen[v] - 1000 * w) ** 2 / (1000 * w) for v, w in chance.faces) < 35  # 10 degrees: 1 in 8,000
