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

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from affray.core.catalogue import OptionValue
from affray.core.errors import AffrayError, BadData, Fault, NotFound
from affray.core.pack import Content, read_packs
from affray.core.record import LARGEST
from affray.core.ruleset import Ruleset, ruleset, rulesets
from affray.core.scene import Scene, read_scene, ruleset_named
from affray.session import Hands, Session
from affray.solve import SAMPLES, STATES, Solution
from affray.solve import solve as _solve

DEMO = "duel"
"""The scene that is played when none is named, if a game has one of this name."""


class Opened(NamedTuple):
    """A scene without faults: its game, its text, where that is from.

    And what it says, with what packs brought to it.
    """

    ruleset: Ruleset
    text: str
    source: str
    scene: Scene
    content: Content


class Shipped(NamedTuple):
    """A scene that comes with a game: what to call it by, and its text.

    The name is "game/name" where a game before has a scene of that name.
    """

    ruleset: Ruleset
    name: str
    text: str


def shipped() -> list[Shipped]:
    """Every scene that comes with the games, game by game."""
    found: dict[str, Shipped] = {}
    for game in rulesets().values():
        for own, text in game.scenes.items():
            name = f"{game.id}/{own}" if own in found else own
            found[name] = Shipped(game, name, text)
    return list(found.values())


def scenes() -> dict[str, str]:
    """The text of every scene that comes with the games, by name, as in `shipped`.

    >>> "duel" in scenes()
    True
    """
    return {each.name: each.text for each in shipped()}


def demo() -> str:
    """The scene that is played when none is named; raises NotFound without any.

    >>> demo()
    'duel'
    """
    names = list(scenes())
    if not names:
        raise NotFound("scene", DEMO, ())
    return DEMO if DEMO in names else names[0]


def load_scene(scene: str | Path, packs: Sequence[str | Path] = ()) -> Opened:
    """A scene by path, or a shipped one by its name or as "game/name".

    Names in it may stand for what `packs` bring, which are folders.  Raises BadData with every
    fault, each with its line and what was expected, or NotFound.

    >>> load_scene("duel").scene.title
    'A duel in the cargo bay'
    """
    text, source = _text(scene)
    game = _game(text, source)
    content = load_packs(game, packs)
    return Opened(game, text, source, read_scene(text, game.scene, source, content), content)


def scene_text(scene: str | Path) -> str:
    """The text of a scene by path or name, whether it has faults or not.

    Raises BadData when it cannot be read, or NotFound.
    """
    return _text(scene)[0]


def load_packs(game: Ruleset, folders: Sequence[str | Path]) -> Content:
    """What packs bring to a game; raises BadData with every fault."""
    return read_packs([Path(folder) for folder in folders], game.id, game.scene.kinds)


def start(
    scene: str | Path | None = None,
    *,
    log: str | Path | None = None,
    seed: int = 0,
    options: Mapping[str, OptionValue] | None = None,
    packs: Sequence[str | Path] = (),
) -> Session:
    """A live fight from a scene, or the demo; `Session.resume` goes on with its log.

    >>> start("duel").pending.asked.question
    'initiative'
    """
    opened = load_scene(demo() if scene is None else scene, packs)
    return Session.start(
        opened.ruleset,
        opened.text,
        path=log,
        seed=seed,
        options=options,
        source=opened.source,
        content=opened.content,
    )


def solve(
    scene: str | Path,
    *,
    policy: str = "",
    whose: str | None = None,
    both: bool = False,
    states: int = STATES,
    samples: int = SAMPLES,
    seed: int = 0,
    packs: Sequence[str | Path] = (),
) -> Solution:
    """Who wins a scene how often: exactly where states are few, else sampled.

    See `affray.solve.solve`.
    """
    opened = load_scene(scene, packs)
    return _solve(
        opened.ruleset,
        opened.ruleset.start(opened.scene),
        policy=policy,
        whose=whose,
        both=both,
        states=states,
        samples=samples,
        seed=seed,
    )


def _game(text: str, source: str) -> Ruleset:
    name = ruleset_named(text, source)
    try:
        return ruleset(name)
    except NotFound as e:
        raise BadData([Fault(source, f"ruleset: {e}")]) from None


def _text(scene: str | Path) -> tuple[str, str]:
    path = Path(scene)
    if isinstance(scene, str) and not path.is_file():
        game, _, own = scene.partition("/")
        inside = rulesets()[game].scenes if game in rulesets() else {}
        text = scenes().get(scene, inside.get(own))
        if text is not None:
            return text, f"{scene}.toml"
        if not path.exists() and path.suffix != ".toml":
            raise NotFound("scene", scene, scenes())
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
    "Shipped",
    "Solution",
    "demo",
    "load_packs",
    "load_scene",
    "ruleset",
    "rulesets",
    "scene_text",
    "scenes",
    "shipped",
    "start",
]
