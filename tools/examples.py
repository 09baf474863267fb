"""Run what pages show that is not compared word by word: commands of ours, Python, files.

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
from contextlib import chdir, redirect_stdout
from pathlib import Path
from typing import Any

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
    """Run each command of a block; what the first that fails has to say, empty if none does."""
    for line in block.text.replace("\\\n", " ").splitlines():
        if not line.strip():
            continue
        done = _run(line, folder)
        if done.returncode:
            return f"$ {line}\n{done.stdout}{done.stderr}"
    return ""


def printed(block: Block, folder: Path, names: dict[str, Any]) -> str:
    """What a block of Python prints, run with these names, which it adds to.

    Examples with `>>>` print what differs from what they show.
    """
    out = io.StringIO()
    with chdir(folder), redirect_stdout(out):
        if block.text.startswith(">>>"):
            example = doctest.DocTestParser().get_doctest(block.text, names, "example", None, 0)
            doctest.DocTestRunner().run(example, out=out.write, clear_globs=False)
            names.update(example.globs)
        else:
            exec(compile(block.text, "example", "exec"), names)
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
    found = os.pathsep.join(filter(None, [str(folder / INSTALLED), os.environ.get("PYTHONPATH", "")]))
    environment = {**os.environ, "COLUMNS": WIDTH, "PYTHONPATH": found, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, *program, *arguments],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
