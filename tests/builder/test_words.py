"""Every word of the builder's page is in its table, and none in vain."""

from __future__ import annotations

import re

from affray.core.ruleset import rulesets
from affray.server.assets import STATIC
from tools.messages.web import table

MODULES = {path.name: path.read_text("utf-8") for path in (STATIC / "build").glob("*.js")}
WORDS = set(table(MODULES.pop("words.js")))
TEXT = "\n".join(MODULES.values())
SAID = set(re.findall(r'"([a-z][\w-]*)"', TEXT))
"""Everything in quotes that could be an id."""


def test_no_word_is_missing():
    said = set(re.findall(r'\bsay\("([\w-]+)"', TEXT)) | set(
        re.findall(r'\bsay\([^()"]*\? "([\w-]+)" : "[\w-]+"', TEXT)
    )
    assert len(said) > 60
    assert said - WORDS == set()


def test_no_word_is_in_vain():
    assert set() == WORDS - SAID


def test_the_page_knows_no_game():
    games = (*rulesets(), "archetype", "darkness", "attributes")
    assert [game for game in games if re.search(rf"\b{game}\b", TEXT, re.IGNORECASE)] == []
