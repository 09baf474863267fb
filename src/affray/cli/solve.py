"""A solved fight at the terminal: odds, rounds, first actions; or samples."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import click

from affray import api
from affray.cli import tongue
from affray.cli.screen import Screen
from affray.core.ruleset import names_of
from affray.sim.estimate import Estimate
from affray.solve import BEST, ONE, Chances, Game, Sample, Solution

LONGEST = 24
"""Digits up to which a fraction is written out."""
SHOWN = 12
"""First actions that are shown."""


def tell(show: Screen, opened: api.Opened, found: Solution, as_json: bool) -> None:
    """Print a solution."""
    tongue.about(opened)
    game = opened.ruleset
    fight = game.start(opened.scene)
    names = names_of(game, fight)

    def named(action: object) -> str:
        return game.words.option(names, "action", action)

    if as_json:
        click.echo(json.dumps(as_data(found, names, named), indent=2, ensure_ascii=False))
        return
    show.say(opened.scene.title, "bold")
    for line in _lines(found, names, named):
        show.say(line)


def _lines(found: Solution, names: Any, named: Any) -> list[str]:
    if found.chances is not None:
        return _told_chances(found.chances)
    if found.game is not None:
        return _told_game(found.game, names[found.whose or 0], named)
    assert found.sample is not None
    return _told_sample(found.sample, names[found.whose or 0], named)


def _told_chances(found: Chances) -> list[str]:
    lines = []
    for side, mass in sorted(found.wins.items(), key=lambda row: -row[1]):
        exact = f"  = {short(found.exact[side])}" if found.exact and side in found.exact else ""
        lines.append(f"{side or 'undecided'} {mass / ONE:.6f}{exact}")
    if found.wins.get(""):
        lines.append("Undecided are the fights that can never end.")
    if found.exact is None:
        lines.append(f"Each may be up to {float(found.tail):.1e} more: fights still open, and rounding.")
    lines.append(f"{found.rounds:.2f} rounds on average: {_rounds(found)}")
    return [*lines, f"{found.states:,} states, {found.paths:,} paths."]


def _rounds(found: Chances) -> str:
    likely = [(n, mass / ONE) for n, mass in sorted(found.ended.items()) if mass / ONE >= 0.0005]
    shown = ", ".join(f"{n}: {share:.1%}" for n, share in likely[:10])
    rest = 1 - sum(share for _, share in likely[:10])
    return f"{shown}, other {rest:.1%}" if rest >= 0.0005 else shown


def _told_game(found: Game, name: str, named: Any) -> list[str]:
    lines = [f"{side} {value:.6f}" for side, value in sorted(found.values.items(), key=lambda row: -row[1])]
    if found.first:
        then = "the policy" if found.policy else "the best choices"
        lines.append(f"{name} first, {then} after it:")
    for first in found.first[:SHOWN]:
        when = "" if first.open > 1 - 1e-9 else f", open {first.open:.0%} of the time"
        lines.append(f"  {first.wins:.4f}  {named(first.action)}  (best {first.best:.0%} of the time{when})")
    more = len(found.first) - SHOWN
    lines += [f"  and {more} more"] if more > 0 else []
    return [
        *lines,
        f"{found.states:,} states, {found.paths:,} paths, {found.sweeps} sweeps to {found.change:.0e}.",
    ]


def _told_sample(found: Sample, name: str, named: Any) -> list[str]:
    lines = [f"Sampled: {found.why}."]
    lines += [f"{side or 'undecided'} {_interval(each)}" for side, each in found.wins.items()]
    if found.first:
        lines.append(f"{name} first, the policy after it:")
    return lines + [f"  {_interval(each)}  {named(act)}" for act, each in found.first[:SHOWN]]


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


def as_data(found: Solution, names: Any, named: Any) -> dict[str, Any]:
    """The solution for programs: chances as numbers, and as fractions if any."""
    data: dict[str, Any] = {"policy": found.policy, "exact": found.sample is None}
    if (chances := found.chances) is not None:
        exact = chances.exact or {}
        data["wins"] = {side: mass / ONE for side, mass in chances.wins.items()}
        data["fractions"] = {side: str(value) for side, value in exact.items()} or None
        data["tail"] = 0.0 if exact else float(chances.tail)
        data["rounds"] = {"mean": chances.rounds, "ended": {n: m / ONE for n, m in chances.ended.items()}}
        data["states"], data["paths"] = chances.states, chances.paths
    if (game := found.game) is not None:
        data["wins"] = game.values
        data["after"] = "policy" if game.policy else BEST
        data["for"] = names[found.whose or 0]
        data["first"] = [
            {"action": named(f.action), "wins": f.wins, "open": f.open, "best": f.best} for f in game.first
        ]
        data["states"], data["paths"], data["change"] = game.states, game.paths, game.change
    if (sample := found.sample) is not None:
        data["why"] = sample.why
        data["wins"] = {side: each._asdict() for side, each in sample.wins.items()}
        data["first"] = [{"action": named(act), **each._asdict()} for act, each in sample.first]
    return data
