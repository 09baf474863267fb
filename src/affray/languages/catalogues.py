"""The catalogues of messages: a file per language and domain, as of gettext."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from affray.core.errors import NotFound
from affray.languages.language import English, Language

PO = Path(__file__).parent / "po"
ENGLISH = English()

NAMES = {"en": "English", "fr": "Français"}
"""The languages there are, as they call themselves."""

OWN = "page"
"""The domain of what pages say by themselves, which is looked up in the page."""


@cache
def language(name: str, game: str = "") -> Language:
    """A language with the words of a game, or of all; raises NotFound.

    The words of a game go before those of the program, and these before those of other games.
    """
    if name not in NAMES:
        raise NotFound("language", name[:40], NAMES)
    if name == "en":
        return ENGLISH
    paths = {path.stem: path for path in sorted((PO / name).glob("*.po"))}
    first = [domain for domain in (game, "table", "faces") if domain in paths]
    others = [domain for domain in paths if domain not in (*first, OWN)] if game not in paths else []
    messages: dict[str, str] = {}
    for domain in (*first, *others):
        messages = {**_messages(paths[domain]), **messages}
    return Language(name, messages)


@cache
def own_words(name: str) -> Mapping[str, str]:
    """What pages say by themselves, by what they say in English; empty for English."""
    if name not in NAMES:
        raise NotFound("language", name[:40], NAMES)
    path = PO / name / f"{OWN}.po"
    return _messages(path) if path.exists() else {}


@cache
def _messages(path: Path) -> dict[str, str]:
    import polib  # not needed where everything is English

    entries = polib.pofile(str(path), encoding="utf-8")
    return {entry.msgid: entry.msgstr for entry in entries if entry.msgstr and not entry.obsolete}


def wanted(asked: str) -> str:
    """The language that a reader likes best of those there are; else English.

    `asked` is as in HTTP, such as `fr-CA,fr;q=0.9`, or a locale.
    """
    weighed = []
    for at, part in enumerate(asked.split(",")[:20]):
        name, _, weight = part.strip().partition(";q=")
        code = name.lower()[:2]
        share = float(weight) if re.fullmatch(r"[01](\.\d{1,3})?", weight) else 1.0
        if code in NAMES and share:
            weighed.append((-share, at, code))
    return min(weighed)[2] if weighed else "en"


def of_environment() -> str:
    """The language of this terminal: AFFRAY_LANGUAGE, else that of the locale."""
    chosen = os.environ.get("AFFRAY_LANGUAGE", "")
    if chosen:
        return language(chosen).name
    for key in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(key):
            return wanted(os.environ[key].split(":")[0])
    return "en"
