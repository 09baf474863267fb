"""The two tools whose output people read: the tree and the coverage of rules."""

from __future__ import annotations

from tools import rules, tree


def test_a_tree_has_modules_before_packages_and_their_first_lines(tmp_path):
    (tmp_path / "game" / "dice").mkdir(parents=True)
    (tmp_path / "game" / "__init__.py").write_text('"""A game.\n\nMore."""')
    (tmp_path / "game" / "zeal.py").write_text('"""Zeal."""')
    (tmp_path / "game" / "dice" / "__init__.py").write_text('"""Dice."""')
    words = [line.split() for line in tree.lines(tmp_path / "game")]
    assert words == [["game/", "A", "game."], ["zeal.py", "Zeal."], ["dice/", "Dice."]]


def test_a_catalogue_lists_its_rules_and_not_its_rulings(tmp_path):
    catalogue = tmp_path / "rules.toml"
    catalogue.write_text(
        '[[ruling]]\nid = "AMB-01"\n[[rule]]\nid = "ABC-MEL-02"\n[[rule]]\nid = "ABC-MEL-01"\n'
    )
    assert rules.listed(catalogue) == ["ABC-MEL-02", "ABC-MEL-01"]


def test_the_table_names_what_is_missing():
    row = rules.Coverage("game", ("ABC-A-01", "ABC-A-02"), frozenset({"ABC-A-01"}), frozenset())
    text = rules.table([row])
    assert "game, not in code: ABC-A-02" in text
    assert "game, not shown: ABC-A-01 ABC-A-02" in text
