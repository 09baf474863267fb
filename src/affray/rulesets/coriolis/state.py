"""What changes in a fight: a combatant's body, and the table's."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from affray.core.effect import Who, record
from affray.core.fight import Fight
from affray.core.play import Play
from affray.core.space import Point
from affray.rulesets.coriolis.house import House
from affray.rulesets.coriolis.sheet import Cover, Sheet, Weapon


class Injury(NamedTuple):
    """A critical injury: its D66, whether aid was given, and its clocks in seconds of the fight (-1: not rolled)."""

    code: int
    treated: bool = False
    deadline: int = -1
    days: int = -1
    since: int = 0


class Body(NamedTuple):
    """A combatant now."""

    sheet: Sheet
    side: str
    hp: int
    mp: int
    spot: Point
    kit: tuple[Weapon, ...] = ()
    hands: tuple[str, ...] = ()
    ap: int = 3
    score: int = 0
    bought: int = 0
    lifting: int = 0
    boost: int = 0
    boosted: str = ""
    tied: tuple[int, ...] = ()
    over: bool = False
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
    quick: int = 0
    reloads: int = 3
    injuries: tuple[Injury, ...] = ()
    out: bool = False
    dead: bool = False
    back: int = -1
    failed: tuple[Who, ...] = ()
    """Who has tried first aid on this one in vain."""


class Thing(NamedTuple):
    """A weapon on the ground."""

    weapon: Weapon
    spot: Point
    empty: bool = False


class Table(NamedTuple):
    """What belongs to no combatant: turn, clock in seconds, whose slot, darkness points, the scenery."""

    turn: int = 0
    clock: int = 0
    current: Who | None = None
    darkness: int = 0
    covers: tuple[Cover, ...] = ()
    ground: tuple[Thing, ...] = ()
    closed: bool = False


for _kind in (Injury, Body, Thing, Table):
    record(_kind)

Game: TypeAlias = Play[Body, Table, House]
State: TypeAlias = Fight[Body, Table, House]
