"""Tallies: numbers that know where they came from."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.core.tally import NOTHING, Mod, Tally, tally

mods = st.builds(Mod, st.sampled_from(["R-1", "R-2"]), st.integers(-9, 9), st.sampled_from(["aim", "range"]))


@pytest.mark.slow
@given(st.lists(mods | st.none()))
def test_the_total_is_the_sum_and_nothing_is_added_by_what_does_not_apply(given_mods):
    found = tally(*given_mods)
    assert found.total == sum(mod.amount for mod in given_mods if mod is not None)
    assert all(mod.amount for mod in found)
    assert list(found) == [mod for mod in given_mods if mod is not None and mod.amount]


@pytest.mark.slow
@given(st.lists(mods))
def test_words_hold_every_amount_reason_and_rule_and_the_total(given_mods):
    text = str(Tally(given_mods))
    assert text.endswith(f" = {sum(mod.amount for mod in given_mods)}")
    for mod in given_mods:
        assert f"{mod.amount:+d} {mod.why} [{mod.rule}]" in text


def test_nothing_is_zero():
    assert NOTHING.total == 0
    assert not NOTHING
