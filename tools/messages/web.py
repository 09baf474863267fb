"""Messages in pages: what templates say, and the words of scripts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

WORDS = re.compile(r"\bWORDS = {(.*?)^};", re.S | re.M)
LITERAL = r'"(?:[^"\\]|\\.)*"'
ENTRY = re.compile(rf'^  "?([\w-]+)"?:\s+({LITERAL}(?:\s*\+\s*{LITERAL})*),$', re.M)
"""An id and its message, which may go on over several lines."""
TOLD = re.compile(r"""\bsay\((['"])(.*?)\1\)""")
FILLED = re.compile(r"""\bfill\((['"])(.*?)\1[,)]""")
"""What a template says by itself, of which the latter has fields."""
FIELD_OF_SCRIPT = re.compile(r"{\w+}")


def template(source: str) -> Iterator[str]:
    """The messages of a template, which says every word of its own."""
    yield from (text for _, text in (*TOLD.findall(source), *FILLED.findall(source)))


def table(source: str) -> dict[str, str]:
    """The table of words of a script: each message by its id."""
    return {
        name: "".join(json.loads(part) for part in re.findall(LITERAL, said))
        for words in WORDS.findall(source)
        for name, said in ENTRY.findall(words)
    }


def script(source: str) -> Iterator[str]:
    """The messages of a script: its table of words."""
    for text in table(source).values():
        if re.search("[A-Za-z]{2}", FIELD_OF_SCRIPT.sub("", text)):
            yield text
