"""What a rule sees of a fighter: named facts of the present, nothing else.

A fact says no more than a rule needs (`can_pay(2)`, not `ap`): pricing and bulk simulation
know two states for the same when every fact that was read is the same.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Generic, Self, TypeAlias, TypeVar

from affray.core.effect import TABLE, Who

if TYPE_CHECKING:
    from affray.core.play import AnyPlay

B = TypeVar("B")
T = TypeVar("T")
V = TypeVar("V", bound="View[Any]")
R = TypeVar("R")
F = TypeVar("F", bound=Callable[[Any, Any], Any])


class Noted:
    """A body that notes what is read of it, in the place of the body itself."""

    __slots__ = ()

    def derive(self, read: Callable[..., Any], *others: Any) -> Any:
        """What a derived fact gives for it, or for it and another body."""
        raise NotImplementedError


def derived(read: Callable[[B], R]) -> Callable[[B], R]:
    """A fact that other facts read as one thing: `unbroken` rather than `hp` and `mp`."""

    @wraps(read)
    def fact_of(body: B) -> R:
        if isinstance(body, Noted):
            answer: R = body.derive(read)
            return answer
        return read(body)

    return fact_of


def derived_of_two(read: Callable[[B, B], R]) -> Callable[[B, B], R]:
    """The same for two bodies: the distance in bands rather than two places."""

    @wraps(read)
    def fact_of(one: B, other: B) -> R:
        if isinstance(one, Noted):
            answer: R = one.derive(read, other)
            return answer
        return read(one, other)

    return fact_of


def parted_by(tie: Callable[[Any, Any], Any]) -> Callable[[F], F]:
    """A rank whose equals are parted by another one, which is looked at for them alone.

    So where nobody is equal nothing more is read.  `tie` gives everybody a place, and may itself be
    parted by a further one.
    """

    def parted(rank: F) -> F:
        rank.tie = tie  # type: ignore[attr-defined]
        return rank

    return parted


def tie_of(rank: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any] | None:
    """What parts those who are equal by a rank, if anything does."""
    return getattr(rank, "tie", None)


class View(Generic[B]):
    """A fighter, or the table, as a rule sees it: always the present working state."""

    __slots__ = ("play", "who")

    def __init__(self, play: AnyPlay, who: Who) -> None:
        self.play, self.who = play, who

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and other.who == self.who

    def __hash__(self) -> int:
        return hash(self.who)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({int(self.who)})"

    def about(self, read: Callable[[B], R]) -> R:
        """A fact with a parameter; `read` must be the same function for the same parameter."""
        # Asked of the body itself where nobody notes it: a call less for each fact of a plain fight.
        play = self.play
        if play.noting:
            return play.ask(read, (self.who,))
        return read(play.fight.bodies[self.who])

    def between(self, other: View[Any], read: Callable[[B, Any], R]) -> R:
        """A fact of this fighter and another, such as the distance between them."""
        play = self.play
        if play.noting:
            return play.ask(read, (self.who, other.who))
        bodies = play.fight.bodies
        return read(bodies[self.who], bodies[other.who])

    def of(self, read: Callable[[B], Who | None]) -> Self | None:
        """The fighter that a fact names, such as the one who holds this one."""
        who = self.play.refer(read, self.who)
        return None if who is None else type(self)(self.play, who)

    def ranked(self, rank: Callable[[B, B], Any]) -> list[Self]:
        """All fighters that `rank` gives a place, the lowest place first.

        The places are as seen from this fighter.  `rank` returns something that sorts, or None for
        those who are not meant; equal places stand in the order of the scene, unless the rank says
        what parts them (`parted_by`).
        """
        return [type(self)(self.play, who) for who in self.play.ranked(rank, self.who)]

    def least(self, rank: Callable[[B, B], Any]) -> Self | None:
        """The first of `ranked`; of equals the next round the table from this one."""
        who = self.play.least(rank, self.who)
        return None if who is None else type(self)(self.play, who)

    def some(self, test: Callable[[B, B], bool]) -> bool:
        """Whether the test holds for this fighter and any other."""
        return self.play.some(test, self.who)

    def alike(self, place: Callable[[B], Any]) -> bool:
        """Whether any other fighter has the same place as this one; None is no place."""
        return self.play.alike(place, self.who)


class TableView(View[T], Generic[T, B, V]):
    """The table, as a rule sees it: it finds fighters, who are seen as `fighter` says."""

    __slots__ = ()

    fighter: type[V]

    def first(self, rank: Callable[[T, B], object]) -> V | None:
        """The fighter with the lowest place."""
        who = self.play.least(rank, TABLE)
        return None if who is None else self.fighter(self.play, who)

    def all(self, rank: Callable[[T, B], object]) -> list[V]:
        """The fighters that have a place, lowest first."""
        return [self.fighter(self.play, who) for who in self.play.ranked(rank, TABLE)]

    def has(self, test: Callable[[T, B], bool]) -> bool:
        """Whether the test holds for any fighter."""
        return self.play.some(test, TABLE)

    @property
    def current(self) -> V | None:
        """Whose turn it is, in a game whose table says so."""
        who = self.play.refer(_current, TABLE)
        return None if who is None else self.fighter(self.play, who)


def anybody(_: object, __: object) -> int:
    """A place for everybody."""
    return 0


def _current(table: Any) -> Who | None:
    who: Who | None = table.current
    return who


class fact(Generic[B, R]):  # noqa: N801 (a descriptor that is used like a decorator)
    """One readable attribute of a view, computed from one body."""

    __slots__ = ("read",)

    def __init__(self, read: Callable[[B], R]) -> None:
        self.read = read

    def __get__(self, view: View[B], owner: type[View[B]]) -> R:
        play = view.play
        if play.noting:
            return play.ask(self.read, (view.who,))
        return self.read(play.fight.bodies[view.who])


class another(Generic[B]):  # noqa: N801 (a descriptor that is used like a decorator)
    """The fighter that a fact names, such as the one who holds this one."""

    __slots__ = ("read",)

    def __init__(self, read: Callable[[B], Who | None]) -> None:
        self.read = read

    def __get__(self, view: V, owner: type[V]) -> V | None:
        return view.of(self.read)


AnyView: TypeAlias = View[Any]
"""A fighter, or the table, of any game."""
