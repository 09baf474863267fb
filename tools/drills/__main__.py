"""Make each drill's change on a copy, run the contract suite on it, and print what it took."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.drills.drills import Drill, drills


def main() -> int:
    """Run and print; 1 where a changed game does not keep the contract."""
    every = {drill.name: drill for drill in drills()}
    parser = argparse.ArgumentParser(prog="python -m tools.drills", description=__doc__)
    parser.add_argument("drills", nargs="*", metavar="DRILL", help=", ".join(every))
    names = parser.parse_args().drills or list(every)
    if unknown := set(names) - set(every):
        parser.error(f"expected {', '.join(every)}, got {', '.join(sorted(unknown))}")
    return max([tried(every[name]) for name in names])


def tried(drill: Drill) -> int:
    """Run one and print its size, and what failed."""
    with TemporaryDirectory() as folder:
        done = drill.tried(Path(folder))
    print(f"| {drill.name} | {drill.size().files} | {drill.size().lines} |", flush=True)
    if done.returncode:
        print(done.stdout + done.stderr, file=sys.stderr)
    return int(done.returncode != 0)


if __name__ == "__main__":
    sys.exit(main())
