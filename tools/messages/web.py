"""Messages in pages: the words between tags, and the words of scripts."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator

from affray.languages.message import escaped
from tools.messages import python

WORDS = re.compile(r"\bWORDS = {(.*?)^};", re.S | re.M)
LITERAL = r'"(?:[^"\\]|\\.)*"'
ENTRY = re.compile(rf'^  "?([\w-]+)"?:\s+({LITERAL}(?:\s*\+\s*{LITERAL})*),$', re.M)
"""An id and its message, which may go on over several lines."""
ATTRIBUTES = re.compile(r"""\b(?:title|alt|aria-label|placeholder|content)="([^"]*)\"""")
WORDLESS = re.compile(r"<(script|style)\b.*?</\1>|<!--.*?-->|{#.*?#}|{%.*?%}", re.S)
TOLD = re.compile(r"\bsay\('((?:[^'\\]|\\.)*)'\)")
FILLED = re.compile(r"\bfill\('((?:[^'\\]|\\.)*)'[,)]")
"""What a template says by itself, of which the latter has fields."""
FIELD_OF_SCRIPT = re.compile(r"{\w+}")
FIELD = re.compile(r"{{-?\s*(.*?)\s*-?}}", re.S)


def template(source: str) -> Iterator[str]:
    """The messages of a template: texts between tags, labels, what it says itself."""
    yield from map(escaped, TOLD.findall(source))
    yield from FILLED.findall(source)
    bare = WORDLESS.sub(lambda found: "<br>" if found.group().startswith("{%") else "", source)
    for part in (*re.split(r"<[^>]*>", bare), *ATTRIBUTES.findall(bare)):
        text = " ".join(part.split())
        if re.search("[A-Za-z]{2}", FIELD.sub("", text)) and not python.CODE.match(FIELD.sub("x", text)):
            yield python.bare(_with_fields(text))


def _with_fields(text: str) -> str:
    used: Counter[str] = Counter()
    parts = FIELD.split(text)
    for at, part in enumerate(parts):
        if at % 2:
            name = (re.findall(r"[a-z_]+", part.split("|")[0]) or ["x"])[-1].strip("_")
            used[name] += 1
            parts[at] = "{" + name + (str(used[name]) if used[name] > 1 else "") + "}"
        else:
            parts[at] = escaped(part)
    return "".join(parts)


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
