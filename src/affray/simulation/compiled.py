"""The kernel built on this machine, where the package brings none: kept in the user's cache folder.

The compiler is the machine's own, the one that `CC` names, or the wheel of the extra `affray[kernel]`.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from hashlib import blake2b, sha256
from importlib.util import find_spec
from pathlib import Path

from affray.core.message import Verbatim, msg

FLAGS = ("-O2", "-fPIC", "-shared", "-std=c99")
"""Neither -O3 nor -march=native: both were measured to give nothing."""


class KernelFault(Exception):
    """Why a kernel is not used, as one sentence with the way out."""

    def __init__(self, said: str) -> None:
        super().__init__(said)
        self.said = said
        """The sentence as a message."""


def built(source: bytes) -> Path:
    """The library made of a source, whole, built if it is not there yet; raises `KernelFault`."""
    # Named by what it is made of: an older release, or another Python, never loads what it does not know.
    name = f"kernel-{blake2b(source + sys.version.encode(), digest_size=8).hexdigest()}.so"
    path = cache_folder() / name
    if not _whole(path):
        _build(source, path)
    return path


def cache_folder() -> Path:
    """Where the built library is kept; raises `KernelFault` where nobody has a home."""
    if base := os.environ.get("XDG_CACHE_HOME"):
        return Path(base) / "affray"
    try:
        return Path.home() / ".cache" / "affray"
    except RuntimeError:
        raise KernelFault(
            msg("This user has no home folder: set XDG_CACHE_HOME to a writable folder.")
        ) from None


def compiler() -> list[str]:
    """The command that compiles C; none when there is no compiler."""
    if named := os.environ.get("CC"):
        return shlex.split(named)
    for name in ("cc", "gcc", "clang"):
        if path := shutil.which(name):
            return [path]
    return [sys.executable, "-m", "ziglang", "cc"] if find_spec("ziglang") else []


def _seal(path: Path) -> Path:
    """Where the hash of a library stands, beside it."""
    return path.with_suffix(".sha256")


def _whole(path: Path) -> bool:
    """Whether a library is there as it was built: one that was cut or altered would end the process."""
    try:
        return sha256(path.read_bytes()).hexdigest() == _seal(path).read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return False


def _build(source: bytes, path: Path) -> None:
    """Compile in a folder of its own and put the result in place in one move.

    Several processes may begin at once, each with the same result: whoever is last replaces a whole file by
    a whole file, and one that has loaded it before keeps the old one open.
    """
    command = compiler()
    if not command:
        raise KernelFault(
            msg("There is no C compiler here: install one (gcc or clang), or the extra affray[kernel].")
        )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent) as folder:
            library = Path(folder, "kernel.so")
            _compile(command, source, library)
            _seal(path).unlink(missing_ok=True)  # a seal is never that of another library
            data = library.read_bytes()
            library.replace(path)
            seal = Path(folder, "seal")
            seal.write_text(sha256(data).hexdigest(), encoding="ascii")
            seal.replace(_seal(path))
    except OSError as e:
        raise KernelFault(
            msg(
                "The kernel cannot be saved in {folder} ({why}): set XDG_CACHE_HOME to a writable folder.",
                folder=Verbatim(path.parent),
                why=Verbatim(e.strerror or e),
            )
        ) from e


def _compile(command: list[str], source: bytes, library: Path) -> None:
    """Run the compiler; raises `KernelFault` with its own first words where it fails."""
    code = library.with_suffix(".c")
    code.write_bytes(source)
    try:
        subprocess.run(
            [*command, *FLAGS, str(code), "-o", str(library)], check=True, capture_output=True, timeout=120
        )
    except (OSError, subprocess.SubprocessError) as e:
        said = (getattr(e, "stderr", None) or b"").decode(errors="replace").strip().splitlines()
        raise KernelFault(
            msg(
                "The C compiler {compiler} failed ({why}): choose another one with CC.",
                compiler=Verbatim(command[0]),
                why=Verbatim(said[0] if said else e),
            )
        ) from e
