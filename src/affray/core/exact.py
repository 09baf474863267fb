"""Exact chances: every path of a rule, by replay, each with its weight in whole numbers.

A unit run through `play.call` is priced once for all states in which the bodies that it read
are the same, and then stands for one request whose faces are its results with their effects.
A unit that calls itself again in the very same state, such as a die that changed nothing and is
rolled again, is solved in closed form: the weight of the loop is divided out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import gcd, lcm
from typing import Any, Concatenate, Generic, NamedTuple, ParamSpec, TypeVar

from affray.core.dice import Chance
from affray.core.effect import Effect, Who
from affray.core.errors import OverBudget, Refusal
from affray.core.fight import Fight
from affray.core.play import Play, Policy
from affray.core.tally import NOTHING, Tally
from affray.core.view import View

B = TypeVar("B")
T = TypeVar("T")
H = TypeVar("H")
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741 (an option)
P = ParamSpec("P")

BUDGET = 200_000
"""Paths that one price may take before it is refused."""


class Odds(NamedTuple, Generic[A]):
    """How often each outcome comes up, in whole numbers out of `cases` equal ones."""

    weights: dict[A, int]
    cases: int

    def chance(self, test: Callable[[A], bool]) -> float:
        """The probability that the outcome passes the test."""
        return sum(w for outcome, w in self.weights.items() if test(outcome)) / self.cases


class Row(NamedTuple):
    """All that a unit can do where the bodies that it read are these."""

    whos: tuple[Who, ...]
    bodies: tuple[Any, ...]
    faces: tuple[tuple[tuple[Any, tuple[tuple[Effect, tuple[str, ...]], ...]], int], ...]
    cases: int

    def fits(self, bodies: tuple[Any, ...]) -> bool:
        """Whether it holds for these bodies too."""
        return all(bodies[w] is b or bodies[w] == b for w, b in zip(self.whos, self.bodies, strict=True))


class _Again(Exception):
    """The unit being priced was called again in the same state: this path is a loop."""


class Exact(Play[B, T, H]):
    """Every path of a rule, on one play; choices from a policy."""

    noting = True

    def __init__(
        self,
        fight: Fight[B, T, H],
        policy: Policy,
        rows: dict[object, list[Row]] | None = None,
        budget: int = BUDGET,
    ) -> None:
        super().__init__(fight)
        self.policy, self.budget, self.paths = policy, budget, 0
        self.rows: dict[object, list[Row]] = {} if rows is None else rows
        self.causes: list[tuple[Effect, tuple[str, ...]]] = []
        self._touched: set[Who] = set()
        self._pricing: list[tuple[object, tuple[Any, ...]]] = []
        self._prefix: tuple[Any, ...] = ()
        self._trail: list[Any] = []
        self._weight = self._cases = 1
        self._open: list[tuple[tuple[Any, ...], int, int]] = []
        self._loops: list[tuple[int, int]] = []

    def explore(
        self, rule: Callable[Concatenate[Any, P], A], *args: P.args, **kw: P.kwargs
    ) -> Iterator[tuple[A, int, int]]:
        """Run every path; between two paths the play stands at the end of one.

        Yields the result, its weight, and the cases the weight is out of.
        """
        start = self.fight
        kept = (
            self.done,
            self.causes,
            self._prefix,
            self._trail,
            self._weight,
            self._cases,
            self._open,
            self._loops,
        )
        self._open, self._loops = [((), 1, 1)], []
        while self._open:
            self._prefix, self._weight, self._cases = self._open.pop()
            self._trail, self.fight, self.done, self.causes = [], start, [], []
            self.paths += 1
            if self.paths > self.budget:
                raise OverBudget(self.budget)
            try:
                result = rule(self, *args, **kw)
            except _Again:
                self._loops.append((self._weight, self._cases))
                continue
            yield result, self._weight, self._cases
        self.fight = start
        (
            self.done,
            self.causes,
            self._prefix,
            self._trail,
            self._weight,
            self._cases,
            self._open,
            self._loops,
        ) = kept

    def happen(self, effect: Effect, rules: tuple[str, ...]) -> None:
        """Apply it and keep its rules."""
        super().happen(effect, rules)
        self.causes.append((effect, rules))

    def _branch(self, faces: Sequence[tuple[Any, int]], cases: int) -> Any:
        trail = self._trail
        if len(trail) < len(self._prefix):
            trail.append(self._prefix[len(trail)])
            return trail[-1]
        value, w = faces[0]
        if len(faces) > 1 or w != cases:
            so_far, weight, cases = tuple(trail), self._weight, self._cases * cases
            for other, v in faces[1:]:
                self._open.append(((*so_far, other), weight * v, cases))
            self._weight, self._cases = weight * w, cases
        trail.append(value)
        return value

    def roll(
        self, who: View[Any], what: str, kind: Callable[[int], Chance[A]], tally: Tally = NOTHING, *rules: str
    ) -> A:
        """Every answer, one path each."""
        chance = kind(tally.total)
        value: A = self._branch(chance.faces, chance.total)
        return value

    def choose(
        self,
        who: View[Any],
        question: str,
        options: Callable[[], Sequence[O]],
        *rules: str,
        about: tuple[Any, ...] = (),
        admits: Callable[[O], Sequence[Refusal]] | None = None,
    ) -> O:
        """Ask the policy."""
        return self.policy(self, who, question, options, about)

    def call(self, unit: Callable[Concatenate[Any, P], A], *args: P.args, **kw: P.kwargs) -> A:
        """A unit is one request, whose faces are its results together with what it did."""
        if self._held:
            return unit(self, *args, **kw)
        if len(self._trail) < len(self._prefix):
            value, did = self._branch((), 1)
        else:
            row = self._row(unit, *args, **kw)
            value, did = self._branch(row.faces, row.cases)
        for effect, rules in did:
            self.happen(effect, rules)
        result: A = value
        return result

    def _row(self, unit: Callable[Concatenate[Any, P], A], *args: P.args, **kw: P.kwargs) -> Row:
        key = (unit, args, tuple(kw.items()))
        bodies = self.fight.bodies
        if (key, bodies) in self._pricing:
            if self._pricing[-1] != (key, bodies) or self.done:
                raise OverBudget(self.budget)
            raise _Again
        known = self.rows.setdefault(key, [])
        row = next((row for row in known if row.fits(bodies)), None)
        if row is None:
            row = self._priced(key, unit, *args, **kw)
            known.append(row)
        self._touched.update(row.whos)
        return row

    def _priced(
        self, key: object, unit: Callable[Concatenate[Any, P], A], *args: P.args, **kw: P.kwargs
    ) -> Row:
        outer, self._touched = self._touched, set()
        bodies = self.fight.bodies
        self._pricing.append((key, bodies))
        loops: list[tuple[int, int]] = []
        ways = []
        try:
            for result, w, n in self.explore(unit, *args, **kw):
                ways.append(((result, tuple(self.causes)), w, n))
                loops = self._loops
        finally:
            self._pricing.pop()
        whos, self._touched = tuple(sorted(self._touched)), outer
        faces, cases = merged(ways, loops)
        return Row(whos, tuple(bodies[w] for w in whos), tuple(faces.items()), cases)

    # --- what was read --------------------------------------------------------------------------

    def ask(self, read: Callable[..., A], whos: tuple[Who, ...]) -> A:
        """A fact; whose it is goes into the row."""
        self._touched.update(whos)
        bodies = self.fight.bodies
        if len(whos) == 1:
            return read(bodies[whos[0]])
        return read(bodies[whos[0]], bodies[whos[1]])

    def refer(self, read: Callable[[Any], Who | None], who: Who) -> Who | None:
        """A fact that names a fighter."""
        self._touched.add(who)
        return read(self.fight.bodies[who])

    def ranked(self, rank: Callable[[Any, Any], Any], who: Who) -> list[Who]:
        """All fighters with a place: everybody was looked at."""
        self._touched.update(self.fight.everyone)
        return super().ranked(rank, who)

    def some(self, test: Callable[[Any, Any], bool], who: Who) -> bool:
        """Whether the test holds for anybody: everybody may have been looked at."""
        self._touched.update(self.fight.everyone)
        return super().some(test, who)

    def alike(self, place: Callable[[Any], Any], who: Who) -> bool:
        """Whether anybody else has the same place: everybody may have been looked at."""
        self._touched.update(self.fight.everyone)
        return super().alike(place, who)


def merged(
    ways: Sequence[tuple[Any, int, int]], loops: Sequence[tuple[int, int]] = ()
) -> tuple[dict[Any, int], int]:
    """Equal outcomes added up over one common number of cases; loops are divided out."""
    cases = lcm(*{n for _, _, n in ways}, *{n for _, n in loops})
    out: dict[Any, int] = {}
    for value, w, n in ways:
        out[value] = out.get(value, 0) + w * (cases // n)
    cases -= sum(w * (cases // n) for w, n in loops)
    common = gcd(cases, *out.values())
    return ({value: w // common for value, w in out.items()}, cases // common) if common > 1 else (out, cases)


def price(
    fight: Fight[B, T, H],
    policy: Policy,
    rule: Callable[[Exact[B, T, H]], object],
    outcome: Callable[[Exact[B, T, H]], A],
    rows: dict[object, list[Row]] | None = None,
    budget: int = BUDGET,
) -> Odds[A]:
    """How often each outcome comes up.

    `outcome` is asked of the play at the end of each path; the weights sum to `cases` exactly.
    Raises OverBudget when there are more paths than `budget`.
    """
    play = Exact(fight, policy, rows, budget)
    weights, cases = merged([(outcome(play), w, n) for _, w, n in play.explore(rule)])
    return Odds(weights, cases)
