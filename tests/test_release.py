"""Releases: single files unpack themselves and say what is amiss; papers, locks, the image are in order."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from packaging.utils import parse_wheel_filename

from affray.simulation import shipped
from tools.release.build_hook import KernelHook
from tools.release.closure import third_party
from tools.release.container import health
from tools.release.notes import notes, sums
from tools.release.single_file import write_single
from tools.release.targets import PYTHONS, TARGETS, suffixes
from tools.release.verify import single_faults, wheel_faults
from tools.release.wheels import exported

ROOT = Path(__file__).resolve().parents[1]
CLI = """\
import subprocess, sys

def main():
    from affray import other
    print(other.WORD)
    if "child" in sys.argv:
        subprocess.run([sys.executable, "-P", "-c", "import affray.other as o; print(o.WORD)"], check=True)
"""


def single(folder: Path, **other: object) -> Path:
    """A single file with a small Affray in it, for this machine and Python unless something else is said."""
    told = {
        "platform": shipped.here(),
        "pythons": ["3.11", "3.99"],
        "suffixes": [sysconfig.get_config_var("EXT_SUFFIX")],
        "digest": "0123",
        "megabytes": 87,
    }
    files = {}
    for name, text in {"__init__": "", "cli": CLI, "other": "WORD = 'here'\n"}.items():
        path = folder / f"{name}.py"
        path.write_text(text, encoding="utf-8")
        files[f"affray/{name}.py"] = path
    made = folder / "affray.pyz"
    write_single(made, json.dumps(told | other).encode(), files, 1_700_000_000)
    return made


def started(made: Path, cache: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    around = {**os.environ, "XDG_CACHE_HOME": str(cache), "PYTHONDONTWRITEBYTECODE": "1"}
    around.pop("PYTHONPATH", None)
    command = [sys.executable, str(made), *arguments]
    return subprocess.run(command, env=around, capture_output=True, text=True, check=False)


def told(done: subprocess.CompletedProcess[str]) -> str:
    """The one sentence with which it refused."""
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    return done.stderr


@pytest.mark.slow
def test_a_single_file_unpacks_itself_once_and_what_it_starts_finds_the_same(tmp_path):
    made, cache = single(tmp_path), tmp_path / "cache"
    assert started(made, cache, "child").stdout == "here\nhere\n"
    unpacked = cache / "affray" / "single-0123" / "affray" / "other.py"
    unpacked.write_text("WORD = 'kept'\n", encoding="utf-8")
    assert started(made, cache).stdout == "kept\n"
    assert [each.name for each in (cache / "affray").iterdir()] == ["single-0123"]


@pytest.mark.slow
def test_a_single_file_mends_what_was_half_written(tmp_path):
    made, cache = single(tmp_path), tmp_path / "cache"
    started(made, cache)
    unpacked = cache / "affray" / "single-0123" / "affray" / "other.py"
    unpacked.write_text("WO", encoding="utf-8")
    assert started(made, cache).stdout == "here\n"
    unpacked.unlink()
    assert started(made, cache).stdout == "here\n"


@pytest.mark.slow
def test_single_files_that_begin_at_once_do_not_disturb_each_other(tmp_path):
    made, cache = single(tmp_path), tmp_path / "cache"
    with ThreadPoolExecutor(4) as pool:
        done = list(pool.map(lambda _: started(made, cache), range(4)))
    assert [(each.stdout, each.stderr) for each in done] == [("here\n", "")] * 4
    assert [each.name for each in (cache / "affray").iterdir()] == ["single-0123"]


@pytest.mark.slow
def test_a_single_file_that_cannot_be_unpacked_says_where_and_the_way_out(tmp_path):
    (tmp_path / "cache").write_text("", encoding="utf-8")  # root may write anywhere, but not below a file
    said = told(started(single(tmp_path), tmp_path / "cache"))
    assert f"cannot unpack itself into {tmp_path / 'cache' / 'affray' / 'single-0123'} (" in said
    assert "Set XDG_CACHE_HOME to a folder that can be written and has 87 MB free." in said


@pytest.mark.slow
@pytest.mark.parametrize("other", [{"platform": "plan9-vax"}, {"suffixes": [".cpython-399-vax.so"]}])
def test_a_single_file_of_another_machine_or_python_says_what_it_is_for(tmp_path, other):
    said = told(started(single(tmp_path, **other), tmp_path / "cache"))
    assert f"is Affray for {other.get('platform', shipped.here())} with CPython 3.11 to 3.99; this is" in said
    assert "take the file for this machine" in said
    assert not (tmp_path / "cache").exists()


def test_platforms_have_the_names_and_endings_that_python_gives_them():
    version = "{}.{}".format(*sys.version_info[:2])
    assert version in PYTHONS
    [here] = [target for target in TARGETS if target.name == shipped.here()]
    assert sysconfig.get_config_var("EXT_SUFFIX") in suffixes(here)
    for target in TARGETS:
        parse_wheel_filename(f"affray-1.0-py3-none-{target.tag}.whl")


def hooked(monkeypatch, version="standard", **around: str) -> dict:
    for name, value in around.items():
        monkeypatch.setenv(name, value)
    data: dict = {"force_include": {}}
    KernelHook.initialize(KernelHook.__new__(KernelHook), version, data)
    return data


def test_a_wheel_is_pure_unless_a_kernel_is_given(monkeypatch, tmp_path):
    (tmp_path / "kernel.so").touch()
    plain: dict = {"force_include": {}}
    assert hooked(monkeypatch) == plain
    given = {"AFFRAY_WHEEL_KERNEL": str(tmp_path), "AFFRAY_WHEEL_TAG": "win_amd64"}
    assert hooked(monkeypatch, "editable", **given) == plain
    made = hooked(monkeypatch, **given)
    assert made.pop("force_include") == {str(tmp_path / "kernel.so"): "affray/simulation/shipped/kernel.so"}
    assert made == {"pure_python": False, "tag": "py3-none-win_amd64"}


@pytest.mark.slow
def test_a_wheel_has_all_papers_and_what_lacks_them_is_named(tmp_path):
    root = exported(tmp_path / "sources")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(build, cwd=root, check=True, capture_output=True)
    [wheel] = tmp_path.glob("*.whl")
    assert list(wheel_faults(wheel, None)) == []
    with zipfile.ZipFile(wheel) as archive:
        [notice] = [name for name in archive.namelist() if name.endswith("licenses/NOTICE")]
        assert archive.read(notice) == (ROOT / "NOTICE").read_bytes()
    lacking = tmp_path / "lacking.zip"
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(lacking, "w") as new:
        for name in old.namelist():
            if not name.endswith("/NOTICE"):
                new.writestr(name, old.read(name))
        new.writestr("tests/test_it.py", "")
    assert list(wheel_faults(lacking, None)) == [
        "lacking.zip: has no NOTICE",
        "lacking.zip: has tests/test_it.py",
    ]
    assert list(wheel_faults(wheel, TARGETS[0])) == [
        f"{wheel.name}: has no affray/simulation/shipped/{TARGETS[0].library}"
    ]


def test_a_single_file_without_a_python_or_a_licence_is_named(tmp_path):
    made = tmp_path / "affray.pyz"
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("site/rich-1.0.dist-info/METADATA", "")
    faults = list(single_faults(made, TARGETS[0]))
    assert "affray.pyz: no licence of rich-1.0.dist-info" in faults
    assert "affray.pyz: has no icu4py/messageformat.cpython-314-x86_64-linux-gnu.so" in faults


def test_the_notes_of_a_release_are_those_of_its_version():
    assert notes("# Changes\n\n## 1.2.0, in May\n\n* More.\n\n## 1.1.0\n\n* Less.\n", "1.2.0") == (
        "# Affray 1.2.0\n\n* More.\n"
    )
    assert notes("\n## In the making\n\n* More.\n", "1.1.0").startswith(
        "# Affray, in the making after 1.1.0\n"
    )
    for changes in ("\n## 1.1.0\n\n* Less.\n", "\n## 1.2.0\n\n## 1.1.0\n\n* Less.\n", ""):
        with pytest.raises(SystemExit, match=re.escape("put a section '## 1.2.0' first")):
            notes(changes, "1.2.0")


def test_every_file_of_a_release_has_its_hash(tmp_path):
    (tmp_path / "a").write_bytes(b"")
    (tmp_path / "SHA256SUMS").write_bytes(b"")
    assert sums(tmp_path) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a\n"


def test_the_page_on_software_of_others_is_that_of_what_is_installed():
    """Written by `python -m tools.release.closure`."""
    assert (ROOT / "THIRD-PARTY.md").read_text(encoding="utf-8") == third_party()


def pins(name: str) -> dict[str, str]:
    text = (ROOT / "requirements" / name).read_text(encoding="utf-8")
    return dict(re.findall(r"^([\w.-]+)==(\S+)", text, re.MULTILINE))


def test_what_is_locked_twice_is_locked_alike():
    locked = {name: pins(f"{name}.txt") for name in ("run", "dev", "release", "database", "windows")}
    assert locked["run"].items() <= locked["dev"].items()
    assert locked["run"].items() <= locked["release"].items()
    assert locked["database"].items() <= locked["dev"].items()
    assert [name for name in locked if "ziglang" in locked[name]] == ["release"]


@pytest.fixture(scope="module")
def image() -> str:
    return (ROOT / "Containerfile").read_text(encoding="utf-8").replace("\\\n", "")


def test_the_image_runs_as_nobody_with_a_folder_for_data(image):
    final = image[image.index("FROM scratch") :]
    assert re.findall(r"^(?:USER|VOLUME|WORKDIR) .*", final, re.MULTILINE) == [
        "USER 1000:1000",
        "WORKDIR /data",
        "VOLUME /data",
    ]
    assert re.findall(r"^RUN .*", final, re.MULTILINE) == []
    [entry] = map(json.loads, re.findall(r"^ENTRYPOINT (.*)", final, re.MULTILINE))
    [command] = map(json.loads, re.findall(r"^CMD (.*)", final, re.MULTILINE))
    assert f"> {entry[0].removeprefix('/')} " in image, "the command is made while the image is built"
    assert command[-1].startswith("sqlite:/data/")


def test_the_image_takes_only_what_is_there(image):
    taken = [
        word
        for line in re.findall(r"^COPY (?!--from)(.*) \S+$", image, re.MULTILINE)
        for word in line.split()
    ]
    assert [name for name in taken if not name.startswith("dist/") and not (ROOT / name).exists()] == []
    let_in = (ROOT / ".containerignore").read_text(encoding="utf-8").splitlines()
    assert {f"!{name.split('/')[0]}" for name in taken} <= {line.split("/")[0] for line in let_in}


def test_the_image_says_how_it_is_asked_for_its_health():
    python, option, program = health((ROOT / "Containerfile").read_text(encoding="utf-8"))
    assert (python, option) == ("/usr/bin/python3", "-c")
    compile(program, "health", "exec")
    assert "/healthz" in program
