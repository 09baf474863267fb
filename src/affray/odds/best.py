"""Best choices: the odds when everybody chooses what is best for their side.

Every path is followed by itself to its end, and choices are taken from the back: of the options,
the one is kept that leaves the side of whoever chooses best off.  Rows of dice that may go on for
ever come round to a choice that was met before; what is best there is best each time, so the
weight of coming round is divided out.  Only small trees can be searched so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from affray.core.act import Act
from affray.core.dice import Chance
from affray.core.effect import TABLE, Effect, Who
from affray.core.errors import Endless, OverBudget, Refusal
from affray.core.fight import Fight
from affray.core.marks import CUT, Marks
from affray.core.play import Play
from affray.core.row import Loop, named
from affray.core.ruleset import Changed, Measure, Ruleset
from affray.core.tally import NOTHING, Tally
from affray.core.view import View
from affray.odds.odds import ActionOdds, Distribution

State = Fight[Any, Any, Any]
Utility = Callable[[State, State, str], int | Fraction]
"""How well off a side is, from the fight before and after."""

PLACES = 20_000
"""Rolls, choices and ends that are looked at before a tree is refused."""


class Decision(NamedTuple):
    """What is chosen, by whom, at which question, and after which answers."""

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
    worth = tree.worth([])
    plan = sorted(worth.plan, key=lambda decision: len(decision.after))
    return Best(tree.odds(worth), worth.utility, tuple(plan))


def losses(ruleset: Ruleset) -> Utility:
    """What the other sides lose, less what the own side loses."""

    def utility(before: State, after: State, side: str) -> int:
        found = 0
        for one in before.everyone:
            lost = ruleset.loss(before.bodies[one], after.bodies[one])
            found += -lost if ruleset.words.card(before, one).side == side else lost
        return found

    return utility


class _Worth(NamedTuple):
    """What a place in the tree comes to.

    `utility` is by side; `ends` holds the chance of each row of measured values, with the marks
    last; `back` holds the chance of coming round to each earlier place.
    """

    utility: dict[str, Fraction]
    ends: dict[tuple[Any, ...], Fraction]
    back: dict[int, Fraction]
    plan: tuple[Decision, ...] = ()

    def scaled(self, by: Fraction) -> _Worth:
        """With every chance multiplied."""
        return _Worth(
            {side: u * by for side, u in self.utility.items()},
            {end: w * by for end, w in self.ends.items()},
            {place: w * by for place, w in self.back.items()},
            self.plan,
        )

    def settled(self, place: int) -> _Worth:
        """With the ways back to this very place divided out."""
        again = self.back.get(place)
        if again is None:
            return self
        if again == 1:
            raise Endless("a choice comes round to itself for ever")
        rest = {at: w for at, w in self.back.items() if at != place}
        return self._replace(back=rest).scaled(1 / (1 - again))


def _sum(parts: Sequence[_Worth]) -> _Worth:
    return _Worth(
        _added([part.utility for part in parts]),
        _added([part.ends for part in parts]),
        _added([part.back for part in parts]),
        tuple([decision for part in parts for decision in part.plan]),
    )


def _added(parts: Sequence[dict[Any, Fraction]]) -> dict[Any, Fraction]:
    found: dict[Any, Fraction] = {}
    for part in parts:
        for key, amount in part.items():
            found[key] = found.get(key, Fraction()) + amount
    return found


class _Tree:
    """All that can be answered while an action is performed."""

    def __init__(
        self, ruleset: Ruleset, fight: State, who: Who, act: Act, utility: Utility, budget: int
    ) -> None:
        self.ruleset, self.fight, self.who, self.act = ruleset, fight, who, act
        self.utility, self.budget, self.places = utility, budget, 0
        self.sides = {one: ruleset.words.card(fight, one).side for one in fight.everyone}
        self.measures = ruleset.measures(fight, who, act)
        self.marks = Marks()
        self.marks.watch(self.measures)

    def worth(self, trail: list[Any]) -> _Worth:
        """What a place is worth: of dice the mean, of choices the best."""
        self.places += 1
        if self.places > self.budget:
            raise OverBudget(self.budget, f"more than {self.budget:,} places in the tree of choices")
        play = _Walk(self.fight, trail, self.marks)
        try:
            self.ruleset.perform(play, self.ruleset.view(play, self.who), self.act)
        except _Dice as asked:
            chance = asked.chance
            parts = [self.worth([*trail, face]).scaled(Fraction(w, chance.total)) for face, w in chance.faces]
            return _sum(parts).settled(len(trail))
        except _Choice as asked:
            return self._chosen(asked, trail)
        except _Back as back:
            return _Worth({}, {}, {back.place: Fraction(1)})
        return self._end(play)

    def _chosen(self, asked: _Choice, trail: list[Any]) -> _Worth:
        if asked.who == TABLE:
            return self.worth([*trail, asked.options[0]]).settled(len(trail))
        found = [self.worth([*trail, option]).settled(len(trail)) for option in asked.options]
        if len(found) > 1 and any(worth.back for worth in found):
            raise Endless("a choice within dice that come round to before it")
        side = self.sides[asked.who]
        best = max(range(len(found)), key=lambda n: (found[n].utility[side], -n))
        decision = Decision(asked.who, asked.question, tuple(trail), asked.options[best])
        return found[best]._replace(plan=(decision, *found[best].plan))

    def _end(self, play: _Walk) -> _Worth:
        sides = set(self.sides.values())
        utility = {side: Fraction(self.utility(self.fight, play.fight, side)) for side in sides}
        measured = tuple([self._measured(measure, play) for measure in self.measures])
        return _Worth(utility, {(*measured, play.bits & CUT): Fraction(1)}, {})

    def _measured(self, measure: Measure, play: _Walk) -> Any:
        by = measure.by
        if isinstance(by, Changed):
            return by.value(self.fight.bodies[by.who], play.fight.bodies[by.who])
        return bool(play.bits & self.marks.bits[by])

    def odds(self, worth: _Worth) -> ActionOdds:
        """The odds of the whole."""
        found = []
        for place, measure in enumerate(self.measures):
            chances = _added([{end[place]: weight} for end, weight in worth.ends.items()])
            if any(chances) or not measure.aside:
                found.append(Distribution.of(measure, chances))
        tail = sum((weight for end, weight in worth.ends.items() if end[-1]), Fraction())
        return ActionOdds(self.who, self.act, tuple(found), tail=tail, paths=self.places)


class _Dice(Exception):
    """Dice are asked for."""

    def __init__(self, chance: Chance[Any]) -> None:
        self.chance = chance


class _Choice(Exception):
    """Somebody is asked."""

    def __init__(self, who: Who, question: str, options: Sequence[Any]) -> None:
        self.who, self.question, self.options = who, question, options


class _Back(Exception):
    """The way leads back to an earlier place: where so many answers had been given."""

    def __init__(self, place: int) -> None:
        self.place = place


class _Walk(Play[Any, Any, Any]):
    """One way through an action, which stops at the first answer that is missing."""

    noting = True

    def __init__(self, fight: State, trail: Sequence[Any], marks: Marks) -> None:
        super().__init__(fight)
        self.trail, self.marks, self.at, self.bits = trail, marks, 0, 0
        self._within: dict[Any, tuple[Loop, int]] = {}
        self._round: Loop | None = None

    def _go_on(self) -> None:
        if self._round is not None:
            raise Endless("a unit that runs itself again in the same state must end there")

    def _next(self, stop: Callable[[], Exception]) -> Any:
        self._go_on()
        if self.at == len(self.trail):
            raise stop()
        self.at += 1
        return self.trail[self.at - 1]

    def roll(
        self,
        who: View[Any],
        what: str,
        kind: Callable[[int], Chance[Any]],
        tally: Tally = NOTHING,
        *rules: str,
    ) -> Any:
        """The next answer."""
        return self._next(lambda: _Dice(kind(tally.total)))

    def choose(
        self,
        who: View[Any],
        question: str,
        options: Callable[[], Sequence[Any]],
        *rules: str,
        about: tuple[Any, ...] = (),
        admits: Callable[[Any], Sequence[Refusal]] | None = None,
    ) -> Any:
        """The next answer."""
        return self._next(lambda: _Choice(who.who, question, tuple(options())))

    def call(self, unit: Callable[..., Any], *args: Any, **kw: Any) -> Any:
        """Run a unit; one that runs itself in the state it began in has come round."""
        self._go_on()
        self.bits |= self.marks.of_unit(unit, args)
        key = (unit, tuple([named(a) for a in args]), tuple(kw.items()), self.fight.bodies, self.bits)
        if key in self._within:
            self._round = self._within[key][0]
            return self._round
        loop, place = self._within[key] = Loop(), self.at
        result = unit(self, *args, **kw)
        if result is loop:
            raise _Back(place)
        if self._round is not None and result is not self._round:
            raise Endless("a unit that runs itself again in the same state must return that")
        del self._within[key]
        return result

    def happen(self, effect: Effect, rules: tuple[str, ...]) -> None:
        """Apply it."""
        self._go_on()
        self.bits |= self.marks.of_effect(effect)
        super().happen(effect, rules)

    def ask(self, read: Callable[..., Any], whos: tuple[Who, ...]) -> Any:
        """A fact."""
        self._go_on()
        return super().ask(read, whos)

    def enough(self, holds: bool) -> bool:
        """Give up on an endless row of dice here; the weight of it is marked."""
        if holds:
            self.bits |= CUT
        return holds
