"""Children that are forked one for each job, several at a time, and say one thing before they end."""

from __future__ import annotations

import json
import os
import resource
import selectors
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, NoReturn, TypeVar

J = TypeVar("J")
WORDLESS = "without a word"
"""Said of a child that ended by itself and said nothing: a fault of whoever forked it."""

WAIT_LEAST, WAIT_SHARE = 60, 12
"""Seconds, and times the CPU seconds that a child may use, until one that only waits is ended."""


class Said(NamedTuple):
    """How a child ended: with what it said, or with nothing."""

    word: str
    more: str = ""


class Child:
    """The side of the child: what it says reaches whoever forked it."""

    def __init__(self, pipe: int) -> None:
        self._pipe = pipe

    def say(self, word: str, more: str = "") -> NoReturn:
        """Say it, and end."""
        os.write(self._pipe, json.dumps([word, more]).encode())
        os._exit(0)


def each(
    jobs: Sequence[J], work: Callable[[Child, J], None], seconds: Callable[[J], float], workers: int
) -> Iterator[tuple[J, Said]]:
    """Do each job in a child with so many CPU seconds; what it said, as children end."""
    waiting = list(reversed(jobs))
    with selectors.DefaultSelector() as pipes:
        running: dict[int, tuple[int, J, float, bytes]] = {}
        while waiting or running:
            while waiting and len(running) < workers:
                job = waiting.pop()
                bound = seconds(job)
                pid, pipe = _forked(job, work, bound)
                running[pipe] = pid, job, time.monotonic() + WAIT_LEAST + WAIT_SHARE * bound, b""
                pipes.register(pipe, selectors.EVENT_READ)
            for pipe in [key.fd for key, _ in pipes.select(1)] or []:
                pid, job, end, heard = running[pipe]
                data = os.read(pipe, 65536)
                running[pipe] = pid, job, end, heard + data
                if not data:
                    pipes.unregister(pipe)
                    del running[pipe]
                    yield job, _ended(pipe, pid, heard)
            for pid, _, end, _ in running.values():
                if time.monotonic() > end:
                    os.kill(pid, signal.SIGKILL)


def _forked(job: J, work: Callable[[Child, J], None], seconds: float) -> tuple[int, int]:
    reads, writes = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writes)
        return pid, reads
    try:
        os.close(reads)
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nothing, stream)
        bound = int(seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (bound, bound + 1))
        work(Child(writes), job)
    except BaseException as fault:
        os.write(writes, json.dumps(["fault", f"{type(fault).__name__}: {fault}"[:500]]).encode())
    finally:
        os._exit(1)


def _ended(pipe: int, pid: int, heard: bytes) -> Said:
    os.close(pipe)
    _, status = os.waitpid(pid, 0)
    if heard:
        word, more = json.loads(heard)
        return Said(word, more)
    return Said("ended", "out of time" if os.WIFSIGNALED(status) else WORDLESS)
