"""A real PostgreSQL server for the tests, from Debian's package, on a socket of its own."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

ACCOUNT = "postgres"
"""Whom the server runs as where we are root, which it refuses to be."""
QUICK = ("fsync=off", "full_page_writes=off", "max_connections=60", "shared_buffers=16MB")


def binaries() -> Path | None:
    """Where `initdb` and `postgres` are; None if there is no server on this machine."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: int(p.parent.name))
    found = shutil.which("initdb")
    places = [*([Path(found).resolve().parent] if found else []), *reversed(debian)]
    return next((p for p in places if (p / "initdb").exists() and (p / "postgres").exists()), None)


class Server:
    """A server of its own folder and socket; it can be stopped, killed and started again."""

    def __init__(self, *settings: str) -> None:
        found = binaries()
        assert found is not None
        self.bin, self.settings = found, settings
        self.folder = Path(tempfile.mkdtemp(prefix="affray-pg-"))
        self.user = ACCOUNT if os.geteuid() == 0 else None
        if self.user:
            shutil.chown(self.folder, self.user)
        self.process: subprocess.Popen[bytes] | None = None
        self._fill()

    def _fill(self) -> None:
        """Fill its folder."""
        self._run(
            "initdb", "-D", str(self.folder / "data"), "-A", "trust", "-U", "affray", "-N", "-E", "UTF8"
        )

    @property
    def address(self) -> str:
        """Where its first database is."""
        return self.database("postgres")

    def database(self, name: str) -> str:
        """Where a database is."""
        return f"postgresql:///{name}?host={self.folder}&user=affray"

    def start(self) -> None:
        """Start it, and wait until it lets somebody in."""
        told = [word for setting in (*QUICK, *self.settings) for word in ("-c", setting)]
        command = [str(self.bin / "postgres"), "-D", str(self.folder / "data"), "-k", str(self.folder)]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "-h", "", *told], stdout=log, stderr=log, user=self.user, cwd=self.folder
            )
        for _ in range(1_200):
            if (
                subprocess.run(
                    [self.bin / "pg_isready", "-h", str(self.folder), "-q"], check=False
                ).returncode
                == 0
            ):
                return
            time.sleep(0.05)
        raise AssertionError((self.folder / "log").read_text())

    def stop(self, how: str = "INT") -> None:
        """End it: INT breaks all connections, KILL asks nobody."""
        if self.process is not None:
            if how == "KILL":
                self._run("pg_ctl", "kill", "QUIT", str(self.process.pid))
            else:
                self.process.send_signal(2)
            self.process.wait(60)
            self.process = None

    def die(self) -> None:
        """Kill all of its processes at once with signal 9, as a power cut would."""
        self._signal(signal.SIGKILL)
        assert self.process is not None
        self.process.wait(60)
        self.process = None

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Let it do nothing meanwhile, as a machine does that nobody can reach."""
        self._signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        """Send a signal to all of its processes, the first of them first."""
        assert self.process is not None
        first = self.process.pid
        children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        for pid in (first, *map(int, children)):
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    def ask(self, said: str, database: str = "postgres") -> str:
        """What a database answers to a statement, by default the first one."""
        words = ("-h", str(self.folder), "-U", "affray", "-d", database, "-XAtc", said)
        return self._run("psql", *words).strip()

    def make(self, name: str) -> str:
        """A new database, and where it is."""
        self._run("createdb", "-h", str(self.folder), "-U", "affray", "-T", "template0", name)
        return self.database(name)

    def close(self) -> None:
        """Stop it and leave nothing."""
        self.stop()
        shutil.rmtree(self.folder)

    def _run(self, program: str, *words: str) -> str:
        command = [str(self.bin / program), *words]
        done = subprocess.run(command, capture_output=True, user=self.user, cwd=self.folder, check=False)
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.decode()


class Standby(Server):
    """A server that follows another one; it can be promoted to take its place."""

    def __init__(self, primary: Server) -> None:
        self.primary = primary
        super().__init__()

    def _fill(self) -> None:
        """Fill its folder with a copy of the other one's, and with how to follow it."""
        where = ("-h", str(self.primary.folder), "-U", "affray")
        self._run("pg_basebackup", "-D", str(self.folder / "data"), "-R", "-c", "fast", *where)

    def promote(self) -> None:
        """Let it follow no longer, but take changes itself."""
        self._run("pg_ctl", "promote", "-D", str(self.folder / "data"))


@contextmanager
def pair(synchronous: bool = True) -> Iterator[tuple[Server, Standby]]:
    """A server and its standby; if `synchronous`, what the one says is on disk is on the disk of both."""
    with closing(Server()) as primary:
        primary.start()
        with closing(Standby(primary)) as standby:
            standby.start()
            if synchronous:
                primary.ask("ALTER SYSTEM SET synchronous_standby_names = '*'")
                primary.ask("SELECT pg_reload_conf()")
            wanted = "sync" if synchronous else "async"
            for _ in range(1_200):
                if primary.ask("SELECT sync_state FROM pg_stat_replication") == wanted:
                    break
                time.sleep(0.05)
            yield primary, standby


def together(name: str, *servers: Server) -> str:
    """Where a database is that one of several servers takes changes of."""
    return f"postgresql:///{name}?host={','.join(str(each.folder) for each in servers)}&user=affray"
