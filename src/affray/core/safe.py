"""What people wrote, made safe for where it is shown: once for each face.

Pages of HTML escape by themselves what their templates are given.
"""

from __future__ import annotations

import re

HIDDEN = r"\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
"""Characters that show nothing or turn the line about: controls, zero widths, marks of direction."""

_HIDDEN = re.compile(f"[{HIDDEN}]")
_UNPRINTED = re.compile(f"(?![\\n\\t])[{HIDDEN}\ud800-\udfff]")

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a cell begins with that spreadsheets work out."""


def is_legible(text: str) -> bool:
    """Whether nothing in a line is hidden.

    >>> is_legible("Zoë 🜁"), is_legible("Za\\x1b[2Jra"), is_legible("Za\\u202era")
    (True, False, False)
    """
    return not _HIDDEN.search(text)


def terminal(text: str) -> str:
    """For a terminal: nothing that moves the cursor, rings or turns the line about.

    >>> terminal("\\x1b[2JZara\\nand Kaan")
    '�[2JZara\\nand Kaan'
    """
    return _UNPRINTED.sub("\N{REPLACEMENT CHARACTER}", text)


def markdown(text: str) -> str:
    """Within a line of Markdown: words as they are, no HTML and no marks.

    >>> markdown("a|b <i>*c*")
    'a\\\\|b &lt;i>\\\\*c\\\\*'
    """
    for sign in "\\`*_|[]#":
        text = text.replace(sign, f"\\{sign}")
    return terminal(text).replace("<", "&lt;").replace("\n", " ")


def cell(text: str) -> str:
    """In a table for spreadsheets: text that none of them takes for a formula.

    >>> cell("=1+1"), cell("knife")
    ("'=1+1", 'knife')
    """
    return f"'{text}" if text.startswith(_FORMULA) else text
