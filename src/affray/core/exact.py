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
from functools import cache
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
from affray.core.spread import MANY, Bodies
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
"""Rows of one unit with the same arguments that are kept before it begins anew."""

Slots = tuple[int, ...]
"""The numbers of all bodies, or of the changes since a unit began; the table's last."""
Term = tuple[int, Slots, Slots, int]
"""A weight, the bodies (independent of each other), how they changed since the unit began, and marks."""
Read = Callable[..., Any]


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
    """All that a unit can do where some bodies are exactly these, and these facts hold of the others.

    What it depends on through other units stands in their rows: `used` holds these, each with how
    the state had changed by then.  Whether it fits is found out for each fighter by himself, and of
    a spread for each body by itself, so that little has to be asked anew in another state.
    """

    __slots__ = ("_held", "_single", "_twos", "cases", "exact", "facts", "outcomes", "pairs", "used", "whos")

    def __init__(self, frame: _Frame, outcomes: list[Outcome], cases: int) -> None:
        entry, n = frame.entry, len(frame.entry)
        self.outcomes, self.cases = outcomes, cases
        self.exact = {who: entry[who] for who in {who % n for who in frame.exact}}
        self.facts: dict[int, list[tuple[Read, int, Any]]] = {}
        for (read, who, change), value in frame.facts.items():
            if who % n not in self.exact:
                self.facts.setdefault(who % n, []).append((read, change, value))
        self.pairs: dict[tuple[int, int], list[tuple[Read, int, int, Any]]] = {}
        for (read, who, other, change, also), value in frame.pairs.items():
            if who % n not in self.exact or other % n not in self.exact:
                self.pairs.setdefault((who % n, other % n), []).append((read, change, also, value))
        self.used = [(since, row) for (_, since), row in frame.used.items()]
        self.whos = {*self.exact, *self.facts}.union(*[row.whos for _, row in self.used])
        self._twos = {*self.pairs}.union(*[row._twos for _, row in self.used])
        self._single = {(who, entry[who]): True for who in self.whos}
        self._held = {(one, two, entry[one], entry[two]): True for one, two in self._twos}

    def fits(self, changes: Changes, slots: Slots) -> bool:
        """Whether it holds in this state too."""
        return all([self._of_one(changes, who, slots[who]) for who in self.whos]) and all(
            [self._of_two(changes, one, two, slots[one], slots[two]) for one, two in self._twos]
        )

    def _of_one(self, changes: Changes, who: int, number: int) -> bool:
        known = self._single.get((who, number))
        if known is not None or who not in self.whos:
            return known is not False
        if who in self.exact:
            known = self.exact[who] == number
        elif number < 0:
            known = all(self._of_one(changes, who, n) for n, _ in changes.bodies.items(number)[1])
        else:
            made, fact = changes.made, changes.bodies.answer
            known = all(
                [fact(read, made(change, number)) == value for read, change, value in self.facts.get(who, ())]
            ) and all([row._of_one(changes, who, made(since[who], number)) for since, row in self.used])
        self._single[who, number] = known
        return known

    def _of_two(self, changes: Changes, one: int, two: int, first: int, second: int) -> bool:
        key = (one, two, first, second)
        known = self._held.get(key)
        if known is None:
            made, answer = changes.made, changes.bodies.answer
            known = self._held[key] = all(
                [
                    answer(read, made(change, first), made(also, second)) == value
                    for read, change, also, value in self.pairs.get((one, two), ())
                ]
            ) and all(
                [
                    row._of_two(changes, one, two, made(since[one], first), made(since[two], second))
                    for since, row in self.used
                    if (one, two) in row._twos
                ]
            )
        return known


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
        self.known: dict[object, dict[object, Unit]] = {}

    def under(self, policy: Policy, house: object) -> dict[object, Unit]:
        """The rows of one policy and one table's house rules."""
        return self.known.setdefault((policy, house), {})

    def watch(self, measures: Iterable[Any]) -> None:
        """Watch for what these measures need; rows that did not are forgotten."""
        if self.marks.watch(measures):
            self.known.clear()
        if len(self.bodies) > KEPT:
            self.clear()


class Unit:
    """A unit with its arguments: its rows, which of them holds in which state, and where it is being priced."""

    __slots__ = ("at", "open", "rows")

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.at: dict[Slots, Row] = {}
        self.open: dict[Slots, _Loop] = {}

    def known(self, changes: Changes, slots: Slots) -> Row | None:
        """A row that holds in this state."""
        found = self.at.get(slots)
        if found is None:
            for row in self.rows:
                if row.fits(changes, slots):
                    self.at[slots] = row
                    return row
        return found

    def keep(self, row: Row, slots: Slots) -> None:
        """A new row; those that depend on a loop around them hold only while that is priced."""
        if any(type(result) is _Loop for result, _ in row.outcomes):
            return
        if len(self.rows) >= MOST:
            self.rows.clear()
            self.at.clear()
        self.rows.append(row)
        self.at[slots] = row


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

    __slots__ = ("entry", "exact", "facts", "loop", "pairs", "used")

    def __init__(self, entry: Slots) -> None:
        self.entry, self.loop = entry, _Loop()
        self.exact: set[int] = set()
        self.facts: dict[tuple[Read, int, int], Any] = {}
        self.pairs: dict[tuple[Read, int, int, int, int], Any] = {}
        self.used: dict[tuple[int, Slots], Row] = {}

    def start(self) -> Term:
        """The state it began in."""
        return 1, self.entry, (NONE,) * len(self.entry), 0

    def learn(self, read: Read, whos: tuple[Who, ...], since: Slots, value: object) -> None:
        """A fact was read, of fighters who had changed so by then."""
        if len(whos) == 1:
            self.facts[read, whos[0], since[whos[0]]] = value
        else:
            self.pairs[read, whos[0], whos[1], since[whos[0]], since[whos[1]]] = value


End = tuple[Any, list[Term], int, int]
"""How a path ended: the result, the terms, what their weights count, and the cases they are out of."""


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
        self._weight = self._cases = 1
        self._open: list[tuple[list[Any], list[Term], int, int]] = []
        self._deep = 0
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
            slots = self._fork(by)
        return Fight(tuple([self.bodies[number] for number in slots]), self.house)

    @fight.setter
    def fight(self, fight: Fight[B, T, H]) -> None:
        self.house = fight.house
        slots = tuple(map(self.bodies.number, fight.bodies))
        self._frame = _Frame(slots)
        self._terms: list[Term] = [self._frame.start()]

    # --- paths ------------------------------------------------------------------------------------

    def explore(
        self, rule: Callable[Concatenate[Any, P], object], *args: P.args, **kw: P.kwargs
    ) -> list[End]:
        """Run every path of a rule: the result, and the terms with the cases they are out of."""
        return self._explore(_Frame(self._terms[0][1]), rule, args, kw)

    def _explore(self, frame: _Frame, rule: Any, args: tuple[Any, ...], kw: dict[str, Any]) -> list[End]:
        kept = self._frame, self._trail, self._given, self._at, self._terms, self._weight, self._cases, self._open
        waiting: list[tuple[list[Any], list[Term], int, int]] = [([], [frame.start()], 1, 1)]
        self._frame, self._open = frame, waiting
        ends: list[End] = []
        try:
            while waiting:
                self._trail, self._terms, self._weight, self._cases = waiting.pop()
                self._given, self._at = len(self._trail), 0
                self._held, self._waiting = (), []
                self._work(1)
                result = rule(self, *args, **kw)
                terms = self._terms
                if type(terms) is _Ended:
                    if result is not self._trail[-1]:
                        raise Endless("a unit that runs itself again in the same state must return that")
                    terms = terms.kept
                ends.append((result, terms, self._weight, self._cases))
        finally:
            (
                self._frame, self._trail, self._given, self._at,
                self._terms, self._weight, self._cases, self._open,
            ) = kept  # fmt: skip
        return ends

    def _work(self, amount: int) -> None:
        self.paths += amount
        if self.paths > self.budget:
            raise OverBudget(self.budget)

    def _fork(self, by: dict[Any, list[Term]]) -> Any:
        """Go on with the first answer; the others wait."""
        answers = iter(by.items())
        value, self._terms = next(answers)
        for other, terms in answers:
            self._open.append(([*self._trail, other], terms, self._weight, self._cases))
        self._trail.append(value)
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
        chance, trail = kind(tally.total), self._trail
        weight, self._cases = self._weight, self._cases * chance.total
        (value, w), *others = chance.faces
        for other, v in others:
            self._open.append(([*trail, other], self._terms, weight * v, self._cases))
        trail.append(value)
        self._weight = weight * w
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
            return self._answered(self._trail[at])
        key = (unit, tuple(map(_named, args)), tuple([(k, _named(v)) for k, v in kw.items()]))
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = Unit()
        marked = self.rows.marks.of_unit(unit, args)
        rows = [self._row(known, term, unit, args, kw) for term in self._terms]
        cases = rows[0].cases if len(rows) == 1 else lcm(*{row.cases for row in rows})
        by: dict[Any, list[Term]] = {}
        for (num, slots, since, bits), row in zip(self._terms, rows, strict=True):
            scale = num * (cases // row.cases)
            for result, ways in row.outcomes:
                terms = by.setdefault(result, [])
                for n, changed, set_ in ways:
                    now = self._changed(slots, since, changed) if changed else (slots, since)
                    terms.append((scale * n, *now, bits | set_ | marked))
        self._cases *= cases
        return self._answered(self._fork(by))

    def _answered(self, result: Any) -> Any:
        """The result of a unit as the rule gets it."""
        kind = type(result)
        if kind is _Loop:
            self._terms = _Ended(self._terms)
        elif kind is _Kept:
            return result.bound(self)
        return result

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
        for other in others:
            self._terms = [term for terms in self._split(_Heeded(effect), (other,)).values() for term in terms]
        marked, change = self.rows.marks.of_effect(effect), self.changes.effect(effect)
        terms: list[Term] = []
        for num, slots, since, bits in self._terms:
            if others:
                like = [self.bodies.like(_Heeded(effect), slots[other]) for other in others]
                change = self.changes.effect(effect, tuple(like))
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
        if len(terms) == 1:
            _, slots, since, _ = terms[0]
            number = slots[whos[0]]
            other = slots[whos[-1]]
            if number >= 0 and other >= 0:
                bodies = self.bodies
                value = bodies.fact(read, number) if len(whos) == 1 else bodies.pair(read, number, other)
                self._frame.learn(read, whos, since, value)
                self._trail.append(value)
                return value
        value = self._fork(self._split(read, whos))
        return value

    def _split(self, read: Read, whos: tuple[Who, ...]) -> dict[Any, list[Term]]:
        """The terms by what a read gives in them; it is noted as a fact, or for whom it was none."""
        frame, terms, fact = self._frame, self._terms, (read, whos)
        if len(whos) == 2 and whos[0] == whos[1]:
            read, whos = _twice(read), whos[:1]
        answers = {self.bodies.answer(read, *_of(slots, whos)) for _, slots, _, _ in terms}
        if len(answers) == 1 and MANY not in answers:
            for value, (_, _, since, _) in product(answers, terms):
                frame.learn(*fact, since, value)
            return dict.fromkeys(answers, terms)
        frame.exact.update(whos)
        parts = [self.bodies.parts(read, _of(slots, whos)) for _, slots, _, _ in terms]
        cases = lcm(*{part.cases for part in parts})
        by: dict[Any, list[Term]] = {}
        for (num, slots, since, bits), part in zip(terms, parts, strict=True):
            scale = num * (cases // part.cases)
            for answer, weight, numbers in part.by:
                known = tuple([(who, self.changes.to(n)) for who, n in zip(whos, numbers, strict=True)])
                now = self._changed(slots, since, known)
                by.setdefault(answer, []).append((scale * weight, *now, bits))
        self._cases *= cases
        return by

    def _divide(self, who: int) -> None:
        """See to it that the body of this fighter is certain in each term."""
        if all(slots[who] >= 0 for _, slots, _, _ in self._terms):
            return
        known = [self.bodies.items(slots[who]) for _, slots, _, _ in self._terms]
        cases = lcm(*{total for total, _ in known})
        self._cases *= cases
        self._terms = [
            (
                num * w * (cases // total),
                *self._changed(slots, since, ((who, self.changes.to(number)),)),
                bits,
            )
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

    def _row(self, known: Unit, term: Term, unit: Any, args: tuple[Any, ...], kw: dict[str, Any]) -> Row:
        """The row of a unit in this state: a known one that holds here, or a new one."""
        slots = term[1]
        loop = known.open.get(slots)
        if loop is not None:
            return Row(_Frame(slots), [Outcome(loop, ((1, (), 0),))], 1)
        row = known.known(self.changes, slots)
        if row is None:
            row = self._priced(known, slots, unit, args, kw)
            known.keep(row, slots)
        self._frame.used[id(row), term[2]] = row
        return row

    def _priced(self, known: Unit, slots: Slots, unit: Any, args: tuple[Any, ...], kw: dict[str, Any]) -> Row:
        if self._deep >= DEEPEST:
            raise Endless(f"more than {DEEPEST} units within units; sample it instead")
        frame = _Frame(slots)
        known.open[slots] = frame.loop
        self._deep += 1
        try:
            ends = self._explore(frame, unit, args, kw)
        finally:
            self._deep -= 1
            del known.open[slots]
        return Row(frame, *self._outcomes(frame, ends))

    def _outcomes(self, frame: _Frame, ends: list[End]) -> tuple[list[Outcome], int]:
        """The results of a unit over one common number of cases; its loop is divided out."""
        cases = whole = lcm(*{n for *_, n in ends})
        by: dict[Any, dict[tuple[Slots, int], int]] = {}
        for result, terms, weight, n in ends:
            scale = weight * (whole // n)
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
    """A view without its play, which comes and goes."""

    kind: type[View[Any]]
    who: Who


class _Kept(NamedTuple):
    """A result that has views in it, without their play."""

    result: Any

    def bound(self, play: Exact[Any, Any, Any]) -> Any:
        """The result with views of this play."""
        return _rebuilt(self.result, lambda v: v.kind(play, v.who) if type(v) is _View else v)


def _named(value: Any) -> Any:
    """An argument or a part of a result: a view by its fighter."""
    return _View(type(value), value.who) if isinstance(value, View) else value


def _unbound(result: Any) -> Any:
    """A result to be kept: without the play that its views belong to."""
    named = _rebuilt(result, _named)
    return result if named is result else _Kept(named)


def _rebuilt(whole: Any, part: Callable[[Any], Any]) -> Any:
    """A value, or a tuple of any kind and depth, with each part replaced; itself when nothing changes."""
    if not isinstance(whole, tuple) or type(whole) is _View:
        return part(whole)
    parts = [_rebuilt(value, part) for value in whole]
    if all(new is old for new, old in zip(parts, whole, strict=True)):
        return whole
    return type(whole)(*parts) if hasattr(whole, "_fields") else tuple(parts)


class _Heeded(NamedTuple):
    """What an effect reads of another body, as a read: equal for equal effects."""

    effect: Effect

    def __call__(self, other: Any) -> Any:
        return self.effect.heeds(other)


@cache
def _twice(read: Callable[..., A]) -> Callable[..., A]:
    return lambda body: read(body, body)


def worlds(bodies: Bodies, ends: Sequence[End]) -> Iterator[tuple[Slots, int, int, int]]:
    """Every single state at the end of some path: its bodies, marks, weight and cases."""
    for _, terms, scale, cases in ends:
        for num, slots, _, bits in terms:
            known = [bodies.items(number) for number in slots]
            total = prod(n for n, _ in known)
            for world in product(*[items for _, items in known]):
                weight = scale * prod(w for _, w in world)
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
