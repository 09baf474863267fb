"""Damage and armour, Broken, stress, critical injuries and their clocks."""

from __future__ import annotations

from affray.core.tally import Mod, tally
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis import tables
from affray.rulesets.coriolis.dice import d6, d66, hours_or_days, sixes
from affray.rulesets.coriolis.fighter import Fighter, needs_clock, table
from affray.rulesets.coriolis.state import Body, Game, Table

HOUR = 3_600


# --- damage through armour ----------------------------------------------------------------------


def suffer(play: Game, target: Fighter, by: Fighter, damage: int, ranged: bool) -> int:
    """The points of this damage that armour, and cover where it applies, let through (COR-DMG-02..09)."""
    covered = (ranged or play.house.cover_melee) and target.hidden and target.covered_from(by)
    rating = target.cover_rating if covered else 0
    pool = tally(
        Mod("COR-DMG-02", target.armour, "armour"), Mod(tables.cover_rules().get(rating, "COR-COV-09"), rating, "cover")
    )
    rules = ("COR-DMG-05", "COR-ACT-18", *(["COR-RNG-07", "COR-COV-09"] if ranged else []))
    stopped = play.roll(target, "armour", sixes, pool, *rules) if pool.total > 0 else 0
    through = max(0, damage - stopped)
    if through:
        if covered and play.house.cover_wears:
            play.do(fx.CoverWorn(target.who))
        wound(play, target, through, *(("COR-DMG-07", "COR-DMG-08") if stopped else ("COR-DMG-06",)))
    return through


def wound(play: Game, target: Fighter, points: int, *rules: str) -> None:
    """Hit points off; damage breaks overwatch, and 0 is Broken (COR-DMG-03, -10, COR-OVW-09)."""
    was = target.broken
    play.do(fx.Hurt(target.who, points), "COR-DMG-03", *rules)
    if target.watching:
        play.do(fx.WatchEnded(target.who), "COR-OVW-09")
    if was and play.house.broken_extra_injury:
        injure(play, target, 0)
    elif target.broken and not was:
        fallen(play, target, "COR-BRK-01", "COR-DMG-10")


def frighten(play: Game, target: Fighter, points: int, *rules: str) -> None:
    """Mind points off; at 0 one breaks down (AMB-27)."""
    was = target.unbroken
    play.do(fx.Stressed(target.who, points), *rules)
    if target.watching and play.house.overwatch_stress_breaks:
        play.do(fx.WatchEnded(target.who), "COR-OVW-09")
    if was and not target.unbroken:
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


def injure(play: Game, target: Fighter, more: int, actor: Fighter | None = None) -> int:
    """A D66 on the table of injuries; further sixes buy rerolls for worse.  Returns the sixes left."""
    roller = actor or target
    code = play.roll(roller, "critical injury", d66, tally(), "COR-CRT-02", "COR-DMG-12")
    while more and code < 66 and play.choose(roller, "reroll injury", lambda: (False, True), "COR-CRT-03", about=(target, code, more)):
        more -= 1
        again = play.roll(roller, "critical injury", d66, tally(), "COR-CRT-03", "COR-MBE-04", "COR-RBE-04")
        code = again if play.house.crit_reroll == "must_take_new" else max(code, again)
    play.call(inflict, target, code)
    return more


def inflict(play: Game, target: Fighter, code: int) -> None:
    """The injury's effects, at once."""
    kind = tables.injuries()[code]
    if "drop" in kind.codes and target.droppable:
        drop(play, target, target.droppable[0], "COR-CRT-02")
    was = target.unbroken
    play.do(fx.Injured(target.who, code), "COR-CRT-02", *(["COR-BRK-04"] if target.broken else []))
    if target.dead:
        play.do(fx.Died(target.who), "COR-CRT-04")
    if target.watching and not target.able:
        play.do(fx.WatchEnded(target.who), "COR-OVW-09")
    if was and not target.unbroken:
        fallen(play, target, "COR-CRT-02")


def drop(play: Game, one: Fighter, weapon: str, *rules: str) -> None:
    """A held weapon falls to the ground at one's feet (AMB-53)."""
    play.do(fx.Landed(one.who, weapon), *rules)
    play.do(fx.Dropped(one.who, weapon), *rules)
    if one.watching and not one.loaded_gun:
        play.do(fx.WatchEnded(one.who), *rules)


# --- clocks -------------------------------------------------------------------------------------


def clocks_to_roll(play: Game) -> Fighter | None:
    """Somebody with a clock that has still to be rolled."""
    return table(play).first(needs_clock)


def roll_clocks(play: Game, one: Fighter) -> None:
    """Hours until one gets up unhelped; an injury's limit and its days (COR-BRK-06, COR-CRT-04)."""
    now = table(play).clock
    for code in one.about(_unrolled):
        kind = tables.injuries()[code]
        limit = play.roll(one, "time limit", lambda _, n=kind.limit: hours_or_days(n), tally(), "COR-CRT-04") if kind.limit else 0
        days = play.roll(one, "days to heal", lambda _, n=kind.heal: hours_or_days(n), tally(), "COR-CRT-02") if kind.heal else 0
        play.do(fx.ClockRolled(one.who, now + limit * kind.unit if limit else -1, days, now), "COR-CRT-04")
    if one.about(_down_unclocked):
        hours = play.roll(one, "hours down", d6, tally(), "COR-BRK-06", "COR-DMG-13")
        play.do(fx.ComesBack(one.who, now + hours * HOUR), "COR-BRK-06")


def _unrolled(b: Body) -> tuple[int, ...]:
    return tuple(i.code for i in b.injuries if i.days < 0)


def _down_unclocked(b: Body) -> bool:
    return b.back < 0 and not b.dead and (b.hp == 0 or b.out or (b.mp == 0 and b.sheet.breaks_down))


def due(t: Table, b: Body) -> int | None:
    """A place for those for whom a clock has run out, or who bleed."""
    return None if b.dead else 0 if _killer(t, b) or _back(t, b) or _bleeding(b) or _healing(t, b) else None


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
        play.do(fx.CameBack(one.who, play.house.rest_restores), "COR-BRK-06", "COR-DMG-13")


def _killer(t: Table, b: Body) -> bool:
    return any(not i.treated and 0 <= i.deadline <= t.clock for i in b.injuries)


def _back(t: Table, b: Body) -> bool:
    return 0 <= b.back <= t.clock


def _bleeding(b: Body) -> bool:
    return b.hp > 0 and any(not i.treated and "bleed" in tables.injuries()[i.code].codes for i in b.injuries)


def _bleeds(t: Table, b: Body) -> int:
    """Points bled since the last combat turn: one a turn, or one each full hour."""
    points = 0
    for i in b.injuries:
        pace = "" if i.treated else tables.injuries()[i.code].codes.get("bleed", "")
        if pace == "turn":
            points += 1
        elif pace == "hour" and t.clock > i.since and (t.clock - i.since) % HOUR < 60:
            points += 1
    return points


def _healing(t: Table, b: Body) -> tuple[int, ...]:
    lasting = ("scar", "arm-lost", "leg-lost", "legs-paralysed", "body-paralysed")
    return tuple(
        i.code
        for i in b.injuries
        if i.days >= 0
        and t.clock >= i.since + i.days * 86_400
        and (i.days or i.since < t.clock)
        and not any(code in tables.injuries()[i.code].codes for code in lasting)
    )

