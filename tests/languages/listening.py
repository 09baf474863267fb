"""A language that notes what it could not say, and what of a view was never said in it."""

from __future__ import annotations

import re
from functools import cache

from affray.languages.catalogues import language
from affray.languages.language import Language

WORDS = re.compile(r"[^\W\d_]{3,}")
FIELDS = re.compile(r"\{[^{}]*\}")
AS_TYPED = frozenset({
    "do", "t", "id", "kind", "code", "act", "about", "seat", "role", "may", "fighters", "epoch", "game",
    "hand", "rule", "shape", "unit", "notice_code", "end", "by", "corrections", "order", "answer", "place",
    "seal", "session", "url", "names", "plain", "key",
})  # fmt: skip
"""Keys of what is no text, or stands there as it is typed."""


class Listening(Language):
    """French as it is known, and what it lacked."""

    def __init__(self, known):
        super().__init__(known.name, known.messages)
        self.lacking = set()

    def lacks(self, text):
        self.lacking.add(text)


@cache
def foreign(game):
    """The words that stand in English messages of a game, and in no French one."""
    messages = language("fr", game).messages
    said = {word.lower() for text in messages.values() for word in WORDS.findall(text)}
    return {word.lower() for text in messages for word in WORDS.findall(FIELDS.sub("", text))} - said


def left(data, game, names, key=""):
    """The texts in a view in which English words stand."""
    if isinstance(data, dict):
        for name, each in data.items():
            if name not in AS_TYPED:
                yield from left(each, game, names, name)
    elif isinstance(data, list):
        for each in data:
            yield from left(each, game, names, key)
    elif isinstance(data, str) and key != "rules":  # ids of rules
        bare = data
        for name in sorted(names, key=len, reverse=True):
            bare = bare.replace(name, "")
        found = {word for word in WORDS.findall(bare) if word.lower() in foreign(game)}
        if found:
            yield f"{key}: {data!r} ({', '.join(sorted(found))})"
