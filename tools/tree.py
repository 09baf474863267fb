"""Print the modules of src/affray, each with its first docstring line.

`--write` puts that into ARCHITECTURE.md between its markers; a test compares the two.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "ARCHITECTURE.md"
START, END = "<!-- tree: written by `make format` -->\n", "<!-- end of tree -->\n"
COLUMN = 34


def tree(folder: Path = ROOT / "src" / "affray") -> str:
    """The whole tree as a block of Markdown."""
    return "```\n" + "".join(f"{line}\n" for line in lines(folder)) + "```\n"


def lines(folder: Path, depth: int = 0) -> Iterator[str]:
    """A package, then its modules, then its subpackages."""
    yield line(f"{folder.name}/", folder / "__init__.py", depth)
    for module in sorted(folder.glob("*.py")):
        if module.name != "__init__.py":
            yield line(module.name, module, depth + 1)
    for package in sorted(path.parent for path in folder.glob("*/__init__.py")):
        yield from lines(package, depth + 1)


def line(name: str, module: Path, depth: int) -> str:
    """One name and what stands in its first line."""
    return f"{'  ' * depth + name:<{COLUMN}} {summary(module)}".rstrip()


def summary(module: Path) -> str:
    """The first line of a module's docstring; empty if it has none."""
    source = module.read_text(encoding="utf-8") if module.exists() else ""
    return (ast.get_docstring(ast.parse(source)) or "").partition("\n")[0]


def written() -> str:
    """What stands in ARCHITECTURE.md now."""
    return parts(PAGE.read_text(encoding="utf-8"))[1]


def parts(text: str) -> tuple[str, str, str]:
    """The page before, between and after the markers."""
    before, _, rest = text.partition(START)
    between, _, after = rest.partition(END)
    return before, between, after


def write() -> None:
    """Bring ARCHITECTURE.md up to date."""
    before, _, after = parts(PAGE.read_text(encoding="utf-8"))
    PAGE.write_text(before + START + tree() + END + after, encoding="utf-8")


if __name__ == "__main__":
    write() if "--write" in sys.argv else print(tree(), end="")
