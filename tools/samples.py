"""Run the commands that pages in docs show, and write down what they print."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path

from affray.cli import run

DOCS = Path(__file__).resolve().parent.parent / "docs"
SAMPLE = re.compile(r"(?<=```text\n)\$ affray (?P<typed>.*)\n(?P<printed>(?:.*\n)*?)(?=```)")
COLUMNS = "92"


def pages() -> list[Path]:
    """The pages with samples."""
    return [page for page in sorted(DOCS.glob("*.md")) if SAMPLE.search(page.read_text(encoding="utf-8"))]


def recomputed(text: str) -> str:
    """A page with what its commands print now."""
    return SAMPLE.sub(lambda found: f"$ affray {found['typed']}\n{printed(found['typed'])}", text)


def printed(typed: str) -> str:
    """What a command prints, in a terminal of a fixed width without colours."""
    out = StringIO()
    with _wide(), redirect_stdout(out):
        code = run(shlex.split(typed))
    if code:
        raise ValueError(f"affray {typed}: exit code {code}")
    return out.getvalue()


@contextmanager
def _wide() -> Iterator[None]:
    before = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = COLUMNS
    try:
        yield
    finally:
        if before is None:
            del os.environ["COLUMNS"]
        else:
            os.environ["COLUMNS"] = before


def main() -> int:
    """Write all pages again, and name those that changed."""
    for page in pages():
        text = page.read_text(encoding="utf-8")
        new = recomputed(text)
        if new != text:
            page.write_text(new, encoding="utf-8")
            print(f"wrote {page.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
