"""Sweeps over a Dask cluster: an executor at the address of a scheduler."""

from __future__ import annotations

import gc
import importlib
import logging
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Any

from affray.balancing.sweep import Crew, SweepStopped
from affray.core.errors import BadAnswer
from affray.core.message import Verbatim, msg

PATIENCE = 10
"""Seconds until a scheduler has to answer, and until it has to have a worker."""


def cluster(address: str, patience: float = PATIENCE) -> Crew:
    """The workers of the scheduler at this address, such as HOST:8786.

    Opening it raises BadAnswer without the extra `cluster`, and SweepStopped where no scheduler is, or
    none with a worker.
    """

    @contextmanager
    def opened() -> Iterator[Executor]:
        distributed = _distributed()
        client = _client(distributed, address, patience)
        try:
            _awaited(client, address, patience)
            yield DaskWorkers(client, address)
        finally:
            client.close(timeout=patience)

    return opened


class DaskWorkers(Executor):
    """The workers of a scheduler, which are looked after."""

    def __init__(self, client: Any, address: str) -> None:
        self.client, self.address, self.without = client, address, 0
        self.executor: Executor = client.get_executor(pure=False, retries=2)

    def submit(self, *task: Any, **how: Any) -> Future[Any]:
        """Send a task to the scheduler."""
        return self.executor.submit(*task, **how)

    def ails(self) -> str:
        """That there are no workers, when that is found twice in a row."""
        self.without = 0 if self.client.scheduler_info().get("workers") else self.without + 1
        return (
            msg("the scheduler at {address} has no workers left", address=Verbatim(self.address))
            if self.without > 1
            else ""
        )


def _distributed() -> Any:
    try:
        distributed = importlib.import_module("distributed")
    except ImportError:
        raise BadAnswer(
            'a scheduler needs Dask: install "affray[cluster]"', code="answer/no-cluster"
        ) from None
    for name in ("distributed.client", "distributed.comm", "distributed.core", "distributed.batched"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    return distributed


def _client(distributed: Any, address: str, patience: float, tries: int = 3) -> Any:
    for _ in range(tries):  # on a busy machine its own event loop may not have begun within 10 s
        client, why = _asked(distributed, address, patience)
        if client is not None:
            return client
        gc.collect()  # what is left of a client closes itself when collected: here, not while the next begins
        if why:
            raise SweepStopped(
                msg("there is no scheduler at {address}: {why}", address=Verbatim(address), why=why)
            )
    raise SweepStopped(
        msg("cannot connect to {address}: this machine is too busy", address=Verbatim(address))
    )


def _asked(distributed: Any, address: str, patience: float) -> tuple[Any, str]:
    """A client, or none and why not: no reason where its event loop did not begin."""
    try:
        return distributed.Client(address, timeout=patience, set_as_default=False), ""
    except AssertionError:
        return None, ""
    except OSError:
        return None, "it did not answer"
    except (ValueError, TypeError) as e:
        return None, str(e).partition("\n")[0]


def _awaited(client: Any, address: str, patience: float) -> None:
    try:
        client.wait_for_workers(1, timeout=patience)
    except TimeoutError:
        raise SweepStopped(
            msg("the scheduler at {address} has no workers", address=Verbatim(address))
        ) from None
