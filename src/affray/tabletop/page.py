"""The printed page of a game that has none of its own: what its declarations say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from affray.core.catalogue import Catalogue, OptionValue
from affray.core.message import msg
from affray.sheet import ActionGroup, Item, Page, PageOf
from affray.tabletop.actions import Actions
from affray.tabletop.economy import by_cost
from affray.tabletop.question import Questions


def declared_page(actions: Actions[Any, Any, Any, Any, Any], questions: Questions) -> PageOf:
    """What gives the page under any house rules: actions by their cost, reactions, decisions.

    What says nothing of itself has the words of the first of its rules.
    """
    book, kind = actions.catalogue, type(actions.house)

    def page(options: Mapping[str, OptionValue]) -> Page:
        groups = _groups(actions, questions, book.house(kind, options))
        return Page(tuple(g._replace(items=tuple(_said(g.items, book))) for g in groups if g.items))

    return page


def _groups(
    actions: Actions[Any, Any, Any, Any, Any], questions: Questions, house: Any
) -> Iterator[ActionGroup]:
    for points, items in by_cost(actions.by_name.values(), house).items():
        yield ActionGroup("In your turn", msg("cost {n}", n=points) if points else "free", tuple(items))
    yield ActionGroup("Reactions", "out of turn", questions.listed(house))
    others = (each for each in questions.order if each.listed is None)
    yield ActionGroup(
        "Decisions", "as they arise", tuple(Item(each.deed or each.name, each.rules) for each in others)
    )


def _said(items: Iterable[Item], book: Catalogue) -> Iterator[Item]:
    for item in items:
        words = (book.rules[name].text for name in item.rules if name in book.rules)
        yield item._replace(note=item.note or next(words, ""))
