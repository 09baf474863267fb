"""Looking at what was built as whoever installs it: what is inside, and whether it runs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from tools.release.kernels import faults
from tools.release.targets import TARGETS, Target, suffixes
from tools.release.trial import emulated, native, trial

PAPERS = ("LICENSE", "NOTICE", "THIRD-PARTY.md")
COMPILED = ("msgspec/_core", "pydantic_core/_pydantic_core", "icu4py/messageformat")
"""What a single file must have for every Python."""


def check_release(dist: Path, scratch: Path) -> None:
    """Ends with all that is wrong, one line each; says what was tried."""
    wrong = [*_contents(dist), *_metadata(dist)]
    if wrong:
        sys.exit("\n".join(wrong))
    print("contents: kernels, licences and metadata are as they should be")
    for what in native(dist):
        trial(what, scratch)
    for what in emulated(dist):
        trial(what, scratch)


def _contents(dist: Path) -> Iterator[str]:
    [sdist] = dist.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = [name.partition("/")[2] for name in archive.getnames()]
        yield from _lacking(sdist, names, [*PAPERS, "pyproject.toml", "src/affray/simulation/kernel.c"])
    [pure] = dist.glob("*-none-any.whl")
    yield from wheel_faults(pure, None)
    for target in TARGETS:
        [wheel] = dist.glob(f"*{target.tag}.whl")
        yield from wheel_faults(wheel, target)
    for target in TARGETS:
        for single in dist.glob(f"*{target.name}.pyz"):
            yield from single_faults(single, target)


def _lacking(path: Path, names: list[str], wanted: list[str]) -> Iterator[str]:
    for each in wanted:
        if not any(name == each or name.endswith(f"/{each}") for name in names):
            yield f"{path.name}: has no {each}"


def wheel_faults(path: Path, target: Target | None) -> Iterator[str]:
    """What is wrong with a wheel: papers, data, its kernel, and what would install elsewhere than it says."""
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
        yield from _lacking(path, names, [*PAPERS, "py.typed", "kernel.c", "rules.toml", "entry_points.txt"])
        yield from (f"{path.name}: has {name}" for name in names if not name.startswith("affray"))
        kernels = [name for name in names if "/shipped/" in name]
        if target is None:
            yield from (f"{path.name}: is pure and has {name}" for name in kernels)
            return
        within = f"affray/simulation/shipped/{target.library}"
        if within not in names:
            yield f"{path.name}: has no {within}"
            return
        yield from faults(target, archive.read(within))
        told = json.loads(archive.read("affray/simulation/shipped/kernel.json"))
        if told["platform"] != target.name:
            yield f"{path.name}: its kernel is for {told['platform']}"


def single_faults(path: Path, target: Target) -> Iterator[str]:
    """What is wrong with a single file: papers, and compiled modules for each Python."""
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
        yield from _lacking(path, names, [*PAPERS, "LICENSE-ICU", target.library])
        yield from _lacking(path, names, [f"{each}{end}" for each in COMPILED for end in suffixes(target)])
        yield from (
            f"{path.name}: no licence of {name.split('/')[1]}"
            for name in names
            if name.endswith(".dist-info/METADATA")
            and not any(_is_licence(other, name.removesuffix("METADATA")) for other in names)
        )


def _is_licence(name: str, beside: str) -> bool:
    return name.startswith(beside) and any(word in name.upper() for word in ("LICEN", "COPYING"))


def _metadata(dist: Path) -> list[str]:
    """What the index would complain about."""
    files = [str(path) for path in sorted(dist.iterdir()) if path.name.endswith((".whl", ".tar.gz"))]
    done = subprocess.run(
        [sys.executable, "-m", "twine", "--no-color", "check", "--strict", *files],
        env={**os.environ, "COLUMNS": "500"},
        capture_output=True,
        text=True,
        check=False,
    )
    return [] if done.returncode == 0 else [done.stdout + done.stderr]
