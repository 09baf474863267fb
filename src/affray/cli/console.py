"""The console that rich prints on, with nothing in it that would command the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import rich.console
from rich.segment import Segment

from affray.core import safe


class Console(rich.console.Console):
    """A console on which names and files cannot move the cursor."""

    def render(self, renderable: Any, options: Any = None) -> Iterator[Segment]:
        """What is printed, made safe."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=safe.terminal(segment.text))
