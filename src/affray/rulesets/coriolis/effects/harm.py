"""Effects on body and mind: damage, stress, injuries, recovery."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from affray.core.effect import TABLE, Effect, Who
from affray.rulesets.coriolis import tables
from affray.rulesets.coriolis.state import Body, BodyEffect, Clock, Injury, Table, down


def _up(b: Body) -> Body:
    """No hours any more until one comes back who is not down."""
    return b if down(b) else b._replace(hours=0)


@dataclass(frozen=True, slots=True)
class Hurt(Effect):
    """Hit points lost; they stop at 0.  Below 0: given back, up to the full number."""

    who: Who
    points: int

    def on(self, b: Body, /) -> Body:
        hp = min(b.sheet.hit_points, max(0, b.hp - self.points))
        return b._replace(hp=hp) if self.points >= 0 else _up(b._replace(hp=hp))


@dataclass(frozen=True, slots=True)
class Stressed(Effect):
    """Mind points lost; they stop at 0.  Below 0: given back, up to the full number."""

    who: Who
    points: int

    def on(self, b: Body, /) -> Body:
        mp = min(b.sheet.mind_points, max(0, b.mp - self.points))
        return b._replace(mp=mp) if self.points >= 0 else _up(b._replace(mp=mp))


@dataclass(frozen=True, slots=True)
class Injured(Effect):
    """A critical injury by its D66, with what it does at once.

    In the victim's own slot (`running`) the rest of the slot is lost too, beside those that stunning takes.
    """

    who: Who
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


@dataclass(frozen=True, slots=True)
class ClockRolled(Effect):
    """The clock of the next injury without one: seconds until it kills (0: never), and days it lasts."""

    who: Who
    limit: int
    days: int

    @property
    def others(self) -> tuple[Who, ...]:
        return (TABLE,)

    def on(self, b: Body, /, *others: object) -> Body:
        now = cast(Table, others[0]).clock
        clock = Clock(now + self.limit if self.limit else -1, self.days, now)
        return b._replace(timed=b.timed + 1, clocks=(*b.clocks, clock))


@dataclass(frozen=True, slots=True)
class ComesBack(Effect):
    """In how many hours one who is down gets up without help."""

    who: Who
    hours: int

    @property
    def others(self) -> tuple[Who, ...]:
        return (TABLE,)

    def on(self, b: Body, /, *others: object) -> Body:
        return b._replace(hours=self.hours, fell=cast(Table, others[0]).clock)


@dataclass(frozen=True, slots=True)
class CameBack(Effect):
    """One is up again, with at least so many points of body and mind."""

    who: Who
    points: int

    def on(self, b: Body, /) -> Body:
        return b._replace(hp=max(self.points, b.hp), mp=max(1, b.mp), out=False, hours=0)


@dataclass(frozen=True, slots=True)
class Helped(Effect):
    """First aid: hit points given back."""

    who: Who
    points: int

    def on(self, b: Body, /) -> Body:
        return _up(b._replace(hp=min(b.sheet.hit_points, b.hp + self.points)))


@dataclass(frozen=True, slots=True)
class Calmed(Effect):
    """Mind points given back."""

    who: Who
    points: int

    def on(self, b: Body, /) -> Body:
        return _up(b._replace(mp=min(b.sheet.mind_points, b.mp + self.points)))


@dataclass(frozen=True, slots=True)
class Treated(Effect):
    """First aid stops the clock of an injury."""

    who: Who
    code: int

    def on(self, b: Body, /) -> Body:
        at = next(n for n, injury in enumerate(b.injuries) if injury.code == self.code and not injury.treated)
        done = b.injuries[at]._replace(treated=True)
        return b._replace(injuries=(*b.injuries[:at], done, *b.injuries[at + 1 :]))


@dataclass(frozen=True, slots=True)
class AidFailed(Effect):
    """First aid failed: this healer may not try again."""

    who: Who
    healer: Who

    def on(self, b: Body, /) -> Body:
        return b._replace(failed=(*b.failed, self.healer))


@dataclass(frozen=True, slots=True)
class Healed(Effect):
    """An injury is gone."""

    who: Who
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
