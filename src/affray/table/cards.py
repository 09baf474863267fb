"""Cards on the wire: what a fighter's card holds, who else has a fighter, who could join, what waits."""

from __future__ import annotations

import msgspec

from affray.core.control import ControlKind
from affray.table.fog import FogStroke


class SharedFighter(msgspec.Struct):
    """A fighter whom somebody else runs, too."""

    fighter: str
    by: str


class WireControl(msgspec.Struct, omit_defaults=True):
    """What can be put right about a fighter by `correct`.

    `now` is the figure of a step, 1 or 0 for a toggle, the number of the option of a choice (-1: none).
    """

    what: str
    label: str
    kind: ControlKind
    now: int | None = None
    least: int | None = None
    most: int | None = None
    options: list[str] = []


class WireNote(msgspec.Struct):
    """Words about a fighter; `secret` ones only the game master gets."""

    mark: str
    by: str
    text: str
    secret: bool


class WireSheetPart(msgspec.Struct):
    """A part of a fighter's sheet: rows under columns; without columns names and their figures."""

    title: str
    columns: list[str]
    rows: list[list[str]]


class WireFighterCard(msgspec.Struct):
    """What a fighter's card holds besides its figures; `at` is its place.

    `sheet` has skills, weapons and gear, for whoever runs this fighter.
    """

    name: str
    controls: list[WireControl]
    notes: list[WireNote]
    at: tuple[float, float] | None = None
    sheet: list[WireSheetPart] = []


class NewcomerChoice(msgspec.Struct):
    """One of the people of the game, or a side: `key` is what `join` wants, `label` is for people."""

    key: str
    label: str


class WireNewcomers(msgspec.Struct):
    """Who could join: like one who is here, or one of the game's people, on one of these sides."""

    like: list[str]
    people: list[NewcomerChoice]
    sides: list[NewcomerChoice]


class WireReserve(msgspec.Struct):
    """Somebody who waits off the map, of whom the game master alone is told."""

    name: str
    side: str
    hidden: bool


class WireFog(msgspec.Struct):
    """Fog over the picture, of which the game master alone is told.

    All is covered at first, or with `bare` nothing, and then by strokes.  `able` says whether this server can
    make the picture that players get of it; else they get none.  `covered` are fighters in it who could be
    hidden, `uncovered` those outside it who are.
    """

    on: bool
    bare: bool
    strokes: list[FogStroke]
    able: bool
    covered: list[int]
    uncovered: list[int]


class WireWall(msgspec.Struct):
    """A wall that is drawn on the map, and which kind of cover it is."""

    name: str
    at: list[tuple[float, float]]
    kind: str


class WallOffer(msgspec.Struct):
    """A wall that stands between a fighter and who acts now, `against`; `behind` would make it cover.

    `instead` is what the fighter is behind now, which it would take the place of.
    """

    wall: str
    who: int
    against: int
    instead: str = ""


class Door(msgspec.Struct):
    """Where a table's code is typed, and the code as far as it is known and, for big screens, `shown`."""

    code: str
    shown: bool
    address: str


class WireWalls(msgspec.Struct):
    """The walls that are drawn on the map, and what they could be, of which the game master alone is told.

    `kinds` are none in a game whose cover is nothing that fighters are behind.
    """

    drawn: list[WireWall]
    kinds: list[NewcomerChoice]
    offers: list[WallOffer]


class WireNextFight(msgspec.Struct):
    """The fight that is kept for these people, of which the game master alone is told."""

    name: str
    path: str
