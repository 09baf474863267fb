"""Effects on body and mind: damage, stress, injuries, recovery."""

from __future__ import annotations

from typing import cast

from affray.core.effect import TABLE, Who
from affray.core.field_effect import listed
from affray.rulesets.coriolis import tables
from affray.rulesets.coriolis.state import Body, BodyEffect, Clock, Injury, Table, down


def _up(b: Body) -> Body:
    """No hours any more until one comes back who is not down."""
    return b if down(b) else b._replace(hours=0)


class Hurt(BodyEffect):
    """Hit points lost; they stop at 0.  Below 0: given back, up to the full number."""

    points: int

    def on(self, b: Body, /) -> Body:
        hp = min(b.sheet.hit_points, max(0, b.hp - self.points))
        return b._replace(hp=hp) if self.points >= 0 else _up(b._replace(hp=hp))


class Stressed(BodyEffect):
    """Mind points lost; they stop at 0.  Below 0: given back, up to the full number."""

    points: int

    def on(self, b: Body, /) -> Body:
        mp = min(b.sheet.mind_points, max(0, b.mp - self.points))
        return b._replace(mp=mp) if self.points >= 0 else _up(b._replace(mp=mp))


class Injured(BodyEffect):
    """A critical injury by its D66, with what it does at once.

    In the victim's own slot (`running`) the rest of the slot is lost too, beside those that stunning takes.
    """

    code: int
    running: bool = False

    @property
    def coarse(self) -> Injured:
        return Injured(self.who, tables.coarse(self.code), self.running)

    def on(self, b: Body, /) -> Body:
        kind = tables.at_once(self.code)
        return b._replace(
            injuries=(*b.injuries, Injury(self.code)),
            stun=b.stun + kind.stun + (self.running and kind.stun > 0 and b.stun == 0),
            prone=b.prone or kind.falls,
            out=b.out or kind.out,
            dead=b.dead or kind.dies,
        )


class ClockRolled(BodyEffect, reads=(TABLE,)):
    """The clock of the next injury without one: seconds until it kills (0: never), and days it lasts."""

    limit: int
    days: int

    def on(self, b: Body, /, *others: object) -> Body:
        now = cast(Table, others[0]).clock
        clock = Clock(now + self.limit if self.limit else -1, self.days, now)
        return b._replace(timed=b.timed + 1, clocks=(*b.clocks, clock))


class ComesBack(BodyEffect, reads=(TABLE,)):
    """In how many hours one who is down gets up without help."""

    hours: int

    def on(self, b: Body, /, *others: object) -> Body:
        return b._replace(hours=self.hours, fell=cast(Table, others[0]).clock)


class CameBack(BodyEffect):
    """One is up again, with at least so many points of body and mind."""

    points: int

    def on(self, b: Body, /) -> Body:
        return b._replace(hp=max(self.points, b.hp), mp=max(1, b.mp), out=False, hours=0)


class Helped(BodyEffect):
    """First aid: hit points given back."""

    points: int

    def on(self, b: Body, /) -> Body:
        return _up(b._replace(hp=min(b.sheet.hit_points, b.hp + self.points)))


class Calmed(BodyEffect):
    """Mind points given back."""

    points: int

    def on(self, b: Body, /) -> Body:
        return _up(b._replace(mp=min(b.sheet.mind_points, b.mp + self.points)))


class Treated(BodyEffect):
    """First aid stops the clock of an injury."""

    code: int

    def on(self, b: Body, /) -> Body:
        at = next(n for n, injury in enumerate(b.injuries) if injury.code == self.code and not injury.treated)
        done = b.injuries[at]._replace(treated=True)
        return b._replace(injuries=(*b.injuries[:at], done, *b.injuries[at + 1 :]))


class AidFailed(BodyEffect, failed=listed("healer")):
    """First aid failed: this healer may not try again."""

    healer: Who


class Healed(BodyEffect):
    """An injury is gone."""

    code: int

    def on(self, b: Body, /) -> Body:
        at = next(n for n, injury in enumerate(b.injuries) if injury.code == self.code)
        return b._replace(
            injuries=(*b.injuries[:at], *b.injuries[at + 1 :]),
            timed=b.timed - (at < b.timed),
            clocks=(*b.clocks[:at], *b.clocks[at + 1 :]),
        )


class Died(BodyEffect, dead=True, hp=0):
    """Dead."""
