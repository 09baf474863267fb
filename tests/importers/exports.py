"""Exports of Foundry in the shapes that its systems have had, small and of our own."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path

SAMPLES = Path(__file__).resolve().parents[2] / "docs/samples"


def sample(name):
    """A fresh copy of an export that the docs show."""
    return json.loads((SAMPLES / f"{name}.json").read_text(encoding="utf-8"))


def older(export, stated=True):
    """The same as Foundry 9 and before would have written it: `data`, and no `_stats`."""
    old = deepcopy(export)
    stats = old.pop("_stats")
    if stated:
        source = {"world": "w", "system": stats["systemId"], "systemVersion": stats["systemVersion"]}
        old["flags"] = {"exportSource": source}
    old["token"] = old.pop("prototypeToken", {})
    for record in (old, *old["items"]):
        record["data"] = record.pop("system")
    return old


def item(export, name):
    """An item of an export by its name."""
    return next(each for each in export["items"] if each["name"] == name)
