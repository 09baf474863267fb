"""The shelf: scenes that somebody made and keeps, each a TOML file in a folder."""

from __future__ import annotations

import os
import re
import tomllib
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple, Protocol

from affray.builder.documents import MOST
from affray.core.errors import AffrayError, NotFound
from affray.core.files import is_folder
from affray.core.message import msg

SHELVED = 500
"""Scenes at most."""
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LONGEST = 60


class SceneNotKept(AffrayError):
    """A scene cannot be kept."""

    code = "builder/unkept"


class ShelvedScene(NamedTuple):
    """A scene on the shelf: what it is called there, its title, its game."""

    name: str
    title: str
    game: str


class Shelf(Protocol):
    """Keeps scenes by name."""

    def names(self) -> list[str]:
        """All names, in alphabetical order."""

    def text(self, name: str) -> str:
        """The TOML of a scene; raises NotFound."""

    def put(self, name: str, text: str) -> None:
        """Keep a scene in place of that name's; raises SceneNotKept."""

    def remove(self, name: str) -> None:
        """Take a scene away; raises NotFound."""


class InMemory:
    """Scenes in a dictionary: for tests, and with a store in memory."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}

    def names(self) -> list[str]:
        """See `Shelf`."""
        return sorted(self._texts)

    def text(self, name: str) -> str:
        """See `Shelf`."""
        if name not in self._texts:
            raise NotFound("scene", name[:LONGEST], ())
        return self._texts[name]

    def put(self, name: str, text: str) -> None:
        """See `Shelf`."""
        self._texts[name] = text

    def remove(self, name: str) -> None:
        """See `Shelf`."""
        self.text(name)
        del self._texts[name]


class InFolder:
    """Scenes as files of a folder, which is made when the first is kept."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def _path(self, name: str) -> Path:
        if not NAME.fullmatch(name) or len(name) > LONGEST:
            raise NotFound("scene", name[:LONGEST], ())
        return self.folder / f"{name}.toml"

    def names(self) -> list[str]:
        """See `Shelf`; files whose names we would not give are somebody else's."""
        files = self.folder.glob("*.toml") if is_folder(self.folder) else ()
        return sorted(path.stem for path in files if NAME.fullmatch(path.stem))

    def text(self, name: str) -> str:
        """See `Shelf`."""
        try:
            with self._path(name).open("rb") as file:
                return file.read(4 * MOST).decode("utf-8-sig", "replace")
        except OSError:
            raise NotFound("scene", name[:LONGEST], ()) from None

    def put(self, name: str, text: str) -> None:
        """See `Shelf`; it is on disk, whole, when this returns."""
        path = self._path(name)
        beside = path.with_suffix(".new")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with beside.open("w", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            beside.replace(path)
        except OSError as e:
            raise SceneNotKept(msg("the scene cannot be saved: {strerror}", strerror=e.strerror)) from None

    def remove(self, name: str) -> None:
        """See `Shelf`."""
        try:
            self._path(name).unlink()
        except OSError:
            raise NotFound("scene", name[:LONGEST], ()) from None


def listed(shelf: Shelf) -> list[ShelvedScene]:
    """The scenes of a shelf with their titles."""
    return [_kept(name, shelf.text(name)) for name in shelf.names()[:SHELVED]]


def kept(shelf: Shelf, text: str, name: str = "") -> ShelvedScene:
    """Keep a scene under a name, or under a new one after its title; raises SceneNotKept."""
    there = shelf.names()
    if name not in there:
        if len(there) >= SHELVED:
            raise SceneNotKept(msg("you already have {shelved} scenes: remove one first", shelved=SHELVED))
        name = fresh(_kept("", text).title, there)
    shelf.put(name, text)
    return _kept(name, text)


def taken_in(shelf: Shelf, scenes: Mapping[str, str], over: bool = False) -> dict[str, str]:
    """Keep scenes by name, and give the name that each has on the shelf then; raises SceneNotKept.

    Where there is another of the name, that one stays and the new one gets a new name, unless it is to
    take its place (`over`).
    """
    called = {}
    for name, text in scenes.items():
        there = shelf.names()
        if name in there and not over and shelf.text(name) != text:
            called[name] = fresh(name, there)
        else:
            called[name] = name
        shelf.put(called[name], text)
    return called


def fresh(title: str, there: list[str]) -> str:
    """A name after a title, which nothing else has.

    >>> fresh("Zara's éclair!", []), fresh("Ford", ["ford"])
    ('zaras-eclair', 'ford-2')
    """
    plain = unicodedata.normalize("NFKD", title.replace("'", "")).encode("ascii", "ignore").decode()
    name = "-".join(re.findall(r"[a-z0-9]+", plain.lower()))[: LONGEST - 8].strip("-") or "scene"
    names = (name, *(f"{name}-{n}" for n in range(2, SHELVED + 2)))
    return next(each for each in names if each not in there)


def _kept(name: str, text: str) -> ShelvedScene:
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError):
        data = {}
    title, game = data.get("title"), data.get("ruleset")
    return ShelvedScene(
        name, title if isinstance(title, str) else name, game if isinstance(game, str) else ""
    )
