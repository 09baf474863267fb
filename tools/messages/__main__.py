"""Bring the catalogues of messages up to the source: `python -m tools.messages [LANGUAGE [FOLDER]]`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import polib

from affray.languages.language import FIELDS, LETTERS
from tools.messages import data, offers, python, web

SOURCE = Path("src/affray")
PO = SOURCE / "languages" / "po"
NOBODY = {"__init__.py", "testing", "env", "languages", "public"}
"""Packages whose words are for people who write programs."""


def found() -> dict[str, dict[str, str]]:
    """Every message by its domain, with the first file where it stands."""
    domains: dict[str, dict[str, str]] = {}
    for path, text in _all():
        parts = path.relative_to(SOURCE).parts
        game = parts[1] if parts[0] == "rulesets" and len(parts) > 2 else ""
        own = "page" if path.suffix == ".js" else "faces" if parts[0] in FACES else "table"
        domain = domains.setdefault(game or own, {})
        domain.setdefault(text, str(path.relative_to(SOURCE)))
    for between in BETWEEN:
        domains["table"][between] = "core/message.py"
    for game, text in offers.messages():
        domains[game or "table"].setdefault(text, "builder/offer.py")
    return domains


BETWEEN = (": ", "; ")
"""What stands between texts in a row, which some languages write with another blank."""

FACES = {"cli", "protocols", "store", "balancing", "importers", "solver", "simulation"}
"""Packages whose words stand in a terminal, or in reports made there."""


def _all() -> Iterator[tuple[Path, str]]:
    for path in sorted(SOURCE.rglob("*")):
        if path.relative_to(SOURCE).parts[0] in NOBODY:
            continue
        if path.suffix == ".py":
            for text in python.messages(path.read_text(), helps=path.parent.name == "cli"):
                yield path, text
        elif path.name == "rules.toml":
            yield from ((path, text) for text in data.rules(path))
        elif path.suffix == ".toml" and path.parent.name == "scenes":
            yield from ((path, text) for text in data.scene(path))
        elif path.suffix == ".csv" and path.name != "shown.csv":
            yield from ((path, text) for text in data.cells(path))
        elif path.suffix in (".html", ".j2") and "templates" in path.parts:
            yield from ((path, text) for text in web.template(path.read_text()))
        elif path.suffix == ".js":
            yield from ((path, text) for text in web.script(path.read_text()))


def needed(text: str) -> bool:
    """Whether a message is surely one: of several words, not all of them fields."""
    bare = FIELDS.sub("", text)
    return " " in text and ("'s" in bare or bool(LETTERS.search(bare)))


def place(domain: str, language: str, folder: Path | None = None) -> Path:
    """The file of a domain in one of our languages, a game's beside it, or in a folder of somebody's own."""
    if folder is not None:
        return folder / f"{domain}.po"
    game = SOURCE / "rulesets" / domain
    return game / "languages" / f"{language}.po" if game.is_dir() else PO / language / f"{domain}.po"


def brought(domain: str, messages: dict[str, str], path: Path, language: str) -> polib.POFile:
    """A catalogue with just these messages, and their translations so far.

    Of single words those stay that French has: the others are names of code.
    """
    old, words = _there(path), _there(place(domain, "fr"))
    new = polib.POFile(wrapwidth=110)
    new.metadata = {"Language": language, "Content-Type": "text/plain; charset=UTF-8"}
    for text, where in sorted(messages.items(), key=lambda each: (each[1], each[0])):
        if needed(text) or words.get(text):
            new.append(polib.POEntry(msgid=text, msgstr=old.get(text, ""), occurrences=[(where, "")]))
    return new


def _there(path: Path) -> dict[str, str]:
    return {e.msgid: e.msgstr for e in polib.pofile(str(path))} if path.exists() else {}


def main(language: str = "fr", folder: str = "") -> None:
    """Write every catalogue of a language anew, in a folder of somebody's own or where ours are."""
    for domain, messages in sorted(found().items()):
        path = place(domain, language, Path(folder) if folder else None)
        catalogue = brought(domain, messages, path, language)
        path.parent.mkdir(parents=True, exist_ok=True)
        catalogue.save(str(path))
        left = len(catalogue.untranslated_entries())
        print(f"{path}: {len(catalogue)} messages, {left} not translated")


if __name__ == "__main__":
    main(*sys.argv[1:])
