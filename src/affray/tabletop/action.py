"""One action of a game: what it needs, costs and does, and how it is offered, said and listed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.fight import Fight
from affray.core.play import Play
from affray.core.ruleset import Measure
from affray.core.space import Point
from affray.core.view import View
from affray.tabletop.place import declared_at

B = TypeVar("B")
T = TypeVar("T")
H = TypeVar("H")
V = TypeVar("V", bound=View[Any])

Names: TypeAlias = Sequence[str]
Rule: TypeAlias = Callable[[Play[B, T, H], V, V, Act], None]
"""A rule of an action: who acts, at whom (who acts where nobody is named), and the act."""
Listing: TypeAlias = Callable[[str, Fight[B, T, H], Who], Iterable[Act]]
"""The acts by the action of this name that deserve a line in somebody's menu."""

Measured: TypeAlias = Callable[[Fight[B, T, H], Who, Act], Iterable[Measure]]
"""The questions that make sense for an act."""

Cost: TypeAlias = int | Callable[[H], int] | None
"""What is paid, under the house rules; None where nothing is."""
Cited: TypeAlias = tuple[str, ...] | Callable[[H], tuple[str, ...]]
"""The rules by which it is paid, under the house rules."""
Tag: TypeAlias = Literal["attack", "move", "end", "targeted"]
"""What an action is to those who ask which are what: it attacks, moves, ends the turn, is at somebody."""
Wanted: TypeAlias = Literal["", "to", "n"]
"""What of an act a person may still fill in: a place or a number."""
Wants: TypeAlias = Wanted | Callable[[Fight[B, T, H], Who, Act], Wanted]
"""That, or what tells it of an act."""


def anything_goes(*_: object) -> None:
    """No needs of its own."""


@dataclass(frozen=True)  # no slots: with them `MenuLines[B, T, H](…)` cannot note what it was made by
class MenuLines(Generic[B, T, H]):
    """MenuLines with each of some things, at each of some fighters; without either a single one.

    `when` says whether there are any.
    """

    items: Callable[[Fight[B, T, H], Who], Iterable[str]] | None = None
    whom: Callable[[Fight[B, T, H], Who], Sequence[Who]] | None = None
    when: Callable[[Fight[B, T, H], Who], bool] | None = None

    def __call__(self, name: str, fight: Fight[B, T, H], who: Who) -> Sequence[Act]:
        """The acts by the action of this name."""
        if self.when is not None and not self.when(fight, who):
            return ()
        items = ("",) if self.items is None else tuple(self.items(fight, who))
        whom: Sequence[Who | None] = (None,) if self.whom is None or not items else self.whom(fight, who)
        return [Act(name, at, item=item) for item in items for at in whom]


def alone(name: str, _: object, __: object) -> tuple[Act, ...]:
    """One line, at nobody and with nothing."""
    return (Act(name),)


class SheetLine(NamedTuple, Generic[H]):
    """How an action stands on the printed sheet: by which rules, with what note.

    Without rules it has those of its payment.  `when` says under which house rules it stands there.
    """

    rules: tuple[str, ...] = ()
    note: str | Callable[[H], str] = ""
    when: Callable[[H], bool] | None = None
    called: str = ""
    """What players call it, where that is not its name."""


BY_PAYMENT: SheetLine[Any] = SheetLine()
"""An action stands on the sheet by the rules of its payment."""
UNLISTED = None
"""An action that the sheet does not list."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Action(Generic[B, T, H, V]):
    """An action, beside its rule.

    It is what it is, not what it is made of: two are never equal, and what is priced is remembered by each.

    `needs` refuses it, `cost` is paid by the `rules`, and `run` is what comes of it then; the three are
    apart, since some of them are used without the others.  A `cost` of None is not paid, and nobody
    interrupts it, as they do what costs 0; where acts cost more by their number or their thing, `each` says
    what one costs, and the `cost` is the least.  The `family` names what is measured of it, or says what of
    it alone.
    """

    name: str
    run: Rule[B, T, H, V]
    lines: Listing[B, T, H] = alone
    needs: Rule[B, T, H, V] = anything_goes
    cost: Cost[H] = None
    rules: Cited[H]
    family: str | Measured[B, T, H] = ""
    sheet: SheetLine[H] | None = BY_PAYMENT
    tags: Set[Tag] = frozenset()
    each: Callable[[H, Act], int] | None = None
    wants: Wants[B, T, H] = ""
    called: Callable[[Act], str] | None = None
    """What it is called, together with its thing: "draw the knife"."""
    at: str = "at"
    """At whom it is: "… towards Kaan"."""
    to: str = "to"
    """And where: "… to (3, 4)"."""
    item: str | Callable[[str], str] = "with"
    """And with what: "… with the knife"; where no preposition does, the thing in words."""
    number: Callable[[int], str] | None = None
    """And its number: "… across 5 feet"."""
    says: Callable[[Names, Act], str] | None = None
    """The act in words, where those do not do."""
    place: str = field(init=False)
    """The file and line of the declaration."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "place", declared_at())

    def price(self, house: H, act: Act | None = None) -> int | None:
        """What an act of it costs, or any at least, under these house rules; None where nothing is paid."""
        if self.each is not None and act is not None:
            return self.each(house, act)
        return self.cost(house) if callable(self.cost) else self.cost

    def wanted(self, fight: Fight[B, T, H], who: Who, act: Act) -> Wanted:
        """What a person may still fill in of an act of it."""
        return self.wants(fight, who, act) if callable(self.wants) else self.wants

    def cited(self, house: H) -> tuple[str, ...]:
        """The rules by which it is paid."""
        return self.rules(house) if callable(self.rules) else self.rules

    def act(self, at: Who | None = None, *, to: Point | None = None, item: str = "", n: int = 0) -> Act:
        """The act of doing it."""
        return Act(self.name, at, to, item, n)
