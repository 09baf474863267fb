"""The kernel as it lies in the cache: what was cut or altered there is never loaded, but built anew."""

from __future__ import annotations

import subprocess
import sys

import pytest

from affray.simulation.kernel import compiler

pytestmark = pytest.mark.skipif(not compiler(), reason="no C compiler here")

LOADED = (
    "from affray.simulation.kernel import kernel; raise SystemExit(0 if kernel().size_of_walk() > 0 else 3)"
)


def cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def flipped(data: bytes) -> bytes:
    return bytes(255 - each if n % 7 == 0 else each for n, each in enumerate(data))


def emptied(data: bytes) -> bytes:
    return b""


@pytest.mark.slow
@pytest.mark.parametrize("damage", [cut, flipped, emptied])
def test_a_damaged_library_is_built_anew_before_it_is_loaded(tmp_path, monkeypatch, damage):
    """In processes of their own: such a library would end this one."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("AFFRAY_KERNEL", raising=False)
    subprocess.run([sys.executable, "-c", LOADED], check=True)
    [library] = tmp_path.glob("affray/*.so")
    whole = library.read_bytes()
    library.unlink()  # the file that is mapped somewhere stays as it is
    library.write_bytes(damage(whole))
    subprocess.run([sys.executable, "-c", LOADED], check=True)
    assert len(library.read_bytes()) == len(whole)


@pytest.mark.slow
def test_without_its_hash_a_library_is_built_anew(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("AFFRAY_KERNEL", raising=False)
    subprocess.run([sys.executable, "-c", LOADED], check=True)
    [seal] = tmp_path.glob("affray/*.sha256")
    seal.unlink()
    subprocess.run([sys.executable, "-c", LOADED], check=True)
    assert seal.exists()
