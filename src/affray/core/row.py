"""Rows: all that a unit of the rules can do, and in which states that holds.

It is found out once.  A row holds wherever some bodies are exactly the same and some facts of the
others are.  What it says is how bodies change, not what they become, so it holds of other bodies
too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import gcd, lcm
from typing import Any, NamedTuple, NoReturn

from affray.core.change import NONE, Changes
from affray.core.effect import Who
from affray.core.errors import Endless
from affray.core.marks import Marks
from affray.core.play import Play, Policy
from affray.core.ruleset import Measure
from affray.core.spread import Bodies
from affray.core.view import View

KEPT = 100_000
"""Bodies that `Rows` remembers before it begins anew."""
PLAIN = frozenset((int, str, bool, type(None)))
"""Types of values that are no tuples and no views."""
MOST = 64
"""Rows of one unit with the same arguments that are kept before it begins anew."""

Slots = tuple[int, ...]
"""A number for each fighter and, last, for the table: of bodies, or of how these have changed."""
Term = tuple[int, Slots, int]
"""A weight, how each body has changed since the unit began, and the marks that were set.

Within a term the bodies are independent of each other.
"""
Read = Callable[..., Any]


class Outcome(NamedTuple):
    """One result of a unit, and the terms that come with it.

    Each is a weight, who changed how, and marks.
    """

    result: Any
    terms: tuple[tuple[int, tuple[tuple[int, int], ...], int], ...]


class Frame:
    """A unit being priced: the state it began in, and what it read of it."""

    __slots__ = ("entry", "exact", "facts", "loop", "pairs", "used")

    def __init__(self, entry: Slots) -> None:
        self.entry, self.loop = entry, Loop()
        self.exact: set[int] = set()
        self.facts: dict[tuple[Read, int, int], Any] = {}
        self.pairs: dict[tuple[Read, int, int, int, int], Any] = {}
        self.used: dict[tuple[int, Slots], Row] = {}

    def start(self) -> Term:
        """The state it began in."""
        return 1, (NONE,) * len(self.entry), 0

    def learn(self, read: Read, whos: tuple[Who, ...], since: Slots, value: object) -> None:
        """A fact was read, of fighters who had changed so by then."""
        if len(whos) == 1:
            self.facts[read, whos[0], since[whos[0]]] = value
        else:
            self.pairs[read, whos[0], whos[1], since[whos[0]], since[whos[1]]] = value


class Row:
    """All that a unit can do in the states that are alike to it.

    Some bodies are exactly these, and these facts hold of the others.

    What it depends on through other units stands in their rows: `used` holds these, each with how
    the state had changed by then.  Whether it fits is found out for each fighter by himself, and of
    a spread for each body by itself, so that little has to be asked anew in another state.
    """

    __slots__ = ("_one", "_two", "cases", "exact", "facts", "outcomes", "pairs", "twos", "used", "whos")

    def __init__(self, frame: Frame, outcomes: list[Outcome], cases: int) -> None:
        entry, n = frame.entry, len(frame.entry)
        self.outcomes, self.cases = outcomes, cases
        self.exact = {who % n: entry[who] for who in frame.exact}
        self.facts: dict[int, list[tuple[Read, int, Any]]] = {}
        for (read, who, change), value in frame.facts.items():
            if who % n not in self.exact:
                self.facts.setdefault(who % n, []).append((read, change, value))
        self.pairs: dict[tuple[int, int], list[tuple[Read, int, int, Any]]] = {}
        for (read, who, other, change, also), value in frame.pairs.items():
            if who % n not in self.exact or other % n not in self.exact:
                self.pairs.setdefault((who % n, other % n), []).append((read, change, also, value))
        self.used = [(since, row) for (_, since), row in frame.used.items()]
        self.whos: set[int] = {*self.exact, *self.facts}.union(*[row.whos for _, row in self.used])
        self.twos: set[tuple[int, int]] = {*self.pairs}.union(*[row.twos for _, row in self.used])
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
        key = (who, number)
        known = self._one.get(key)
        if known is None:
            known = self._one[key] = who not in self.whos or self._found_of(changes, who, number)
        return known

    def _found_of(self, changes: Changes, who: int, number: int) -> bool:
        if who in self.exact:
            return self.exact[who] == number
        if number < 0:
            return all([self._holds_of(changes, who, n) for n, _ in changes.bodies.items(number)[1]])
        made, fact = changes.made, changes.bodies.answer
        for read, change, value in self.facts.get(who, ()):
            if fact(read, made(change, number)) != value:
                return False
        return all([row._holds_of(changes, who, made(since[who], number)) for since, row in self.used])

    def _holds_between(self, changes: Changes, one: int, two: int, first: int, second: int) -> bool:
        key = (one, two, first, second)
        known = self._two.get(key)
        if known is None:
            known = self._two[key] = self._found_between(changes, *key)
        return known

    def _found_between(self, changes: Changes, one: int, two: int, first: int, second: int) -> bool:
        made, answer = changes.made, changes.bodies.answer
        for read, change, also, value in self.pairs.get((one, two), ()):
            if answer(read, made(change, first), made(also, second)) != value:
                return False
        return all(
            [
                row._holds_between(changes, one, two, made(since[one], first), made(since[two], second))
                for since, row in self.used
                if (one, two) in row.twos
            ]
        )


class Unit:
    """A unit with its arguments: its rows, and where it is being priced.

    `met` is the number of the price that met it last.
    """

    __slots__ = ("met", "open", "rows")

    def __init__(self) -> None:
        self.met = 0
        self.rows: list[Row] = []
        self.open: dict[Slots, Loop] = {}

    def keep(self, row: Row) -> None:
        """A new row.

        One that depends on a loop around it holds only while that is priced.
        """
        if any([type(outcome.result) is Loop for outcome in row.outcomes]):
            return
        if len(self.rows) >= MOST:
            self.rows.clear()
        self.rows.append(row)


class Rows:
    """What pricing has found out and can use again.

    In other states and for other actions.
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
        self.worth: dict[Callable[..., Any], int] = {}
        self.meeting: dict[Callable[..., Any], int] = {}
        self.fine: dict[str, int] = {}
        """How many times more an action is priced with full effects, since some rule looked closer."""
        self._known: dict[object, dict[object, Unit]] = {}

    def under(self, policy: Policy, house: object, size: int) -> dict[object, Unit]:
        """The units under one policy and house rules, for so many bodies."""
        return self._known.setdefault((policy, house, size), {})

    def watch(self, measures: Iterable[Measure]) -> bool:
        """Watch for what these measures need; rows that did not are forgotten.

        Whether all was forgotten because it was too much.
        """
        full = len(self.bodies) > KEPT
        if self.marks.watch(measures) or full:
            self.clear()
        return full


# --- units that run themselves again --------------------------------------------------------------


class Loop:
    """What a unit gives when it is run again in the state it began in.

    It is the end of this path.
    """

    __slots__ = ()


class Round(list[Term]):
    """The terms of a path that is at its end, and what it has to return.

    It has come round, or waits for others.  Nothing can be asked or done any more.
    """

    def __init__(self, kept: list[Term], end: object) -> None:
        self.kept, self.end = kept, end

    def _refuse(self, *_: object) -> NoReturn:
        raise Endless("a unit that runs another as its last act, or comes round, must end there")

    __len__ = __iter__ = __getitem__ = _refuse


# --- arguments and results --------------------------------------------------------------------------


class _View(NamedTuple):
    """A view without its play, which comes and goes."""

    kind: type[View[Any]]
    who: Who


class Kept(NamedTuple):
    """A result that has views in it, without their play."""

    result: Any

    def bound(self, play: Play[Any, Any, Any]) -> Any:
        """The result with views of this play."""
        return _rebuilt(self.result, lambda v: v.kind(play, v.who) if type(v) is _View else v)


def named(value: Any) -> Any:
    """An argument or a part of a result: a view by its fighter."""
    return _View(type(value), value.who) if isinstance(value, View) else value


def kept(result: Any) -> Any:
    """A result without the play that its views belong to."""
    return Kept(_rebuilt(result, named)) if _viewed(result) else result


def _viewed(value: Any) -> bool:
    """Whether there is a view in a value, at any depth of tuples."""
    if not isinstance(value, tuple):
        return isinstance(value, View)
    return any([_viewed(part) for part in value if type(part) not in PLAIN])


def _rebuilt(whole: Any, part: Callable[[Any], Any]) -> Any:
    """A value, or a tuple of any kind and depth, with each part replaced.

    Itself when nothing changes.
    """
    if not isinstance(whole, tuple) or type(whole) is _View:
        return part(whole)
    parts = [_rebuilt(value, part) for value in whole]
    if all([new is old for new, old in zip(parts, whole, strict=True)]):
        return whole
    return type(whole)(*parts) if hasattr(whole, "_fields") else tuple(parts)


def mixed(changes: Changes, ways: dict[tuple[Slots, int], int]) -> dict[tuple[Slots, int], int]:
    """Terms that differ in what became of one body alone become one.

    With a mixture of both.
    """
    if len(ways) == 1:
        return ways
    columns = [len(set(column)) for column in zip(*[since for since, _ in ways], strict=True)]
    if max(columns) == len(ways) and sum(columns) == len(ways) + len(columns) - 1:
        return _mixed(changes, ways, columns.index(len(ways)))
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


def _mixed(changes: Changes, ways: dict[tuple[Slots, int], int], i: int) -> dict[tuple[Slots, int], int]:
    """The same where all terms differ in what became of this one body.

    And perhaps in their marks.
    """
    by: dict[int, list[tuple[int, int]]] = {}
    for (since, bits), num in ways.items():
        by.setdefault(bits, []).append((since[i], num))
    (head, rest) = since[:i], since[i + 1 :]
    return {
        ((*head, changes.mixed(parts), *rest), bits): sum([num for _, num in parts])
        for bits, parts in by.items()
    }


def outcomes(
    changes: Changes, frame: Frame, ends: list[tuple[Any, list[Term], int, int]]
) -> tuple[list[Outcome], int]:
    """The results of a unit over one common number of cases.

    Its loop is divided out.
    """
    cases = whole = lcm(*{n for *_, n in ends})
    by: dict[Any, dict[tuple[Slots, int], int]] = {}
    for result, terms, weight, n in ends:
        scale = weight * (whole // n)
        if result is frame.loop:
            cases -= scale * _came_round(changes, frame, terms)
            continue
        ways = by.setdefault(kept(result), {})
        for num, since, bits in terms:
            ways[since, bits] = ways.get((since, bits), 0) + num * scale
    if not cases:
        raise Endless("a unit runs itself again for ever")
    common = gcd(cases, *[num for ways in by.values() for num in ways.values()])
    return [
        Outcome(
            result,
            tuple(
                [
                    (num // common, tuple([(who, c) for who, c in enumerate(since) if c]), bits)
                    for (since, bits), num in mixed(changes, ways).items()
                ]
            ),
        )
        for result, ways in by.items()
    ], cases // common


def _came_round(changes: Changes, frame: Frame, terms: list[Term]) -> int:
    """The weight of a path on which a unit ran itself again where it began."""
    for _, since, bits in terms:
        changed = [(who, change) for who, change in enumerate(since) if change]
        if bits or any(changes.made(c, frame.entry[who]) != frame.entry[who] for who, c in changed):
            raise Endless("a unit that runs itself again must do so in the state it began in")
        frame.exact.update([who for who, _ in changed])
    return sum(num for num, _, _ in terms)
