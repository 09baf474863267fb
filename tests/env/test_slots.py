"""Slots: every option has one, the same everywhere."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.space import Point
from affray.env.slots import MORE, laid, paged, said
from tests.env.play import roamed

acts = st.builds(
    Act,
    st.sampled_from(["attack", "aim", "move", "end"]),
    st.none() | st.integers(0, 5).map(Who),
    st.none() | st.builds(Point, st.integers(-9, 9), st.integers(-9, 9)),
    st.sampled_from(["", "knife", "pistol"]),
)
options = st.lists(acts | st.booleans() | st.integers(-3, 9) | st.none() | st.text(max_size=3), max_size=40)


@pytest.mark.slow
@given(options, st.integers(41, 60))
def test_every_option_has_a_slot_of_its_own(listed, slots):
    found = laid("what", listed, int, slots)
    assert sorted(map(repr, found.values())) == sorted(map(repr, listed))
    assert all(MORE < slot < slots for slot in found)


@pytest.mark.slow
@given(options, st.integers(3, 12))
def test_pages_hold_every_option_once_and_then_begin_again(listed, slots):
    pages = max(1, -(-len(listed) // (slots - 1)))
    met = [option for page in range(pages) for option in paged(listed, slots, page)]
    assert list(map(repr, met)) == list(map(repr, listed))
    assert paged(listed, slots, pages) == paged(listed, slots, 0)


def test_slots_are_the_same_on_every_machine():
    found = laid("action", [Act("end"), Act("attack", Who(1), item="knife"), Act("aim", Who(1))], int, 1_024)
    assert sorted((slot, option.name) for slot, option in found.items()) == [
        (301, "end"), (312, "aim"), (672, "attack"),
    ]  # fmt: skip


def test_two_foes_with_the_same_place_as_seen_from_their_enemies_have_the_same_slot():
    one = laid("action", [Act("attack", Who(4))], lambda who: who - 3, 1_024)
    other = laid("action", [Act("attack", Who(1))], int, 1_024)
    assert list(one) == list(other)


def test_a_slot_means_the_same_wherever_nothing_else_has_its_home():
    meant: dict[int, set[str]] = {}
    for env in roamed("coriolis", "duel", most=120):
        assert env.pending is not None
        place, question = env.seen.place(env.pending.asked.who), env.pending.asked.question
        for slot, option in env.options.items():
            meant.setdefault(slot, set()).add(f"{question}|{said(option, place)}")
    assert len(meant) > 25
    alike = [what for what in meant.values() if len(what) > 1]
    assert len(alike) <= 2, alike


def test_what_options_say_tells_kinds_apart():
    kinds = [True, 1, "1", (1,), None, Who(1), Act("1")]
    assert len({said(kind, int) for kind in kinds}) == len(kinds)
