"""Pages that show commands: each is run, and prints what the page says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.told import blocks, run, told, written

PAGE = Path(__file__).resolve().parents[1] / "docs" / "balance.md"
SHOWN = [block for block in blocks(PAGE.read_text(encoding="utf-8")) if block.kind == "console"]


@pytest.mark.slow
@pytest.mark.parametrize("block", SHOWN, ids=lambda block: block.command)
def test_a_command_prints_what_the_page_says(block, tmp_path):
    for file in blocks(PAGE.read_text(encoding="utf-8")):
        if file.kind == "toml":
            written(file, tmp_path)
    assert f"$ {block.command}\n{run(block.command, tmp_path)}" == block.text


def test_the_page_has_a_story_for_each_game():
    told_of = " ".join(block.command for block in SHOWN)
    for scene in ("duel", "bridge", "taproom", "showdown", "landing_field"):
        assert f"balance {scene} " in told_of


def test_a_page_is_written_again():
    page = "Words.\n\n```console\n$ affray scenes d6\nstale\n```\n\n```toml\nx = 1\n```\n"
    again = told(page)
    assert again.startswith("Words.\n\n```console\n$ affray scenes d6\n")
    assert "stale" not in again
    assert "bridge" in again
    assert again.endswith("```\n\n```toml\nx = 1\n```\n")
