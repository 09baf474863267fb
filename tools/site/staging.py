"""Staging: all pages, ours and those made from code, as one tree.

What lies in docs keeps its place; a few pages from elsewhere get one.  Links are rewritten so that
they lead to pages of the site, and ids of rules in running text become links.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from affray.core.ruleset import rulesets
from tools.site import codes, commands, formats, games, python, wire

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
ELSEWHERE = {
    "ARCHITECTURE.md": "project/architecture.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "CHANGELOG.md": "project/changes.md",
    "README.md": "index.md",
    "docs": "index.md",
    "docs/decisions": "project/index.md",
}
"""Where on the site something of the repository stands that does not lie in docs."""

LINK = re.compile(r"(?P<label>!?\[(?:[^\[\]]|\[[^\]]*\])*\])\((?P<to>[^)#\s]*)(?P<anchor>#[^)\s]*)?\)")
FENCED = re.compile(r"^(```.*?^```$)", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"```(?P<kind>\w+) (?P<name>[^\s{}]+)\n")
LEXERS = {"csv": "text"}
"""Kinds of blocks that the generator knows by another name."""
TICKED = re.compile(r"(`[^`\n]+`|\[[^\]\n]*\]\([^)\n]*\)|^#.*$)", re.MULTILINE)
RULE = re.compile(r"(?<![\w#/-])(?:[A-Z]{2,4}(?:-[A-Z0-9]+)+)(?![\w-])")
ITEM = re.compile(r"^\* \[[^\]]*\]\(([^)#\s]+\.md)\)", re.MULTILINE)
"""A page in the list of an index."""
HOST = re.compile(r"[a-z]+:", re.IGNORECASE)


def stage(folder: Path) -> None:
    """Write the whole tree into an empty folder."""
    for path in sorted(DOCS.rglob("*")):
        place = folder / path.relative_to(DOCS)
        if path.suffix == ".md":
            _write(place, adapted(path.read_text(encoding="utf-8"), path))
        elif path.is_file():
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, place)
    for name, to in ELSEWHERE.items():
        if (ROOT / name).is_file() and to != "index.md":
            text = (ROOT / name).read_text(encoding="utf-8")
            _write(folder / to, adapted(text, ROOT / name, to))
    for to, text in made().items():
        _write(folder / to, text)
    _arrange(folder)


def _arrange(folder: Path) -> None:
    """Give each index the pages that it lists, and list those that none does."""
    indexes = sorted(folder.rglob("index.md"))
    listed = {path: _items(path) for path in indexes}
    strays = sorted(set(folder.rglob("*.md")) - set(indexes).union(*listed.values()))
    for path, pages in listed.items():
        more = [page for page in strays if _home(page, folder) == path]
        lines = [f"* [{_title(page)}]({_from(str(path), str(page))})" for page in more]
        names = [_from(str(path), str(page.with_suffix(""))) for page in [*pages, *more]]
        with path.open("a", encoding="utf-8") as file:
            file.write("\n".join([*lines, "\n```{toctree}", ":hidden:", "", *names, "```", ""]))


def _home(page: Path, folder: Path) -> Path:
    """The index for a page that none lists: that of the nearest folder that has one, else the project's."""
    above = (place / "index.md" for place in page.parents if folder in place.parents)
    return next((index for index in above if index.is_file()), folder / "project/index.md")


def _title(page: Path) -> str:
    """The first heading of a page."""
    found = re.search(r"^# (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return found[1] if found else page.stem


def _items(index: Path) -> list[Path]:
    """The pages that an index lists."""
    found = ITEM.findall(index.read_text(encoding="utf-8"))
    return [(index.parent / to).resolve() for to in found]


@cache
def made() -> dict[str, str]:
    """Every page that is made from the code, by its place."""
    pages: dict[str, str] = {}
    for source in (commands, python, formats, games, codes, wire):
        for to, text in source.pages().items():
            pages[to] = linked(text, to)
    return pages


def adapted(text: str, path: Path, to: str = "") -> str:
    """A page of the repository as it stands on the site."""
    place = to or str(path.relative_to(DOCS))
    parts = FENCED.split(text)
    text = "".join(_captioned(p) if p.startswith("```") else _relinked(p, path, place) for p in parts)
    return linked(text, place)


def linked(text: str, place: str) -> str:
    """The text with ids of rules and rulings as links, where they stand in words."""
    parts = FENCED.split(text)
    return "".join(part if part.startswith("```") else _rules(part, place) for part in parts)


def _captioned(block: str) -> str:
    """A block that is a file, under its name."""
    found = FILE.match(block)
    if found is None:
        return block
    kind = LEXERS.get(found["kind"], found["kind"])
    return f"```{{code-block}} {kind}\n:caption: {found['name']}\n\n{block[found.end() :]}"


def _relinked(text: str, path: Path, place: str) -> str:
    def new(found: re.Match[str]) -> str:
        to, anchor = found["to"], found["anchor"] or ""
        if HOST.match(to) or not to:
            return found[0]
        target = (path.parent / to).resolve()
        led = _site_place(target)
        if led is None:  # a file that is none of the pages; or nothing, which the generator says
            return found["label"][1:-1] if target.exists() else found[0]
        return f"{found['label']}({_from(place, led)}{anchor})"

    return LINK.sub(new, text)


def _site_place(target: Path) -> str | None:
    """Where on the site that file or folder is; None if it is not there."""
    if not target.is_relative_to(ROOT):
        return None
    name = str(target.relative_to(ROOT))
    if name in ELSEWHERE:
        return ELSEWHERE[name]
    if name.endswith("/scenes") and target.parent.name in rulesets():
        return f"reference/games/{target.parent.name}.md"
    if not target.is_relative_to(DOCS):
        return None
    own = str(target.relative_to(DOCS))
    return own if target.is_file() or own in made() else None


@cache
def _known() -> Mapping[str, str]:
    """The page of each rule and ruling."""
    found = {}
    for game in rulesets().values():
        found.update(dict.fromkeys(game.catalogue.rulings, f"explanation/rulings/{game.id}.md"))
        found.update(dict.fromkeys(game.catalogue.rules, f"reference/games/{game.id}.md"))
    return found


def _rules(text: str, place: str) -> str:
    def new(found: re.Match[str]) -> str:
        page = _known().get(found[0])
        return f"[{found[0]}]({_from(place, page)}#{found[0].lower()})" if page else found[0]

    parts = TICKED.split(text)
    return "".join(part if n % 2 else RULE.sub(new, part) for n, part in enumerate(parts))


def _from(place: str, to: str) -> str:
    return os.path.relpath(to, Path(place).parent).replace(os.sep, "/")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
