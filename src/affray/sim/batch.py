"""Fights in the arrays of the compiled kernel, which walks a program's trees."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from dataclasses import dataclass

from affray.core.stream import Stream
from affray.sim.kernel import kernel
from affray.sim.program import Program

UNSEEN, OVER, CAPPED = -1, 1, 2
"""How a fight stands: it needs something the trees do not hold yet, it is over, it took too many steps."""


class _Struct(ctypes.Structure):
    """The arrays of a program as the kernel sees them."""

    names = (
        "nodes", "kids", "args", "roots", "reads", "leaves", "starts", "order", "order_at", "by_reference",
        "variants", "writes", "write_at", "chance_at", "cached", "dependents", "dependents_at",
    )  # fmt: skip
    _fields_ = (
        *[(name, ctypes.c_void_p) for name in names],
        ("cumulative", ctypes.c_void_p),
        *[
            (name, ctypes.c_int32)
            for name in ("fighters", "body_fields", "table_fields", "width", "root", "spread")
        ],
    )


@dataclass(slots=True)
class Batch:
    """Fights in the kernel's arrays.

    States and seeds, steps taken, how each stands, and what is missing.
    """

    program: Program
    states: array[int]
    seeds: array[int]
    steps: array[int]
    ends: array[int]
    misses: array[int]
    before: array[int]

    @classmethod
    def of(cls, program: Program, states: array[int], streams: Sequence[Stream]) -> Batch:
        """Fights at these states, each with its stream."""
        n = len(streams)
        seeds, before = array("Q", [s.state for s in streams]), array("i", [0]) * len(states)
        nothing = array("i", [0])
        return cls(program, states, seeds, nothing * n, nothing * n, nothing * (3 * n), before)

    def run(self, todo: array[int], most: int, root: int = 0) -> array[int]:
        """Run these fights to their end, to `most` steps, or to something missing.

        Those that miss something are given back.  `root` is the function that a step is.
        """
        library, struct = kernel(), _struct(self.program)
        struct.root = root
        assert library is not None
        arrays = (self.states, self.seeds, self.steps, self.ends, self.misses, self.before, todo)
        addresses = [ctypes.c_void_p(a.buffer_info()[0]) for a in arrays]
        library.run(ctypes.byref(struct), *addresses, ctypes.c_int64(len(todo)), ctypes.c_int32(most))
        return array("q", [i for i in todo if self.ends[i] == UNSEEN])

    def learn(self, i: int) -> bool:
        """Ask the fact that fight i misses, if it is one.

        The fight is put back to the start of its step.
        """
        width, program = self.program.width, self.program
        fact, one, other = self.misses[3 * i : 3 * i + 3]
        if fact >= 0:
            state = self.states[i * width : (i + 1) * width]
            bodies = [program.ids_at(state, at) for at in (one, other)[: program.arity[fact]]]
            program.learn(fact, bodies)
        self.states[i * width : (i + 1) * width] = self.before[i * width : (i + 1) * width]
        return fact >= 0


def _struct(program: Program) -> _Struct:
    program.remember()
    struct = _Struct()
    struct.spread = -(-program.slots // len(program.body_fields))
    for name in _Struct.names:
        setattr(struct, name, getattr(program, name).buffer_info()[0])
    struct.cumulative = program.cumulative.buffer_info()[0]
    struct.fighters, struct.body_fields = program.fighters, len(program.body_fields)
    struct.table_fields = len(program.table_fields)
    struct.width = program.width
    return struct
