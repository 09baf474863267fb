"""Plain data as a TOML text, in the layout that our scenes have.

Comments of the file that the data came from are not part of the data, and are gone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

BARE = re.compile(r"[A-Za-z0-9_-]+")


def written(data: Mapping[str, Any]) -> str:
    """The text: plain keys first, then tables, then lists of tables, a record each.

    >>> ford = {"title": "Ford", "options": {"a.b": 1}, "fighters": [{"name": "Ida", "at": [0, 2.5]}]}
    >>> print(written(ford))
    title = "Ford"
    <BLANKLINE>
    [options]
    "a.b" = 1
    <BLANKLINE>
    [[fighters]]
    name = "Ida"
    at = [0, 2.5]
    <BLANKLINE>
    """
    plain = {k: v for k, v in data.items() if not isinstance(v, dict) and not _is_records(v)}
    parts = [_pairs(plain)]
    parts += [f"[{_key(k)}]\n{_pairs(v)}" for k, v in data.items() if isinstance(v, dict)]
    parts += [f"[[{_key(k)}]]\n{_pairs(record)}" for k, v in data.items() if _is_records(v) for record in v]
    return "\n".join(part for part in parts if part)


def _is_records(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) for item in value)


def _pairs(record: Mapping[str, Any]) -> str:
    return "".join(f"{_key(key)} = {_value(value)}\n" for key, value in record.items())


def _key(key: str) -> str:
    return key if BARE.fullmatch(key) else _text(key)


def _value(value: Any) -> str:
    if isinstance(value, dict):
        inner = ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return _text(value) if isinstance(value, str) else str(value)


def _text(text: str) -> str:
    """A basic string: as in JSON, but for one control character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")
