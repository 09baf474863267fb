"""The habits against random and greedy play, in mirrored fights of all scenes."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from time import process_time

from affray.autopilot.matches import Score, match, sides_of
from affray.autopilot.policies import greedy_damage, random_legal
from affray.core.play import Policy
from affray.core.ruleset import Ruleset, ruleset
from affray.operations import load_scene, shipped
from benchmarks.report import Report

PAIRS, SHORT = 50, 6
"""Pairs of fights for each side of each scene, against each opponent; short, of each game's first scene."""
TRIES = 100
"""How often greed tries an action out, by the kernel."""
EXACT = ("horizon",)
"""Games in which an action is priced exactly sooner than it is tried out."""
SEED = 11


def main(report: Report) -> None:
    """Print a row for each side of each scene, and the sums."""
    scenes = all_scenes()
    first = {name.partition("/")[0]: name for name in reversed(scenes)}
    shown(report, scenes if report.long else sorted(first.values()), PAIRS if report.long else SHORT)


def all_scenes() -> list[str]:
    """Every scene that is shipped, as game/scene."""
    return [f"{each.ruleset.id}/{each.name.rpartition('/')[2]}" for each in shipped()]


def shown(report: Report, scenes: Sequence[str], pairs: int) -> None:
    """Print a row for each side of each of these scenes, and the sums."""
    sums = {"random": Score(0, 0, 0), "greedy": Score(0, 0, 0)}
    for name in report.each(scenes):
        game, scene = ruleset(name.partition("/")[0]), load_scene(name).scene
        for model in sides_of(scene):
            before, cells = process_time(), []
            for kind, policy in opponents(game).items():
                score = match(game, scene, usual(game), policy, pairs, SEED, model)
                sums[kind] = Score(*[a + b for a, b in zip(sums[kind], score, strict=True)])
                cells.append(told(score))
            seconds = process_time() - before
            report.figure(f"{name}, {model}", seconds, "s")
            report.line(f"| {name}, {model} | {' | '.join(cells)} | {seconds:.0f} s |")
    report.line(f"| **all of them** | {' | '.join(told(score) for score in sums.values())} | |")


def opponents(ruleset: Ruleset) -> dict[str, Policy]:
    """Whom the habits play against."""
    tries = 0 if ruleset.id in EXACT else TRIES
    return {"random": random_legal(), "greedy": greedy_damage(ruleset, tries)}


def usual(ruleset: Ruleset) -> Policy:
    """The game's own habits."""
    return ruleset.policies[next(iter(ruleset.policies))]


def told(score: Score) -> str:
    """Fights won of those decided, and the interval of 95 %."""
    decided = score.won + score.lost
    if not decided:
        return "none decided"
    share = score.share
    low, high = round(100 * share.low), round(100 * share.high)
    return f"{score.won} of {decided}: {100 * share.value:.0f} % ({low} to {high})"


if __name__ == "__main__":
    begin, pairs = sys.argv[1:]
    shown(Report("pilot"), [name for name in all_scenes() if name.startswith(begin)], int(pairs))
