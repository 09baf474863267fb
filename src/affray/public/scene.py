"""Scenes as `import affray` gives them: read without faults, and changed into others."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

from affray import operations
from affray.balancing.change import Change, changes, made
from affray.balancing.draft import GONE, Draft, Put
from affray.core import files
from affray.core.errors import NotFound, unknown
from affray.core.ruleset import Ruleset
from affray.public.arguments import checked


class Scene:
    """Who fights, with what and where; `affray.scene` reads one. Scenes never change: `change` returns a
    new one.

    >>> import affray
    >>> duel = affray.scene("duel")
    >>> duel
    <Scene 'A duel in the cargo bay', coriolis: Zara (crew), Kaan (guild)>
    >>> harder = duel.change({"Kaan.armour": "heavy armour"})
    >>> affray.simulate(harder, n=200).wins["crew"].share < affray.simulate(duel, n=200).wins["crew"].share
    True
    """

    def __init__(self, opened: operations.Opened) -> None:
        self.opened = opened

    def __repr__(self) -> str:
        fighters = ", ".join(f"{name} ({side})" for name, side in self.fighters.items())
        return f"<Scene {self.title!r}, {self.game.id}: {fighters}>"

    @property
    def title(self) -> str:
        """What it is called."""
        title: str = self.opened.scene.title
        return title

    @property
    def game(self) -> Ruleset:
        """The game that it is for."""
        return self.opened.ruleset

    @property
    def fighters(self) -> dict[str, str]:
        """The sides of the fighters, by their names."""
        return {fighter.name: fighter.side for fighter in self.opened.scene.fighters}  # type: ignore[attr-defined]

    @property
    def text(self) -> str:
        """The scene as TOML."""
        return self.opened.text

    @property
    def draft(self) -> Draft:
        """The scene as plain data, as `affray.balancing` takes it."""
        here = self.opened
        return Draft.of(here.ruleset, here.text, here.source, here.content)

    @checked
    def change(self, edits: Mapping[str, Any] | Change) -> Scene:
        """A new scene with these values in these places; None removes what is there.

        A place is a fighter's key ("Kaan.armour"), a house rule ("options.ap.borrow"), or any other key of
        the scene ("title", "covers.crate.kind").  A `Change` is one of `changes`.
        Raises BadData with every fault, or NotFound.

        >>> import affray
        >>> affray.scene("duel").change({"Kan.armour": "heavy armour"})
        Traceback (most recent call last):
        ...
        affray.core.errors.NotFound: there is no place 'Kan.armour'; did you mean 'Kaan.armour'?
        """
        draft = self.draft
        if isinstance(edits, Change):
            return _scene(made(draft, [edits]))
        return _scene(draft.changed(Put(_path(self, place), _value(v)) for place, v in edits.items()))

    @checked
    def changes(self, *kinds: str) -> list[Change]:
        """Every single change of these kinds (by default the usual ones) that gives a valid scene.

        >>> import affray
        >>> [change.words for change in affray.scene("duel").changes("armour")][:1]
        ['Kaan wears light armour (4 instead of 3)']
        """
        return changes(self.draft, kinds)

    @checked
    def save(self, path: str | Path) -> None:
        """Write it to a file; raises BadData where that does not go."""
        files.write(Path(path), self.text)


SceneLike: TypeAlias = str | Path | Scene
"""A scene: one that comes with a game by its name, a file by its path, or one that was read."""


def opened(scene: SceneLike, packs: operations.Packs = ()) -> operations.Opened:
    """What is meant by a scene; raises BadData with every fault, or NotFound."""
    return scene.opened if isinstance(scene, Scene) else operations.load_scene(scene, packs)


def _scene(draft: Draft) -> Scene:
    return Scene(operations.Opened(draft.ruleset, draft.text, draft.source, draft.scene, draft.content))


def _value(value: Any) -> Any:
    return GONE if value is None else value


def _path(scene: Scene, place: str) -> tuple[str, ...]:
    """The path of keys that a place names; raises NotFound."""
    for name in scene.fighters:
        if place.startswith(f"{name}.") or place == name:
            return ("fighters", name, *filter(None, place[len(name) + 1 :].split(".")))
    first, _, rest = place.partition(".")
    if first == "options":
        return (first, rest)
    keys = type(scene.opened.scene).model_fields
    if first not in keys:
        key = place.rpartition(".")[2]
        close = unknown("fighter", first, scene.fighters) if rest else ""
        near = [f"{name}.{key}" for name in scene.fighters if f"{name!r}" in close]
        raise NotFound(
            "place", place, near or [*scene.fighters, "options", *type(scene.opened.scene).model_fields]
        )
    return tuple(place.split("."))
