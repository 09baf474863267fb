"""`python -m tools.places` draws twenty terms of the glossary, for finding their places in the code.

A term is drawn by a hash of it and the seed, so a word that comes or goes moves no other. What came of the
last draw stands in `docs/project/places.md`.
"""

import hashlib
import re
import sys
from pathlib import Path

GLOSSARY = Path(__file__).parents[1] / "docs/glossary.md"
SEED = 16


def terms(glossary: str) -> list[str]:
    """The words that a glossary explains, in its order; those that share a line are one term."""
    return re.findall(r"^\| \*\*(.+?)\*\* \|", glossary, re.MULTILINE)


def drawn(seed: int = SEED, count: int = 20) -> list[str]:
    """So many terms of our glossary, in the order in which the seed brings them."""
    words = terms(GLOSSARY.read_text(encoding="utf-8"))
    return sorted(words, key=lambda word: hashlib.sha256(f"{seed} {word}".encode()).digest())[:count]


if __name__ == "__main__":
    print(*drawn(*map(int, sys.argv[1:2])), sep="\n")
