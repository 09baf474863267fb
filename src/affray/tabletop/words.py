"""An act in words: its name, at whom it is, where to, with what."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from affray.core.act import Act
from affray.core.message import figure, joined, msg
from affray.core.phrases import phrase
from affray.core.space import Point
from affray.tabletop.action import Action, Names


def in_place(to: Point) -> str:
    """A place in words, in metres or feet.

    >>> in_place(Point(150, -300))
    '(1.5, -3)'
    """
    return msg("({x}, {y})", x=figure(to.x / 100, "g"), y=figure(to.y / 100, "g"))


class Wording(NamedTuple):
    """How a game says a thing behind its preposition, in words of an act."""

    thing: Callable[[str, str], str] = phrase


def in_words(action: Action[Any, Any, Any, Any], wording: Wording, names: Names, act: Act) -> str:
    """An act as a player says it."""
    if action.says is not None:
        return action.says(names, act)
    said = [act.name if action.called is None else action.called(act)]
    if act.at is not None:
        said.append(phrase(action.at, names[act.at]))
    if act.to is not None:
        said.append(phrase(action.to, in_place(act.to)))
    if act.item and action.called is None:
        said.append(action.item(act.item) if callable(action.item) else wording.thing(action.item, act.item))
    if action.number is not None:
        said.append(action.number(act.n))
    return joined(" ", said)
