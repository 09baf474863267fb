"""Affray and all that it needs in one file for a platform, which runs with any of our Pythons."""

from __future__ import annotations

import json
import re
import subprocess
import time
import zipfile
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from tools.release.closure import needed
from tools.release.targets import PYTHONS, Target, suffixes

BOOT = Path(__file__).parent / "single" / "__main__.py"
FASTER = frozenset({"uvloop", "httptools"})
"""What serves many people more cheaply: a table at home needs neither, and the file is 20 MB smaller."""
LEFT_OUT = re.compile(
    r"^(?!affray/).*\.(?:c|cpp|h|pxd|pyx|pyi)$|^(?:bin|share|\.\.)/|(?:^|/)__pycache__/"
    r"|\.dist-info/(?:RECORD|INSTALLER|REQUESTED|\w+\.json)$"
)
"""What nobody runs, and what an installer writes down for itself."""


def build_single(target: Target, wheel: Path, root: Path, dist: Path, scratch: Path, moment: int) -> Path:
    """Write the single file of one platform; packages of others come from the index, checked by hash."""
    files: dict[str, Path] = {}
    for version in PYTHONS:
        site = scratch / target.name / version
        _install(target, version, wheel, root, site)
        for name, path in _files(site).items():
            # What is pure is the same for all; what is compiled has its Python in its name.
            if files.setdefault(name, path) is not path and name.endswith((".py", ".so", ".pyd", ".dll")):
                _same(name, files[name], path)
    made = dist / f"{wheel.name.split('-py3')[0]}-{target.name}.pyz"
    write_single(made, _told(target, files), dict(sorted(files.items())), moment)
    return made


def _install(target: Target, version: str, wheel: Path, root: Path, site: Path) -> None:
    locked = ["-r", str(root / "requirements/run.txt")]
    if target.name.startswith("windows"):
        locked += ["-r", str(root / "requirements/windows.txt")]
    for what in (["--require-hashes", *locked], ["--no-deps", str(wheel)]):
        command = [
            "uv",
            "--no-config",
            "pip",
            "install",
            "--quiet",
            "--target",
            str(site),
            "--link-mode",
            "copy",
        ]
        where = ["--python-version", version, "--python-platform", target.uv, "--only-binary", ":all:"]
        subprocess.run([*command, *where, *what], check=True)


def _files(site: Path) -> dict[str, Path]:
    """The files of all packages that Affray needs, by name."""
    names = (
        str(each).replace("\\", "/")
        for package in needed("affray", site, FASTER).values()
        for each in package.files or ()
    )
    return {name: site / name for name in names if not LEFT_OUT.search(name)}


def _same(name: str, one: Path, other: Path) -> None:
    if one.read_bytes() != other.read_bytes():
        raise SystemExit(f"{name} differs from Python to Python: one file cannot hold both.")


def _told(target: Target, files: Mapping[str, Path]) -> bytes:
    """What the file knows of itself: what it runs on, and a name for what it unpacks."""
    digest = sha256()
    for name in sorted(files):
        digest.update(f"{name} {sha256(files[name].read_bytes()).hexdigest()}\n".encode())
    told = {
        "platform": target.name,
        "pythons": PYTHONS,
        "suffixes": suffixes(target),
        "digest": digest.hexdigest()[:16],
        "megabytes": 1 + sum(path.stat().st_size for path in files.values()) // 1_000_000,
    }
    return (json.dumps(told, indent=2) + "\n").encode()


def write_single(made: Path, told: bytes, files: Mapping[str, Path], moment: int) -> None:
    """Write a file that Python runs: what it knows of itself, and files by name."""
    with made.open("wb") as out:
        out.write(b"#!/usr/bin/env python3\n")
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            _add(archive, "__main__.py", BOOT.read_bytes(), moment)
            _add(archive, "single.json", told, moment)
            for name, path in files.items():
                _add(archive, f"site/{name}", path.read_bytes(), moment)
    made.chmod(0o755)


def _add(archive: zipfile.ZipFile, name: str, data: bytes, moment: int) -> None:
    """Add a file with nothing of this machine or moment about it."""
    about = zipfile.ZipInfo(name, time.gmtime(moment)[:6])
    about.external_attr = 0o644 << 16
    about.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(about, data)
