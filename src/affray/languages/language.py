"""A language: what was said in English, said in it.

A text is matched with the message it was made of, and what fills its fields is said in turn; so rules,
logs and errors are written in one language, and read in any, however old they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from string import digits
from typing import NamedTuple

from affray.languages.message import TYPED, WORD, Message

LETTERS = re.compile(r"[^\W\d_]{2}")
MARK = re.compile(r"(?=.*\d)[A-Z]+(-[A-Z\d]+)*|errata\.\d+")
"""What is no word in any language: the id of a rule."""
QUOTED = re.compile(r"(?<!\w)'[^'\n]*'(?!\w)")
"""What stands in quotes as somebody typed it, or as it can be typed."""

DECIMAL = re.compile(r"[-+\u2212±~<>]?\s?\d+\.\d+\s?%?")
"""A number that has another mark in other languages."""

LISTS = ("\n", "; ", " · ", ", ", " / ", ": ")
"""What stands between texts that were put together, in the order in which they are taken apart."""

KEPT = 20_000
"""So many texts are remembered."""

DEEP = 8
"""Fields within fields, at most."""

FAR = 600
"""Letters of the longest text, but for whole messages, in which fields are looked for."""

LONGEST, PHRASE = 16, 8
"""Of so many words at most a text is put together of phrases, each of so many at most."""

TRIED = 6
"""So many messages at most are tried in full where several fit."""


class Translation(NamedTuple):
    """A text in a language, and the parts of it for which there is no message.

    `doubt` is how often it was put together of phrases, of which there may be others.
    """

    text: str
    left: tuple[str, ...] = ()
    doubt: int = 0

    @property
    def cost(self) -> tuple[int, int]:
        """How much of it was left as it was, in letters, and how much is in doubt."""
        return sum(map(len, self.left)), self.doubt


class Language:
    """Says in a language what messages it has, by their message ids.

    >>> french = Language("fr", {"{who} moves {far:.3g} m": "{who} avance de {far} m", "prone": "au sol"})
    >>> french.say("Zara moves 3.5 m"), french.say("Zara, prone")
    ('Zara avance de 3,5 m', 'Zara, au sol')
    """

    def __init__(self, name: str, messages: Mapping[str, str]) -> None:
        self.name = name
        self.messages = messages
        self.names: frozenset[str] = frozenset()
        """Of people: said as they are."""
        self._whole: dict[str, str] = {}
        self._by_word: dict[str, list[tuple[Message, Message]]] = {}
        self._loose: list[tuple[Message, Message]] = []
        self._known: dict[str, Translation] = {}
        pairs = []
        for text, translated in messages.items():
            message = Message(text)
            if message.names:
                pairs.append((message, Message(translated)))
            else:
                self._whole[message.literal] = Message(translated).literal
        self._index(sorted(pairs, key=lambda pair: -len(pair[0].literal)))

    def knowing(self, names: Iterable[str]) -> Language:
        """The same language among people of these names."""
        among = copy(self)
        among.names, among._known = frozenset(names), {}
        return among

    def _index(self, pairs: Iterable[tuple[Message, Message]]) -> None:
        """File each message under the rarest of its words; those without one are looked at always."""
        pairs = list(pairs)
        often: dict[str, int] = {}
        for message, _ in pairs:
            for word in set(message.words):
                often[word] = often.get(word, 0) + 1
        for pair in pairs:
            words = pair[0].words
            if words:
                self._by_word.setdefault(min(words, key=lambda word: (often[word], word)), []).append(pair)
            elif pair[0].literal.strip():
                self._loose.append(pair)

    def say(self, text: str) -> str:
        """The text in this language; what it has no message for stays as it is."""
        return self.said(text).text

    def fill(self, message: str, **fields: object) -> str:
        """A message by its id, filled with what is in this language already.

        >>> Language("fr", {"{title}: flowchart": "{title} : schéma"}).fill("{title}: flowchart", title="Tir")
        'Tir : schéma'
        """
        texts = {name: str(value) for name, value in fields.items()}
        return Message(self.messages.get(message, message)).filled(texts)

    def figure(self, text: str) -> str:
        """A number as it is written in this language."""
        return text.replace(",", "\N{NARROW NO-BREAK SPACE}").replace(".", ",")

    def left(self, text: str) -> tuple[str, ...]:
        """The parts of a text for which there is no message."""
        return self.said(text).left

    def said(self, text: str, deep: int = 0) -> Translation:
        """The text in this language, and what of it is left in English."""
        known = self._known.get(text)
        if known is None:
            known = self._translated(text, deep)
            if deep < DEEP:
                if len(self._known) >= KEPT:
                    self._known.clear()
                self._known[text] = known
        return known

    def _translated(self, text: str, deep: int) -> Translation:
        bare = text.strip()
        if bare in self.names or MARK.fullmatch(bare) or QUOTED.fullmatch(bare):
            return Translation(text)
        whole = self._whole.get(bare)
        if whole is not None:
            return self._framed(text, bare, Translation(whole))
        if not LETTERS.search(bare):
            return Translation(text)
        candidates = [Translation(bare, (bare,))]
        for way in self._ways(bare, deep):
            said = way(bare, deep)
            if said is not None:
                candidates.append(said)
                if said.cost == (0, 0):
                    break
        return self._framed(text, bare, min(candidates, key=lambda said: said.cost))

    def _ways(self, text: str, deep: int) -> tuple[Callable[[str, int], Translation | None], ...]:
        """The ways in which a text may be translated; a long one is not looked into."""
        if deep >= DEEP:
            return ()
        if len(text) > FAR:
            return (self._of_list,) if "\n" in text else ()
        return self._of_message, self._capital, self._of_list, self._of_phrases

    def _framed(self, text: str, bare: str, said: Translation) -> Translation:
        """With the blanks that stood around it."""
        before, _, after = text.partition(bare)
        return said._replace(text=before + said.text + after)

    def _of_message(self, text: str, deep: int) -> Translation | None:
        """As a message with fields: the one that leaves the least in English."""
        words = dict.fromkeys(word.lower() for word in WORD.findall(text))
        near = [pair for word in words for pair in self._by_word.get(word, ())]
        names = [*(name for name in self.names if name in text), *QUOTED.findall(text)]
        candidates: list[Translation] = []
        for message, translated in (*sorted(near, key=lambda pair: -len(pair[0].literal)), *self._loose):
            fields = message.fields(text)
            if fields is not None and text not in fields.values() and _unbroken(names, message, fields):
                said = self._filled(message, translated, fields, deep)
                if message.small and (said.left or TYPED in message.names):
                    continue
                candidates.append(said)
                if said.cost == (0, 0) or len(candidates) >= TRIED:
                    break
        return min(candidates, key=lambda said: said.cost) if candidates else None

    def _filled(
        self, message: Message, translated: Message, fields: Mapping[str, str], deep: int
    ) -> Translation:
        said = {
            name: Translation(text)
            if name.rstrip(digits) == TYPED
            else self._field(text, name in message.numeric, deep)
            for name, text in fields.items()
        }
        text = translated.filled({name: each.text for name, each in said.items()})
        return _joined(text, said.values())

    def _field(self, text: str, numeric: bool, deep: int) -> Translation:
        if numeric or DECIMAL.fullmatch(text):
            return Translation(self.figure(text.rstrip()))
        return self.said(text, deep + 1)

    def _capital(self, text: str, deep: int) -> Translation | None:
        """As the beginning of a sentence, or as a title within one."""
        small, large = text[0].lower() + text[1:], text[0].upper() + text[1:]
        if small == text:
            title = self._whole.get(large)
            return Translation(title[:1].lower() + title[1:]) if title else None
        said = Translation(self._whole[small]) if small in self._whole else self._of_message(small, deep)
        return said and said._replace(text=said.text[:1].upper() + said.text[1:])

    def _of_list(self, text: str, deep: int) -> Translation | None:
        """As several texts in a row, taken apart where the least stays in English."""
        candidates: list[Translation] = []
        for between in LISTS:
            if between in text:
                cuts = 1 if between == ": " else -1  # what stands behind the first may be a whole
                parts = [self.said(part, deep + 1) for part in text.split(between, cuts)]
                candidates.append(_joined(self._between(between).join(part.text for part in parts), parts))
                if candidates[-1].cost == (0, 0):
                    break
        return min(candidates, key=lambda said: said.cost) if candidates else None

    def _of_phrases(self, text: str, deep: int) -> Translation | None:
        """As known words put side by side, such as `at Zara with knife`; None if one is not known."""
        words = text.split(" ")
        if not 1 < len(words) <= LONGEST or "" in words:
            return None
        best: list[Translation | None] = [Translation("")]
        for end in range(1, len(words) + 1):
            ways = []
            for begin in range(max(0, end - PHRASE), end):
                before, part = best[begin], " ".join(words[begin:end])
                said = self._phrase(part, deep) if before is not None and part != text else None
                if before is not None and said is not None:
                    ways.append(_joined(f"{before.text} {said.text}".strip(), (before, said), 1))
            best.append(min(ways, key=lambda said: said.doubt) if ways else None)
        return best[-1]

    def _phrase(self, text: str, deep: int) -> Translation | None:
        if text in self.names or not LETTERS.search(text) or MARK.fullmatch(text) or QUOTED.fullmatch(text):
            return Translation(text)
        known = self._whole.get(text)
        said = Translation(known) if known is not None else self._of_message(text, deep + 1)
        return said if said and not said.left else None

    @property
    def colon(self) -> str:
        """A colon, with the space that stands before it."""
        return "\N{NO-BREAK SPACE}:" if self.name == "fr" else ":"

    def _between(self, mark: str) -> str:
        return f"{self.colon} " if mark == ": " else mark


def _unbroken(names: Iterable[str], message: Message, fields: Mapping[str, str]) -> bool:
    """Whether names and what is quoted stand whole, in fields or in the message."""
    wholes = (message.literal, *fields.values())
    return all(
        any(name in whole for whole in wholes) or (name[0] == "'" and "'" in message.literal)
        for name in names
    )


def _joined(text: str, parts: Iterable[Translation], doubt: int = 0) -> Translation:
    parts = list(parts)
    left = tuple(piece for part in parts for piece in part.left)
    return Translation(text, left, sum(part.doubt for part in parts) + doubt)


class English(Language):
    """The language in which everything is written."""

    def __init__(self) -> None:
        super().__init__("en", {})

    def said(self, text: str, deep: int = 0) -> Translation:
        """The text itself."""
        return Translation(text)

    def figure(self, text: str) -> str:
        """The number itself."""
        return text
