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

from affray.core.message import english
from affray.languages import reader
from affray.languages.catalogues import languages, offered, own_words
from affray.languages.templates import speaking

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


def _offered() -> dict[str, str]:
    """The languages to choose from; how much of each there is once they are read, which takes a while."""
    return offered() if offered.cache_info().currsize else languages()


class Pages:
    """Makes pages from templates.

    They say themselves, see `affray.languages.templates`.  What goes into a form is `typed`: a deed, which
    comes back as it is.
    """

    def __init__(self) -> None:
        self.hash = static_hash()
        self._templates = speaking(
            Environment(
                loader=PackageLoader("affray.server"),
                autoescape=select_autoescape(default=True),
                trim_blocks=True,
                lstrip_blocks=True,
            )
        )
        self._templates.filters["typed"] = english

    def page(self, template: str, **values: Any) -> str:
        """A page in the language of its reader.

        `static` is where the static files are, `own` what it says by itself in another language.
        """
        locale = reader.language()
        own = embedded(msgspec.json.encode(own_words(locale.name))) if locale.name != "en" else ""
        about = {"static": f"/static/{self.hash}", "languages": _offered(), "own": own}
        own_of_language = {"language": locale.name, "colon": locale.colon}
        return self._templates.get_template(template).render(**about, **own_of_language, **values)
