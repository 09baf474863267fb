"""Fights that go on from the midst of a live one, in bulk.

A live fight waits for an answer somewhere within a step of the round.  From there on it is played
to its end many times: the entries of the step are given again, then dice and choices are drawn.
Fight *i* of a seed draws from one stream until the step is over and from another one after it, so
two answers to one question are compared under the same dice from the next step on.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

from affray.core.dice import Source
from affray.core.effect import TABLE, Effect, Who
from affray.core.fight import Fight, GameFight
from affray.core.live import Answer, AnyLive, Moment
from affray.core.play import Play, Policy
from affray.core.request import ChanceRequest, Request
from affray.core.ruleset import Ruleset
from affray.core.sampled import AnySampled, Sampled
from affray.core.stream import Stream
from affray.simulation.arrays import MISSING
from affray.simulation.batch import OVER, Batch
from affray.simulation.bulk import Bulk
from affray.simulation.program import Program
from affray.simulation.trace import TracedPlay
from affray.simulation.untraceable import Untraceable
from affray.simulation.walker import Walker

State = GameFight
LARGEST = 96 << 20
"""Bytes of trees beyond which they are grown anew: each question adds some."""
LONGEST, EACH = 600, 150
"""Steps after which a fight is left undecided, and for each fighter: few take a quarter of that."""
MOST_BODIES = 100_000
"""Bodies that are remembered by the ids of their fields."""


class Playouts:
    """Plays on from moments of one fight; the trees it grows are kept between calls."""

    def __init__(
        self, ruleset: Ruleset, policy: str | Policy = "sensible", use_kernel: bool | None = None
    ) -> None:
        self.ruleset, self.policy, self.use_kernel = ruleset, policy, use_kernel
        self.answers = ruleset.policies[policy] if isinstance(policy, str) else policy
        self.bulk: Bulk | None = None
        self._bodies: dict[tuple[bool, bytes], Any] = {}

    def ends(self, moment: Moment, n: int, seed: int, first: int = 0) -> Iterator[State]:
        """The ends of fights `first` to `first + n` of this seed, in order."""
        bulk = self._bulk(moment.fight)
        if not bulk.use_kernel:
            for i in range(first, first + n):
                yield self._plain(moment, seed, i)
            return
        states = self._walked(bulk, moment, seed, range(first, first + n))
        program = (self.bulk or bulk).program
        for at in range(0, len(states), program.width):
            yield self._decoded(program, states, at)

    def after(self, moment: Moment, seed: int) -> State:
        """How the step that waits may end."""
        return self._begun(moment, seed, 0)[0]

    def _bulk(self, fight: State) -> Bulk:
        """The trees for fights of so many fighters, of whom these have left, under these house rules."""
        known = self.bulk
        fits = (
            known is not None
            and len(known.start.bodies) == len(fight.bodies)
            and (known.start.house, known.start.gone) == (fight.house, fight.gone)
        )
        if known is None or not fits or known.program.size > LARGEST:
            known = self.bulk = Bulk(self.ruleset, fight, self.policy, self.use_kernel)
            self._bodies.clear()
        return known

    # --- by the plain engine ------------------------------------------------------------------------

    def _plain(self, moment: Moment, seed: int, i: int) -> State:
        fight, goes = self._begun(moment, seed, i)
        if not goes:
            return fight
        play: AnySampled = Sampled(fight, self.answers, _after(seed, i))
        for _ in range(longest(fight)):
            if not self.ruleset.step(play):
                break
        return play.fight

    def _begun(self, moment: Moment, seed: int, i: int) -> tuple[State, bool]:
        """The step that waits, to its end; whether the fight goes on."""
        play = PlayoutPlay(moment, self.ruleset, self.answers, Stream(seed, 2 * i))
        goes = play.call(self.ruleset.step)
        return play.fight, bool(goes)

    # --- by the kernel ------------------------------------------------------------------------------

    def _walked(self, bulk: Bulk, moment: Moment, seed: int, numbers: range) -> array[int]:
        states, goes = self._first(bulk, moment, seed, numbers)
        bulk = self.bulk or bulk  # another one where somebody has joined or left
        assert bulk.walker is not None
        batch = Batch.of(bulk.walker, states, [_after(seed, i) for i in numbers])
        batch.run(array("q", [k for k, on in enumerate(goes) if on]), longest(moment.fight), bulk.unseen)
        return batch.states

    def _first(self, bulk: Bulk, moment: Moment, seed: int, numbers: range) -> tuple[array[int], list[bool]]:
        """All fights at the end of the step that waits; which of them go on."""
        answers = tuple(entry for entry in moment.entries if isinstance(entry, Answer))
        # Corrections and newcomers are no branches of a tree: such a step is played plainly, and walked
        # from its end.
        if len(answers) < len(moment.entries):
            return self._first_plainly(bulk, moment, seed, numbers)
        program, walker = bulk.program, bulk.walker
        assert walker is not None
        root = program.functions.function(_forced(self.ruleset.step, answers))
        for value in (False, True):
            program.functions.returned(root, value)
        streams = [Stream(seed, 2 * i) for i in numbers]
        batch = Batch.of(walker, program.encoded(moment.fight) * len(numbers), streams)

        def unseen() -> bool:
            bulk.traced += 1
            return ForcedTrace(moment.fight.house, self.answers, walker, answers).run(self.ruleset.step)

        try:
            batch.run(array("q", range(len(numbers))), 1, unseen, root=root)
        except Untraceable as e:
            bulk.untraceable[str(e)] = bulk.untraceable.get(str(e), 0) + 1
            return self._first_plainly(bulk, moment, seed, numbers)
        return batch.states, [end != OVER for end in batch.ends]

    def _first_plainly(
        self, bulk: Bulk, moment: Moment, seed: int, numbers: range
    ) -> tuple[array[int], list[bool]]:
        states, goes = array("i"), []
        for i in numbers:
            fight, on = self._begun(moment, seed, i)
            if len(fight.bodies) != len(bulk.start.bodies) or fight.gone != bulk.start.gone:
                bulk = self.bulk = Bulk(self.ruleset, fight, self.policy, self.use_kernel)
            states.extend(bulk.program.encoded(fight))
            goes.append(on)
        return states, goes

    def _decoded(self, program: Program, states: array[int], at: int) -> State:
        """The fight of a state; bodies that were met before are not made anew."""
        known, ids = self._bodies, program.ids
        size, table = len(ids.body_fields), len(ids.table_fields)
        if len(known) > MOST_BODIES:
            known.clear()
        bodies = []
        for start in range(at + table, at + ids.width, size):
            key = (True, states[start : start + size].tobytes())
            body = known.get(key)
            if body is None:
                body = known[key] = ids.body_of(states, start)
            bodies.append(body)
        return Fight((*bodies, ids.table_of(states[at : at + table])), ids.house, ids.gone)


def longest(fight: State) -> int:
    """The steps after which a fight that is only played on is left undecided."""
    return max(LONGEST, EACH * len(fight.fighters))


def _after(seed: int, i: int) -> Stream:
    """What fight i draws from once the step that waits is over."""
    return Stream(seed, 2 * i + 1)


class PlayoutPlay(AnyLive):
    """A live play that goes on by itself where its entries end."""

    def __init__(self, moment: Moment, ruleset: Ruleset, policy: Policy, source: Source) -> None:
        self.policy, self.source = policy, source
        super().__init__(moment.fight, moment.entries, moment.effects, ruleset.corrected, ruleset.left)

    def answer(self, request: Request) -> Any:
        """The answer of the next entry; after the last one dice are drawn, and the policy chooses."""
        if self.at < len(self.entries):
            return super().answer(request)
        if type(request) is ChanceRequest:
            return request.chance.sample(self.source)
        return request.answered_by(self.policy, self)

    def happen(self, effect: Effect, rules: tuple[str, ...]) -> None:
        """Apply it; nothing is told."""
        if self.at < len(self.entries):
            super().happen(effect, rules)
        else:
            Play.happen(self, effect, rules)


# --- the step that waits, traced ---------------------------------------------------------------------


class ForcedTrace(TracedPlay):
    """A traced step whose first answers are given.

    Until they are used up, units are run in place: their own trees begin with dice that are drawn.
    """

    def __init__(self, house: Any, policy: Policy, walker: Walker, answers: Sequence[Answer]) -> None:
        super().__init__(house, policy, walker)
        self.given, self.used = answers, 0
        self.root = MISSING

    def run(self, step: Callable[[Any], bool]) -> bool:
        """The step, under a root of its own."""
        self.root = self.functions.function(_forced(step, tuple(self.given)))
        goes: bool = self.functions.returning[self.root][self._mended()]
        return goes

    def _again(self, function: int, registers: list[int]) -> Any:
        """Units within the step begin where all answers are used up."""
        if function != self.root:
            self.used = len(self.given)
            return super()._again(function, registers)
        self.used = 0
        return self._opened(self.functions.units[function])(self)

    def _opened(self, step: Callable[[Any], bool]) -> Callable[[Any], bool]:
        def opened(play: ForcedTrace) -> bool:
            # Trees speak of fighters by register, and those in given answers come from outside: each gets
            # one first.
            for who in mentioned([answer.value for answer in self.given]):
                play.refer(_this(who), TABLE)
            return step(play)

        return opened

    def call(self, unit: Callable[..., Any], *args: Any, **kw: Any) -> Any:
        """A unit, in place while answers are given."""
        if self.used < len(self.given):
            return unit(self, *args, **kw)
        return super().call(unit, *args, **kw)

    def answer(self, request: Request) -> Any:
        """The next answer that is given; after the last one dice are drawn, and the policy chooses."""
        return self._take() if self.used < len(self.given) else super().answer(request)

    def _take(self) -> Any:
        self.used += 1
        return self.given[self.used - 1].value


def mentioned(value: object) -> list[Who]:
    """The fighters that stand in answers, each once, in order.

    >>> mentioned([(Who(2), "a"), Who(0), Who(2)])
    [Who(2), Who(0)]
    """
    if isinstance(value, Who):
        return [value] if value != TABLE else []
    if isinstance(value, tuple | list):
        return list(dict.fromkeys(who for part in value for who in mentioned(part)))
    return []


@cache
def _this(who: Who) -> Callable[[Any], Who]:
    """A fact of nothing that names this fighter."""
    return lambda _: who


def _forced(step: Callable[[Any], bool], answers: tuple[Answer, ...]) -> tuple[object, object]:
    """The key of a step whose first answers are given."""
    return step, ("forced", *[(type(a.value), a.value) for a in answers])
