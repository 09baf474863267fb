"""Whoever reads: the language in which what is said now is put into words.

A request, a terminal or a feed says once in which language it is read; what is encoded or shown from then
on within it is said in that.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from affray.languages.catalogues import ENGLISH
from affray.languages.language import Language

_reader: ContextVar[Language] = ContextVar("reader", default=ENGLISH)


def reads(language: Language) -> None:
    """From here on it is read in this language."""
    _reader.set(language)


@contextmanager
def reading(language: Language) -> Iterator[None]:
    """What is said within is read in this language."""
    before = _reader.set(language)
    try:
        yield
    finally:
        _reader.reset(before)


def language() -> Language:
    """The language in which it is read."""
    return _reader.get()


def say(text: str) -> str:
    """A text in the language in which it is read."""
    return _reader.get().say(text)


def colon() -> str:
    """A colon as the reader's language has it, with the space that stands before it."""
    return _reader.get().colon


def encode(value: Any) -> bytes:
    """A value as JSON, with what it says in the language in which it is read."""
    return _reader.get().encode(value)
