"""The list of all pages beside each page, made once: the theme would make and read it anew for each."""

from __future__ import annotations

import posixpath
import re
from functools import cache
from typing import Any, NamedTuple

from furo.navigation import get_navigation_tree
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment.adapters.toctree import global_toctree_for_doc

TAG = re.compile(r"(<(?:ul|li|a|input)\b[^>]*>|</(?:ul|li)>)")
HREF = re.compile(r'href="([^"]*)"')
CLASS = re.compile(r'^<(\w+)(?: class="([^"]*)")?')


class Link(NamedTuple):
    """A link of the list: where it stands among its tags, and the tags that it stands in."""

    at: int
    within: tuple[int, ...]


class Navigation:
    """The list as text cut at its tags, and where the links to pages stand among these."""

    def __init__(self, tree: str) -> None:
        self.parts = TAG.split(tree)
        self.links: dict[str, Link] = {}
        self._find()

    def _find(self) -> None:
        within: list[int] = []
        for at, part in enumerate(self.parts):
            if part.startswith(("<ul", "<li")):
                within.append(at)
            elif part.startswith("</"):
                within.pop()
            elif part.startswith("<a "):
                self.links[HREF.findall(part)[0]] = Link(at, tuple(within))

    def on(self, page: str) -> str:
        """The list as it stands on that page, which is marked there, and its folder open."""
        found, folder = [*self.parts], posixpath.dirname(page) or "."
        for name, link in self.links.items():
            found[link.at] = HREF.sub(f'href="{posixpath.relpath(name, folder)}"', found[link.at])
        if here := self.links.get(page):
            found[here.at] = HREF.sub('href="#"', found[here.at])
            for at in (*here.within, here.at):
                found[at] = _more(found[at], "current")
                if found[at + 4].startswith("<input"):
                    found[at + 4] = found[at + 4].replace("<input", '<input checked=""')
            found[here.within[-1]] = _more(found[here.within[-1]], "current-page")
        return "".join(found)


def _more(tag: str, name: str) -> str:
    """A tag with one class more."""
    return CLASS.sub(lambda found: f'<{found[1]} class="{" ".join(filter(None, (found[2], name)))}"', tag)


def setup(app: Sphinx) -> dict[str, bool]:
    """Let the theme find no list to make, and put ours in its place."""
    app.connect("html-page-context", _none, priority=100)
    app.connect("html-page-context", _ours, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _none(*given: Any) -> None:
    _, _, _, context, _ = given
    context.pop("toctree", None)


def _ours(*given: Any) -> None:
    app, page, _, context, _ = given
    context["furo_navigation_tree"] = _navigation(app.builder).on(app.builder.get_target_uri(page))


@cache
def _navigation(builder: StandaloneHTMLBuilder) -> Navigation:
    """From the list as it stands on the first page, which is not on it."""
    every: dict[str, Any] = {"collapse": False, "titles_only": True, "maxdepth": -1, "includehidden": True}
    found = global_toctree_for_doc(builder.env, builder.config.root_doc, builder, **every)
    return Navigation(get_navigation_tree(builder.render_partial(found)["fragment"]))
