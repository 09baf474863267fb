"""The wheels and the sdist, built from a copy of the sources that has nothing else in it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from tools.release.kernels import build_kernel
from tools.release.targets import TARGETS

ROOT = Path(__file__).resolve().parents[2]


def epoch() -> str:
    """The moment that all files in a release have: that of the last commit."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return given
    return _git("log", "-1", "--format=%ct").strip()


def exported(folder: Path) -> Path:
    """A copy of all files that belong to the repository, as they are now."""
    for name in _git("ls-files", "-z").split("\0"):
        if name and (ROOT / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, folder / name)
    return folder


def _git(*arguments: str) -> str:
    return subprocess.run(
        ["git", "-C", str(ROOT), *arguments], check=True, capture_output=True, text=True
    ).stdout


def build_wheels(root: Path, dist: Path, scratch: Path) -> None:
    """Every wheel and the sdist of the sources at `root`, into `dist`."""
    _built(root, dist, "sdist")
    _built(root, dist, "wheel")
    for target in TARGETS:
        kernel = scratch / target.name
        build_kernel(target, root, kernel)
        _built(root, dist, "wheel", {"AFFRAY_WHEEL_KERNEL": str(kernel), "AFFRAY_WHEEL_TAG": target.tag})


def _built(root: Path, dist: Path, kind: str, more: Mapping[str, str] | None = None) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", kind, "--directory", str(dist.resolve())],
        cwd=root,
        env={**os.environ, "SOURCE_DATE_EPOCH": epoch(), **(more or {})},
        check=False,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise SystemExit(done.stdout + done.stderr)
