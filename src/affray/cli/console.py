"""What is printed on: a console of rich, with nothing in it that would command the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import rich.console
from rich.segment import Segment
from rich.text import Text

from affray.cli.locale import say
from affray.core import safe


class Console(rich.console.Console):
    """A console on which names and files cannot move the cursor."""

    def render(self, renderable: Any, options: Any = None) -> Iterator[Segment]:
        """What is printed, made safe."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=safe.terminal(segment.text))


def console(plain: bool = False) -> Console:
    """A console on what the program prints to."""
    return Console(highlight=False, no_color=True if plain else None, emoji=False)


class Printer:
    """Prints on a console; in letters alone if it is to be plain."""

    def __init__(self, console: rich.console.Console, plain: bool = False) -> None:
        self.console = console
        self.fancy = not plain and not console.options.ascii_only

    def print(self, *parts: rich.console.RenderableType) -> None:
        """Print these, one below the other; a file gets no blanks at line ends."""
        for part in parts:
            if self.console.is_terminal:
                self.console.print(part)
            else:
                with self.console.capture() as caught:
                    self.console.print(part)
                text = "\n".join(line.rstrip() for line in caught.get().split("\n"))
                self.console.print(Text(text), end="", no_wrap=True, overflow="ignore", crop=False)

    def say(self, text: str, style: str = "") -> None:
        """One line of ours in the language, with nothing in it taken for markup."""
        self.print(Text(say(text), style))

    def whole(self, text: str, style: str = "") -> None:
        """The same, never broken in two: somebody may copy it."""
        self.console.print(Text(say(text), style), soft_wrap=True)

    @property
    def line(self) -> str:
        """What lines are drawn with."""
        return "─" if self.fancy else "-"


def printer(plain: bool = False) -> Printer:
    """A printer to what the program prints to."""
    return Printer(console(plain), plain)
