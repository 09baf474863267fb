"""Between fights: waking, first aid, surgery, care, rest; minds mend by the day."""

from __future__ import annotations

from collections.abc import Iterator

from affray.core.act import Act
from affray.core.downtime import DAY, Carry, Deed, Downtime, kept, step_by_step
from affray.core.message import msg
from affray.core.phrases import thing
from affray.core.ruleset import NOBODY
from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller import harm, healing, tables
from affray.rulesets.traveller.actions import candidates
from affray.rulesets.traveller.actions import perform as performed
from affray.rulesets.traveller.declare import at_liberty
from affray.rulesets.traveller.fighter import Fighter, everyone, table
from affray.rulesets.traveller.figures import (
    UNTRAINED,
    able,
    carries,
    dead,
    full,
    is_full,
    level,
    physical,
    wounded,
)
from affray.rulesets.traveller.gear import RELOAD
from affray.rulesets.traveller.house import House
from affray.rulesets.traveller.sheet import END
from affray.rulesets.traveller.state import Body, Game, State, Table

NOWHERE = "nowhere"
"""Away from all doctors."""


def opened(_: House) -> Table:
    """The table of a campaign that begins: of no fight, since care and rest come after fights (TRV-R39)."""
    return Table(won=NOBODY)


def carried(c: Carry) -> Body:
    """Characteristics, unconsciousness, what was treated when, shots left."""
    old: Body = c.old
    fresh: Body = c.fresh
    left = dict(zip([w.name for w in old.kit], old.left, strict=True))
    now = [kept(*three) for three in zip(physical(old), full(old), full(fresh), strict=True)]
    return fresh._replace(
        strength=now[0],
        dexterity=now[1],
        endurance=now[2],
        intellect=kept(old.intellect, old.sheet.intellect, fresh.sheet.intellect),
        education=kept(old.education, old.sheet.education, fresh.sheet.education),
        out=old.out,
        wake_at=old.wake_at,
        failures=old.failures,
        hurt_at=old.hurt_at,
        treated=old.treated,
        seen_to=old.seen_to,
        left=tuple(min(w.shots, left.get(w.name, w.shots)) for w in fresh.kit),
        stance=old.stance if old.out else fresh.stance,
    )


def timed(b: Body, later: int) -> Body:
    """The body, with its last wound and the next try to wake so many seconds later."""
    return b._replace(wake_at=b.wake_at + later, hurt_at=b.hurt_at + later * (b.hurt_at >= 0))


# --- time ----------------------------------------------------------------------------------------------


def on_to(play: Game, end: int) -> None:
    """A minute while somebody tries to wake, else until the next day or the end.

    See TRV-WAKE-02, TRV-MENT-01.
    """
    now = table(play).clock
    waking = [table(play).between(one, wakes_at) for one in everyone(play)]
    dawn = (now // DAY + 1) * DAY
    to = min([end, dawn, *[max(m, now) for m in waking if m is not None]])
    if to > now:
        play.do(fx.TimePassed(to - now), "TRV-R39")
    for sleeper in table(play).all(harm.sleeper):
        play.call(harm.wake, sleeper)
    if to == dawn:
        play.call(daybreak)


passes = step_by_step(on_to)
"""Time passes, from one thing that it brings to the next."""


def daybreak(play: Game) -> None:
    """A new day: minds mend, and everybody can be treated again (TRV-MENT-01)."""
    play.do(fx.DayBroke(), "TRV-R39")
    for one in everyone(play):
        play.call(healing.dawn, one)


def wakes_at(_: Table, b: Body) -> int | None:
    """When somebody unconscious tries to wake."""
    return b.wake_at if b.out and any(physical(b)) else None


def rested(play: Game, days: int) -> None:
    """So many days go by; on each, the wounded are in care, or in bed where nobody cares."""
    for _ in range(days):
        passes(play, DAY)
        for one in everyone(play):
            play.call(tended, one)


def tended(play: Game, one: Fighter) -> None:
    """What is best of a day of care and one of rest; nothing where rest only harms."""
    if not one.about(ailing):
        return
    doctor = one.least(doctor_for) if table(play).facility and not one.needs_surgery else None
    if doctor is not None:
        play.do(fx.SeenTo(one.who), "TRV-R39", "TRV-CARE-03")
        play.call(healing.care, doctor, one)
    elif not one.needs_surgery or one.dm(END) > 0:
        play.do(fx.SeenTo(one.who), "TRV-R39", "TRV-NAT-02")
        play.call(healing.rest, one)


def ailing(b: Body) -> bool:
    """Whether one is wounded, alive, and has not been seen to today."""
    return wounded(b) and not dead(b) and not b.seen_to


def doctor_for(a: Body, b: Body) -> tuple[int, str] | None:
    """The places of those who can care for somebody else, the best first."""
    skill = level("medic")(b)
    return (-skill, b.sheet.name) if a.sheet != b.sheet and able(b) and skill > UNTRAINED else None


# --- what one can do -----------------------------------------------------------------------------------


def deeds(fight: State) -> Iterator[Deed]:
    """What is done for the wounded, and full magazines."""
    for by in fight.everyone:
        b: Body = fight.bodies[by]
        if able(b):
            yield from (Deed(by, act) for act in candidates(fight, by) if act.name != healing.DONE.name)
            spent = [w.name for w, n in zip(b.kit, b.left, strict=True) if n < w.shots]
            yield from (Deed(by, RELOAD.act(item=name)) for name in dict.fromkeys(spent))


def perform(play: Game, actor: Fighter, act: Act) -> None:
    """A deed; none takes so long that the clock would show it (TRV-R39)."""
    if act.name == RELOAD.name:
        at_liberty(play, actor)
        play.need(actor.about(carries(act.item)), "TRV-DRAW-01", "does not carry it")
        play.need(not actor.about(is_full(act.item)), "TRV-LOAD-01", "is loaded")
        play.do(fx.Reloaded(actor.who, act.item), "TRV-LOAD-01")
    else:
        performed(play, actor, act)


def stays(play: Game, place: str) -> None:
    """Go where doctors work, or away (TRV-SURG-02, TRV-CARE-03)."""
    tl = tables.facilities().get(place, 0)
    play.do(fx.StayedAt("" if place == NOWHERE else place, tl), "TRV-SURG-02", "TRV-CARE-03")


def in_words(by: str, whom: str, act: Act) -> str:
    """A deed as a player says it."""
    if act.name == RELOAD.name:
        return msg("{by} reloads the {item}", by=by, item=thing(act.item))
    if whom:
        return msg("{by}: {deed} for {whom}", by=by, deed=act.name, whom=whom)
    return msg("{by}: {deed}", by=by, deed=act.name)


DOWNTIME = Downtime(
    table=opened,
    carried=carried,
    passes=passes,
    deeds=deeds,
    perform=perform,
    in_words=in_words,
    of_scene=("cover", "more", "stance", "unseen", "opens", "ambush", "post"),
    timed=timed,
    rested=rested,
    places=(*tables.facilities(), NOWHERE),
    stays=stays,
    silent=(
        "Without rest in bed, care or surgery STR, DEX and END do not come back (TRV-NAT-02).",
        "Whoever needs surgery is not put to bed by `rest` where that would only harm (TRV-R19).",
    ),
)
"""What Traveller says of the time between fights."""
