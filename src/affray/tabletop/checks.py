"""What is wrong with declarations, found when their game is loaded."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, Protocol, get_args

from affray.core.catalogue import Catalogue
from affray.core.errors import BadData, Fault, unknown
from affray.core.message import Verbatim, msg
from affray.core.phrases import PHRASES
from affray.tabletop.action import Action, Tag, Wanted
from affray.tabletop.place import declared_already

AnyAction = Action[Any, Any, Any, Any]


class Declaration(Protocol):
    """What a game declares: it has a name, and a place in a file."""

    @property
    def name(self) -> str:
        """What it is called in logs."""

    @property
    def place(self) -> str:
        """Its file and line."""


def check_actions(
    actions: Sequence[AnyAction], catalogue: Catalogue, families: Iterable[str], house: object
) -> None:
    """Raises BadData listing every fault of the actions of a game, each with its file and line."""
    refuse(actions, lambda action: _faults(action, catalogue, tuple(families), house))


def refuse(declared: Sequence[Any], why: Callable[[Any], Iterator[str]]) -> None:
    """Raises BadData where two have one name, or with `why` of each; every fault has its file and line."""
    faults = [*_twice(declared)]
    for each in declared:
        faults += [Fault(each.place, reason) for reason in (*why(each), *passing(each))]
    if faults:
        raise BadData(faults)


def _twice(declared: Sequence[Declaration]) -> Iterator[Fault]:
    """Of two by one name the later one."""
    first: dict[str, str] = {}
    for each in declared:
        if each.name in first:
            yield Fault(each.place, declared_already(each.name, first[each.name]))
        first.setdefault(each.name, each.place)


def _faults(action: AnyAction, catalogue: Catalogue, families: Sequence[str], house: object) -> Iterator[str]:
    yield from _cost(action.cost, house)
    yield from unknown_rules((*action.cited(house), *(action.sheet.rules if action.sheet else ())), catalogue)
    names: list[tuple[str, object, Iterable[str]]] = [
        *([("family", action.family, ("", *families))] if isinstance(action.family, str) else []),
        ("preposition", action.at, PHRASES),
        ("preposition", action.item, PHRASES),
        ("preposition", action.to, PHRASES),
        ("part of an action", action.wants, get_args(Wanted)),
        *(("tag", tag, get_args(Tag)) for tag in action.tags),
    ]
    said = ((what, name, known) for what, name, known in names if isinstance(name, str))
    yield from (unknown(what, name, known) for what, name, known in said if name not in known)


def _cost(cost: object, house: object) -> Iterator[str]:
    """A cost is known before anything is asked or rolled: from the house rules alone."""
    if callable(cost):
        takes = len(inspect.signature(cost).parameters)
        if takes != 1:
            yield msg(
                "expected a cost by the house rules alone, got one that takes {takes} values", takes=takes
            )
            return
        try:
            cost = cost(house)
        except (AttributeError, TypeError) as e:
            yield msg("expected a cost by the house rules alone: {why}", why=Verbatim(str(e)))
            return
    if cost is not None and (type(cost) is not int or cost < 0):
        yield msg("expected a cost that is a whole number, got {cost}", cost=Verbatim(repr(cost)))


def unknown_rules(cited: Iterable[str], catalogue: Catalogue) -> Iterator[str]:
    """A sentence for each id that the catalogue does not have."""
    known = {**catalogue.rules, **catalogue.rulings}
    return (unknown("rule", name, known) for name in cited if name not in known)


# --- functions made anew ----------------------------------------------------------------------------


def passing(declared: object) -> Iterator[str]:
    """A sentence for each function that another one makes anew each time it is called.

    Facts, units and prices are remembered by the function that they are of: what is made for each call is
    never met again.  A maker that remembers what it made (`functools.cache`) is as good as a name.
    """
    for function in _functions(declared):
        maker, _, rest = function.__qualname__.partition(".<locals>.")
        made_by = getattr(sys.modules.get(function.__module__), maker, None)
        if rest and not hasattr(made_by, "cache_info"):
            yield msg(
                "{maker} makes a function anew at each call: give it a name in its module, or cache {maker}",
                maker=Verbatim(maker),
            )


def _functions(value: object) -> Iterator[Any]:
    """The functions in a declaration, and in the records in it."""
    if inspect.isfunction(value):
        yield value
    elif is_dataclass(value) and not isinstance(value, type):
        for each in fields(value):
            yield from _functions(getattr(value, each.name))
    elif isinstance(value, tuple | frozenset | set):
        for part in value:
            yield from _functions(part)
