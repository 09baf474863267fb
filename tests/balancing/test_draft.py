"""Drafts: plain data that is edited, written as TOML, and read again as it was."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.balancing.draft import GONE, Put
from affray.balancing.toml import written
from affray.core.errors import BadData
from tests.balancing.scenes import duel, every

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
PLAIN = TEXTS | st.integers(-(2**63), 2**63 - 1) | st.booleans() | st.floats(allow_nan=False)
VALUES = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3)
)


@pytest.mark.slow
@given(st.dictionaries(TEXTS, VALUES, max_size=5))
def test_what_is_written_is_read_again(data):
    assert tomllib.loads(written(data)) == data


@pytest.mark.parametrize("name", every())
def test_every_scene_is_the_same_after_it_was_written(name):
    draft = every()[name]
    assert tomllib.loads(draft.text) == draft.data
    assert draft.changed([]).scene == draft.scene


def test_edits_find_records_by_name_and_leave_the_draft_alone():
    draft = duel()
    before = draft.text
    more = {**draft.data["fighters"][1], "name": "Kira"}
    changed = draft.changed(
        [
            Put(("fighters", "Kaan", "armour"), "heavy armour"),
            Put(("fighters", "Zara"), GONE),
            Put(("fighters", "Zara", "prone"), True),  # she is gone
            Put(("fighters", "Kira"), more),
            Put(("options", "crit.repeat"), True),
            Put(("about",), GONE),
        ]
    )
    assert [f["name"] for f in changed.data["fighters"]] == ["Kaan", "Kira"]
    assert changed.data["fighters"][0]["armour"] == "heavy armour"
    assert changed.data["options"] == {"crit.repeat": True}
    assert "about" not in changed.data
    assert draft.text == before


def test_a_draft_that_its_game_cannot_read_says_why():
    with pytest.raises(BadData, match="there is no armour 'tin'"):
        _ = duel().changed([Put(("fighters", "Kaan", "armour"), "tin")]).scene
