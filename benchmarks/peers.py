"""Peers: the same odds by hand in dyce and icepool; fights of another simulator.

They are measured where they are installed, and named where they are not.  dyce comes from PyPI.
The simulator is one of duels in D&D 5e, David Norrish's `dnd-combat-sim`, by PYTHONPATH from its
repository; commit 173bb3c runs, later ones do not.
"""

from __future__ import annotations

import importlib
import logging
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import partial
from io import StringIO
from time import process_time
from typing import Any

from affray import operations
from affray.core.effect import Who
from affray.core.ruleset import Ruleset, ruleset
from affray.pricing import Prices, price_action
from affray.simulation.bulk import Bulk
from benchmarks.pricing import milliseconds
from benchmarks.report import Report
from tests.pricing.questions import QUESTIONS, Question

FIGHTS = 200
DUELS = (
    "coriolis/duel",
    "d6/bridge",
    "horizon/duel",
    "serenity/showdown",
    "traveller/landing_field",
)


def main(report: Report) -> None:
    """Print CPU times of ours and theirs, and their ratios."""
    report.step("odds", 1, 2)
    odds(report)
    report.step("fights", 2, 2)
    fights(report)


def odds(report: Report) -> None:
    """Milliseconds for the odds of one action, the least of several runs."""
    dyce = found("dyce", "pip install dyce")
    print(f"  {'odds, ms':<34}{'ours anew':>10}{'icepool':>10}{'dyce':>10}")
    by_dyce = {"aimed shot": traveller_shot, "attack": d6_attack}
    asked = [q for q in QUESTIONS if (q.game, q.what) in {("traveller", "aimed shot"), ("d6", "attack")}]
    for question in asked:
        game, hand, name = ruleset(question.game), question.by_hand, f"{question.game}: {question.what}"
        assert hand is not None
        anew = report.figure(f"{name}, anew", milliseconds(partial(priced_anew, game, question)), "ms")
        line = f"  {name:<34}{anew:10.2f}{milliseconds(hand):10.2f}"
        if dyce is None:
            print(f"{line}{'-':>10}")
            continue
        work = by_dyce[question.what]
        same(hand(), work(dyce), question.what)
        print(f"{line}{milliseconds(partial(work, dyce)):10.2f}")


def priced_anew(game: Ruleset, question: Question) -> None:
    """A price with nothing but the dice remembered."""
    price_action(game, question.fight, Who(0), question.act, prices=Prices())


def traveller_shot(dyce: Any) -> Any:
    """`by_hand.checked_shot(4, 3, 0, 0, (7, 7, 7))` in dyce."""
    d6 = dyce.H(6)

    def shot(rolled: Any) -> Any:
        effect = rolled.outcome + 4 - 8
        if effect < 0:
            return (False, False, 0, False)
        return dyce.expand(lambda hurt: suffered(max(0, hurt.outcome + effect)), 3 @ d6)

    def suffered(points: int) -> tuple[bool, bool, int, bool]:
        rest = max(0, points - 7)
        zeros = (points >= 7) + (rest >= 7) + (rest >= 14)
        return True, zeros >= 2, min(points, 21), zeros == 3

    return dyce.expand(shot, 2 @ d6)


def d6_attack(dyce: Any) -> Any:
    """`by_hand.against_defence(5, 0, 9, 18, 4, 30, 30)` in dyce."""

    def struck(rolled: Any) -> tuple[bool, bool, int, bool]:
        if rolled.outcome < 9:
            return False, False, 0, False
        points = max(0, 18 + rolled.outcome - 9 - 4)
        return True, points >= 30, points, 2 * (30 - points) < 30

    return dyce.expand(struck, 5 @ dyce.H(6))


def same(icepool: Any, dyce: Any, what: str) -> None:
    """Both have to come to the same before either is timed."""
    ours = {value: float(icepool.probability(value)) for value in dyce}
    theirs = {value: n / dyce.total for value, n in dyce.items()}
    assert all(abs(ours[value] - theirs[value]) < 1e-9 for value in theirs), what


def fights(report: Report) -> None:
    """Print duels a second of CPU time: plain, new and known; and theirs."""
    print(f"  {'duels a second':<34}{'plain':>10}{'new':>10}{'known':>10}")
    for name in DUELS:
        session = operations.start(name)
        game, start = session.ruleset, session.fight
        plain = rate(partial(fought, Bulk(game, start, use_kernel=False), 0))
        bulk = Bulk(game, start)
        list(bulk.fights(2_000, 1, 0))
        again = partial(fought, bulk, 2_000)
        new, known = rate(again), rate(again)
        for kind, value in (("plain", plain), ("new", new), ("known", known)):
            report.figure(f"{name}, duels, {kind}", value, "/s", "more")
        report.line(f"  {name:<34}{plain:10,.0f}{new:10,.0f}{known:10,.0f}")
    sim = found("dnd_combat_sim.encounter", "a clone of norrishd/dnd-combat-sim, and pandas, on PYTHONPATH")
    if sim is not None:
        logging.disable()
        creature = importlib.import_module("dnd_combat_sim.creature").Creature
        print(f"  {'D&D 5e, ogre against orc':<34}{rate(partial(theirs, sim, creature)):10,.0f}")


def fought(bulk: Bulk, first: int) -> None:
    """Some duels to their end."""
    list(bulk.fights(FIGHTS, 1, first))


def theirs(sim: Any, creature: Any) -> None:
    """As many duels in D&D 5e: one kind of attack, and no choices."""
    one, other = creature.init("ogre", start_x=0), creature.init("orc", start_x=100)
    with redirect_stdout(StringIO()):
        sim.MultiEncounter1v1(one, other, num_runs=FIGHTS).run()


def rate(run: Callable[[], object]) -> float:
    """Fights a second of CPU time."""
    before = process_time()
    run()
    return FIGHTS / (process_time() - before)


def found(name: str, otherwise: str) -> Any:
    """A module of a peer; None, and how to have it, where it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        print(f"  {name} is not installed: {otherwise}")
        return None
