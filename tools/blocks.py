"""The blocks of code on the pages in docs, and what each is there for.

| block | what the tests do with it |
|---|---|
| `console` | a command after `$ ` and what it prints: it is run, and has to print that |
| `sh` | commands of ours, one a line: each is run, and has to end well |
| `python` | is run; a block of `text` below it is what it has to print |
| `toml`, `json` | is read; a file name, as first comment or after the kind, makes it a file |
| any other | has to be a file, the output of the Python above it, or not run |

Before a block that cannot be run stands `<!-- not run: REASON -->`; its commands are read all the same.
"""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

BLOCK = re.compile(
    r"^(?:<!-- not run: (?P<why>[^\n]+) -->\n)?```(?P<kind>\w*)(?: (?P<file>\S+))?\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
FILE = re.compile(r"# ([\w/-]+\.toml)\n")
TYPED = re.compile(r"^(?:[A-Z][\w' ]*|game master|over)> (.*)$", re.MULTILINE)
ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
SAMPLES = DOCS / "samples"


class Block(NamedTuple):
    """A block of a page: its kind, its text, and where the text stands.

    `file` is the name of the file that it is, `why` the reason for which it is not run; either may be empty.
    """

    kind: str
    text: str
    start: int
    end: int
    file: str = ""
    why: str = ""

    @property
    def command(self) -> str:
        """The command that a block of `console` shows, without the prompt."""
        return self.text.partition("\n")[0].removeprefix("$ ")

    @property
    def typed(self) -> list[str]:
        """What is typed at the prompts of a fight that a block of `console` shows."""
        return TYPED.findall(self.text) if self.command.startswith("affray play ") else []

    @property
    def commands(self) -> list[list[str]]:
        """The commands of ours in it, as words, without what stands behind a `#`."""
        lines = [self.command] if self.kind == "console" else self.text.replace("\\\n", " ").splitlines()
        ours = [line.partition(" > ")[0] for line in lines if line.startswith("affray")]
        split = [shlex.split(line, comments=True) for line in ours]
        return [words[1:] for words in split]


def blocks(page: str) -> Iterator[Block]:
    """The blocks of a page, from above."""
    for found in BLOCK.finditer(page):
        first = FILE.match(found["text"]) if found["kind"] == "toml" else None
        file = found["file"] or (first[1] if first else "")
        start, end = found.start("text"), found.end("text")
        yield Block(found["kind"], found["text"], start, end, file, found["why"] or "")


def pages() -> list[Path]:
    """The pages in docs, in the order of their names."""
    return sorted(DOCS.rglob("*.md"))


def laid_out(folder: Path) -> None:
    """Lay the files of docs/samples, which commands of pages take, into a folder."""
    if SAMPLES.is_dir():
        shutil.copytree(SAMPLES, folder, dirs_exist_ok=True)


def written(block: Block, folder: Path) -> None:
    """Write the file that a block is, if it is one."""
    if block.file:
        path = folder / block.file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block.text, encoding="utf-8")
