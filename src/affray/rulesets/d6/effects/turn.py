"""Effects of the round: declarations, order, turns, what is held and aimed."""

from __future__ import annotations

from dataclasses import dataclass

from affray.core.effect import TABLE, Effect, Who
from affray.core.field_effect import own
from affray.core.tally import Mod
from affray.rulesets.d6.effects.outward import OutwardEffect
from affray.rulesets.d6.state import Body, BodyEffect, Held, Table, TableEffect
from affray.tabletop import moment


@dataclass(frozen=True, slots=True)
class RoundBegan(Effect):
    """A round begins; the clock moves on by the seconds of one, but for the first."""

    seconds: int
    who: Who = TABLE

    def on(self, table: Table, /) -> Table:
        gone = self.seconds if table.round else 0
        return table._replace(round=table.round + 1, clock=table.clock + gone, quiet=table.quiet + 1)


@moment
class Refreshed(BodyEffect):
    """A combatant's new round: nothing declared, nothing done.

    A spell that was not gone on with is lost, and so is a held action, unless it `persists`;
    a zone ends here by the option, and a vehicle stands that nobody has driven.
    """

    persists: bool = False
    zones_end: bool = False
    undeclared: bool = True

    def on(self, b: Body, /) -> Body:
        fresh = b._replace(
            done=False,
            acting=False,
            waits=0,
            toss=0,
            caught=(),
            spell=b.spell if b.chanted else "",
            components=b.components if b.chanted else 0,
            chanted=False,
            speed=b.speed if b.drove else 0,
            drove=False,
            zone=None if self.zones_end else b.zone,
        )
        if not self.persists:
            fresh = fresh._replace(held=None, held_for=None, held_at=None)
        return _undeclared(fresh) if self.undeclared else fresh._replace(declared=False)


def _undeclared(b: Body) -> Body:
    return b._replace(declared=False, actions=1, lead="", led=False, used=0, moves=0, halves=0, fought=False)


class Declared(BodyEffect):
    """How many actions one will take, and with which skill the first of them."""

    actions: int
    lead: str = ""

    def on(self, b: Body, /) -> Body:
        return _undeclared(b)._replace(declared=b.declared, actions=self.actions, lead=self.lead)


class Ordered(BodyEffect):
    """The place in the order of the round, and where it comes from."""

    mods: tuple[Mod, ...]

    def on(self, b: Body, /) -> Body:
        return b._replace(key=sum([mod.amount for mod in self.mods]), declared=True)


class Waited(BodyEffect):
    """One of several equals holds back, or goes together with the others."""

    back: bool

    def on(self, b: Body, /) -> Body:
        return b._replace(waits=2 if self.back else 1)


class Tossed(BodyEffect):
    """A die that breaks a tie, by the option."""

    face: int

    def on(self, b: Body, /) -> Body:
        return b._replace(toss=6 * b.toss + self.face)


@moment
class TurnBegan(BodyEffect, acting=True, zone=None, evading=False):
    """A combatant's turn: its own zone and evasive driving are over."""


@moment
class TurnEnded(BodyEffect):
    """A combatant has acted; the vehicle of a driver who did not drive stands."""

    def on(self, b: Body, /) -> Body:
        return b._replace(acting=False, done=True, speed=b.speed if b.drove else 0)


class Acted(BodyEffect):
    """Actions used up, of those declared; `skilled` is the first with a skill."""

    actions: int
    skilled: bool = False

    def on(self, b: Body, /) -> Body:
        return b._replace(used=b.used + self.actions, led=b.led or self.skilled)


class Fought(BodyEffect, fought=True, aim=None, aimed=0, aims_with=""):
    """An attack was made: aim is spent, and the attacker is known of."""


class Revealed(OutwardEffect, unseen=False):
    """Everybody knows of this one now."""


class Aimed(BodyEffect):
    """A round of aiming at somebody: so many dice, at most `most`."""

    at: Who
    weapon: str
    most: int = 1

    def on(self, b: Body, /) -> Body:
        on_it = b.aim == self.at and b.aims_with == self.weapon
        dice = min(self.most, b.aimed + 1) if on_it else 1
        return b._replace(aim=self.at, aimed=dice, aims_with=self.weapon)


class AimLost(BodyEffect, aim=None, aimed=0, aims_with=""):
    """The aim is gone."""


class WentOnHold(OutwardEffect, held=own("held"), held_for=None, held_at=None):
    """An action waits for an event."""

    held: Held


class HeldFor(OutwardEffect, held_for=own("by")):
    """Whose deed sets the held action off."""

    by: Who


class HeldAt(OutwardEffect, held_at=own("at")):
    """At whom the held action goes."""

    at: Who


class Triggered(BodyEffect, held=None, held_for=None, held_at=None):
    """The event has come: the action is held no longer."""


class LetGo(BodyEffect, held=None, held_for=None, held_at=None):
    """What was held ready is given up."""


@dataclass(frozen=True, slots=True)
class Stalled(Effect):
    """Nobody left can hurt anybody: the fight cannot end by itself."""

    hopeless: bool = True
    """Whether that is known; otherwise nobody has been hurt for long."""
    who: Who = TABLE

    def on(self, table: Table, /) -> Table:
        return table._replace(told=table.round)


class Closed(TableEffect, closed=True):
    """The game master ends the fight."""


@dataclass(frozen=True, slots=True)
class TimePassed(Effect):
    """So many seconds go by."""

    seconds: int
    who: Who = TABLE

    def on(self, table: Table, /) -> Table:
        return table._replace(clock=table.clock + self.seconds)
