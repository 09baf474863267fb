"""Words as they can be typed at a shell."""

from __future__ import annotations

import re
import shlex

from affray.core.message import Verbatim

PLAIN = re.compile(r"[\w./:@%+=,-]+")
"""What a shell takes as it stands."""


def quoted(word: str) -> Verbatim:
    r"""A word as it can be typed at a shell.

    >>> quoted("friday.jsonl"), quoted("The long way"), quoted('The "long" way')
    ('friday.jsonl', '"The long way"', '\'The "long" way\'')
    """
    if PLAIN.fullmatch(word):
        return Verbatim(word)
    return Verbatim(shlex.quote(word) if set(word) & set('"\\$`!') else f'"{word}"')
