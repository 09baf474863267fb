"""Messages: what is said, as a value.

A message is its English words, so whoever only wants to read it can; and it knows the form and the fields
that it was made of, so a face says it in its reader's language, and a field tells whom it speaks of.  A form
is an ICU message, such as `{who} loses {n, plural, one {# hit point} other {# hit points}}`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, TypeAlias, TypeVar

_TYPED = re.compile(r"\{\s*\w+\s*,|'[{}]")
"""A field that has a type, such as a plural or a choice, or a brace that is no field's."""


class Verbatim(str):
    """A name that somebody has or something that somebody typed: the same in every language."""

    __slots__ = ()


class Figure(str):
    """A number as it is written in English; faces write it as their readers do."""

    __slots__ = ()


class Message(str):
    """Words, the form that they were made of, and what fills its fields.

    Made by `msg`, `word` and `joined`.  Text in a field is a message of its own, a word that the game has, or
    a `Verbatim`.
    """

    __slots__ = ("fields", "form")

    form: str
    fields: Mapping[str, Any]

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, (type(self), english(self), self.form, self.fields)

    def __str__(self) -> str:
        """The message itself: what is made of it knows it still."""
        return self

    def __add__(self, other: str) -> Row:
        return joined("", (self, other))

    def __radd__(self, other: str) -> Row:
        return joined("", (other, self))

    def values(self) -> Iterator[object]:
        """Everything in its fields, however deep, that is not itself a message."""
        for value in self.fields.values():
            if isinstance(value, Message):
                yield from value.values()
            else:
                yield value

    def retold(self, change: Callable[[Any, bool], Any], begins: bool = True) -> Message:
        """The same with each value changed; `change` is told whether the text begins with it."""
        changed = {}
        for name, value in self.fields.items():
            first = begins and self._begins_with(name)
            deeper = isinstance(value, Message)
            changed[name] = value.retold(change, first) if deeper else change(value, first)
        return self._of(changed)

    def ends_with(self, what: object) -> bool:
        """Whether the last thing that it says is this, which fills a field."""
        if not self.fields:
            return False
        name = list(self.fields)[-1]
        value = self.fields[name]
        return self._ends(name) and (value.ends_with(what) if isinstance(value, Message) else value == what)

    def _begins_with(self, name: str) -> bool:
        return self.form.startswith(f"{{{name}}}")

    def _ends(self, name: str) -> bool:
        return self.form.endswith(f"{{{name}}}")

    def _of(self, fields: Mapping[str, Any]) -> Message:
        return msg(self.form, **fields) if fields else self


class Row(Message):
    """Several texts in a row, each a message or a word; the form is what stands between them."""

    __slots__ = ()

    def _begins_with(self, name: str) -> bool:
        return name == "0"

    def _ends(self, name: str) -> bool:
        return True

    def _of(self, fields: Mapping[str, Any]) -> Message:
        return joined(self.form, fields.values())


class Figured(Message):
    """A message that knows how to say itself without its figures."""

    __slots__ = ()

    def _of(self, fields: Mapping[str, Any]) -> Message:
        return figured(fields["whole"], fields["bare"])


_new = str.__new__
M = TypeVar("M", bound=Message)
NONE: Mapping[str, Any] = {}
KEPT, LONG = 20_000, 200
"""So many words are remembered, none of them with more letters: what is longer was put together once."""
FILLED = 500
"""Of each form with a type, so many are remembered as they were filled in."""
_WORDS: dict[str, Message] = {}


def msg(form: str, /, **fields: Any) -> Message:
    """A message of this form, with these fields; their words are English here.

    >>> moves = msg("{who} moves {far} m", who=Verbatim("Zara"), far=figure(3.5, ".3g"))
    >>> moves, moves.form
    ('Zara moves 3.5 m', '{who} moves {far} m')
    >>> msg("{n, plural, one {# die} other {# dice}}", n=2)
    '2 dice'
    """
    made = _new(Message, (_ENGLISH.get(form) or _english(form))(fields))
    made.form, made.fields = form, fields
    return made


def filled(form: str, **known: Any) -> str:
    """A form with those of the known fields that it names; one that names none is the words themselves.

    >>> filled("{who} goes down", who="Zara", by="Kaan"), filled("A round begins", who="Zara")
    ('Zara goes down', 'A round begins')
    """
    named = {name: known[name] for name in _named(form) if name in known}
    return msg(form, **named) if named else form


@lru_cache(KEPT)
def _named(form: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\{(\w+)", form))


def word(text: str) -> Message:
    """Words without fields as a message, which is its own form; a message stays what it is."""
    if isinstance(text, Message):
        return text
    found = _WORDS.get(text)
    return _word(text) if found is None else found


def _word(text: str) -> Message:
    made = _made(Message, text, text, NONE)
    if len(_WORDS) >= KEPT:
        _WORDS.clear()
    if len(text) <= LONG:
        _WORDS[text] = made
    return made


def joined(between: str, parts: Iterable[str]) -> Row:
    """Several texts in a row, each a message or a word.

    >>> joined(", ", ["prone", msg("behind {cover}", cover="a crate")])
    'prone, behind a crate'
    """
    texts = {str(n): text for n, text in enumerate(parts)}
    return _made(Row, between.join(texts.values()), between, texts)


def figured(whole: Message, bare: str) -> Message:
    """A message with figures that also knows what is bare of it, for those who may not know them.

    >>> figured(msg("behind {cover} ({rating})", cover="a crate", rating=4), "behind a crate").fields["bare"]
    'behind a crate'
    """
    return _made(Figured, english(whole), "{whole}", {"whole": whole, "bare": bare})


def bare(text: str) -> str:
    """A text without figures; empty where nothing else is left of it.

    >>> bare(msg("aim {bonus}", bonus=figure(2, "+d"))), bare(word("prone"))
    ('', 'prone')
    """
    if not isinstance(text, Message):
        return text
    if isinstance(text, Figured):
        left: str = text.fields["bare"]
        return left
    return "" if any(isinstance(value, int | float | Figure) for value in text.values()) else text


def figure(value: float, spec: str) -> Figure:
    """A number as it is written by a format."""
    return Figure(format(value, spec))


def english(value: object) -> str:
    """A message as its English words, for encoders; raises TypeError for anything else."""
    if isinstance(value, str):
        return str.__str__(value)
    raise TypeError(f"no message, but {type(value).__name__}")


def _made(kind: type[M], text: str, form: str, fields: Mapping[str, Any]) -> M:
    made = _new(kind, text)
    made.form, made.fields = form, fields
    return made


Fill: TypeAlias = Callable[[Mapping[str, Any]], str]
"""Fills a form in."""

_ENGLISH: dict[str, Fill] = {}


def _english(form: str) -> Fill:
    """How a form is filled in in English; few forms are made, and all stand in the sources."""
    fill = _ENGLISH[form] = formatter(form, "en")
    return fill


def formatter(form: str, language: str) -> Fill:
    """What fills a form in, as a language does.

    Raises ValueError for a form that is none.
    """
    if not _TYPED.search(form):
        return form.replace("''", "'").format_map
    # not needed where nothing has a plural, and not quick to load
    from icu4py.messageformat import MessageFormat

    fill: Callable[[Any], str] = MessageFormat(form, language).format

    @lru_cache(FILLED, typed=True)
    def filled(names: tuple[str, ...], *values: object) -> str:
        return fill(dict(zip(names, map(_typed, values), strict=True)))

    return lambda fields: filled(tuple(fields), *fields.values())


def _typed(value: object) -> object:
    """A value of a field as ICU has it: a number, or text."""
    if value is True or value is False:
        return "true" if value else "false"
    return value if isinstance(value, int | float) else str(value)
