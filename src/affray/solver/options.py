"""One step of a fight as a tree: chances, and choices that are left open.

A choice that is left open stands where the whole state is known.  Units that hold such a choice are
not remembered but run in place; which these are is found out as they are met.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, cast

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.play import Policy
from affray.core.request import ChoiceRequest
from affray.pricing.cache import Slots
from affray.pricing.frame import Chosen, PathEnd, UnitFrame
from affray.pricing.price import worlds
from affray.solver.states import Merging, State, States

Way = tuple[int, float]
"""A state and its chance."""


class SolvedChoice(NamedTuple):
    """A choice: options with what comes of them, by chances from the start."""

    who: Who
    question: str
    options: tuple[tuple[Any, Tree], ...]


class Tree(NamedTuple):
    """What comes of a step, or of an option: new states, and further decisions."""

    ways: tuple[Way, ...]
    decisions: tuple[SolvedChoice, ...]


class Picked(NamedTuple):
    """In a trail: an option taken at the decision of this number."""

    at: int
    option: int


class Inside(Exception):
    """An open choice was met within units that are remembered."""

    def __init__(self, units: Sequence[Any]) -> None:
        self.units = units


class Open(NamedTuple):
    """Whose choices are open, which units hold some, and if only the first is."""

    whose: frozenset[Who]
    units: set[Any]
    first: bool = False


def step(states: States, number: int, free: Open) -> Tree:
    """What a step makes of a state, with choices left open."""
    while True:
        play = Choosing(states, states.fight(number), free)
        try:
            return play.tree()
        except Inside as inside:
            free.units.update(inside.units)


class Choosing(Merging):
    """Every path of a step, and every option of the choices that are open."""

    def __init__(self, states: States, fight: State, free: Open, policy: Policy | None = None) -> None:
        super().__init__(states, fight, policy)
        self.free = free
        self.asked: list[tuple[Who, str, tuple[Any, ...]]] = []
        self._stack: list[Any] = []
        self._past = False
        """Whether a unit runs behind the only choice that is open."""
        self._closed_units = self._units
        self._open_units = self.cache.under(
            cast("Policy", (self.policy, free.whose)), (self.house, fight.gone), len(fight.bodies)
        )
        self._units = self._open_units

    def tree(self) -> Tree:
        """The step as a tree; raises OverBudget, and Inside."""
        frame = self._frame = UnitFrame(self._frame.entry)
        ends = []
        while frame.waiting:
            frame.begin()
            self._held, self._waiting = (), []
            self._count()
            goes = self.states.ruleset.step(self)
            picks = tuple([each for each in frame.trail if type(each) is Picked])
            ends.append((picks, goes, self._ways()))
        self.states.paths += self.paths
        return self._grown(0, ends)

    def _ways(self) -> dict[int, float]:
        """The states at the end of a path."""
        frame = self._frame
        terms = [(num, self._slots(since), bits) for num, since, bits in frame.terms]
        chances: dict[int, float] = {}
        for slots, weight, cases in worlds(self, [PathEnd(None, terms, frame.weight, frame.cases)]):
            state, _ = self.states.met(slots)
            chances[state] = chances.get(state, 0.0) + weight / cases
        return chances

    def _grown(self, depth: int, ends: Sequence[Any]) -> Tree:
        ways: dict[int, float] = {}
        at: dict[int, dict[int, list[Any]]] = {}
        for end in ends:
            picks, _, states = end
            if len(picks) == depth:
                for state, chance in states.items():
                    ways[state] = ways.get(state, 0.0) + chance
            else:
                at.setdefault(picks[depth].at, {}).setdefault(picks[depth].option, []).append(end)
        return Tree(tuple(ways.items()), tuple([self._decided(n, by, depth) for n, by in at.items()]))

    def _decided(self, number: int, by: dict[int, list[Any]], depth: int) -> SolvedChoice:
        who, question, options = self.asked[number]
        return SolvedChoice(
            who, question, tuple([(options[n], self._grown(depth + 1, by[n])) for n in sorted(by)])
        )

    def call(self, unit: Callable[..., Any], *args: Any, **kw: Any) -> Any:
        """Run a unit, in place if it holds an open choice."""
        before, past = self._past, self._taken(self._place)
        if unit in self.free.units and not (self._deep or past):
            return unit(self, *args, **kw)
        self._stack.append(unit)
        self._behind(past)
        try:
            return super().call(unit, *args, **kw)
        finally:
            self._stack.pop()
            self._behind(before)

    def _behind(self, past: bool) -> None:
        """What units come to differs before and behind a choice that is open."""
        self._past = past
        self._units = self._closed_units if past else self._open_units

    @property
    def _place(self) -> int:
        """Where it stands in the trail."""
        frame = self._frame
        return frame.at if frame.at < frame.given else len(frame.trail)

    def again(self, unit: Callable[..., Any], *args: Any, **kw: Any) -> Any:
        """Run a unit as the tail call of another one."""
        return self.call(unit, *args, **kw) if not self._deep else super().again(unit, *args, **kw)

    def _chosen(self, request: ChoiceRequest[Any]) -> Any:
        """Take every option, if the choice is open; else ask the policy."""
        frame, at = self._frame, self._place
        if self._closed(request.who.who, at):
            return super()._chosen(request)
        if frame.at < frame.given and type(frame.trail[at]) is Picked:
            frame.at = at + 1
            picked = frame.trail[at]
            return self.asked[picked.at][2][picked.option]
        if self.free.first and not all(type(o) is Act for o in request.options()):
            return super()._chosen(request)
        if self._deep:
            raise Inside(tuple(self._stack))
        self._known_whole()
        unsolved = self.states.ruleset.solving.unsolved
        listed = tuple([o for o in request.options() if type(o) is not Act or o.name not in unsolved])
        number = len(self.asked)
        self.asked.append((request.who.who, request.question, listed))
        del frame.trail[at:]
        for n in range(len(listed) - 1, 0, -1):
            frame.waiting.append(([*frame.trail, Picked(number, n)], frame.terms, frame.weight, frame.cases))
        frame.trail.append(Picked(number, 0))
        return listed[0]

    def _closed(self, who: Who, at: int) -> bool:
        """Whether the policy answers here."""
        if who not in self.free.whose:
            return True
        frame = self._frame
        if frame.at < frame.given and type(frame.trail[at]) is Chosen:
            return True
        return self._taken(at)

    def _taken(self, at: int) -> bool:
        """Whether the only choice that is open was made before this place."""
        return self._past or (
            self.free.first and any(type(each) is Picked for each in self._frame.trail[:at])
        )

    def _known_whole(self) -> Slots:
        """Split until the whole state is known, as the chooser knows it."""
        return tuple(map(self.bodies.number, self.fight.bodies))
