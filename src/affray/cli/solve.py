"""A solved fight at the terminal: odds, rounds, first actions; or samples."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import click

from affray import operations
from affray.cli import locale
from affray.cli.screen import Screen
from affray.core.ruleset import names_of
from affray.simulation.estimate import Estimate
from affray.solver import BEST, ONE, Chances, Game, Sample, Solution

LONGEST = 24
"""Digits up to which a fraction is written out."""
SHOWN = 12
"""First actions that are shown."""


def tell(show: Screen, opened: operations.Opened, solution: Solution, as_json: bool) -> None:
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


def _told_chances(chances: Chances) -> list[str]:
    lines = []
    for side, mass in sorted(chances.wins.items(), key=lambda row: -row[1]):
        exact = f"  = {short(chances.exact[side])}" if chances.exact and side in chances.exact else ""
        lines.append(f"{side or 'undecided'} {mass / ONE:.6f}{exact}")
    if chances.wins.get(""):
        lines.append("Undecided are the fights that can never end.")
    if chances.exact is None:
        lines.append(f"Each may be up to {float(chances.tail):.1e} more: fights still open, and rounding.")
    lines.append(f"{chances.rounds:.2f} rounds on average: {_rounds(chances)}")
    return [*lines, f"{chances.states:,} states, {chances.paths:,} paths."]


def _rounds(chances: Chances) -> str:
    likely = [(n, mass / ONE) for n, mass in sorted(chances.ended.items()) if mass / ONE >= 0.0005]
    shown = ", ".join(f"{n}: {share:.1%}" for n, share in likely[:10])
    rest = 1 - sum(share for _, share in likely[:10])
    return f"{shown}, other {rest:.1%}" if rest >= 0.0005 else shown


def _told_game(game: Game, name: str, named: Any) -> list[str]:
    lines = [f"{side} {value:.6f}" for side, value in sorted(game.values.items(), key=lambda row: -row[1])]
    if game.first:
        then = "the policy" if game.policy else "the best choices"
        lines.append(f"{name} first, {then} after it:")
    for first in game.first[:SHOWN]:
        when = "" if first.open > 1 - 1e-9 else f", open {first.open:.0%} of the time"
        lines.append(f"  {first.wins:.4f}  {named(first.action)}  (best {first.best:.0%} of the time{when})")
    more = len(game.first) - SHOWN
    lines += [f"  and {more} more"] if more > 0 else []
    return [
        *lines,
        f"{game.states:,} states, {game.paths:,} paths, {game.sweeps} sweeps to {game.change:.0e}.",
    ]


def _told_sample(sample: Sample, name: str, named: Any) -> list[str]:
    lines = [f"Sampled: {sample.why}."]
    lines += [f"{side or 'undecided'} {_interval(each)}" for side, each in sample.wins.items()]
    if sample.first:
        lines.append(f"{name} first, the policy after it:")
    return lines + [f"  {_interval(each)}  {named(act)}" for act, each in sample.first[:SHOWN]]


def _interval(each: Estimate) -> str:
    return f"{each.value:.4f} ({each.low:.4f} to {each.high:.4f}, {each.n:,} fights)"


def short(fraction: Fraction) -> str:
    """A fraction, or how long it is where nobody would read it.

    >>> short(Fraction(1, 3)), short(Fraction(1, 10**30))
    ('1/3', 'a fraction of 1 over 31 digits')
    """
    above, below = str(fraction.numerator), str(fraction.denominator)
    if len(above) + len(below) <= LONGEST:
        return str(fraction)
    return f"a fraction of {len(above)} over {len(below)} digits"


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
