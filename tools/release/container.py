"""Build the container image out of `dist/`, and use it with nothing to write on but its data.

python -m tools.release.container                       # FROM docker.io/library/debian:trixie-slim
python -m tools.release.container --debian IMAGE        # from another image of Debian that is at hand
python -m tools.release.container --podman "podman --runtime runc"   # or docker
"""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from tools.release.wheels import ROOT

NAME = "affray-trial"
MOST = 150_000_000
"""Bytes of the image, unpacked."""
HELD = ("--read-only", "--cap-drop", "all", "--security-opt", "no-new-privileges", "--network", "host")
WRITES = (
    "import os; assert os.getuid() == 1000\n"
    "for path in ('/x', '/usr/x', '/data/x'):\n"
    "    try: open(path, 'w').close(); print(path)\n"
    "    except OSError: pass"
)
PATIENCE = 60.0


def main() -> None:
    """Build, measure, run, look, stop."""
    options = argparse.ArgumentParser(
        prog="python -m tools.release.container", description="Build and use it."
    )
    options.add_argument("--podman", default="podman", help="the program that builds and runs")
    options.add_argument("--debian", help="the image to begin with")
    options.add_argument("--build", default="", help="more options for the build")
    options.add_argument("--run", default="", help="more options for whatever is run")
    options.add_argument("--no-build", action="store_true", help="use the image that is there")
    asked = options.parse_args()
    podman = shlex.split(asked.podman)
    if not asked.no_build:
        base = ["--build-arg", f"DEBIAN={asked.debian}"] if asked.debian else []
        formed = ["--format", "docker"] if "podman" in podman[0] else []  # the other has no health check
        _run([*podman, "build", *formed, *base, *shlex.split(asked.build), "--tag", NAME, str(ROOT)])
    size = int(_run([*podman, "image", "inspect", NAME, "--format", "{{.Size}}"]))
    if size > MOST:
        sys.exit(f"The image has {size:,} bytes, more than {MOST:,}.")
    _use(podman, [*HELD, *shlex.split(asked.run)])
    print(f"{NAME}: {size / 1e6:.0f} MB, built, used and stopped")


def _use(podman: list[str], held: list[str]) -> None:
    """Run the server until it says that it is well, look what it can write, and stop it."""
    _run([*podman, "run", "--rm", *held, NAME, "simulate", "duel", "-n", "200"])
    _run([*podman, "run", "--detach", "--name", NAME, *held, NAME])
    try:
        _wait([*podman, "exec", NAME, "/usr/bin/python3", "-c", _probe()])
        written = _run([*podman, "exec", NAME, "/usr/bin/python3", "-c", WRITES]).split()
        if written != ["/data/x"]:
            sys.exit(f"It can write {written}, and should write below /data alone.")
        _run([*podman, "stop", NAME])
        code = _run([*podman, "inspect", NAME, "--format", "{{.State.ExitCode}}"]).strip()
        if code != "0":
            sys.exit(f"Stopped, it ended with {code}.")
    finally:
        with suppress(SystemExit):
            _run([*podman, "rm", "--force", "--volumes", NAME])


def health(containerfile: str) -> list[str]:
    """The command by which an image is asked for its health."""
    line = next(
        line for line in containerfile.splitlines() if line.strip().startswith('CMD ["/usr/bin/python3"')
    )
    command: list[str] = json.loads(line.strip().removeprefix("CMD "))
    return command


def _probe() -> str:
    return health(Path(ROOT, "Containerfile").read_text(encoding="utf-8"))[2]


def _wait(command: list[str]) -> None:
    """Ask until it is so; gives up after a minute."""
    end = time.monotonic() + PATIENCE
    while subprocess.run(command, capture_output=True, check=False).returncode:
        if time.monotonic() > end:
            sys.exit("The server did not become well within a minute.")
        time.sleep(0.2)


def _run(command: list[str]) -> str:
    done = subprocess.run(command, check=False, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        raise SystemExit(f"{shlex.join(command)} ended with {done.returncode}")
    return done.stdout


if __name__ == "__main__":
    main()
