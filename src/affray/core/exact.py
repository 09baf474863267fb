"""Exact chances: every path of a rule, by replay, each with its weight.

Weights are whole numbers.

The state on a path is known as far as the rule has looked and no further.  What it has not looked
at since chance changed it stays *spread*: one of several bodies, each with its weight.  A read
divides a spread by its answers, so a path is a row of answers, and dice that made no difference do
not multiply paths.  In every world that a path stands for the rule was told the same, so it does
the same; that is the whole proof.

A unit run through `play.call` is priced once for all states in which it would read the same, and
then stands for one request whose answers are its results.  A unit that ends by running itself in
the very state it began in, such as a die that changed nothing and is rolled again, is solved in
closed form: the weight of the loop is divided out.

A unit that is the last act of another one (`play.again`) is where paths meet: all that come to it
with the same arguments go on as one, in the mixture of their states.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from math import lcm
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from affray.core.dice import Chance
from affray.core.effect import Effect, Who
from affray.core.errors import Endless, OverBudget, Refusal
from affray.core.fight import Fight
from affray.core.marks import CUT
from affray.core.path import PARKED, Chosen, End, Ends, Forks, Heeded, Last, Path, key_of, met, twice
from affray.core.play import Play, Policy, first_of, in_order, round_from
from affray.core.row import (
    Frame,
    Kept,
    Loop,
    Outcome,
    Read,
    Round,
    Row,
    Rows,
    Slots,
    Term,
    Unit,
    kept,
    mixed,
    outcomes,
)
from affray.core.spread import MANY
from affray.core.tally import NOTHING, Tally
from affray.core.view import View

B = TypeVar("B")
T = TypeVar("T")
H = TypeVar("H")
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741 (an option)
R = TypeVar("R")
P = ParamSpec("P")

BUDGET = 20_000
"""Paths that one price may take before it is refused."""
WIDE = 60
"""Bodies mixed together that count as one path: they take as long."""
SURE = 6
"""How often a unit that has gone on in one way must fork, twice over, until it is priced by itself."""
WORTHLESS = -16
"""Rows of a unit with one way only that were of no use, before it is always run in place."""
HOPE, SURE_TO_MEET = 8, 9
"""How often a last act is looked out for before it is taken for one in which paths never meet."""
DEEPEST = 80
"""Units within units, before a price is refused: Python's own limit is near."""


class Exact(Play[B, T, H]):
    """Every path of a rule, on one play; choices from a policy.

    A path is known by its trail of answers: those of reads, dice, choices and units.  To take
    another turn, the rule is run again with the trail so far, which is cheap: it is only told
    what it was told before, and nothing happens until the trail is at its end.
    """

    noting = True

    def __init__(
        self,
        fight: Fight[B, T, H],
        policy: Policy,
        rows: Rows | None = None,
        budget: int = BUDGET,
        coarse: bool = False,
    ) -> None:
        self.rows = Rows() if rows is None else rows
        self.rows.prices += 1
        self.bodies, self.changes = self.rows.bodies, self.rows.changes
        self._trail: list[Any] = []
        self._given = self._at = 0
        self._weight = self._cases = 1
        self._open: list[Path] = []
        self._passed: tuple[Any, ...] = ()
        self._lasts: dict[Any, tuple[Last, list[Path]]] = {}
        self._once: set[Any] = set()
        self._deep = self._straight = 0
        super().__init__(fight)
        self._coarse = coarse
        self._known = self.rows.under(policy, (fight.house, coarse), len(fight.bodies))
        self.policy, self.budget, self.paths, self._before = policy, budget, 0, self.bodies.work

    @property
    def fight(self) -> Fight[B, T, H]:
        """The whole state; to read it is to look at everything.

        So it divides every spread.
        """
        at = self._at
        if at < self._given:
            self._at, slots = at + 1, self._trail[at]
        elif self._straight:
            raise Forks
        else:
            everyone = range(len(self._frame.entry))
            self._frame.exact.update(everyone)
            for who in everyone:
                self._divide(who)
            by: dict[Any, list[Term]] = {}
            for term in self._terms:
                by.setdefault(self._slots(term[1]), []).append(term)
            slots = self._fork(by)
        return Fight(tuple([self.bodies[number] for number in slots]), self.house)

    @fight.setter
    def fight(self, fight: Fight[B, T, H]) -> None:
        self.house = fight.house
        self._frame = Frame(tuple(map(self.bodies.number, fight.bodies)))
        self._terms: list[Term] = [self._frame.start()]

    # --- paths ------------------------------------------------------------------------------------

    def explore(
        self, rule: Callable[Concatenate[Any, P], object], *args: P.args, **kw: P.kwargs
    ) -> list[End]:
        """Run every path of a rule from the start."""
        ends = self._explore(Frame(self._frame.entry), rule, args, kw)
        return [
            End(
                self._answered(result),
                [(num, self._slots(since), bits) for num, since, bits in terms],
                weight,
                cases,
            )
            for result, terms, weight, cases in ends
        ]

    def _explore(
        self, frame: Frame, rule: Any, args: tuple[Any, ...], kw: dict[str, Any]
    ) -> list[tuple[Any, list[Term], int, int]]:
        outer = (
            self._frame, self._trail, self._given, self._at,
            self._terms, self._weight, self._cases, self._open, self._straight,
            self._passed, self._lasts, self._once,
        )  # fmt: skip
        waiting: list[Path] = [([], [frame.start()], 1, 1)]
        lasts: dict[Any, tuple[Last, list[Path]]] = {}
        self._frame, self._open, self._straight, self._lasts, self._once = frame, waiting, 0, lasts, set()
        start, ends = Last(rule, args, kw, (rule,)), []
        try:
            while waiting or lasts:
                if not waiting:
                    waiting.append(met(self.changes, *lasts.pop(next(iter(lasts)))))
                self._trail, self._terms, self._weight, self._cases = trail, *_ = waiting.pop()
                self._given, self._at = len(trail), 0
                self._held, self._waiting = (), []
                self._count()
                last = start
                if trail and type(trail[0]) is Last:
                    last, self._at = trail[0], 1
                self._passed = last.passed
                result = last.unit(self, *last.args, **last.kw)
                if result is PARKED:
                    continue
                if type(result) is Ends:
                    ends += [(each, terms, self._weight, self._cases) for each, terms in result.items()]
                    continue
                terms = self._terms
                if type(terms) is Round:
                    if result is not terms.end:
                        raise Endless("what a unit runs as its last act must be what it returns")
                    terms = terms.kept
                ends.append((result, terms, self._weight, self._cases))
        finally:
            (
                self._frame, self._trail, self._given, self._at,
                self._terms, self._weight, self._cases, self._open, self._straight,
                self._passed, self._lasts, self._once,
            ) = outer  # fmt: skip
        return ends

    def _count(self) -> None:
        """One more path.

        Raises OverBudget when that is too many, or when their states are too wide.
        """
        self.paths += 1
        if self.paths + (self.bodies.work - self._before) // WIDE > self.budget:
            raise OverBudget(self.budget)

    def _fork(self, by: dict[Any, list[Term]]) -> Any:
        """Go on with the first answer; the others wait."""
        answers = iter(by.items())
        value, self._terms = next(answers)
        if self._straight and len(by) > 1:
            raise Forks
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
        if self._straight and len(chance.faces) > 1:
            raise Forks
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
        at = len(self._trail)
        if self._at < self._given:
            at = self._at
            if type(self._trail[at]) is Chosen:
                self._at = at + 1
                value: O = self._trail[at].value
                return value
        value = self.policy(self, who, question, options, about)
        self._trail[at:] = [Chosen(value)]
        return value

    def call(self, unit: Callable[Concatenate[Any, P], A], *args: P.args, **kw: P.kwargs) -> A:
        """A unit is one request, whose answers are its results.

        Its changes come with them.
        """
        marked = self.rows.marks.of_unit(unit, args)
        if self._held:
            self._mark(marked)
            return unit(self, *args, **kw)
        at = self._at
        if at < self._given:
            self._at = at + 1
            answered: A = self._answered(self._trail[at])
            return answered
        known = self._unit(unit, args, kw)
        if self._stands(known, unit):
            known.met = self.rows.prices
            n, terms, weight, cases = len(self._trail), self._terms, self._weight, self._cases
            try:
                placed: A = self._in_place(marked, unit, args, kw)
                return placed
            except Forks:
                del self._trail[n:]
                self._terms, self._weight, self._cases = terms, weight, cases
                self.rows.straight[unit] = self.rows.straight.get(unit, 0) - 2
        forked: A = self._answered(self._fork(self._results(known, marked, unit, args, kw)))
        return forked

    def _stands(self, known: Unit, unit: Any) -> bool:
        """Whether to try a unit in place.

        It seldom forks, and has no rows or none that are of use.
        """
        rows = self.rows
        if rows.straight.get(unit, 0) < 0 or self._deep >= DEEPEST:
            return False
        return rows.worth.get(unit, 0) < WORTHLESS or (known.met != rows.prices and not known.rows)

    def _in_place(self, marked: int, unit: Any, args: tuple[Any, ...], kw: dict[str, Any]) -> Any:
        """The result of a unit that goes on in one way only, as if it stood here.

        Raises Forks when there are more; all is then as it was but for what has been read.
        """
        n, straight = len(self._trail), self.rows.straight
        self._straight += 1
        self._deep += 1
        try:
            self._mark(marked)
            result = unit(self, *args, **kw)
        finally:
            self._straight -= 1
            self._deep -= 1
        self._trail[n:] = [kept(result)]
        straight[unit] = min(SURE, straight.get(unit, 0) + 1)
        return result

    def again(self, unit: Callable[Concatenate[Any, P], A], *args: P.args, **kw: P.kwargs) -> A:
        """A unit as the last act of another one, whose results end this path.

        It goes on in place.  Where a second path comes to it with the same arguments, that one waits
        until no other can come, and goes on with all that have.  A unit whose last acts lead to
        itself gets rows, for it may come round.
        """
        if self._held or self._straight:
            return self.call(unit, *args, **kw)
        marked = self.rows.marks.of_unit(unit, args)
        if unit in self._passed:
            return Ends(self._results(self._unit(unit, args, kw), marked, unit, args, kw))  # type: ignore[return-value]
        self._mark(marked)
        self._passed = (*self._passed, unit)
        if self._at >= self._given and self._parked(unit, args, kw):
            return PARKED  # type: ignore[no-any-return]
        return unit(self, *args, **kw)

    def _parked(self, unit: Any, args: tuple[Any, ...], kw: dict[str, Any]) -> bool:
        """Whether to wait for others that come to this last act."""
        hopes = self.rows.meeting
        hope = hopes.get(unit, HOPE)
        if not hope:
            return False
        key = key_of(unit, args, kw)
        if key in self._once:
            hopes[unit] = hope = SURE_TO_MEET
        elif hope < SURE_TO_MEET:
            self._once.add(key)
            hopes[unit] = hope - 1
            return False
        last, paths = self._lasts.setdefault(key, (Last(unit, args, kw, self._passed), []))
        if last.passed != self._passed:
            last = last._replace(passed=tuple(dict.fromkeys((*last.passed, *self._passed))))
            self._lasts[key] = last, paths
        paths.append(([], self._terms, self._weight, self._cases))
        self._terms = Round(self._terms, PARKED)
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
        at = self._at
        value: R
        if at < self._given:
            self._at = at + 1
            value = self._trail[at]
            return value
        marked = self.rows.marks.of_unit(unit, args)
        by: dict[Any, dict[tuple[Slots, int], int]] = {}
        for result, terms in self._results(self._unit(unit, args, kw), marked, unit, args, kw).items():
            ways = by.setdefault(told(result), {})
            for num, since, bits in self._after(effect(result), terms):
                ways[since, bits] = ways.get((since, bits), 0) + num
        alike = {
            each: [(num, *way) for way, num in mixed(self.changes, ways).items()] for each, ways in by.items()
        }
        value = self._fork(alike)
        return value

    def _unit(self, unit: Any, args: tuple[Any, ...], kw: dict[str, Any]) -> Unit:
        """What is known of a unit with these arguments."""
        key = key_of(unit, args, kw)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = Unit()
        return known

    def _results(
        self, known: Unit, marked: int, unit: Any, args: tuple[Any, ...], kw: dict[str, Any]
    ) -> dict[Any, list[Term]]:
        """What a unit comes to from here, with the terms of each result."""
        rows = [self._row(known, term[1], unit, args, kw) for term in self._terms]
        cases = rows[0].cases if len(rows) == 1 else lcm(*{row.cases for row in rows})
        by: dict[Any, list[Term]] = {}
        for (num, since, bits), row in zip(self._terms, rows, strict=True):
            scale, all_marks = num * (cases // row.cases), bits | marked
            for result, ways in row.outcomes:
                terms = by.setdefault(result, [])
                for n, changed, set_ in ways:
                    now = self._changed(since, changed) if changed else since
                    terms.append((scale * n, now, all_marks | set_))
        self._cases *= cases
        return by

    def _answered(self, result: Any) -> Any:
        """The result of a unit as the rule gets it."""
        kind = type(result)
        if kind is Loop:
            self._terms = Round(self._terms, result)
        elif kind is Kept:
            return result.bound(self)
        return result

    def enough(self, holds: bool) -> bool:
        """Give up on an endless row of dice here; the weight of it is marked."""
        if holds:
            self._mark(CUT)
        return holds

    def happen(self, effect: Effect, rules: tuple[str, ...]) -> None:
        """Change one body in all terms."""
        if self._at < self._given:
            return
        read = cast("Read", Heeded(effect))
        for other in effect.others:
            self._terms = [term for terms in self._split(read, (other,)).values() for term in terms]
        self._terms = self._after(effect, self._terms)

    def _after(self, effect: Effect, terms: list[Term]) -> list[Term]:
        """The terms after an effect; what it reads of others is certain in each of them."""
        marked = self.rows.marks.of_effect(effect)
        if self._coarse:
            effect = effect.coarse
        who, others, change = effect.who, effect.others, self.changes.effect(effect)
        read, after = cast("Read", Heeded(effect)), []
        for num, since, bits in terms:
            if others:
                like = [self.bodies.like(read, self._number(since, other)) for other in others]
                change = self.changes.effect(effect, tuple(like))
            after.append((num, self._changed(since, ((who, change),)), bits | marked))
        return after

    def _mark(self, bits: int) -> None:
        if bits and self._at == self._given:
            self._terms = [(num, since, set_ | bits) for num, since, set_ in self._terms]

    def _changed(self, since: Slots, changed: Iterable[tuple[int, int]]) -> Slots:
        """What has changed, with further changes."""
        found, both = list(since), self.changes.both
        for who, change in changed:
            found[who] = both(found[who], change)
        return tuple(found)

    # --- what is read -----------------------------------------------------------------------------

    def _number(self, since: Slots, who: int) -> int:
        """What a body is by now; found out only when somebody looks."""
        change, number = since[who], self._frame.entry[who]
        return self.changes.made(change, number) if change else number

    def _slots(self, since: Slots) -> Slots:
        made = self.changes.made
        return tuple([made(change, number) for change, number in zip(since, self._frame.entry, strict=True)])

    def ask(self, read: Callable[..., A], whos: tuple[Who, ...]) -> A:
        """A fact: one path for each answer that it has in the worlds of this one."""
        at = self._at
        value: A
        if at < self._given:
            self._at = at + 1
            value = self._trail[at]
            return value
        if len(self._terms) == 1:
            since, one = self._terms[0][1], whos[0]
            number = self._number(since, one)
            if len(whos) == 1:
                value = self.bodies.answer(read, number)
                if value is not MANY:
                    self._frame.facts[read, one, since[one]] = value
                    self._trail.append(value)
                    return value
            elif number >= 0 and (other := self._number(since, whos[1])) >= 0:
                value = self.bodies.pair(read, number, other)
                self._frame.learn(read, whos, since, value)
                self._trail.append(value)
                return value
        value = self._fork(self._split(read, whos))
        return value

    def _split(self, read: Read, whos: tuple[Who, ...]) -> dict[Any, list[Term]]:
        """The terms by what a read gives in them.

        It is noted as a fact, or for whom it was none.
        """
        frame, terms, fact = self._frame, self._terms, (read, whos)
        if len(whos) == 2 and whos[0] == whos[1]:
            read, whos = twice(read), whos[:1]
        numbers = [tuple([self._number(since, who) for who in whos]) for _, since, _ in terms]
        answers = {self.bodies.answer(read, *each) for each in numbers}
        if len(answers) == 1 and MANY not in answers:
            for value, (_, since, _) in product(answers, terms):
                frame.learn(*fact, since, value)
            return dict.fromkeys(answers, terms)
        if self._straight:
            raise Forks
        frame.exact.update(whos)
        parts = [self.bodies.parts(read, each) for each in numbers]
        cases = lcm(*{part.cases for part in parts})
        by: dict[Any, list[Term]] = {}
        for (num, since, bits), part in zip(terms, parts, strict=True):
            scale = num * (cases // part.cases)
            for answer, weight, found in part.by:
                known = [(who, self.changes.to(n)) for who, n in zip(whos, found, strict=True)]
                by.setdefault(answer, []).append((scale * weight, self._changed(since, known), bits))
        self._cases *= cases
        return by

    def _divide(self, who: int) -> None:
        """See to it that the body of this fighter is certain in each term."""
        known = [self.bodies.items(self._number(since, who)) for _, since, _ in self._terms]
        cases = lcm(*{total for total, _ in known})
        self._cases *= cases
        self._terms = [
            (num * w * (cases // total), self._changed(since, ((who, self.changes.to(number)),)), bits)
            for (num, since, bits), (total, items) in zip(self._terms, known, strict=True)
            for number, w in items
        ]

    def refer(self, read: Callable[[Any], Who | None], who: Who) -> Who | None:
        """A fact that names a fighter."""
        return self.ask(read, (who,))

    def ranked(self, rank: Callable[[Any, Any], Any], who: Who) -> list[Who]:
        """All fighters with a place, lowest first: everybody is looked at."""
        everyone = [Who(i) for i in range(len(self._frame.entry) - 1)]
        return in_order(lambda rank, i: self.ask(rank, (who, i)), rank, everyone)

    def least(self, rank: Callable[[Any, Any], Any], who: Who) -> Who | None:
        """The fighter with the lowest place, of equals the next round the table."""
        everyone = round_from(who, len(self._frame.entry) - 1)
        return first_of(lambda rank, i: self.ask(rank, (who, i)), rank, everyone)

    def some(self, test: Callable[[Any, Any], bool], who: Who) -> bool:
        """Whether the test holds for anybody else; none is looked at behind it."""
        everyone = map(Who, range(len(self._frame.entry) - 1))
        return any(self.ask(test, (who, i)) for i in everyone if i != who)

    def alike(self, place: Callable[[Any], Any], who: Who) -> bool:
        """Whether anybody else has the same place, which is not None."""
        mine = self.ask(place, (who,))
        everyone = map(Who, range(len(self._frame.entry) - 1))
        return mine is not None and any(self.ask(place, (i,)) == mine for i in everyone if i != who)

    # --- rows -------------------------------------------------------------------------------------

    def _row(self, known: Unit, since: Slots, unit: Any, args: tuple[Any, ...], kw: dict[str, Any]) -> Row:
        """The row of a unit in this state: a known one that holds here, or a new one."""
        if known.open:
            slots = self._slots(since)
            loop = known.open.get(slots)
            if loop is not None:
                return Row(Frame(slots), [Outcome(loop, ((1, (), 0),))], 1)
        worth = self.rows.worth
        for row in known.rows:
            if row.fits(self.changes, self._frame.entry, since):
                worth[unit] = worth.get(unit, 0) + 2
                break
        else:
            row = self._priced(known, self._slots(since), unit, args, kw)
            known.keep(row)
        self._frame.used[id(row), since] = row
        return row

    def _priced(self, known: Unit, slots: Slots, unit: Any, args: tuple[Any, ...], kw: dict[str, Any]) -> Row:
        if self._deep >= DEEPEST:
            raise Endless(f"more than {DEEPEST} units within units; sample it instead")
        frame = Frame(slots)
        known.open[slots] = frame.loop
        self._deep += 1
        try:
            ends = self._explore(frame, unit, args, kw)
            if len(ends) == 1:
                straight, worth = self.rows.straight, self.rows.worth
                straight[unit] = min(SURE, straight.get(unit, 0) + 1)
                worth[unit] = worth.get(unit, 0) - 1
        finally:
            self._deep -= 1
            del known.open[slots]
        return Row(frame, *outcomes(self.changes, frame, ends))
