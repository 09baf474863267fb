"""Bring the catalogues of messages up to the source: `python -m tools.messages`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import polib

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
        if parts[0] not in NOBODY:
            game = parts[1] if parts[0] == "rulesets" and len(parts) > 2 else ""
            own = "page" if path.suffix == ".js" else "faces" if parts[0] in FACES else "table"
            domain = domains.setdefault(game or own, {})
            domain.setdefault(text, str(path.relative_to(SOURCE)))
    for game, text in offers.messages():
        domains[game or "table"].setdefault(text, "builder/offer.py")
    return domains


FACES = {"cli", "protocols", "store", "balancing", "importers", "solver", "simulation"}
"""Packages whose words stand in a terminal, or in reports made there."""


def _all() -> Iterator[tuple[Path, str]]:
    for path in sorted(SOURCE.rglob("*")):
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
    """Whether a message is surely one: of several words."""
    return " " in text


def brought(domain: str, messages: dict[str, str], language: str) -> polib.POFile:
    """A catalogue with just these messages, and their translations so far.

    Of single words those stay that are translated: the others are names of code.
    """
    path = PO / language / f"{domain}.po"
    old = (
        {python.bare(e.msgid): python.bare(e.msgstr) for e in polib.pofile(str(path))}
        if path.exists()
        else {}
    )
    new = polib.POFile(wrapwidth=110)
    new.metadata = {"Language": language, "Content-Type": "text/plain; charset=UTF-8"}
    for text, where in sorted(messages.items(), key=lambda each: (each[1], each[0])):
        if needed(text) or old.get(text):
            new.append(polib.POEntry(msgid=text, msgstr=old.get(text, ""), occurrences=[(where, "")]))
    return new


def main() -> None:
    """Write every catalogue anew."""
    for domain, messages in sorted(found().items()):
        for language in ("fr",):
            catalogue = brought(domain, messages, language)
            path = PO / language / f"{domain}.po"
            path.parent.mkdir(parents=True, exist_ok=True)
            catalogue.save(str(path))
            print(
                f"{path}: {len(catalogue)} messages, {len(catalogue.untranslated_entries())} not translated"
            )


if __name__ == "__main__":
    main()
