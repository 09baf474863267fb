"""The tool that draws the tree."""

from __future__ import annotations

from tools import tree


def test_a_tree_has_modules_before_packages_and_their_first_lines(tmp_path):
    (tmp_path / "game" / "dice").mkdir(parents=True)
    (tmp_path / "game" / "__init__.py").write_text('"""A game.\n\nMore."""')
    (tmp_path / "game" / "zeal.py").write_text('"""Zeal."""')
    (tmp_path / "game" / "dice" / "__init__.py").write_text('"""Dice."""')
    words = [line.split() for line in tree.lines(tmp_path / "game")]
    assert words == [["game/", "A", "game."], ["zeal.py", "Zeal."], ["dice/", "Dice."]]
