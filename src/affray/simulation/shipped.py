"""The kernel that a wheel for one platform brings along: used only where it fits, and whole.

Beside it lies `kernel.json`: what it is made of, for which platform, and the hash of the library.  It is
written by `tools/release`; a pure wheel and a copy of the repository have none.
"""

from __future__ import annotations

import json
import platform
import sys
from hashlib import sha256
from pathlib import Path

from affray.core.message import Verbatim, msg
from affray.simulation.compiled import KernelFault

FOLDER = Path(__file__).parent / "shipped"
NAMES = {"win32": "windows", "darwin": "macos"}
MACHINES = {"amd64": "x86_64", "x64": "x86_64", "arm64": "aarch64"}


def here() -> str:
    """The platform of this process as `kernel.json` names it, such as `linux-x86_64`."""
    machine = platform.machine().lower()
    return f"{NAMES.get(sys.platform, sys.platform)}-{MACHINES.get(machine, machine)}"


def shipped(source: bytes) -> Path | None:
    """The library of this package, None where it has none; raises `KernelFault` where it does not fit."""
    label = FOLDER / "kernel.json"
    try:
        told = json.loads(label.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as e:
        raise _damaged() from e
    if not isinstance(told, dict) or not isinstance(told.get("platform"), str):
        raise _damaged()
    if told["platform"] != here():
        raise KernelFault(
            msg(
                "The kernel of this package is for {there}, but this is {here}: install the Affray "
                "wheel for {here}.",
                there=Verbatim(told["platform"]),
                here=Verbatim(here()),
            )
        )
    if told.get("source") != sha256(source).hexdigest():
        raise _damaged()
    path = FOLDER / Path(str(told.get("file"))).name
    try:
        whole = sha256(path.read_bytes()).hexdigest() == told.get("library")
    except OSError as e:
        raise _damaged() from e
    if not whole:
        raise _damaged()
    return path


def _damaged() -> KernelFault:
    return KernelFault(
        msg(
            "The kernel in {folder} has been changed: reinstall Affray (pip install --force-reinstall).",
            folder=Verbatim(FOLDER),
        )
    )
