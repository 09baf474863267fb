"""Make an environment ready (`run`, `dev`, `release`, `smoke`), or lock requirements again (`lock`).

Kept readable for Python 3.6, so that an old interpreter gives a message, not a syntax error.
"""

import hashlib
import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
OLDEST = (3, 11)
NEEDED = ("venv", "ensurepip")
COVERED_BY = {"run": ("run", "dev"), "dev": ("dev",), "release": ("release",), "smoke": ("smoke",)}
LOCKING = (
    "--quiet",
    "--generate-hashes",
    "--allow-unsafe",
    "--strip-extras",
    "--annotation-style=line",
    "--no-header",  # nor anything else that says where from
    "--no-emit-index-url",
    "--no-emit-trusted-host",
    "--no-emit-find-links",
    "--no-emit-options",
)


def main() -> None:
    """Do what the first argument says."""
    kind = sys.argv[1]
    if kind == "lock":
        lock(*sys.argv[2:])
    elif not any(is_ready(other) for other in COVERED_BY[kind]):
        install(kind)


def install(kind: str) -> None:
    """Install what is locked, then Affray itself so that edits count at once."""
    print("Setting up .venv ({}) ...".format(kind), flush=True)  # noqa: UP032 - see above
    python = create(place(kind))
    pip(python, "--no-compile", "--require-hashes", "--requirement", str(locked(kind)))
    # all at once on all cores, which pip does not; quietly, for some packages have files that are no Python
    subprocess.run([python, "-m", "compileall", "-qq", "-j", "0", str(place(kind) / "lib")], check=False)
    pip(python, "--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    stamp(kind).write_text(state(kind))


def place(kind: str) -> Path:
    """The environment of a kind: what makes releases is large, and a short try has another Python."""
    if kind == "smoke":
        return VENV / "smoke-{}.{}".format(*sys.version_info)
    return VENV / kind if kind == "release" else VENV


def locked(kind: str) -> Path:
    """The requirements of a kind."""
    return ROOT / "requirements" / ("run.txt" if kind == "smoke" else kind + ".txt")


def lock(*options: str) -> None:
    """Resolve requirements/*.in; the others take over what run has pinned."""
    folder = VENV / "lock"
    python = create(folder)
    pip(python, "pip-tools")
    for kind in ("run", "dev", "database", "release"):
        command = [python, "-m", "piptools", "compile", *LOCKING, *options, kind + ".in"]
        call(command, ROOT / "requirements")


def create(folder: Path) -> str:
    """The interpreter of the environment in `folder`, made if absent or broken."""
    python = folder / "bin" / "python"
    if python.exists() and subprocess.run([str(python), "-c", "import pip"], check=False).returncode == 0:
        return str(python)
    refuse_unfit_interpreter()
    shutil.rmtree(str(folder), ignore_errors=True)
    call([sys.executable, "-m", "venv", str(folder)])
    return str(python)


def refuse_unfit_interpreter() -> None:
    """Say what is missing, and what to do about it."""
    if sys.version_info < OLDEST:
        found = sys.version.split()[0]
        sys.exit("Affray needs Python 3.11 or newer; this is " + found + ". Try: make PYTHON=python3.13 ...")
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        sys.exit(
            "This Python lacks " + ", ".join(missing) + ". On Debian or Ubuntu: apt install python3-venv"
        )


def pip(python: str, *arguments: str) -> None:
    """Install, and speak only of errors."""
    call([python, "-m", "pip", "install", "--quiet", "--quiet", "--disable-pip-version-check", *arguments])


def call(command: "list[str]", folder: Path = ROOT) -> None:
    """Run a command; when it fails, so do we, and its own words stand above ours."""
    done = subprocess.run(command, cwd=str(folder), check=False)
    if done.returncode:
        sys.exit("Set-up failed at: " + " ".join(command))


def stamp(kind: str) -> Path:
    """Where the state that was last installed is written down."""
    return place(kind) / (kind + ".stamp")


def is_ready(kind: str) -> bool:
    """Whether the environment is that of today's requirements, at today's place."""
    there = (place(kind) / "bin" / "python").exists() and stamp(kind).exists()
    return there and stamp(kind).read_text() == state(kind)


def state(kind: str) -> str:
    """A digest of all that an installation depends on."""
    digest = hashlib.sha256(str(ROOT).encode())
    for path in (locked(kind), ROOT / "pyproject.toml"):
        digest.update(path.read_bytes())
    return digest.hexdigest()


if __name__ == "__main__":
    main()
