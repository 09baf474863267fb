"""Alterations: one place of a text gets a value, a line or a sign that nobody meant."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

ODD: tuple[Any, ...] = (
    0, -1, 1, 31, 2**31, -(2**63), 2**64, 10**40, 0.1, -0.0, 1e308, 1e-320, True, False, None, "", " ", "\n",
    "x", "n" * 5_000, "\x00", "\x1b[2J", "\u202e", "\u2028", "é🜁", "Zara", "0", "-1", "1e999", "NaN",
    "../../x", "=1+1", "<b>", [], {}, [[]], [0], ["x", "x"], {"": 0}, {"x": {"x": []}},
)  # fmt: skip
"""Values that stand where others should."""
WRITTEN = (
    "nan",
    "inf",
    "9" * 400,
    "9" * 5_000,
    "1e400",
    "-" + "9" * 400,
    "[" * 3_000,
    "1979-05-27",
    '"\\ud800"',
)
"""What is written and is no value of JSON, or none that anybody expects."""
TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|-?\d+(?:\.\d+)?|\btrue\b|\bfalse\b|\[[^\[\]\n]*\]')
"""A value as TOML, JSON, CSV or a command has it."""
Alter = Callable[[str, Random], str]


def plain(text: str, chance: Random) -> str:
    """One value of a text by what is no such value, or a line twice, away, or elsewhere."""
    how = chance.randrange(8)
    if how < 5 and (found := list(TOKEN.finditer(text))):
        place = chance.choice(found)
        return text[: place.start()] + said(chance) + text[place.end() :]
    lines = text.splitlines(keepends=True) or [""]
    at, to = chance.randrange(len(lines)), chance.randrange(len(lines))
    if how == 5:
        del lines[at]
    elif how == 6:
        lines.insert(to, lines[at])
    else:
        lines[at], lines[to] = lines[to], lines[at]
    return "".join(lines)


def said(chance: Random) -> str:
    """An odd value as it is written."""
    if chance.random() < 0.25:
        return chance.choice(WRITTEN)
    return json.dumps(chance.choice(ODD), ensure_ascii=False)


def record(text: str, chance: Random) -> str:
    """One value of a JSON text: another, away, twice, or that of another place."""
    if chance.random() < 0.2:
        return plain(text, chance)
    data = json.loads(text)
    there = list(places(data))
    if not there:
        return said(chance)
    holder, key = chance.choice(there)
    how = chance.randrange(5)
    if how == 0:
        del holder[key]
    elif how == 1:
        other, of = chance.choice(there)
        holder[key] = copy.deepcopy(other[of])
    elif how == 2 and isinstance(holder, list):
        holder.append(copy.deepcopy(holder[key]))
    else:
        holder[key] = copy.deepcopy(chance.choice(ODD))
    return json.dumps(data, ensure_ascii=False)


def places(data: Any) -> list[tuple[Any, Any]]:
    """Every place of plain data: what holds it, and its key there."""
    keys: list[Any] = (
        list(data) if isinstance(data, dict) else list(range(len(data))) if isinstance(data, list) else []
    )
    return [found for key in keys for found in ((data, key), *places(data[key]))]


def lines(text: str, chance: Random) -> str:
    """One line of a text in which each is a JSON record."""
    listed = text.splitlines()
    at = chance.randrange(len(listed))
    if chance.random() < 0.2:
        return plain(text, chance)
    listed[at] = record(listed[at], chance)
    return "\n".join(listed) + "\n"


def signs(text: str, chance: Random) -> str:
    """A few words as people type them: some away, twice, odd."""
    words = text.split(" ")
    for _ in range(chance.randint(1, 2)):
        at = chance.randrange(len(words))
        how = chance.randrange(4)
        if how == 0 and len(words) > 1:
            del words[at]
        elif how == 1:
            words.insert(at, words[at])
        elif how == 2:
            words[at] += chance.choice(",;+-.=:é\u202e\"'")
        else:
            odd = said(chance)
            words[at] = odd[:200].strip('"')
    return " ".join(words)
