"""Run the commands and the lines of Python that pages in docs show, and write down what they print.

A block of `console` holds a command after `$ ` and what it prints; what stands behind the prompts of
a fight in it is typed there.  A block of `python` may hold a conversation after `>>> `.  Blocks of
a page are run from above, in one folder, where the files are that the page gives (see
tools/blocks.py) and those of docs/samples.

    python -m tools.samples                          # write all pages again
    python -m tools.samples docs/howto/balance.md    # this one
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tools.blocks import Block, blocks, laid_out, written
from tools.blocks import pages as all_pages
from tools.examples import Terminal, repeated


def pages() -> list[Path]:
    """The pages that show commands or conversations."""
    return [page for page in all_pages() if any(map(_shows, blocks(page.read_text(encoding="utf-8"))))]


def recomputed(page: str) -> str:
    """The page with what its commands print now."""
    with tempfile.TemporaryDirectory() as name, Terminal() as terminal:
        laid_out(Path(name))
        parts, at = [], 0
        for block in blocks(page):
            written(block, Path(name))
            if block.kind == "sh" and not block.why:
                terminal.ends_well(block, Path(name))
            if _shows(block) and not block.why:
                parts += [page[at : block.start], _printed(block, Path(name), terminal)]
                at = block.end
        return "".join([*parts, page[at:]])


def _shows(block: Block) -> bool:
    return block.kind == "console" or (block.kind == "python" and block.text.startswith(">>>"))


def _printed(block: Block, folder: Path, terminal: Terminal) -> str:
    if block.kind == "python":
        return repeated(block)
    return f"$ {block.command}\n{terminal.run(block.command, folder, block.typed).text}"


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
