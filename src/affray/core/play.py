"""A rule in progress: the only door between rules and the outside.

A rule asks (`roll`, `choose`), forbids (`need`), changes (`do`) and uses other rules (`call`).
Who answers is the driver's business, in its `answer`: `Live`, `Sampled` and `Probe` stand beside this,
`Exact` in `affray.pricing`.  A rule is a pure function of the fight and the answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import Any, Concatenate, Generic, NamedTuple, ParamSpec, Protocol, TypeAlias, TypeVar

from affray.core.dice import Chance
from affray.core.effect import Effect, Remark, Who
from affray.core.errors import Illegal, Refusal, refusal
from affray.core.fight import Fight
from affray.core.request import ChanceRequest, ChoiceRequest, Request
from affray.core.tally import NOTHING, Causes, Tally, tally_of
from affray.core.view import View, tie_of

B = TypeVar("B")
T = TypeVar("T")
H = TypeVar("H")
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741 (an option)
R = TypeVar("R")
P = ParamSpec("P")


class Policy(Protocol):
    """Answers choices without a person; need not list the options to pick one."""

    def __call__(
        self,
        play: AnyPlay,
        who: View[Any],
        question: str,
        options: Callable[[], Sequence[O]],
        about: tuple[Any, ...],
    ) -> O:
        """The option that `who` takes."""


class PolicyQuestion(NamedTuple):
    """What a policy is asked, in one: see `Policy`."""

    play: AnyPlay
    who: View[Any]
    question: str
    options: Callable[[], Sequence[Any]]
    about: tuple[Any, ...]

    def by(self, policy: Policy) -> Any:
        """What a policy answers."""
        return policy(*self)


def answering(rule: Callable[[PolicyQuestion], Any]) -> Policy:
    """The policy that answers by a function of one `PolicyQuestion`.

    >>> first = answering(lambda asked: asked.options()[0])
    >>> first(None, None, "defend", lambda: (False, True), ())
    False
    """

    def answer(
        play: AnyPlay,
        who: View[Any],
        question: str,
        options: Callable[[], Sequence[Any]],
        about: tuple[Any, ...],
    ) -> Any:
        return rule(PolicyQuestion(play, who, question, options, about))

    return answer


def asked_first(rule: Callable[[PolicyQuestion], Sequence[Any]], policy: Policy) -> Policy:
    """A policy that takes the first answer that a function gives; if none, it asks another policy."""

    def answer(asked: PolicyQuestion) -> Any:
        given = rule(asked)
        return given[0] if given else asked.by(policy)

    return answering(answer)


class _Again(NamedTuple):
    """What a unit gives to have another one run in its place."""

    unit: Callable[..., Any]
    args: tuple[Any, ...]
    kw: dict[str, Any]


def round_from(who: Who, n: int) -> list[Who]:
    """All of n fighters, from the next after one of them round to this one.

    >>> round_from(Who(1), 4), round_from(Who(-1), 2)
    ([Who(2), Who(3), Who(0), Who(1)], [Who(0), Who(1)])
    """
    return [Who((who + 1 + k) % n) for k in range(n)]


Ask = Callable[[Callable[[Any, Any], Any], Who], Any]
"""What a rank gives for somebody."""


def first_of(ask: Ask, rank: Callable[[Any, Any], Any], whos: Sequence[Who]) -> Who | None:
    """The first of these with the lowest place, if anybody has one."""
    places = {who: place for who in whos if (place := ask(rank, who)) is not None}
    if not places:
        return None
    least, tie = min(places.values()), tie_of(rank)
    equals = [who for who, place in places.items() if place == least]
    return equals[0] if tie is None or len(equals) == 1 else first_of(ask, tie, equals)


def in_order(ask: Ask, rank: Callable[[Any, Any], Any], whos: Sequence[Who]) -> list[Who]:
    """Those of these who have a place, lowest first."""
    places = {who: place for who in whos if (place := ask(rank, who)) is not None}
    tie, ordered = tie_of(rank), sorted(places, key=places.__getitem__)
    if tie is None:
        return ordered
    groups = [list(group) for _, group in groupby(ordered, key=places.__getitem__)]
    return [who for group in groups for who in (in_order(ask, tie, group) if len(group) > 1 else group)]


class Play(Generic[B, T, H]):
    """A rule in progress over a working state; the drivers say who answers."""

    noting = False
    """Whether the driver wants to be told what is read (`ask` and its kin)."""

    def __init__(self, fight: Fight[B, T, H]) -> None:
        self.fight = fight
        self.house: H = fight.house
        self.done: list[Effect] = []
        self._held: tuple[type[Effect], ...] = ()
        self._waiting: list[tuple[Effect, tuple[str, ...]]] = []

    # --- what a rule says ---------------------------------------------------------------------

    def roll(
        self,
        who: View[Any],
        what: str,
        kind: Callable[[int], Chance[A]],
        tally: Tally = NOTHING,
        *rules: str,
        read_by: Callable[[A], tuple[str, ...]] | None = None,
    ) -> A:
        """Ask chance: the tally, once totalled, says which `kind` of roll it is.

        `rules` are those that ask for the dice or change their number; `read_by` gives those that say
        what an answer means, so that no receipt cites a rule that did not bear on that roll.
        """
        value: A = self.answer(ChanceRequest(who, what, kind, tally, rules, read_by))
        return value

    def choose(
        self,
        who: View[Any],
        question: str,
        options: Callable[[], Sequence[O]],
        *rules: str,
        about: tuple[Any, ...] = (),
        admits: Callable[[O], Sequence[Refusal]] | None = None,
        read_by: Callable[[O], tuple[str, ...]] | None = None,
    ) -> O:
        """Ask for one of the options.

        Asked are the fighter's player, the game master (the table's view) or a policy.  The first
        option does nothing, or the least.  `about` is what the answer depends on, for policies and
        prompts; `admits` judges answers that no list can hold, such as places.  `read_by` gives the rules
        of an answer alone.
        """
        value: O = self.answer(ChoiceRequest(who, question, options, rules, about, admits, read_by))
        return value

    def need(self, holds: bool, rule: str, why: str, **fields: Any) -> None:
        """Refuse the action unless it holds; every need stands before the first request or effect."""
        if not holds:
            raise Illegal((refusal(rule, why, fields),))

    def do(self, effect: Effect, *rules: str, tally: Tally = NOTHING) -> None:
        """Let it happen, by these rules: later code reads the changed state.

        The tally is how a number in it came about, for the receipt.
        """
        if tally:
            rules = Causes(rules, tally)
        if self._held and isinstance(effect, self._held):
            self._waiting.append((effect, rules))
        else:
            self.happen(effect, rules)

    def remark(self, remark: Remark, *rules: str) -> None:
        """Tell something that changes nobody; drivers that tell a story hear it, and no rule does."""

    def call(self, unit: Callable[Concatenate[Any, P], A], *args: P.args, **kw: P.kwargs) -> A:
        """Run a unit: the piece of a rule that is priced once and compiled once.

        Nothing leaves it but its result and its effects.
        """
        # A loop and no recursion: dice may have it that a unit is its own tail call a thousand times.
        outcome: Any = unit(self, *args, **kw)
        while type(outcome) is _Again:
            outcome = outcome.unit(self, *outcome.args, **outcome.kw)
        result: A = outcome
        return result

    def again(self, unit: Callable[Concatenate[Any, P], A], *args: P.args, **kw: P.kwargs) -> A:
        """Run a unit as the tail call of another one, whose result is its own.

        It may be the same unit, as often as dice will have it.
        """
        # Drivers that make something of their own of a call get one; only the plain one loops.
        if type(self).call is not Play.call:
            return self.call(unit, *args, **kw)
        return _Again(unit, args, kw)  # type: ignore[return-value]

    def let(
        self,
        effect: Callable[[A], Effect],
        rules: tuple[str, ...],
        told: Callable[[A], R],
        unit: Callable[Concatenate[Any, P], A],
        *args: P.args,
        **kw: P.kwargs,
    ) -> R:
        """Let the result of a unit happen, and tell only a part of it.

        It happens by these rules; `told` says what of it comes back.

        What need not be told apart is then not priced apart: of 36 injuries a rule has to know
        only whether one falls, drops what one holds, or dies.
        """
        result = self.call(unit, *args, **kw)
        self.do(effect(result), *rules)
        return told(result)

    def enough(self, holds: bool) -> bool:
        """Whether to give up on dice that may go on for ever; only exact odds do, and they say so."""
        return False

    @contextmanager
    def holding(self, *kinds: type[Effect]) -> Iterator[None]:
        """Simultaneous actors: effects of these kinds wait until the block ends.

        Other effects happen at once.  Within a block that holds them too they go on waiting.
        """
        outer, self._held = self._held, (*self._held, *kinds)
        try:
            yield
        finally:
            self._held = outer
            waiting, self._waiting = self._waiting, []
        # By `do` and not `happen`: a block around this one may hold them, too.
        for effect, rules in waiting:
            self.do(effect, *rules, tally=tally_of(rules))

    def happen(self, effect: Effect, rules: tuple[str, ...]) -> None:
        """Apply it; drivers note what they need here."""
        self.fight = self.fight.after(effect)
        self.done.append(effect)

    # --- what a driver answers --------------------------------------------------------------------

    def answer(self, request: Request) -> Any:
        """The answer to what the rule asks for; each driver has its own."""
        raise NotImplementedError

    # --- how views read; drivers that note what is read override these --------------------------

    def ask(self, read: Callable[..., A], whos: tuple[Who, ...]) -> A:
        """A fact of these bodies."""
        bodies = self.fight.bodies
        return read(*[bodies[who] for who in whos])

    def refer(self, read: Callable[[Any], Who | None], who: Who) -> Who | None:
        """A fact that names a fighter."""
        return read(self.fight.bodies[who])

    def _here(self) -> Iterable[tuple[int, Any]]:
        """The places and bodies of all who are in the fight: whoever has left it is found by no rule."""
        fight = self.fight
        if not fight.gone:
            return enumerate(fight.bodies[:-1])
        return [(i, body) for i, body in enumerate(fight.bodies[:-1]) if i not in fight.gone]

    def ranked(self, rank: Callable[[Any, Any], Any], who: Who) -> list[Who]:
        """All fighters with a place, lowest first."""
        bodies = self.fight.bodies
        me = bodies[who]
        places = [(place, i) for i, body in self._here() if (place := rank(me, body)) is not None]
        places.sort()
        whos = [Who(i) for _, i in places]
        return whos if tie_of(rank) is None else in_order(lambda rank, i: rank(me, bodies[i]), rank, whos)

    def least(self, rank: Callable[[Any, Any], Any], who: Who) -> Who | None:
        """The fighter with the lowest place; of equals the next round the table.

        So nobody is the first of equals for all, by standing first in a list.
        """
        bodies = self.fight.bodies
        me = bodies[who]
        places = [(place, i) for i, body in self._here() if (place := rank(me, body)) is not None]
        if len(places) < 2:
            return Who(places[0][1]) if places else None
        least, first = min(places)
        equals = [i for place, i in places if place == least]
        if len(equals) == 1:
            return Who(first)
        tie, onward = tie_of(rank), [Who(i) for i in sorted(equals, key=lambda i: (i <= who, i))]
        return onward[0] if tie is None else first_of(lambda rank, i: rank(me, bodies[i]), tie, onward)

    def some(self, test: Callable[[Any, Any], bool], who: Who) -> bool:
        """Whether the test holds for anybody else."""
        me = self.fight.bodies[who]
        for i, body in self._here():  # noqa: SIM110 (`any` of a generator takes longer)
            if i != who and test(me, body):
                return True
        return False

    def alike(self, place: Callable[[Any], Any], who: Who) -> bool:
        """Whether anybody else has the same place, which is not None."""
        mine = place(self.fight.bodies[who])
        if mine is None:
            return False
        for i, body in self._here():  # noqa: SIM110
            if i != who and place(body) == mine:
                return True
        return False


AnyPlay: TypeAlias = Play[Any, Any, Any]
"""A play of any game."""
