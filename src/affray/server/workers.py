"""Several processes at one port: begun, watched, begun again, stopped."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import signal
import socket
import sys
import tempfile
from collections import Counter
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from time import monotonic
from typing import Any

from affray.core.errors import AffrayError
from affray.core.interrupts import kept_from_children
from affray.core.message import msg
from affray.server.listener import (
    GRACE,
    Ready,
    ServerAddress,
    Settings,
    Unservable,
    bound,
    check_certificate,
    loop_factory,
    served,
)
from affray.server.relay import WorkerShare
from affray.store.addresses import file_of
from affray.table.seats import token

LOG = logging.getLogger("affray.server")
MOST = 64
"""Workers at most."""
AGAIN, SLOWEST, WELL = 0.2, 10.0, 60.0
"""Seconds until a worker that has ended is begun again, twice as many each time, up to so many.

One that was there for as long as the last is begun at once.
"""
LOOK = 0.2
"""Seconds between two looks whether somebody wants a stop."""
BEGINNING = 60.0
"""Seconds that a worker may take to begin."""


def serve_many(settings: Settings, ready: Ready) -> None:
    """Serve in `settings.workers` processes until somebody stops it.

    Raises as `listener.serve` does, and Unservable where several processes cannot share a store.
    """
    check(settings)
    check_certificate(settings)
    with bound(settings) as listening, tempfile.TemporaryDirectory(prefix="affray-") as folder:
        WorkerPool(settings, listening, folder).run(ready)


def check(settings: Settings) -> None:
    """Raise Unservable unless so many workers can serve."""
    if not 1 <= settings.workers <= MOST:
        raise Unservable(
            msg("expected 1 to {most} workers, got {workers}", most=MOST, workers=settings.workers)
        )
    if settings.store == "memory:" or file_of(settings.store) is not None:
        raise Unservable(
            "several workers need a shared database: --store postgresql://…; a single worker serves a "
            "thousand clients from a file"
        )
    if not hasattr(socket, "AF_UNIX") or sys.platform == "win32":
        raise Unservable("several workers need Unix sockets, which this system does not have")


class WorkerPool:
    """The processes; each owns the sessions whose names fall to it."""

    def __init__(self, settings: Settings, listening: socket.socket, folder: str) -> None:
        self.settings, self.listening, self.folder = settings, listening, folder
        self.secret = token()
        self.context = multiprocessing.get_context("spawn")
        self.running: dict[int, tuple[SpawnProcess, Connection]] = {}
        self.began: dict[int, float] = {}
        self.failed: Counter[int] = Counter()
        self.due: dict[int, float] = {}
        self.stopping = False

    def run(self, ready: Ready) -> None:
        """Begin all, watch them, and end them all when one wants to stop."""
        for sign in (signal.SIGINT, signal.SIGTERM):
            signal.signal(sign, self._stop)
        try:
            for number in range(self.settings.workers):
                self._begin(number, self.settings.scene if number == 0 else None)
            links = [self._begun(number) for number in range(self.settings.workers)]
            if not self.stopping:
                ready(links[0])
            while not self.stopping:
                self._look()
        finally:
            self._end()

    def _stop(self, *_: object) -> None:
        self.stopping = True

    def _begin(self, number: int, scene: str | None = None) -> None:
        ours, theirs = self.context.Pipe()
        share = WorkerShare(number, self.settings.workers, self.folder)
        given = (self.settings._replace(scene=scene), self.listening, share, self.secret, theirs)
        process = self.context.Process(target=work, args=given, name=f"affray-{number}")
        with kept_from_children():
            process.start()
        theirs.close()
        self.running[number], self.began[number] = (process, ours), monotonic()

    def _begun(self, number: int) -> ServerAddress:
        """What a worker says when it is there; raises Unservable when it cannot be."""
        process, pipe = self.running[number]
        said: Any = None
        end = monotonic() + BEGINNING
        while not self.stopping and said is None:
            if pipe.poll(LOOK):
                said = _received(pipe)
                if said is None:
                    raise Unservable(
                        msg(
                            "worker {number} exited before it was ready ({exitcode})",
                            number=number,
                            exitcode=process.exitcode,
                        )
                    )
            elif monotonic() > end:
                raise Unservable(msg("worker {number} did not start", number=number))
        if isinstance(said, str):
            raise Unservable(said)
        return said or ServerAddress("", "")

    def _look(self) -> None:
        """Begin anew whoever has ended by itself, after a while."""
        ended = wait([process.sentinel for process, _ in self.running.values()], LOOK)
        now = monotonic()
        for number, (process, pipe) in [] if self.stopping else list(self.running.items()):
            if process.sentinel in ended:
                process.join()
                pipe.close()
                del self.running[number]
                self.due[number] = now + self._wait(number, process)
        for number in [n for n, at in self.due.items() if at <= now and not self.stopping]:
            del self.due[number]
            self._begin(number)

    def _wait(self, number: int, process: SpawnProcess) -> float:
        """Seconds until a worker that has ended is begun again."""
        if monotonic() - self.began[number] > WELL:
            del self.failed[number]
        seconds: float = min(SLOWEST, AGAIN * 2.0 ** self.failed[number])
        self.failed[number] += 1
        LOG.error("worker %s ended (%s) and is begun again in %.1f s", number, process.exitcode, seconds)
        return seconds

    def _end(self) -> None:
        """Ask all to end, wait, and end those that do not."""
        for process, _ in self.running.values():
            process.terminate()
        end = monotonic() + 3 * GRACE
        for process, pipe in self.running.values():
            process.join(max(0.0, end - monotonic()))
            if process.is_alive():
                process.kill()
                process.join()
            pipe.close()


def _received(pipe: Connection) -> Any:
    try:
        return pipe.recv()
    except EOFError:
        return None


def work(
    settings: Settings, listening: socket.socket, share: WorkerShare, secret: str, pipe: Connection
) -> None:
    """Be one worker; where it is open goes into the pipe, or why it is not."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with asyncio.Runner(loop_factory=loop_factory()) as runner:
            runner.run(served(settings, listening, share, secret, pipe.send, pipe))
    except AffrayError as e:
        with suppress(OSError):
            pipe.send(str(e))
        sys.exit(2)
    except ConnectionError:  # those who began it are gone: nobody is told
        sys.exit(1)
    except Exception as e:
        LOG.error("worker %s cannot go on: %r", share.number, e)  # noqa: TRY400 - said in a line
        sys.exit(1)
