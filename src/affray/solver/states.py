"""The states of whole fights, each with all that one step makes of it.

States that come to the same, as the ruleset's `solving` says, are one.
"""

from __future__ import annotations

from collections.abc import Callable
from math import gcd, lcm
from typing import Any, NamedTuple

from affray.core.deadlock import hopeless
from affray.core.fight import Fight, GameFight
from affray.core.play import Policy
from affray.core.ruleset import Ruleset
from affray.pricing.cache import ResultCache, Slots, Term
from affray.pricing.exact import AnyExact
from affray.pricing.price import worlds

State = GameFight
MANY = 4
"""Terms of a path, from which on equal ones are looked for within a step."""


class Next(NamedTuple):
    """What one step makes of a state.

    Each new state with its weight, out of `cases`, and whether a round has begun on the way.
    """

    ways: tuple[tuple[int, bool, int], ...]
    cases: int


class States:
    """All states met, by number from 0, the start; equal ones have one.

    `winner[n]` is the side that has won in state n, or None while it is open; "" stands for nobody, ever,
    where nobody can hurt anybody any more.  `heard` is told how many there are as they become more.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        start: State,
        policy: Policy,
        budget: int,
        heard: Callable[[int], object] | None = None,
    ) -> None:
        self.ruleset, self.house, self.policy, self.budget = ruleset, start.house, policy, budget
        self.gone = start.gone
        self.heard = heard
        self.cache, self.paths = ResultCache(), 0
        self.winner: list[str | None] = []
        self._slots: list[Slots] = []
        self._numbers: dict[Slots, int] = {}
        self._settled: dict[Slots, Slots] = {}
        self._met: dict[Slots, tuple[int, int]] = {}
        self._next: dict[int, Next] = {}
        self.start = self.met(self.slots_of(start))[0]

    def __len__(self) -> int:
        return len(self._slots)

    def fight(self, number: int) -> State:
        """The state of a number."""
        return self.fight_of(self._slots[number])

    def fight_of(self, slots: Slots) -> State:
        """The state with these bodies."""
        return Fight(tuple([self.cache.bodies[n] for n in slots]), self.house, self.gone)

    def slots_of(self, fight: State) -> Slots:
        """The bodies of a state, by number."""
        return tuple(map(self.cache.bodies.number, fight.bodies))

    def settled(self, slots: Slots) -> Slots:
        """Without what can no longer matter."""
        known = self._settled.get(slots)
        if known is None:
            known = self.slots_of(self.ruleset.solving.settled(self.fight_of(slots)))
            self._settled[slots] = self._settled[known] = known
        return known

    def met(self, slots: Slots) -> tuple[int, int]:
        """The number of a state, and of its round before that was left out."""
        known = self._met.get(slots)
        if known is None:
            number = self._number(self.settled(slots))
            known = self._met[slots] = number, self.ruleset.solving.rounds(self.fight_of(slots))
        return known

    def _number(self, slots: Slots) -> int:
        number = self._numbers.get(slots)
        if number is None:
            number = self._numbers[slots] = len(self._slots)
            self._slots.append(slots)
            self.winner.append(self._won(self.fight_of(slots)))
        return number

    def _won(self, fight: State) -> str | None:
        won = self.ruleset.winner(fight)
        if won is None:
            return "" if hopeless(self.ruleset, fight) else None
        return won if self.ruleset.solving.decided(fight) else None

    def endless(self) -> set[int]:
        """The open states from which no end can be reached, by all that is known."""
        before: dict[int, list[int]] = {}
        for state, following in self._next.items():
            for to, _, _ in following.ways:
                before.setdefault(to, []).append(state)
        waiting = [n for n, won in enumerate(self.winner) if won is not None or n not in self._next]
        ending = set(waiting)
        while waiting:
            more = [n for n in before.get(waiting.pop(), ()) if n not in ending]
            ending.update(more)
            waiting += more
        return set(range(len(self))) - ending

    def next(self, number: int) -> Next:
        """What a step makes of an open state; raises OverBudget."""
        known = self._next.get(number)
        if known is None:
            known = self._next[number] = self._stepped(number)
            if self.heard:
                self.heard(len(self))
        return known

    def _stepped(self, number: int) -> Next:
        fight = self.fight(number)
        play = Merging(self, fight)
        ends = play.explore(self.ruleset.step)
        self.paths += play.paths
        over = [not end.result for end in ends]
        if all(over):
            self.winner[number] = self.ruleset.winner(fight) or ""
            return Next((), 1)
        before = self.ruleset.solving.rounds(fight)
        ways: dict[tuple[int, bool, int], int] = {}
        for slots, weight, cases in worlds(play, ends):
            state, now = self.met(slots)
            key = state, now > before, cases
            ways[key] = ways.get(key, 0) + weight
        return _common(ways)


def _common(ways: dict[tuple[int, bool, int], int]) -> Next:
    """The ways over one number of cases."""
    cases = lcm(*{n for _, _, n in ways})
    weights: dict[tuple[int, bool], int] = {}
    for (state, began, n), weight in ways.items():
        weights[state, began] = weights.get((state, began), 0) + weight * (cases // n)
    common = gcd(cases, *weights.values())
    return Next(tuple([(*to, w // common) for to, w in sorted(weights.items())]), cases // common)


class Merging(AnyExact):
    """Every path of a step; between units, equal states are made one."""

    def __init__(self, states: States, fight: State, policy: Policy | None = None) -> None:
        super().__init__(fight, policy or states.policy, states.cache, states.budget)
        self.states = states

    def call(self, unit: Callable[..., Any], *args: Any, **kw: Any) -> Any:
        """Run a unit; after it, equal states of the step become one.

        A unit of nobody that answers nothing, such as the start of a round, is run in place, so
        that the units within it are followed by this, too.
        """
        if not (args or kw or self._deep) and unit.__annotations__.get("return") == "None":
            return unit(self)
        result = super().call(unit, *args, **kw)
        frame = self._frame
        if frame.at >= frame.given and not self._deep and not self._held and len(frame.terms) > MANY:
            self._merge()
        return result

    def _merge(self) -> None:
        frame = self._frame
        for who in range(len(frame.entry)):
            self._divide(who)
        weights: dict[tuple[Slots, int], int] = {}
        for num, since, bits in frame.terms:
            key = self.states.settled(self._slots(since)), bits
            weights[key] = weights.get(key, 0) + num
        common = gcd(frame.cases, *weights.values())
        terms: list[Term] = []
        for (slots, bits), num in weights.items():
            terms.append((num // common, tuple([self.changes.to(n) for n in slots]), bits))
        frame.terms, frame.cases = terms, frame.cases // common
