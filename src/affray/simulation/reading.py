"""What a traced rule reads of bodies: each read is a node, and the tree branches by what it gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from affray.core.effect import TABLE, Who
from affray.core.fight import Fight, GameFight
from affray.core.play import Policy
from affray.core.sampled import AnySampled
from affray.simulation.arrays import MISSING
from affray.simulation.codes import ALIKE, ASK, LEAST, NEXT, RANKED, REFER, SOME
from affray.simulation.frame import TraceFrame
from affray.simulation.untraceable import Untraceable
from affray.simulation.walker import Walker

A = TypeVar("A")
BOOLEAN = 2
"""The room for outcomes of a node that most often has two; it gets more when more come."""


class TracedReads(AnySampled):
    """A play that notes at the nodes of the innermost function what is read of the walk's state."""

    noting = True

    def __init__(self, house: Any, policy: Policy, walker: Walker) -> None:
        super().__init__(Fight((), house), policy, walker)
        self.walker, self.program = walker, walker.program
        self.facts, self.fighters = self.program.facts, self.program.ids.fighters
        self.frame = TraceFrame(self.program.functions, MISSING, [], [], MISSING)

    @property
    def fight(self) -> GameFight:
        """Not to be had: what is read past the views can be in no tree."""
        raise Untraceable("a rule or a policy reads the whole fight")

    @fight.setter
    def fight(self, fight: GameFight) -> None:
        pass  # a play sets it as it is made

    def number(self, who: Who) -> int:
        """The kernel's number of a body: the table stands behind all fighters."""
        return self.fighters if who == TABLE else who

    def ask(self, read: Callable[..., A], whos: tuple[Who, ...]) -> A:
        """A fact: branch by its result.

        By the leaf, that is: results that are equal have the same leaf, whatever was read for them.
        """
        facts, frame = self.facts, self.frame
        fact = facts.fact(read, read, facts.result, len(whos))
        leaf = frame.outcome(ASK, fact)
        if leaf is None:
            leaf = self.walker.look(ASK, fact, self.number(whos[0]), self.number(whos[-1]))
            one, other = frame.register(whos[0]), frame.register(whos[-1])
            frame.go(frame.node(ASK, fact, one, other, BOOLEAN), leaf)
        value: A = facts.given[fact][leaf]
        return value

    def refer(self, read: Callable[[Any], Who | None], who: Who) -> Who | None:
        """A fact that names a fighter: branch by who that is."""
        return self._who(REFER, self.facts.fact(("refer", read), read, _place, 1), who)

    def least(self, rank: Callable[[Any, Any], Any], who: Who) -> Who | None:
        """The fighter with the lowest place: branch by who that is."""
        return self._who(LEAST, self.facts.rank(rank), who)

    def _who(self, op: int, fact: int, who: Who) -> Who | None:
        frame = self.frame
        out = frame.outcome(op, fact)
        if out is not None:
            return frame.whom(out) if out else None
        named = self.walker.look(op, fact, self.number(who), self.fighters) - 1
        frame.meet(op, fact, frame.register(who), named)
        return Who(named) if named >= 0 else None

    def ranked(self, rank: Callable[[Any, Any], Any], who: Who) -> list[Who]:
        """All fighters with a place: branch by who each is.

        A node for the list and one (NEXT) for each fighter on it and for its end.
        """
        fact, frame = self.facts.rank(rank), self.frame
        if frame.outcome(RANKED, fact) is None:
            frame.go(frame.node(RANKED, fact, frame.register(who), 0, 1), 0)
        met: list[Who] = []
        while (out := frame.outcome(NEXT, MISSING)) is not None:
            if not out:
                return met
            met.append(frame.whom(out))
        # The kernel has stopped within the list, or before it. The whole list is asked for again: it is the
        # same, as no effect can have happened since.
        listed = self.walker.look(RANKED, fact, self.number(who), self.fighters)
        ranking = self.walker.walk.list[:listed]
        for each in (*ranking[len(met) :], -1):
            frame.meet(NEXT, 0, 0, each)
        return [Who(each) for each in ranking]

    def some(self, test: Callable[[Any, Any], bool], who: Who) -> bool:
        """Whether the test holds for anybody."""
        return self._holds(SOME, self.facts.fact(("some", test), test, _truth, 2), who)

    def alike(self, place: Callable[[Any], Any], who: Who) -> bool:
        """Whether anybody else has the same place."""
        return self._holds(ALIKE, self.facts.fact(("place", place), place, self.facts.place_number, 1), who)

    def _holds(self, op: int, fact: int, who: Who) -> bool:
        frame = self.frame
        out = frame.outcome(op, fact)
        if out is None:
            out = self.walker.look(op, fact, self.number(who), self.fighters)
            frame.go(frame.node(op, fact, frame.register(who), 0, BOOLEAN), out)
        return bool(out)


def _place(_: int, who: Who | None) -> int:
    return 0 if who is None else who + 1


def _truth(_: int, holds: object) -> int:
    return int(bool(holds))
