"""What is sent as JSON, in a language: the texts among its values."""

from __future__ import annotations

from typing import Any

from affray.languages.language import Language

TEXTS = frozenset({
    "round", "winner", "side", "label", "question", "why", "hint", "words", "turn", "states", "gear",
    "apart", "cost", "chance", "title", "text", "about", "summary", "said", "game_title", "scene",
    "message", "note", "figure", "reason", "brief",
    "rating", "word", "value", "expected", "band", "group", "waiting_for",
})  # fmt: skip
"""The keys under which texts stand, alone or in lists."""

OTHERWISE = {"question": "answer", "about": "kind", "group": "do"}
"""Texts that are none beside another key: standing answers go by questions, these by what they are about."""

PEOPLE = frozenset({"id", "seat", "who", "session", "ask", "fighters", "names", "role"})
"""Who has one of these keys is somebody: the name is a name."""


GIVEN = frozenset({"Game master"})
"""Names that the program gives by itself."""


def translated(data: Any, language: Language) -> Any:
    """The same data with its texts in a language; what people said themselves stays."""
    if isinstance(data, list):
        return [translated(each, language) for each in data]
    if not isinstance(data, dict) or data.get("kind") == "talk":
        return data
    told = {key: _value(key, value, data, language) for key, value in data.items() if key != "do"}
    if "do" in data:
        told["do"] = data["do"]
    if {"n", "label"} == data.keys() - {"default"} and told["label"] != data["label"]:
        told["plain"] = data["label"]
    return told


def _value(key: str, value: Any, of: dict[str, Any], language: Language) -> Any:
    if (key in TEXTS and OTHERWISE.get(key) not in of) or (
        key == "name" and (value in GIVEN if isinstance(value, str) and PEOPLE & of.keys() else True)
    ):
        if isinstance(value, str):
            return language.say(value)
        if isinstance(value, list):
            return [
                language.say(each) if isinstance(each, str) else translated(each, language) for each in value
            ]
    return translated(value, language)
