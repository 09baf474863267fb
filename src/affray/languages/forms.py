"""What stands in a form: its fields, and of what type each is."""

from __future__ import annotations

import re
from collections.abc import Iterator

QUOTED = re.compile(r"'(?:'|[{}](?:[^']|'')*(?:'|$))")
"""Apostrophes that stand for one, and braces between them that are no field's."""
TOKENS = re.compile(r"[{}]|[^{}]+")
PLURALS = frozenset({"plural", "selectordinal"})


def fields(form: str) -> dict[str, str]:
    """The fields of a form by name, each with its type: empty for text, else such as `plural`.

    Raises ValueError where a brace has no other one, or a choice no "other".

    >>> fields("{who} loses {n, plural, one {# point of {gauge}} other {# points of {gauge}}}")
    {'who': '', 'n': 'plural', 'gauge': ''}
    """
    tokens = TOKENS.findall(QUOTED.sub("", form))
    found = dict(_fields(iter(tokens)))
    if tokens.count("{") != tokens.count("}"):
        raise ValueError(f"{form!r} has a brace without the other one")
    return found


def _fields(tokens: Iterator[str], deep: int = 0) -> Iterator[tuple[str, str]]:
    """Those of a message, up to the end of the field in which it stands."""
    for token in tokens:
        if token == "{":
            yield from _field(tokens, deep)
        elif token == "}" and deep:
            return


def _field(tokens: Iterator[str], deep: int) -> Iterator[tuple[str, str]]:
    """A field, whose brace is open, and those in what it chooses from."""
    name, _, rest = next(tokens, "").partition(",")
    kind = rest.partition(",")[0].strip()
    yield name.strip(), kind
    key, keys = rest.rpartition(",")[2], []
    for token in tokens:
        if token == "}":
            break
        if token == "{":
            keys.append(key.strip())
            yield from _fields(tokens, deep + 1)
        else:
            key = token
    if kind in {*PLURALS, "select"} and "other" not in keys:
        raise ValueError(f"{{{name.strip()}, {kind}}} has no 'other'")
