"""How far each rule, ruling and option has come, and the tests that show it.

The table `data/shown.csv` of a game is written by `tools/rules.py` from what pytest collects.
"""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files
from typing import NamedTuple


class Evidence(NamedTuple):
    """The status, such as "shown" or "in code", and the node ids of the tests."""

    status: str = "not known"
    tests: tuple[str, ...] = ()


@cache
def evidence_in(package: str) -> dict[str, Evidence]:
    """What the table of the game in this package says, by id; empty without one."""
    if not package:
        return {}
    table = files(package).joinpath("data", "shown.csv")
    if not table.is_file():
        return {}
    rows = csv.DictReader(table.read_text(encoding="utf-8").splitlines())
    return {row["id"]: Evidence(row["status"], tuple(row["tests"].split())) for row in rows}
