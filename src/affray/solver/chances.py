"""The chances of a fight: every state it can be in, until it is over.

Weights are whole numbers out of 2 to the 256th, rounded down; what rounding loses and what is
still open when it stops is the tail, so each chance lies between its value and value plus tail.
Where the states are few the same chances are fractions too, loops closed by solving for them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from affray.core.deadlock import QUIET
from affray.core.errors import OverBudget
from affray.core.message import figure, msg
from affray.solver.loops import absorbed
from affray.solver.states import States

ONE = 1 << 256
"""Certainty, as whole numbers have it here."""
EPSILON = Fraction(1, 10**12)
"""What may still be open when a fight counts as followed to its end."""
MOST_STEPS = 5_000
STATES = 50_000
"""States that are followed before a fight is refused."""
PATHS = 20
"""Paths for each state that may be followed, before a fight is refused."""
FEW = 1_500
"""States up to which chances are fractions."""


class Chances(NamedTuple):
    """Who wins how often; `nobody` stands for a side too, "" for no end ever.

    `wins` are lower bounds, out of `ONE`; each may be up to the tail more.  `exact` are the same as
    fractions that sum to 1, or None where the states are too many or go round for ever.  `ended` is
    the chance to end in each round, out of `ONE`.
    """

    wins: dict[str, int]
    exact: dict[str, Fraction] | None
    ended: dict[int, int]
    tail: Fraction
    states: int
    paths: int

    @property
    def rounds(self) -> float:
        """The rounds it takes on average, of those fights that are over."""
        over = sum(self.ended.values())
        return sum(n * mass for n, mass in self.ended.items()) / over if over else 0.0


def chances(states: States, most: int = STATES, epsilon: Fraction = EPSILON) -> Chances:
    """Follow all states to their ends; raises OverBudget beyond `most` states."""
    wins: Counter[str] = Counter()
    ended: Counter[int] = Counter()
    begins = {states.start: ONE}
    least = int(epsilon * ONE)
    for number in range(states.ruleset.solving.longest + 1):
        begins = _round(states, begins, wins, ended, number, most, least)
        if number and number % QUIET == 0:
            begins = _without_endless(states, begins, wins)
        if sum(begins.values()) <= least:
            break
    tail = Fraction(ONE - sum(wins.values()), ONE)
    met, paths = len(states), states.paths
    return Chances(dict(wins), _fractions(states), dict(ended), tail, met, paths)


def _round(
    states: States,
    begins: dict[int, int],
    wins: Counter[str],
    ended: Counter[int],
    number: int,
    most: int,
    least: int,
) -> dict[int, int]:
    """One round, from the states that it begins in to those of the next."""
    later: Counter[int] = Counter()
    for _ in range(MOST_STEPS):
        if sum(begins.values()) <= least // 2:
            break
        now: Counter[int] = Counter()
        for state, mass in begins.items():
            ways = states.next(state).ways if states.winner[state] is None else ()
            won = states.winner[state]
            if won is not None:
                wins[won] += mass
                ended[number] += mass
                continue
            cases = states.next(state).cases
            for to, began, weight in ways:
                (later if began else now)[to] += mass * weight // cases
        _within(states, most)
        begins = {state: mass for state, mass in now.items() if mass}
    later.update(begins)
    return {state: mass for state, mass in later.items() if mass}


def _without_endless(states: States, begins: dict[int, int], wins: Counter[str]) -> dict[int, int]:
    """The states that can still come to an end; the others are undecided for ever."""
    endless = states.endless()
    if lost := sum(mass for state, mass in begins.items() if state in endless):
        wins[""] += lost
    return {state: mass for state, mass in begins.items() if state not in endless}


def _within(states: States, most: int) -> None:
    if len(states) > most or states.paths > PATHS * most:
        raise OverBudget(
            most,
            msg("the fight has more than {most} states, too many to follow them all", most=figure(most, ",")),
        )


def _fractions(states: States) -> dict[str, Fraction] | None:
    """The chances as fractions, where the states are few."""
    if len(states) > FEW:
        return None
    for number in _all(states):
        if states.winner[number] is None:
            states.next(number)
    return absorbed(states) if len(states) <= FEW else None


def _all(states: States) -> Iterator[int]:
    """All states, those met on the way included."""
    number = 0
    while number < len(states) <= FEW:
        yield number
        number += 1
