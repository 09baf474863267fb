"""A real Dask scheduler and its workers, on this machine alone."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

PATIENCE = 60


class LocalCluster:
    """A scheduler and so many workers, each a process of its own."""

    def __init__(self, folder: Path, workers: int) -> None:
        self.file = folder / "scheduler.json"
        common = ["--no-dashboard", "--host", "127.0.0.1", "--scheduler-file", str(self.file)]
        self.log = (folder / "cluster.log").open("wb")
        self.scheduler = self._run("dask_scheduler", *common, "--port", "0")
        _until(lambda: self.file.exists() and self.file.read_text().endswith("}"))
        self.address = json.loads(self.file.read_text())["address"]
        alone = ["--no-nanny", "--nthreads", "1", "--local-directory", str(folder)]
        self.workers = [self._run("dask_worker", *common, *alone) for _ in range(workers)]
        from distributed import Client  # here: each process that collects tests would take it in

        with Client(self.address, timeout=PATIENCE, set_as_default=False) as client:
            if workers:
                client.wait_for_workers(workers, timeout=PATIENCE)

    def _run(self, what: str, *arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{what}", *arguments]
        return subprocess.Popen(command, stdout=self.log, stderr=self.log, stdin=subprocess.DEVNULL)

    def kill(self, worker: int) -> None:
        """End a worker without a word."""
        os.kill(self.workers[worker].pid, signal.SIGKILL)
        self.workers[worker].wait()

    def close(self) -> None:
        """End all of it."""
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()
        self.log.close()


def _until(there) -> None:
    end = time.monotonic() + PATIENCE
    while not there():
        assert time.monotonic() < end, "the scheduler did not come up"
        time.sleep(0.05)
