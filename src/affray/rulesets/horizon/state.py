"""What changes in a fight: a fighter's body, and the table's."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from affray import tabletop
from affray.core.body import body
from affray.core.effect import TABLE, Who, record
from affray.core.field_effect import FieldEffect
from affray.core.fight import Fight
from affray.core.play import Play
from affray.core.space import Point
from affray.rulesets.horizon.house import House
from affray.rulesets.horizon.sheet import Item, Sheet, Task, Wall

ACTIONS = 2
"""Actions of a turn, unless something grants more."""


@body
class Body(NamedTuple):
    """A fighter now."""

    sheet: Sheet
    side: str
    health: int
    spot: Point
    kit: tuple[Item, ...] = ()
    hand: str = ""
    """The name of what is drawn; empty for bare hands."""
    # the order and the turn
    order: int = 0
    entered: bool = False
    tied: tuple[int, ...] = ()
    over: bool = False
    together: bool = False
    """Whether it acts at the same moment as an equal, whatever that one does to it."""
    stood: Point | None = None
    """Where it stood as the moment of equals began, for those who act with it."""
    later: tuple[tuple[str, bool], ...] = ()
    """Conditions that wait until it has acted, and whether each adds up."""
    actions: int = 0
    extra: int = 0
    """Attacks beyond the actions, from Augs."""
    borrowed: int = 0
    """Actions that Dives have taken from the next turn."""
    acted: bool = False
    tests: tuple[tuple[str, int], ...] = ()
    """The skills tested for this turn with their scores, the turn's own first."""
    tested_with: str = ""
    moved: bool = False
    boosted: bool = False
    """Whether Endurance was tested for metres this turn."""
    stride: int = 0
    """Centimetres left of the Move of the turn, where it may be split."""
    wounding: bool = False
    """Whether a Wounding Attack was declared this turn."""
    struck: tuple[str, ...] = ()
    """Whom it has attacked this turn."""
    # protection
    pool: int = 0
    diving: int = 0
    """The armour of a Dive."""
    soaked: int = 0
    """What armour has absorbed, where it is a pool."""
    dives: int = 0
    prone: bool = False
    # harm
    owed: int = 0
    """Actions to pay before anything else."""
    arms: int = 0
    legs: int = 0
    judged: int = 0
    """The shattered arms that count this turn, where the Director says so."""
    torn: bool = False
    """Whether the body is shattered."""
    stunned: bool = False
    """Knocked out."""
    # what is known of whom
    aware: bool = True
    surprise: bool = False
    """Whether the bonus of surprise still waits for the first combat test."""
    striking: bool = False
    """Whether it belongs to this turn, where it counts against single targets."""
    caught: bool = False
    """Whether combat came as a surprise to it."""
    hidden: bool = False
    stealth: int = 0
    checked: tuple[str, ...] = ()
    """Who has been watching since they gained sight of this one, hidden."""
    noticed: tuple[str, ...] = ()
    """Those of them who know where it is."""
    betrayed: tuple[str, ...] = ()
    """Sides that know where it is because one of them raised the alarm."""
    screened: tuple[str, ...] = ()
    """Who cannot see this one for what stands between, by the Director's word."""
    walls: tuple[Wall, ...] = ()
    # the long haul
    task: Task | None = None
    progress: int = 0
    gained: int = 0
    """What the roll of this turn added to the progress."""
    paused: bool = False
    working: bool = False
    """Whether this turn is given to the Extended Action."""
    fleeing: bool = False
    located: bool = False
    lost: int = 0
    """Rounds in a row in which no enemy has located it."""
    escaped: bool = False
    # once in a scene or a round
    poised: bool = False
    """Whether it is asked at every moment for what can be done out of turn."""
    words: int = 0
    searched: bool = False
    dived: bool = False
    """Whether the Dive of a scene outside combat is used up."""
    # within one action
    mark: int = 0
    """Its place among the targets of a blast."""
    helping: bool = False
    conditions: tuple[str, ...] = ()
    """What one is in that has no field of its own (`Condition`), in order."""


class Lying(NamedTuple):
    """A thing on the ground."""

    item: Item
    spot: Point


@body
class Table(NamedTuple):
    """What belongs to no fighter."""

    round: int = 0
    fighting: bool = False
    """Whether combat has begun."""
    before: int = 0
    """Turns that everybody still has before combat begins."""
    current: Who | None = None
    opener: str = ""
    """The side that opens combat."""
    way: str = ""
    """How it hopes to surprise."""
    ground: tuple[Lying, ...] = ()
    floor: bool = False
    """Whether everybody is asked for what can be done out of turn."""
    closed: bool = False
    heed: bool = False
    """Whether anybody has said to be on the alert."""


@body
class Camp(NamedTuple):
    """What belongs to no fighter between fights, and a clock in seconds."""

    clock: int = 0
    round: int = 0
    fighting: bool = False
    before: int = 0
    current: Who | None = None
    opener: str = ""
    way: str = ""
    ground: tuple[Lying, ...] = ()
    floor: bool = False
    closed: bool = False
    heed: bool = False


for _kind in (Body, Lying, Table, Camp):
    record(_kind)

Game: TypeAlias = Play[Body, Table, House]
State: TypeAlias = Fight[Body, Table, House]


class BodyEffect(FieldEffect, record=Body):
    """An effect on somebody's body."""

    who: Who


class Condition(tabletop.Condition[Body], effect=BodyEffect):
    """What a fighter is in; what wounds leave is a `tables.Condition`."""


class TableEffect(FieldEffect, record=Table):
    """An effect on the table that says nothing more than that it happened."""

    who: Who = TABLE
