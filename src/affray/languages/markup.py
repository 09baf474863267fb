"""A page in a language: the words between its tags, and those of its labels."""

from __future__ import annotations

import re
from html import escape, unescape
from html.parser import HTMLParser

from affray.languages.language import DECIMAL, Language, Translation

SILENT = frozenset({"script", "style", "code", "pre", "kbd", "textarea"})
"""Elements whose text is for machines, or as somebody typed it."""

EMPTY = frozenset({
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
    "path", "circle", "rect", "line", "use",
})  # fmt: skip
"""Elements that have no end."""

LABELS = ("title", "alt", "aria-label", "placeholder")
_LABEL = re.compile(rf"""(\s(?:{"|".join(LABELS)})=")([^"]*)(")""")
_LANG = re.compile(r'(<html\b[^>]*\slang=")en(")')


class _Reader(HTMLParser):
    """Writes a page as it reads it, its words in a language."""

    def __init__(self, language: Language) -> None:
        super().__init__(convert_charrefs=False)
        self.language = language
        self.parts: list[str] = []
        self.words: list[str] = []
        self.open: list[tuple[str, bool]] = []
        self.left: list[str] = []

    @property
    def silent(self) -> bool:
        return bool(self.open) and self.open[-1][1]

    def updatepos(self, i: int, j: int) -> int:
        """Nobody asks on which line something stands, and a long page has thousands."""
        return j

    def flush(self) -> None:
        if not self.words:
            return
        text = unescape("".join(self.words))
        if text.strip() and not self.silent:
            words = " ".join(text.split())
            number = DECIMAL.fullmatch(words)
            said = Translation(self.language.figure(words)) if number else self.language.said(words)
            self.left += said.left
            before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
            self.parts.append(escape(before + said.text + after, quote=False))
        else:
            self.parts += self.words
        self.words = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.flush()
        source = self.get_starttag_text() or ""
        silent = self.silent or tag in SILENT or ("translate", "no") in attrs
        self.parts.append(source if silent else _LABEL.sub(self._label, source))
        if tag not in EMPTY and not source.endswith("/>"):
            self.open.append((tag, silent))

    def _label(self, label: re.Match[str]) -> str:
        said = self.language.said(unescape(label[2]))
        self.left += said.left
        return f"{label[1]}{escape(said.text)}{label[3]}"

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        self.flush()
        if self.open and self.open[-1][0] == tag:
            self.open.pop()
        elif any(each[0] == tag for each in self.open):
            while self.open.pop()[0] != tag:
                pass
        self.parts.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def handle_entityref(self, name: str) -> None:
        self.words.append(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.words.append(f"&#{name};")

    def handle_comment(self, data: str) -> None:
        self.flush()
        self.parts.append(f"<!--{data}-->")

    def handle_decl(self, decl: str) -> None:
        self.flush()
        self.parts.append(f"<!{decl}>")

    def unknown_decl(self, data: str) -> None:
        self.flush()
        self.parts.append(f"<![{data}]>")


def page(html: str, language: Language) -> str:
    """The page in a language.

    What is marked `translate="no"`, code and scripts stay as they are.
    """
    return read(html, language)[0]


def read(html: str, language: Language) -> tuple[str, list[str]]:
    """The page in a language, and what of it is left in English."""
    if language.name == "en":
        return html, []
    reader = _Reader(language)
    reader.feed(html)
    reader.close()
    reader.flush()
    return _LANG.sub(rf"\g<1>{language.name}\g<2>", "".join(reader.parts), count=1), reader.left
