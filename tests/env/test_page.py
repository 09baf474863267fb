"""The page on environments: its examples run and print what stands below them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from affray.env import raw

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "howto" / "environment.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("n", range(len(EXAMPLES)))
def test_examples_print_what_stands_below_them(n, capsys):
    code, wanted = EXAMPLES[n]
    exec(("from affray.env import make\n" if n else "") + code, {})
    assert capsys.readouterr().out == wanted


def test_every_example_says_what_it_prints():
    assert len(EXAMPLES) == PAGE.count("```python") == 3


def test_every_name_of_a_figure_is_one():
    names = set(raw("coriolis", "boarding").seen.names)
    table = PAGE.partition("| names | what |")[2].partition("\n\n")[0]
    for told in re.findall(r"`([a-z0-9.]+)…?`", table.replace("…`", "`")):
        assert any(name == told or name.startswith(told) for name in names), told


def test_every_setting_stands_on_it():
    told = set(re.findall(r"^\| `([a-z_]+)` \|", PAGE, re.MULTILINE))
    taken = {*raw.__kwdefaults__, *raw("d6").__init__.__func__.__kwdefaults__}  # type: ignore[misc]
    assert told == taken
