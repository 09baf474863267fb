"""Affray in one file: unpacks itself once into the user's cache folder, and runs from there.

Kept readable for Python 3.6, so that an old interpreter gives a sentence, not a syntax error.
"""

import json
import os
import platform
import shutil
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path

WITHIN = "site/"
"""Where the packages lie in this file."""
NAMES = {"win32": "windows", "darwin": "macos"}
MACHINES = {"amd64": "x86_64", "x64": "x86_64", "arm64": "aarch64"}
UNFIT = (
    "This file is Affray for {} with CPython {} to {}; this is {} {} on {} ({}). Run it with such a Python, "
    "or take the file for this machine; elsewhere pip installs Affray."
)
UNWRITABLE = (
    "Affray cannot unpack itself into {} ({}). Set XDG_CACHE_HOME to a folder that can be written and has "
    "{} MB free."
)


def main() -> None:
    """Run the command line of the Affray in this file."""
    with zipfile.ZipFile(str(Path(__file__).resolve().parent)) as whole:
        told = json.loads(whole.read("single.json").decode())
        refuse_unfit(told)
        folder = cache() / "affray" / ("single-" + told["digest"])
        files = [each for each in whole.infolist() if each.filename.startswith(WITHIN)]
        if not is_whole(folder, files):
            try:
                unpack(whole, files, folder)
            except OSError as e:
                if not is_whole(folder, files):  # another process may have been quicker
                    leave(UNWRITABLE.format(folder, e.strerror or e, told["megabytes"]))
    run(folder)


def refuse_unfit(told: dict) -> None:  # type: ignore[type-arg]  # see above
    """Say what this file runs on, where this is something else."""
    machine = platform.machine().lower()
    here = NAMES.get(sys.platform, sys.platform) + "-" + MACHINES.get(machine, machine)
    end = sysconfig.get_config_var("EXT_SUFFIX")  # of compiled modules: names the Python, too
    if end in told["suffixes"] and here == told["platform"]:
        return
    python = platform.python_implementation(), platform.python_version()
    leave(UNFIT.format(told["platform"], told["pythons"][0], told["pythons"][-1], *python, here, end))


def cache() -> Path:
    """The folder for what can be made again."""
    if os.environ.get("XDG_CACHE_HOME"):
        return Path(os.environ["XDG_CACHE_HOME"])
    if sys.platform == "win32" and os.environ.get("LOCALAPPDATA"):
        return Path(os.environ["LOCALAPPDATA"])
    try:
        return Path.home() / ".cache"
    except (KeyError, RuntimeError):
        return leave("This user has no home folder: set XDG_CACHE_HOME to a writable folder.")


def is_whole(folder: Path, files: list) -> bool:  # type: ignore[type-arg]
    """Whether all is there at its full length: an unpacking may have been cut, a cleaner may have been by."""
    try:
        return all(place(folder, each).stat().st_size == each.file_size for each in files)
    except OSError:
        return False


def place(folder: Path, each: zipfile.ZipInfo) -> Path:
    """Where a file of the archive lies when it is unpacked."""
    return folder / each.filename[len(WITHIN) :]


def unpack(whole: zipfile.ZipFile, files: list, folder: Path) -> None:  # type: ignore[type-arg]
    """Unpack beside the place, then move it there at once."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    beside = Path(tempfile.mkdtemp(prefix="unpacking-", dir=str(folder.parent)))
    try:
        for each in files:
            path = place(beside / "new", each)
            path.parent.mkdir(parents=True, exist_ok=True)
            with whole.open(each) as source, path.open("wb") as copy:
                shutil.copyfileobj(source, copy)
        if is_whole(folder, files):
            return  # another process was quicker, and may run from there by now
        if folder.exists():
            folder.replace(beside / "old")
        (beside / "new").replace(folder)
    finally:
        shutil.rmtree(str(beside), ignore_errors=True)


def run(folder: Path) -> None:
    """Run it in this process; those that it starts find the same packages."""
    sys.path[0] = str(folder)
    paths = [str(folder), os.environ.get("PYTHONPATH")]
    os.environ["PYTHONPATH"] = os.pathsep.join(each for each in paths if each)
    from affray.cli import main as command

    command()


def leave(sentence: str) -> Path:
    """End with one sentence; gives nothing back."""
    sys.stderr.write(sentence + "\n")
    return sys.exit(2)


if __name__ == "__main__":
    main()
