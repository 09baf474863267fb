"""Exact chances: every path of a rule, by replay, each with its weight in whole numbers.

The state on a path is held as far as the rule has seen it and no further.  What a rule has not
looked at since chance changed it stays *spread*: one of several bodies, each with its weight.  A
read divides a spread by its answers, so a path is a row of answers, never a single die that made
no difference.  In every world that a path stands for, the rule was told the same, so it does the
same; that is the whole proof.

A unit run through `play.call` is priced once for all states in which it would read the same, and
then stands for one request whose answers are its results.  A unit that ends by running itself in
the very state it began in, such as a die that changed nothing and is rolled again, is solved in
closed form: the weight of the loop is divided out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import product
from math import gcd, lcm, prod
from typing import Any, Concatenate, Generic, NamedTuple, NoReturn, ParamSpec, TypeVar

from affray.core.change import NONE, Changes
from affray.core.dice import Chance
from affray.core.effect import Effect, Who
from affray.core.errors import Endless, OverBudget, Refusal
from affray.core.fight import Fight
from affray.core.marks import CUT, Marks
from affray.core.play import Play, Policy
from affray.core.spread import Bodies
from affray.core.tally import NOTHING, Tally
from affray.core.view import View

B = TypeVar("B")
T = TypeVar("T")
H = TypeVar("H")
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741 (an option)
P = ParamSpec("P")

BUDGET = 20_000
"""Paths that one price may take before it is refused."""
DEEPEST = 80
"""Units within units, before a price is refused: Python's own limit is near."""
KEPT = 100_000
"""Bodies that `Rows` remembers before it begins anew."""

MOST = 64
"""Rows of one unit with the same arguments that are kept: the latest."""

Slots = tuple[int, ...]
"""The numbers of all bodies, or of the changes since a unit began; the table's last."""
Term = tuple[int, Slots, Slots, int]
"""A weight, the bodies (independent of each other), how they changed since the unit began, and marks."""
Read = Callable[..., Any]
Fact = tuple[Read, tuple[Who, ...], tuple[int, ...]]
"""A read, of whom, and how they had changed by then."""


class Odds(NamedTuple, Generic[A]):
    """How often each outcome comes up, in whole numbers out of `cases` equal ones."""

    weights: dict[A, int]
    cases: int

    def chance(self, test: Callable[[A], bool]) -> float:
        """The probability that the outcome passes the test."""
        return sum(w for outcome, w in self.weights.items() if test(outcome)) / self.cases


class Outcome(NamedTuple):
    """One result of a unit, and the terms that come with it: a weight, who changed how, and marks."""

    result: Any
    terms: tuple[tuple[int, tuple[tuple[int, int], ...], int], ...]


class Row:
    """All that a unit can do where some bodies are exactly these, and these facts hold of the others."""

    __slots__ = ("cases", "exact", "facts", "fitted", "outcomes")

    def __init__(
        self, exact: Sequence[tuple[int, int]], facts: dict[Fact, Any], outcomes: list[Outcome], cases: int
    ) -> None:
        self.exact, self.facts, self.outcomes, self.cases = exact, facts, outcomes, cases
        self.fitted: set[Slots] = set()

    def fits(self, changes: Changes, slots: Slots) -> bool:
        """Whether it holds in this state too."""
        if slots in self.fitted:
            return True
        for who, number in self.exact:
            if slots[who] != number:
                return False
        for fact, value in self.facts.items():
            if not _says(changes, fact, slots, value):
                return False
        self.fitted.add(slots)
        return True


def _says(changes: Changes, fact: Fact, slots: Slots, value: object) -> bool:
    """Whether a fact has this value in all worlds of a state."""
    read, whos, since = fact
    numbers = tuple([changes.made(c, slots[who]) for c, who in zip(since, whos, strict=True)])
    if min(numbers) < 0:
        by = changes.bodies.parts(read, numbers).by
        return len(by) == 1 and bool(by[0][0] == value)
    if len(numbers) == 1:
        return bool(changes.bodies.fact(read, numbers[0]) == value)
    return bool(changes.bodies.pair(read, *numbers) == value)


def _of(slots: Slots, whos: tuple[Who, ...]) -> tuple[int, ...]:
    return (slots[whos[0]],) if len(whos) == 1 else (slots[whos[0]], slots[whos[1]])


class Rows:
    """What pricing has found out and can use again, in other states and for other actions."""

    def __init__(self) -> None:
        self.clear()
        self.marks = Marks()

    def clear(self) -> None:
        """Forget everything but what is watched for."""
        self.bodies = Bodies()
        self.changes = Changes(self.bodies)
        self.known: dict[object, dict[object, list[Row]]] = {}

    def under(self, policy: Policy, house: object) -> dict[object, list[Row]]:
        """The rows of one policy and one table's house rules."""
        return self.known.setdefault((policy, house), {})

    def watch(self, measures: Iterable[Any]) -> None:
        """Watch for what these measures need; rows that did not are forgotten."""
        if self.marks.watch(measures):
            self.known.clear()
        if len(self.bodies) > KEPT:
            self.clear()


class _Loop:
    """What a unit gives when it is run again in the state it began in: the end of this path."""

    __slots__ = ()


class _Ended(list[Term]):
    """The terms of a path that has come round: nothing can be asked or done any more."""

    def __init__(self, kept: list[Term]) -> None:
        self.kept = kept

    def _refuse(self, *_: object) -> NoReturn:
        raise Endless("a unit that runs itself again in the same state must end there")

    __len__ = __iter__ = __getitem__ = _refuse


class _Chosen(NamedTuple):
    """A decision in a trail, in place of all that the policy read for it."""

    value: Any


class _Frame:
    """A unit being priced: the state it began in, and what it read of it."""

    __slots__ = ("changes", "entry", "exact", "facts", "loop", "used")

    def __init__(self, entry: Slots, changes: Changes) -> None:
        self.entry, self.changes, self.loop = entry, changes, _Loop()
        self.exact: set[int] = set()
        self.facts: dict[Fact, Any] = {}
        self.used: dict[tuple[int, Slots], Row] = {}

    def start(self) -> Term:
        """The state it began in."""
        return 1, self.entry, (NONE,) * len(self.entry), 0

    def row(self, outcomes: list[Outcome], cases: int) -> Row:
        """What was found, with all that it depends on."""
        for (_, since), row in self.used.items():
            self._lean_on(row, since)
        entry, n = self.entry, len(self.entry)
        exact = {who % n for who in self.exact}
        facts = {
            fact: value for fact, value in self.facts.items() if any(who % n not in exact for who in fact[1])
        }
        return Row([(who, entry[who]) for who in sorted(exact)], facts, outcomes, cases)

    def _lean_on(self, row: Row, since: Slots) -> None:
        """Depend on whatever a row depends on that was used after these changes."""
        self.exact.update([who for who, _ in row.exact])
        if not any(since):
            self.facts.update(row.facts)
            return
        both = self.changes.both
        for (read, whos, changes), value in row.facts.items():
            now = tuple([both(since[who], change) for who, change in zip(whos, changes, strict=True)])
            self.facts[read, whos, now] = value


End = tuple[Any, list[Term], int]
"""How a path ended: the result, and the terms out of so many cases."""


class Exact(Play[B, T, H]):
    """Every path of a rule, on one play; choices from a policy."""

    noting = True

    def __init__(
        self, fight: Fight[B, T, H], policy: Policy, rows: Rows | None = None, budget: int = BUDGET
    ) -> None:
        self.rows = Rows() if rows is None else rows
        self.bodies, self.changes = self.rows.bodies, self.rows.changes
        self._trail: list[Any] = []
        self._given = self._at = 0
        self._cases = 1
        self._open: list[tuple[list[Any], list[Term], int]] = []
        self._pricing: dict[tuple[object, Slots], _Loop] = {}
        super().__init__(fight)
        self._known = self.rows.under(policy, fight.house)
        self.policy, self.budget, self.paths = policy, budget, 0

    @property
    def fight(self) -> Fight[B, T, H]:  # type: ignore[override]
        """The whole state; whoever reads it has looked at everything, so it divides every spread."""
        at = self._at
        if at < self._given:
            self._at, slots = at + 1, self._trail[at]
        else:
            self._frame.exact.update(range(len(self._frame.entry)))
            for who in range(len(self._frame.entry)):
                self._divide(who)
            by: dict[Any, list[Term]] = {}
            for term in self._terms:
                by.setdefault(term[1], []).append(term)
            slots = self._fork(by, self._cases)
        return Fight(tuple([self.bodies[number] for number in slots]), self.house)

    @fight.setter
    def fight(self, fight: Fight[B, T, H]) -> None:
        self.house = fight.house
        slots = tuple(map(self.bodies.number, fight.bodies))
        self._frame = _Frame(slots, self.changes)
        self._terms: list[Term] = [self._frame.start()]

    # --- paths ------------------------------------------------------------------------------------

    def explore(
        self, rule: Callable[Concatenate[Any, P], object], *args: P.args, **kw: P.kwargs
    ) -> list[End]:
        """Run every path of a rule: the result, and the terms with the cases they are out of."""
        return self._explore(_Frame(self._terms[0][1], self.changes), rule, args, kw)

    def _explore(self, frame: _Frame, rule: Any, args: tuple[Any, ...], kw: dict[str, Any]) -> list[End]:
        kept = self._frame, self._trail, self._given, self._at, self._terms, self._cases, self._open
        self._frame, self._open = frame, [([], [frame.start()], 1)]
        ends: list[End] = []
        try:
            while self._open:
                self._trail, self._terms, self._cases = self._open.pop()
                self._given, self._at = len(self._trail), 0
                self._held, self._waiting = (), []
                self._work(1)
                result = rule(self, *args, **kw)
                terms = self._terms
                if type(terms) is _Ended:
                    if result is not self._trail[-1]:
                        raise Endless("a unit that runs itself again in the same state must return that")
                    terms = terms.kept
                ends.append((result, terms, self._cases))
        finally:
            self._frame, self._trail, self._given, self._at, self._terms, self._cases, self._open = kept
        return ends

    def _work(self, amount: int) -> None:
        self.paths += amount
        if self.paths > self.budget:
            raise OverBudget(self.budget)

    def _fork(self, by: dict[Any, list[Term]], cases: int) -> Any:
        """Go on with the first answer; the others wait."""
        answers = iter(by.items())
        value, self._terms = next(answers)
        for other, terms in answers:
            self._open.append(([*self._trail, other], terms, cases))
        self._trail.append(value)
        self._cases = cases
        return value

    # --- what a rule says -------------------------------------------------------------------------

    def roll(
        self, who: View[Any], what: str, kind: Callable[[int], Chance[A]], tally: Tally = NOTHING, *rules: str
    ) -> A:
        """Every answer, one path each."""
        at = self._at
        if at < self._given:
            self._at = at + 1
            value: A = self._trail[at]
            return value
        chance, terms = kind(tally.total), self._terms
        by = {face: [(w * num, *rest) for num, *rest in terms] for face, w in chance.faces}
        value = self._fork(by, self._cases * chance.total)
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
        """Ask the policy, once: what it read stands in the trail only while it is asked."""
        at = self._at if self._at < self._given else len(self._trail)
        if self._at < self._given and type(self._trail[at]) is _Chosen:
            self._at = at + 1
            value: O = self._trail[at].value
            return value
        value = self.policy(self, who, question, options, about)
        self._trail[at:] = [_Chosen(value)]
        return value

    def call(self, unit: Callable[Concatenate[Any, P], A], *args: P.args, **kw: P.kwargs) -> A:
        """A unit is one request, whose answers are its results; its changes come with them."""
        if self._held:
            self._mark(self.rows.marks.of_unit(unit, args))
            return unit(self, *args, **kw)
        at = self._at
        if at < self._given:
            self._at = at + 1
            value: A = _bound(self, self._trail[at])
            return value
        key = (unit, tuple(map(_named, args)), tuple((k, _named(v)) for k, v in kw.items()))
        marked = self.rows.marks.of_unit(unit, args)
        rows = [self._row(key, term, unit, args, kw) for term in self._terms]
        cases = lcm(*{row.cases for row in rows})
        by: dict[Any, list[Term]] = {}
        for (num, slots, since, bits), row in zip(self._terms, rows, strict=True):
            scale = num * (cases // row.cases)
            for result, ways in row.outcomes:
                terms = by.setdefault(result, [])
                for n, changed, set_ in ways:
                    terms.append((scale * n, *self._changed(slots, since, changed), bits | set_ | marked))
        self._work(sum(map(len, by.values())) // 8)
        value = _bound(self, self._fork(by, self._cases * cases))
        if type(value) is _Loop:
            self._terms = _Ended(self._terms)
        return value

    def enough(self, holds: bool) -> bool:
        """Give up on an endless row of dice here; the weight of it is marked."""
        if holds:
            self._mark(CUT)
        return holds

    def happen(self, effect: Effect, rules: tuple[str, ...]) -> None:
        """Change one body on all terms."""
        if self._at < self._given:
            return
        who, others = effect.who, effect.others
        self._frame.exact.update(others)
        for other in others:
            self._divide(other)
        marked, changes = self.rows.marks.of_effect(effect), self.changes
        terms = []
        for num, slots, since, bits in self._terms:
            change = changes.effect(effect, tuple([slots[other] for other in others]))
            terms.append((num, *self._changed(slots, since, ((who, change),)), bits | marked))
        self._terms = terms

    def _mark(self, bits: int) -> None:
        if bits and self._at == self._given:
            self._terms = [(*term, set_ | bits) for *term, set_ in self._terms]

    def _changed(self, slots: Slots, since: Slots, changed: Iterable[tuple[int, int]]) -> tuple[Slots, Slots]:
        """The bodies and what has changed, after further changes."""
        changes = self.changes
        now, all_ = list(slots), list(since)
        for who, change in changed:
            now[who] = changes.made(change, now[who])
            all_[who] = changes.both(all_[who], change)
        return tuple(now), tuple(all_)

    # --- what is read -----------------------------------------------------------------------------

    def ask(self, read: Callable[..., A], whos: tuple[Who, ...]) -> A:
        """A fact: one path for each answer that it has in the worlds of this one."""
        at = self._at
        value: A
        if at < self._given:
            self._at = at + 1
            value = self._trail[at]
            return value
        terms = self._terms
        if len(terms) > 1:
            return self._asked(read, whos)
        _, slots, since, _ = terms[0]
        number = slots[whos[0]]
        if len(whos) == 1:
            if number < 0:
                return self._asked(read, whos)
            value = self.bodies.fact(read, number)
        else:
            other = slots[whos[1]]
            if number < 0 or other < 0:
                return self._asked(read, whos)
            value = self.bodies.pair(read, number, other)
        self._frame.facts[read, whos, _of(since, whos)] = value
        self._trail.append(value)
        return value

    def _asked(self, read: Callable[..., A], whos: tuple[Who, ...]) -> A:
        """A fact of a state that is spread, or of several terms."""
        frame, terms, fact = self._frame, self._terms, (read, whos)
        if len(whos) == 2 and whos[0] == whos[1]:
            read, whos = _twice(read), whos[:1]
        parts = [self.bodies.parts(read, _of(slots, whos)) for _, slots, _, _ in terms]
        if len({part.by[0][0] for part in parts}) == 1 and all(len(part.by) == 1 for part in parts):
            value: A = parts[0].by[0][0]
            for _, _, since, _ in terms:
                frame.facts[*fact, _of(since, fact[1])] = value
            self._trail.append(value)
            return value
        frame.exact.update(whos)
        cases = lcm(*{part.cases for part in parts})
        by: dict[Any, list[Term]] = {}
        for (num, slots, since, bits), part in zip(terms, parts, strict=True):
            scale = num * (cases // part.cases)
            for answer, weight, numbers in part.by:
                known = tuple([(who, self.changes.to(n)) for who, n in zip(whos, numbers, strict=True)])
                now = self._changed(slots, since, known)
                by.setdefault(answer, []).append((scale * weight, *now, bits))
        value = self._fork(by, self._cases * cases)
        return value

    def _divide(self, who: int) -> None:
        """See to it that the body of this fighter is certain in each term."""
        if all(slots[who] >= 0 for _, slots, _, _ in self._terms):
            return
        known = [self.bodies.items(slots[who]) for _, slots, _, _ in self._terms]
        cases = lcm(*{total for total, _ in known})
        self._cases *= cases
        self._terms = [
            (num * w * (cases // total), *self._changed(slots, since, ((who, self.changes.to(number)),)), bits)
            for (num, slots, since, bits), (total, items) in zip(self._terms, known, strict=True)
            for number, w in items
        ]

    def refer(self, read: Callable[[Any], Who | None], who: Who) -> Who | None:
        """A fact that names a fighter."""
        return self.ask(read, (who,))

    def ranked(self, rank: Callable[[Any, Any], Any], who: Who) -> list[Who]:
        """All fighters with a place, lowest first: everybody is looked at."""
        everyone = map(Who, range(len(self._frame.entry) - 1))
        places = [(place, i) for i in everyone if (place := self.ask(rank, (who, i))) is not None]
        places.sort()
        return [i for _, i in places]

    def some(self, test: Callable[[Any, Any], bool], who: Who) -> bool:
        """Whether the test holds for anybody else; those behind the first are not looked at."""
        everyone = map(Who, range(len(self._frame.entry) - 1))
        return any(self.ask(test, (who, i)) for i in everyone if i != who)

    def alike(self, place: Callable[[Any], Any], who: Who) -> bool:
        """Whether anybody else has the same place, which is not None."""
        mine = self.ask(place, (who,))
        everyone = map(Who, range(len(self._frame.entry) - 1))
        return mine is not None and any(self.ask(place, (i,)) == mine for i in everyone if i != who)

    # --- rows -------------------------------------------------------------------------------------

    def _row(self, key: object, term: Term, unit: Any, args: tuple[Any, ...], kw: dict[str, Any]) -> Row:
        """The row of a unit in this state: a known one that fits, or a new one."""
        slots = term[1]
        loop = self._pricing.get((key, slots))
        if loop is not None:
            return Row((), {}, [Outcome(loop, ((1, (), 0),))], 1)
        known = self._known.setdefault(key, [])
        for row in known:
            if row.fits(self.changes, slots):
                break
        else:
            row = self._priced(key, slots, unit, args, kw)
            if not any(type(result) is _Loop for result, _ in row.outcomes):
                del known[: len(known) - MOST + 1]
                known.append(row)
        self._frame.used[id(row), term[2]] = row
        return row

    def _priced(self, key: object, slots: Slots, unit: Any, args: tuple[Any, ...], kw: dict[str, Any]) -> Row:
        frame = _Frame(slots, self.changes)
        if len(self._pricing) >= DEEPEST:
            raise Endless(f"more than {DEEPEST} units within units; sample it instead")
        self._pricing[key, slots] = frame.loop
        try:
            ends = self._explore(frame, unit, args, kw)
        finally:
            del self._pricing[key, slots]
        return frame.row(*self._outcomes(frame, ends))

    def _outcomes(self, frame: _Frame, ends: list[End]) -> tuple[list[Outcome], int]:
        """The results of a unit over one common number of cases; its loop is divided out."""
        cases = whole = lcm(*{n for _, _, n in ends})
        by: dict[Any, dict[tuple[Slots, int], int]] = {}
        for result, terms, n in ends:
            scale = whole // n
            if result is frame.loop:
                cases -= scale * self._came_round(frame, terms)
                continue
            ways = by.setdefault(_unbound(result), {})
            for num, _, since, bits in terms:
                ways[since, bits] = ways.get((since, bits), 0) + num * scale
        if not cases:
            raise Endless("a unit runs itself again for ever")
        found = {result: self._mixed(ways) for result, ways in by.items()}
        common = gcd(cases, *[num for ways in found.values() for num in ways.values()])
        outcomes = [
            Outcome(
                result,
                tuple(
                    [
                        (num // common, tuple([(who, c) for who, c in enumerate(since) if c]), bits)
                        for (since, bits), num in ways.items()
                    ]
                ),
            )
            for result, ways in found.items()
        ]
        return outcomes, cases // common

    def _came_round(self, frame: _Frame, terms: list[Term]) -> int:
        """The weight of a path on which a unit ran itself again in the state it began in."""
        for _, slots, since, bits in terms:
            if slots != frame.entry or bits:
                raise Endless("a unit that runs itself again must do so in the state it began in")
            frame.exact.update([who for who, change in enumerate(since) if change])
        return sum(num for num, _, _, _ in terms)

    def _mixed(self, ways: dict[tuple[Slots, int], int]) -> dict[tuple[Slots, int], int]:
        """Terms that differ in what became of one body alone become one, with a mixture of both."""
        if len(ways) == 1:
            return ways
        columns = list(zip(*[since for since, _ in ways], strict=True))
        places = sorted((-len(set(column)), i) for i, column in enumerate(columns) if len(set(column)) > 1)
        for _, i in places:
            groups: dict[tuple[Slots, Slots, int], list[tuple[int, int]]] = {}
            for (since, bits), num in ways.items():
                groups.setdefault((since[:i], since[i + 1 :], bits), []).append((since[i], num))
            if len(groups) < len(ways):
                ways = {
                    ((*head, self.changes.mixed(parts), *rest), bits): sum([num for _, num in parts])
                    for (head, rest, bits), parts in groups.items()
                }
        return ways


class _View(NamedTuple):
    """A view without its play."""

    kind: type[View[Any]]
    who: Who


def _named(value: Any) -> Any:
    """An argument as part of a key: a view by its fighter, for the play it belongs to comes and goes."""
    return _View(type(value), value.who) if isinstance(value, View) else value


def _unbound(result: Any) -> Any:
    """A result to be kept: without the play that its views belong to."""
    if isinstance(result, View):
        return _View(type(result), result.who)
    return _rebuilt(result, _unbound) if isinstance(result, tuple) else result


def _bound(play: Exact[Any, Any, Any], result: Any) -> Any:
    """A result that was kept, with views of this play."""
    if type(result) is _View:
        return result.kind(play, result.who)
    return _rebuilt(result, partial(_bound, play)) if isinstance(result, tuple) else result


def _rebuilt(whole: tuple[Any, ...], part: Callable[[Any], Any]) -> tuple[Any, ...]:
    """A tuple of any kind with each part replaced; itself when nothing changes."""
    parts = [part(value) for value in whole]
    if all(new is old for new, old in zip(parts, whole, strict=True)):
        return whole
    return type(whole)(*parts) if hasattr(whole, "_fields") else tuple(parts)


@cache
def _twice(read: Callable[..., A]) -> Callable[..., A]:
    return lambda body: read(body, body)


def worlds(bodies: Bodies, ends: Sequence[End]) -> Iterator[tuple[Slots, int, int, int]]:
    """Every single state at the end of some path: its bodies, marks, weight and cases."""
    for _, terms, cases in ends:
        for num, slots, _, bits in terms:
            known = [bodies.items(number) for number in slots]
            total = prod(n for n, _ in known)
            for world in product(*[items for _, items in known]):
                weight = prod(w for _, w in world)
                yield tuple([number for number, _ in world]), bits, num * weight, cases * total


def price(
    fight: Fight[B, T, H],
    policy: Policy,
    rule: Callable[[Exact[B, T, H]], object],
    outcome: Callable[[Fight[B, T, H]], A],
    rows: Rows | None = None,
    budget: int = BUDGET,
) -> Odds[A]:
    """How often each outcome comes up: `outcome` is a value of the fight at the end of each path.

    The weights sum to `cases` exactly.  Raises OverBudget when there are more paths than `budget`.
    """
    play = Exact(fight, policy, rows, budget)
    known: dict[Slots, A] = {}
    ways = []
    for slots, _, weight, cases in worlds(play.bodies, play.explore(rule)):
        if slots not in known:
            known[slots] = outcome(Fight(tuple([play.bodies[n] for n in slots]), fight.house))
        ways.append((known[slots], weight, cases))
    return Odds(*merged(ways))


def merged(ways: Sequence[tuple[A, int, int]]) -> tuple[dict[A, int], int]:
    """Equal outcomes added up over one common number of cases.

    >>> merged([("heads", 1, 2), ("tails", 1, 4), ("edge", 1, 4), ("tails", 0, 3)])
    ({'heads': 2, 'tails': 1, 'edge': 1}, 4)
    """
    cases = lcm(*{n for _, _, n in ways})
    out: dict[A, int] = {}
    for value, w, n in ways:
        out[value] = out.get(value, 0) + w * (cases // n)
    common = gcd(cases, *out.values())
    return {value: w // common for value, w in out.items()}, cases // common
