"""Cached results: all that a unit of the rules can come to, and in which states that holds.

It is found out once.  A unit is a function of its arguments and of what it is told: it reads the state
through facts alone, and what policies and house rules answer is a function of facts, too.  So it has its
*dependencies*: the facts that were read on any of its paths, with what they gave.  In every state that
gives the same to all of these, the unit is told the same, does the same and has the same chances; that is
why a cached result may be used there.  What is noted beside an answer:

* A body that was read while it was a mixture, and gave several answers: the chances of these depend on
  the whole mixture.  So its number must be the very same one (`exact`).
* A fact of one body, or of two, that had one answer: with it, how the body had changed by then since the
  unit began.  In another state that change is made of the body there, and the fact asked of what comes
  of it.  Of a mixture each body must give the answer.
* Results of units within it: what they depend on stands with them (`used`).

More may be noted than is needed, so that a result is used less often; never less.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import gcd, lcm
from typing import Any, Final, NamedTuple, NoReturn, TypeAlias

from affray.core.effect import Who
from affray.core.errors import Endless
from affray.core.play import AnyPlay, Policy
from affray.core.ruleset import Measure
from affray.core.view import View
from affray.pricing.bodies import Bodies, Read
from affray.pricing.changes import Changes
from affray.pricing.marks import Marks

MOST_BODIES: Final = 100_000
"""Bodies and mixtures that a cache remembers before it begins anew, so that no process grows for ever."""
MOST_RESULTS: Final = 64
"""Results of one unit with the same arguments that are kept before it begins anew.

They are tried one after another: with many, looking for one that holds takes longer than pricing anew.
"""
ATOMS: Final = frozenset((int, str, bool, type(None)))
"""Types of values that are no tuples and no views."""

Slots: TypeAlias = tuple[int, ...]
"""A number for each fighter and, last, for the table: of bodies, or of how these have changed."""
Term: TypeAlias = tuple[int, Slots, int]
"""A weight, how each body has changed since the unit began, and the marks that were set.

Within a term the bodies are independent of each other: what is known of one says nothing of another.  Where
chance has made them depend on each other there are several terms.
"""


class UnitResult(NamedTuple):
    """One result of a unit, and the terms that come with it: a weight, who changed how, and marks."""

    result: Any
    terms: tuple[tuple[int, tuple[tuple[int, int], ...], int], ...]


class Dependencies:
    """What a unit has read so far of the state that it began in, on all of its paths."""

    __slots__ = ("exact", "facts", "pairs", "used")

    def __init__(self) -> None:
        self.exact: set[int] = set()
        """Whose body must be the very same one, or the very same mixture."""
        self.facts: dict[tuple[Read, int, int], Any] = {}
        """What a read gave of a fighter, with the number of how he had changed by then."""
        self.pairs: dict[tuple[Read, int, int, int, int], Any] = {}
        """The same of two fighters."""
        self.used: dict[tuple[int, Slots], CachedResult] = {}
        """Results of units within it, each with how all bodies had changed by then."""

    def learn(self, read: Read, whos: tuple[Who, ...], since: Slots, value: object) -> None:
        """A fact was read, of fighters who had changed so by then."""
        if len(whos) == 1:
            self.facts[read, whos[0], since[whos[0]]] = value
        else:
            self.pairs[read, whos[0], whos[1], since[whos[0]], since[whos[1]]] = value


class CachedResult:
    """All that a unit can come to, in the states in which its dependencies hold.

    Whether these hold is found out for each fighter by himself, and of a mixture for each body by itself,
    so that little has to be asked anew in another state: the answers are remembered here.
    """

    __slots__ = ("_one", "_two", "cases", "exact", "facts", "outcomes", "pairs", "twos", "used", "whos")

    def __init__(
        self, entry: Slots, dependencies: Dependencies, outcomes: list[UnitResult], cases: int
    ) -> None:
        n = len(entry)  # the table is -1 to the rules and stands last, as n - 1, in all that follows
        self.outcomes, self.cases = outcomes, cases
        self.exact = {who % n: entry[who] for who in dependencies.exact}
        self.facts: dict[int, list[tuple[Read, int, Any]]] = {}
        for (read, who, change), value in dependencies.facts.items():
            if who % n not in self.exact:  # of the very same body all facts are the same
                self.facts.setdefault(who % n, []).append((read, change, value))
        self.pairs: dict[tuple[int, int], list[tuple[Read, int, int, Any]]] = {}
        for (read, who, other, change, also), value in dependencies.pairs.items():
            if who % n not in self.exact or other % n not in self.exact:
                self.pairs.setdefault((who % n, other % n), []).append((read, change, also, value))
        self.used = [(since, cached) for (_, since), cached in dependencies.used.items()]
        self.whos: set[int] = {*self.exact, *self.facts}.union(*[cached.whos for _, cached in self.used])
        self.twos: set[tuple[int, int]] = {*self.pairs}.union(*[cached.twos for _, cached in self.used])
        # Of the state it was priced in it holds, without asking.
        self._one = {(who, entry[who]): True for who in self.whos}
        self._two = {(one, two, entry[one], entry[two]): True for one, two in self.twos}

    def fits(self, changes: Changes, entry: Slots, since: Slots) -> bool:
        """Whether it holds after these changes to a state."""
        made = changes.made
        for who in self.whos:
            if not self._holds_of(changes, who, made(since[who], entry[who])):
                return False
        for one, two in self.twos:
            first, second = made(since[one], entry[one]), made(since[two], entry[two])
            if not self._holds_between(changes, one, two, first, second):
                return False
        return True

    def _holds_of(self, changes: Changes, who: int, number: int) -> bool:
        """Whether all that depends on this fighter alone holds of a body."""
        key = (who, number)
        holds = self._one.get(key)
        if holds is None:
            holds = self._one[key] = who not in self.whos or self._asked_of(changes, who, number)
        return holds

    def _asked_of(self, changes: Changes, who: int, number: int) -> bool:
        if who in self.exact:
            return self.exact[who] == number
        if number < 0:
            return all([self._holds_of(changes, who, n) for n, _ in changes.bodies.items(number)[1]])
        made, fact = changes.made, changes.bodies.answer
        for read, change, value in self.facts.get(who, ()):
            if fact(read, made(change, number)) != value:
                return False
        return all([cached._holds_of(changes, who, made(since[who], number)) for since, cached in self.used])

    def _holds_between(self, changes: Changes, one: int, two: int, first: int, second: int) -> bool:
        """The same of two fighters and all that depends on both."""
        key = (one, two, first, second)
        holds = self._two.get(key)
        if holds is None:
            holds = self._two[key] = self._asked_between(changes, *key)
        return holds

    def _asked_between(self, changes: Changes, one: int, two: int, first: int, second: int) -> bool:
        made, answer = changes.made, changes.bodies.answer
        for read, change, also, value in self.pairs.get((one, two), ()):
            if answer(read, made(change, first), made(also, second)) != value:
                return False
        return all(
            [
                cached._holds_between(changes, one, two, made(since[one], first), made(since[two], second))
                for since, cached in self.used
                if (one, two) in cached.twos
            ]
        )


class Unit:
    """A unit with its arguments: its cached results, and where it is being priced.

    `met` is the number of the price that met it last.
    """

    __slots__ = ("met", "open", "results")

    def __init__(self) -> None:
        self.met = 0
        self.results: list[CachedResult] = []
        self.open: dict[Slots, Loop] = {}

    def keep(self, cached: CachedResult) -> None:
        """Keep a new result, unless it depends on a loop around it, for that holds only inside the loop."""
        # Its own loop was divided out (`outcomes`); this is that of a unit around it, which is not over.
        if any([type(outcome.result) is Loop for outcome in cached.outcomes]):
            return
        if len(self.results) >= MOST_RESULTS:
            self.results.clear()
        self.results.append(cached)


class ResultCache:
    """What pricing has found out and can use again, in other states and for other actions.

    Beside the results it holds what was learned of units.  That only says where time is well spent: the
    prices are the same ones whatever it is.
    """

    def __init__(self) -> None:
        self.marks = Marks()
        self.prices = 0
        self.clear()

    def clear(self) -> None:
        """Forget everything but what is watched for."""
        self.bodies = Bodies()
        self.changes = Changes(self.bodies)
        self.straight: dict[Callable[..., Any], int] = {}
        """How sure it is of a unit that it has one way only; below 0 it is not tried in place."""
        self.worth: dict[Callable[..., Any], int] = {}
        """How often cached results of a unit with one way only were of use, less how often they were made."""
        self.meeting: dict[Callable[..., Any], int] = {}
        """How much hope there is that paths meet in a unit as a tail call."""
        self.fine: dict[str, int] = {}
        """How many times more an action is priced with full effects, since some rule looked closer."""
        self._units: dict[object, dict[object, Unit]] = {}

    def under(self, policy: Policy, house: object, size: int) -> dict[object, Unit]:
        """The units under one policy and house rules, for so many bodies of which the same are gone.

        These are no facts that a result depends on, so results of others are kept apart from the outset.
        """
        return self._units.setdefault((policy, house, size), {})

    def watch(self, measures: Iterable[Measure]) -> bool:
        """Watch for what these measures need; results that did not are forgotten.

        Says whether all was forgotten because it was too much.
        """
        # A result that was found while nobody watched for a thing says nothing of it: it sets no bit.
        full = len(self.bodies) > MOST_BODIES
        if self.marks.watch(measures) or full:
            self.clear()
        return full


# --- units that run themselves again --------------------------------------------------------------


class Loop:
    """What a unit gives when it is run again in the state it began in: the end of this path."""

    __slots__ = ()


class FinalTerms(list[Term]):
    """The terms of a path that is at its end, and what it has to return.

    It has come round, or waits for others.  Nothing can be asked or done any more: a rule that goes on
    nevertheless meets a refusal, where it would else be priced wrongly and in silence.
    """

    def __init__(self, kept: list[Term], end: object) -> None:
        self.kept, self.end = kept, end

    def _refuse(self, *_: object) -> NoReturn:
        raise Endless("a unit that runs another as its last act, or comes round, must end there")

    __len__ = __iter__ = __getitem__ = _refuse


# --- arguments and results --------------------------------------------------------------------------


class _Unbound(NamedTuple):
    """A view without its play, which comes and goes."""

    kind: type[View[Any]]
    who: Who


class Detached(NamedTuple):
    """A result that has views in it, without their play."""

    result: Any

    def bound(self, play: AnyPlay) -> Any:
        """The result with views of this play."""
        return _rebuilt(self.result, lambda v: v.kind(play, v.who) if type(v) is _Unbound else v)


def unbound(value: Any) -> Any:
    """An argument or a part of a result: a view by its fighter."""
    return _Unbound(type(value), value.who) if isinstance(value, View) else value


def detached(result: Any) -> Any:
    """A result without the play that its views belong to."""
    return Detached(_rebuilt(result, unbound)) if _viewed(result) else result


def _viewed(value: Any) -> bool:
    """Whether there is a view in a value, at any depth of tuples."""
    if not isinstance(value, tuple):
        return isinstance(value, View)
    return any([_viewed(part) for part in value if type(part) not in ATOMS])


def _rebuilt(whole: Any, part: Callable[[Any], Any]) -> Any:
    """A value, or a tuple of any kind and depth, with each part replaced; itself when nothing changes."""
    if not isinstance(whole, tuple) or type(whole) is _Unbound:
        return part(whole)
    parts = [_rebuilt(value, part) for value in whole]
    if all([new is old for new, old in zip(parts, whole, strict=True)]):
        return whole
    return type(whole)(*parts) if hasattr(whole, "_fields") else tuple(parts)


# --- adding up --------------------------------------------------------------------------------------


def merged_terms(changes: Changes, ways: dict[tuple[Slots, int], int]) -> dict[tuple[Slots, int], int]:
    """Terms that differ in what became of one body alone become one, with a mixture of both.

    (A beside B) or (C beside B) is (A or C) beside B: the bodies are still independent of each other.
    Terms that differ in two bodies stay apart, for (A beside B) or (C beside D) is no such product.
    """
    if len(ways) == 1:
        return ways
    columns = [len(set(column)) for column in zip(*[since for since, _ in ways], strict=True)]
    if max(columns) == len(ways) and sum(columns) == len(ways) + len(columns) - 1:
        return _merged_by(changes, ways, columns.index(len(ways)))
    # The body with most differences first: what remains is then compared in fewer terms.
    for _, i in sorted([(-n, i) for i, n in enumerate(columns) if n > 1]):
        groups: dict[tuple[Slots, Slots, int], list[tuple[int, int]]] = {}
        for (since, bits), num in ways.items():
            groups.setdefault((since[:i], since[i + 1 :], bits), []).append((since[i], num))
        if len(groups) < len(ways):
            ways = {
                ((*head, changes.mixed(parts), *rest), bits): sum([num for _, num in parts])
                for (head, rest, bits), parts in groups.items()
            }
    return ways


def _merged_by(changes: Changes, ways: dict[tuple[Slots, int], int], i: int) -> dict[tuple[Slots, int], int]:
    """The same where terms differ in what became of this one body, and perhaps in their marks."""
    by: dict[int, list[tuple[int, int]]] = {}
    for (since, bits), num in ways.items():
        by.setdefault(bits, []).append((since[i], num))
    (head, rest) = since[:i], since[i + 1 :]
    return {
        ((*head, changes.mixed(parts), *rest), bits): sum([num for _, num in parts])
        for bits, parts in by.items()
    }


Ends: TypeAlias = list[tuple[Any, list[Term], int, int]]
"""How the paths of a unit ended: the result, its terms, their weight and the cases these are out of."""


def outcomes(
    changes: Changes, entry: Slots, dependencies: Dependencies, loop: Loop, ends: Ends
) -> tuple[list[UnitResult], int]:
    """The results of a unit over one common number of cases, its loop divided out.

    Where it comes round with chance p, the whole begins again, with the same chances: what it comes to
    satisfies X = R + p X, where R is the sum of all other paths.  So X is R / (1 - p).  In whole numbers:
    the weights stay, and those that came round are taken from the cases that they are out of.
    """
    cases = whole = lcm(*{n for *_, n in ends})
    by: dict[Any, dict[tuple[Slots, int], int]] = {}
    for result, terms, weight, n in ends:
        scale = weight * (whole // n)
        if result is loop:
            cases -= scale * _came_round(changes, entry, dependencies, terms)
            continue
        ways = by.setdefault(detached(result), {})
        for num, since, bits in terms:
            ways[since, bits] = ways.get((since, bits), 0) + num * scale
    if not cases:
        raise Endless("a unit runs itself again for ever")
    # Weights would else grow with every unit around: factors of dice that made no difference stay in all.
    common = gcd(cases, *[num for ways in by.values() for num in ways.values()])
    return [
        UnitResult(
            result,
            tuple(
                [
                    (num // common, tuple([(who, c) for who, c in enumerate(since) if c]), bits)
                    for (since, bits), num in merged_terms(changes, ways).items()
                ]
            ),
        )
        for result, ways in by.items()
    ], cases // common


def _came_round(changes: Changes, entry: Slots, dependencies: Dependencies, terms: list[Term]) -> int:
    """The weight of a path on which a unit ran itself again where it began.

    That it changed bodies and yet came back to the very same ones holds of these bodies alone: they become
    dependencies.  Marks would be counted once where they were set again and again, so there may be none.
    """
    for _, since, bits in terms:
        changed = [(who, change) for who, change in enumerate(since) if change]
        if bits or any(changes.made(c, entry[who]) != entry[who] for who, c in changed):
            raise Endless("a unit that runs itself again must do so in the state it began in")
        dependencies.exact.update([who for who, _ in changed])
    return sum(num for num, _, _ in terms)
