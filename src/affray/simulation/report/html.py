"""The report: one page of HTML that needs nothing else; a part for notebooks."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from affray.languages.templates import speaking
from affray.simulation.report import drawing, phrases
from affray.simulation.result import Proportion, Simulation

if TYPE_CHECKING:
    from jinja2 import Environment

HEAT_ROUNDS = 16
"""Columns of the table of who falls when; the last one takes in all that is later."""


def as_html(simulation: Simulation, command: str = "") -> str:
    """The whole report; `command` is told as the way to it."""
    return _environment().get_template("report.html.j2").render(_context(simulation, command)) + "\n"


def notebook(simulation: Simulation) -> str:
    """The charts alone, to stand in a page of somebody else's."""
    return _environment().get_template("notebook.html.j2").render(_context(simulation, "")) + "\n"


@cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    env = speaking(
        Environment(
            loader=PackageLoader("affray.simulation.report"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
    )
    env.filters.update(percentage=phrases.percentage, interval=phrases.interval)
    return env


def _context(simulation: Simulation, command: str) -> dict[str, Any]:
    last = min(phrases.shown_rounds(simulation), HEAT_ROUNDS)
    before = any(at == 0 for fighter in simulation.fighters for at, _ in fighter.fell)
    return {
        "simulation": simulation,
        "title": phrases.title(simulation),
        "subtitle": phrases.subtitle(simulation),
        "rules": phrases.house_rules(simulation),
        "notes": phrases.how(simulation),
        "long": phrases.range_in_words(simulation.rounds, simulation.word),
        "winners": _winners(simulation),
        "survival": drawing.survival(simulation),
        "rounds": drawing.rounds(simulation),
        "fans": drawing.fans(simulation),
        "fallen": drawing.fallen(simulation),
        "number": {side.name: n for n, side in enumerate(simulation.sides)},
        "columns": list(range(0 if before or not last else 1, last + 1)),
        "later": last < len(simulation.going) - 1,
        "deadly": any(fighter.dead.fights for fighter in simulation.fighters),
        "falls": _falls(simulation, last),
        "injuries": _injuries(simulation),
        "outcomes": sorted(simulation.outcomes, key=lambda each: -each.fights)[:12],
        "more_outcomes": max(0, len(simulation.outcomes) - 12),
        "command": command,
        "width": drawing.WIDTH,
        "height": drawing.HEIGHT,
        "left": drawing.LEFT,
        "right": drawing.WIDTH - drawing.RIGHT,
        "foot": drawing.HEIGHT - drawing.BOTTOM,
    }


def _winners(simulation: Simulation) -> list[tuple[str, Proportion, int]]:
    """Who wins how often, with the number of the side."""
    rows = [(side.name, side.wins, n) for n, side in enumerate(simulation.sides)]
    others = (("nobody", simulation.nobody), ("undecided", simulation.undecided))
    return rows + [(name, share, -1) for name, share in others if share.fights]


def _falls(simulation: Simulation, last: int) -> list[list[float]]:
    """For each fighter the share of the fights in which it fell, by round from 0."""
    table = []
    for fighter in simulation.fighters:
        row = [0.0] * (last + 1)
        for at, n in fighter.fell:
            row[min(at, last)] += n / simulation.fights
        table.append(row)
    return table


def _injuries(simulation: Simulation) -> dict[str, list[tuple[str, float]]]:
    """Of each side, its commonest injuries with how many there are in a fight."""
    tables = {}
    for side in simulation.sides:
        had: dict[str, int] = {}
        for fighter in simulation.fighters:
            for name, n in fighter.injuries if fighter.side == side.name else ():
                had[name] = had.get(name, 0) + n
        first = sorted(had.items(), key=lambda item: (-item[1], item[0]))[:10]
        if first:
            tables[side.name] = [(name, n / simulation.fights) for name, n in first]
    return tables
