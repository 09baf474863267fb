"""A fight that runs by itself until an agent is asked.

Only the step it stands in is run again for the next answer, and dice once thrown in it are kept.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from affray.core.deadlock import Stall, Watch, most_steps
from affray.core.effect import Effect, Remark, Who
from affray.core.fight import GameFight
from affray.core.live import Asked, Chose, Happened, Pending, Rolled, Told
from affray.core.play import AnyPlay, Policy
from affray.core.request import ChanceRequest, Request
from affray.core.ruleset import Ruleset
from affray.core.stream import Stream

A = TypeVar("A")
O = TypeVar("O")  # noqa: E741 (an option)

State = GameFight
PolicyOf = Callable[[Who], Policy | None]
"""Who answers for a fighter, or for the table: a policy, or None for an agent."""


class DrivenPlay(AnyPlay):
    """Gives the answers there are; then dice are drawn and agents waited for.

    `given` grows by all that is drawn and by what policies answer.
    """

    def __init__(self, fight: State, given: list[Any], source: Stream, run: PolicyOf) -> None:
        super().__init__(fight)
        self.given, self.source, self.run, self.at = given, source, run, 0

    def answer(self, request: Request) -> Any:
        """The answer that is given, or drawn, or the policy's; raises Pending where an agent is asked."""
        if self.at == len(self.given):
            self.given.append(self._new(request))
        self.at += 1
        return self.given[self.at - 1]

    def _new(self, request: Request) -> Any:
        if type(request) is ChanceRequest:
            return request.chance.sample(self.source)
        policy = self.run(request.who.who)
        if policy is None:
            raise Pending(request)
        return request.answered_by(policy, self)


class NarratedPlay(DrivenPlay):
    """A driven play that keeps the story as well, with the fight after each part."""

    def __init__(self, fight: State, given: list[Any], source: Stream, run: PolicyOf) -> None:
        super().__init__(fight, given, source, run)
        self.story: list[tuple[Told, State]] = []

    def answer(self, request: Request) -> Any:
        """As it is, and told."""
        value, asked = super().answer(request), Asked.of(request)
        told: Told = Chose(asked, value, request.cited(value))
        if type(request) is ChanceRequest:
            told = Rolled(asked, request.tally, value, (), request.cited(value), (), request.chance.manner)
        self.story.append((told, self.fight))
        return value

    def happen(self, effect: Effect, rules: tuple[str, ...]) -> None:
        """Apply it, and tell."""
        super().happen(effect, rules)
        self.story.append((Happened(effect, rules), self.fight))

    def remark(self, remark: Remark, *rules: str) -> None:
        """Tell it; no faces are thrown here."""
        self.story.append((Happened(remark.thrown(()), rules), self.fight))


class FightRun:
    """A fight under way: what it waits for, or that it is over.

    `pending` is None when it is over, or was `stalled`: no agent was asked for so long, or none can
    change anything any more.
    """

    def __init__(
        self, ruleset: Ruleset, start: State, source: Stream, run: PolicyOf, told: bool = False
    ) -> None:
        self.ruleset, self.source, self.run = ruleset, source, run
        self.start = self.fight = self._mark = start
        self.pending: Pending | None = None
        self.stalled: Stall | None = None
        self._watch = Watch(ruleset, start)
        self._kind: type[DrivenPlay] = NarratedPlay if told else DrivenPlay
        self._given: list[Any] = []
        self._told: list[tuple[Told, State]] = []
        self._telling: list[tuple[Told, State]] = []
        self._go()

    @property
    def story(self) -> list[tuple[Told, State]]:
        """What has been told so far; empty unless it was to be `told`."""
        return self._told + self._telling

    def answer(self, value: object) -> None:
        """Answer what is asked, by one of its options, and run on."""
        self._given.append(value)
        self._go()

    def _go(self) -> None:
        """Run until an agent is asked, or to the end."""
        for _ in range(most_steps(self.start)):
            play = self._kind(self._mark, self._given, self.source, self.run)
            try:
                goes_on = play.call(self.ruleset.step)
            except Pending as pending:
                self.pending, self.fight = pending.with_traceback(None), play.fight
                self._telling = getattr(play, "story", [])
                return
            self._mark, self._given = play.fight, []
            self._told += getattr(play, "story", [])
            self.stalled = self._watch.after(play.fight) if goes_on else None
            if not goes_on or self.stalled:
                break
        else:
            self.stalled = Stall("long", most_steps(self.start))
        self.pending, self.fight, self._telling = None, self._mark, []
