"""Damage and armour, Broken, stress, critical injuries and their clocks."""

from __future__ import annotations

from typing import NamedTuple

from affray.core.message import msg
from affray.core.stopped import Stopped
from affray.core.tally import Mod, tally
from affray.core.view import derived
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis import tables
from affray.rulesets.coriolis.dice import d6, d66, hours_or_days, sixes, worse
from affray.rulesets.coriolis.fighter import (
    Fighter,
    broken_by,
    down_unclocked,
    legs_gone,
    needs_clock,
    paralysed,
    table,
)
from affray.rulesets.coriolis.phrases import sixes as so_many
from affray.rulesets.coriolis.state import Body, Game, Injury, Table
from affray.rulesets.coriolis.tables import BLEED, Wound
from affray.tabletop.question import NO_YES, Question

HOUR, DAY = 3_600, 86_400
LOST = {Wound("arm-lost"), Wound("leg-lost")}
PARALYSED = {legs_gone, paralysed}


ARMOUR = ("COR-DMG-05", "COR-ACT-18")
"""The rules of every armour roll: when it is made, and that it is free."""


# --- damage through armour ----------------------------------------------------------------------


def suffer(play: Game, target: Fighter, by: Fighter, damage: int, ranged: bool, *causes: str) -> bool:
    """The points of this damage that armour and cover let through.

    Cover counts where it applies (COR-DMG-02..09).
    """
    covered = (ranged or play.house.cover_melee) and target.hidden and target.covered_from(by)
    rating = target.cover_rating if covered else 0
    pool = tally(
        Mod("COR-DMG-02", target.armour, "armour"),
        Mod(tables.cover_rules().get(rating, "COR-COV-09"), rating, "cover"),
    )
    rules = (*ARMOUR, *(["COR-RNG-07"] if ranged else []), *(["COR-COV-09"] if covered else []))

    def read_by(stopped: int) -> tuple[str, ...]:
        if not stopped:
            return ("COR-DMG-06",)
        return ("COR-DMG-07", "COR-DMG-09" if stopped >= damage else "COR-DMG-08")

    stopped = play.roll(target, "armour", sixes, pool, *rules, read_by=read_by) if pool.total > 0 else 0
    through = max(0, damage - stopped)
    if through:
        if covered and play.house.cover_wears:
            play.do(fx.CoverWorn(target.who), "AMB-42")
        left = ("COR-DMG-07", "COR-DMG-08") if stopped else ("COR-DMG-06",)
        wound(play, target, through, *causes, *left, *(["COR-RNG-08"] if ranged else []))
    elif stopped:
        what = Stopped(target.who, damage, stopped, target.armour > 0, rating > 0)
        play.remark(what, "COR-DMG-07", "COR-DMG-09")
    return through > 0


def wound(play: Game, target: Fighter, points: int, *rules: str) -> None:
    """Hit points off; damage breaks overwatch, and 0 is Broken.

    See COR-DMG-03, -10, COR-OVW-09.
    """
    was = target.broken
    falls = ("COR-DMG-10", "COR-BRK-01") if target.about(broken_by(points)) else ("COR-DMG-11",)
    play.do(fx.Hurt(target.who, points), "COR-DMG-03", *(("AMB-48",) if was else falls), *rules)
    hit_by(play, target, not was)
    if was and play.house.broken_extra_injury:
        injure(play, target, 0)


def hit_by(play: Game, target: Fighter, up: bool) -> None:
    """What follows when hit points are lost; `up`: whether there were any before."""
    if target.watching:
        play.do(fx.WatchEnded(target.who), "COR-OVW-09")
    if up and target.broken:
        fallen(play, target, "COR-BRK-01", "COR-DMG-10")


def frighten(play: Game, target: Fighter, points: int, *rules: str) -> None:
    """Mind points off; at 0 one breaks down (AMB-27)."""
    up = target.unbroken
    play.do(fx.Stressed(target.who, points), *rules)
    shaken_by(play, target, up)


def shaken_by(play: Game, target: Fighter, up: bool) -> None:
    """What follows when mind points are lost; `up`: whether one was unbroken."""
    if target.watching and play.house.overwatch_stress_breaks:
        play.do(fx.WatchEnded(target.who), "COR-OVW-09")
    if up and not target.unbroken:
        fallen(play, target, "COR-BRK-02")


def fallen(play: Game, target: Fighter, *rules: str) -> None:
    """Who is down holds nobody, is held by nobody and watches nothing (AMB-44)."""
    if target.watching:
        play.do(fx.WatchEnded(target.who), *rules)
    release(play, target, *rules)


def release(play: Game, one: Fighter, *rules: str) -> None:
    """End a grapple, whichever side of it this one is on."""
    for holder, held in ((one, one.held), (one.holder, one)):
        if holder is not None and held is not None:
            play.do(fx.HeldBy(held.who, None), *rules)
            play.do(fx.Holding(holder.who, None), *rules)


# --- critical injuries --------------------------------------------------------------------------


def injure(
    play: Game,
    target: Fighter,
    more: int,
    actor: Fighter | None = None,
    bought: tuple[str, ...] = (),
    again_by: tuple[str, ...] = (),
) -> int:
    """A D66 on the table of injuries; further sixes buy rerolls for worse.

    Returns the sixes left.
    """
    roller, down = actor or target, ("COR-DMG-12",) if target.broken else ()
    up, running = target.unbroken, table(play).current == target
    kind, left = play.let(
        lambda rolled: fx.Injured(target.who, rolled[0], running),
        ("COR-CRT-02", *(("COR-BRK-04",) if down else ())),
        lambda rolled: (tables.at_once(rolled[0]), rolled[1]),
        rolled_injury, roller, target, more, (*bought, *down), again_by,
    )  # fmt: skip
    stricken(play, target, kind.drops, up)
    return left


def rolled_injury(
    play: Game, roller: Fighter, target: Fighter, more: int, rules: tuple[str, ...], again_by: tuple[str, ...]
) -> tuple[int, int]:
    """The D66 of an injury, after all rerolls, and the sixes left (COR-CRT-02)."""
    code = play.roll(roller, "critical injury", d66, tally(), "COR-CRT-02", *rules)
    return play.again(rerolled, roller, target, code, more, again_by) if more else (code, 0)


class Rerolled(NamedTuple):
    """Whose injury it is, which, and the sixes that are left."""

    target: Fighter
    code: int
    left: int


REROLL: Question[Rerolled, bool] = Question(
    name="reroll injury",
    asks=lambda who, foe, about: msg(
        "{foe}'s critical injury: {code}. Spend a six to roll again for a worse one ({sixes} left)?",
        code=about.code,
        foe=foe,
        sixes=so_many(about.left),
    ),
    tells="{who} rolls the injury again",
    deed="roll the injury again",
    rules=("COR-CRT-03",),
    options=NO_YES,
)


def rerolled(
    play: Game, roller: Fighter, target: Fighter, code: int, more: int, rules: tuple[str, ...]
) -> tuple[int, int]:
    """The injury after rerolls for a worse one, and the sixes left (COR-CRT-03)."""
    if not more or code == 66 or not REROLL.put(play, roller, Rerolled(target, code, more)):
        return code, more
    best = play.house.crit_reroll != "must_take_new"
    again = play.roll(
        roller, "critical injury", worse("critical injury", best), tally(), "COR-CRT-03", *rules
    )
    now = max(code, again) if best else again
    return play.again(rerolled, roller, target, now, more - 1, rules)


def inflict(play: Game, target: Fighter, code: int, running: bool) -> None:
    """A certain injury with its effects.

    `running` says whether it takes the rest of a slot, as it always does in the own one.
    """
    up, running = target.unbroken, running or table(play).current == target
    play.do(fx.Injured(target.who, code, running), "COR-CRT-02")
    stricken(play, target, tables.at_once(code).drops, up)


def stricken(play: Game, target: Fighter, drops: bool, up: bool) -> None:
    """What follows from an injury at once; `up`: whether the target was unbroken."""
    if drops and target.droppable:
        drop(play, target, target.droppable[0], "COR-CRT-02")
    if target.able:
        return
    if target.dead:
        play.do(fx.Died(target.who), "COR-CRT-04")
    if target.watching:
        play.do(fx.WatchEnded(target.who), "COR-OVW-09")
    if up and not target.unbroken:
        fallen(play, target, "COR-CRT-02")


def drop(play: Game, one: Fighter, weapon: str, *rules: str) -> None:
    """A held weapon falls to the ground at one's feet (AMB-53)."""
    play.do(fx.Landed(one.who, weapon), *rules)
    play.do(fx.Dropped(one.who, weapon), *rules)
    disarmed(play, one, *rules)


def disarmed(play: Game, one: Fighter, *rules: str) -> None:
    """Overwatch takes a loaded gun in hand (AMB-38)."""
    if one.watching and not one.loaded_gun:
        play.do(fx.WatchEnded(one.who), *rules)


# --- clocks -------------------------------------------------------------------------------------


def clocks_to_roll(play: Game) -> Fighter | None:
    """Somebody with a clock that has still to be rolled."""
    return table(play).first(needs_clock)


def roll_clocks(play: Game, one: Fighter) -> None:
    """Hours until one gets up unhelped; an injury's limit and its days.

    See COR-BRK-06, COR-CRT-04.
    """
    for code in one.about(_unrolled):
        kind = tables.injury(code)
        play.call(roll_clock, one, kind.limit, kind.unit, kind.heal)
    if one.about(down_unclocked):
        hours = play.roll(one, "hours down", d6, tally(), "COR-BRK-06", *waits_by(one))
        play.do(fx.ComesBack(one.who, hours), "COR-BRK-06")


def roll_clock(play: Game, one: Fighter, limit: int, unit: int, heal: int) -> None:
    """How long an injury takes to kill, in D6 of a unit of seconds, and to heal, in D6 of days."""
    time = play.roll(one, "time limit", lambda _: hours_or_days(limit), tally(), "COR-CRT-04") if limit else 0
    days = play.roll(one, "days to heal", lambda _: hours_or_days(heal), tally(), "COR-CRT-02") if heal else 0
    timed = (*(["COR-CRT-04"] if limit else []), *(["COR-CRT-02"] if heal else []))
    play.do(fx.ClockRolled(one.who, time * unit, days), *(timed or ("COR-CRT-02",)))


def _unrolled(b: Body) -> tuple[int, ...]:
    return tuple(i.code for i in b.injuries[b.timed :])


def due(t: Table, b: Body) -> int | None:
    """A place for those for whom a clock has run out, or who bleed."""
    first = None if b.dead else strikes_at(b)
    return 0 if first is not None and first <= t.clock else None


@derived
def strikes_at(b: Body) -> int | None:
    """The second of the fight from which a clock has run out for one: 0 for who bleeds, None for never."""
    moments = [0] if _bleeding(b) else []
    if b.hours > 0:
        moments.append(max(HOUR, b.fell + b.hours * HOUR))
    for n, i in enumerate(b.injuries[: b.timed]):
        kind, clock = tables.injury(i.code), b.clocks[n]
        if kind.limit and not i.treated and clock.deadline >= 0:
            moments.append(max(kind.unit, clock.deadline))
        if not lasts(i):
            moments.append(max(DAY, clock.since + clock.days * DAY) if kind.heal > 0 else 0)
    return min(moments, default=None)


def time_runs(play: Game) -> None:
    """What the clocks bring at the start of a combat turn."""
    for one in table(play).all(due):
        play.call(clock_strikes, one)


def clock_strikes(play: Game, one: Fighter) -> None:
    """Fatal injuries kill, wounds bleed, who is down gets up, injuries heal."""
    view = table(play)
    if view.between(one, _killer):
        play.do(fx.Died(one.who), "COR-CRT-04")
        fallen(play, one, "COR-CRT-04")
        return
    for _ in range(view.between(one, _bleeds)):
        if not one.broken:
            wound(play, one, 1, "COR-CRT-02")
    for code in view.between(one, _healing):
        play.do(fx.Healed(one.who, code), "COR-CRT-02")
    if view.between(one, _back):
        play.do(fx.CameBack(one.who, play.house.rest_restores), "COR-BRK-06", *waits_by(one))


def waits_by(one: Fighter) -> tuple[str, ...]:
    """The rule of who is Broken without an injury."""
    return ("COR-DMG-13",) if one.about(_only_broken) else ()


def _only_broken(b: Body) -> bool:
    return b.hp == 0 and not b.injuries


def _killer(t: Table, b: Body) -> bool:
    """Whether an untreated injury's limit is over.

    Limits shorter than their own unit cannot be.
    """
    for n, i in enumerate(b.injuries[: b.timed]):
        kind = tables.injury(i.code)
        # A limit is one of its units at least: before that nothing of the clock that was rolled is read.
        if kind.limit and not i.treated and t.clock >= kind.unit and 0 <= b.clocks[n].deadline <= t.clock:
            return True
    return False


def _back(t: Table, b: Body) -> bool:
    return b.hours > 0 and t.clock >= HOUR and b.fell + b.hours * HOUR <= t.clock


def _bleeding(b: Body) -> bool:
    return b.hp > 0 and any(not i.treated and BLEED in tables.injury(i.code).codes for i in b.injuries)


def _bleeds(t: Table, b: Body) -> int:
    """Points bled since the last combat turn began: one a turn, or one each full hour."""
    points = 0
    for n, i in enumerate(b.injuries[: b.timed]):
        pace = "" if i.treated else tables.injury(i.code).codes.get(BLEED, "")
        if pace == "turn":
            points += 1
        elif pace == "hour":
            since = b.clocks[n].since
            points += (t.clock - since) // HOUR - max(0, t.last_at - since) // HOUR
    return points


def lasts(i: Injury) -> bool:
    """Whether it never heals.

    Limbs that are lost do not, nor does paralysis that nobody has treated.
    """
    codes = tables.injury(i.code).codes
    return not LOST.isdisjoint(codes) or not (i.treated or PARALYSED.isdisjoint(codes))


def _healing(t: Table, b: Body) -> tuple[int, ...]:
    """The injuries that are over: after their days, or by the next combat turn if they last none."""
    healed = []
    for n, i in enumerate(b.injuries[: b.timed]):
        days = tables.injury(i.code).heal > 0
        if not lasts(i) and (
            not days or (t.clock >= DAY and t.clock >= b.clocks[n].since + b.clocks[n].days * DAY)
        ):
            healed.append(i.code)
    return tuple(healed)
