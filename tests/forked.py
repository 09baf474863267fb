"""Programs of Python as processes of their own, forked from one that has read Affray and its games.

To begin Python and to read all of it takes longer than what most tests do with a server.  The same holds for
workers and processes for jobs that such a program begins in its turn: those are forked as well.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import forkserver
from multiprocessing.context import ForkServerProcess
from multiprocessing.reduction import DupFd
from pathlib import Path
from types import ModuleType, SimpleNamespace, TracebackType
from typing import IO, Any

from affray.core.ruleset import rulesets
from affray.server import workers
from affray.table import job_process

READ = ("affray.cli.server", "affray.server.listener", *(f"affray.rulesets.{game}" for game in rulesets()))
"""What is read before anything is forked."""
FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload([*READ])


class Forked:
    """`python -c PROGRAM WORDS`, used as a `subprocess.Popen` of which one reads the output.

    What it complains of is read as well, or goes to a file given as `stderr`.  It looks for packages in the
    folder `path` first.
    """

    def __init__(self, program: str, *words: str, stderr: IO[str] | None = None, path: str = "") -> None:
        self.args = words
        self.stdout, said = _pipe()
        self.stderr: IO[str] | None
        self.stderr, complaints = (None, stderr) if stderr else _pipe()
        ends = _End(said.fileno()), _End(complaints.fileno())
        self._process = FORKS.Process(target=_run, args=(program, words, path, _Here(*ends)))
        with _nobody():
            self._process.start()
        for end in (said, complaints):
            if end is not stderr:
                end.close()

    @property
    def pid(self) -> int:
        """The number of the process."""
        assert self._process.pid
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """How it ended, by the number of a signal below 0; None while it runs."""
        return self._process.exitcode

    def poll(self) -> int | None:
        """How it ended; None while it runs."""
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        """How it ended, once it has; raises TimeoutExpired."""
        self._process.join(timeout)
        if self._process.exitcode is None:
            assert timeout is not None
            raise subprocess.TimeoutExpired([*self.args], timeout)
        return self._process.exitcode

    def send_signal(self, sign: int) -> None:
        """Send it a signal, if it still runs."""
        if self.poll() is None:
            os.kill(self.pid, sign)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)

    def __enter__(self) -> Forked:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.wait()
        for pipe in filter(None, (self.stdout, self.stderr)):
            pipe.close()


def ran(program: str, *words: str, latest: float = 60) -> subprocess.CompletedProcess[str]:
    """What `python -c PROGRAM WORDS` has come to, which says little; raises TimeoutExpired."""
    with Forked(program, *words) as process:
        try:
            code = process.wait(latest)
        finally:
            process.kill()
        assert process.stdout is not None
        assert process.stderr is not None
        return subprocess.CompletedProcess([*words], code, process.stdout.read(), process.stderr.read())


@contextmanager
def _nobody() -> Iterator[None]:
    """What runs the tests is not read once more by the other process."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


class _End:
    """An open file, which goes over to the other process with what is given to it."""

    def __init__(self, fd: int) -> None:
        self.fd = fd

    def __reduce__(self) -> Any:
        return _taken, (DupFd(self.fd),)


def _taken(fd: Any) -> _End:
    return _End(fd.detach())


def _pipe() -> tuple[IO[str], IO[str]]:
    """Both ends of one: whence it is read, and where it is written."""
    reading, writing = os.pipe()
    return os.fdopen(reading, encoding="utf-8"), os.fdopen(writing, "w", encoding="utf-8")


class _Here:
    """What a process has of the one that begins it: the folder, the environment, where it prints."""

    def __init__(self, said: _End, complaints: _End) -> None:
        self.cwd, self.env, self.ends = Path.cwd(), {**os.environ}, (said, complaints)

    def be(self) -> None:
        """In the other process: have them."""
        for end, number in zip(self.ends, (1, 2), strict=True):
            os.dup2(end.fd, number)
            os.close(end.fd)
        for stream in (sys.stdout, sys.stderr):
            stream.reconfigure(line_buffering=True)  # type: ignore[union-attr]
        os.chdir(self.cwd)
        os.environ.clear()
        os.environ.update(self.env)
        _fork_here()


def _run(program: str, words: tuple[str, ...], path: str, here: _Here) -> None:
    """In the other process: run the program."""
    here.be()
    sys.path[:0] = [path] if path else []
    sys.argv = ["-c", *words]
    exec(program, {"__name__": "__main__"})


# --- what such a program begins itself ----------------------------------------------------------------


def _fork_here() -> None:
    """Let what this process begins be forked by the one that has forked it."""
    own: Any = forkserver._forkserver
    own.ensure_running = lambda: None  # it knows the address, and would begin another one all the same
    others: Any = workers, job_process
    others[0].multiprocessing = SimpleNamespace(get_context=lambda _: _Workers)
    others[1].subprocess = SimpleNamespace(Popen=_Job, PIPE=subprocess.PIPE)


class _Workers:
    """Begins workers as `multiprocessing` does that spawns them."""

    Pipe = FORKS.Pipe

    @staticmethod
    def Process(target: Any, args: tuple[Any, ...], name: str) -> ForkServerProcess:  # noqa: N802
        """A worker that prints where this process does."""
        return FORKS.Process(target=_work, args=(target, args, _Here(_End(1), _End(2))), name=name)


def _work(target: Any, args: tuple[Any, ...], here: _Here) -> None:
    here.be()
    target(*args)


class _Job:
    """A process for jobs, used as the `subprocess.Popen` that `JobProcess` begins."""

    def __init__(self, command: object, stdin: int, stdout: int) -> None:
        asked, stdin = os.pipe()
        stdout, given = os.pipe()
        self.stdin, self.stdout = os.fdopen(stdin, "wb"), os.fdopen(stdout, "rb")
        ends = _End(asked), _Here(_End(given), _End(2))
        self._process = FORKS.Process(target=_think, args=ends, daemon=True)
        self._process.start()
        for end in (asked, given):
            os.close(end)

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()

    def wait(self) -> None:
        """Wait until it has ended."""
        self._process.join()


def _think(asked: _End, here: _Here) -> None:
    os.dup2(asked.fd, 0)
    os.close(asked.fd)
    sys.stdin = os.fdopen(0)
    here.be()
    job_process.main()
