"""Effects on place and posture: movement, cover, zones of fire, driving."""

from __future__ import annotations

from dataclasses import dataclass

from affray.core.effect import TABLE, Who
from affray.core.field_effect import own
from affray.core.space import Point, away, snapped, towards
from affray.rulesets.d6.effects.outward import Condition, Outward, OutwardEffect
from affray.rulesets.d6.sheet import FOOT, Cover, Vehicle, Zone
from affray.rulesets.d6.state import Body, BodyEffect, Parked, Table
from affray.tabletop import Transition

NEAR = 3 * FOOT
"""How close one comes to whom one moves towards."""


class Headed(BodyEffect, heading=own("to")):
    """A place one is about to go to, or to fire or throw at."""

    to: Point


class _TowardsSomebody(BodyEffect, record=Body, reads=("at", "spot")):
    """One that depends on where somebody is."""

    at: Who


class HeadedFor(_TowardsSomebody):
    """About to go towards a combatant, in whole feet; below 0, away from it."""

    step: int

    def on(self, b: Body, /, *others: Body) -> Body:
        there = others[0].spot
        to = towards(b.spot, there, self.step, NEAR) if self.step > 0 else away(b.spot, there, -self.step)
        return b._replace(heading=snapped(to, b.spot, FOOT))


class LevelledAt(_TowardsSomebody):
    """About to fire or throw at where a combatant is."""

    def on(self, b: Body, /, *others: Body) -> Body:
        return b._replace(heading=others[0].spot)


class Moved(OutwardEffect):
    """The movement takes place: cover is left behind, aim is lost."""

    def on(self, b: Body, /) -> Body:
        return b._replace(
            spot=b.heading or b.spot, heading=None, cover=None, more=(), aim=None, aimed=0, aims_with=""
        )


class Walked(BodyEffect):
    """A full move of the round, or half of one, is counted."""

    whole: bool = True

    def on(self, b: Body, /) -> Body:
        return b._replace(moves=b.moves + self.whole, halves=b.halves + (not self.whole))


class Placed(OutwardEffect):
    """Put somewhere by the game master."""

    to: Point

    def on(self, b: Body, /) -> Body:
        seat = b.aboard if b.drives is not None else None
        return b._replace(spot=self.to, cover=None, more=(), aboard=seat)


class Fell(OutwardEffect, prone=True):
    """One is on the ground."""


class Stood(OutwardEffect, prone=False):
    """One is on one's feet."""


PRONE = Condition(
    "prone",
    Transition(Fell, "{who} drops prone", "fall"),
    Transition(Stood, "{who} stands up", "stand"),
    holds=lambda b: b.prone,
)


class Noticed(OutwardEffect, aware=own("aware")):
    """Aware of the fight, or not."""

    aware: bool = True


NOTICED = Transition(
    Noticed, "{who} {aware, select, true {notices the fight} other {knows nothing of the fight}}", "notice"
)
UNAWARE = Condition("unaware", NOTICED._replace(values=(False,)), NOTICED, holds=lambda b: not b.aware)


class Bound(OutwardEffect, bound=own("bound")):
    """Unable to move, or free again."""

    bound: bool = True


BINDS = Transition(Bound, "{who} {bound, select, true {can no longer move} other {can move again}}", "bind")
BOUND = Condition(
    "bound", BINDS, BINDS._replace(values=(False,)), holds=lambda b: b.bound, label="cannot move"
)


class Turned(OutwardEffect, facing=own("to")):
    """Looking there and unable to turn around."""

    to: Point


class TookCover(OutwardEffect):
    """One is behind something; None gives it up.

    By the option it may be `added` to what one is behind already.
    """

    cover: Cover | None
    added: bool = False

    def on(self, b: Body, /) -> Body:
        kept = (*b.more, b.cover) if self.added and b.cover is not None else ()
        return b._replace(cover=self.cover, more=kept)


class ZoneLaid(OutwardEffect):
    """Suppressing fire on where the weapon points: a cone of so many feet at its end."""

    width: int
    total: int
    damage: int

    def on(self, b: Body, /) -> Body:
        aim = b.heading or b.spot
        return b._replace(zone=Zone(b.spot, aim, self.width, self.total, self.damage), heading=None)


class ZoneEnded(OutwardEffect, zone=None):
    """The suppressing fire stops."""


class Caught(BodyEffect, reads=("by", "sheet.name")):
    """One is in somebody's zone for this round: once is all it hurts."""

    by: Who

    def on(self, b: Body, /, *others: Body) -> Body:
        return b._replace(caught=(*b.caught, others[0].sheet.name))


class Spotted(BodyEffect, heading=None):
    """The place a combatant pointed at is of no more use."""


@dataclass(frozen=True, slots=True)
class Exploded(Outward):
    """A mine goes off and is gone; mines count from 0."""

    n: int
    who: Who = TABLE

    def on(self, table: Table, /) -> Table:
        return table._replace(mines=(*table.mines[: self.n], *table.mines[self.n + 1 :]))


class Drove(OutwardEffect):
    """The vehicle goes where its driver headed, at a speed from 0 (cautious) to 4.

    Where it goes more than once in a round, its fastest speed is the one that counts.
    """

    speed: int

    def on(self, b: Body, /) -> Body:
        fastest = max(self.speed, b.speed) if b.drove else self.speed
        return b._replace(spot=b.heading or b.spot, heading=None, speed=fastest, drove=True)


class _WithDriver(OutwardEffect, record=Body, reads=("driver",)):
    """One that depends on who drives."""

    driver: Who


class Rode(_WithDriver):
    """Carried along to where the driver is headed."""

    def dependencies(self, other: Body) -> Point:
        return other.heading or other.spot

    def on(self, b: Body, /, *others: Body) -> Body:
        return b._replace(spot=self.dependencies(others[0]))


class Evading(OutwardEffect, evading=True):
    """Evasive driving until the driver's next turn."""


class GotIn(_WithDriver):
    """One gets into the vehicle that somebody drives."""

    def dependencies(self, other: Body) -> Point:
        return other.spot

    def on(self, b: Body, /, *others: Body) -> Body:
        return _aboard(b, self.driver, others[0].spot)


class TookWheel(OutwardEffect):
    """One is at the wheel of a vehicle that stood empty, as its driver."""

    driver: Who
    vehicle: Vehicle
    spot: Point

    def on(self, b: Body, /) -> Body:
        return _aboard(b, self.driver, self.spot)._replace(drives=self.vehicle, speed=0)


def _aboard(b: Body, driver: Who, spot: Point) -> Body:
    return b._replace(
        aboard=driver, spot=spot, cover=None, more=(), prone=False, aim=None, aimed=0, aims_with=""
    )


class GotOut(
    OutwardEffect, aboard=None, drives=None, speed=0, evading=False, aim=None, aimed=0, aims_with=""
):
    """Beside the vehicle."""


class Seated(BodyEffect):
    """Put into the vehicle of this name by the game master."""

    vehicle: str


@dataclass(frozen=True, slots=True)
class LeftStanding(Outward):
    """A vehicle stands there with nobody at its wheel."""

    vehicle: Vehicle
    spot: Point
    who: Who = TABLE

    def on(self, table: Table, /) -> Table:
        return table._replace(parked=(*table.parked, Parked(self.vehicle, self.spot)))


@dataclass(frozen=True, slots=True)
class WheelTaken(Outward):
    """A vehicle stands empty no longer."""

    vehicle: str
    who: Who = TABLE

    def on(self, table: Table, /) -> Table:
        return table._replace(parked=tuple([p for p in table.parked if p.vehicle.name != self.vehicle]))
