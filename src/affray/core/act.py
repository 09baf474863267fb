"""What a fighter may do: actions as plain values, and the menu of them."""

from __future__ import annotations

from typing import NamedTuple

from affray.core.effect import Who, record
from affray.core.errors import Refusal
from affray.core.space import Point


class Act(NamedTuple):
    """An action that somebody declares: its name, target, place, thing used and number."""

    name: str
    at: Who | None = None
    to: Point | None = None
    item: str = ""
    n: int = 0


record(Act)


class Offer(NamedTuple):
    """One line of a menu: an action, its cost, and the rules that forbid it.

    `wants` names the part of the action that a person may still fill in: `"to"` or `"n"`.
    """

    act: Act
    cost: int
    refused: tuple[Refusal, ...] = ()
    wants: str = ""
