"""Run the commands that pages in docs show, and write down what they print.

A block of `console` holds a command after `$ ` and what it prints; what stands behind the prompts of
a fight in it is typed there.  Blocks of a page are run from above, in one folder, where the files
are that the page gives (see tools/blocks.py).

    python -m tools.samples                          # write all pages again
    python -m tools.samples docs/howto/balance.md    # this one
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tools.blocks import blocks, written
from tools.blocks import pages as all_pages

WIDTH = "92"
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


def pages() -> list[Path]:
    """The pages that show commands."""
    return [page for page in all_pages() if "```console\n" in page.read_text(encoding="utf-8")]


def run(command: str, folder: Path, typed: Sequence[str] = ()) -> str:
    """What a command prints, complaints behind, when this is typed at its prompts."""
    _, *arguments = shlex.split(command)
    program = ["-c", TYPING, json.dumps(typed)] if typed else ["-c", PROGRAM]
    environment = {**os.environ, "COLUMNS": WIDTH}
    done = subprocess.run(
        [sys.executable, *program, *arguments],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


def recomputed(page: str) -> str:
    """The page with what its commands print now."""
    with tempfile.TemporaryDirectory() as name:
        parts, at = [], 0
        for block in blocks(page):
            written(block, Path(name))
            if block.kind == "console" and not block.why:
                printed = run(block.command, Path(name), block.typed)
                parts += [page[at : block.start], f"$ {block.command}\n", printed]
                at = block.end
        return "".join([*parts, page[at:]])


def main() -> None:
    """Write the pages again, and name those that changed."""
    for path in [Path(name) for name in sys.argv[1:]] or pages():
        text = path.read_text(encoding="utf-8")
        new = recomputed(text)
        if new != text:
            path.write_text(new, encoding="utf-8")
            print(f"wrote {path.name}")


if __name__ == "__main__":
    main()
