"""The compiled walker: a small C file, the same for every game and fight.

The wheels for Linux, macOS and Windows bring it compiled (`shipped`).  Elsewhere it is built once, where a
compiler is at hand (`compiled`).  Without either `kernel()` gives None, and whole fights are played by the
plain engine: slower, and the same fights.  `AFFRAY_KERNEL=off` in the environment asks for that.
"""

from __future__ import annotations

import ctypes
import os
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Literal

from affray.core.message import Verbatim, msg
from affray.simulation.compiled import KernelFault, built
from affray.simulation.shipped import here, shipped

_at, _int, _long = ctypes.c_void_p, ctypes.c_int32, ctypes.c_int64
SIGNATURES = {
    "size_of_walk": (),
    "draw": (_at,),
    "forget": (_at, _at),
    "look": (_at, _at, _int, _int, _int, _int),
    "take": (_at, _at, _int, _int, _int),
    "hold": (_at, _int),
    "release": (_at, _at),
    "call": (_at, _at, _int, _int),
    "give": (_at, _at, _int, _int, _int),
    "resume": (_at, _at),
    "run": (_at, _at, _at, _at, _at, _at, _at, _long, _int, _int, _int),
}
RESULTS = {"size_of_walk": _long, "draw": ctypes.c_double, "forget": None}


@dataclass(frozen=True, slots=True)
class KernelChoice:
    """Which kernel walks whole fights in this process, and why."""

    origin: Literal["shipped", "built", "none"]
    """It came with the package, was built on this machine, or there is none: the plain engine plays."""
    library: ctypes.CDLL | None
    path: Path | None
    said: str
    """One sentence on which it is: a message."""
    faults: tuple[str, ...] = ()
    """Why not the one that would come first, each a message of one sentence with the way out."""


def kernel() -> ctypes.CDLL | None:
    """The library, from the package or from the user's cache folder; None where it cannot be had."""
    return kernel_choice().library


@cache
def kernel_choice() -> KernelChoice:
    """The kernel that is used, looked for once in a process."""
    if os.environ.get("AFFRAY_KERNEL") == "off":
        said = msg("AFFRAY_KERNEL=off: the plain engine plays all fights.")
        return KernelChoice("none", None, None, said)
    source = files(__package__).joinpath("kernel.c").read_bytes()
    faults: list[str] = []
    try:
        if path := shipped(source):
            said = msg("Bulk fights use the kernel of this package, for {here}.", here=Verbatim(here()))
            return KernelChoice("shipped", _loaded(path), path, said)
    except KernelFault as e:
        faults.append(e.said)
    try:
        path = built(source)
        said = msg("Bulk fights use a kernel built on this machine: {path}", path=Verbatim(path))
        return KernelChoice("built", _loaded(path), path, said, tuple(faults))
    except KernelFault as e:
        faults.append(e.said)
    said = msg("There is no kernel: the plain engine plays the same fights, more slowly.")
    return KernelChoice("none", None, None, said, tuple(faults))


def _loaded(path: Path) -> ctypes.CDLL:
    """The library at a path with its functions; raises `KernelFault` where this machine cannot load it."""
    try:
        library = ctypes.CDLL(str(path))
        for name, kinds in SIGNATURES.items():
            function = getattr(library, name)
            function.argtypes = kinds
            function.restype = RESULTS.get(name, ctypes.c_int32)
    except (OSError, AttributeError) as e:
        raise KernelFault(
            msg(
                "The kernel {path} does not load here ({why}): reinstall Affray, or remove this file.",
                path=Verbatim(path),
                why=Verbatim(e),
            )
        ) from e
    return library
