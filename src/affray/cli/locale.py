"""The language of the terminal: what the commands say is said in it where it is put together.

Words are said; data is not: JSON, TOML, logs and ids are printed as they are.  What people type is the same
in every language.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from affray.core import safe
from affray.core.message import figure as written
from affray.languages import catalogues
from affray.languages.reader import language, reads, say

if TYPE_CHECKING:
    from affray.operations import Opened
    from affray.session import Session

__all__ = ["about", "among", "complaint", "echo", "figure", "language", "say", "speak"]


def speak(name: str = "") -> None:
    """From here on speak a language, by default that of the environment.

    Raises NotFound for one that there is not.
    """
    reads(catalogues.language(name or catalogues.of_environment()))


def among(game: str = "") -> None:
    """From here on it is about this game, whose words go first; or about none."""
    reads(catalogues.language(language().name, game.partition("/")[0]))


def about(subject: Session | Opened) -> None:
    """From here on it is about this fight, or this scene."""
    among(subject.ruleset.id)


def complaint(text: str) -> str:
    """A complaint in the language; what was typed, or can be, stays as it is typed."""
    return safe.terminal(say(text))


def echo(text: str, err: bool = False, nl: bool = True) -> None:
    """Print a text in the language, as `click.echo` does, and safe for the terminal."""
    click.echo(safe.terminal(say(text)), err=err, nl=nl)


def figure(value: float, spec: str) -> str:
    """A number by a format, as it is written in the language."""
    return say(written(value, spec))
