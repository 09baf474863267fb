"""Using what was built, in folders that have nothing else: the command line, a simulation, a server."""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tools.release.targets import PYTHONS

LISTENING = re.compile(r"//127\.0\.0\.1:(\d+)/")
SIMULATED = ("simulate", "duel", "-n", "200", "--seed", "1", "--json")
AIMED = ("--action", "aimed shot", "--target", "Kaan")
ASKED = "from affray.simulation.kernel import kernel_choice as c; print(c().origin, *c().faults)"
PATIENCE = 60.0


class Trial(NamedTuple):
    """Something to use: a command to begin with, and what it is."""

    name: str
    python: tuple[str, ...]
    """An interpreter, with what has to stand before it."""
    wheel: Path | None = None
    """To be installed first, with what it needs; else `single`."""
    single: Path | None = None
    kernel: str = "shipped"


def native(dist: Path) -> Iterator[Trial]:
    """What runs on this machine."""
    here = f"linux-{platform.machine()}"
    for wheel in sorted(dist.glob("*.whl")):
        if f"manylinux2014_{platform.machine()}" in wheel.name:
            yield Trial("the wheel of this machine", (sys.executable,), wheel)
        if wheel.name.endswith("-none-any.whl"):
            yield Trial("the pure wheel", (sys.executable,), wheel, kernel="none")
    for single in dist.glob(f"*-{here}.pyz"):
        for python in interpreters():
            yield Trial(f"the single file by {Path(python).name}", (python,), single=single)


def interpreters() -> list[str]:
    """The Pythons of this machine that a release is for, one of each version."""
    by_pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv", "versions")
    found = []
    for version in PYTHONS:
        beside = sorted(by_pyenv.glob(f"{version}.*/bin/python{version}"))
        places = [shutil.which(f"python{version}"), *map(str, beside)]
        found += [path for path in places if path and _is(path, version)][:1]
    return found


def _is(path: str, version: str) -> bool:
    """Whether it starts: what stands in the path may be a pointer to nothing."""
    asked = [path, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    return done.stdout.strip() == version


def emulated(dist: Path) -> Iterator[Trial]:
    """What runs in an emulator: a root folder of Debian for arm64, named by AFFRAY_ARM64_ROOT, has Python."""
    root, emulator = os.environ.get("AFFRAY_ARM64_ROOT"), shutil.which("qemu-aarch64-static")
    if not root or not emulator:
        print("not tried: aarch64 (needs qemu-aarch64-static, and AFFRAY_ARM64_ROOT with a Python)")
        return
    python = next(Path(root, "usr/bin").glob("python3.1?"))
    for single in dist.glob("*-linux-aarch64.pyz"):
        yield Trial(
            "the single file for aarch64, emulated", (emulator, "-L", root, str(python)), single=single
        )


def trial(what: Trial, scratch: Path) -> None:
    """Use it as somebody new would; ends where something is not as it should be."""
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(dir=scratch) as folder:
        home = Path(folder)
        around = _around(home)
        command, python = _ready(what, home, around)
        said = _run([*command, "--help"], around)
        _hold(what, "Usage: affray" in said, said)
        odds = _run([*command, "odds", "duel", "--actor", "Zara", *AIMED, "--json"], around)
        _hold(what, bool(json.loads(odds)), odds)
        simulated = json.loads(_run([*command, *SIMULATED], around))
        engine = "plain" if what.kernel == "none" else "kernel"
        _hold(what, simulated["engine"]["name"] == engine, str(simulated["engine"]))
        origin = _run([*python, "-c", ASKED], around | _paths(home)).split(" ")[0].strip()
        _hold(what, origin == what.kernel, origin)
        _serve(what, command, around)
    print(f"used: {what.name}, kernel {what.kernel}, {time.monotonic() - begun:.0f} s")


def _around(home: Path) -> dict[str, str]:
    """An environment in which no compiler and no other Affray is found."""
    kept = ("SSL_CERT_FILE", "SSL_CERT_DIR", "LANG", "SYSTEMROOT")
    near = {name: os.environ[name] for name in kept if name in os.environ}
    return near | {"HOME": str(home), "PATH": str(home / "bin"), "XDG_CACHE_HOME": str(home / "cache")}


def _paths(home: Path) -> dict[str, str]:
    """Where a single file has unpacked itself."""
    return {"PYTHONPATH": str(next((home / "cache").glob("affray/single-*"), ""))}


def _ready(what: Trial, home: Path, around: dict[str, str]) -> tuple[list[str], list[str]]:
    """The command that is Affray, and the Python that it runs in."""
    if what.single:
        return [*what.python, str(what.single)], list(what.python)
    uv = shutil.which("uv") or "uv"
    venv = home / "venv"
    cached = {"UV_CACHE_DIR": os.environ.get("UV_CACHE_DIR") or str(Path.home() / ".cache" / "uv")}
    _run([uv, "--no-config", "venv", "--quiet", "--python", *what.python, str(venv)], around | cached)
    _run(
        [uv, "--no-config", "pip", "install", "--quiet", "--python", str(venv), str(what.wheel)],
        around | cached,
    )
    return [str(venv / "bin" / "affray")], [str(venv / "bin" / "python")]


def _run(command: list[str], around: dict[str, str]) -> str:
    done = subprocess.run(command, env=around, capture_output=True, text=True, check=False, timeout=300)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def _hold(what: Trial, so: bool, said: str) -> None:
    if not so:
        raise SystemExit(f"{what.name}: not as it should be:\n{said}")


def _serve(what: Trial, command: list[str], around: dict[str, str]) -> None:
    """Begin a server at any port, ask its start page, and end it."""
    server = subprocess.Popen(
        [*command, "serve", "--port", "0", "--no-open", "--store", "memory:"],
        env=around,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        said = ""
        for line in server.stdout or ():
            said += line
            if found := LISTENING.search(line):
                break
        else:
            _hold(what, False, said)
            return
        with urllib.request.urlopen(f"http://127.0.0.1:{found[1]}/healthz", timeout=PATIENCE) as answer:
            _hold(what, answer.status == 200, str(answer.status))
    finally:
        server.send_signal(signal.SIGINT)
        server.communicate(timeout=PATIENCE)
