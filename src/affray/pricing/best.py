"""Best choices: the odds when everybody chooses what is best for their side.

All that can be answered is a tree, and choices are taken from the back: of the options, the one is
kept that leaves the side of whoever chooses best off.  Places from which everything goes on alike
are one place, however one came there: the state is the same, and so is all that the units which are
not over have been told.  Dice that may go on for ever come round to a place that was met
before; what is best there is best each time, so the weight of coming round is divided out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, partial
from typing import Any, NamedTuple, NoReturn, TypeVar

from affray.core.act import Act
from affray.core.dice import Chance
from affray.core.effect import TABLE, Effect, Who
from affray.core.errors import Endless, OverBudget
from affray.core.fight import GameFight
from affray.core.message import figure, msg
from affray.core.play import AnyPlay
from affray.core.request import ChanceRequest, ChoiceRequest, Request
from affray.core.ruleset import Changed, Measure, Ruleset
from affray.pricing.cache import Detached, detached, unbound
from affray.pricing.marks import CUT, Marks
from affray.pricing.odds import ActionOdds, Distribution

T = TypeVar("T")
State = GameFight
Utility = Callable[[State, State, str], int | Fraction]
"""How well off a side is, from the fight before and after."""

PLACES = 20_000
"""Different rolls, choices and ends that are looked at before a tree is refused."""
LONGEST = 120
"""Answers one after another before a tree is refused: Python's own limit is near."""


class Decision(NamedTuple):
    """What is chosen, by whom, at which question, and after which answers.

    Where several rows of answers lead to the same place, it is the first of them.
    """

    who: Who
    question: str
    after: tuple[Any, ...]
    option: Any


class Best(NamedTuple):
    """The odds, how well off each side can expect to be, and what is chosen."""

    odds: ActionOdds
    utility: dict[str, Fraction]
    plan: tuple[Decision, ...]


def best_choices(
    ruleset: Ruleset,
    fight: State,
    who: Who,
    act: Act,
    *,
    utility: Utility | None = None,
    budget: int = PLACES,
) -> Best:
    """What an action comes to when everybody chooses what is best for their side.

    `utility` is by default what the other sides lose less what the own side loses, by the
    ruleset's `loss`.  Of equal options the first is taken; the game master's own choices take the
    first.  Raises OverBudget when the tree is too large, Illegal when the action is forbidden.
    """
    tree = _Tree(ruleset, fight, who, act, utility or losses(ruleset), budget)
    root = tree.root()
    odds, plan = tree.odds(root)
    return Best(odds, root.utility, tuple(sorted(plan, key=lambda decision: len(decision.after))))


def losses(ruleset: Ruleset) -> Utility:
    """What the other sides lose, less what the own side loses."""

    @cache
    def sides(fight: State) -> tuple[str, ...]:
        return tuple([ruleset.words.card(fight, one).side for one in fight.everyone])

    def utility(before: State, after: State, side: str) -> int:
        gained = 0
        for was, now, its in zip(before.fighters, after.fighters, sides(before), strict=True):
            if was is not now:
                lost = ruleset.loss(was, now)
                gained += -lost if its == side else lost
        return gained

    return utility


class _Place:
    """A place in the tree: how well off it leaves each side, and the ways on.

    The ways on from a choice are those of the best option.  `back` holds the chance of coming round
    to earlier places, each by how many answers had been given there; `again` is the chance of
    coming round to this very one.  An end has what was measured, and no ways.
    """

    __slots__ = ("again", "back", "decision", "measured", "utility", "ways")

    def __init__(self, ways: Sequence[tuple[Fraction, _Place]], back: dict[int, Fraction]) -> None:
        self.ways, self.back, self.again = ways, back, Fraction()
        self.utility: dict[str, Fraction] = {}
        self.decision: Decision | None = None
        self.measured: tuple[Any, ...] | None = None
        for weight, place in ways:
            _add(self.utility, place.utility, weight)
            _add(self.back, place.back, weight)

    def settle(self, given: int) -> None:
        """Divide out the ways back to this very place."""
        again = self.back.pop(given, None)
        if again is None:
            return
        if again == 1:
            raise Endless("a choice comes round to itself for ever")
        self.again = again
        self.utility = {side: amount / (1 - again) for side, amount in self.utility.items()}
        self.back = {place: amount / (1 - again) for place, amount in self.back.items()}


def _add(sums: dict[Any, Fraction], added: dict[Any, Fraction], weight: Fraction) -> None:
    for key, amount in added.items():
        sums[key] = sums.get(key, Fraction()) + weight * amount


class _Unit(NamedTuple):
    """A unit that is not over: the state it began in, and the answers it has had.

    `name` is the unit with its arguments, equal for equal ones; `place` is how many answers had been
    given before it; `around` stands for all units around it with what they were told; `passed` are
    those whose tail calls led to it.
    """

    unit: Callable[..., Any]
    args: tuple[Any, ...]
    kw: dict[str, Any]
    name: tuple[Any, ...]
    fight: State
    bits: int
    place: int
    around: int
    passed: tuple[_Unit, ...] = ()
    answers: tuple[Any, ...] = ()

    def like(self, other: _Unit) -> _Unit | None:
        """The one of this and those it followed that began just as the other one."""
        for one in (self, *self.passed):
            if one.name == other.name and one.bits == other.bits and one.fight == other.fight:
                return one
        return None


class _Done(NamedTuple):
    """A unit that is over, as an answer to the one around it."""

    result: Any
    fight: State
    bits: int


class _Round(NamedTuple):
    """The result of a unit that would begin just as one around it did."""

    of: _Unit


class _Tree:
    """All that can be answered while an action is performed.

    Only the innermost unit is run, from its start for each answer that it gets; once it is over, the one
    around it goes on.
    """

    def __init__(
        self, ruleset: Ruleset, fight: State, who: Who, act: Act, utility: Utility, budget: int
    ) -> None:
        self.ruleset, self.fight, self.who, self.act = ruleset, fight, who, act
        self.utility, self.budget, self.places = utility, budget, list[_Place]()
        self.sides = {one: ruleset.words.card(fight, one).side for one in fight.everyone}
        self.measures = ruleset.measures(fight, who, act)
        self.marks = Marks()
        self.marks.watch(self.measures)
        self.walk = _Walk(fight, self.marks)
        self._known: dict[tuple[Any, ...], _Place] = {}
        self._around: dict[tuple[Any, ...], int] = {}

    def root(self) -> _Place:
        """Where the action begins."""
        args = (self.ruleset.view(self.walk, self.who), self.act)
        bits = self.marks.of_unit(self.ruleset.priced, args)
        name = (self.ruleset.priced, self.who, self.act)
        return self._place([_Unit(self.ruleset.priced, args, {}, name, self.fight, bits, 0, 0)], ())

    def _place(self, units: list[_Unit], given: tuple[Any, ...]) -> _Place:
        """Where the next answer is needed, or the end, or a place met before."""
        walk, met = self.walk, list[tuple[Any, ...]]()
        while units:
            try:
                result = walk.run(units[-1])
            except _Begun as begun:
                result = self._begun(units, begun, len(given))
                if type(result) is not _Round:
                    top = units[-1]
                    if not top.answers:
                        met.append((top.around, top.name, (), top.fight.bodies, top.bits))
                        if met[-1] in self._known:
                            break
                    continue
            except (_Dice, _Choice) as asked:
                top = units[-1]
                met.append((top.around, top.name, tuple(walk.told), walk.fight.bodies, walk.bits))
                return self._met(met, partial(self._asked, asked, units, given), len(given))
            over = units.pop()
            if type(result) is _Round and over.like(result.of):
                return _Place((), {result.of.place: Fraction(1)})
            if self._over(units, over.around, result, met):
                break
        return self._met(met, self._end, len(given))

    def _over(self, units: list[_Unit], around: int, result: Any, met: list[tuple[Any, ...]]) -> bool:
        """Tell the unit around one that is over, unless the rest is known; says whether it is."""
        walk = self.walk
        if type(result) is not _Round:
            result = detached(result)
            met.append((around, result, walk.fight.bodies, walk.bits))
            if met[-1] in self._known:
                return True
        if units:
            done = _Done(result, walk.fight, walk.bits)
            units[-1] = units[-1]._replace(answers=(*units[-1].answers, done))
        return False

    def _met(self, keys: list[tuple[Any, ...]], new: Callable[[], _Place], given: int) -> _Place:
        """The place of the last of these keys, whose others lead there.

        A known one or a new one; one that leads back to a place before it is known here only.
        Raises OverBudget.
        """
        place = self._known.get(keys[-1])
        if place is None:
            place = new()
            place.settle(given)
            self.places.append(place)
            # Counted when they are finished, which is what `odds` goes through backwards.
            if len(self.places) > self.budget:
                raise OverBudget(
                    self.budget,
                    msg("more than {budget} places in the tree of choices", budget=figure(self.budget, ",")),
                )
        if not place.back:
            self._known.update(dict.fromkeys(keys, place))
        return place

    def _begun(self, units: list[_Unit], begun: _Begun, given: int) -> _Round | None:
        """A unit begins within the innermost one or, as its tail call, in its place.

        What comes round is over at once: as the tail call it is the result, else an answer.
        """
        top = units[-1]
        around, passed = top.around, (*top.passed, top)
        if not begun.last:
            told = (around, top.name, tuple(self.walk.told))
            around, passed = self._around.setdefault(told, len(self._around) + 1), ()
        name = (begun.unit, tuple([unbound(a) for a in begun.args]), tuple(begun.kw.items()))
        now = self.walk.fight
        fresh = _Unit(begun.unit, begun.args, begun.kw, name, now, begun.bits, given, around, passed)
        like = next((unit_like for unit in reversed(units) if (unit_like := unit.like(fresh))), None)
        if like is None:
            units[len(units) - begun.last :] = [fresh]
            return None
        if begun.last:
            return _Round(like)
        done = _Done(_Round(like), self.walk.fight, begun.bits)
        units[-1] = top._replace(answers=(*top.answers, done))
        return None

    def _asked(self, asked: _Dice | _Choice, units: list[_Unit], given: tuple[Any, ...]) -> _Place:
        """A new place: of dice the mean, of choices the best."""
        # Each answer goes some calls deeper, so a tree can be too deep long before it is too large.
        if len(given) > LONGEST:
            raise OverBudget(self.budget, msg("more than {longest} answers in a row", longest=LONGEST))
        if isinstance(asked, _Choice):
            return self._chosen(asked, units, given)
        total = asked.chance.total
        ways = [(Fraction(w, total), self._after(face, units, given)) for face, w in asked.chance.faces]
        return _Place(ways, {})

    def _after(self, answer: Any, units: list[_Unit], given: tuple[Any, ...]) -> _Place:
        """The place after this answer."""
        top = units[-1]
        told = top._replace(answers=(*top.answers, answer))
        return self._place([*units[:-1], told], (*given, answer))

    def _chosen(self, asked: _Choice, units: list[_Unit], given: tuple[Any, ...]) -> _Place:
        if asked.who == TABLE:
            return _Place([(Fraction(1), self._after(asked.options[0], units, given))], {})
        places = [_Place([(Fraction(1), self._after(o, units, given))], {}) for o in asked.options]
        for place in places:
            place.settle(len(given))
        if len(places) > 1 and any(place.back for place in places):
            # What is best here would depend on what it is worth to come back here: a fixed point, and
            # no sum that is taken once from the back.
            raise Endless("a choice within dice that come round to before it")
        side = self.sides[asked.who]
        # Of equal options the first, which does nothing or the least.
        best = max(range(len(places)), key=lambda n: (places[n].utility[side], -n))
        places[best].decision = Decision(asked.who, asked.question, given, asked.options[best])
        return places[best]

    def _end(self) -> _Place:
        after, bits = self.walk.fight, self.walk.bits
        place = _Place((), {})
        sides = set(self.sides.values())
        place.utility = {side: Fraction(self.utility(self.fight, after, side)) for side in sides}
        place.measured = (*[self._measured(measure) for measure in self.measures], bits & CUT)
        return place

    def _measured(self, measure: Measure) -> Any:
        by = measure.by
        if isinstance(by, Changed):
            return by.value(self.fight.bodies[by.who], self.walk.fight.bodies[by.who])
        return bool(self.walk.bits & self.marks.bits[by])

    def odds(self, root: _Place) -> tuple[ActionOdds, list[Decision]]:
        """The odds of the whole, and all decisions that can come up."""
        chances: dict[_Place, Fraction] = {root: Fraction(1)}
        ends: dict[tuple[Any, ...], Fraction] = {}
        plan = []
        for place in reversed(self.places):  # what leads to a place was finished after it
            chance = chances.pop(place, Fraction()) / (1 - place.again)
            if chance and place.decision is not None:
                plan.append(place.decision)
            if chance and place.measured is not None:
                ends[place.measured] = ends.get(place.measured, Fraction()) + chance
            for weight, way in place.ways if chance else ():
                chances[way] = chances.get(way, Fraction()) + chance * weight
        asked = []
        for n, measure in enumerate(self.measures):
            values: dict[Any, Fraction] = {}
            for end, chance in ends.items():
                values[end[n]] = values.get(end[n], Fraction()) + chance
            if any(values) or not measure.aside:
                asked.append(Distribution.of(measure, values))
        tail = sum((chance for end, chance in ends.items() if end[-1]), Fraction())
        return ActionOdds(self.who, self.act, tuple(asked), tail=tail, paths=len(self.places)), plan


class _Dice(Exception):
    """Waiting for a roll."""

    def __init__(self, chance: Chance[Any]) -> None:
        self.chance = chance


class _Choice(Exception):
    """Somebody is asked."""

    def __init__(self, who: Who, question: str, options: Sequence[Any]) -> None:
        self.who, self.question, self.options = who, question, options


class _Begun(Exception):
    """A unit begins, or follows another one as its tail call."""

    def __init__(
        self, unit: Callable[..., Any], args: tuple[Any, ...], kw: dict[str, Any], bits: int, last: bool
    ) -> None:
        self.unit, self.args, self.kw, self.bits, self.last = unit, args, kw, bits, last


class _Walk(AnyPlay):
    """One unit at a time, which stops at the first answer that is missing.

    `told` is everything that it was told so far: answers, results, and what it read.
    """

    noting = True

    def __init__(self, fight: State, marks: Marks) -> None:
        super().__init__(fight)
        self.marks, self.bits = marks, 0
        self.told: list[Any] = []
        self._answers: tuple[Any, ...] = ()
        self._at, self._round = 0, False

    def run(self, unit: _Unit) -> Any:
        """The result of a unit; raises what is missing."""
        self.fight, self.bits, self._answers = unit.fight, unit.bits, unit.answers
        self.told, self._at, self._round = [], 0, False
        self._held, self._waiting = (), []
        result = unit.unit(self, *unit.args, **unit.kw)
        if self._round and type(result) is not _Round:
            raise Endless("a unit that runs itself again in the same state must return that")
        return result

    def _go_on(self) -> None:
        if self._round:
            raise Endless("a unit that runs itself again in the same state must end there")

    def _next(self, stop: Callable[[], Exception]) -> Any:
        self._go_on()
        if self._at == len(self._answers):
            raise stop()
        self._at += 1
        self.told.append(self._answers[self._at - 1])
        return self.told[-1]

    def answer(self, request: Request) -> Any:
        """The next answer; raises what is missing."""
        if type(request) is ChanceRequest:
            return self._next(lambda: _Dice(request.chance))
        choice: ChoiceRequest[Any] = request
        return self._next(lambda: _Choice(choice.who.who, choice.question, tuple(choice.options())))

    def call(self, unit: Callable[..., Any], *args: Any, **kw: Any) -> Any:
        """The result of a unit, once it is over."""
        bits = self.bits | self.marks.of_unit(unit, args)
        if self._held:
            self.bits = bits
            return unit(self, *args, **kw)
        done = self._next(lambda: _Begun(unit, args, kw, bits, last=False))
        self.told[-1], self.fight, self.bits = done
        self._round = type(done.result) is _Round
        return done.result.bound(self) if type(done.result) is Detached else done.result

    def again(self, unit: Callable[..., Any], *args: Any, **kw: Any) -> NoReturn:
        """Go on with a unit in place of this one."""
        if self._held:
            return self.call(unit, *args, **kw)  # type: ignore[misc]
        self._go_on()
        raise _Begun(unit, args, kw, self.bits | self.marks.of_unit(unit, args), last=True)

    def happen(self, effect: Effect, rules: tuple[str, ...]) -> None:
        """Apply it."""
        self._go_on()
        self.bits |= self.marks.of_effect(effect)
        self.fight = self.fight.after(effect)

    def _tell(self, answer: T) -> T:
        self._go_on()
        self.told.append(answer)
        return answer

    def ask(self, read: Callable[..., Any], whos: tuple[Who, ...]) -> Any:
        """A fact."""
        return self._tell(super().ask(read, whos))

    def refer(self, read: Callable[[Any], Who | None], who: Who) -> Who | None:
        """A fact that names a fighter."""
        return self._tell(super().refer(read, who))

    def ranked(self, rank: Callable[[Any, Any], Any], who: Who) -> list[Who]:
        """All fighters with a place, lowest first."""
        return list(self._tell(tuple(super().ranked(rank, who))))

    def least(self, rank: Callable[[Any, Any], Any], who: Who) -> Who | None:
        """The fighter with the lowest place."""
        return self._tell(super().least(rank, who))

    def some(self, test: Callable[[Any, Any], bool], who: Who) -> bool:
        """Whether the test holds for anybody else."""
        return self._tell(super().some(test, who))

    def alike(self, place: Callable[[Any], Any], who: Who) -> bool:
        """Whether anybody else has the same place, which is not None."""
        return self._tell(super().alike(place, who))

    def enough(self, holds: bool) -> bool:
        """Give up on an endless row of dice here; the weight of it is marked."""
        if holds:
            self.bits |= CUT
        return holds
