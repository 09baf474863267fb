"""Chances as fractions: from the back, states that go round all at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from affray.solver.states import States

WIDEST = 80
"""States that go round among themselves, up to which they are solved for."""
Share = dict[str, Fraction]


def absorbed(states: States) -> Share | None:
    """How often each side wins from the start.

    Where they go round for ever nobody does, which "" stands for.  None where too many states go round
    among themselves.  All states must have been stepped.
    """
    values: dict[int, Share] = {state: {"": Fraction(1)} for state in states.endless()}
    for group in groups(states):
        if group[0] in values:
            continue
        if len(group) > WIDEST or not _solved(states, group, values):
            return None
    return values[states.start]


def _solved(states: States, group: Sequence[int], values: dict[int, Share]) -> bool:
    won = states.winner[group[0]]
    if won is not None:
        values[group[0]] = {won: Fraction(1)}
        return True
    within = {state: at for at, state in enumerate(group)}
    rows: list[tuple[list[Fraction], Share]] = []
    for at, state in enumerate(group):
        row, share = [Fraction(n == at) for n in range(len(group))], Share()
        step = states.next(state)
        for to, _, weight in step.ways:
            part = Fraction(weight, step.cases)
            if to in within:
                row[within[to]] -= part
            else:
                _add(share, values[to], part)
        rows.append((row, share))
    return _eliminated(rows, group, values)


def _eliminated(
    rows: list[tuple[list[Fraction], Share]], group: Sequence[int], values: dict[int, Share]
) -> bool:
    """Solve for the states of a group, by elimination."""
    for at in range(len(group)):
        chosen = next((n for n in range(at, len(group)) if rows[n][0][at]), None)
        if chosen is None:
            return False
        rows[at], rows[chosen] = rows[chosen], rows[at]
        row, share = rows[at]
        pivot = row[at]
        row[:] = [each / pivot for each in row]
        rows[at] = row, {side: part / pivot for side, part in share.items()}
        for other in range(len(group)):
            factor = rows[other][0][at]
            if other != at and factor:
                rows[other][0][:] = [a - factor * b for a, b in zip(rows[other][0], row, strict=True)]
                _add(rows[other][1], rows[at][1], -factor)
    for at, state in enumerate(group):
        values[state] = rows[at][1]
    return True


def _add(share: Share, more: Share, part: Fraction) -> None:
    for side, value in more.items():
        share[side] = share.get(side, Fraction()) + part * value


def groups(states: States) -> Iterable[list[int]]:
    """States that can come round to each other, the furthest first (Tarjan)."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    held: set[int] = set()
    ways = [(states.start, iter(_after(states, states.start)))]
    index[states.start] = low[states.start] = 0
    stack.append(states.start)
    held.add(states.start)
    while ways:
        state, rest = ways[-1]
        for to in rest:
            if to not in index:
                index[to] = low[to] = len(index)
                stack.append(to)
                held.add(to)
                ways.append((to, iter(_after(states, to))))
                break
            if to in held:
                low[state] = min(low[state], index[to])
        else:
            ways.pop()
            if ways:
                low[ways[-1][0]] = min(low[ways[-1][0]], low[state])
            if low[state] == index[state]:
                group = stack[stack.index(state) :]
                del stack[-len(group) :]
                held.difference_update(group)
                yield group


def _after(states: States, state: int) -> list[int]:
    return [] if states.winner[state] is not None else [to for to, _, _ in states.next(state).ways]
