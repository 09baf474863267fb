"""Exact duels: states, seconds, and the odds against samples of the same."""

from __future__ import annotations

from math import sqrt
from time import process_time

from affray.core.effect import Who
from affray.core.errors import OverBudget
from affray.core.ruleset import ruleset
from affray.core.scene import read_scene
from affray.pricing.exact import BUDGET
from affray.simulation.bulk import Bulk
from affray.simulation.estimate import wins
from affray.solver import ONE, States, chances
from affray.solver.game import first_actions
from benchmarks.report import Report
from tests.solver.duels import DUELS

SAMPLES, SHORT = 1_000_000, 100_000
MOST = 60_000


def main(report: Report) -> None:
    """Each game's small duel: followed, sampled, and its first actions ranked."""
    heads = f"{'duel':<11}{'states':>8}{'s':>7}{'us/state':>10}{'tail':>9}"
    print(f"{heads}{'sampled s':>11}{'|z|':>6}{'first s':>9}")
    for name in report.each(DUELS):
        duel(report, name, DUELS[name])


def duel(report: Report, name: str, text: str) -> None:
    """One line."""
    game = ruleset(name)
    fight = game.start(read_scene(text, game.scene))
    policy = next(iter(game.policies.values()))
    before = process_time()
    found = chances(States(game, fight, policy, BUDGET), MOST)
    exact = report.figure(f"{name}, exactly", process_time() - before, "s")
    samples = SAMPLES if report.long else SHORT
    before = process_time()
    won = wins(Bulk(game, fight), samples, seed=5)
    sampled = report.figure(f"{name}, sampled", process_time() - before, "s")
    side, mass = max(found.wins.items(), key=lambda row: row[1])
    p = mass / ONE
    z = abs(won[side] - samples * p) / sqrt(samples * p * (1 - p))
    before = process_time()
    try:
        first_actions(States(game, fight, policy, BUDGET), Who(0), MOST)
        first = f"{report.figure(f'{name}, first actions', process_time() - before, 's'):9.2f}"
    except OverBudget:
        first = f"  refused after {process_time() - before:.1f}"
    each = 1e6 * exact / found.states
    report.line(
        f"{name:<11}{found.states:>8,}{exact:>7.2f}{each:>10.0f}{float(found.tail):>9.0e}{sampled:>11.1f}"
        f"{z:>6.2f}{first}"
    )
