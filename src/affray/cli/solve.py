"""A solved fight at the terminal: odds, rounds, first actions; or samples."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from affray import operations
from affray.cli import click_help, locale, values
from affray.cli.console import Printer, printer
from affray.cli.options import one_actor
from affray.cli.packs import packed
from affray.cli.progress import progress
from affray.core.message import figure, joined, msg
from affray.core.ruleset import names_of
from affray.simulation.estimate import Estimate
from affray.solver import BEST, ONE, SAMPLES, STATES, Chances, Game, Sample, Solution

LONGEST = 24
"""Digits up to which a fraction is written out."""
SHOWN = 12
"""First actions that are shown."""


def tell(show: Printer, opened: operations.Opened, solution: Solution, as_json: bool) -> None:
    """Print a solution."""
    locale.about(opened)
    game = opened.ruleset
    fight = game.start(opened.scene)
    names = names_of(game, fight)

    def named(action: object) -> str:
        return game.words.option(names, "action", action)

    if as_json:
        click.echo(json.dumps(as_data(solution, names, named), indent=2, ensure_ascii=False))
        return
    show.say(opened.scene.title, "bold")
    for line in _lines(solution, names, named):
        show.say(line)


def _lines(solution: Solution, names: Any, named: Any) -> list[str]:
    if solution.chances is not None:
        return _told_chances(solution.chances)
    if solution.game is not None:
        return _told_game(solution.game, names[solution.whose or 0], named)
    assert solution.sample is not None
    return _told_sample(solution.sample, names[solution.whose or 0], named)


def _wins(side: str, chance: float) -> str:
    """How often a side wins, or nobody."""
    return joined(" ", [side or "undecided", figure(chance, ".6f")])


def _told_chances(chances: Chances) -> list[str]:
    lines: list[str] = []
    for side, mass in sorted(chances.wins.items(), key=lambda row: -row[1]):
        wins = _wins(side, mass / ONE)
        exact = (chances.exact or {}).get(side)
        lines.append(wins if exact is None else joined("  = ", [wins, short(exact)]))
    if chances.wins.get(""):
        lines.append("Undecided fights are those that can never end.")
    if chances.exact is None:
        lines.append(
            msg(
                "Each may be up to {tail} higher: fights still undecided, and rounding.",
                tail=figure(float(chances.tail), ".1e"),
            )
        )
    lines.append(
        msg(
            "{n} rounds on average: {shares}",
            n=figure(chances.rounds, ".2f"),
            shares=_rounds(chances),
        )
    )
    return [
        *lines,
        msg(
            "{states} states, {paths} paths.",
            states=figure(chances.states, ","),
            paths=figure(chances.paths, ","),
        ),
    ]


def _rounds(chances: Chances) -> str:
    likely = [(n, mass / ONE) for n, mass in sorted(chances.ended.items()) if mass / ONE >= 0.0005]
    shown = [msg("{n}: {share}", n=n, share=figure(share, ".1%")) for n, share in likely[:10]]
    rest = 1 - sum(share for _, share in likely[:10])
    others = [msg("other {share}", share=figure(rest, ".1%"))] if rest >= 0.0005 else []
    return joined(", ", [*shown, *others])


def _told_game(game: Game, name: str, named: Any) -> list[str]:
    lines = [_wins(side, value) for side, value in sorted(game.values.items(), key=lambda row: -row[1])]
    if game.first and game.policy:
        lines.append(msg("{who} first, the policy after it:", who=name))
    elif game.first:
        lines.append(msg("{who} first, the best choices after it:", who=name))
    for first in game.first[:SHOWN]:
        when = (
            ""
            if first.open > 1 - 1e-9
            else msg(", available {open} of the time", open=figure(first.open, ".0%"))
        )
        lines.append(
            msg(
                "  {wins}  {action}  (best {best} of the time{when})",
                wins=figure(first.wins, ".4f"),
                action=named(first.action),
                best=figure(first.best, ".0%"),
                when=when,
            )
        )
    more = len(game.first) - SHOWN
    lines += [msg("  and {n} more", n=more)] if more > 0 else []
    return [
        *lines,
        msg(
            "{states} states, {paths} paths, {sweeps} sweeps to {change}.",
            states=figure(game.states, ","),
            paths=figure(game.paths, ","),
            sweeps=game.sweeps,
            change=figure(game.change, ".0e"),
        ),
    ]


def _told_sample(sample: Sample, name: str, named: Any) -> list[str]:
    lines: list[str] = [msg("Sampled: {why}.", why=sample.why)]
    lines += [joined(" ", [side or "undecided", _interval(each)]) for side, each in sample.wins.items()]
    if sample.first:
        lines.append(msg("{who} first, the policy after it:", who=name))
    return lines + [
        msg("  {wins}  {action}", wins=_interval(each), action=named(act))
        for act, each in sample.first[:SHOWN]
    ]


def _interval(each: Estimate) -> str:
    return msg(
        "{value} ({low} to {high}, {n} fights)",
        value=figure(each.value, ".4f"),
        low=figure(each.low, ".4f"),
        high=figure(each.high, ".4f"),
        n=figure(each.n, ","),
    )


def short(fraction: Fraction) -> str:
    """A fraction, or how long it is where nobody would read it.

    >>> short(Fraction(1, 3)), short(Fraction(1, 10**30))
    ('1/3', 'a fraction of 1 over 31 digits')
    """
    above, below = str(fraction.numerator), str(fraction.denominator)
    if len(above) + len(below) <= LONGEST:
        return str(fraction)
    return msg("a fraction of {above} over {below} digits", above=len(above), below=len(below))


def as_data(solution: Solution, names: Any, named: Any) -> dict[str, Any]:
    """A solution for programs: chances as numbers, and as fractions where it is exact."""
    data: dict[str, Any] = {"policy": solution.policy, "exact": solution.sample is None}
    if (chances := solution.chances) is not None:
        exact = chances.exact or {}
        data["wins"] = {side: mass / ONE for side, mass in chances.wins.items()}
        data["fractions"] = {side: str(value) for side, value in exact.items()} or None
        data["tail"] = 0.0 if exact else float(chances.tail)
        data["rounds"] = {"mean": chances.rounds, "ended": {n: m / ONE for n, m in chances.ended.items()}}
        data["states"], data["paths"] = chances.states, chances.paths
    if (game := solution.game) is not None:
        data["wins"] = game.values
        data["after"] = "policy" if game.policy else BEST
        data["for"] = names[solution.whose or 0]
        data["first"] = [
            {"action": named(f.action), "wins": f.wins, "open": f.open, "best": f.best} for f in game.first
        ]
        data["states"], data["paths"], data["change"] = game.states, game.paths, game.change
    if (sample := solution.sample) is not None:
        data["why"] = sample.why
        data["wins"] = {side: each._asdict() for side, each in sample.wins.items()}
        data["first"] = [{"action": named(act), **each._asdict()} for act, each in sample.first]
    return data


@click.command(cls=click_help.LocalizedCommand)
@click.argument("scene", shell_complete=values.scene)
@click.argument("actor", required=False, shell_complete=values.fighter)
@click.option(
    "--policy",
    default="",
    help="Who makes the choices: one of the game's policies, such as sensible, or best.",
    shell_complete=values.policy,
)
@click.option(
    "--actor",
    "actor_option",
    cls=click_help.RenamedOption,
    former=["--for"],
    help="Whose best choices to find. Default: the first fighter's.",
    shell_complete=values.fighter,
)
@click.option("--both", is_flag=True, help="Find the best choices for everybody.")
@click.option(
    "--states", type=click.IntRange(1), default=STATES, show_default=True, help="Maximum number of states."
)
@click.option(
    "--samples",
    type=click.IntRange(1),
    default=SAMPLES,
    show_default=True,
    help="Fights to sample in that case.",
)
@click.option("--seed", type=int, default=0, help="Random seed for the samples.")
@packed
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for other programs.")
def solve(
    scene: str,
    actor: str | None,
    actor_option: str | None,
    policy: str,
    both: bool,
    states: int,
    samples: int,
    seed: int,
    packs: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Solve a small SCENE exactly: who wins, and the best choices.

    If there are too many states, or after Ctrl+C, the fight is sampled instead."""
    whose = one_actor(actor, actor_option)
    best = BEST if (whose is not None or both) and not policy else policy
    with progress("Following states") as told:
        solution = operations.solve(
            scene,
            policy=best,
            whose=whose,
            both=both,
            states=states,
            samples=samples,
            seed=seed,
            packs=packs,
            heard=told and (lambda met: told(min(met, states), states)),
        )
    tell(printer(), operations.load_scene(scene, packs), solution, as_json)
