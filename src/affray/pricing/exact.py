"""Exact chances: every path of a rule, by replay, each with its weight in whole numbers.

Why the prices are exact:

*Paths.*  A rule is a pure function of the state and of the answers that it gets.  So a path is known by its
*trail* of answers: those of reads, dice, choices and units.  Wherever an answer may be one of several, a path
forks, once for each.  The ways exclude each other and leave nothing out, and their weights add up to that of
the path before; so those of all ends add up to all cases.

*Whole numbers.*  A weight is out of a number of equal *cases*, both whole: nothing is rounded, and nothing
is scaled to make sums come right.  Common factors are taken out where things are compared or kept, not at
each step as fractions would do; so equal chances are equal numbers and serve as keys.

*Mixtures.*  The state on a path is known as far as the rule has looked and no further.  What it has not
looked at since chance changed it stays a mixture (`bodies`), and dice that made no difference do not
multiply paths.  In every world that a path stands for the rule was told the same, so it does the same.
Within a term the bodies are independent of each other, and stay so: an effect changes one body, after what
it reads of others was made certain; a read divides mixtures into ones that are again independent
(`Bodies.divided`); and terms are added up only where they differ in one body (`merged_terms`).

*Units.*  A unit run through `play.call` is priced once for all states in which it would read the same
(`cache`), and then stands for one request whose answers are its results.  A unit that ends by running itself
in the very state it began in, such as a die that changed nothing and is rolled again, is solved in closed
form: the weight of the loop is divided out (`cache.outcomes`).

*Tail calls.*  A unit that another one ends in (`play.again`) is where paths meet: all that come to it with
the same arguments go on as one, in the sum of their terms (`frame.met`).

Random rules held against the sum of all their paths (`tests/core/test_exact.py`), icepool and samples say
the same.
"""

from __future__ import annotations

from collections.abc import Callable
from math import lcm
from typing import Any, Concatenate, Final, ParamSpec, TypeAlias, TypeVar

from affray.core.body import FighterBody
from affray.core.effect import Effect
from affray.core.errors import Endless, OverBudget
from affray.core.fight import Fight
from affray.core.message import msg
from affray.core.play import Policy
from affray.core.request import ChoiceRequest, Request
from affray.pricing.cache import (
    CachedResult,
    Dependencies,
    Detached,
    Ends,
    FinalTerms,
    Loop,
    ResultCache,
    Slots,
    Term,
    Unit,
    UnitResult,
    detached,
    merged_terms,
    outcomes,
)
from affray.pricing.frame import (
    PARKED,
    Chosen,
    Forks,
    PathEnd,
    TailCall,
    TailResults,
    UnitFrame,
    key_of,
    met,
)
from affray.pricing.uncertain import Uncertain

B = TypeVar("B")
T = TypeVar("T")
H = TypeVar("H")
A = TypeVar("A")
R = TypeVar("R")
P = ParamSpec("P")

BUDGET: Final = 20_000
"""Paths that one price may take before it is refused: about a second."""
WIDE: Final = 60
"""Bodies mixed together that count as one path against the budget, for they take as long."""

# What follows decides where time goes and not what comes out; it was measured (docs/decisions/0004).

SURE: Final = 6
"""The most that a unit is trusted to have one way only: one more for each time it had, two less for a fork.

So one that never forked is tried in place until it has forked four times, and one that is new but once.
"""
WORTHLESS: Final = -16
"""A unit of one way only whose cached results are worth less than this is always tried in place.

Each such result that is made costs one, each that is of use earns two (`ResultCache.worth`).
"""
HOPE: Final = 8
"""So many different calls of a tail call are looked out for without a second path coming to one of them.

To look out for others costs a key and a place in a set for each call, and most tail calls see each of their
arguments once.
"""
SURE_TO_MEET: Final = HOPE + 1
"""The hope in a tail call in which paths have met: it is not counted down any more, and all wait there."""
DEEPEST: Final = 80
"""Units within units before a price is refused: each takes about ten calls, and Python's limit is 1,000."""


class Exact(Uncertain[B, T, H]):
    """Every path of a rule, on one play; choices from a policy.

    To take another turn, the rule is run again with the trail so far, which is cheap: it is only told
    what it was told before, and nothing happens until the trail is at its end.
    """

    def __init__(
        self,
        fight: Fight[B, T, H],
        policy: Policy,
        cache: ResultCache | None = None,
        budget: int = BUDGET,
        coarse: bool = False,
    ) -> None:
        cache = ResultCache() if cache is None else cache
        cache.prices += 1
        self._deep = 0
        """How many units run around this point, in place or in frames of their own."""
        super().__init__(fight, cache, coarse)
        self._units = cache.under(policy, (fight.house, fight.gone, coarse), len(fight.bodies))
        self.policy, self.budget, self.paths, self._before = policy, budget, 0, self.bodies.work

    # --- paths ------------------------------------------------------------------------------------

    def explore(
        self, rule: Callable[Concatenate[Any, P], object], *args: P.args, **kw: P.kwargs
    ) -> list[PathEnd]:
        """Run every path of a rule from the start."""
        ends = self._explore(UnitFrame(self._frame.entry), rule, args, kw)
        return [
            PathEnd(
                self._answered(result),
                [(num, self._slots(since), bits) for num, since, bits in terms],
                weight,
                cases,
            )
            for result, terms, weight, cases in ends
        ]

    def _explore(self, frame: UnitFrame, unit: Any, args: tuple[Any, ...], kw: dict[str, Any]) -> Ends:
        """How all paths of a unit end, in a frame of its own."""
        outer, self._frame = self._frame, frame
        ends: Ends = []
        begins = TailCall(unit, args, kw, (unit,))
        try:
            while frame.waiting or frame.meetings:
                if not frame.waiting:
                    # No path can come to a tail call any more but from another one: the first goes on.
                    frame.waiting.append(met(self.changes, *frame.meetings.pop(next(iter(frame.meetings)))))
                frame.begin()
                self._held, self._waiting = (), []
                self._count()
                call = begins
                if frame.trail and type(frame.trail[0]) is TailCall:
                    call, frame.at = frame.trail[0], 1
                frame.passed = call.passed
                result = call.unit(self, *call.args, **call.kw)
                if type(result) is TailResults:
                    ends += [(each, terms, frame.weight, frame.cases) for each, terms in result.items()]
                elif result is not PARKED:
                    ends.append((result, _left(frame.terms, result), frame.weight, frame.cases))
        finally:
            self._frame = outer
        return ends

    def _count(self) -> None:
        """One more path; raises OverBudget when that is too many, or when their states are too wide."""
        self.paths += 1
        if self.paths + (self.bodies.work - self._before) // WIDE > self.budget:
            raise OverBudget(self.budget)

    # --- what a rule says -------------------------------------------------------------------------

    def answer(self, request: Request) -> Any:
        """Of dice every answer, one path each; of choices what the policy takes."""
        if type(request) is ChoiceRequest:
            return self._chosen(request)
        frame = self._frame
        at = frame.at
        if at < frame.given:
            frame.at = at + 1
            return frame.trail[at]
        chance, trail = request.chance, frame.trail
        if frame.straight and len(chance.faces) > 1:
            raise Forks
        weight, cases = frame.weight, frame.cases * chance.total
        (value, w), *others = chance.faces
        for other, v in others:
            frame.waiting.append(([*trail, other], frame.terms, weight * v, cases))
        trail.append(value)
        frame.weight, frame.cases = weight * w, cases
        return value

    def _chosen(self, request: ChoiceRequest[Any]) -> Any:
        """Ask the policy, once: what it read stands in the trail only while it is asked."""
        frame = self._frame
        at = len(frame.trail)
        if frame.at < frame.given:
            at = frame.at
            if type(frame.trail[at]) is Chosen:
                frame.at = at + 1
                return frame.trail[at].value
        value = request.answered_by(self.policy, self)
        frame.trail[at:] = [Chosen(value)]
        return value

    # --- units ------------------------------------------------------------------------------------

    def call(self, unit: Callable[Concatenate[Any, P], A], *args: P.args, **kw: P.kwargs) -> A:
        """A unit is one request, whose answers are its results; its changes come with them."""
        marked = self.cache.marks.of_unit(unit, args)
        if self._held:
            # What is held back happens behind the block and not in the unit that did it: the unit's
            # result would be kept without it.
            self._mark(marked)
            return unit(self, *args, **kw)
        frame = self._frame
        at = frame.at
        if at < frame.given:
            frame.at = at + 1
            answered: A = self._answered(frame.trail[at])
            return answered
        known = self._unit(unit, args, kw)
        if self._tried_in_place(known, unit):
            known.met = self.cache.prices
            n, terms, weight, cases = len(frame.trail), frame.terms, frame.weight, frame.cases
            try:
                placed: A = self._in_place(marked, unit, args, kw)
                return placed
            except Forks:
                # Taken back but for what was noted as read.  That was true, so it may stay: it can make
                # the result around this unit less often of use, and never wrong.
                del frame.trail[n:]
                frame.terms, frame.weight, frame.cases = terms, weight, cases
                self.cache.straight[unit] = self.cache.straight.get(unit, 0) - 2
        forked: A = self._answered(self._fork(self._results(known, marked, unit, args, kw)))
        return forked

    def _tried_in_place(self, known: Unit, unit: Any) -> bool:
        """Whether to run a unit in place: it seldom forks, and has no cached results that are of use.

        One that is met a second time in the same price is priced by itself, for it may come again.
        """
        cache = self.cache
        if cache.straight.get(unit, 0) < 0 or self._deep >= DEEPEST:
            return False
        return cache.worth.get(unit, 0) < WORTHLESS or (known.met != cache.prices and not known.results)

    def _in_place(self, marked: int, unit: Any, args: tuple[Any, ...], kw: dict[str, Any]) -> Any:
        """The result of a unit that goes on in one way only, as if it stood here.

        It saves the frame, the result and the looking for one that holds, which most units of one way are
        not worth.  Raises Forks when there are more ways; all is then as it was but for what has been read.
        """
        frame, straight = self._frame, self.cache.straight
        n = len(frame.trail)
        frame.straight += 1
        self._deep += 1
        try:
            self._mark(marked)
            result = unit(self, *args, **kw)
        finally:
            frame.straight -= 1
            self._deep -= 1
        # In the trail it is one answer, so that a replay need not run it again.
        frame.trail[n:] = [detached(result)]
        straight[unit] = min(SURE, straight.get(unit, 0) + 1)
        return result

    def again(self, unit: Callable[Concatenate[Any, P], A], *args: P.args, **kw: P.kwargs) -> A:
        """A unit as the tail call of another one, whose results end this path.

        It goes on in place.  Where a second path comes to it with the same arguments, that one waits
        until no other can come, and goes on with all that have.  A unit whose tail calls lead to itself
        gets cached results, for it may come round.
        """
        frame = self._frame
        if self._held or frame.straight:
            return self.call(unit, *args, **kw)
        marked = self.cache.marks.of_unit(unit, args)
        if unit in frame.passed:
            return TailResults(self._results(self._unit(unit, args, kw), marked, unit, args, kw))  # type: ignore[return-value]
        self._mark(marked)
        frame.passed = (*frame.passed, unit)
        if frame.at >= frame.given and self._parked(unit, args, kw):
            return PARKED  # type: ignore[return-value]
        return unit(self, *args, **kw)

    def _parked(self, unit: Any, args: tuple[Any, ...], kw: dict[str, Any]) -> bool:
        """Whether to wait for others that come to this tail call."""
        hopes, frame = self.cache.meeting, self._frame
        hope = hopes.get(unit, HOPE)
        if not hope:
            return False
        key = key_of(unit, args, kw)
        if key in frame.once:
            hopes[unit] = hope = SURE_TO_MEET
        elif hope < SURE_TO_MEET:
            # The first to come goes on: most never meet anybody, and would wait in vain.
            frame.once.add(key)
            hopes[unit] = hope - 1
            return False
        call, paths = frame.meetings.setdefault(key, (TailCall(unit, args, kw, frame.passed), []))
        if call.passed != frame.passed:
            # Those who meet came by different ways; a unit on any of them may be the one that comes round.
            call = call._replace(passed=tuple(dict.fromkeys((*call.passed, *frame.passed))))
            frame.meetings[key] = call, paths
        paths.append(([], frame.terms, frame.weight, frame.cases))
        frame.terms = FinalTerms(frame.terms, PARKED)
        return True

    def let(
        self,
        effect: Callable[[A], Effect],
        rules: tuple[str, ...],
        told: Callable[[A], R],
        unit: Callable[Concatenate[Any, P], A],
        *args: P.args,
        **kw: P.kwargs,
    ) -> R:
        """One path for all results of a unit that are told alike."""
        if self._held:
            return super().let(effect, rules, told, unit, *args, **kw)
        frame = self._frame
        at = frame.at
        value: R
        if at < frame.given:
            frame.at = at + 1
            value = frame.trail[at]
            return value
        marked = self.cache.marks.of_unit(unit, args)
        by: dict[Any, dict[tuple[Slots, int], int]] = {}
        for result, terms in self._results(self._unit(unit, args, kw), marked, unit, args, kw).items():
            ways = by.setdefault(told(result), {})
            for num, since, bits in self._after(effect(result), terms):
                ways[since, bits] = ways.get((since, bits), 0) + num
        alike = {
            each: [(num, *way) for way, num in merged_terms(self.changes, ways).items()]
            for each, ways in by.items()
        }
        value = self._fork(alike)
        return value

    # --- what units come to -----------------------------------------------------------------------

    def _unit(self, unit: Any, args: tuple[Any, ...], kw: dict[str, Any]) -> Unit:
        """What is known of a unit with these arguments."""
        key = key_of(unit, args, kw)
        known = self._units.get(key)
        if known is None:
            known = self._units[key] = Unit()
        return known

    def _results(
        self, known: Unit, marked: int, unit: Any, args: tuple[Any, ...], kw: dict[str, Any]
    ) -> dict[Any, list[Term]]:
        """What a unit comes to from here, with the terms of each result."""
        frame = self._frame
        results = [self._cached(known, term[1], unit, args, kw) for term in frame.terms]
        cases = results[0].cases if len(results) == 1 else lcm(*{cached.cases for cached in results})
        by: dict[Any, list[Term]] = {}
        for (num, since, bits), cached in zip(frame.terms, results, strict=True):
            scale, all_marks = num * (cases // cached.cases), bits | marked
            for result, ways in cached.outcomes:
                terms = by.setdefault(result, [])
                for n, changed, set_ in ways:
                    now = self._changed(since, changed) if changed else since
                    terms.append((scale * n, now, all_marks | set_))
        frame.cases *= cases
        return by

    def _answered(self, result: Any) -> Any:
        """The result of a unit as the rule gets it."""
        kind = type(result)
        if kind is Loop:
            self._frame.terms = FinalTerms(self._frame.terms, result)
        elif kind is Detached:
            return result.bound(self)
        return result

    def _cached(
        self, known: Unit, since: Slots, unit: Any, args: tuple[Any, ...], kw: dict[str, Any]
    ) -> CachedResult:
        """What a unit comes to in this state: a known result that holds here, or a new one."""
        if known.open:
            slots = self._slots(since)
            loop = known.open.get(slots)
            if loop is not None:  # it runs itself in the state it began in: its result is its own loop
                return CachedResult(slots, Dependencies(), [UnitResult(loop, ((1, (), 0),))], 1)
        worth = self.cache.worth
        for cached in known.results:
            if cached.fits(self.changes, self._frame.entry, since):
                worth[unit] = worth.get(unit, 0) + 2
                break
        else:
            cached = self._priced(known, self._slots(since), unit, args, kw)
            known.keep(cached)
        # By its id, which is quick to hash; the result stands beside it, so no other can get that id.
        self._frame.dependencies.used[id(cached), since] = cached
        return cached

    def _priced(
        self, known: Unit, slots: Slots, unit: Any, args: tuple[Any, ...], kw: dict[str, Any]
    ) -> CachedResult:
        """What a unit comes to in this state, found by running all of its paths."""
        if self._deep >= DEEPEST:
            raise Endless(msg("more than {deepest} units within units; sample it instead", deepest=DEEPEST))
        frame = UnitFrame(slots)
        known.open[slots] = frame.loop
        self._deep += 1
        try:
            ends = self._explore(frame, unit, args, kw)
            if len(ends) == 1:
                straight, worth = self.cache.straight, self.cache.worth
                straight[unit] = min(SURE, straight.get(unit, 0) + 1)
                worth[unit] = worth.get(unit, 0) - 1
        finally:
            self._deep -= 1
            del known.open[slots]
        results = outcomes(self.changes, slots, frame.dependencies, frame.loop, ends)
        return CachedResult(slots, frame.dependencies, *results)


AnyExact: TypeAlias = Exact[FighterBody, Any, Any]
"""Exact chances of any game."""


def _left(terms: list[Term], result: object) -> list[Term]:
    """The terms at the end of a path with this result."""
    if type(terms) is not FinalTerms:
        return terms
    if result is not terms.end:
        raise Endless("what a unit runs as its last act must be what it returns")
    return terms.kept
