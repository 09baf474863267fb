"""Figures of a running server: how busy it is, how quick its answers are."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

EVERY = 0.5
"""Seconds between two looks at how late the event loop is."""


class Figures:
    """What `/metrics` shows."""

    def __init__(self) -> None:
        self.clients = self.commands = 0
        self.lag = self.worst_lag = 0.0
        self._took: deque[float] = deque(maxlen=1_000)

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Count a command, and how long it takes."""
        began = perf_counter()
        try:
            yield
        finally:
            self.commands += 1
            self._took.append(perf_counter() - began)

    async def watch(self) -> None:
        """Measure for ever how late the event loop comes to what it has to do."""
        while True:
            began = perf_counter()
            await asyncio.sleep(EVERY)
            self.lag = max(0.0, perf_counter() - began - EVERY)
            self.worst_lag = max(self.worst_lag, self.lag)

    def text(self, sessions: int) -> str:
        """In the format that Prometheus reads."""
        took = sorted(self._took)
        rows = {
            "affray_sessions": sessions,
            "affray_clients": self.clients,
            "affray_commands_total": self.commands,
            "affray_loop_lag_seconds": round(self.lag, 6),
            "affray_loop_lag_worst_seconds": round(self.worst_lag, 6),
            **{
                f'affray_command_seconds{{quantile="{q}"}}': round(took[int(q * (len(took) - 1))], 6)
                for q in (0.5, 0.95, 0.99)
                if took
            },
        }
        return "".join(f"{name} {value}\n" for name, value in rows.items())
