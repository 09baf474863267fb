"""What changes in a fight: a fighter's body, and the table's."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from affray.core.body import body
from affray.core.effect import TABLE, Who, record
from affray.core.field_effect import FieldEffect
from affray.core.fight import Fight
from affray.core.play import Play
from affray.core.space import Point
from affray.rulesets.traveller.house import House
from affray.rulesets.traveller.sheet import Cover, Post, Project, Sheet, Weapon, Zone

ACTS = 3
"""A turn in minor actions; a significant action is worth two of them (TRV-R5)."""


class Work(NamedTuple):
    """An extended action under way: rounds done, and how this round stands with it."""

    name: str
    progress: int = 0
    fresh: bool = False
    """Whether this round's progress has been made."""
    blocked: bool = False
    """Whether this round brings none."""
    on: bool = True
    """Whether nothing else has been done since."""


@body
class Body(NamedTuple):
    """A fighter now."""

    sheet: Sheet
    side: str
    strength: int
    dexterity: int
    endurance: int
    intellect: int
    education: int
    spot: Point
    kit: tuple[Weapon, ...] = ()
    left: tuple[int, ...] = ()
    """The shots left in each thing of the kit, in the same order."""
    hands: tuple[str, ...] = ()
    acts: int = ACTS
    score: int = 0
    entered: bool = False
    """Whether initiative has been rolled; scores may be 0 or less."""
    ambush: int = 0
    """1 for an ambusher, -1 for the ambushed."""
    boost: int = 0
    tactics: int = 0
    planned: bool = False
    quick: int = 0
    """The DEX by which ties are broken."""
    done: bool = False
    opened: bool = False
    """Whether the turn of this round has begun."""
    deferring: bool = False
    asked: bool = False
    """Whether one who defers has let the present moment pass."""
    first: bool = False
    """Whether a turn put off comes first in this round."""
    together: bool = False
    """Whether others act at the same moment, so that harm waits."""
    loses: bool = False
    penalty: int = 0
    reacted: int = 0
    aim: int = 0
    stance: str = "standing"
    cover: Cover | None = None
    """The best thing at hand to hide behind; it helps only where it stands between."""
    more: tuple[Cover, ...] = ()
    """Other things at hand, the best first."""
    heading: Point | None = None
    post: str = ""
    unseen: bool = False
    opens: bool = False
    """Whether a shot before the fight is still to come."""
    grip: Who | None = None
    wrestled: bool = False
    due: tuple[int, ...] = ()
    """Damage that has come through and not yet taken effect."""
    out: bool = False
    wake_at: int = 0
    failures: int = 0
    hurt_at: int = -1
    treated: bool = False
    seen_to: bool = False
    """Whether surgery, care or rest has been had today."""
    pool: int = 0
    gift: int = 0
    """What the other side has of a leader's failure."""
    work: Work | None = None
    conditions: tuple[str, ...] = ()
    """What one is in that has no field of its own (`Condition`), in order."""


class Thing(NamedTuple):
    """A weapon or other gear on the ground."""

    weapon: Weapon
    spot: Point
    left: int = 0


@body
class Table(NamedTuple):
    """What belongs to no fighter: round, clock in seconds, whose turn, the scenery."""

    round: int = 0
    clock: int = 0
    current: Who | None = None
    covers: tuple[Cover, ...] = ()
    rough: tuple[Zone, ...] = ()
    posts: tuple[Post, ...] = ()
    projects: tuple[Project, ...] = ()
    ended: tuple[str, ...] = ()
    """Projects that are finished or ruined."""
    ground: tuple[Thing, ...] = ()
    facility: str = ""
    tl: int = 0
    """The tech level of the facility."""
    days: int = 0
    """Days after the fight that are still to be told."""
    day: int = 0
    closed: bool = False
    """Whether no more days are to be told."""
    won: str = ""
    """Who has won, once it is settled."""


for _kind in (Work, Body, Thing, Table):
    record(_kind)

Game: TypeAlias = Play[Body, Table, House]
State: TypeAlias = Fight[Body, Table, House]


class BodyEffect(FieldEffect, record=Body):
    """An effect on somebody's body."""

    who: Who


class TableEffect(FieldEffect, record=Table):
    """An effect on the table that says nothing more than that it happened."""

    who: Who = TABLE
