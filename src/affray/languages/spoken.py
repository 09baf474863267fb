"""What is sent as JSON, in a language: the texts among its values."""

from __future__ import annotations

from typing import Any

from affray.languages.language import Language

TEXTS = frozenset({
    "round", "winner", "side", "label", "question", "why", "hint", "words", "turn", "states", "gear",
    "apart", "cost", "chance", "title", "text", "about", "summary", "said", "game_title", "scene",
    "message", "note", "rating", "word", "value", "expected", "band", "group", "waiting_for",
})  # fmt: skip
"""The keys under which texts stand, alone or in lists."""

OTHERWISE = {"question": "answer", "about": "kind", "group": "do"}
"""Texts that are none beside another key: standing answers go by questions, these by what they are about."""

PEOPLE = frozenset({"id", "seat", "who", "session", "ask", "fighters", "names", "role"})
"""Who has one of these keys is somebody: the name is a name."""


GIVEN = frozenset({"Game master"})
"""Names that the program gives by itself."""


def spoken(found: Any, language: Language) -> Any:
    """The same data with its texts in a language; what people said themselves stays."""
    if isinstance(found, list):
        return [spoken(each, language) for each in found]
    if not isinstance(found, dict) or found.get("kind") == "talk":
        return found
    told = {key: _value(key, value, found, language) for key, value in found.items() if key != "do"}
    if "do" in found:
        told["do"] = found["do"]
    if {"n", "label"} == found.keys() - {"default"} and told["label"] != found["label"]:
        told["plain"] = found["label"]
    return told


def _value(key: str, value: Any, of: dict[str, Any], language: Language) -> Any:
    if (key in TEXTS and OTHERWISE.get(key) not in of) or (
        key == "name" and (value in GIVEN if isinstance(value, str) and PEOPLE & of.keys() else True)
    ):
        if isinstance(value, str):
            return language.say(value)
        if isinstance(value, list):
            return [language.say(each) if isinstance(each, str) else spoken(each, language) for each in value]
    return spoken(value, language)
