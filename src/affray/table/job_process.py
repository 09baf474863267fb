"""A process for jobs: it gets functions and sends back what they give.

It ends with whoever started it, runs at a lower priority, and leaves interrupts to it.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from traceback import format_exc
from typing import Any, BinaryIO, NamedTuple

from affray.core.errors import AffrayError
from affray.core.interrupts import kept_from_children

NICE = 5
"""How far it stands back."""
ITSELF = (sys.executable, "-P", "-c", "from affray.table.job_process import main; main()")
"""Without `-P` a file beside which the server was begun could pass for a module."""


class JobLost(AffrayError):
    """A job that was not done, for no fault of whoever asked."""

    code = "table/unthought"


class JobFault(NamedTuple):
    """An AffrayError, or with a trace any other one, as plain values."""

    code: str
    words: str
    trace: str = ""


class JobProcess:
    """The other end of it, for one thread at a time; it begins when needed."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._lock, self._thinking = Lock(), Lock()
        self._ended = self._left = False

    def think(self, work: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        """What the function gives there; a process that was ended is replaced, and asked once more.

        Raises AffrayError.
        """
        sent = pickle.dumps((work, args), pickle.HIGHEST_PROTOCOL)
        with self._thinking:
            self._left = False
            for _ in range(2):
                try:
                    answer = self._asked(sent)
                except (EOFError, OSError, pickle.UnpicklingError):
                    self._let_go()
                    if self._left:
                        break
                else:
                    return _given(answer)
        raise JobLost("the calculation was stopped; try again")

    def _asked(self, sent: bytes) -> Any:
        process = self._begun()
        assert process.stdin and process.stdout
        process.stdin.write(sent)
        process.stdin.flush()
        return pickle.load(process.stdout)

    def _begun(self) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._ended:
                raise JobLost("the server is stopping")
            if self._process is None:
                with kept_from_children():
                    self._process = subprocess.Popen(ITSELF, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            return self._process

    def _let_go(self) -> None:
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):
                    pipe.close()  # type: ignore[union-attr]

    def leave(self) -> None:
        """Break off a job that is under way, for nobody waits for it."""
        with self._lock:
            self._left = True
            if self._process is not None:
                self._process.kill()

    def close(self) -> None:
        """End it for good, in the midst of a job too."""
        with self._lock:
            self._ended = True
            if self._process is not None:
                self._process.kill()
        with self._thinking:
            self._let_go()


def _given(answer: Any) -> Any:
    if isinstance(answer, JobFault) and answer.trace:
        raise RuntimeError(answer.trace)
    if isinstance(answer, JobFault):
        raise AffrayError(answer.words, code=answer.code)
    return answer


def tried(work: Callable[..., Any], args: tuple[Any, ...]) -> Any:
    """What it gives, or how it failed."""
    try:
        return work(*args)
    except AffrayError as e:
        return JobFault(e.code, str(e))
    except Exception as e:
        return JobFault("affray/fault", repr(e), format_exc())


def main() -> None:
    """Think until there is nobody to think for."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        os.nice(NICE)
    with suppress(BrokenPipeError), os.fdopen(os.dup(1), "wb") as to:
        os.dup2(2, 1)
        _think_on(to)


def _think_on(to: BinaryIO) -> None:
    while True:
        try:
            work, args = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        to.write(pickle.dumps(tried(work, args), pickle.HIGHEST_PROTOCOL))
        to.flush()


if __name__ == "__main__":
    main()
