"""Where everything stands in a TOML text: the line of each key and item.

The standard library reads TOML and forgets the lines.  Here only the lines are found; that the
text is TOML was found before, so nothing is checked.
"""

from __future__ import annotations

import re
import tomllib

Loc = tuple[str | int, ...]

TOKEN = re.compile(
    r'''(?P<skip>[ \t\r]+|\#[^\n]*)
    |(?P<text>"""(?:\\[\s\S]|[^\\])*?"""(?!")|\'\'\'[\s\S]*?\'\'\'(?!\')|"(?:\\.|[^"\\\n])*"|'[^'\n]*')
    |(?P<mark>[\n\[\]{}=,.])
    |(?P<bare>[^\s\[\]{}=,.\#"']+)''',
    re.VERBOSE,
)
END = "end"
CLOSING = {"[": "]", "{": "}"}


def lines_of(text: str) -> dict[Loc, int]:
    """The line, from 1, of every key and item of a text that is TOML.

    >>> lines_of("a = 1\\n[[b]]\\nc = [2,\\n  3]\\n")[("b", 0, "c", 1)]
    4
    """
    return _Places(text).lines


class _Places:
    def __init__(self, text: str) -> None:
        self.lines: dict[Loc, int] = {}
        self.lengths: dict[Loc, int] = {}
        self.tokens = _tokens(text)
        self.at = 0
        here: Loc = ()
        while self.kind != END:
            if self.take("\n"):
                continue
            if self.take("["):
                here = self.header()
            else:
                self.pair(here)

    # --- tokens ---------------------------------------------------------------------------------

    @property
    def kind(self) -> str:
        return self.tokens[self.at][0]

    def take(self, *kinds: str) -> str:
        """The next token if it is one of these, and go on; else an empty text."""
        kind, text, _ = self.tokens[self.at]
        if kind not in kinds:
            return ""
        self.at += 1
        return text

    def note(self, loc: Loc) -> None:
        """This stands here, unless it was met before."""
        self.lines.setdefault(loc, self.tokens[self.at][2])

    # --- grammar --------------------------------------------------------------------------------

    def header(self) -> Loc:
        """A table in brackets, or one more of a list in double ones; its full name."""
        several = self.take("[")
        loc = self.key((), through_lists=True, last_list=not several)
        if several:
            n = self.lengths.get(loc, 0)
            self.lengths[loc] = n + 1
            loc = (*loc, n)
            self.note(loc)
        self.take("]")
        self.take("]")
        return loc

    def pair(self, here: Loc) -> None:
        loc = self.key(here)
        self.take("=")
        self.value(loc)

    def key(self, here: Loc, through_lists: bool = False, last_list: bool = False) -> Loc:
        """A dotted key from `here` on; in a header a list stands for its last item."""
        loc = here
        while True:
            first = self.at
            text = self.take("bare", "text")
            loc = (*loc, tomllib.loads(f"k = {text}")["k"] if text[0] in "\"'" else text)
            self.lines.setdefault(loc, self.tokens[first][2])
            more = self.take(".")
            if through_lists and loc in self.lengths and (more or last_list):
                loc = (*loc, self.lengths[loc] - 1)
            if not more:
                return loc

    def value(self, loc: Loc) -> None:
        self.note(loc)
        opened = self.take("[", "{")
        if not opened:
            while self.take("bare", "text", "."):
                pass
            return
        n = 0
        while not self.take(CLOSING[opened]):
            if self.take("\n"):
                continue
            if self.take(","):
                n += 1
            elif opened == "{":
                self.pair(loc)
            else:
                self.value((*loc, n))


def _tokens(text: str) -> list[tuple[str, str, int]]:
    tokens, line = [], 1
    for match in TOKEN.finditer(text):
        kind, token = match.lastgroup or "", match.group()
        if kind != "skip":
            tokens.append((token if kind == "mark" else kind, token, line))
        line += token.count("\n")
    return [*tokens, (END, "", line)]
