"""Programs that tests and pictures need, from Debian: `.ci/run` installs them, else the first test does.

Workers of one run start at once, so one installs and the others wait for it.
"""

from __future__ import annotations

import fcntl
import os
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

Found = TypeVar("Found")
LOCK = Path(tempfile.gettempdir()) / "affray-packages.lock"


def needed(find: Callable[[], Found | None], *packages: str) -> Found:
    """What `find` gives, once these packages are there; fails with a sentence where they cannot be."""
    if (found := find()) is None and os.geteuid() == 0:
        with LOCK.open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if (found := find()) is None:
                install(packages)
                found = find()
    assert found is not None, f"this needs: apt-get install {' '.join(packages)}"
    return found


def install(packages: tuple[str, ...]) -> None:
    """Install packages, or say in a sentence why that cannot be."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for words in (("update", "-q"), ("install", "-qy", "--no-install-recommends", *packages)):
        try:
            done = subprocess.run(["apt-get", *words], capture_output=True, text=True, env=quiet, check=False)
        except OSError:
            return
        assert done.returncode == 0, f"apt-get {' '.join(words)} failed: {done.stderr[-500:]}"
