"""The language of the terminal: what the commands say is said in it here.

Words are said here; data is not: JSON, TOML, logs and ids are printed as they are.  What people type is
the same in every language.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import pairwise
from typing import Any, NamedTuple

import click
import rich.console
from rich.columns import Columns
from rich.padding import Padding
from rich.rule import Rule
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from affray import operations
from affray.core import safe
from affray.core.ruleset import names_of
from affray.languages import catalogues
from affray.languages.language import Language
from affray.languages.markup import page as said_page
from affray.session import Session


class _Locale(NamedTuple):
    """A language, and the game that is spoken of."""

    language: Language
    game: str = ""


ENGLISH = _Locale(catalogues.ENGLISH)
_now: ContextVar[_Locale] = ContextVar("now", default=ENGLISH)

NUMBER = re.compile(r"\s*[-+±~<>]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?\s?%?(?: ± \d+\.?\d*)?\s*")
QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
FILES = re.compile(r"[^\s,;:']+\.(?:csv|json|jsonl|toml|tsv)(?::\d+)?")
"""Files that a complaint names, with their lines."""
LISTED = re.compile(r"(.*; known: )(.*?)((?: and \d+ more)?)", re.S)
"""A complaint with the names that can be typed."""
NOTHING = "none"
"""What stands for those names where there are none."""
PLACED = re.compile(r"((?:\S+: )*)(.*)", re.S)
"""A complaint of something in a file, or of a name."""
COLUMNS = re.compile(r"( {2,})")
BEGINS = re.compile(r"\s*(?:#+ |[-*] |\d+\. |> |\| )")
CELLS = re.compile(r"(\s*\|\s*|\*\*)")
MARKS = re.compile(r"(\*\*(?::\s)?|`[^`]*`)")
"""What a line of Markdown begins with, what stands between its cells, and within a text."""


class Localized(str):
    """A text that is in the language already; it is not said once more."""

    __slots__ = ()


# --- which language -------------------------------------------------------------------------------------


def speak(name: str = "") -> None:
    """From here on speak a language, by default that of the environment.

    Raises NotFound for one that there is not.
    """
    _now.set(_Locale(catalogues.language(name or catalogues.of_environment())))


def language() -> Language:
    """The language that is spoken."""
    return _now.get().language


@contextmanager
def localized() -> Iterator[None]:
    """What is printed within is in the language already."""
    before = _now.set(ENGLISH)
    try:
        yield
    finally:
        _now.reset(before)


def _english() -> bool:
    return language() is catalogues.ENGLISH


def among(game: str = "", names: Iterable[str] = ()) -> None:
    """From here on it is about this game and people of these names."""
    (language, before), names = _now.get(), frozenset(names)
    if not _english() and (before, language.names) != (game, names):
        spoken = catalogues.language(language.name, game.partition("/")[0])
        _now.set(_Locale(spoken.knowing(names), game))


def about(subject: Session | operations.Opened) -> None:
    """From here on it is about this fight, or this scene."""
    if isinstance(subject, Session):
        among(subject.ruleset.id, subject.names)
    elif not _english():
        among(subject.ruleset.id, names_of(subject.ruleset, subject.ruleset.start(subject.scene)))


# --- words ----------------------------------------------------------------------------------------------


def say(text: str) -> str:
    """A text in the language."""
    return text if isinstance(text, Localized) else _said(text, language())


def _said(text: str, language: Language) -> Localized:
    """As a whole, or else column by column."""
    sentence = language.said(text)
    if sentence.left and "\N{NO-BREAK SPACE}" in text:
        return _said(text.replace("\N{NO-BREAK SPACE}", " "), language)
    if sentence.left and len(columns := COLUMNS.split(text)) > 1:
        return Localized("".join(language.say(column) for column in columns))
    return Localized(sentence.text)


def complaint(text: str) -> Localized:
    """A complaint in the language; what was typed, or can be, stays as it is typed."""
    return Localized(safe.terminal(text if _english() else "\n".join(map(_complaint, text.split("\n")))))


def _complaint(line: str) -> str:
    place, text = PLACED.fullmatch(line).groups()  # type: ignore[union-attr]
    listed = LISTED.fullmatch(text)
    said, names, rest = listed.groups() if listed else (text, "", "")
    spoken = language()
    kept = {
        *spoken.names,
        *QUOTED.findall(said),
        *FILES.findall(said),
        *filter(None, [names if names != NOTHING else ""]),
    }
    typed = spoken.knowing(kept)
    whole = spoken.knowing({*kept, *filter(None, place.split(": "))}).said(place + said + names)
    return (place + typed.say(said + names) if whole.left else whole.text) + typed.say(rest)


def echo(text: str, err: bool = False, nl: bool = True) -> None:
    """Print a text in the language, as `click.echo` does, and safe for the terminal."""
    click.echo(safe.terminal(say(text)), err=err, nl=nl)


def page(html: str) -> str:
    """A page of HTML in the language."""
    return said_page(html, language())


def markdown(text: str) -> str:
    """A text in Markdown in the language: what stands between its marks."""
    if _english():
        return text
    return "\n".join(_line(line) for line in text.split("\n"))


def _line(line: str) -> str:
    """A line cell by cell, or behind its mark as a whole, else between marks."""
    begin = BEGINS.match(line)
    mark, body = (begin.group(), line[begin.end() :]) if begin else ("", line)
    cells = CELLS if mark.endswith("| ") else MARKS
    if cells is MARKS and "**" not in body and not language().left(body):
        return mark + say(body)
    return mark + "".join(part if n % 2 else say(part) for n, part in enumerate(cells.split(body)))


# --- what rich prints -------------------------------------------------------------------------------------


class LocalizedText(Text):
    """What is in the language already."""


class Console(rich.console.Console):
    """A console that says what it prints in the language."""

    def print(self, *objects: Any, **kwargs: Any) -> None:
        """Print, as rich does, in the language."""
        super().print(*map(said, objects), **kwargs)

    def render(self, renderable: Any, options: Any = None) -> Iterator[Segment]:
        """What is printed, with nothing in it that would command the terminal."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=safe.terminal(segment.text))


def said(what: Any) -> Any:
    """Something that rich prints, in the language; widths come out by themselves.

    What holds other things is changed in its place: it is made to be printed once.
    """
    if _english():
        return what
    match what:
        case LocalizedText():
            pass
        case str():
            return figure(what)
        case Text():
            return _said_text(what)
        case Table():
            what.title = said(what.title)
            for column in what.columns:
                column.header = said(column.header)
                column._cells[:] = map(said, column._cells)
        case Columns():
            what.renderables[:] = map(said, what.renderables)
        case Padding():
            what.renderable = said(what.renderable)
        case Rule():
            what.title = said(what.title)
    return what


def _said_text(text: Text) -> Text:
    """Run by run of one style each: as they were put together."""
    cuts = {0, len(text)} | {at for span in text.spans for at in (span.start, span.end)}
    new = text.blank_copy()
    for begin, end in pairwise(sorted(cuts)):
        run = Text(_unbroken(text.plain[begin:end]))
        for span in text.spans:
            if span.start <= begin and end <= span.end:
                run.stylize(span.style)
        new.append_text(run)
    return new


def _unbroken(text: str) -> str:
    """A run in the language; one in which no blank is to be broken stays so."""
    run, body = figure(text), text.lstrip(" ")
    if "\N{NO-BREAK SPACE}" not in body or " " in body:
        return run
    return text[: -len(body)] + run.lstrip(" ").replace(" ", "\N{NO-BREAK SPACE}")


def figure(text: str) -> str:
    """A figure as it is written in the language, or another text."""
    if NUMBER.fullmatch(text) and not _english():
        return say(language().figure(text))
    return say(text)
