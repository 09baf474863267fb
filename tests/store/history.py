"""Histories of several clients, held against a model that does one thing after the other.

A history is what clients have sent, what they were told and what they saw, each with its moment on one
clock.  The log of the store is the order in which the model does it all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

NEVER = 1 << 60
"""The moment of an answer that did not come."""


class Call(NamedTuple):
    """A command of a client: when it was first sent, when it was answered, and how.

    `answer` is `done`, `refused` for good, or empty where none came.
    """

    client: str
    command: str
    sent: int
    told: int = NEVER
    answer: str = ""


class Look(NamedTuple):
    """What somebody saw on one line, at a moment: the stones that had been thrown, in their order."""

    client: str
    line: int
    at: int
    stones: tuple[str, ...]


class Entry(NamedTuple):
    """An entry of the log, and the command that led to it."""

    kind: str
    command: str


class History(NamedTuple):
    """What clients did and saw, and the log that came of it."""

    calls: Sequence[Call]
    looks: Sequence[Look]
    log: Sequence[Entry]


def views(log: Sequence[Entry]) -> list[tuple[str, ...]]:
    """What there is to be seen at first and after each entry: a stone more, or the last taken back."""
    found: list[tuple[str, ...]] = [()]
    for entry in log:
        stones = found[-1]
        if entry.kind == "override":
            stones = (*stones, entry.command)
        elif entry.kind == "undo":
            stones = stones[:-1]
        found.append(stones)
    return found


def faults(history: History) -> list[str]:
    """All that no order of one thing after the other would bring; nothing for a sound history."""
    return [*_counted(history), *_in_order(history), *_looked(history)]


def _counted(history: History) -> Iterator[str]:
    """What stands too often or not at all."""
    there = Counter(entry.command for entry in history.log if entry.command)
    sent = {call.command: call for call in history.calls}
    for command, times in there.items():
        if times > 1:
            yield f"{command} stands {times} times"
        if command not in sent:
            yield f"{command} stands there, and nobody has sent it"
    for command, call in sent.items():
        if call.answer == "done" and command not in there:
            yield f"{command} was acknowledged and is lost"
        if call.answer == "refused" and command in there:
            yield f"{command} was refused and stands there"


def _in_order(history: History) -> Iterator[str]:
    """What stands after something that was sent only when it had been answered."""
    calls = {call.command: call for call in history.calls}
    first: Call | None = None
    for entry in reversed(history.log):
        call = calls.get(entry.command)
        if call is None:
            continue
        if first is not None and first.told < call.sent:
            yield f"{call.command} was sent after {first.command} was done, and stands before it"
        if first is None or call.told < first.told:
            first = call


def _looked(history: History) -> Iterator[str]:
    """What was never to be seen, or only before: on each line the log goes on, past what its client knows."""
    model = views(history.log)
    at = {entry.command: n for n, entry in enumerate(history.log, 1) if entry.command}
    own: dict[str, list[tuple[int, int]]] = {}
    for call in history.calls:
        if call.answer == "done" and call.command in at:
            own.setdefault(call.client, []).append((call.told, at[call.command]))
    so_far: dict[tuple[str, int], int] = {}
    for look in sorted(history.looks, key=lambda look: look.at):
        key = look.client, look.line
        known = max((n for told, n in own.get(look.client, ()) if told < look.at), default=0)
        least = max(so_far.get(key, 0), known)
        found = next((n for n in range(least, len(model)) if model[n] == look.stones), None)
        if found is None:
            yield f"{look.client} sees {look.stones[-3:]} at {look.at}, after entry {least} of the log"
        else:
            so_far[key] = found
