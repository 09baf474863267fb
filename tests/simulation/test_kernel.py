"""The kernel: of the package where it fits, else built; one that is cut or altered is never loaded."""

from __future__ import annotations

import json
import subprocess
import sys
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import pytest

from affray.simulation import compiled, kernel, shipped
from affray.simulation.compiled import built, compiler
from affray.simulation.kernel import kernel_choice

needs_compiler = pytest.mark.skipif(not compiler(), reason="no C compiler here")

LOADED = (
    "from affray.simulation.kernel import kernel; raise SystemExit(0 if kernel().size_of_walk() > 0 else 3)"
)
SOURCE = files("affray.simulation").joinpath("kernel.c").read_bytes()


def cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def flipped(data: bytes) -> bytes:
    return bytes(255 - each if n % 7 == 0 else each for n, each in enumerate(data))


def emptied(data: bytes) -> bytes:
    return b""


@needs_compiler
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


@needs_compiler
@pytest.mark.slow
def test_without_its_hash_a_library_is_built_anew(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("AFFRAY_KERNEL", raising=False)
    subprocess.run([sys.executable, "-c", LOADED], check=True)
    [seal] = tmp_path.glob("affray/*.sha256")
    seal.unlink()
    subprocess.run([sys.executable, "-c", LOADED], check=True)
    assert seal.exists()


@pytest.fixture
def choose(tmp_path, monkeypatch):
    """Chooses a kernel as a process would that has nothing in its cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(shipped, "FOLDER", tmp_path / "shipped")
    monkeypatch.delenv("AFFRAY_KERNEL", raising=False)
    return kernel_choice.__wrapped__


@pytest.fixture(scope="module")
def library(tmp_path_factory) -> bytes:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        return built(SOURCE).read_bytes()


def packed(data: bytes, **other: str) -> None:
    """A package that brings this library, with a label that may say something else."""
    label = {
        "file": "kernel.so",
        "platform": shipped.here(),
        "source": sha256(SOURCE).hexdigest(),
        "library": sha256(data).hexdigest(),
    }
    shipped.FOLDER.mkdir()
    (shipped.FOLDER / "kernel.so").write_bytes(data)
    (shipped.FOLDER / "kernel.json").write_text(json.dumps(label | other), encoding="utf-8")


@needs_compiler
@pytest.mark.slow
def test_the_kernel_of_the_package_needs_no_compiler(choose, library, monkeypatch):
    packed(library)
    monkeypatch.setattr(compiled, "compiler", lambda: pytest.fail("nothing is compiled"))
    found = choose()
    assert (found.origin, found.path, found.faults) == ("shipped", shipped.FOLDER / "kernel.so", ())
    assert found.library.size_of_walk() > 0


def without(choose, monkeypatch):
    """What is chosen on a machine that has no compiler."""
    monkeypatch.setattr(compiled, "compiler", list)
    found = choose()
    assert (found.origin, found.library) == ("none", None)
    return found


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"platform": "plan9-vax"}, "The kernel of this package is for plan9-vax, but this is "),
        ({"library": "0" * 64}, "has been changed: reinstall Affray"),
        ({"source": "0" * 64}, "has been changed: reinstall Affray"),
        ({"file": "gone.so"}, "has been changed: reinstall Affray"),
    ],
)
def test_a_kernel_of_another_platform_or_a_damaged_one_is_named_and_not_loaded(
    choose, monkeypatch, other, said
):
    packed(b"no library", **other)
    monkeypatch.setattr(kernel, "_loaded", lambda path: pytest.fail("it is not loaded"))
    fault, compile_fault = without(choose, monkeypatch).faults
    assert said in fault
    assert compile_fault.startswith("There is no C compiler here: install one")


def test_a_label_that_cannot_be_read_is_named(choose, monkeypatch):
    for label in ("{", "[]", "{}"):
        packed(b"")
        (shipped.FOLDER / "kernel.json").write_text(label, encoding="utf-8")
        assert "has been changed" in without(choose, monkeypatch).faults[0]
        (shipped.FOLDER / "kernel.json").unlink()
        (shipped.FOLDER / "kernel.so").unlink()
        shipped.FOLDER.rmdir()


def test_a_library_that_does_not_load_is_named(choose, monkeypatch):
    packed(b"whole, and nothing that this machine could load")
    assert "does not load here" in without(choose, monkeypatch).faults[0]


def test_a_folder_that_cannot_be_written_is_named_with_the_way_out(choose, monkeypatch, tmp_path):
    (tmp_path / "cache").write_text("")  # root may write anywhere, but not below a file
    monkeypatch.setattr(compiled, "compiler", lambda: ["cc"])
    [said] = choose().faults
    assert said.startswith(f"The kernel cannot be saved in {tmp_path / 'cache' / 'affray'} (")
    assert "set XDG_CACHE_HOME to a writable folder." in said


def test_whoever_has_no_home_is_told(choose, monkeypatch):
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", lambda: (_ for _ in ()).throw(RuntimeError("none")))
    assert "has no home folder: set XDG_CACHE_HOME" in choose().faults[0]


def test_a_compiler_that_fails_is_named_with_its_own_words(choose, monkeypatch):
    for command in (["false"], ["no-such-compiler"]):
        monkeypatch.setattr(compiled, "compiler", lambda command=command: command)
        assert f"The C compiler {command[0]} failed (" in choose().faults[0]
