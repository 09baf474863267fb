"""Between fights: holding on to life, passing out, shaking off, loading."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from affray.core.act import Act
from affray.core.downtime import Carry, Deed, Downtime, step_by_step
from affray.core.message import msg
from affray.core.view import View
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity import harm
from affray.rulesets.serenity.fighter import Fighter, able, everyone, failing, table, up
from affray.rulesets.serenity.gear import RELOAD
from affray.rulesets.serenity.house import House
from affray.rulesets.serenity.round import SECONDS
from affray.rulesets.serenity.state import Body, Clip, Game, State, Table

STUNNED = "stunned"


def opened(_: House) -> Table:
    """The table of a campaign that begins."""
    return Table()


def carried(c: Carry) -> Body:
    """Stun, wounds, what they bring, lost limbs, plot points, rounds."""
    old: Body = c.old
    fresh: Body = c.fresh
    left = {clip.weapon: clip.left for clip in old.clips}
    return fresh._replace(
        stun=old.stun,
        wounds=old.wounds,
        plot=old.plot,
        bleeding=old.bleeding,
        out=old.out,
        checks=old.checks,
        dead=old.dead,
        due=old.due,
        deaths=old.deaths,
        drips=old.drips,
        limbs=old.limbs,
        stunned=old.stunned,
        injuries=old.injuries,
        prone=fresh.prone or not up(old),
        clips=tuple(Clip(k.weapon, min(k.left, left.get(k.weapon, k.left))) for k in fresh.clips),
    )


def timed(b: Body, later: int) -> Body:
    """The body, with its next checks so many seconds later."""
    return b._replace(due=b.due + later * (b.due > 0), drips=b.drips + later * (b.drips > 0))


# --- time ----------------------------------------------------------------------------------------------


def due(play: Game) -> bool:
    """What has still to be reckoned of somebody's harm."""
    one = table(play).first(harm.unsettled)
    if one is not None:
        play.call(harm.reckon, one)
    return one is not None


def on_to(play: Game, end: int) -> None:
    """Three seconds while somebody may pass out, else the next check, or the end.

    See SER-OUT-02, SER-DIE-01, SER-R10.
    """
    now = table(play).clock
    if table(play).first(swaying) is not None:
        to = min(end, now + SECONDS)
    else:
        drips = play.house.bleed_harm == "d2"
        moments = [table(play).between(one, next_check(drips)) for one in everyone(play)]
        to = min([end, *[max(m, now + 1) for m in moments if m is not None]])
    play.do(fx.TimePassed(to - now), "SER-TURN-01")
    for one in table(play).all(swaying):
        play.call(harm.stay_up, one)
        if not one.up:
            harm.fallen(play, one)
    play.call(harm.time_runs)
    while (hurt := table(play).first(harm.unsettled)) is not None:
        play.call(harm.reckon, hurt)


passes = step_by_step(on_to)
"""Time passes, from one thing that it brings to the next."""


def swaying(_: Table, b: Body) -> int | None:
    """A place for those who are up, and must check against passing out."""
    return 0 if failing(b) and up(b) and not b.dead else None


@cache
def next_check(drips: bool) -> Callable[[Table, Body], int | None]:
    """The second of the next check against death; by the option, of bleeding."""

    def read(_: Table, b: Body) -> int | None:
        moments = [b.due] if b.due and not b.dead else []
        if drips and b.bleeding and not b.dead:
            moments.append(b.drips)
        return min(moments, default=None)

    return read


# --- what one can do -----------------------------------------------------------------------------------


def deeds(fight: State) -> Iterator[Deed]:
    """Shaking off what hits have left, and loading."""
    for by in fight.everyone:
        b: Body = fight.bodies[by]
        if not able(b) and not b.stunned:
            continue
        for what in dict.fromkeys(afflicted(b)):
            yield Deed(by, Act("shake off", item=what))
        most = {w.name: w.magazine for w in b.kit}
        yield from (Deed(by, RELOAD.act(item=k.weapon)) for k in b.clips if k.left < most.get(k.weapon, 0))


def perform(play: Game, actor: View[Body], act: Act) -> None:
    """A deed; to shake something off takes a turn (SER-R15)."""
    one = Fighter(play, actor.who)
    play.need(one.up, "SER-OUT-01", "is unconscious")
    if act.name == RELOAD.name:
        magazine = one.about(magazine_of(act.item))
        play.need(magazine > 0, "SER-R35", "carries nothing of this name to load")
        play.need(not one.loaded(act.item, magazine), "SER-R35", "is loaded")
        play.do(fx.Loaded(one.who, magazine, act.item), "SER-R35")
        return
    play.need(act.item in one.about(afflicted), "SER-R15", "has nothing of the kind to shake off")
    rule = (
        "SER-VITAL-03" if act.item == STUNNED else "SER-LIMB-03" if act.item in harm.MARKS else "SER-TINY-03"
    )
    play.call(harm.shake_off, one, act.item, rule)
    passes(play, SECONDS)


def afflicted(b: Body) -> tuple[str, ...]:
    """What one can shake off."""
    return (*b.limbs, *b.injuries, *([STUNNED] if b.stunned else []))


@cache
def magazine_of(name: str) -> Callable[[Body], int]:
    """What a weapon that one carries holds; 0 for none."""
    return lambda b: next((w.magazine for w in b.kit if w.name == name), 0)


def in_words(by: str, whom: str, act: Act) -> str:
    """A deed as a player says it."""
    return (
        msg("{by} reloads the {item}", by=by, item=act.item)
        if act.name == RELOAD.name
        else msg("{by} tries to shake off: {item}", by=by, item=act.item)
    )


DOWNTIME = Downtime(
    table=opened,
    carried=carried,
    passes=passes,
    deeds=deeds,
    perform=perform,
    in_words=in_words,
    of_scene=("cover", "prone", "stance", "hidden", "aware"),
    timed=timed,
    due=due,
    silent=(
        "Stun and wounds do not heal, and the unconscious do not wake by themselves: the sheet says "
        "nothing of it; the game master says when they do (SER-R9: unconscious until healed).",
        "Plot points stay as they are.",
    ),
)
"""What Serenity says of the time between fights."""
