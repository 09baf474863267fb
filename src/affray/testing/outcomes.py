"""What is offered is what happens: answers as priced and as the round goes on.

Whole fights are compared, not measures, at the moment when somebody is asked for the next action.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar
from zlib import crc32

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.errors import AffrayError, Diverged, Illegal, OverBudget
from affray.core.fight import GameFight
from affray.core.live import Answer, Asked, resume
from affray.core.play import AnyPlay, Policy
from affray.core.request import ChanceRequest, ChoiceRequest
from affray.core.ruleset import Ruleset, fight_out
from affray.core.stream import Stream
from affray.core.view import View
from affray.pricing.price import price
from affray.testing.paths import LONGEST, Chooser, Outcomes, TooLong, Walk, every_way
from affray.testing.roaming import RandomFight, Stop

O = TypeVar("O")  # noqa: E741 (an option)
State = GameFight
WAYS = 300
"""Ways that dice can fall, beyond which some are drawn."""
DRAWN = 12
"""Ways that are drawn where there are more."""


class NextAction(Exception):
    """Somebody is asked for the next action."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked


def any_option(salt: int) -> Policy:
    """A policy that takes any option, but the same one in the same place."""

    def policy(
        play: AnyPlay,
        who: View[Any],
        question: str,
        options: Callable[[], Sequence[O]],
        about: tuple[Any, ...],
    ) -> O:
        del play, about
        listed = options()
        return listed[crc32(f"{salt} {int(who.who)} {question} {len(listed)}".encode()) % len(listed)]

    return policy


def for_actions(stops: Sequence[Stop]) -> frozenset[str]:
    """The questions that ask for an action."""
    return frozenset(s.asked.question for s in stops if any(isinstance(o, Act) for o in s.options))


# --- who answers ----------------------------------------------------------------------------------


class ByPolicy:
    """Answers by a policy, until one of these questions is asked."""

    def __init__(self, policy: Policy, questions: frozenset[str]) -> None:
        self.policy, self.questions = policy, questions

    def __call__(self, play: Walk, choice: ChoiceRequest[Any]) -> Any:
        """The policy's answer."""
        if choice.question in self.questions:
            raise NextAction(Asked.of(choice))
        return choice.answered_by(self.policy, play)


class OneActionPolicy(ByPolicy):
    """Gives an action where it is asked for; all others of the moment do nothing."""

    def __init__(self, offered: Offered) -> None:
        super().__init__(offered.policy, offered.questions)
        self.who, self.act = offered.stop.asked.who, offered.act
        self.answered: dict[Who, Any] = {}

    def __call__(self, play: Walk, choice: ChoiceRequest[Any]) -> Any:
        """The action, nothing, or the policy's answer."""
        who = choice.who.who
        if choice.question not in self.questions or play.done or who in self.answered:
            return super().__call__(play, choice)
        self.answered[who] = self.act if who == self.who else choice.options()[0]
        return self.answered[who]

    @property
    def others(self) -> dict[Who, Any]:
        """What all others do at this moment: nothing, which for some is an action."""
        return {who: act for who, act in self.answered.items() if who != self.who and isinstance(act, Act)}


# --- an action both ways --------------------------------------------------------------------------


class Offered(NamedTuple):
    """An action that is offered at a stop; `questions` are those that ask for one."""

    ruleset: Ruleset
    stop: Stop
    act: Act
    policy: Policy
    questions: frozenset[str]

    def taken(self, play: Any, who: Who | None = None, act: Act | None = None) -> None:
        """What a price runs."""
        one = self.ruleset.view(play, self.stop.asked.who if who is None else who)
        play.call(self.ruleset.taken, one, act or self.act)

    def alone(self, play: Any) -> Hashable:
        """The fight as a price leaves it."""
        self.taken(play)
        left: Hashable = play.fight
        return left

    def priced(self, others: dict[Who, Any]) -> Callable[[Any], Hashable]:
        """What a price runs, then the others' nothing, and all until the next action."""

        def go_on(play: Any) -> None:
            self.taken(play)
            for who, nothing in others.items():
                self.same_moment(play, who, nothing)
            fight_out(play, self.ruleset)

        return lambda play: _until_next(play, go_on)

    def same_moment(self, play: Any, who: Who, nothing: Act) -> None:
        """One of the others does nothing at the moment of the action.

        Whoever the action has put out has done so all the same: in the state before it.
        """
        try:
            self.taken(play, who, nothing)
        except Illegal:
            before = Walk(self.stop.fight, ByPolicy(self.policy, frozenset()), [])
            self.taken(before, who, nothing)
            for effect in before.done:
                play.do(effect)

    @property
    def passing(self) -> bool:
        """Whether it comes on the way to somebody's action: nothing at all is an answer, too."""
        return not isinstance(self.stop.options[0], Act)

    def stepped(self, play: Any) -> Hashable:
        """The round, from where the action is asked for until the next one is."""
        return _until_next(play, lambda play: fight_out(play, self.ruleset))


def _until_next(play: Any, go_on: Callable[[Any], None]) -> Hashable:
    asked = None
    try:
        with suppress(TooLong):
            go_on(play)
    except NextAction as following:
        asked = following.asked
    return play.fight, asked


def difference(offered: Offered, fought: RandomFight, at: int, source: Stream, ways: int = WAYS) -> str:
    """In what the round differs from what is priced; empty when in nothing.

    Compared over all ways that dice can fall; where these are more than `ways`, over some that are
    drawn, die by die.  What is offered in the middle of something is compared as far as it goes.
    """
    try:
        return _difference(offered, fought, at, source, ways)
    except AffrayError as e:
        return f"is offered and refused: {e}"


def _difference(offered: Offered, fought: RandomFight, at: int, source: Stream, ways: int) -> str:
    fight, answering = offered.stop.fight, OneActionPolicy(offered)
    seed = source.below(1 << 30)
    offered.stepped(Walk(fight, answering, [], Stream(seed)))
    if offered.stop.asked.who not in answering.answered or offered.passing:
        return interjected(offered, fought, at, source)
    others = answering.others
    try:
        stepped = every_way(fight, offered.stepped, lambda: OneActionPolicy(offered), ways)
        priced = every_way(fight, offered.priced(others), lambda: _policy_of(offered), ways)
        return _unlike(stepped, priced) or _wrong_odds(offered, ways)
    except OverBudget:
        return _drawn(offered, others, seed)


def _policy_of(offered: Offered) -> ByPolicy:
    return ByPolicy(offered.policy, offered.questions)


def _drawn(offered: Offered, others: dict[Who, Any], seed: int) -> str:
    fight = offered.stop.fight
    for n in range(DRAWN):
        stepped = offered.stepped(Walk(fight, OneActionPolicy(offered), [], Stream(seed, n)))
        priced = offered.priced(others)(Walk(fight, _policy_of(offered), [], Stream(seed, n)))
        if stepped != priced:
            return f"with the dice of seed {seed}, {n}: {_apart(stepped, priced)}"
    return ""


def _wrong_odds(offered: Offered, ways: int) -> str:
    """In what the odds of whole fights differ from every way by itself."""
    fight = offered.stop.fight
    plain = every_way(fight, offered.alone, lambda: ByPolicy(offered.policy, frozenset()), ways)
    odds = price(fight, offered.policy, offered.taken, lambda after: after)
    priced: Outcomes = {after: Fraction(weight, odds.cases) for after, weight in odds.weights.items()}
    return _unlike(plain, priced)


# --- in words -------------------------------------------------------------------------------------


def _unlike(stepped: Outcomes, priced: Outcomes) -> str:
    """How two ways to the same thing differ; empty when they do not."""
    missing = [outcome for outcome in stepped if outcome not in priced]
    strange = [outcome for outcome in priced if outcome not in stepped]
    if missing or strange:
        return _apart(missing[0] if missing else None, strange[0] if strange else None)
    wrong = [(stepped[o], priced[o]) for o in stepped if stepped[o] != priced[o]]
    return f"happens with {wrong[0][0]} and is priced at {wrong[0][1]}" if wrong else ""


def _apart(stepped: Any, priced: Any) -> str:
    """The first part in which two outcomes differ."""
    if stepped is None or priced is None:
        return f"comes to {priced or stepped} only {'as it is priced' if priced else 'in the round'}"
    (one, asked), (other, meant) = [
        o if isinstance(o[1], Asked | None) else (o, None) for o in (stepped, priced)
    ]
    said = [] if asked == meant else [f"next is asked {asked}, priced {meant}"]
    for n, (was, now) in enumerate(zip(one.bodies, other.bodies, strict=True)):
        said += [
            f"{name} of {n} becomes {getattr(was, name)!r}, priced {getattr(now, name)!r}"
            for name in was._fields
            if getattr(was, name) != getattr(now, name)
        ]
    return "; ".join(said) or "the house differs"


# --- an answer in the middle of something --------------------------------------------------------


class AnswerAt(Walk):
    """Gives the answers of a fight up to a stop, then this one, then any other's."""

    def __init__(self, fought: RandomFight, at: int, option: Any, source: Stream, then: Chooser) -> None:
        super().__init__(fought.start, self._answer, [], source, LONGEST + len(fought.effects))
        self.given = [*fought.entries[:at], Answer(fought.stops[at].asked, option)]
        self.then = then

    def rolled(self, dice: ChanceRequest[Any]) -> Any:
        """What is given, or what the dice bring."""
        return self._next(Asked.of(dice)) if self.given else super().rolled(dice)

    def _answer(self, play: Walk, choice: ChoiceRequest[Any]) -> Any:
        return self._next(Asked.of(choice)) if self.given else self.then(play, choice)

    def _next(self, asked: Asked) -> Any:
        entry = self.given.pop(0)
        if entry.asked != asked:
            raise Diverged(f"{entry.asked} was asked, and now {asked}", 0)
        return entry.value


def refused(ruleset: Ruleset, fought: RandomFight, at: int, option: Any, source: Stream) -> str:
    """Why an offered option cannot be gone on with; empty when it can."""
    then = ByPolicy(any_option(source.below(1 << 30)), for_actions(fought.stops))
    play = AnswerAt(fought, at, option, source, then)
    try:
        with suppress(NextAction, TooLong):
            fight_out(play, ruleset)
    except AffrayError as e:
        return f"is offered and refused: {e}"
    return ""


def not_admitted(ruleset: Ruleset, fought: RandomFight, at: int, policy: Policy) -> str:
    """What is wrong with a policy's answer at a stop; empty when it is open."""
    _, pending = resume(fought.start, lambda play: fight_out(play, ruleset), fought.entries[:at])
    assert pending is not None
    if pending.chance is not None:
        return ""
    view = pending.view
    value = policy(view.play, view, pending.asked.question, lambda: pending.options, pending.about)
    try:
        pending.answer(value)
    except AffrayError as e:
        return f"{pending.asked} is answered with {value!r}: {e}"
    return ""


def interjected(offered: Offered, fought: RandomFight, at: int, source: Stream) -> str:
    """In what the round differs from the price of something done in its middle.

    Die by die, all that the price says must happen in the piece of the round that is going on.
    """
    stop, seed = offered.stop, source.below(1 << 30)
    policy = ByPolicy(offered.policy, frozenset())

    def nothing_else(play: Walk, choice: ChoiceRequest[Any]) -> Any:
        return choice.options()[0] if choice.question in offered.questions else policy(play, choice)

    for n in range(DRAWN):
        alone = Walk(stop.fight, policy, [], Stream(seed, n))
        offered.taken(alone)
        whole = AnswerAt(fought, at, offered.act, Stream(seed, n), nothing_else)
        with suppress(TooLong):
            while whole.call(offered.ruleset.step) and whole.given:
                pass
        happened = iter(whole.done[stop.effects :])
        if not all(effect in happened for effect in alone.done):
            return f"with the dice of seed {seed}, {n}: {whole.done[stop.effects :]}, priced {alone.done}"
    return ""
