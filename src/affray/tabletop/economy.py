"""The actions of a game on its printed sheet, by what they cost."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from affray.sheet import Item
from affray.tabletop.action import Action, B, T, V

H = TypeVar("H")


def by_cost(actions: Iterable[Action[B, T, H, V]], house: H) -> dict[int, list[Item]]:
    """The lines of the actions that the sheet lists under these house rules, the dearest first."""
    lines: dict[int, list[Item]] = {}
    for action in actions:
        line = action.sheet
        if line is not None and (line.when is None or line.when(house)):
            note = line.note(house) if callable(line.note) else line.note
            item = Item(line.called or action.name, line.rules or action.cited(house), note)
            lines.setdefault(action.price(house) or 0, []).append(item)
    return dict(sorted(lines.items(), reverse=True))
