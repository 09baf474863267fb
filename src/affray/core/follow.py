"""What a game lets be followed through a fight: who is out, what is used up.

Each is a function of one body, so that whole fights can be followed in bulk: it is asked once for
each combination of the fields that it reads, however many fights come by.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

Kind: TypeAlias = Literal["life", "ammunition", "points"]
Stock: TypeAlias = tuple[tuple[str, int], ...]
"""What is left, part by part; a figure without parts has one without a name."""


@dataclass(frozen=True, slots=True)
class Gauge:
    """A figure that is used up: its name in the plural, how much of it is left, and what one of it is.

    `left` gives a whole number, never below 0; or one for each part by name, such as the rounds in
    each weapon.  What loses a part as a whole (a dropped gun) has not spent it.
    """

    name: str
    kind: Kind
    left: Callable[[Any], int | Mapping[str, int]]
    one: str = ""
    """The name of a single one; empty where it is the same."""


@dataclass(frozen=True, slots=True)
class Follows:
    """What can be followed in a game, under the house rules of a fight.

    `round` is the field of the table that counts rounds: 0 before the first one, then up by one;
    `word` is what the game calls a round.  `out` says who takes no more part in the fight, `dead`
    who never will again (they are out, too), `injuries` names each lasting one.  `gauges` are the
    figures of a body, the first of the kind "life" before others; `table` those that belong to no
    fighter.  `low` are rolls in which less is better for whoever rolls, `no_luck` those whose number
    says nothing of luck.  `roll` is what sort of roll a question is, for those that say a number, too.
    """

    round: str
    out: Callable[[Any], bool]
    dead: Callable[[Any], bool]
    injuries: Callable[[Any], tuple[str, ...]]
    gauges: tuple[Gauge, ...]
    table: tuple[Gauge, ...] = ()
    word: str = "round"
    low: frozenset[str] = frozenset()
    no_luck: frozenset[str] = frozenset()
    roll: Callable[[str], str] = str


class Figures(NamedTuple):
    """A body in figures, or the table, which is never out and has no injuries."""

    out: bool
    dead: bool
    injuries: tuple[str, ...]
    stocks: tuple[Stock, ...]

    @property
    def left(self) -> tuple[int, ...]:
        """What is left of each gauge, with its parts added up."""
        return tuple(sum(n for _, n in stock) for stock in self.stocks)


def figures(follows: Follows, body: Any) -> Figures:
    """A fighter's body in figures."""
    stocks = tuple(stock(gauge, body) for gauge in follows.gauges)
    return Figures(bool(follows.out(body)), bool(follows.dead(body)), tuple(follows.injuries(body)), stocks)


def table_figures(follows: Follows, table: Any) -> Figures:
    """The table in figures."""
    return Figures(False, False, (), tuple(stock(gauge, table) for gauge in follows.table))


def stock(gauge: Gauge, body: Any) -> Stock:
    """What is left of one gauge, part by part, in the order of their names."""
    left = gauge.left(body)
    return tuple(sorted(left.items())) if isinstance(left, Mapping) else (("", left),)


def lost(before: Stock, after: Stock) -> int:
    """How much of a gauge has been used up, over the parts that exist before and after.

    >>> lost((("pistol", 9), ("rifle", 30)), (("pistol", 7),))
    2
    """
    now = dict(after)
    return sum(max(0, n - now[part]) for part, n in before if part in now)
