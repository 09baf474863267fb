"""A message: a sentence with named fields, before anybody fills them in."""

from __future__ import annotations

import re
from functools import cached_property
from string import Formatter

WORD = re.compile(r"[^\W\d_]+")
NUMBER = r"[-+\u2212±~<>≤≥]?\s*\d[\d,.]*(?:e[-+]?\d+)?\s?%?"
"""What a number that was formatted looks like; blanks before it fill a column."""

ENDINGS = frozenset({"s", "es", "d", "ed", "ly", "n", "ing"})
"""What may follow a part of a word in a field, such as that of a plural."""

TYPED = "typed"
"""A field of what somebody typed: it is said as it is."""

FEW = 3
"""Letters of a message of which nothing may be left in English."""

NUMERIC = re.compile(r"[<>^]?[-+ ]?#?0?\d*[,_]?(\.\d+)?[bdeEfFgGnxX%]?")


def escaped(text: str) -> str:
    """A constant text as a message: braces in it are no fields, but empty ones.

    >>> escaped("{a}: {}")
    '{{a}}: {x}'
    """
    return text.replace("{", "{{").replace("}", "}}").replace("{{}}", "{x}")


class Message:
    """A message id, such as `{who} rolls {question}`.

    Raises ValueError if it is none.  A field stands for any text, one with a format for numbers for a number.

    >>> Message("{who} moves {far:.3g} m").fields("Zara moves 3.5 m")
    {'who': 'Zara', 'far': '3.5'}
    >>> Message("{who} moves {far:.3g} m").fields("Zara moves away")
    >>> Message("{who} moves").filled({"who": "Zara"})
    'Zara moves'
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.parts = [(literal, name, spec or "") for literal, name, spec, _ in Formatter().parse(text)]
        self.names = [name for _, name, _ in self.parts if name is not None]
        self.literal = "".join(literal for literal, _, _ in self.parts)

    @cached_property
    def small(self) -> bool:
        """Whether its letters are so few that anything may look like it: `a {thing}`."""
        return 0 < sum(map(str.isalpha, self.literal)) <= FEW

    @property
    def words(self) -> list[str]:
        """The words that every text of this message has, whole ones: next to no field."""
        whole: list[str] = []
        for at, (literal, name, _) in enumerate(self.parts):
            spans = [(each.start(), each.end(), each.group()) for each in WORD.finditer(literal)]
            first, last = at > 0, name is not None
            whole += [
                word.lower()
                for begin, end, word in spans
                if not (first and begin == 0) and not (last and end == len(literal))
            ]
        return whole

    @cached_property
    def numeric(self) -> frozenset[str]:
        """The fields that are numbers, by their format."""
        return frozenset(name for _, name, spec in self.parts if name and spec and NUMERIC.fullmatch(spec))

    @cached_property
    def _form(self) -> re.Pattern[str]:
        form = "".join(
            re.escape(literal)
            + (
                ""
                if name is None
                else f"(?P<{name}>\\s*{NUMBER})"
                if name in self.numeric
                else f"(?P<{name}>.*?)"
            )
            for literal, name, _ in self.parts
        )
        return re.compile(form, re.S)

    def fields(self, text: str) -> dict[str, str] | None:
        """What fills the fields in a text; None when the text is not of this message."""
        match = self._form.fullmatch(text)
        if match is None or not self._whole_words(match):
            return None
        return match.groupdict()

    def _whole_words(self, match: re.Match[str]) -> bool:
        """Whether no field breaks a word: before one may stand a number, after one an ending."""
        before = ""
        for literal, name, _ in self.parts:
            if before and literal[:1].isalpha() and before[-1].isalpha():
                return False
            if name is None:
                break
            filled = match[name]
            if literal[-1:].isalpha() and filled[:1].isalpha() and filled not in ENDINGS:
                return False
            before = filled or literal
        return True

    def filled(self, fields: dict[str, str]) -> str:
        """The text with its fields filled in."""
        return "".join(
            literal + (fields.get(name, "") if name is not None else "") for literal, name, _ in self.parts
        )
