"""Tracing: plain rules run where the kernel knows no way on, and noted.

Python cannot take up a rule where the kernel stopped, so the innermost function that has not returned
is run from its start, with its arguments made again: as far as the kernel came, every answer is taken
from what came out at its nodes (*known*); from there on facts, chances and effects are the kernel's,
one by one, and are noted.  Units are left to the kernel again, which comes back where it misses a
branch; and once the function has returned, the kernel goes on behind it.

What a traced rule may read: its arguments, and through views facts of bodies.  Each such read is a node, so
wherever the rule could go another way the tree branches.  What it may not read: the fight as a whole, a
global that changes, a fighter who came in by another way than its arguments.  A tree cannot branch by
these, and would be walked in fights where they differ.  Most of that is refused here (`Untraceable`),
and the step is then played plainly, every time; the rest shows as DIFFERENT sooner or later.

A fight draws all its numbers from one stream of its own, in the order in which its rules ask, and a rule that
is run again draws nothing for rolls that are known.  So it makes no difference to a fight which of its steps
were walked and which were traced, nor which fights ran before it and grew the trees: it is draw by
draw the fight of the plain engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Concatenate, ParamSpec, TypeVar

from affray.core.effect import Effect, Who
from affray.core.play import Policy
from affray.core.request import ChanceRequest, Request
from affray.core.tally import NOTHING, Tally
from affray.simulation.arrays import MISSING
from affray.simulation.codes import CALL, DO, HOLD, NEXT, RELEASE, RETURN, ROLL, ROOM
from affray.simulation.effects import without_fighters
from affray.simulation.frame import DIFFERENT, TraceFrame
from affray.simulation.patterns import PLAIN, FighterValue, pattern_of, value_of, with_fighter
from affray.simulation.reading import BOOLEAN, TracedReads
from affray.simulation.untraceable import Untraceable
from affray.simulation.walker import Walker

A = TypeVar("A")
P = ParamSpec("P")


class TracedPlay(TracedReads):
    """A play that goes on from where a walk misses a branch; the state that it changes is the walk's."""

    def __init__(self, house: Any, policy: Policy, walker: Walker) -> None:
        super().__init__(house, policy, walker)
        self.functions, self.effects = self.program.functions, self.program.effects

    def run(self, step: Callable[[Any], bool]) -> bool:
        """The step that the walk is in; gives what the step gives."""
        goes: bool = self.functions.returning[self.functions.function((step, ()))][self._mended()]
        return goes

    def _mended(self) -> int:
        """From a branch unseen to the end of the walk: the number of its result."""
        out = MISSING
        while out == MISSING:
            out = self._mend()
        return out

    def _mend(self) -> int:
        """Run the innermost function; then the walk goes on behind it, as far as it can.

        Only the innermost: those around it would have to be run from their start as well, and have all
        their answers given again, only to come to the same call.  The walk knows them better.
        """
        walk, outer = self.walker.walk, self.frame
        base, depth = walk.base, walk.depth
        function, known, registers = self.walker.innermost()
        self.frame = TraceFrame(self.functions, function, known, registers, depth)
        out = self._returned(function, self._again(function, registers))
        self.frame = outer
        return self.walker.give(base, depth, out)

    def _again(self, function: int, registers: list[int]) -> Any:
        """What a function gives, run with its arguments made again."""
        unit, pattern = self.functions.keys[function]
        if not pattern:
            return unit(self)
        args, kw = value_of(self, pattern, registers)
        return unit(self, *args, **dict(kw))

    def _returned(self, function: int, value: Any) -> int:
        """The number of a result; one fighter may be in it, besides the table."""
        whos: list[int] = []
        if type(value) in PLAIN:
            out = self.functions.returned(function, value)
        else:
            pattern = pattern_of(value, whos)
            out = self.functions.returned(function, FighterValue(value) if whos else value, pattern)
        if len(whos) > 1:
            # A result is a number, and the fighter in it goes beside it: there is one place for that.
            raise Untraceable("a unit that returns more than one fighter")
        register = 1 + self.frame.register(Who(whos[0])) if whos else 0
        if whos:
            self.walker.walk.list[0] = whos[0]
        self.frame.node(RETURN, out, register, 0, 0)
        return out

    def answer(self, request: Request) -> Any:
        """Draw from chance: branch by the face.  What policies answer is in the tree by what they read.

        A roll that is known is not drawn again: the stream is already behind it.
        """
        if type(request) is not ChanceRequest:
            return super().answer(request)
        chance, frame = request.chance, self.frame
        number = self.functions.chance(chance)
        out = frame.outcome(ROLL, number)
        if out is not None:
            return chance.values[out]
        value = chance.sample(self.source)
        frame.go(frame.node(ROLL, number, 0, 0, len(chance.values)), chance.values.index(value))
        return value

    def do(self, effect: Effect, *rules: str, tally: Tally = NOTHING) -> None:
        """Apply an effect, or hold it back.

        Piece by piece, as each piece has a field tree of its own: what reads three figures that vary would
        need a path for each combination, three that read one need a path for each value.
        """
        for piece in effect.pieces:
            self._happen(piece, type(effect))

    def _happen(self, effect: Effect, whole: type[Effect]) -> None:
        effects, frame, others = self.effects, self.frame, effect.others
        if len(others) > 1:  # a field tree is of two bodies at most
            raise Untraceable("an effect that reads more than one other body")
        key, references = without_fighters(effect, others)
        if len(references) > 1 or (references and others):
            raise Untraceable("an effect that refers to more than one fighter")
        template = effects.template(key, effect, next(iter(references), ""), whole)
        if frame.outcome(DO, template) is not None:
            return
        reference = next(iter(references.values()), None)
        # The kernel makes no variants: it has to be there before the effect is taken.
        effects.variant(template, self.fighters if reference is None else reference)
        second = others[0] if others else effect.who if reference is None else reference
        node = frame.node(DO, template, frame.register(effect.who), frame.register(second), 1)
        self.walker.take(template, self.number(effect.who), self.number(second))
        frame.go(node, 0)

    @contextmanager
    def holding(self, *kinds: type[Effect]) -> Iterator[None]:
        """Simultaneous actors: what is held back happens as the outermost block ends."""
        held, frame = self.effects.held(kinds), self.frame
        if frame.outcome(HOLD, held) is None:
            node = frame.node(HOLD, held, 0, 0, 1)
            self.walker.hold(held)
            frame.go(node, 0)
        yield
        if frame.outcome(RELEASE, 0) is None:
            node = frame.node(RELEASE, 0, 0, 0, 1)
            self.walker.release()
            frame.go(node, 0)

    def call(self, unit: Callable[Concatenate[Any, P], A], *args: P.args, **kw: P.kwargs) -> A:
        """A unit: a tree of its own, by its arguments.

        Fighters among them become registers of its own, so that all who shoot at somebody share one tree.
        """
        functions, frame = self.functions, self.frame
        if frame.used == len(frame.known):
            whos: list[int] = []
            pattern = pattern_of((args, tuple(kw.items())), whos)
            result: A = self._called(functions.function((unit, pattern)), whos)
            return result
        # Known: the node says which function it was, and the arguments need not be looked at.
        function = functions.args[functions.nodes[frame.holder[frame.place] + 1]]
        out = frame.outcome(CALL, MISSING)
        if out is None or functions.units[function] != unit:
            raise Untraceable(DIFFERENT)
        value: A = functions.returning[function][out]
        return self._filled(value) if isinstance(value, FighterValue) else value

    def _filled(self, value: FighterValue) -> Any:
        """A result that names a fighter, whom the caller meets now."""
        frame = self.frame
        out = frame.outcome(NEXT, MISSING)
        if out is None:
            who = self.walker.walk.list[0]
            frame.meet(NEXT, 0, 0, who)
        else:
            who = frame.registers[out - 1]
        return with_fighter(self, value.value, Who(who))

    def _called(self, function: int, whos: list[int]) -> Any:
        """A unit that is reached now: walked, and mended where it misses a branch."""
        functions, frame = self.functions, self.frame
        node: int = frame.holder[frame.place]
        if node == MISSING:
            at = len(functions.args)
            functions.args.extend([function, *[frame.register(Who(who)) for who in whos]])
            node = frame.node(CALL, at, 0, len(whos), BOOLEAN)
        elif functions.nodes[node] & ROOM != CALL or functions.args[functions.nodes[node + 1]] != function:
            raise Untraceable(DIFFERENT)
        out = self.walker.call(function, whos, frame.depth + 1)
        if out == MISSING:
            out = self._mended()
        frame.go(node, out)
        value = functions.returning[function][out]
        return self._filled(value) if isinstance(value, FighterValue) else value
