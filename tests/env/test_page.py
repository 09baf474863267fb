"""The page on environments: its examples run and print what stands below them."""

from __future__ import annotations

import re
from pathlib import Path

from affray.env import raw

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "howto" / "environment.md").read_text(encoding="utf-8")


def test_every_name_of_a_figure_is_one():
    names = set(raw("coriolis", "boarding").seen.names)
    table = PAGE.partition("| names | what |")[2].partition("\n\n")[0]
    for told in re.findall(r"`([a-z0-9.]+)…?`", table.replace("…`", "`")):
        assert any(name == told or name.startswith(told) for name in names), told


def test_every_setting_stands_on_it():
    told = set(re.findall(r"^\| `([a-z_]+)` \|", PAGE, re.MULTILINE))
    taken = {*raw.__kwdefaults__, *raw("d6").__init__.__func__.__kwdefaults__}  # type: ignore[misc]
    assert told == taken
