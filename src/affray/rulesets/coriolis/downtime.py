"""Between fights: first aid, calming, clips; hours down, injuries' days."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from affray.core.act import Act
from affray.core.downtime import DAY, HOUR, Carry, Deed, Downtime, kept, step_by_step
from affray.core.message import msg
from affray.rulesets.coriolis import aid, gear, harm, tables
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis.declare import fit
from affray.rulesets.coriolis.fighter import Fighter, carries, clips_left, everyone, table
from affray.rulesets.coriolis.house import House
from affray.rulesets.coriolis.state import AP, Body, Game, State, Table


def opened(house: House) -> Table:
    """The table of a campaign that begins."""
    return Table(darkness=house.darkness_start)


def at(t: Table, clock: int) -> Table:
    """The table when the clock shows so many seconds."""
    return t._replace(clock=clock, turn_at=clock, last_at=clock)


def carried(c: Carry) -> Body:
    """Points, injuries with their clocks, hours down, and which clips are empty.

    What failed in first aid counts until the next fight (AMB-49).
    """
    old: Body = c.old
    fresh: Body = c.fresh
    mine = [w.name for w in fresh.kit]
    return fresh._replace(
        hp=kept(old.hp, old.sheet.hit_points, fresh.sheet.hit_points),
        mp=kept(old.mp, old.sheet.mind_points, fresh.sheet.mind_points),
        injuries=old.injuries,
        timed=old.timed,
        clocks=old.clocks,
        out=old.out,
        dead=old.dead,
        hours=old.hours,
        fell=old.fell,
        empty=tuple(name for name in old.empty if name in mine),
        reloaded=tuple(name for name in old.reloaded if name in mine),
        failed=tuple(c.met[who] for who in old.failed if who in c.met),
        ap=AP,
    )


def timed(b: Body, later: int) -> Body:
    """The body, with hours down and the clocks of injuries so many seconds later."""
    clocks = [
        c._replace(deadline=c.deadline + later * (c.deadline >= 0), since=c.since + later) for c in b.clocks
    ]
    return b._replace(fell=b.fell + later, clocks=tuple(clocks))


# --- time ----------------------------------------------------------------------------------------------


def due(play: Game) -> bool:
    """Clocks are rolled before anything is done (COR-BRK-06, COR-CRT-04)."""
    one = harm.clocks_to_roll(play)
    if one is not None:
        play.call(harm.roll_clocks, one)
    return one is not None


def on_to(play: Game, end: int) -> None:
    """The next thing that time brings, or the end."""
    coming = next_moment(play.house.time_turn_seconds)
    moments = [table(play).between(one, coming) for one in everyone(play)]
    to = min([end, *[m for m in moments if m is not None]])
    play.do(fx.Waited(to - table(play).clock), "AMB-64")
    play.call(harm.time_runs)
    while (one := harm.clocks_to_roll(play)) is not None:
        play.call(harm.roll_clocks, one)


passes = step_by_step(on_to)
"""Time passes, from one thing that it brings to the next."""


@cache
def next_moment(turn: int) -> Callable[[Table, Body], int | None]:
    """The next second at which time brings something to somebody."""
    return lambda t, b: min((m for m in _moments(t, b, turn) if m > t.clock), default=None)


def _moments(t: Table, b: Body, turn: int) -> Iterator[int]:
    """When one gets up, bleeds, dies of an injury, is rid of one."""
    if b.dead:
        return
    if b.hours > 0:
        yield b.fell + b.hours * HOUR
    for i, clock in zip(b.injuries[: b.timed], b.clocks, strict=True):
        kind = tables.injury(i.code)
        pace = "" if i.treated or not b.hp else kind.codes.get(tables.BLEED, "")
        if kind.limit and not i.treated and clock.deadline >= 0:
            yield clock.deadline
        if kind.heal and not harm.lasts(i):
            yield clock.since + clock.days * DAY
        if pace:
            past = (t.clock - clock.since) // HOUR + 1
            yield t.clock + turn if pace == "turn" else clock.since + past * HOUR


# --- what one can do -----------------------------------------------------------------------------------


def deeds(fight: State) -> Iterator[Deed]:
    """First aid and calming of each by each, and fresh clips."""
    for by in fight.everyone:
        b: Body = fight.bodies[by]
        for patient in fight.everyone:
            other: Body = fight.bodies[patient]
            for what in (aid.BROKEN, *dict.fromkeys(str(i.code) for i in other.injuries)):
                yield Deed(by, aid.FIRST_AID.act(patient, item=what))
            yield Deed(by, aid.CALM.act(patient))
        yield from (Deed(by, gear.RELOAD.act(item=name)) for name in dict.fromkeys(b.empty))


def perform(play: Game, actor: Fighter, act: Act) -> None:
    """A deed; a slow one takes a combat turn (COR-ACT-03, COR-INIT-07)."""
    fit(play, actor)
    if act.name == gear.RELOAD.name:
        reload(play, actor, act.item)
        return
    patient = Fighter(play, actor.who if act.at is None else act.at)
    if act.name == aid.FIRST_AID.name:
        aid.FIRST_AID.needs(play, actor, patient, act)
        aid.FIRST_AID.run(play, actor, patient, act)
    else:
        aid.CALM.needs(play, actor, patient, act)
        aid.CALM.run(play, actor, patient, act)
    passes(play, play.house.time_turn_seconds)


def reload(play: Game, actor: Fighter, name: str) -> None:
    """A fresh clip for a weapon, in hand or not (COR-ACT-08, AMB-54)."""
    counted = play.house.ammo_reloads == "counted"
    play.need(actor.about(carries(name)), "COR-ACT-12", "does not carry it")
    play.need(actor.about(_is_empty(name)), "COR-ACT-08", "is loaded")
    play.need(not counted or actor.about(clips_left(name)) > 0, "AMB-54", "has no clip left for it")
    play.do(fx.Reloaded(actor.who, name, counted), "COR-ACT-08", "COR-AUT-06")


@cache
def _is_empty(name: str) -> Callable[[Body], bool]:
    return lambda b: name in b.empty


def in_words(by: str, whom: str, act: Act) -> str:
    """A deed as a player says it."""
    if act.name == gear.RELOAD.name:
        return msg("{by} reloads the {weapon}", by=by, weapon=act.item)
    if act.name == aid.CALM.name:
        return msg("{by} calms {whom}", by=by, whom=whom)
    kind = tables.injuries().get(int(act.item)) if act.item.isdigit() else None
    injury = kind.name if kind else act.item
    return msg("{by} gives {whom} first aid ({injury})", by=by, whom=whom, injury=injury)


DOWNTIME = Downtime(
    table=opened,
    at=at,
    carried=carried,
    passes=passes,
    deeds=deeds,
    perform=perform,
    in_words=in_words,
    of_scene=("cover", "prone", "aware", "surprises"),
    timed=timed,
    due=due,
    silent=(
        "Hit points and mind points of one who is up do not come back by themselves: the sheet says nothing "
        "of it (first aid is for the Broken, COR-BRK-05; calming for those who have broken down, AMB-27).",
        "Darkness points are counted in each fight by itself.",
    ),
)
"""What Coriolis says of the time between fights."""
