"""Effects on body and mind: wounds, unconsciousness, treatment, recovery, days."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, cast

from affray.core.effect import TABLE, Effect, Piece, Who
from affray.core.field_effect import listed
from affray.rulesets.traveller.effects.outward import OutwardEffect
from affray.rulesets.traveller.figures import full, missing, physical, standing, zeros
from affray.rulesets.traveller.sheet import DEX, END, PHYSICAL, STR
from affray.rulesets.traveller.state import Body, BodyEffect, Table, TableEffect

MINUTE, DAY = 60, 86_400
NOW = -2
"""In the place of the time of a wound, until it is noted."""
FIELDS = {STR: "strength", DEX: "dexterity", END: "endurance"}


class Struck(BodyEffect, due=listed("points")):
    """Damage has come through; it waits for all who act at this moment."""

    points: int


class Wounded(BodyEffect, reads=(TABLE, "clock")):
    """The first damage due is taken, from these characteristics in this order."""

    points: int
    order: str
    treatable: bool = True
    """Whether a new wound may be treated again."""

    @property
    def pieces(self) -> tuple[Effect, ...]:
        """What was due, the points, whether one comes to, and the time."""
        took = Took(self.who, self.points, self.order, self.treatable)
        return Settled(self.who), took, Roused(self.who), Timed(self.who)

    def on(self, b: Body, /, *others: object) -> Body:
        points = in_order(b, self.points, self.order)
        return injured(b._replace(due=b.due[1:]), points, cast(Table, others[0]).clock, self.treatable)


@dataclass(frozen=True, slots=True)
class Settled(Piece):
    """The first damage that was due is due no more."""

    who: Who

    def on(self, b: Body, /) -> Body:
        return b._replace(due=b.due[1:])


@dataclass(frozen=True, slots=True)
class Took(Piece):
    """Points off characteristics, one after another until they are used up.

    The time is still to be noted.
    """

    who: Who
    points: int
    order: str
    treatable: bool

    def on(self, b: Body, /) -> Body:
        left, after = self.points, b
        for name in self.order.split():
            if left <= 0:
                break
            is_ = int(getattr(b, FIELDS[name]))
            if is_ > 0:
                lower: dict[str, Any] = {FIELDS[name]: max(0, is_ - left)}
                after = after._replace(hurt_at=NOW, **lower)
            left -= min(left, is_)
        return after._replace(treated=False) if self.treatable and after is not b else after


@dataclass(frozen=True, slots=True)
class Roused(Piece):
    """Whoever has two characteristics left is awake."""

    who: Who

    def on(self, b: Body, /) -> Body:
        return b._replace(out=False) if standing(b) else b


@dataclass(frozen=True, slots=True)
class Timed(Piece, reads=(TABLE,)):
    """A wound of now gets the time."""

    who: Who

    def on(self, b: Body, /, *others: object) -> Body:
        return b._replace(hurt_at=cast(Table, others[0]).clock) if b.hurt_at == NOW else b


class Hurt(BodyEffect, reads=(TABLE, "clock")):
    """Points off STR, DEX and END; below 0 they are given back."""

    strength: int
    dexterity: int
    endurance: int
    treatable: bool = True
    settles: bool = False
    """Whether this is the first damage that is due."""

    def on(self, b: Body, /, *others: object) -> Body:
        points = (self.strength, self.dexterity, self.endurance)
        left = b._replace(due=b.due[1:]) if self.settles else b
        return injured(left, points, cast(Table, others[0]).clock, self.treatable)


def in_order(b: Body, points: int, order: str) -> tuple[int, int, int]:
    """How many points come off each, when one is used up after another."""
    left, off = points, dict.fromkeys(PHYSICAL, 0)
    for name in order.split():
        off[name] = min(left, int(getattr(b, FIELDS[name])))
        left -= off[name]
    return off[STR], off[DEX], off[END]


def injured(b: Body, points: tuple[int, ...], now: int, treatable: bool) -> Body:
    """The body after these points, with the time noted when it is a wound."""
    after = changed(b, points)
    if sum(physical(after)) >= sum(physical(b)):
        return after
    after = after._replace(hurt_at=now)
    return after._replace(treated=False) if treatable else after


def changed(b: Body, points: tuple[int, ...]) -> Body:
    """The body with points off STR, DEX and END, within bounds."""
    values = [
        max(0, min(most, is_ - off)) for is_, most, off in zip(physical(b), full(b), points, strict=True)
    ]
    after = b._replace(strength=values[0], dexterity=values[1], endurance=values[2])
    return after if zeros(after) >= 2 else after._replace(out=False)


class FellUnconscious(BodyEffect, reads=(TABLE, "clock")):
    """One is out: aim and work are over; the next try to wake comes in a minute."""

    lies: bool = True
    """Whether one falls to the ground."""

    def on(self, b: Body, /, *others: object) -> Body:
        now = cast(Table, others[0]).clock
        work = b.work._replace(on=False) if b.work else None
        return b._replace(
            out=True,
            wake_at=now + MINUTE,
            failures=0,
            aim=0,
            stance="prone" if self.lies else b.stance,
            together=False,
            work=work,
        )


class Woke(BodyEffect, out=False, failures=0):
    """Awake again."""


class SleptOn(BodyEffect):
    """A try to wake has failed; the next comes in a minute and is easier."""

    def on(self, b: Body, /) -> Body:
        return b._replace(failures=b.failures + 1, wake_at=b.wake_at + MINUTE)


class Restored(OutwardEffect):
    """Points of STR, DEX and END given back, each up to the full number."""

    strength: int
    dexterity: int
    endurance: int

    def on(self, b: Body, /) -> Body:
        return changed(b, (-self.strength, -self.dexterity, -self.endurance))


class Treated(BodyEffect, treated=True):
    """First aid has been given for the wounds there are."""


class SeenTo(BodyEffect, seen_to=True):
    """Surgery, care or rest for today."""


class Dawned(BodyEffect, seen_to=False, asked=False):
    """A new day: whoever is hurt can be treated again, and is asked again."""


class Recovered(BodyEffect):
    """So many points divided evenly over what is damaged; below 0 they are lost."""

    points: int

    def on(self, b: Body, /) -> Body:
        return changed(b, tuple(-n for n in evenly(b, self.points)))


def evenly(b: Body, points: int) -> tuple[int, ...]:
    """Points one at a time over END, STR and DEX, as far as they are damaged (TRV-R18).

    Points below 0 are taken from what is damaged, as far as there is anything left.
    """
    given = [0, 0, 0]
    room = missing(b) if points > 0 else physical(b)
    damaged = missing(b)
    step = 1 if points > 0 else -1
    for _ in range(abs(points)):
        open_ = [n for n in (2, 0, 1) if damaged[n] and abs(given[n]) < room[n]]
        if not open_:
            break
        given[min(open_, key=lambda n: abs(given[n]))] += step
    return tuple(given)


class MindHealed(BodyEffect):
    """A day brings back a point of INT and of EDU, or of the first of them alone."""

    one: bool = False

    def on(self, b: Body, /) -> Body:
        intellect = min(b.sheet.intellect, b.intellect + 1)
        grew = intellect > b.intellect
        education = b.education if self.one and grew else min(b.sheet.education, b.education + 1)
        return b._replace(intellect=intellect, education=education)


class MindHurt(BodyEffect):
    """Points off INT and EDU."""

    intellect: int
    education: int

    def on(self, b: Body, /) -> Body:
        return b._replace(
            intellect=max(0, min(b.sheet.intellect, b.intellect - self.intellect)),
            education=max(0, min(b.sheet.education, b.education - self.education)),
        )


@dataclass(frozen=True, slots=True)
class TimePassed(Effect):
    """So many seconds go by."""

    seconds: int
    who: Who = TABLE

    def on(self, table: Table, /) -> Table:
        return table._replace(clock=table.clock + self.seconds)


@dataclass(frozen=True, slots=True)
class DayPassed(Effect):
    """A day goes by after the fight."""

    who: Who = TABLE

    def on(self, table: Table, /) -> Table:
        return table._replace(clock=table.clock + DAY, days=max(0, table.days - 1), day=table.day + 1)


@dataclass(frozen=True, slots=True)
class DaysTold(Effect):
    """So many days after the fight are to be told."""

    days: int
    who: Who = TABLE

    def on(self, table: Table, /) -> Table:
        return table._replace(days=max(0, self.days))


class Closed(TableEffect, closed=True):
    """No more days are told."""


class Missed(BodyEffect):
    """An attack has missed this one."""

    apparent: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class DayBroke(Effect):
    """A new day between fights."""

    who: Who = TABLE

    def on(self, table: Table, /) -> Table:
        return table._replace(day=table.day + 1)


@dataclass(frozen=True, slots=True)
class StayedAt(Effect):
    """Where there are doctors now, and of which tech level; nowhere is empty."""

    facility: str
    tl: int
    who: Who = TABLE

    def on(self, table: Table, /) -> Table:
        return table._replace(facility=self.facility, tl=self.tl)
