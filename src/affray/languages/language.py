"""A language: messages put into its words.

A message is looked up by its form, and what fills its fields is said in turn.  What is no message is a word
that the game has, such as the name of a weapon, which is looked up as a whole; else it is said as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any

import msgspec

from affray.core.message import Figure, Figured, Fill, Message, Row, Verbatim, english, formatter, msg

FIELDS = re.compile(r"\{\w+\}")
LETTERS = re.compile(r"[^\W\d_]{2}")
MARK = re.compile(r"((?=.*\d)[A-Z]+(-[A-Z\d]+)*|errata\.\d+| )+|'.*'", re.S)
"""What is no word in any language: ids of rules, what stands in quotes as it is typed."""
JOINING = re.compile(r"^\s*(?:[,;]\s)?\s*|\s+$")
"""What joins a text to those before and behind it."""

KEPT = 20_000
"""So many messages are remembered as they were said."""


class Language:
    """Says in a language what messages it has, by their forms.

    >>> french = Language("fr", {"{who} moves {far} m": "{who} avance de {far} m", "prone": "au sol"})
    >>> french.say(msg("{who} moves {far} m", who=Verbatim("Zara"), far=Figure("3.5"))), french.say("prone")
    ('Zara avance de 3,5 m', 'au sol')
    """

    def __init__(self, name: str, messages: Mapping[str, str]) -> None:
        self.name = name
        self.messages = messages
        self._fills: dict[str, Fill] = {}
        self._kept: dict[tuple[str, str], str] = {}
        """What was said of late: of one form the same words come of the same fields."""

    def say(self, text: str) -> str:
        """The text in this language; what it has no message for stays as it is."""
        if isinstance(text, Message):
            return self._message(text)
        if isinstance(text, Figure):
            return self.figure(text)
        return text if isinstance(text, Verbatim) else self._word(text)

    def fill(self, form: str, **fields: Any) -> str:
        """A message of this form, with fields that are in this language already.

        >>> Language("fr", {"{title}: flowchart": "{title} : schéma"}).fill("{title}: flowchart", title="Tir")
        'Tir : schéma'
        """
        said = {name: Verbatim(value) if isinstance(value, str) else value for name, value in fields.items()}
        return self.say(msg(form, **said))

    def figure(self, text: str) -> str:
        """A number as it is written in this language."""
        return text.translate(self._marks)

    @cached_property
    def _marks(self) -> dict[int, str]:
        """The marks of thousands and of decimals in English, and what stands for them here."""
        sample = formatter("{n, number}", self.name)({"n": 12345.5})
        return str.maketrans({",": sample[2:-5], ".": sample[-2]})

    @property
    def colon(self) -> str:
        """A colon, with the space that stands before it."""
        return self._between(": ").rstrip()

    def knows(self, text: str) -> bool:
        """Whether it has words for a text without fields."""
        return text.strip() in self.messages

    def lacks(self, text: str) -> None:
        """Noted where it has no words for a text."""

    def encode(self, value: Any) -> bytes:
        """A value as JSON, with what it says in this language."""
        return self._encoder.encode(value)

    @cached_property
    def _encoder(self) -> msgspec.json.Encoder:
        return msgspec.json.Encoder(enc_hook=self._put)

    def _put(self, value: Any) -> str:
        said = self._kept.get((value.form, value)) if type(value) is Message else None
        return said if said is not None else english(self.say(value) if isinstance(value, str) else value)

    def _message(self, message: Message) -> str:
        form, fields = message.form, message.fields
        if isinstance(message, Row):
            return self._between(form).join(map(self.say, fields.values()))
        if isinstance(message, Figured):
            return self.say(fields["whole"])
        said = self._kept.get((form, message))
        if said is None:
            if len(self._kept) >= KEPT:
                self._kept.clear()
            said = self._kept[form, english(message)] = self._filled(form, message)
        return said

    def _between(self, form: str) -> str:
        """What stands between texts in a row, such as a comma or "and"."""
        return self._word(form) if LETTERS.search(form) else self.messages.get(form, form)

    def _filled(self, form: str, message: Message) -> str:
        if not message.fields:
            return english(self._word(form))
        fill = self._fills.get(form) or self._fill(form)
        if fill is None:
            return english(message)
        said = fill({name: self.say(v) if isinstance(v, str) else v for name, v in message.fields.items()})
        before, _, after = form.partition(form.strip())
        return f"{before}{said}{after}"

    def _fill(self, form: str) -> Fill | None:
        """How a form is filled in in this language; None if it has no message for it."""
        translated = self.messages.get(form.strip())
        if translated is None and not LETTERS.search(FIELDS.sub("", form)):
            translated = form.strip()  # nothing to translate, such as `({dice})`
        if translated is None:
            self.lacks(form)
            return None
        fill = self._fills[form] = formatter(translated, self.name)
        return fill

    def _word(self, text: str) -> str:
        """A text without fields, with the blanks that stand around it."""
        said = self.messages.get(text)
        if said is not None:
            return said
        bare = JOINING.sub("", text)
        said = self.messages.get(bare)
        if said is not None:
            return text.replace(bare, said)
        if LETTERS.search(bare) and not MARK.fullmatch(bare):
            self.lacks(bare)
        return text


_encode = msgspec.json.Encoder(enc_hook=str.__str__).encode
"""Messages as their English words; the quickest there is, since a view has a hundred."""


class English(Language):
    """The language in which everything is written."""

    def __init__(self) -> None:
        super().__init__("en", {})

    def say(self, text: str) -> str:
        """The text itself."""
        return text

    def encode(self, value: Any) -> bytes:
        """A value as JSON."""
        return _encode(value)

    def figure(self, text: str) -> str:
        """The number itself."""
        return text
