"""The kernel for every platform, compiled here by zig so that it needs no library anywhere."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

from affray.simulation.kernel import SIGNATURES
from tools.release.targets import Target

KINDS = {"linux": "ELF", "macos": "MACHO", "windows": "PE"}
MACHINES = {"x86_64": "X86_64", "aarch64": "ARM64"}
FREESTANDING = Path(__file__).parent / "freestanding"
FLAGS = (
    "-O2",
    "-fPIC",
    "-shared",
    "-std=c99",
    "-ffp-contract=off",  # the same dice everywhere: no product is fused with a sum
    "-g0",
    "-s",
    "-nostdlib",
)


def build_kernel(target: Target, root: Path, folder: Path) -> None:
    """Put the library of a platform and its label into a folder."""
    folder.mkdir(parents=True)
    source = (root / "src/affray/simulation/kernel.c").read_bytes()
    with_more = ["windows.c"] if target.library.endswith(".dll") else []
    names = ["-Wl,-install_name,@rpath/kernel.dylib"] if target.library.endswith(".dylib") else []
    code = folder / "code"
    shutil.copytree(FREESTANDING, code)
    (code / "kernel.c").write_bytes(source)
    command = [sys.executable, "-m", "ziglang", "cc", "-target", target.zig, *FLAGS, *names]
    subprocess.run(  # beside the code, so that no folder's name gets into the library
        [*command, "-I.", "kernel.c", *with_more, "-o", target.library],
        cwd=code,
        env={
            **os.environ,
            "ZIG_GLOBAL_CACHE_DIR": str(code / "cache"),
            "ZIG_LOCAL_CACHE_DIR": str(code / "cache"),
        },
        check=True,
    )
    library = (code / target.library).read_bytes()
    shutil.rmtree(code)
    (folder / target.library).write_bytes(library)
    label = {
        "file": target.library,
        "platform": target.name,
        "source": sha256(source).hexdigest(),
        "library": sha256(library).hexdigest(),
    }
    (folder / "kernel.json").write_text(json.dumps(label, indent=2) + "\n", encoding="utf-8")


def faults(target: Target, library: bytes) -> list[str]:
    """What is wrong with a library, as far as its own headers tell; nothing is loaded."""
    import lief  # it is there where releases are made

    lief.logging.disable()  # it speaks of what a library of ours has no need of
    found = lief.parse(list(library))
    if found is None or isinstance(found, lief.COFF.Binary):
        return [f"{target.name}: no library"]
    system, _, machine = target.name.partition("-")
    made_for = found.format, found.abstract.header.architecture
    kind = getattr(lief.Binary.FORMATS, KINDS[system])
    wrong = [] if made_for == (kind, getattr(lief.Header.ARCHITECTURES, MACHINES[machine])) else [made_for]
    return [
        *(f"{target.name}: is made for {each}" for each in wrong),
        *_missing(target, found),
        *_needed(target, found),
    ]


def _missing(target: Target, library: Any) -> list[str]:
    exported = {_plain(str(function.name)) for function in library.exported_functions}
    return [f"{target.name}: does not export {name}" for name in SIGNATURES if name not in exported]


def _needed(target: Target, library: Any) -> list[str]:
    """The library loads anywhere: it asks at most for memcpy, and on macOS for the system's library."""
    asked = {_plain(str(function.name)) for function in library.imported_functions}
    of_system = {"/usr/lib/libSystem.B.dylib", target.library, "@rpath/kernel.dylib"}
    others = {str(getattr(each, "name", each)) for each in library.libraries} - of_system
    return [
        *(f"{target.name}: asks for {name}" for name in sorted(asked - {"memcpy", "dyld_stub_binder"})),
        *(f"{target.name}: needs {name}" for name in sorted(others)),
    ]


def _plain(name: str) -> str:
    """The name as C has it: on macOS an underscore stands before it."""
    return name.removeprefix("_")
