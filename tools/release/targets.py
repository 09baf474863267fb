"""The platforms that get a wheel of their own, with the kernel inside."""

from __future__ import annotations

from typing import NamedTuple


class Target(NamedTuple):
    """One platform, by every name that somebody has for it."""

    name: str
    """Ours, as `affray.simulation.shipped.here` finds it."""
    zig: str
    """The compiler's."""
    tag: str
    """That of wheels; several are parted by dots."""
    library: str
    uv: str
    """That of the tool that finds the wheels of others for it."""
    suffix: str
    """How compiled modules of a Python end there; `{}` is such as 311."""


def _linux(machine: str) -> str:
    """The kernel needs no library at all, so neither the age nor the kind of the C library counts."""
    return f"manylinux2014_{machine}.manylinux_2_17_{machine}.musllinux_1_1_{machine}"


TARGETS = (
    Target(
        "linux-x86_64",
        "x86_64-linux-gnu",
        _linux("x86_64"),
        "kernel.so",
        "x86_64-manylinux_2_28",
        ".cpython-{}-x86_64-linux-gnu.so",
    ),
    Target(
        "linux-aarch64",
        "aarch64-linux-gnu",
        _linux("aarch64"),
        "kernel.so",
        "aarch64-manylinux_2_28",
        ".cpython-{}-aarch64-linux-gnu.so",
    ),
    Target(
        "macos-x86_64",
        "x86_64-macos.11.0",
        "macosx_11_0_x86_64",
        "kernel.dylib",
        "x86_64-apple-darwin",
        ".cpython-{}-darwin.so",
    ),
    Target(
        "macos-aarch64",
        "aarch64-macos.11.0",
        "macosx_11_0_arm64",
        "kernel.dylib",
        "aarch64-apple-darwin",
        ".cpython-{}-darwin.so",
    ),
    Target(
        "windows-x86_64",
        "x86_64-windows-gnu",
        "win_amd64",
        "kernel.dll",
        "x86_64-pc-windows-msvc",
        ".cp{}-win_amd64.pyd",
    ),
)
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
"""Those that a single file runs with."""


def suffixes(target: Target) -> list[str]:
    """How the compiled modules in a single file end, one for each Python."""
    return [target.suffix.format(version.replace(".", "")) for version in PYTHONS]
