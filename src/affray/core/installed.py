"""Which games are installed and what scenes they bring, without loading any that has an index.

An index is the file `scenes.json` in the package of a game.  Ours are made by `python -m tools.commands`; a
game without one is loaded and asked.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from affray.core.message import Verbatim

if TYPE_CHECKING:
    from affray.core.ruleset import Ruleset

GROUP = "affray.rulesets"
"""The entry points of games."""

INDEX = "scenes.json"
"""The file of a game's index, in its package."""


class ListedScene(NamedTuple):
    """What a list says of a scene: its own name, title and description, and who fights in it."""

    name: str
    title: str
    about: str
    fighters: tuple[str, ...]


class ListedGame(NamedTuple):
    """What a list says of a game: its id and title, and its scenes."""

    id: str
    title: str
    scenes: tuple[ListedScene, ...]


@cache
def points() -> tuple[EntryPoint, ...]:
    """Where the games are that are installed."""
    return tuple(entry_points(group=GROUP))


@cache
def listed_games() -> tuple[ListedGame, ...]:
    """All games with their scenes, in the order of their ids.

    >>> listed_games()[0].scenes[-1].name
    'duel'
    """
    games = {game.id: game for game in (_indexed(point) or _asked(point) for point in points())}
    return tuple(games[name] for name in sorted(games))


@cache
def listed_scenes() -> Mapping[str, tuple[ListedGame, ListedScene]]:
    """Every scene that comes with a game, by what to call it.

    That is its own name, or "game/name" where a game before has a scene of that name.

    >>> listed_scenes()["duel"][0].id
    'coriolis'
    """
    by_name: dict[str, tuple[ListedGame, ListedScene]] = {}
    for game in listed_games():
        for scene in game.scenes:
            name = f"{game.id}/{scene.name}" if scene.name in by_name else scene.name
            by_name[Verbatim(name)] = game, scene
    return by_name


def scene_list(game: Ruleset) -> ListedGame:
    """What lists say of a game that is loaded."""
    return ListedGame(game.id, game.title, tuple(_of_scene(game, name) for name in game.scenes))


def index_text(listed: ListedGame) -> str:
    """The text of a game's index."""
    scenes = [scene._asdict() for scene in listed.scenes]
    data = {"id": listed.id, "title": listed.title, "scenes": scenes}
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def fighters_named(records: object) -> Iterator[str]:
    """The names of fighters in the plain data of a scene, whether it has faults or not.

    >>> list(fighters_named([{"name": "Zara"}, {"name": "Rat", "count": 2}, 7]))
    ['Zara', 'Rat 1', 'Rat 2']
    """
    for record in records if isinstance(records, list) else ():
        name = record.get("name") if isinstance(record, dict) else None
        count = record.get("count", 1) if isinstance(record, dict) else 1
        if isinstance(name, str) and isinstance(count, int):
            yield from [name] if count == 1 else (f"{name} {n}" for n in range(1, count + 1))


def _of_scene(game: Ruleset, name: str) -> ListedScene:
    from affray.core.ruleset import names_of
    from affray.core.scene import read_scene

    scene = read_scene(game.scenes[name], game.scene, f"{name}.toml")
    return ListedScene(name, scene.title, scene.about, tuple(map(str, names_of(game, game.start(scene)))))


def _asked(point: EntryPoint) -> ListedGame:
    """What a game says that has no index."""
    return scene_list(point.load())


def _indexed(point: EntryPoint) -> ListedGame | None:
    """What the index of a game says; None without one."""
    try:
        data = json.loads(_index(point))
        return ListedGame(data["id"], data["title"], tuple(map(_listed, data["scenes"])))
    except (OSError, ValueError, LookupError, TypeError):
        return None


def _listed(data: Mapping[str, Any]) -> ListedScene:
    fighters: Sequence[str] = data["fighters"]
    return ListedScene(data["name"], data["title"], data["about"], tuple(fighters))


def _index(point: EntryPoint) -> bytes:
    """The bytes of an index, in a folder or in an archive; raises OSError without one."""
    spec = find_spec(point.module)
    folders = spec.submodule_search_locations if spec is not None else None
    if spec is None or not folders:
        raise FileNotFoundError(INDEX)
    read = getattr(spec.loader, "get_data", None)
    data: bytes = (read or (lambda path: Path(path).read_bytes()))(str(Path(next(iter(folders))) / INDEX))
    return data
