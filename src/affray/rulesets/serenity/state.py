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
from affray.rulesets.serenity.house import House
from affray.rulesets.serenity.sheet import Cover, Sheet, Weapon

ALL_OUT_ATTACK, ALL_OUT_DEFENCE = "all-out attack", "all-out defence"


class Plan(NamedTuple):
    """What is declared for a round: own actions, defences, and whether all out."""

    acts: int = 1
    guards: int = 0
    stance: str = ""


class Clip(NamedTuple):
    """Rounds left in a weapon."""

    weapon: str
    left: int


class Blow(NamedTuple):
    """Harm dealt by one who acts at the same time; it counts when all have acted.

    `mark` is what the blow was aimed at: an arm, a leg, a vital area, an injury.
    """

    stun: int
    wounds: int
    mark: str = ""


@body
class Body(NamedTuple):
    """A fighter now."""

    sheet: Sheet
    side: str
    spot: Point
    kit: tuple[Weapon, ...] = ()
    hands: tuple[str, ...] = ()
    clips: tuple[Clip, ...] = ()
    plot: int = 0
    stun: int = 0
    wounds: int = 0
    pending: tuple[Blow, ...] = ()
    bleeding: bool = False
    out: bool = False
    checks: int = 0
    """Checks against passing out that were passed while the harm lasted."""
    dead: bool = False
    due: int = 0
    """The second of the fight at which the next check against death is due; 0 for none."""
    deaths: int = 0
    """Checks against death that were passed."""
    drips: int = 0
    """By the option: the second at which bleeding hurts next."""
    limbs: tuple[str, ...] = ()
    """Limbs out of use."""
    stunned: bool = False
    injuries: tuple[str, ...] = ()
    score: int = 0
    entered: bool = False
    tied: tuple[int, ...] = ()
    lots: tuple[int, ...] = ()
    """Rolls among those who act at the same time, for whose turn is played first."""
    stated: bool = False
    """Whether this round's actions have been declared."""
    acts: int = 1
    used: int = 0
    guards: int = 0
    guarded: int = 0
    stance: str = ""
    load: int = 0
    """Actions carried over into this round."""
    carry: int = 0
    """Actions that will be carried over into the next one."""
    over: bool = False
    walked: bool = False
    spared: bool = False
    """Whether the free action of a trait has been taken."""
    sat: bool = False
    dodging: int = 0
    """The total of a dodge that still stands; 0 for none."""
    aware: bool = True
    hidden: bool = False
    prone: bool = False
    cover: Cover | None = None
    held_by: Who | None = None
    holding: Who | None = None
    menaced_by: Who | None = None
    """Who holds a gun to this one's head."""
    menacing: Who | None = None
    feinting: Who | None = None
    feint_left: int = 0
    """Ends of the own turn until the feint is over."""
    watch: Point | None = None
    fired: tuple[str, ...] = ()
    """Weapons used in this turn, once for each attack."""
    poised: bool = False
    """Whether the action that waited for somebody can be taken at this moment."""
    appearing: bool = False
    """Whether one has just come in sight by no action of anybody: by the game master."""
    stirred: bool = False
    """Whether this turn held something free but a look and a word."""
    conditions: tuple[str, ...] = ()
    """What one is in that has no field of its own (`Condition`), in order."""


class Thing(NamedTuple):
    """A weapon on the ground, with the rounds left in it."""

    weapon: Weapon
    spot: Point
    left: int = 0


class Charge(NamedTuple):
    """An explosive that waits to be set off, and by which side."""

    weapon: Weapon
    spot: Point
    side: str


@body
class Table(NamedTuple):
    """What belongs to no fighter: the round, the clock, whose turn, the scenery."""

    round: int = 0
    clock: int = 0
    current: Who | None = None
    together: tuple[int, ...] = ()
    """The place in the order of those who act at the same time; empty for none."""
    most: int = 0
    """The game master's limit of actions; 0 for none."""
    covers: tuple[Cover, ...] = ()
    ground: tuple[Thing, ...] = ()
    charges: tuple[Charge, ...] = ()
    closed: bool = False


for _kind in (Plan, Clip, Blow, Body, Thing, Charge, Table):
    record(_kind)

Game: TypeAlias = Play[Body, Table, House]
State: TypeAlias = Fight[Body, Table, House]


class BodyEffect(FieldEffect, record=Body):
    """An effect on somebody's body."""

    who: Who


class Condition(tabletop.Condition[Body], effect=BodyEffect):
    """A condition of a fighter."""


class TableEffect(FieldEffect, record=Table):
    """An effect on the table that says nothing more than that it happened."""

    who: Who = TABLE
