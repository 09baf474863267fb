"""What can happen in a fight: each effect changes one body."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from affray.core.effect import TABLE, Effect, Who
from affray.core.space import Point, away, towards
from affray.rulesets.coriolis import tables
from affray.rulesets.coriolis.sheet import Cover, Weapon
from affray.rulesets.coriolis.state import Body, Injury, Table, Thing

effect = dataclass(frozen=True, slots=True)


# --- the turn -----------------------------------------------------------------------------------


@effect
class TurnBegan(Effect):
    """A combat turn begins; the clock moves on by the seconds of a turn, but for the first."""

    seconds: int
    who: Who = TABLE

    def on(self, table: Table, /) -> Table:
        gone = self.seconds if table.turn else 0
        return table._replace(turn=table.turn + 1, clock=table.clock + gone, current=None)


@effect
class Refreshed(Effect):
    """A combatant's new combat turn: so many action points, bought initiative counts, boosts are gone."""

    who: Who
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
            began=False,
            quick=b.quick if self.count_on else 0,
        )


@effect
class ScoreRolled(Effect):
    """The initiative score with which a combatant enters the fight."""

    who: Who
    score: int

    def on(self, b: Body, /) -> Body:
        return b._replace(score=self.score, tied=())


@effect
class RolledOff(Effect):
    """A die of a roll-off between equals."""

    who: Who
    face: int

    def on(self, b: Body, /) -> Body:
        level = b.score + b.boost
        before = b.tied if b.tied and b.tied[0] == level else (level,)
        return b._replace(tied=(*before, self.face))


@effect
class Boosted(Effect):
    """Added to the score for this combat turn only: surprise, or the weapon declared."""

    who: Who
    by: int
    weapon: str = ""

    def on(self, b: Body, /) -> Body:
        return b._replace(boost=b.boost + self.by, boosted=self.weapon or b.boosted)


@effect
class BoostLost(Effect):
    """The weapon's bonus is gone: the first action was no attack with it."""

    who: Who
    by: int

    def on(self, b: Body, /) -> Body:
        return b._replace(boost=b.boost - self.by, boosted="", began=False)


@effect
class Raised(Effect):
    """Initiative bought with a six; from the next combat turn on, or at once."""

    who: Who
    by: int
    now: bool = False

    def on(self, b: Body, /) -> Body:
        return b._replace(score=b.score + self.by) if self.now else b._replace(bought=b.bought + self.by)


@effect
class Lifting(Effect):
    """Initiative bought for the next combat turn only."""

    who: Who
    by: int

    def on(self, b: Body, /) -> Body:
        return b._replace(lifting=b.lifting + self.by)


@effect
class Lowered(Effect):
    """The score put down to this for the rest of the fight; among equals it acts last."""

    who: Who
    to: int

    def on(self, b: Body, /) -> Body:
        return b._replace(score=self.to - b.boost, tied=(self.to, 0))


@effect
class SlotFell(Effect):
    """Whose slot it is: a combatant's, or nobody's until the next in order is found."""

    slot: Who | None
    who: Who = TABLE

    def on(self, table: Table, /) -> Table:
        return table._replace(current=self.slot)


@effect
class SlotBegan(Effect):
    """The own slot begins: overwatch is over, and one knows what goes on."""

    who: Who

    def on(self, b: Body, /) -> Body:
        return b._replace(watch=None, watched=0, aware=True)


@effect
class SlotEnded(Effect):
    """The slot is over; one slot of stunning has passed."""

    who: Who

    def on(self, b: Body, /) -> Body:
        return b._replace(over=True, stun=max(0, b.stun - 1))


@effect
class Closed(Effect):
    """The game master ends the fight."""

    who: Who = TABLE

    def on(self, table: Table, /) -> Table:
        return table._replace(closed=True, current=None)


@effect
class TimePassed(Effect):
    """So many seconds go by."""

    seconds: int
    who: Who = TABLE

    def on(self, table: Table, /) -> Table:
        return table._replace(clock=table.clock + self.seconds)


# --- action points, darkness points -------------------------------------------------------------


@effect
class Spent(Effect):
    """Action points paid for an action of the own slot."""

    who: Who
    ap: int

    def on(self, b: Body, /) -> Body:
        return b._replace(ap=b.ap - self.ap, began=True)


@effect
class Reacted(Effect):
    """Action points paid for a reaction, from the current slot or the coming one."""

    who: Who
    ap: int

    def on(self, b: Body, /) -> Body:
        return b._replace(ap=b.ap - self.ap)


@effect
class ActionPoints(Effect):
    """Action points set."""

    who: Who
    ap: int

    def on(self, b: Body, /) -> Body:
        return b._replace(ap=self.ap)


@effect
class Darkness(Effect):
    """Darkness points gained (above 0) or spent (below)."""

    by: int
    who: Who = TABLE

    def on(self, table: Table, /) -> Table:
        return table._replace(darkness=max(0, table.darkness + self.by))


@effect
class Narrated(Effect):
    """Something the sheet leaves to the table: who did what, with so many sixes (-1: no test)."""

    who: Who
    what: str
    sixes: int = -1

    def on(self, b: Body, /) -> Body:
        return b


# --- place and posture --------------------------------------------------------------------------


@effect
class Headed(Effect):
    """Where a movement goes that has been announced."""

    who: Who
    to: Point

    def on(self, b: Body, /) -> Body:
        return b._replace(heading=self.to)


@effect
class HeadedFor(Effect):
    """A movement towards a combatant (to arm's length) or, with a step below 0, away from it."""

    who: Who
    at: Who
    step: int

    @property
    def others(self) -> tuple[Who, ...]:
        return (self.at,)

    def on(self, b: Body, /, *others: Body) -> Body:
        there = others[0].spot
        to = towards(b.spot, there, self.step, 100) if self.step > 0 else away(b.spot, there, -self.step)
        return b._replace(heading=to)


@effect
class Moved(Effect):
    """The movement takes place: cover is left behind."""

    who: Who

    def on(self, b: Body, /) -> Body:
        return b._replace(spot=b.heading or b.spot, heading=None, cover=None)


@effect
class Stayed(Effect):
    """An announced movement does not take place."""

    who: Who

    def on(self, b: Body, /) -> Body:
        return b._replace(heading=None)


@effect
class Placed(Effect):
    """Put somewhere by the game master."""

    who: Who
    to: Point

    def on(self, b: Body, /) -> Body:
        return b._replace(spot=self.to, cover=None)


@effect
class Fell(Effect):
    """On the ground."""

    who: Who

    def on(self, b: Body, /) -> Body:
        return b._replace(prone=True)


@effect
class Stood(Effect):
    """On one's feet."""

    who: Who

    def on(self, b: Body, /) -> Body:
        return b._replace(prone=False)


@effect
class TookCover(Effect):
    """Behind something; None gives it up."""

    who: Who
    cover: Cover | None

    def on(self, b: Body, /) -> Body:
        return b._replace(cover=self.cover)


@effect
class CoverWorn(Effect):
    """The cover takes a point of wear."""

    who: Who

    def on(self, b: Body, /) -> Body:
        cover = b.cover
        if cover is None:
            return b
        return b._replace(cover=cover._replace(rating=cover.rating - 1) if cover.rating > 1 else None)


@effect
class Noticed(Effect):
    """Aware of the fight, or not."""

    who: Who
    aware: bool = True

    def on(self, b: Body, /) -> Body:
        return b._replace(aware=self.aware)


@effect
class Watched(Effect):
    """On overwatch, aiming there."""

    who: Who
    at: Point

    def on(self, b: Body, /) -> Body:
        return b._replace(watch=self.at, watched=0)


@effect
class WatchedAt(Effect):
    """On overwatch, aiming at where a combatant stands now."""

    who: Who
    at: Who

    @property
    def others(self) -> tuple[Who, ...]:
        return (self.at,)

    def on(self, b: Body, /, *others: Body) -> Body:
        return b._replace(watch=others[0].spot, watched=0)


@effect
class WatchFired(Effect):
    """A shot from overwatch."""

    who: Who

    def on(self, b: Body, /) -> Body:
        return b._replace(watched=b.watched + 1)


@effect
class WatchEnded(Effect):
    """Overwatch is over."""

    who: Who

    def on(self, b: Body, /) -> Body:
        return b._replace(watch=None, watched=0)


@effect
class HeldBy(Effect):
    """Pinned by a combatant (None: free again); cover is lost."""

    who: Who
    by: Who | None

    def on(self, b: Body, /) -> Body:
        return b._replace(held_by=self.by, cover=None if self.by is not None else b.cover)


@effect
class Holding(Effect):
    """Pinning a combatant (None: no longer)."""

    who: Who
    whom: Who | None

    def on(self, b: Body, /) -> Body:
        return b._replace(holding=self.whom)


# --- arms ---------------------------------------------------------------------------------------

HANDS = 2
"""Weapons that one can have in hand."""


@effect
class Drew(Effect):
    """A weapon comes to hand; with full hands the one drawn first is put away."""

    who: Who
    weapon: str

    def on(self, b: Body, /) -> Body:
        return b._replace(hands=(*b.hands[len(b.hands) - HANDS + 1 if len(b.hands) >= HANDS else 0 :], self.weapon))


@effect
class Dropped(Effect):
    """A weapon leaves the hand and the kit."""

    who: Who
    weapon: str

    def on(self, b: Body, /) -> Body:
        return b._replace(
            hands=tuple(h for h in b.hands if h != self.weapon),
            kit=tuple(w for w in b.kit if w.name != self.weapon),
            empty=tuple(e for e in b.empty if e != self.weapon),
        )


@effect
class Landed(Effect):
    """A weapon comes to lie at the feet of the combatant who held it."""

    of: Who
    weapon: str
    who: Who = TABLE

    @property
    def others(self) -> tuple[Who, ...]:
        return (self.of,)

    def on(self, table: Table, /, *others: Body) -> Table:
        b = others[0]
        found = [Thing(w, b.spot, w.name in b.empty) for w in b.kit if w.name == self.weapon]
        return table._replace(ground=(*table.ground, *found[:1]))


@effect
class TookUp(Effect):
    """A weapon comes from the ground to the kit and to hand."""

    who: Who
    weapon: str

    @property
    def others(self) -> tuple[Who, ...]:
        return (TABLE,)

    def on(self, b: Body, /, *others: object) -> Body:
        thing = next((t for t in cast(Table, others[0]).ground if t.weapon.name == self.weapon), None)
        if thing is None:
            return b
        empty = (*b.empty, self.weapon) if thing.empty else b.empty
        return Drew(self.who, self.weapon).on(b._replace(kit=(*b.kit, thing.weapon), empty=empty))


@effect
class Lifted(Effect):
    """A weapon is no longer on the ground."""

    weapon: str
    who: Who = TABLE

    def on(self, table: Table, /) -> Table:
        names = [t.weapon.name for t in table.ground]
        at = names.index(self.weapon)
        return table._replace(ground=(*table.ground[:at], *table.ground[at + 1 :]))


@effect
class ClipEmptied(Effect):
    """A weapon cannot fire until it is reloaded."""

    who: Who
    weapon: str

    def on(self, b: Body, /) -> Body:
        return b if self.weapon in b.empty else b._replace(empty=(*b.empty, self.weapon))


@effect
class Reloaded(Effect):
    """A fresh clip."""

    who: Who
    weapon: str
    used: int = 0

    def on(self, b: Body, /) -> Body:
        return b._replace(empty=tuple(e for e in b.empty if e != self.weapon), reloads=b.reloads - self.used, quick=0)


@effect
class QuickShot(Effect):
    """One more quick shot since they were last counted from 0."""

    who: Who
    count: int

    def on(self, b: Body, /) -> Body:
        return b._replace(quick=self.count)


@effect
class GotWeapon(Effect):
    """A weapon added to the kit by the game master."""

    who: Who
    weapon: Weapon

    def on(self, b: Body, /) -> Body:
        return b._replace(kit=(*[w for w in b.kit if w.name != self.weapon.name], self.weapon))


# --- harm ---------------------------------------------------------------------------------------


@effect
class Hurt(Effect):
    """Hit points lost; they stop at 0.  Below 0: given back, up to the full number."""

    who: Who
    points: int

    def on(self, b: Body, /) -> Body:
        return b._replace(hp=min(b.sheet.hit_points, max(0, b.hp - self.points)))


@effect
class Stressed(Effect):
    """Mind points lost; they stop at 0.  Below 0: given back, up to the full number."""

    who: Who
    points: int

    def on(self, b: Body, /) -> Body:
        return b._replace(mp=min(b.sheet.mind_points, max(0, b.mp - self.points)))


@effect
class Injured(Effect):
    """A critical injury by its D66, with what it does at once."""

    who: Who
    code: int

    def on(self, b: Body, /) -> Body:
        kind = tables.injuries()[self.code]
        return b._replace(
            injuries=(*b.injuries, Injury(self.code)),
            stun=b.stun + kind.stun,
            prone=b.prone or "fall" in kind.codes,
            out=b.out or "out" in kind.codes,
            dead=b.dead or kind.at_once,
        )


@effect
class ClockRolled(Effect):
    """The clocks of the newest injury whose clocks were not known: when it kills, how long it lasts."""

    who: Who
    deadline: int
    days: int
    since: int

    def on(self, b: Body, /) -> Body:
        at = next(n for n, injury in enumerate(b.injuries) if injury.days < 0)
        known = b.injuries[at]._replace(deadline=self.deadline, days=self.days, since=self.since)
        return b._replace(injuries=(*b.injuries[:at], known, *b.injuries[at + 1 :]))


@effect
class ComesBack(Effect):
    """When one who is down gets up without help, in seconds of the fight."""

    who: Who
    at: int

    def on(self, b: Body, /) -> Body:
        return b._replace(back=self.at)


@effect
class CameBack(Effect):
    """Up again, with at least so many points of body and mind."""

    who: Who
    points: int

    def on(self, b: Body, /) -> Body:
        return b._replace(hp=max(self.points, b.hp), mp=max(1, b.mp), out=False, back=-1)


@effect
class Helped(Effect):
    """First aid: hit points given back."""

    who: Who
    points: int

    def on(self, b: Body, /) -> Body:
        return b._replace(hp=min(b.sheet.hit_points, b.hp + self.points), back=b.back if b.out else -1)


@effect
class Calmed(Effect):
    """Mind points given back."""

    who: Who
    points: int

    def on(self, b: Body, /) -> Body:
        return b._replace(mp=min(b.sheet.mind_points, b.mp + self.points), back=b.back if b.out or b.hp == 0 else -1)


@effect
class Treated(Effect):
    """First aid stops the clock of an injury."""

    who: Who
    code: int

    def on(self, b: Body, /) -> Body:
        at = next(n for n, injury in enumerate(b.injuries) if injury.code == self.code and not injury.treated)
        done = b.injuries[at]._replace(treated=True)
        return b._replace(injuries=(*b.injuries[:at], done, *b.injuries[at + 1 :]))


@effect
class AidFailed(Effect):
    """First aid failed: this healer may not try again."""

    who: Who
    healer: Who

    def on(self, b: Body, /) -> Body:
        return b._replace(failed=(*b.failed, self.healer))


@effect
class Healed(Effect):
    """An injury is gone."""

    who: Who
    code: int

    def on(self, b: Body, /) -> Body:
        at = next(n for n, injury in enumerate(b.injuries) if injury.code == self.code)
        return b._replace(injuries=(*b.injuries[:at], *b.injuries[at + 1 :]))


@effect
class Died(Effect):
    """Dead."""

    who: Who

    def on(self, b: Body, /) -> Body:
        return b._replace(dead=True, hp=0)
