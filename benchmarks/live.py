"""A live fight: answering a request late in a long round, and taking back."""

from __future__ import annotations

from statistics import median
from time import process_time
from typing import Any

from affray.core.live import Entry, Live, Pending, resume
from affray.core.ruleset import Ruleset
from affray.core.stream import Stream
from affray.operations import Opened, load_scene
from affray.session import Controller, Session, opening
from benchmarks.report import Report

ANSWERS, TIMES = 80, 9
"""Answers before those that are measured; how often the same is done."""


def main(report: Report) -> None:
    """Print milliseconds of CPU time per answer, from answer 80 on.

    The fight is of boarders against crew.
    """
    report.step("answers, then the same again from the start", 1, 1)
    scene = load_scene("boarding")
    session = opening.begin(scene.ruleset, scene.text)
    controller = Controller(session)
    controller.lend("autopilot")
    took = []
    while session.pending is not None:
        before = process_time()
        controller.run(1)
        took.append((process_time() - before) * 1000)
    late = took[ANSWERS:]
    print(f"  {len(took)} answers of {len(session.names)} fighters; from the {ANSWERS}th on, in memory:")
    report.figure("an answer, autopilot's thought included, median", median(late), "ms")
    print(f"  an answer, autopilot's thought included: median {median(late):.2f} ms, most {max(late):.2f} ms")
    back = report.figure("taking back", median(taken_back(session, len(took) - ANSWERS)), "ms")
    print(f"  taking back {len(took) - ANSWERS} answers: {back:.2f} ms")
    from_the_start(scene, report)


def taken_back(session: Session, answers: int) -> list[float]:
    """Milliseconds of CPU time to take back so many, several times."""
    took = []
    for _ in range(TIMES):
        before = process_time()
        session.say.undo_entries(answers)
        took.append((process_time() - before) * 1000)
        session.say.redo_entries(answers)
    return took


def from_the_start(scene: Opened, report: Report) -> None:
    """Answers replayed without any checkpoint."""
    ruleset, stream = scene.ruleset, Stream(1)
    start, entries = ruleset.start(scene.scene), list[Entry]()

    def rounds(play: Live[Any, Any, Any]) -> None:
        while ruleset.step(play):
            pass

    while len(entries) < ANSWERS:
        play, pending = resume(start, rounds, entries)
        if pending is None:
            break
        entries.append(answered(ruleset, play, pending, stream))
    replays = []
    for _ in range(TIMES):
        before = process_time()
        resume(start, rounds, entries)
        replays.append((process_time() - before) * 1000)
    took = report.figure("replayed from the start", median(replays), "ms")
    print(f"  {len(entries)} answers replayed from the start, up to the next request: {took:.2f} ms")


def answered(ruleset: Ruleset, play: Live[Any, Any, Any], pending: Pending, stream: Stream) -> Entry:
    """The autopilot's answer, or a draw."""
    if pending.chance is not None:
        return pending.answer(pending.chance.sample(stream))
    assert pending.view is not None
    policy = ruleset.policies["sensible"]
    return pending.answer(
        policy(play, pending.view, pending.asked.question, lambda: pending.options, pending.about)
    )
