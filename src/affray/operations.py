"""What every face does: find and read it, begin, simulate, compare.

`affray.public` makes of it what `import affray` gives.  Each function imports what it stands on, so that a
command loads only what it does.

>>> from affray.autopilot.controller import AutopilotController
>>> session = start("duel", seed=7)
>>> controller = AutopilotController(session)
>>> controller.lend("autopilot")
>>> controller.run() > 0
True
>>> session.over, session.winner in ("crew", "guild", "nobody")
(True, True)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from affray.core import files
from affray.core.catalogue import OptionValue
from affray.core.errors import AffrayError, BadData, Fault, NotFound
from affray.core.fight import GameFight
from affray.core.installed import listed_scenes
from affray.core.message import msg
from affray.core.pack import NOTHING, Content, Contents, content_for, pack_for, read_packs
from affray.core.record import LARGEST, read_text
from affray.core.ruleset import Ruleset, ruleset, rulesets
from affray.core.scene import Scene, read_scene, ruleset_named

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from affray.autopilot.advice import Advice
    from affray.autopilot.controller import AutopilotController
    from affray.balancing.compare import Comparison
    from affray.balancing.draft import Draft
    from affray.balancing.grid import SweepGrid
    from affray.balancing.sweep import Swept
    from affray.importers import ImportedCharacters, ImportOptions
    from affray.session import Session
    from affray.simulation.result import Simulation
    from affray.simulation.runs import Progress
    from affray.solver import Solution

ELSEWHERE = {
    "AutopilotController": "affray.autopilot.controller",
    "Draft": "affray.balancing.draft",
    "SweepGrid": "affray.balancing.grid",
}
"""What is offered here and made elsewhere, by module."""


def __getattr__(name: str) -> Any:
    """Load what is made elsewhere when somebody wants it."""
    if name not in ELSEWHERE:
        raise AttributeError(f"module 'affray.operations' has no attribute {name!r}", name=name)
    return getattr(import_module(ELSEWHERE[name]), name)


DEMO = "duel"
"""The scene that is played when none is named, if a game has one of this name."""


Packs: TypeAlias = Sequence[str | Path] | Contents
"""Packs: their folders, or what they bring by game, as `packs_by_game` reads it."""


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
    by_name: dict[str, Shipped] = {}
    for game in rulesets().values():
        for own, text in game.scenes.items():
            name = f"{game.id}/{own}" if own in by_name else own
            by_name[name] = Shipped(game, name, text)
    return list(by_name.values())


class Titled(NamedTuple):
    """A scene that comes with a game, by its name and title."""

    ruleset: Ruleset
    name: str
    title: str


@cache
def titled() -> tuple[Titled, ...]:
    """The titles of every scene that comes with the games, game by game."""
    return tuple(Titled(s.ruleset, s.name, load_scene(s.name).scene.title) for s in shipped())


def scenes() -> dict[str, str]:
    """The text of every scene that comes with the games, by name, as in `shipped`.

    >>> "duel" in scenes()
    True
    """
    return {each.name: each.text for each in shipped()}


def shipped_text(scene: str) -> str:
    """The text of a scene that comes with a game, by its name or as "game/name"; never that of a file.

    Raises NotFound.

    >>> shipped_text("coriolis/duel") == shipped_text("duel")
    True
    """
    text = _shipped_text(scene)
    if text is None:
        raise NotFound("scene", scene[:60], listed_scenes())
    return text


def _shipped_text(scene: str) -> str | None:
    game, slash, own = scene.partition("/")
    if not slash:
        found = listed_scenes().get(scene)
        return ruleset(found[0].id).scenes.get(found[1].name) if found else None
    try:
        return ruleset(game).scenes.get(own)
    except NotFound:
        return None


def demo() -> str:
    """The scene that is played when none is named; raises NotFound without any.

    >>> demo()
    'duel'
    """
    if _shipped_text(DEMO) is not None:
        return DEMO
    for name in listed_scenes():
        return name
    raise NotFound("scene", DEMO, ())


SceneLike: TypeAlias = str | Path | Opened
"""A scene: a shipped one by its name or as "game/name", a file by its path, or one that was read."""


def load_scene(scene: SceneLike, packs: Packs = ()) -> Opened:
    """A scene by path, or a shipped one by its name or as "game/name".

    Names in it may stand for what `packs` bring.  Raises BadData with every fault, each with its
    line and what was expected, or NotFound.

    >>> load_scene("duel").scene.title
    'A duel in the cargo bay'
    """
    if isinstance(scene, Opened):
        return scene
    text, source = _text(scene)
    game = _game(text, source)
    content = load_packs(game, packs)
    return Opened(game, text, source, read_scene(text, game.scene, source, content), content)


def begins(opened: Opened, options: Mapping[str, OptionValue] | None = None) -> GameFight:
    """The fight as a scene opens, with house rules on top of its own; raises BadData for those.

    >>> begins(load_scene("duel")).fighters[0].side
    'crew'
    """
    house = {**opened.scene.options, **(options or {})}
    if faults := opened.ruleset.catalogue.faults(house):
        raise BadData(
            [
                Fault("house rules", msg("{key}: {message}", key=key, message=message))
                for key, message in faults
            ]
        )
    return opened.ruleset.start(opened.scene.model_copy(update={"options": house}))


def scene_text(scene: str | Path) -> str:
    """The text of a scene by path or name, whether it has faults or not.

    Raises BadData when it cannot be read, or NotFound.
    """
    return _text(scene)[0]


def load_packs(game: Ruleset, packs: Packs) -> Content:
    """What packs bring to a game; raises BadData with every fault."""
    if isinstance(packs, Mapping):
        return content_for(packs, game.id)
    return read_packs([Path(folder) for folder in packs], game.id, game.scene.kinds)


def packs_by_game(folders: Sequence[str | Path]) -> Contents:
    """What packs bring, by the game that each of them is for.

    Raises BadData with every fault of every folder.

    >>> packs_by_game([])
    {}
    """
    of_game: dict[str, list[Path]] = {}
    contents: dict[str, Content] = {}
    faults: list[Fault] = []
    for folder in map(Path, folders):
        try:
            of_game.setdefault(pack_for(folder, rulesets()), []).append(folder)
        except BadData as e:
            faults += e.faults
    for game, some in of_game.items():
        try:
            contents[game] = load_packs(ruleset(game), some)
        except BadData as e:
            faults += e.faults
    if faults:
        raise BadData(faults)
    return contents


def packs_named(contents: Contents) -> list[str]:
    """The packs that were read by game: each by its title, with its game."""
    packs = [(ruleset(game).title, pack) for game, content in contents.items() for pack in content.packs]
    return [msg("{title} ({title2})", title=pack.title, title2=title) for title, pack in packs]


def import_characters(
    files: Sequence[str | Path],
    wanted: ImportOptions | None = None,
    *,
    packs: Packs = (),
    scene: SceneLike | None = None,
) -> ImportedCharacters:
    """Characters from elsewhere as fighters, with a report.

    `scene` is where they are to go.  All of them or none: raises BadData with every fault of every
    file, or NotFound.
    """
    from affray.importers.characters import AS_THEY_COME
    from affray.importers.characters import read_characters as read

    wanted = wanted or AS_THEY_COME
    opened = None if scene is None else load_scene(scene, packs)
    if opened is not None:
        content, game = opened.content, opened.ruleset.id
        if wanted.game and wanted.game != game:
            said = msg(
                "is a scene for {title}; expected one for {game}",
                title=opened.ruleset.title,
                game=wanted.game,
            )
            raise BadData([Fault(opened.source, said)])
        return read(files, wanted._replace(game=game), content, opened.scene)
    if isinstance(packs, Mapping):
        return read(files, wanted, packs)
    game = wanted.game or (pack_for(Path(packs[0]), rulesets()) if packs else "")
    return read(files, wanted, {game: load_packs(ruleset(game), packs)} if packs else {})


def start(
    scene: SceneLike | None = None,
    *,
    log: str | Path | None = None,
    seed: int | None = 0,
    options: Mapping[str, OptionValue] | None = None,
    packs: Packs = (),
) -> Session:
    """A live fight from a scene, or the demo; `opening.resume` goes on with its log.

    From a seed anybody may foretell the machine's dice; None draws a key for them, which `affray verify`
    throws them from again.

    >>> start("duel").pending.asked.question
    'initiative'
    """
    from affray.session import opening

    opened = load_scene(demo() if scene is None else scene, packs)
    return opening.begin(
        opened.ruleset,
        opened.text,
        path=log,
        seed=seed,
        options=options,
        source=opened.source,
        content=opened.content,
    )


def start_text(
    text: str,
    *,
    seed: int | None = 0,
    options: Mapping[str, OptionValue] | None = None,
    source: str = "scene",
    content: Content | Contents = NOTHING,
) -> Session:
    """A live fight from the text of a scene, in memory; raises BadData.

    `content` is what packs bring, to its game or by game.

    >>> start_text(scene_text("duel")).scene.title
    'A duel in the cargo bay'
    """
    from affray.session import opening

    game = _game(text, source)
    own = content_for(content, game.id)
    return opening.begin(game, text, seed=seed, options=options, source=source, content=own)


def simulate(
    scene: SceneLike,
    n: int = 1000,
    seed: int = 0,
    *,
    policy: str = "sensible",
    options: Mapping[str, OptionValue] | None = None,
    packs: Sequence[str | Path] = (),
    progress: Progress | None = None,
) -> Simulation:
    """Fights of a scene in bulk, run by a policy, and what they came to.

    The same for the same scene, n, seed, policy and options, on every machine.  `options` are house
    rules beside those of the scene; `progress` is told how many fights are done, of how many.  An
    interrupt gives the fights that are done.  Raises BadData, NotFound or BadAnswer.

    >>> duel = simulate("duel", n=200)
    >>> for side in duel.sides:
    ...     print(f"{side.name}: {side.wins.share:.1%}, {side.wins.low:.1%} to {side.wins.high:.1%}")
    crew: 32.5%, 26.4% to 39.3%
    guild: 67.0%, 60.2% to 73.1%
    """
    from affray.simulation.runs import simulate as simulated

    opened = load_scene(scene, packs)
    title = opened.scene.title
    return simulated(
        opened.ruleset, begins(opened, options), n, seed, policy=policy, scene=title, progress=progress
    )


def draft(scene: SceneLike, packs: Sequence[str | Path] = ()) -> Draft:
    """A scene that can be changed; raises as `load_scene` does.

    >>> draft("duel").sides
    ['crew', 'guild']
    """
    from affray.balancing.draft import Draft

    opened = load_scene(scene, packs)
    return Draft.of(opened.ruleset, opened.text, opened.source, opened.content)


def compare(
    scene: str | Path,
    weapons: Sequence[str] = (),
    options: Sequence[Mapping[str, OptionValue]] = (),
    *,
    packs: Sequence[str | Path] = (),
    **how: Any,
) -> Comparison:
    """Weapons, or house rules, side by side over a grid of opponents, exactly.

    Takes what `affray.balancing.compare.compare` takes, which also says what it raises.

    >>> table = compare("duel", ["heavy pistol", "carbine"], armours=["light armour"], ranges=[10])
    >>> [round(float(cell.harm), 2) for cell in table.cells]
    [2.62, 2.71]
    """
    from affray.balancing import compare

    return compare.compare(draft(scene, packs), weapons, options, **how)


def load_grid(path: str | Path) -> SweepGrid:
    """The grid in this file.

    Its scene and packs are looked for from its folder first.  Raises BadData with every fault, each
    with its line, or NotFound.
    """
    from affray.balancing.grid import read_grid

    folder = Path(path).parent

    def near(name: str) -> str:
        return str(folder / name) if files.exists(folder / name) else name

    def opened(scene: str, packs: Sequence[str]) -> Draft:
        return draft(near(scene), [near(pack) for pack in packs])

    return read_grid(read_text(Path(path), 4 * LARGEST), str(path), opened)


def sweep(
    grid: str | Path | SweepGrid,
    output: str | Path,
    executor: Executor | None = None,
    *,
    workers: int | None = None,
    scheduler: str | None = None,
    tell: Callable[[int, int], None] = lambda *_: None,
) -> Swept:
    """Play every cell of a grid, and write a row for each to `output`.

    That is a .csv or .parquet.  On any executor, on the workers of a Dask scheduler at an address,
    or on so many processes of this machine.  What an interrupt or a fault leaves undone, the same
    call goes on with.  Raises what `affray.balancing.sweep.sweep` raises.
    """
    from affray.balancing import sweep
    from affray.balancing.cluster import cluster

    cells = load_grid(grid) if isinstance(grid, str | Path) else grid
    crew = cluster(scheduler) if scheduler is not None else None
    return sweep.sweep(cells, Path(output), executor, workers=workers, crew=crew, tell=tell)


def advise(
    scene: SceneLike | Session,
    who: str = "",
    *,
    n: int | None = None,
    seed: int = 0,
    packs: Sequence[str | Path] = (),
) -> Advice:
    """What somebody should do: each option tried out in n fights, the best first.

    Of a session, or a log, it is what is asked now.  A scene runs by itself, with dice from the
    seed, until somebody (or `who`) chooses an action.  Raises BadAnswer when there is nothing to
    decide, NotFound for an unknown name, and what opening a scene or a log raises.

    >>> advise("duel", "Kaan", n=20).who
    'Kaan'
    """
    from affray.autopilot import advice as advising
    from affray.session import opening

    n = advising.TRIES if n is None else n
    if not isinstance(scene, str | Path | Opened):
        return advising.advise(scene, who, n=n, seed=seed)
    if not isinstance(scene, Opened) and advising.is_log(scene):
        return advising.advise(opening.replay(scene), who, n=n, seed=seed)
    session = start(scene, seed=seed, packs=packs)
    advising.to_first_action(session, who)
    return advising.advise(session, who, n=n, seed=seed)


def solve(
    scene: SceneLike,
    *,
    policy: str = "",
    whose: str | None = None,
    both: bool = False,
    states: int | None = None,
    samples: int | None = None,
    seed: int = 0,
    packs: Sequence[str | Path] = (),
    heard: Callable[[int], object] | None = None,
) -> Solution:
    """Who wins a scene how often: exactly where states are few, else sampled.

    See `affray.solver.solve`.
    """
    from affray.solver import solution
    from affray.solver.chances import STATES

    opened = load_scene(scene, packs)
    return solution.solve(
        opened.ruleset,
        opened.ruleset.start(opened.scene),
        policy=policy,
        whose=whose,
        both=both,
        states=STATES if states is None else states,
        samples=solution.SAMPLES if samples is None else samples,
        seed=seed,
        heard=heard,
    )


def _game(text: str, source: str) -> Ruleset:
    name = ruleset_named(text, source)
    try:
        return ruleset(name)
    except NotFound as e:
        raise BadData([Fault(source, msg("ruleset: {e}", e=e))]) from None


def _text(scene: str | Path) -> tuple[str, str]:
    path = Path(scene)
    if isinstance(scene, str) and not files.is_file(path):
        text = _shipped_text(scene)
        if text is not None:
            return text, f"{scene}.toml"
        if not files.exists(path) and path.suffix != ".toml":
            raise NotFound("scene", scene, listed_scenes())
    return read_text(path, 4 * LARGEST), str(scene)


__all__ = [
    "AffrayError",
    "AutopilotController",
    "BadData",
    "Draft",
    "Fault",
    "NotFound",
    "Opened",
    "Ruleset",
    "Shipped",
    "SweepGrid",
    "advise",
    "compare",
    "demo",
    "draft",
    "import_characters",
    "load_grid",
    "load_packs",
    "load_scene",
    "packs_by_game",
    "packs_named",
    "ruleset",
    "rulesets",
    "scene_text",
    "scenes",
    "shipped",
    "shipped_text",
    "simulate",
    "start",
    "start_text",
    "sweep",
]
