"""Advice: a dozen options of a thousand fights each, warm."""

from __future__ import annotations

from time import process_time

from affray.autopilot.advice import to_first_action
from affray.autopilot.pilot import Pilot
from affray.core.profile import Profile
from affray.operations import start
from benchmarks.report import Report

SCENES = ("duel", "boarding", "alley", "yard", "saloon", "forest_road")
SHORT = ("duel", "alley", "yard", "saloon", "forest_road")
OPTIONS, FIGHTS, ROUNDS = 12, 1_000, 3


def main(report: Report) -> None:
    """Print CPU seconds: cold, after some rounds, and of fights seen before."""
    for scene in report.each(SCENES if report.long else SHORT):
        one_scene(scene, report)


def one_scene(scene: str, report: Report) -> None:
    """All figures of one scene, at its first action."""
    session = start(scene, seed=1)
    to_first_action(session)
    pending, pilot = session.pending, Pilot(session.ruleset)
    assert pending is not None
    options, _ = pilot.options(pending, pilot.habit(pending), OPTIONS)
    seconds = []
    for seed in (*range(ROUNDS), ROUNDS - 1):
        before = process_time()
        pilot.arena(session.moments.now, pending, Profile(), seed).every(options, FIGHTS)
        seconds.append((process_time() - before) * OPTIONS / len(options))
    cold, *_, new, same = seconds
    for name, value in (("cold", cold), ("new", new), ("known", same)):
        report.figure(f"{scene}, advice, {name}", value, "s")
    report.line(
        f"{scene:12} {OPTIONS} x {FIGHTS:,} fights: cold {cold:.2f} s, new {new:.2f} s, known {same:.2f} s"
    )
