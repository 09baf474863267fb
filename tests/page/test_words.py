"""Every word of the page is in its table, and none in vain."""

from __future__ import annotations

import re

from affray.serve.assets import STATIC, lean

MODULES = {path.name: path.read_text("utf-8") for path in STATIC.glob("*.js")}
WORDS = set(re.findall(r'"([\w-]+)": "', MODULES["words.js"]))
OTHERS = "\n".join(text for name, text in MODULES.items() if name != "words.js")
MADE = {"role-": {"gm", "player", "spectator", "display", "replay"}, "group-": set(), "wants-": set()}
"""Ids that are put together, and what of them must be there."""


def test_no_word_is_missing() -> None:
    said = set(re.findall(r'\bsay\("([\w-]+)"', OTHERS)) | {
        start + end for start, ends in MADE.items() for end in ends
    }
    assert said - WORDS == set()


def test_no_word_is_in_vain() -> None:
    named = set(re.findall(r'"([\w-]+)"', OTHERS))
    left = {word for word in WORDS - named if not word.startswith(tuple(MADE))}
    assert left == set()


def test_modules_are_sent_without_comments_and_line_for_line() -> None:
    for path in STATIC.glob("*.js"):
        sent = lean(path).decode()
        assert sent.count("\n") == path.read_text("utf-8").count("\n")
        assert "@param" not in sent
        assert re.findall(r'"[^"\n]*"', sent) == re.findall(r'"[^"\n]*"', uncommented(path.name))


def uncommented(name: str) -> str:
    """A module without lines that are comments alone, nor types."""
    return re.sub(r"/\*\*.*?\*/", "", re.sub(r"(?m)^\s*//.*$", "", MODULES[name]), flags=re.DOTALL)
