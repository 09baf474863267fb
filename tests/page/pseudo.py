"""A language that nobody speaks: English with accents, two fifths longer, to see whether a layout breaks."""

from __future__ import annotations

import re
from pathlib import Path

import polib

from affray.languages.catalogues import FRENCH

CODE = "zz"
ACCENTS = str.maketrans("aeioucnyAEIOUCNY", "àéîöüçñýÀÉÎÖÜÇÑÝ")
FIELD = re.compile(r"(\{\{|\}\}|\{[^{}]*\})")
POINT = f"[affray.languages]\n{CODE} = affray_pseudo:CATALOGUE\n"
MODULE = f"""
from pathlib import Path
from affray.languages.catalogues import MessageCatalogue
CATALOGUE = MessageCatalogue("Pseudo", Path(__file__).parent / "{CODE}")
"""


def pseudo(message: str) -> str:
    """A message with accents and two fifths longer; what stands in braces stays.

    >>> pseudo("{who} loses the turn")
    '{who} lösés thé türñ ééééé'
    """
    accented = "".join(
        part if FIELD.fullmatch(part) else part.translate(ACCENTS) for part in FIELD.split(message)
    )
    letters = sum(map(str.isalpha, FIELD.sub("", message)))
    longer = " ".join("é" * min(6, letters * 2 // 5 - at) for at in range(0, letters * 2 // 5, 6))
    body = accented.rstrip(" .:!?…\n")
    return f"{body} {longer}{accented[len(body) :]}" if longer else accented


def install(folder: Path) -> Path:
    """Install it as a package would be, in a folder for the path of Python."""
    (folder / CODE).mkdir()
    for path in FRENCH.folder.glob("*.po"):
        catalogue = polib.pofile(str(path), encoding="utf-8")
        for entry in catalogue:
            entry.msgstr = pseudo(entry.msgid)
        catalogue.save(str(folder / CODE / path.name))
    (folder / "affray_pseudo.py").write_text(MODULE, encoding="utf-8")
    info = folder / "affray_pseudo-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: affray-pseudo\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(POINT)
    return folder
