"""What a game gives the map: cover, areas, arcs, and how far somebody reaches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

from affray.core.act import Act
from affray.core.effect import Effect, Who
from affray.core.fight import GameFight
from affray.core.space import Line, Point

State: TypeAlias = GameFight


class Cover(NamedTuple):
    """Something to be behind, or, a `wall`, that one cannot see through.

    It helps across its line, or all around a spot up to a radius; without either, everywhere.
    """

    name: str
    rating: str = ""
    line: Line | None = None
    spot: Point | None = None
    radius: int = 0
    wall: bool = False
    behind: tuple[Who, ...] = ()


class Zone(NamedTuple):
    """An area: a circle around a spot, or a polygon.

    `who` is whose it is; `note` tells figures of that fighter.  `side` is the only one that knows of
    it, "" if all do; of a `trap` nobody does.
    """

    kind: Literal["rough", "fire", "watch", "mine", "charge", "thing", "post"]
    name: str
    spot: Point
    radius: int = 0
    points: tuple[Point, ...] = ()
    note: str = ""
    who: Who | None = None
    side: str = ""
    trap: bool = False


class Arc(NamedTuple):
    """Where a fighter watches or looks: towards a place, so wide, so far (0: ever)."""

    who: Who
    name: str
    aim: Point
    degrees: int = 90
    reach: int = 0
    kind: Literal["watch", "facing"] = "watch"


class Ring(NamedTuple):
    """How far a fighter reaches with something: a range band, a blow, a move."""

    name: str
    kind: Literal["band", "melee", "move"]
    radius: int


class Blast(NamedTuple):
    """The circle that an action hits, and how far off it can be (0: not said)."""

    radius: int
    reach: int = 0


class Ground(NamedTuple):
    """What lies on the map besides the fighters."""

    covers: tuple[Cover, ...] = ()
    zones: tuple[Zone, ...] = ()
    arcs: tuple[Arc, ...] = ()


def bare(_: State) -> Ground:
    """Ground with nothing on it but fighters."""
    return Ground()


def no_rings(_: State, __: Who) -> Sequence[Ring]:
    """No rings, for a game that shows no reach."""
    return ()


def no_blast(_: State, __: Who, ___: Act) -> Blast | None:
    """No action hits an area."""
    return None


@dataclass(frozen=True, slots=True)
class WallCover:
    """What a wall that people draw on the map can be to the rules.

    `kinds` are the kinds of cover that the game knows; `behind` puts a fighter behind a wall of a name, a
    kind and a line.
    """

    kinds: Callable[[], Iterable[str]]
    behind: Callable[[Who, str, str, Line], Effect]


@dataclass(frozen=True, slots=True)
class Plan:
    """What a game gives the map; all lengths are in hundredths of the unit.

    `ground` is what lies there, `rings` how far a fighter reaches, `blast` the circle of an action, and
    `wall` what a drawn wall can be, where its cover is something that fighters are behind.
    """

    unit: Literal["m", "ft"] = "m"
    ground: Callable[[State], Ground] = bare
    rings: Callable[[State, Who], Sequence[Ring]] = no_rings
    blast: Callable[[State, Who, Act], Blast | None] = no_blast
    wall: WallCover | None = None


def behind(fight: State, name: str) -> tuple[Who, ...]:
    """The fighters who are behind the cover of this name."""
    return tuple(who for who, body in zip(fight.here, fight.present, strict=True) if cover_of(body) == name)


def cover_of(body: Any) -> str:
    """The name of what a fighter is behind; empty for nothing, or in a game that has no such cover."""
    return getattr(getattr(body, "cover", None), "name", "")
