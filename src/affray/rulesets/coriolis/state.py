"""What changes in a fight: a combatant's body, and the table's."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from affray import tabletop
from affray.core.body import body
from affray.core.effect import TABLE, Who, record
from affray.core.field_effect import FieldEffect
from affray.core.fight import Fight
from affray.core.play import Play
from affray.core.space import Point
from affray.rulesets.coriolis.house import House
from affray.rulesets.coriolis.sheet import Cover, Sheet, Weapon

AP = 3
"""Action points of a combat turn (COR-AP-01)."""
NORMAL = 2
"""Action points of a normal action (COR-AP-04)."""


class Injury(NamedTuple):
    """A critical injury: its D66, and whether aid was given."""

    code: int
    treated: bool = False


class Clock(NamedTuple):
    """When an injury kills, for how many days it lasts, and since when.

    Times are in seconds of the fight; -1 never kills.
    """

    deadline: int
    days: int
    since: int


@body
class Body(NamedTuple):
    """A combatant now."""

    sheet: Sheet
    side: str
    hp: int
    mp: int
    spot: Point
    kit: tuple[Weapon, ...] = ()
    hands: tuple[str, ...] = ()
    ap: int = AP
    score: int = 0
    entered: bool = False
    """Whether the score has been rolled; lowered scores may be 0 or less."""
    bought: int = 0
    lifting: int = 0
    boost: int = 0
    boosted: str = ""
    tied: tuple[int, ...] = ()
    over: bool = False
    opened: bool = False
    """Whether the slot of this combat turn has begun."""
    began: bool = False
    stun: int = 0
    aware: bool = True
    surprises: bool = False
    prone: bool = False
    cover: Cover | None = None
    heading: Point | None = None
    watch: Point | None = None
    watched: int = 0
    held_by: Who | None = None
    holding: Who | None = None
    empty: tuple[str, ...] = ()
    quick: tuple[str, ...] = ()
    reloaded: tuple[str, ...] = ()
    """The weapons that took a fresh clip, once for each, where clips are counted."""
    injuries: tuple[Injury, ...] = ()
    timed: int = 0
    """How many of the injuries, from the first, have a clock."""
    clocks: tuple[Clock, ...] = ()
    """The clocks of those injuries, in the same order."""
    out: bool = False
    dead: bool = False
    hours: int = 0
    """How long one who is down stays so without help; 0 until it is rolled."""
    fell: int = 0
    """The second of the fight from which those hours count."""
    failed: tuple[Who, ...] = ()
    """Who has tried first aid on this one in vain."""
    locked: tuple[str, ...] = ()
    """With whom one is in a melee that an attack began, where only attacks do, by name."""
    conditions: tuple[str, ...] = ()
    """What one is in that has no field of its own (`Condition`), in order."""


def down(b: Body) -> bool:
    """Whether no hit points are left, the mind has broken down, or one is unconscious."""
    return b.hp == 0 or b.out or (b.mp == 0 and b.sheet.breaks_down)


class Thing(NamedTuple):
    """A weapon on the ground."""

    weapon: Weapon
    spot: Point
    empty: bool = False


@body
class Table(NamedTuple):
    """What belongs to no combatant: turn, clock in seconds, whose slot, darkness points, the scenery."""

    turn: int = 0
    clock: int = 0
    current: Who | None = None
    darkness: int = 0
    covers: tuple[Cover, ...] = ()
    ground: tuple[Thing, ...] = ()
    closed: bool = False
    turn_at: int = 0
    """The clock when this combat turn began."""
    last_at: int = 0
    """The clock when the one before it began."""


for _kind in (Injury, Clock, Body, Thing, Table):
    record(_kind)

Game: TypeAlias = Play[Body, Table, House]
State: TypeAlias = Fight[Body, Table, House]


class BodyEffect(FieldEffect, record=Body):
    """An effect on somebody's body."""

    who: Who


class Condition(tabletop.Condition[Body], effect=BodyEffect):
    """A condition of a combatant."""


class TableEffect(FieldEffect, record=Table):
    """An effect on the table that says nothing more than that it happened."""

    who: Who = TABLE
