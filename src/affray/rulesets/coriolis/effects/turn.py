"""Effects of the combat turn: order, slots, points."""

from __future__ import annotations

from dataclasses import dataclass

from affray.core.effect import TABLE, Effect, Who
from affray.core.field_effect import added, own, taken
from affray.core.view import derived
from affray.rulesets.coriolis.state import Body, BodyEffect, Table, TableEffect
from affray.tabletop import moment


@dataclass(frozen=True, slots=True)
class TurnBegan(Effect):
    """A combat turn begins: the clock moves on by the seconds of a turn, but for the first."""

    seconds: int
    who: Who = TABLE

    def on(self, table: Table, /) -> Table:
        gone = self.seconds if table.turn else 0
        now = table.clock + gone
        return table._replace(
            turn=table.turn + 1, clock=now, current=None, turn_at=now, last_at=table.turn_at
        )


@moment
class Refreshed(BodyEffect):
    """A combatant's new combat turn: so many action points.

    Bought initiative counts, boosts are gone.
    """

    ap: int
    count_on: bool = False
    """Whether quick shots go on being counted since the last reload."""

    def on(self, b: Body, /) -> Body:
        return b._replace(
            ap=self.ap + min(0, b.ap),
            score=b.score + b.bought,
            bought=0,
            boost=b.lifting,
            lifting=0,
            boosted="",
            over=False,
            opened=False,
            began=False,
            quick=b.quick if self.count_on else (),
        )


class ScoreRolled(BodyEffect, score=own("score"), entered=True, tied=()):
    """The initiative score with which a combatant enters the fight."""

    score: int


@derived
def slot_score(b: Body) -> int:
    """The score with what is added for this combat turn."""
    return b.score + b.boost


class RolledOff(BodyEffect):
    """A die of a roll-off between equals."""

    face: int

    def on(self, b: Body, /) -> Body:
        now = slot_score(b)
        before = b.tied if b.tied and b.tied[0] == now else (now,)
        return b._replace(tied=(*before, self.face))


class TieEnded(BodyEffect):
    """The dice of a roll-off count no more: the tie is another one now."""

    def on(self, b: Body, /) -> Body:
        last = b.tied[1:2] == (0,) and b.tied[0] == slot_score(b)
        return b._replace(tied=b.tied[:2] if last else ())


class Boosted(BodyEffect):
    """Added to the score for this combat turn only, for surprise or for the weapon declared."""

    by: int
    weapon: str = ""

    def on(self, b: Body, /) -> Body:
        return b._replace(boost=b.boost + self.by, boosted=self.weapon or b.boosted)


class BoostLost(BodyEffect, boost=taken("by"), boosted="", began=False):
    """The weapon's bonus is gone: the first action was no attack with it."""

    by: int


class Raised(BodyEffect):
    """Initiative bought with a six; from the next combat turn on, or at once."""

    by: int
    now: bool = False

    def on(self, b: Body, /) -> Body:
        return b._replace(score=b.score + self.by) if self.now else b._replace(bought=b.bought + self.by)


class Lifting(BodyEffect, lifting=added("by")):
    """Initiative bought for the next combat turn only."""

    by: int


class Lowered(BodyEffect):
    """The score put down to this for the rest of the fight; among equals it acts last."""

    to: int

    def on(self, b: Body, /) -> Body:
        return b._replace(score=self.to - b.boost, tied=(self.to, 0))


@dataclass(frozen=True, slots=True)
class SlotFell(Effect):
    """Whose slot it is: a combatant's, or nobody's until the next in order is found."""

    slot: Who | None
    who: Who = TABLE

    def on(self, table: Table, /) -> Table:
        return table._replace(current=self.slot)


@moment
class SlotBegan(BodyEffect, watch=None, watched=0, aware=True, opened=True):
    """The own slot begins: overwatch is over, and one knows what goes on."""


@moment
class SlotEnded(BodyEffect):
    """The slot is over; one slot of stunning has passed."""

    def on(self, b: Body, /) -> Body:
        return b._replace(over=True, stun=max(0, b.stun - 1))


class Closed(TableEffect, closed=True, current=None):
    """The game master ends the fight."""


@dataclass(frozen=True, slots=True)
class TimePassed(Effect):
    """So many seconds go by."""

    seconds: int
    who: Who = TABLE

    def on(self, table: Table, /) -> Table:
        return table._replace(clock=table.clock + self.seconds)


class Spent(BodyEffect, ap=taken("ap"), began=True):
    """Action points paid for an action of the own slot."""

    ap: int


class Reacted(BodyEffect, ap=taken("ap")):
    """Action points paid for a reaction, from the current slot or the coming one."""

    ap: int


class ActionPoints(BodyEffect, ap=own("ap")):
    """Action points set."""

    ap: int


@dataclass(frozen=True, slots=True)
class Darkness(Effect):
    """Darkness points gained (above 0) or spent (below)."""

    by: int
    who: Who = TABLE

    def on(self, table: Table, /) -> Table:
        return table._replace(darkness=max(0, table.darkness + self.by))


class Narrated(BodyEffect):
    """Something the sheet leaves to the table: who did what, with how many sixes (-1: no test)."""

    what: str
    sixes: int = -1


@dataclass(frozen=True, slots=True)
class Waited(Effect):
    """So many seconds go by between fights; bleeding by the hour counts on."""

    seconds: int
    who: Who = TABLE

    def on(self, table: Table, /) -> Table:
        now = table.clock + self.seconds
        return table._replace(clock=now, turn_at=now, last_at=table.clock)
