"""What pages are made of: static files under their hash, and templates."""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from jinja2 import Environment, PackageLoader, select_autoescape
from markupsafe import Markup

from affray.languages.catalogues import languages, own_words

_json = msgspec.json.Encoder().encode
STATIC = Path(__file__).parent / "static"


def static_hash() -> str:
    """A hash of all static files, which stands in their address: so a browser keeps them for good."""
    hashed = sha256()
    for path in sorted(STATIC.rglob("*")):
        if path.is_file():
            hashed.update(path.relative_to(STATIC).as_posix().encode() + b"\0" + path.read_bytes())
    return hashed.hexdigest()[:12]


def embedded(data: bytes) -> Markup:
    """JSON as it can stand in a <script> of a page."""
    text = data.decode().replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return Markup(text)


_REMARKS = re.compile(r"/\*.*?\*/|^[ \t]*//.*?$|^[ \t]+", re.DOTALL | re.MULTILINE)

_GAPS = re.compile(r"\s*([{};,])\s*|(?<=:) +")
"""Spaces that a style sheet does not need."""


@cache
def lean(path: Path) -> bytes:
    """A static file as it is sent: without comments, and of modules line for line the same."""
    if path.suffix not in (".js", ".css"):
        return path.read_bytes()
    text = _REMARKS.sub(lambda remark: "\n" * remark[0].count("\n"), path.read_text("utf-8"))
    return (_GAPS.sub(lambda gap: gap[1] or "", text) if path.suffix == ".css" else text).encode()


class Pages:
    """Makes pages from templates."""

    def __init__(self) -> None:
        self.hash = static_hash()
        self._templates = Environment(
            loader=PackageLoader("affray.server"),
            autoescape=select_autoescape(default=True),
            trim_blocks=True,
            lstrip_blocks=True,
        )

    def page(self, template: str, language: str = "en", **values: Any) -> str:
        """A page; `static` is where the static files are.

        `own` is what it says by itself in another language.
        """
        own = embedded(_json(own_words(language))) if language != "en" else ""
        about = {"static": f"/static/{self.hash}", "own": own, "languages": languages()}
        return self._templates.get_template(template).render(**about, **values)
