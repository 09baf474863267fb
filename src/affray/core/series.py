"""Rolls one die at a time, for as long as somebody wants to go on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Series(NamedTuple):
    """Dice that people may read off in a row, such as those of a burst.

    `roll` is what each is thrown for, `question` what is asked between two; `on` gives, by what that is
    about, the answer that goes on as before.  What a row of dice leaves out, such as another target, is
    chosen between two rows.
    """

    roll: str
    question: str
    on: Callable[[tuple[Any, ...]], Any]
