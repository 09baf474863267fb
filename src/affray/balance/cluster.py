"""Sweeps over a Dask cluster: an executor at the address of a scheduler."""

from __future__ import annotations

import importlib
import logging
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any

from affray.balance.sweep import Crew, Stopped
from affray.core.errors import BadAnswer

PATIENCE = 10
"""Seconds until a scheduler has to answer, and until it has to have a worker."""


def cluster(address: str, patience: float = PATIENCE) -> Crew:
    """The workers of the scheduler at this address, such as HOST:8786.

    Opening it raises BadAnswer without the extra `cluster`, and Stopped where no scheduler is, or
    none with a worker.
    """

    @contextmanager
    def opened() -> Iterator[Executor]:
        distributed = _distributed()
        client = _client(distributed, address, patience)
        try:
            _awaited(client, address, patience)
            executor = client.get_executor(pure=False, retries=2)
            yield executor
        finally:
            client.close(timeout=patience)

    return opened


def _distributed() -> Any:
    try:
        found = importlib.import_module("distributed")
    except ImportError:
        raise BadAnswer(
            'a scheduler needs Dask: install "affray[cluster]"', code="answer/no-cluster"
        ) from None
    for name in ("distributed.client", "distributed.comm", "distributed.core", "distributed.batched"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    return found


def _client(distributed: Any, address: str, patience: float) -> Any:
    try:
        return distributed.Client(address, timeout=patience, set_as_default=False)
    except (OSError, ValueError, TypeError) as e:
        why = "it did not answer" if isinstance(e, OSError) else str(e).partition("\n")[0]
        raise Stopped(f"there is no scheduler at {address}: {why}") from None


def _awaited(client: Any, address: str, patience: float) -> None:
    try:
        client.wait_for_workers(1, timeout=patience)
    except TimeoutError:
        raise Stopped(f"the scheduler at {address} has no workers") from None
