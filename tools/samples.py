"""Run the commands that pages in docs show, and write down what they print.

A block of `console` holds a command after `$ ` and what it prints; a block of `toml` that begins
with a comment that is a file name is that file, for the commands below it; those of docs/samples are there
too.

    python -m tools.samples                      # write all pages again
    python -m tools.samples docs/balance.md      # this one
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

BLOCK = re.compile(r"^```(console|toml)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
DOCS = Path(__file__).resolve().parent.parent / "docs"
WIDTH = "92"


class Block(NamedTuple):
    """A block of a page: its kind, its text, and where the text stands."""

    kind: str
    text: str
    start: int
    end: int

    @property
    def command(self) -> str:
        """The command it shows, without the prompt."""
        return self.text.partition("\n")[0].removeprefix("$ ")


def pages() -> list[Path]:
    """The pages that show commands."""
    return [page for page in sorted(DOCS.glob("*.md")) if "```console\n" in page.read_text(encoding="utf-8")]


def blocks(page: str) -> Iterator[Block]:
    """The blocks of a page that are run, or are files."""
    for found in BLOCK.finditer(page):
        yield Block(found[1], found[2], found.start(2), found.end(2))


def written(block: Block, folder: Path) -> None:
    """Write the file that a block of TOML is, if it has a name."""
    name = re.match(r"# ([\w-]+\.toml)\n", block.text)
    if name:
        (folder / name[1]).write_text(block.text, encoding="utf-8")


def laid_out(folder: Path) -> None:
    """Lay the files that commands of pages take into a folder."""
    shutil.copytree(DOCS / "samples", folder, dirs_exist_ok=True)


def run(command: str, folder: Path) -> str:
    """What a command prints, complaints behind."""
    _, *arguments = shlex.split(command)
    program = [sys.executable, "-c", "from affray.cli import main; main()", *arguments]
    environment = {**os.environ, "COLUMNS": WIDTH}
    done = subprocess.run(program, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def recomputed(page: str) -> str:
    """The page with what its commands print now."""
    with tempfile.TemporaryDirectory() as name:
        laid_out(Path(name))
        parts, at = [], 0
        for block in blocks(page):
            if block.kind == "toml":
                written(block, Path(name))
            else:
                parts += [page[at : block.start], f"$ {block.command}\n", run(block.command, Path(name))]
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
