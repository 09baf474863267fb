"""Effects of the round: order, declarations, turns, actions spent."""

from __future__ import annotations

from dataclasses import dataclass

from affray.core.effect import TABLE, Effect, Who
from affray.core.field_effect import listed, own
from affray.rulesets.serenity.order import place
from affray.rulesets.serenity.state import Body, BodyEffect, Plan, Table, TableEffect
from affray.tabletop import moment


@dataclass(frozen=True, slots=True)
class RoundBegan(Effect):
    """A round begins; the clock moves on by its seconds, but for the first."""

    seconds: int
    who: Who = TABLE

    def on(self, table: Table, /) -> Table:
        gone = self.seconds if table.round else 0
        return table._replace(round=table.round + 1, clock=table.clock + gone, current=None, together=())


@moment
class Refreshed(BodyEffect):
    """A fighter's new round: nothing is used, and what was carried over is now its load."""

    def on(self, b: Body, /) -> Body:
        return b._replace(
            stated=False, acts=0, used=0, guards=0, guarded=0, stance="", load=b.carry, carry=0, over=False,
            spared=False, sat=False,
        )  # fmt: skip


class InitiativeRolled(BodyEffect, score=own("score"), entered=True, tied=(), lots=()):
    """The total that gives a place in the order."""

    score: int


class RolledOff(BodyEffect, tied=listed("total")):
    """By the option: a further roll between equals."""

    total: int


class LotRolled(BodyEffect, lots=listed("total")):
    """A roll among those who act at the same time: the highest turn is played first."""

    total: int


class Declared(BodyEffect, stated=True, acts=own("acts"), guards=own("guards"), stance=own("stance")):
    """What one means to do in this round."""

    acts: int
    guards: int
    stance: str = ""


@dataclass(frozen=True, slots=True)
class TurnFell(Effect):
    """Whose turn it is: a fighter's, or nobody's until the next in order is found."""

    turn: Who | None
    who: Who = TABLE

    def on(self, table: Table, /) -> Table:
        return table._replace(current=self.turn)


@dataclass(frozen=True, slots=True)
class ActTogether(Effect, reads=("with_",)):
    """Those who share the place of one fighter act at the same time."""

    with_: Who
    who: Who = TABLE

    def dependencies(self, other: Body) -> object:
        return place(other)

    def on(self, table: Table, /, *others: Body) -> Table:
        return table._replace(together=place(others[0]))


class Parted(TableEffect, together=()):
    """All who acted at the same time have acted."""


@moment
class TurnBegan(BodyEffect, aware=True, dodging=0, walked=False, stirred=False, fired=()):
    """The own turn begins: one knows that there is a fight, and a dodge is over."""


@moment
class TurnEnded(BodyEffect):
    """The own turn is over; a feint lasts one turn less."""

    def on(self, b: Body, /) -> Body:
        left = max(0, b.feint_left - 1)
        return b._replace(over=True, feint_left=left, feinting=b.feinting if left else None)


class Acted(BodyEffect):
    """So many of the declared actions are used; one that a trait gives for nothing is `spared`."""

    n: int
    spared: bool = False

    def on(self, b: Body, /) -> Body:
        return b._replace(used=b.used + self.n, spared=b.spared or self.spared)


class Guarded(BodyEffect):
    """A defence used: one declared, one that the next round pays for, or one paid for now."""

    how: str

    def on(self, b: Body, /) -> Body:
        return b._replace(
            guarded=b.guarded + (self.how != "next round"),
            guards=b.guards + (self.how == "now"),
            carry=b.carry + (self.how == "next round"),
        )


class SatOut(BodyEffect, sat=True):
    """The round is given up."""


@dataclass(frozen=True, slots=True)
class Capped(Effect):
    """The game master allows so many actions a round; 0 for any number."""

    most: int
    who: Who = TABLE

    def on(self, table: Table, /) -> Table:
        return table._replace(most=self.most)


class Closed(TableEffect, closed=True, current=None):
    """The game master ends the fight."""


@dataclass(frozen=True, slots=True)
class TimePassed(Effect):
    """So many seconds go by."""

    seconds: int
    who: Who = TABLE

    def on(self, table: Table, /) -> Table:
        return table._replace(clock=table.clock + self.seconds)


class Narrated(BodyEffect):
    """Something without figures: who did or said what."""

    what: str


def planned(who: Who, plan: Plan) -> Declared:
    """The declaration of a plan."""
    return Declared(who, plan.acts, plan.guards, plan.stance)
