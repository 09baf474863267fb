"""What changes in a fight: a combatant's body, and the table's."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from affray.core.body import body
from affray.core.effect import TABLE, Who, record
from affray.core.field_effect import FieldEffect
from affray.core.fight import Fight
from affray.core.play import Play
from affray.core.space import Point
from affray.rulesets.d6.house import House
from affray.rulesets.d6.sheet import Cover, Mine, Sheet, Vehicle, Weapon, Zone


class Held(NamedTuple):
    """An action that waits for an event: the event, then the action's name, thing and number."""

    event: str
    name: str
    item: str = ""
    n: int = 0


class Ready(NamedTuple):
    """An action to be held: at somebody, or at whoever sets it off."""

    name: str
    item: str = ""
    n: int = 0
    at: Who | None = None


@body
class Body(NamedTuple):
    """A combatant now."""

    sheet: Sheet
    side: str
    hp: int
    spot: Point
    kit: tuple[Weapon, ...] = ()
    hands: tuple[str, ...] = ()
    shots: tuple[int, ...] = ()
    """What each weapon of the kit has loaded; for explosives, how many there are."""
    loading: tuple[int, ...] = ()
    """How many actions of loading each weapon of the kit has had."""
    dropped: tuple[str, ...] = ()
    lying: tuple[Point, ...] = ()
    """Where each of the dropped weapons lies."""
    spares: int = 6
    bloodied: bool = False
    aware: bool = True
    unseen: bool = False
    """Whether nobody knows of this one until it attacks."""
    prone: bool = False
    bound: bool = False
    """Whether it cannot move."""
    facing: Point | None = None
    """Where one looks who cannot turn around; None turns as it likes and has no back."""
    cover: Cover | None = None
    more: tuple[Cover, ...] = ()
    """What else one is behind, by the option `cover.stack`."""
    declared: bool = False
    actions: int = 1
    """How many actions are declared for the round."""
    lead: str = ""
    """The skill of the first action that was declared."""
    led: bool = False
    used: int = 0
    moves: int = 0
    halves: int = 0
    fought: bool = False
    key: int = 0
    """The place in the order: the highest goes first."""
    waits: int = 0
    """Among equals: 0 not asked yet, 1 goes with the others, 2 holds back."""
    toss: int = 0
    acting: bool = False
    done: bool = False
    aim: Who | None = None
    aimed: int = 0
    aims_with: str = ""
    held: Held | None = None
    held_for: Who | None = None
    """Whose deed sets the held action off; None is any foe's."""
    held_at: Who | None = None
    """At whom the held action goes; None is at whoever sets it off."""
    spell: str = ""
    components: int = 0
    chanted: bool = False
    zone: Zone | None = None
    caught: tuple[str, ...] = ()
    """By whose zones this one has been hurt in this round."""
    aboard: Who | None = None
    """Who drives the vehicle this one is in; oneself, perhaps."""
    drives: Vehicle | None = None
    speed: int = 0
    drove: bool = False
    """Whether one has driven in this round."""
    evading: bool = False
    heading: Point | None = None
    conditions: tuple[str, ...] = ()
    """What one is in that has no field of its own (`Condition`), in order."""


class Parked(NamedTuple):
    """A vehicle that stands somewhere with nobody at its wheel."""

    vehicle: Vehicle
    spot: Point


@body
class Table(NamedTuple):
    """What belongs to no combatant: round, clock in seconds, scenery, how long nobody was hurt."""

    round: int = 0
    clock: int = 0
    covers: tuple[Cover, ...] = ()
    mines: tuple[Mine, ...] = ()
    vehicles: tuple[Vehicle, ...] = ()
    parked: tuple[Parked, ...] = ()
    """Vehicles whose drivers have got out."""
    quiet: int = 0
    """Rounds since anybody was hurt."""
    told: int = 0
    """The round in which it was said that nobody has been hurt for long."""
    closed: bool = False


for _kind in (Held, Ready, Parked, Body, Table):
    record(_kind)

Game: TypeAlias = Play[Body, Table, House]
State: TypeAlias = Fight[Body, Table, House]


class BodyEffect(FieldEffect, record=Body):
    """An effect on somebody's body."""

    who: Who


class TableEffect(FieldEffect, record=Table):
    """An effect on the table that says nothing more than that it happened."""

    who: Who = TABLE
