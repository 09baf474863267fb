"""The compiled walker: a small C file, built once where a compiler is at hand.

The compiler is the machine's own, the one that `CC` names, or the wheel of the extra
`affray[kernel]`.  Without one `kernel()` gives None, and whole fights are played by the plain engine:
slower, and the same fights.  `AFFRAY_KERNEL=off` in the environment asks for that.
"""

from __future__ import annotations

import ctypes
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from hashlib import blake2b, sha256
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

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
FLAGS = ("-O2", "-fPIC", "-shared", "-std=c99")
"""Neither -O3 nor -march=native: both were measured to give nothing."""


@cache
def kernel() -> ctypes.CDLL | None:
    """The library, built and kept in the user's cache folder; None where it cannot be had."""
    if os.environ.get("AFFRAY_KERNEL") == "off":
        return None
    # Named by what it is made of: an older release, or another Python, never loads what it does not know.
    source = files(__package__).joinpath("kernel.c").read_bytes()
    name = f"kernel-{blake2b(source + sys.version.encode(), digest_size=8).hexdigest()}.so"
    path = cache_folder() / name
    if not _whole(path) and not _built(source, path):
        return None
    try:
        library = ctypes.CDLL(str(path))
    except OSError:
        return None
    for name, kinds in SIGNATURES.items():
        function = getattr(library, name)
        function.argtypes = kinds
        function.restype = RESULTS.get(name, ctypes.c_int32)
    return library


def _seal(path: Path) -> Path:
    """Where the hash of a library stands, beside it."""
    return path.with_suffix(".sha256")


def _whole(path: Path) -> bool:
    """Whether a library is there as it was built: one that was cut or altered would end the process."""
    try:
        return sha256(path.read_bytes()).hexdigest() == _seal(path).read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return False


def cache_folder() -> Path:
    """Where the built library is kept."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "affray"


def compiler() -> list[str]:
    """The command that compiles C; none when there is no compiler."""
    if named := os.environ.get("CC"):
        return shlex.split(named)
    for name in ("cc", "gcc", "clang"):
        if path := shutil.which(name):
            return [path]
    return [sys.executable, "-m", "ziglang", "cc"] if find_spec("ziglang") else []


def _built(source: bytes, path: Path) -> bool:
    """Compile in a folder of its own and put the result in place in one move.

    Several processes may begin at once, each with the same result: whoever is last replaces a whole file by
    a whole file, and one that has loaded it before keeps the old one open.
    """
    command = compiler()
    if not command:
        return False
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent) as folder:
            code, library = Path(folder, "kernel.c"), Path(folder, "kernel.so")
            code.write_bytes(source)
            subprocess.run(
                [*command, *FLAGS, str(code), "-o", str(library)],
                check=True,
                capture_output=True,
                timeout=120,
            )
            _seal(path).unlink(missing_ok=True)  # a seal is never that of another library
            data = library.read_bytes()
            library.replace(path)
            seal = Path(folder, "seal")
            seal.write_text(sha256(data).hexdigest(), encoding="ascii")
            seal.replace(_seal(path))
    except (OSError, subprocess.SubprocessError):
        return False
    return True
