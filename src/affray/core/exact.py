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

Slots = tuple[int, ...]
"""The numbers of all bodies, the table's last."""
Term = tuple[int, Slots, int]
"""A weight, the bodies (independent of each other within a term), and the marks that were set."""
Fact = tuple[Callable[..., Any], tuple[Who, ...]]


class Odds(NamedTuple, Generic[A]):
    """How often each outcome comes up, in whole numbers out of `cases` equal ones."""

    weights: dict[A, int]
    cases: int

    def chance(self, test: Callable[[A], bool]) -> float:
        """The probability that the outcome passes the test."""
        return sum(w for outcome, w in self.weights.items() if test(outcome)) / self.cases


class Outcome(NamedTuple):
    """One result of a unit: the terms it comes with, whose slots are only those that changed."""

    result: Any
    terms: tuple[tuple[int, tuple[tuple[int, int], ...], int], ...]


class Row:
    """All that a unit can do where these bodies are the same, and these facts of the others."""

    __slots__ = ("cases", "exact", "facts", "fitted", "outcomes")

    def __init__(
        self, exact: Sequence[tuple[Who, int]], facts: dict[Fact, Any], outcomes: list[Outcome], cases: int
    ) -> None:
        self.exact, self.facts, self.outcomes, self.cases = exact, facts, outcomes, cases
        self.fitted: set[Slots] = set()

    def fits(self, bodies: Bodies, slots: Slots) -> bool:
        """Whether it holds in this state too."""
        if slots in self.fitted:
            return True
        if any(slots[who] != number for who, number in self.exact):
            return False
        if not all(_says(bodies, read, slots, whos, value) for (read, whos), value in self.facts.items()):
            return False
        self.fitted.add(slots)
        return True


def _says(bodies: Bodies, read: Any, slots: Slots, whos: tuple[Who, ...], value: object) -> bool:
    """Whether a read gives this value in all worlds of a state."""
    numbers = _numbers(slots, whos)
    if min(numbers) < 0:
        by = bodies.parts(read, numbers).by
        return len(by) == 1 and bool(by[0][0] == value)
    if len(numbers) == 1:
        return bool(bodies.fact(read, numbers[0]) == value)
    return bool(bodies.pair(read, *numbers) == value)


def _numbers(slots: Slots, whos: tuple[Who, ...]) -> tuple[int, ...]:
    return (slots[whos[0]],) if len(whos) == 1 else (slots[whos[0]], slots[whos[1]])


class Rows:
    """What pricing has found out and can use again, in other states and for other actions."""

    def __init__(self) -> None:
        self.clear()
        self.marks = Marks()

    def clear(self) -> None:
        """Forget everything but what is watched for."""
        self.bodies = Bodies()
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

    __slots__ = ("entry", "exact", "facts", "loop", "used")

    def __init__(self, entry: Slots) -> None:
        self.entry, self.loop = entry, _Loop()
        self.exact: set[Who] = set()
        self.facts: dict[Fact, Any] = {}
        self.used: dict[tuple[int, Slots], Row] = {}

    def learn(self, fact: Fact, slots: Slots, value: object) -> None:
        """A fact was read in this state: of bodies that are as they were, or of changed ones."""
        for who in fact[1]:
            if slots[who] != self.entry[who]:
                self.exact.update(fact[1])
                return
        self.facts[fact] = value

    def reads(self) -> tuple[list[tuple[Who, int]], dict[Fact, Any]]:
        """What the row depends on: bodies that have to be the same, and facts of the others."""
        for (_, slots), row in self.used.items():
            self.exact.update(who for who, _ in row.exact)
            if slots == self.entry:
                self.facts.update(row.facts)
            else:
                for fact, value in row.facts.items():
                    self.learn(fact, slots, value)
        entry, n = self.entry, len(self.entry)
        exact = {who % n for who in self.exact}
        facts = {f: v for f, v in self.facts.items() if any(who % n not in exact for who in f[1])}
        return [(Who(who), entry[who]) for who in sorted(exact)], facts


End = tuple[Any, list[Term], int]
"""How a path ended: the result, and the terms out of so many cases."""


class Exact(Play[B, T, H]):
    """Every path of a rule, on one play; choices from a policy."""

    noting = True

    def __init__(
        self, fight: Fight[B, T, H], policy: Policy, rows: Rows | None = None, budget: int = BUDGET
    ) -> None:
        self.rows = Rows() if rows is None else rows
        self.bodies = self.rows.bodies
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
            self._frame.exact.update(map(Who, range(len(self._frame.entry))))
            for who in range(len(self._frame.entry)):
                self._terms, self._cases = self._divided(self._terms, Who(who))
            by: dict[Any, list[Term]] = {}
            for term in self._terms:
                by.setdefault(term[1], []).append(term)
            slots = self._fork(by, self._cases)
        return Fight(tuple([self.bodies[number] for number in slots]), self.house)

    @fight.setter
    def fight(self, fight: Fight[B, T, H]) -> None:
        self.house = fight.house
        slots = tuple(map(self.bodies.number, fight.bodies))
        self._terms: list[Term] = [(1, slots, 0)]
        self._frame = _Frame(slots)

    # --- paths ------------------------------------------------------------------------------------

    def explore(
        self, rule: Callable[Concatenate[Any, P], object], *args: P.args, **kw: P.kwargs
    ) -> list[End]:
        """Run every path of a rule: the result, and the terms with the cases they are out of."""
        return self._explore(_Frame(self._terms[0][1]), rule, args, kw)

    def _explore(self, frame: _Frame, rule: Any, args: tuple[Any, ...], kw: dict[str, Any]) -> list[End]:
        kept = self._frame, self._trail, self._given, self._at, self._terms, self._cases, self._open
        self._frame, self._open = frame, [([], [(1, frame.entry, 0)], 1)]
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
        by = {face: [(w * num, slots, bits) for num, slots, bits in terms] for face, w in chance.faces}
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
        rows = [self._row(key, term[1], unit, args, kw) for term in self._terms]
        cases = lcm(*{row.cases for row in rows})
        by: dict[Any, list[Term]] = {}
        for (num, slots, bits), row in zip(self._terms, rows, strict=True):
            scale = num * (cases // row.cases)
            for result, ways in row.outcomes:
                by.setdefault(result, []).extend(
                    [(scale * n, _changed(slots, changes), bits | set_ | marked) for n, changes, set_ in ways]
                )
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
        others = effect.others
        self._frame.exact.update((effect.who, *others))
        marked, after = self.rows.marks.of_effect(effect), self.bodies.after
        terms = self._terms
        for other in others:
            terms, self._cases = self._divided(terms, other)
        changed = []
        for num, slots, bits in terms:
            now = after(effect, slots[effect.who], tuple([slots[other] for other in others]))
            changed.append((num, _changed(slots, ((effect.who, now),)), bits | marked))
        self._terms = changed

    def _mark(self, bits: int) -> None:
        if bits and self._at == self._given:
            self._terms = [(num, slots, set_ | bits) for num, slots, set_ in self._terms]

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
        slots = terms[0][1]
        numbers = _numbers(slots, whos)
        if len(numbers) == 1:
            if numbers[0] < 0:
                return self._asked(read, whos)
            value = self.bodies.fact(read, numbers[0])
        else:
            if numbers[0] < 0 or numbers[1] < 0:
                return self._asked(read, whos)
            value = self.bodies.pair(read, numbers[0], numbers[1])
        self._frame.learn((read, whos), slots, value)
        self._trail.append(value)
        return value

    def _asked(self, read: Callable[..., A], whos: tuple[Who, ...]) -> A:
        """A fact of a state that is spread, or of several terms."""
        bodies, fact = self.bodies, (read, whos)
        if len(whos) == 2 and whos[0] == whos[1]:
            read, whos = _twice(read), whos[:1]
        parts = [bodies.parts(read, _numbers(slots, whos)) for _, slots, _ in self._terms]
        cases = lcm(*{part.cases for part in parts})
        by: dict[Any, list[Term]] = {}
        for (num, slots, bits), part in zip(self._terms, parts, strict=True):
            scale = num * (cases // part.cases)
            for value, weight, numbers in part.by:
                now = _changed(slots, tuple(zip(whos, numbers, strict=True)))
                by.setdefault(value, []).append((scale * weight, now, bits))
        if len(by) > 1:
            self._frame.exact.update(whos)
        for _, slots, _ in self._terms:
            self._frame.learn(fact, slots, next(iter(by)))
        answer: A = self._fork(by, self._cases * cases)
        return answer

    def _divided(self, terms: list[Term], who: Who) -> tuple[list[Term], int]:
        """The same terms, with one certain body of this fighter in each; and what they are out of."""
        if all(slots[who] >= 0 for _, slots, _ in terms):
            return terms, self._cases
        known = [self.bodies.items(slots[who]) for _, slots, _ in terms]
        cases = lcm(*{total for total, _ in known})
        found = [
            (num * w * (cases // total), _changed(slots, ((who, number),)), bits)
            for (num, slots, bits), (total, items) in zip(terms, known, strict=True)
            for number, w in items
        ]
        return found, self._cases * cases

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

    def _row(self, key: object, slots: Slots, unit: Any, args: tuple[Any, ...], kw: dict[str, Any]) -> Row:
        """The row of a unit in this state: a known one that fits, or a new one."""
        loop = self._pricing.get((key, slots))
        if loop is not None:
            return Row((), {}, [Outcome(loop, ((1, (), 0),))], 1)
        known = self._known.setdefault(key, [])
        for row in known:
            if row.fits(self.bodies, slots):
                break
        else:
            row = self._priced(key, slots, unit, args, kw)
            if not any(type(result) is _Loop for result, _ in row.outcomes):
                known.append(row)
        self._frame.used[id(row), slots] = row
        return row

    def _priced(self, key: object, slots: Slots, unit: Any, args: tuple[Any, ...], kw: dict[str, Any]) -> Row:
        frame = _Frame(slots)
        if len(self._pricing) >= DEEPEST:
            raise Endless(f"more than {DEEPEST} units within units; sample it instead")
        self._pricing[key, slots] = frame.loop
        try:
            ends = self._explore(frame, unit, args, kw)
        finally:
            del self._pricing[key, slots]
        outcomes, cases = self._outcomes(frame, ends)
        exact, facts = frame.reads()
        return Row(exact, facts, outcomes, cases)

    def _outcomes(self, frame: _Frame, ends: list[End]) -> tuple[list[Outcome], int]:
        """The results of a unit over one common number of cases; its loop is divided out."""
        cases = whole = lcm(*{n for _, _, n in ends})
        by: dict[Any, dict[tuple[Slots, int], int]] = {}
        for result, terms, n in ends:
            if result is frame.loop:
                if any(slots != frame.entry or bits for _, slots, bits in terms):
                    raise Endless("a unit that runs itself again must do so in the state it began in")
                cases -= sum(num for num, _, _ in terms) * (whole // n)
                continue
            ways = by.setdefault(_unbound(result), {})
            for num, slots, bits in terms:
                ways[slots, bits] = ways.get((slots, bits), 0) + num * (whole // n)
        if not cases:
            raise Endless("a unit runs itself again for ever")
        found = {result: self._mixed(ways) for result, ways in by.items()}
        common = gcd(cases, *[num for ways in found.values() for num in ways.values()])
        return [
            Outcome(
                result,
                tuple(
                    (num // common, tuple((i, n) for i, n in enumerate(slots) if n != frame.entry[i]), bits)
                    for (slots, bits), num in ways.items()
                ),
            )
            for result, ways in found.items()
        ], cases // common

    def _mixed(self, ways: dict[tuple[Slots, int], int]) -> dict[tuple[Slots, int], int]:
        """Terms that differ in one body alone become one, in which that body is spread."""
        columns = list(zip(*[slots for slots, _ in ways], strict=True))
        places = sorted((-len(set(column)), i) for i, column in enumerate(columns) if len(set(column)) > 1)
        for _, i in places:
            groups: dict[tuple[Slots, Slots, int], list[tuple[int, int]]] = {}
            for (slots, bits), num in ways.items():
                groups.setdefault((slots[:i], slots[i + 1 :], bits), []).append((slots[i], num))
            if len(groups) < len(ways):
                ways = {
                    ((*head, self.bodies.mixed(parts), *rest), bits): sum(num for _, num in parts)
                    for (head, rest, bits), parts in groups.items()
                }
        return ways


def _changed(slots: Slots, changes: Iterable[tuple[int, int]]) -> Slots:
    """The numbers with some of them changed."""
    for who, number in changes:
        if slots[who] != number:
            slots = (*slots[:who], number, *slots[who + 1 :]) if who != -1 else (*slots[:-1], number)
    return slots


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
        for num, slots, bits in terms:
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
