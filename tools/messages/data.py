"""Messages in the data of games: rules, rulings, options, scenes, names of gear."""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

RULES = {
    "ruleset": ("title", "notice"),
    "chapter": ("title",),
    "rule": ("title", "text"),
    "ruling": ("question", "answer", "why"),
    "option": ("summary", "values"),
}
"""What is read of a catalogue of rules."""

SCENES = frozenset(
    {"title", "about", "kind", "archetype", "weapons", "armour", "in_hand", "object", "improvised", "side"}
)
"""What is read of a scene, at any depth; names of people are theirs, those of things are words."""

COLUMNS = frozenset({"name", "title", "text", "kind", "skill", "summary", "use", "rarity", "note", "until"})


def rules(path: Path) -> Iterator[str]:
    """The texts of a catalogue."""
    known = tomllib.loads(path.read_text())
    for table, keys in RULES.items():
        found = known.get(table, [])
        for entry in found if isinstance(found, list) else [found]:
            for key in keys:
                yield from _texts(entry.get(key))


def scene(path: Path) -> Iterator[str]:
    """The texts of a scene."""
    yield from _of_scene(tomllib.loads(path.read_text()))


def _of_scene(table: dict[str, Any], people: bool = False) -> Iterator[str]:
    for key, value in table.items():
        if key in SCENES or (key == "name" and not people):
            yield from _texts(value)
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, dict):
                yield from _of_scene(each, key == "fighters")


def cells(path: Path) -> Iterator[str]:
    """What stands in the columns of names and texts of a table of a game."""
    with path.open(newline="") as file:
        for row in csv.DictReader(file):
            for column in COLUMNS & row.keys():
                yield from _texts(row[column])
            head, explained, rest = (row.get("title") or "").partition(" (")
            if explained:  # it is called without what explains it, too
                yield from _texts(head + rest.partition(")")[2])
            for tag in re.split(r"[\s;,]+", row.get("tags") or ""):
                yield from _texts(tag)
            for trait in (row.get("traits") or "").split():
                yield from _texts(trait.upper())
            for special in re.findall(r"\((.*?)\)", row.get("skill") or ""):
                yield from _texts(special)
            for effect in re.split(r"[\s;,]+", row.get("effects") or ""):
                yield from _texts(effect.partition(":")[0].replace("-", " "))


def _texts(value: object) -> Iterator[str]:
    match value:
        case str() if re.search("[A-Za-z]{2}", value):
            yield value.strip()
        case dict():
            for each in value.values():
                yield from _texts(each)
        case list():
            for each in value:
                yield from _texts(each)
