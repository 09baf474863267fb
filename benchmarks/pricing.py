"""Pricing: typical actions of every game, a menu; and by hand in icepool."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from time import process_time
from typing import Any

from affray.core.effect import Who
from affray.core.fight import Fight
from affray.core.ruleset import ruleset
from affray.pricing import Prices, price_action, price_menu
from benchmarks.report import Report
from tests.pricing.questions import CORIOLIS, QUESTIONS, Question

ME = Who(0)
TIMES, PROCESSES, SHORT = 7, 3, 1
"""How often each is priced in a process, and in how many: in the long form, and in the short one."""
OURS, THEIRS, MENU = "ours", "theirs", "menu"


def main(report: Report) -> None:
    """Print milliseconds of CPU time, the least of some runs.

    *First* is the first price of a process, with nothing remembered by anybody; *next* one in a
    state where the fight has gone on since; *anew* the first again with nothing but the dice
    remembered.  Where there is one by hand, both answer what that answers.  By hand, *first* and
    *next* are the first time and any later one, and the ratios say how much longer ours took.
    """
    print(f"  {'':<38}{'ours':^27}  {'icepool':^16}  {'ratio':^14}")
    print(f"  {'':<38}{'first':>9}{'anew':>9}{'next':>9}  {'first':>8}{'next':>8}  {'first':>7}{'next':>7}")
    times = PROCESSES if report.long else SHORT
    for n, question in enumerate(QUESTIONS):
        name = f"{question.game}: {question.what}"
        report.step(name, n + 1, len(QUESTIONS) + 1)
        hand = apart(f"{THEIRS} {n}", times) if question.by_hand else []
        line(report, name, apart(f"{OURS} {n}", times), hand)
    report.step("a menu", len(QUESTIONS) + 1, len(QUESTIONS) + 1)
    line(report, "coriolis: a menu", apart(MENU, times), [])


def line(report: Report, what: str, ours: list[float], hand: list[float]) -> None:
    """One line of the table."""
    first, anew, later = ours
    for name, value in (("first", first), ("anew", anew), ("next", later)):
        report.figure(f"{what}, {name}", value, "ms")
    text = f"  {what:<38}{first:9.2f}{anew:9.2f}{later:9.2f}"
    if hand:
        text += f"  {hand[0]:8.2f}{hand[1]:8.2f}  {first / hand[0]:7.2f}{later / hand[1]:7.2f}"
    report.line(text)


def priced(question: Question) -> list[float]:
    """First, anew and next."""
    game = ruleset(question.game)

    def asked(fight: Fight[Any, Any, Any], prices: Prices) -> None:
        odds = price_action(game, fight, ME, question.act, prices=prices)
        for each in odds.measures if not question.names else [odds[name] for name in question.names]:
            assert each.weights

    first = milliseconds(lambda: asked(question.fight, Prices()), 1)
    anew = milliseconds(lambda: asked(question.fight, Prices()))
    known = [Prices() for _ in range(TIMES)]
    for each in known:
        asked(question.fight, each)
    later = milliseconds(lambda: asked(question.later, known.pop()))
    return [first, anew, later]


def menu() -> list[float]:
    """The same of a whole menu with what it shows, next when somebody is worse off."""

    def shown(fight: Fight[Any, Any, Any], prices: Prices) -> None:
        for odds in price_menu(game, fight, ME, prices=prices).values():
            assert odds.headline is None or odds.headline.chance >= 0

    game, bodies = ruleset("coriolis"), CORIOLIS.bodies
    later = CORIOLIS._replace(bodies=(bodies[0], bodies[1]._replace(hp=bodies[1].hp - 1), *bodies[2:]))
    first = milliseconds(lambda: shown(CORIOLIS, Prices()), 1)
    anew = milliseconds(lambda: shown(CORIOLIS, Prices()), 3)
    known = [Prices() for _ in range(3)]
    for prices in known:
        shown(CORIOLIS, prices)
    return [first, anew, milliseconds(lambda: shown(later, known.pop()), 3)]


def done_by_hand(question: Question) -> list[float]:
    """The first time and any later one."""
    assert question.by_hand is not None
    return [milliseconds(question.by_hand, 1), milliseconds(question.by_hand)]


def apart(what: str, times: int) -> list[float]:
    """The least of what some fresh processes measure."""
    command = [sys.executable, "-m", "benchmarks.pricing", what]
    runs = [subprocess.run(command, capture_output=True, check=True, text=True) for _ in range(times)]
    return [min(map(float, figures)) for figures in zip(*[run.stdout.split() for run in runs], strict=True)]


def alone(what: str) -> list[float]:
    """What this process measures, which has priced nothing yet."""
    whose, _, which = what.partition(" ")
    if whose == MENU:
        return menu()
    return priced(QUESTIONS[int(which)]) if whose == OURS else done_by_hand(QUESTIONS[int(which)])


def milliseconds(run: Callable[[], object], times: int = TIMES) -> float:
    """The least of several runs, in milliseconds of CPU time."""
    least = float("inf")
    for _ in range(times):
        before = process_time()
        run()
        least = min(least, process_time() - before)
    return least * 1000


if __name__ == "__main__":
    print(*alone(sys.argv[1]))
