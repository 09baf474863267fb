"""The functions of `import affray`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

from affray import operations
from affray.autopilot import advice as advising
from affray.autopilot.advice import Advice
from affray.balancing.compare import Comparison
from affray.balancing.compare import compare as _compare
from affray.balancing.draft import Draft
from affray.balancing.grid import SweepGrid
from affray.balancing.search import BalanceResult
from affray.balancing.search import balance as _balance
from affray.balancing.sweep import Swept
from affray.core.catalogue import OptionValue
from affray.core.effect import Who
from affray.core.errors import NotFound
from affray.core.ruleset import Ruleset, names_of, ruleset, rulesets
from affray.importers import ImportedCharacters, ImportOptions
from affray.importers.characters import AS_THEY_COME
from affray.pricing import ActionOdds, price_action
from affray.public.arguments import checked
from affray.public.menu import legal_act, policy_named
from affray.public.scene import Scene, SceneLike, opened
from affray.public.session import Session, begun
from affray.session import opening
from affray.simulation.result import Simulation
from affray.simulation.runs import Progress
from affray.solver import SAMPLES, STATES, Solution

Packs = Sequence[str | Path]


def scenes() -> dict[str, str]:
    """The titles of all scenes that come with the games, by name.

    >>> import affray
    >>> affray.scenes()["duel"]
    'A duel in the cargo bay'
    """
    return {each.name: each.title for each in operations.titled()}


def games() -> dict[str, Ruleset]:
    """The games that are installed, by their ids.

    >>> import affray
    >>> sorted(affray.games())
    ['coriolis', 'd6', 'horizon', 'serenity', 'traveller']
    """
    return dict(rulesets())


@checked
def game(name: str) -> Ruleset:
    """The game of this id; raises NotFound.

    >>> import affray
    >>> affray.game("d6").title
    'D6 Skirmish'
    """
    return ruleset(name)


@checked
def scene(name: str | Path, packs: Packs = ()) -> Scene:
    """A scene that comes with a game, by its name, or a file, by its path.

    It can use names from `packs`, which are folders of tables. Raises BadData with every fault, each with
    its line and what was expected, or NotFound.

    >>> import affray
    >>> affray.scene("duel").title
    'A duel in the cargo bay'
    >>> affray.scene("dule")
    Traceback (most recent call last):
    ...
    affray.core.errors.NotFound: there is no scene 'dule'; did you mean 'duel'?
    """
    return Scene(operations.load_scene(name, packs))


@checked
def start(
    scene: SceneLike = "duel",
    *,
    log: str | Path | None = None,
    seed: int | None = 0,
    options: Mapping[str, OptionValue] | None = None,
    packs: Packs = (),
    run_by: Mapping[str, str] | None = None,
) -> Session:
    """Start a live fight from a scene, up to the first question for a person.

    `log` is a file for its entries, which `resume` continues; `options` are house rules on top of the
    scene's. With a seed, anyone can predict the dice; None draws a secret key, and `affray verify` checks
    the dice against it later. `run_by` says who plays whom, where that differs from the scene: "person",
    "dice" (a person with real dice) or "autopilot", with a level and a temper, by name or for "all".

    >>> import affray
    >>> affray.start("duel", seed=7, run_by={"all": "autopilot"})
    <Session 'A duel in the cargo bay': guild won>
    """
    live = operations.start(opened(scene, packs), log=log, seed=seed, options=options)
    return begun(live, run_by or {})


@checked
def resume(log: str | Path) -> Session:
    """Continue a log, up to the next question for a person.

    An incomplete last line is left out; `notice` says so. Raises LogError with the line that does not
    fit.
    """
    return begun(opening.resume(log), {})


@checked
def replay(log: str | Path) -> Session:
    """Replay the fight in a log, checking every effect; the file is not changed.

    Raises LogError with the line that does not fit.
    """
    return Session(opening.replay(log))


@checked
def odds(
    scene: SceneLike,
    actor: str,
    action: str,
    *,
    policy: str = "",
    options: Mapping[str, OptionValue] | None = None,
    packs: Packs = (),
) -> ActionOdds:
    """Everything an action can lead to in the first round of a scene.

    The odds are exact if possible, otherwise estimated. Name the action as a player would, or by its
    first words; `policy`, by default the game's first, makes the choices along the way. Raises Illegal
    with every rule against it, NotFound, or BadData.

    >>> import affray
    >>> shot = affray.odds("duel", "Zara", "normal shot at Kaan")
    >>> shot
    <ActionOdds hits Kaan 96.2 %, exact>
    >>> shot["damage to Kaan"]
    <Distribution 'damage to Kaan': 9 values>
    >>> round(float(shot["damage to Kaan"].mean), 2), shot["Kaan dies"]
    (1.92, <Distribution 'Kaan dies': 1.1 %>)
    """
    here = opened(scene, packs)
    game, begins = here.ruleset, operations.begins(here, options)
    names = names_of(game, begins)
    at = [n for n, name in enumerate(names) if name.casefold() == actor.casefold()]
    if not at:
        raise NotFound("fighter", actor, names)
    fight = game.in_combat(begins, Who(at[0]))
    act = legal_act(game, names, game.menu(fight, Who(at[0])), action)
    return price_action(game, fight, Who(at[0]), act, policy=policy_named(game, policy))


@checked
def simulate(
    scene: SceneLike,
    n: int = 1000,
    seed: int = 0,
    *,
    policy: str = "sensible",
    options: Mapping[str, OptionValue] | None = None,
    packs: Packs = (),
    progress: Progress | None = None,
) -> Simulation:
    """Play many fights of a scene with a policy, and sum up the results.

    The result is the same for the same scene, n, seed, policy and options, on every machine. `progress`
    is called with the number of finished fights and of all. After an interrupt you get the fights
    finished so far.

    >>> import affray
    >>> duel = affray.simulate("duel", n=200)
    >>> duel
    <Simulation 'A duel in the cargo bay', 200 fights: crew 32.5 %, guild 67.0 %>
    >>> f"{duel.wins['crew'].share:.1%}, {duel.wins['crew'].low:.1%} to {duel.wins['crew'].high:.1%}"
    '32.5%, 26.4% to 39.3%'
    """
    here = opened(scene, packs)
    if policy not in here.ruleset.policies:
        raise NotFound("policy", policy, here.ruleset.policies)
    return operations.simulate(here, n, seed, policy=policy, options=options, progress=progress)


@checked
def solve(
    scene: SceneLike,
    *,
    policy: str = "",
    whose: str | None = None,
    both: bool = False,
    states: int = STATES,
    samples: int = SAMPLES,
    seed: int = 0,
    packs: Packs = (),
    heard: Callable[[int], object] | None = None,
) -> Solution:
    """How often each side wins a scene: exactly, if it has at most `states` states, otherwise from
    `samples`.

    Everybody follows `policy`; or the side of `whose` plays its best against it, or with `both` each side
    against the other. `heard` is called with the number of states found.

    >>> import affray
    >>> affray.solve("duel", states=50, samples=100)
    <Solution sampled: crew 29.0 %, guild 70.0 %, nobody 1.0 %>
    """
    return operations.solve(
        opened(scene, packs), policy=policy, whose=whose, both=both, states=states, samples=samples,
        seed=seed, heard=heard,
    )  # fmt: skip


@checked
def advise(
    scene: SceneLike | Session,
    who: str = "",
    *,
    n: int = advising.TRIES,
    seed: int = 0,
    packs: Packs = (),
) -> Advice:
    """What to do now: each option tried out in n fights, the best first.

    For a session or a log, this is the current question. A scene plays itself, with dice from the seed,
    until someone (or `who`) chooses an action. Raises BadAnswer if there is nothing to decide, or
    NotFound.

    >>> import affray
    >>> affray.advise("duel", "Kaan", n=20).who
    'Kaan'
    """
    if isinstance(scene, Session):
        return advising.advise(scene.live, who, n=n, seed=seed)
    if not isinstance(scene, Scene) and advising.is_log(scene):
        return operations.advise(scene, who, n=n, seed=seed)
    return operations.advise(opened(scene, packs), who, n=n, seed=seed)


@checked
def balance(
    scene: SceneLike,
    target: float,
    side: str | None = None,
    *,
    kinds: Sequence[str] = (),
    keep: Sequence[str] = (),
    within: float = 0.03,
    packs: Packs = (),
    **how: Any,
) -> BalanceResult:
    """What to change in a scene so that a side, by default the first, wins with odds of `target`, ranked.

    `kinds` are kinds of changes, `keep` fighters and sides to leave unchanged, `within` how close is
    close enough. It also takes the arguments of `affray.balancing.search.balance`. Raises OutOfReach with
    the closest result.
    """
    return _balance(_draft(scene, packs), target, side, kinds=kinds, keep=keep, within=within, **how)


@checked
def compare(
    scene: SceneLike,
    weapons: Sequence[str] = (),
    options: Sequence[Mapping[str, OptionValue]] = (),
    *,
    packs: Packs = (),
    **how: Any,
) -> Comparison:
    """Weapons, or house rules, side by side over a grid of opponents, exactly.

    It takes the arguments of `affray.balancing.compare.compare`, and raises the same errors.

    >>> import affray
    >>> table = affray.compare("duel", ["heavy pistol", "carbine"], armours=["light armour"], ranges=[10])
    >>> [round(float(cell.harm), 2) for cell in table.cells]
    [2.62, 2.71]
    """
    return _compare(_draft(scene, packs), weapons, options, **how)


@checked
def sweep(
    grid: str | Path | SweepGrid,
    output: str | Path,
    executor: Executor | None = None,
    *,
    workers: int | None = None,
    scheduler: str | None = None,
    tell: Callable[[int, int], None] = lambda *_: None,
) -> Swept:
    """Play every cell of a grid, and write a row for each to `output`, a .csv or .parquet file.

    It runs on any executor, on the workers of a Dask scheduler at an address, or on a number of processes
    on this machine. After an interrupt or a fault, the same call continues.
    """
    return operations.sweep(grid, output, executor, workers=workers, scheduler=scheduler, tell=tell)


@checked
def import_characters(
    files: Sequence[str | Path],
    wanted: ImportOptions = AS_THEY_COME,
    *,
    packs: Packs = (),
    scene: SceneLike | None = None,
) -> ImportedCharacters:
    """Import characters from other programs as fighters, with a report; `scene` is where they go.

    All of them or none: raises BadData with every fault of every file, or NotFound.
    """
    where = opened(scene, packs) if scene is not None else None
    return operations.import_characters(files, wanted, packs=packs, scene=where)


def _draft(scene: SceneLike, packs: Packs) -> Draft:
    return Scene(opened(scene, packs)).draft


__all__ = [
    "advise", "balance", "compare", "game", "games", "import_characters", "odds", "replay", "resume", "scene",
    "scenes", "simulate", "solve", "start", "sweep",
]  # fmt: skip
