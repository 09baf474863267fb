"""What `import affray` gives: scenes, sessions, games, and what goes wrong.

>>> session = start("duel", seed=7)
>>> hands = Hands(session)
>>> hands.give("all", "autopilot")
>>> hands.run() > 0
True
>>> session.over, session.winner in ("crew", "guild", "nobody")
(True, True)
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from affray.core.catalogue import OptionValue
from affray.core.errors import AffrayError, BadData, Fault, NotFound
from affray.core.record import LARGEST
from affray.core.ruleset import Ruleset, ruleset, rulesets
from affray.core.scene import Scene, read_scene, ruleset_named
from affray.session import Hands, Session

DEMO = "duel"
"""The scene that is played when none is named."""


class Opened(NamedTuple):
    """A scene without faults: its game, its text, where that is from, what it says."""

    ruleset: Ruleset
    text: str
    source: str
    scene: Scene


def scenes() -> dict[str, str]:
    """The text of every scene that comes with the games, by name.

    It is "game/name" where two games share a name.

    >>> "duel" in scenes()
    True
    """
    found: dict[str, str] = {}
    for game in rulesets().values():
        for name, text in game.scenes.items():
            found[f"{game.id}/{name}" if name in found else name] = text
    return found


def load_scene(scene: str | Path) -> Opened:
    """A scene by path, or by the name of one that comes with a game.

    Raises BadData with every fault, each with its line and what was expected, or NotFound.

    >>> load_scene("duel").scene.title
    'A duel in the cargo bay'
    """
    text, source = _text(scene)
    game = _game(text, source)
    return Opened(game, text, source, read_scene(text, game.scene, source))


def start(
    scene: str | Path = DEMO,
    *,
    log: str | Path | None = None,
    seed: int = 0,
    options: Mapping[str, OptionValue] | None = None,
) -> Session:
    """A live fight from a scene; `Session.resume` goes on with its log.

    >>> start("duel").pending.asked.question
    'initiative'
    """
    opened = load_scene(scene)
    return Session.start(
        opened.ruleset, opened.text, path=log, seed=seed, options=options, source=opened.source
    )


def _game(text: str, source: str) -> Ruleset:
    name = ruleset_named(text, source)
    try:
        return ruleset(name)
    except NotFound as e:
        raise BadData([Fault(source, f"ruleset: {e}")]) from None


def _text(scene: str | Path) -> tuple[str, str]:
    shipped = scenes()
    if isinstance(scene, str) and scene in shipped and not Path(scene).is_file():
        return shipped[scene], f"{scene}.toml"
    path = Path(scene)
    if not path.exists() and path.suffix != ".toml" and isinstance(scene, str):
        raise NotFound("scene", scene, shipped)
    return _read(path), str(scene)


def _read(path: Path) -> str:
    try:
        if path.stat().st_size > 4 * LARGEST:
            raise BadData([Fault(str(path), f"expected at most {LARGEST:,} characters")])
        return path.read_bytes().decode("utf-8-sig")
    except OSError as e:
        raise BadData([Fault(str(path), f"cannot be read: {e.strerror}")]) from None
    except UnicodeDecodeError as e:
        line = path.read_bytes()[: e.start].count(b"\n") + 1
        raise BadData([Fault(f"{path}:{line}", "expected text in UTF-8")]) from None


__all__ = [
    "AffrayError",
    "BadData",
    "Fault",
    "Hands",
    "NotFound",
    "Opened",
    "Ruleset",
    "Session",
    "load_scene",
    "ruleset",
    "rulesets",
    "scenes",
    "start",
]
