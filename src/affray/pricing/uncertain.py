"""A play that knows the state as far as the rule has looked, and no further.

What the rule has not looked at since chance changed it stays a mixture.  A read divides a mixture by its
answers: each answer is a way on, with its share of the weight.  In every world that a way stands for, the
rule has been told the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product
from math import lcm
from typing import Any, TypeVar, cast

from affray.core.effect import Effect, Who
from affray.core.fight import Fight
from affray.core.play import Play, first_of, in_order, round_from
from affray.pricing.bodies import VARIES, Read
from affray.pricing.cache import ResultCache, Slots, Term
from affray.pricing.frame import DependsOn, Forks, UnitFrame, twice
from affray.pricing.marks import CUT

B = TypeVar("B")
T = TypeVar("T")
H = TypeVar("H")
A = TypeVar("A")


class Uncertain(Play[B, T, H]):
    """A play whose state is a sum of terms, each a product of mixtures (see `Term`).

    A fork goes on with the first way; the others wait in the frame (`Exact` runs them).
    """

    noting = True

    def __init__(self, fight: Fight[B, T, H], cache: ResultCache, coarse: bool = False) -> None:
        self.cache, self.bodies, self.changes = cache, cache.bodies, cache.changes
        self._coarse = coarse
        super().__init__(fight)

    @property
    def fight(self) -> Fight[B, T, H]:
        """The whole state; to read it is to look at everything, so it divides every mixture."""
        frame, at = self._frame, self._frame.at
        if at < frame.given:
            frame.at, slots = at + 1, frame.trail[at]
        elif frame.straight:
            raise Forks
        else:
            everyone = range(len(frame.entry))
            frame.dependencies.exact.update(everyone)
            for who in everyone:
                self._divide(who)
            by: dict[Any, list[Term]] = {}
            for term in frame.terms:
                by.setdefault(self._slots(term[1]), []).append(term)
            slots = self._fork(by)
        return Fight(tuple([self.bodies[number] for number in slots]), self.house, self._gone)

    @fight.setter
    def fight(self, fight: Fight[B, T, H]) -> None:
        self.house, self._gone, self._those = fight.house, fight.gone, fight.here
        self._frame = UnitFrame(tuple(map(self.bodies.number, fight.bodies)))
        self._frame.begin()

    def _fork(self, by: dict[Any, list[Term]]) -> Any:
        """Go on with the first answer; the others wait."""
        frame, answers = self._frame, iter(by.items())
        value, frame.terms = next(answers)
        if frame.straight and len(by) > 1:
            raise Forks
        for other, terms in answers:
            frame.waiting.append(([*frame.trail, other], terms, frame.weight, frame.cases))
        frame.trail.append(value)
        return value

    # --- what happens -----------------------------------------------------------------------------

    def enough(self, holds: bool) -> bool:
        """Give up on endless dice here; the weight of it is marked, and told with the price."""
        if holds:
            self._mark(CUT)
        return holds

    def happen(self, effect: Effect, rules: tuple[str, ...]) -> None:
        """Change one body in all terms."""
        frame = self._frame
        if frame.at < frame.given:
            return
        # What the effect reads of others is made certain first.  Else what becomes of one body would
        # depend on which one another is, and they would no longer be independent of each other.
        read = cast("Read", DependsOn(effect))
        for other in effect.others:
            frame.terms = [term for terms in self._split(read, (other,)).values() for term in terms]
        frame.terms = self._after(effect, frame.terms)

    def _after(self, effect: Effect, terms: list[Term]) -> list[Term]:
        """The terms after an effect; what it reads of others is certain in each of them."""
        marked = self.cache.marks.of_effect(effect)
        if self._coarse:
            effect = effect.coarse
        who, others, change = effect.who, effect.others, self.changes.effect(effect)
        read, after = cast("Read", DependsOn(effect)), []
        for num, since, bits in terms:
            if others:
                # One body stands for all that make the same of it, so these are one and the same change.
                like = [self.bodies.like(read, self._number(since, other)) for other in others]
                change = self.changes.effect(effect, tuple(like))
            after.append((num, self._changed(since, ((who, change),)), bits | marked))
        return after

    def _mark(self, bits: int) -> None:
        frame = self._frame
        if bits and frame.at == frame.given:
            frame.terms = [(num, since, set_ | bits) for num, since, set_ in frame.terms]

    def _changed(self, since: Slots, changed: Iterable[tuple[int, int]]) -> Slots:
        """What has changed, with further changes."""
        after, both = list(since), self.changes.both
        for who, change in changed:
            after[who] = both(after[who], change)
        return tuple(after)

    # --- what is read -----------------------------------------------------------------------------

    def _number(self, since: Slots, who: int) -> int:
        """What a body is by now; found out only when somebody looks."""
        change, number = since[who], self._frame.entry[who]
        return self.changes.made(change, number) if change else number

    def _slots(self, since: Slots) -> Slots:
        """What all bodies are by now."""
        made = self.changes.made
        return tuple([made(change, number) for change, number in zip(since, self._frame.entry, strict=True)])

    def ask(self, read: Callable[..., A], whos: tuple[Who, ...]) -> A:
        """A fact: one path for each answer that it has in the worlds of this one."""
        frame = self._frame
        at = frame.at
        value: A
        if at < frame.given:
            frame.at = at + 1
            value = frame.trail[at]
            return value
        # Most facts are asked where there is one term, and have one answer in it.  `_split` would do for
        # them, too, but builds dicts and tuples for each: so their way is written out here.
        if len(frame.terms) == 1:
            since, one = frame.terms[0][1], whos[0]
            number = self._number(since, one)
            if len(whos) == 1:
                value = self.bodies.answer(read, number)
                if value is not VARIES:
                    frame.dependencies.facts[read, one, since[one]] = value
                    frame.trail.append(value)
                    return value
            elif number >= 0 and (other := self._number(since, whos[1])) >= 0:
                value = self.bodies.pair(read, number, other)
                frame.dependencies.learn(read, whos, since, value)
                frame.trail.append(value)
                return value
        value = self._fork(self._split(read, whos))
        return value

    def _split(self, read: Read, whos: tuple[Who, ...]) -> dict[Any, list[Term]]:
        """The terms by what a read gives in them.

        Where it gives one answer in all of them it is noted as a fact; else their bodies have to be the
        same ones, for how likely each answer is depends on them.
        """
        frame, terms, fact = self._frame, self._frame.terms, (read, whos)
        if len(whos) == 2 and whos[0] == whos[1]:
            # One body in two places is not independent of itself: it is read as one.
            read, whos = twice(read), whos[:1]
        numbers = [tuple([self._number(since, who) for who in whos]) for _, since, _ in terms]
        answers = {self.bodies.answer(read, *each) for each in numbers}
        if len(answers) == 1 and VARIES not in answers:
            for value, (_, since, _) in product(answers, terms):
                frame.dependencies.learn(*fact, since, value)
            return dict.fromkeys(answers, terms)
        if frame.straight:
            raise Forks
        frame.dependencies.exact.update(whos)
        divisions = [self.bodies.divided(read, each) for each in numbers]
        cases = lcm(*{division.cases for division in divisions})
        by: dict[Any, list[Term]] = {}
        for (num, since, bits), division in zip(terms, divisions, strict=True):
            scale = num * (cases // division.cases)
            for answer, weight, left in division.by:
                known = [(who, self.changes.to(n)) for who, n in zip(whos, left, strict=True)]
                by.setdefault(answer, []).append((scale * weight, self._changed(since, known), bits))
        frame.cases *= cases
        return by

    def _divide(self, who: int) -> None:
        """See to it that the body of this fighter is certain in each term."""
        frame = self._frame
        known = [self.bodies.items(self._number(since, who)) for _, since, _ in frame.terms]
        cases = lcm(*{total for total, _ in known})
        frame.cases *= cases
        frame.terms = [
            (num * w * (cases // total), self._changed(since, ((who, self.changes.to(number)),)), bits)
            for (num, since, bits), (total, items) in zip(frame.terms, known, strict=True)
            for number, w in items
        ]

    def refer(self, read: Callable[[Any], Who | None], who: Who) -> Who | None:
        """A fact that names a fighter."""
        return self.ask(read, (who,))

    def ranked(self, rank: Callable[[Any, Any], Any], who: Who) -> list[Who]:
        """All fighters with a place, lowest first: everybody is looked at."""
        return in_order(lambda rank, i: self.ask(rank, (who, i)), rank, self._those)

    def least(self, rank: Callable[[Any, Any], Any], who: Who) -> Who | None:
        """The fighter with the lowest place, of equals the next round the table."""
        everyone = round_from(who, len(self._frame.entry) - 1)
        if self._gone:
            everyone = [i for i in everyone if i not in self._gone]
        return first_of(lambda rank, i: self.ask(rank, (who, i)), rank, everyone)

    def some(self, test: Callable[[Any, Any], bool], who: Who) -> bool:
        """Whether the test holds for anybody else; none is looked at behind it."""
        return any(self.ask(test, (who, i)) for i in self._those if i != who)

    def alike(self, place: Callable[[Any], Any], who: Who) -> bool:
        """Whether anybody else has the same place, which is not None."""
        mine = self.ask(place, (who,))
        return mine is not None and any(self.ask(place, (i,)) == mine for i in self._those if i != who)
