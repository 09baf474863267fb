"""Run what pages show: commands of ours, Python, installing a package."""

from __future__ import annotations

import doctest
import io
import json
import os
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Self

from tools.blocks import Block

WIDTH = "92"
INSTALLED = "installed"
"""Where in the folder of a page packages are put that it installs."""
TERMINAL = Path(__file__).resolve().parent / "terminal.py"
EXAMPLES = """
import json, sys
for text in json.load(sys.stdin):
    exec(compile(text, "example", "exec"), globals())
    print(chr(0))
"""
PROGRAMS = {
    "pytest": ("-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist"),
    "pip": ("-m", "pip"),
}
"""Programs that a page may run besides ours."""
OFFLINE = ("--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--target", INSTALLED)


class Ended(NamedTuple):
    """A command that has run: its exit code, what it printed with complaints behind."""

    code: int
    text: str


class Terminal:
    """Runs commands, ours all in one process, which begins with the first of them."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def run(self, command: str, folder: Path, typed: Sequence[str] = ()) -> Ended:
        """Run a command in a folder, with this typed; `> FILE` keeps what it prints."""
        command, into, file = command.partition(" > ")
        name, *arguments = shlex.split(command, comments=True)
        if name != "affray":
            return _other(name, arguments, folder)
        order = {"folder": str(folder), "arguments": arguments, "typed": list(typed)}
        code, out, err = self._told(json.dumps({**order, "packages": str(folder / INSTALLED)}))
        if into:
            (folder / file.strip()).write_text(out, encoding="utf-8")
        return Ended(code, err if into else out + err)

    def ends_well(self, block: Block, folder: Path) -> str:
        """Run each command of a block; what the first that fails says, else empty."""
        for line in block.text.replace("\\\n", " ").splitlines():
            if line.strip() and (ended := self.run(line, folder)).code:
                return f"$ {line}\n{ended.text}"
        return ""

    def close(self) -> None:
        """End the process, if it has begun."""
        if self._process is not None:
            self._process.communicate()
            self._process = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _told(self, order: str) -> tuple[int, str, str]:
        if self._process is None:
            pipe = subprocess.PIPE
            environment = {**os.environ, "COLUMNS": WIDTH}
            command = [sys.executable, str(TERMINAL)]
            self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(order + "\n")
        self._process.stdin.flush()
        code, out, err = json.loads(self._process.stdout.readline())
        return code, out, err


def _other(name: str, arguments: list[str], folder: Path) -> Ended:
    if name == "pip":
        arguments[1:1] = OFFLINE
    done = subprocess.run(
        [sys.executable, *PROGRAMS[name], *arguments],
        cwd=folder,
        env=_environment(folder),
        capture_output=True,
        text=True,
        check=False,
    )
    return Ended(done.returncode, done.stdout + done.stderr)


def printed(examples: Sequence[str], folder: Path) -> list[str]:
    """What blocks of Python print, run in a process of their own, in order."""
    done = subprocess.run(
        [sys.executable, "-c", EXAMPLES],
        cwd=folder,
        env=_environment(folder),
        input=json.dumps(list(examples)),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    return done.stdout.split("\0\n")[:-1]


def differing(block: Block) -> str:
    """What differs from what a block of `>>>` shows; empty if nothing does."""
    out = io.StringIO()
    example = doctest.DocTestParser().get_doctest(block.text, {}, "example", None, 0)
    doctest.DocTestRunner().run(example, out=out.write)
    return out.getvalue()


def repeated(block: Block) -> str:
    """A block of `>>>` with what its lines print now."""
    runner = _Kept()
    parts = doctest.DocTestParser().parse(block.text)
    runner.run(doctest.DocTestParser().get_doctest(block.text, {}, "example", None, 0), out=lambda _: None)
    printed = iter(runner.printed)
    return "".join(
        part if isinstance(part, str) else _prompted(part.source) + next(printed) for part in parts
    )


class _Kept(doctest.DocTestRunner):
    """Keeps what examples print, right or wrong."""

    def __init__(self) -> None:
        super().__init__()
        self.printed: list[str] = []

    def report_success(self, out: object, test: object, example: object, got: str) -> None:
        self.printed.append(got)

    def report_failure(self, out: object, test: object, example: object, got: str) -> None:
        self.printed.append(got)


def _prompted(source: str) -> str:
    first, *rest = source.splitlines(keepends=True)
    return f">>> {first}" + "".join(f"... {line}" for line in rest)


def misread(block: Block) -> str:
    """What is wrong with a block of TOML or JSON as such; empty if nothing is."""
    try:
        (tomllib.loads if block.kind == "toml" else json.loads)(block.text)
    except ValueError as e:
        return str(e)
    return ""


def _environment(folder: Path) -> dict[str, str]:
    found = os.pathsep.join(filter(None, [str(folder / INSTALLED), os.environ.get("PYTHONPATH", "")]))
    return {**os.environ, "COLUMNS": WIDTH, "PYTHONPATH": found, "PYTHONDONTWRITEBYTECODE": "1"}
