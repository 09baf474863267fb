"""Pages that show commands: each is run, and prints what the page says."""

from __future__ import annotations

import doctest

import pytest

from affray.core.ruleset import rulesets
from affray.sim.kernel import kernel
from tools.samples import DOCS, blocks, laid_out, pages, recomputed, run, written

SHOWN = [
    pytest.param(page, block, id=f"{page.name}: {block.command}")
    for page in pages()
    for block in blocks(page.read_text(encoding="utf-8"))
    if block.kind == "console"
]


@pytest.mark.slow
@pytest.mark.skipif(kernel() is None, reason="the pages are written where there is a C compiler")
@pytest.mark.parametrize(("page", "block"), SHOWN)
def test_a_command_prints_what_the_page_says(page, block, tmp_path):
    laid_out(tmp_path)
    for file in blocks(page.read_text(encoding="utf-8")):
        if file.kind == "toml":
            written(file, tmp_path)
    assert f"$ {block.command}\n{run(block.command, tmp_path)}" == block.text, "run: python -m tools.samples"


@pytest.mark.slow
def test_the_examples_in_python_run():
    tried = doctest.testfile(str(DOCS / "simulate.md"), module_relative=False)
    assert tried.attempted > 5
    assert not tried.failed


def test_every_game_has_whole_fights_and_a_story_of_balance():
    simulated = (DOCS / "simulate.md").read_text(encoding="utf-8")
    assert [game.title for game in rulesets().values() if f"{game.title}: 200 fights" not in simulated] == []
    balanced = (DOCS / "balance.md").read_text(encoding="utf-8")
    for scene in ("duel", "bridge", "taproom", "showdown", "landing_field"):
        assert f"$ affray balance {scene} " in balanced


@pytest.mark.slow
def test_a_page_is_written_again():
    page = "Words.\n\n```console\n$ affray scenes d6\nstale\n```\n\n```toml\nx = 1\n```\n"
    again = recomputed(page)
    assert again.startswith("Words.\n\n```console\n$ affray scenes d6\n")
    assert "stale" not in again
    assert "bridge" in again
    assert again.endswith("```\n\n```toml\nx = 1\n```\n")
