"""Run the commands and the lines of Python that pages in docs show, and write down what they print.

A block of `console` holds a command after `$ ` and what it prints; what stands behind the prompts of
a fight in it is typed there.  A block of `python` may hold a conversation after `>>> `, or what it
prints stands in a block of `text` behind it.  Blocks of a page are run from above, in one folder, where
the files are that the page gives (see tools/blocks.py) and those of docs/samples.

    python -m tools.samples                          # write all pages again
    python -m tools.samples docs/howto/balance.md    # this one
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tools.blocks import Block, blocks, laid_out, written
from tools.blocks import pages as all_pages
from tools.examples import Terminal, printed, repeated


def pages() -> list[Path]:
    """The pages that show what something prints."""
    return [page for page in all_pages() if any(map(_told, blocks(page.read_text(encoding="utf-8"))))]


def recomputed(page: str) -> str:
    """The page with what its commands print now."""
    with tempfile.TemporaryDirectory() as name, Terminal() as terminal:
        laid_out(Path(name))
        examples, wanted, found = list[str](), list[tuple[int, Block]](), list[tuple[Block, str]]()
        for block in blocks(page):
            written(block, Path(name))
            if block.why or block.file:
                continue
            if block.kind == "sh":
                terminal.ends_well(block, Path(name))
            elif _shows(block):
                found.append((block, _printed(block, Path(name), terminal)))
            elif block.kind == "python":
                examples.append(block.text)
            elif block.kind == "text":
                wanted.append((len(examples) - 1, block))
        out = printed(examples, Path(name)) if wanted else []
        found += [(block, out[n]) for n, block in wanted]
    return _with(page, sorted(found, key=lambda each: each[0].start))


def _with(page: str, found: list[tuple[Block, str]]) -> str:
    """The page with other texts in these blocks."""
    parts, at = [], 0
    for block, text in found:
        parts += [page[at : block.start], text]
        at = block.end
    return "".join([*parts, page[at:]])


def _shows(block: Block) -> bool:
    return block.kind == "console" or (block.kind == "python" and block.text.startswith(">>>"))


def _told(block: Block) -> bool:
    return _shows(block) or (block.kind == "text" and not block.why)


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
