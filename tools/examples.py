"""Run what pages show: commands of ours, Python, installing a package.

Commands run in processes of their own, in the folder of the page; a package that a page makes and
installs there is found by the commands after it.
"""

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

from tools.blocks import Block

WIDTH = "92"
INSTALLED = "installed"
"""Where in the folder of a page packages are put that it installs."""
PROGRAM = "from affray.cli import main; main()"
TYPING = f"""
import builtins, json, sys
typed = iter(json.loads(sys.argv.pop(1)))
def read(prompt):
    line = next(typed)
    print(prompt + line)
    return line
builtins.input, sys.stdin.isatty = read, lambda: True
from affray.cli.chances import Chances
Chances.soon.__defaults__ = (600.0,)  # odds of the whole menu, however slow the machine
{PROGRAM}
"""
"""The program for somebody who types: each line is shown behind the prompt that it answers."""
EXAMPLES = """
import json, sys
for text in json.load(sys.stdin):
    exec(compile(text, "example", "exec"), globals())
    print(chr(0))
"""
PROGRAMS = {
    "affray": ("-c", PROGRAM),
    "pytest": ("-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist"),
    "pip": ("-m", "pip"),
}
OFFLINE = ("--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--target", INSTALLED)


def run(command: str, folder: Path, typed: Sequence[str] = ()) -> str:
    """What a command prints, complaints behind, when this is typed at its prompts."""
    done = _run(command, folder, typed)
    return done.stdout + done.stderr


def ends_well(block: Block, folder: Path) -> str:
    """Run each command of a block; what the first that fails says, else empty."""
    for line in block.text.replace("\\\n", " ").splitlines():
        if not line.strip():
            continue
        done = _run(line, folder)
        if done.returncode:
            return f"$ {line}\n{done.stdout}{done.stderr}"
    return ""


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


def misread(block: Block) -> str:
    """What is wrong with a block of TOML or JSON as such; empty if nothing is."""
    try:
        (tomllib.loads if block.kind == "toml" else json.loads)(block.text)
    except ValueError as e:
        return str(e)
    return ""


def _run(command: str, folder: Path, typed: Sequence[str] = ()) -> subprocess.CompletedProcess[str]:
    name, *arguments = shlex.split(command, comments=True)
    program = ("-c", TYPING, json.dumps(typed)) if typed else PROGRAMS[name]
    if name == "pip":
        arguments[1:1] = OFFLINE
    return subprocess.run(
        [sys.executable, *program, *arguments],
        cwd=folder,
        env=_environment(folder),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def _environment(folder: Path) -> dict[str, str]:
    found = os.pathsep.join(filter(None, [str(folder / INSTALLED), os.environ.get("PYTHONPATH", "")]))
    return {**os.environ, "COLUMNS": WIDTH, "PYTHONPATH": found, "PYTHONDONTWRITEBYTECODE": "1"}
