"""The report: one page of HTML that needs nothing else; a part for notebooks."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from affray.sim.report import drawing, phrases
from affray.sim.result import Proportion, Simulation

HEAT_ROUNDS = 16
"""Columns of the table of who falls when; the last one takes in all that is later."""


def as_html(found: Simulation, command: str = "") -> str:
    """The whole report; `command` is told as the way to it."""
    return _environment().get_template("report.html.j2").render(_context(found, command)) + "\n"


def notebook(found: Simulation) -> str:
    """The charts alone, to stand in a page of somebody else's."""
    return _environment().get_template("notebook.html.j2").render(_context(found, "")) + "\n"


@cache
def _environment() -> Environment:
    env = Environment(
        loader=PackageLoader("affray.sim.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.filters.update(percentage=phrases.percentage, interval=phrases.interval)
    return env


def _context(found: Simulation, command: str) -> dict[str, Any]:
    last = min(phrases.shown_rounds(found), HEAT_ROUNDS)
    before = any(at == 0 for fighter in found.fighters for at, _ in fighter.fell)
    return {
        "found": found,
        "title": phrases.title(found),
        "subtitle": phrases.subtitle(found),
        "rules": phrases.house_rules(found),
        "notes": phrases.how(found),
        "long": phrases.range_in_words(found.rounds, found.word),
        "winners": _winners(found),
        "survival": drawing.survival(found),
        "rounds": drawing.rounds(found),
        "fans": drawing.fans(found),
        "fallen": drawing.fallen(found),
        "number": {side.name: n for n, side in enumerate(found.sides)},
        "columns": list(range(0 if before or not last else 1, last + 1)),
        "later": last < len(found.going) - 1,
        "deadly": any(fighter.dead.fights for fighter in found.fighters),
        "falls": _falls(found, last),
        "injuries": _injuries(found),
        "outcomes": sorted(found.outcomes, key=lambda each: -each.fights)[:12],
        "more_outcomes": max(0, len(found.outcomes) - 12),
        "command": command,
        "width": drawing.WIDTH,
        "height": drawing.HEIGHT,
        "left": drawing.LEFT,
        "right": drawing.WIDTH - drawing.RIGHT,
        "foot": drawing.HEIGHT - drawing.BOTTOM,
    }


def _winners(found: Simulation) -> list[tuple[str, Proportion, int]]:
    """Who wins how often, with the number of the side."""
    rows = [(side.name, side.wins, n) for n, side in enumerate(found.sides)]
    others = (("nobody", found.nobody), ("undecided", found.undecided))
    return rows + [(name, share, -1) for name, share in others if share.fights]


def _falls(found: Simulation, last: int) -> list[list[float]]:
    """For each fighter the share of the fights in which it fell, by round from 0."""
    table = []
    for fighter in found.fighters:
        row = [0.0] * (last + 1)
        for at, n in fighter.fell:
            row[min(at, last)] += n / found.fights
        table.append(row)
    return table


def _injuries(found: Simulation) -> dict[str, list[tuple[str, float]]]:
    """Of each side, its commonest injuries with how many there are in a fight."""
    tables = {}
    for side in found.sides:
        had: dict[str, int] = {}
        for fighter in found.fighters:
            for name, n in fighter.injuries if fighter.side == side.name else ():
                had[name] = had.get(name, 0) + n
        first = sorted(had.items(), key=lambda item: (-item[1], item[0]))[:10]
        if first:
            tables[side.name] = [(name, n / found.fights) for name, n in first]
    return tables
