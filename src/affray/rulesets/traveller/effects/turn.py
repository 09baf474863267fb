"""Effects of time and order: rounds, initiative, turns, reactions, leadership."""

from __future__ import annotations

from dataclasses import dataclass

from affray.core.effect import TABLE, Effect, Who
from affray.core.field_effect import own, taken
from affray.rulesets.traveller.effects.outward import OutwardEffect
from affray.rulesets.traveller.state import ACTS, Body, BodyEffect, Table, Work
from affray.tabletop import moment

SECONDS = 6
"""In a round."""


@dataclass(frozen=True, slots=True)
class RoundBegan(Effect):
    """A round begins; the clock moves on by its seconds, but for the first."""

    who: Who = TABLE

    def on(self, table: Table, /) -> Table:
        gone = SECONDS if table.round else 0
        return table._replace(round=table.round + 1, clock=table.clock + gone, current=None)


@moment
class Refreshed(BodyEffect):
    """A new round; a turn that is still put off is lost, or comes first.

    Who had no turn at all in the round that is over, being unconscious, has lost that one by a dive.
    """

    late_is_first: bool = False

    def on(self, b: Body, /) -> Body:
        work = b.work._replace(fresh=False, blocked=False) if b.work else None
        return b._replace(
            acts=ACTS,
            first=self.late_is_first and b.deferring,
            done=False,
            opened=False,
            deferring=False,
            asked=False,
            together=False,
            wrestled=False,
            loses=b.loses and (b.done or not b.entered),
            work=work,
        )


class InitiativeRolled(BodyEffect):
    """The Effect of the initiative check, and the DEX by which ties are broken."""

    score: int
    full: bool = False
    late: bool = False
    """Whether it is a newcomer, who acts from the next round on."""

    def on(self, b: Body, /) -> Body:
        quick = b.sheet.dexterity if self.full else b.dexterity
        return b._replace(score=self.score, quick=quick, entered=True, done=b.done or self.late)


class Boosted(BodyEffect, boost=own("by")):
    """Added to initiative for an ambush; 0 when that is over."""

    by: int


class TacticsCounted(BodyEffect, tactics=own("by"), planned=True):
    """What the side's Tactics check adds to a member's initiative."""

    by: int


@dataclass(frozen=True, slots=True)
class TurnFell(Effect):
    """Whose turn it is; None until the next in order is found."""

    turn: Who | None
    who: Who = TABLE

    def on(self, table: Table, /) -> Table:
        return table._replace(current=self.turn)


@moment
class TurnBegan(BodyEffect):
    """The own turn: all of it is there; reactions since the last weigh on it."""

    once: bool = False
    """Whether several reactions weigh no more than one."""
    pool_ends: bool = True

    def on(self, b: Body, /) -> Body:
        return b._replace(
            acts=ACTS,
            opened=True,
            deferring=False,
            first=False,
            penalty=min(1, b.reacted) if self.once else b.reacted,
            reacted=0,
            pool=0 if self.pool_ends else b.pool,
            gift=0 if self.pool_ends else b.gift,
        )


@moment
class TurnEnded(OutwardEffect, done=True, opened=True, deferring=False, acts=0, penalty=0):
    """The turn of this round is over."""


class TurnLost(OutwardEffect):
    """The turn passes unused, because of a dive for cover."""

    pool_ends: bool = True

    def on(self, b: Body, /) -> Body:
        return b._replace(
            done=True,
            opened=True,
            deferring=False,
            acts=0,
            loses=False,
            pool=0 if self.pool_ends else b.pool,
            gift=0 if self.pool_ends else b.gift,
        )


class Deferred(OutwardEffect):
    """The turn is put off: it may be taken at any later moment of the round."""

    def on(self, b: Body, /) -> Body:
        return b._replace(
            deferring=True, opened=False, asked=True, together=False, reacted=b.reacted + b.penalty, penalty=0
        )


class Passed(BodyEffect, asked=own("asked")):
    """One who has put off the turn lets this moment pass, or (False) has a new one."""

    asked: bool = True


class Together(BodyEffect, together=own("together")):
    """Acts at the same moment as others; harm among them waits until all have acted."""

    together: bool = True


class Spent(BodyEffect, acts=taken("cost")):
    """So much of the turn used: 2 for a significant action, 1 for a minor one."""

    cost: int


class Reacted(OutwardEffect):
    """A reaction taken: it weighs on the next turn, and the aim is lost."""

    keeps_aim: bool = False

    def on(self, b: Body, /) -> Body:
        return b._replace(reacted=b.reacted + 1, aim=b.aim if self.keeps_aim else 0)


class TurnForfeited(OutwardEffect, loses=True):
    """The next turn will be lost."""


class Aimed(BodyEffect):
    """One more step of aiming, up to the most."""

    most: int

    def on(self, b: Body, /) -> Body:
        return b._replace(aim=min(self.most, b.aim + 1))


class AimEnded(BodyEffect, aim=0):
    """The aim is used up or lost."""


class PoolFilled(OutwardEffect):
    """A leader has so many DMs to hand out (TRV-LEAD-02)."""

    points: int

    def on(self, b: Body, /) -> Body:
        return b._replace(pool=max(0, self.points))


class LeadEnded(BodyEffect, pool=0, gift=0):
    """The next turn of a leader has come who cannot take it: no DMs are left of theirs."""


class GiftFilled(OutwardEffect):
    """A leader's failure is worth so many DMs to the other side (TRV-LEAD-03)."""

    points: int

    def on(self, b: Body, /) -> Body:
        return b._replace(gift=max(0, self.points))


class PoolUsed(BodyEffect):
    """One DM of a pool used, or of what a leader gave to the other side."""

    gift: bool = False

    def on(self, b: Body, /) -> Body:
        return b._replace(gift=b.gift - 1) if self.gift else b._replace(pool=b.pool - 1)


class Narrated(BodyEffect):
    """Something the sheet leaves to the table: who did what, and how well."""

    what: str
    result: int = 0
    """The Effect of the check, if there was one."""
    rolled: bool = False


class WorkDone(BodyEffect):
    """A round of an extended action; it is begun, or gone on with."""

    project: str
    rounds: int = 1

    def on(self, b: Body, /) -> Body:
        work = same_work(b, self.project)
        done = 0 if work.blocked else self.rounds
        return b._replace(work=work._replace(progress=work.progress + done, fresh=done > 0, on=True))


class WorkLeft(BodyEffect):
    """Something else is done: the work rests, its progress stays."""

    def on(self, b: Body, /) -> Body:
        return b._replace(work=b.work._replace(on=False) if b.work else None)


class ProgressLost(BodyEffect):
    """This round brings an extended action nothing."""

    def on(self, b: Body, /) -> Body:
        if b.work is None:
            return b
        gone = 1 if b.work.fresh else 0
        return b._replace(work=b.work._replace(progress=b.work.progress - gone, fresh=False, blocked=True))


class WorkEnded(BodyEffect, work=None):
    """Nothing is left of an extended action: it is finished or ruined."""


@dataclass(frozen=True, slots=True)
class ProjectEnded(Effect):
    """A project is finished, or ruined for good."""

    project: str
    ruined: bool
    who: Who = TABLE

    def on(self, table: Table, /) -> Table:
        return table._replace(ended=(*table.ended, self.project))


@dataclass(frozen=True, slots=True)
class Won(Effect):
    """The fight is over and this side has won it."""

    side: str
    who: Who = TABLE

    def on(self, table: Table, /) -> Table:
        return table._replace(won=self.side, current=None)


class OpeningOver(BodyEffect):
    """The shot before the fight has been fired or let go."""

    def on(self, b: Body, /) -> Body:
        return b._replace(opens=False, acts=ACTS)


def same_work(b: Body, project: str) -> Work:
    """What a fighter has done of a project so far."""
    return b.work if b.work and b.work.name == project else Work(project)
