"""A language that nobody speaks: English with accents, two fifths longer, to see whether a layout breaks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import polib

from affray.languages import catalogues

CODE = "zz"
ACCENTS = str.maketrans("aeioucnyAEIOUCNY", "àéîöüçñýÀÉÎÖÜÇÑÝ")
POINT = f"[affray.languages]\n{CODE} = affray_pseudo:CATALOGUE\n"
MODULE = f"""
from pathlib import Path
from affray.languages.catalogues import MessageCatalogue
CATALOGUE = MessageCatalogue("Pseudo", Path(__file__).parent / "{CODE}")
"""


def pseudo(form: str) -> str:
    """A form with accents and two fifths longer; what stands in braces stays.

    >>> pseudo("{who} loses the turn")
    '{who} lösés thé türñ ééééé'
    """
    pieces = list(parts(form))
    accented = "".join(text if field else text.translate(ACCENTS) for text, field in pieces)
    letters = sum(map(str.isalpha, "".join(text for text, field in pieces if not field)))
    longer = " ".join("é" * min(6, letters * 2 // 5 - at) for at in range(0, letters * 2 // 5, 6))
    body = accented.rstrip(" .:!?…\n")
    return f"{body} {longer}{accented[len(body) :]}" if longer else accented


def parts(form: str) -> Iterator[tuple[str, bool]]:
    """What stands outside of braces and in them, in turn, and whether it is a field."""
    deep, begin = 0, 0
    for at, letter in enumerate(form):
        if letter == "{" and not deep:
            yield form[begin:at], False
            begin = at
        deep += (letter == "{") - (letter == "}")
        if letter == "}" and not deep:
            yield form[begin : at + 1], True
            begin = at + 1
    yield form[begin:], False


def install(folder: Path) -> Path:
    """Install it as a package would be, in a folder for the path of Python."""
    (folder / CODE).mkdir()
    for domain, paths in catalogues._paths("fr").items():
        catalogue = polib.pofile(str(paths[0]), encoding="utf-8")
        for entry in catalogue:
            entry.msgstr = pseudo(entry.msgid)
        catalogue.save(str(folder / CODE / f"{domain}.po"))
    (folder / "affray_pseudo.py").write_text(MODULE, encoding="utf-8")
    info = folder / "affray_pseudo-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: affray-pseudo\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(POINT)
    return folder
