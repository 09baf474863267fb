"""Drills (tools/drills): each still fits the game as it is now."""

from __future__ import annotations

import pytest

from tools.drills.drills import Drill, Size, drills


@pytest.mark.parametrize("drill", drills(), ids=lambda drill: drill.name)
def test_every_anchor_of_a_drill_is_there_once(drill):
    assert drill.size().files
    assert all(before != after for before, after in drill.texts().values())


def test_the_rules_in_words_are_not_counted_and_a_changed_line_is_one(tmp_path):
    home = tmp_path / "src/affray/rulesets/coriolis"
    home.mkdir(parents=True)
    (home / "a.py").write_text("one\ntwo\n")
    (home / "b.csv").write_text("name,n\nx,1\n")
    (home / "rules.toml").write_text("one\n")
    edits = (
        {"file": "a.py", "old": "two", "new": "2\nthree"},
        {"file": "b.csv", "column": "m", "value": "0"},
        {"file": "rules.toml", "old": "one", "new": "two"},
    )
    assert Drill("x", "", edits).size(tmp_path) == Size(2, 4)
    with pytest.raises(ValueError, match=r"a\.py: the anchor is there 0 times"):
        Drill("x", "", ({"file": "a.py", "old": "four", "new": ""},)).size(tmp_path)
