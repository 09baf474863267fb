"""The built site as a whole: links lead somewhere, nothing is from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

LOADS = {
    ("script", "src"),
    ("img", "src"),
    ("link", "href"),
    ("iframe", "src"),
    ("source", "src"),
    ("video", "src"),
}
"""What a browser fetches by itself, by tag and attribute."""
FROM_ELSEWHERE = re.compile(r"url\(\s*['\"]?(?:https?:)?//|@import")


class Page(NamedTuple):
    """What a page leads to, what it loads, and where one can come in."""

    links: tuple[str, ...]
    loads: tuple[str, ...]
    anchors: frozenset[str]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.anchors: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if "id" in given:
            self.anchors.add(given["id"])
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        for name, value in given.items():
            if (tag, name) in LOADS and value:
                self.loads.append(value)


@cache
def read(path: Path) -> Page:
    """A page of HTML."""
    reader = _Reader()
    reader.feed(path.read_text(encoding="utf-8"))
    return Page(tuple(reader.links), tuple(reader.loads), frozenset(reader.anchors))


def faults(site: Path) -> Iterator[str]:
    """Everything that is wrong, a sentence each."""
    for path in sorted(site.rglob("*.html")):
        name = path.relative_to(site)
        page = read(path)
        for link in page.links:
            if why := _astray(path, link, site):
                yield f"{name}: {link} {why}"
        for what in page.loads:
            if urlsplit(what).netloc:
                yield f"{name}: loads {what} from elsewhere"
            elif why := _astray(path, what, site):
                yield f"{name}: {what} {why}"
    for path in sorted(site.rglob("*.css")):
        if FROM_ELSEWHERE.search(path.read_text(encoding="utf-8")):
            yield f"{path.relative_to(site)}: loads something from elsewhere"


@cache
def _led(folder: Path, to: str, site: Path) -> Path | None:
    """The file of the site to which that leads from a folder: thousands of links lead to a few hundred."""
    target = (folder / to).resolve()
    if target.is_dir():
        target /= "index.html"
    return target if target.is_relative_to(site.resolve()) and target.is_file() else None


def _astray(path: Path, link: str, site: Path) -> str:
    """Why a link leads nowhere; empty if it does not, or leaves the site."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return ""
    target = _led(path.parent, unquote(parts.path), site) if parts.path else path.resolve()
    if target is None:
        return "leads nowhere"
    anchor = unquote(parts.fragment)
    if anchor and target.suffix == ".html" and anchor not in read(target).anchors:
        return "has no such anchor"
    return ""
