"""Covering a spot: an action that waits until somebody shows up there."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.message import joined, msg
from affray.core.phrases import phrase
from affray.core.space import Point, passes, within
from affray.core.view import derived, parted_by
from affray.rulesets.serenity import blows
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity.declare import CONDUCT, Action, Blow, Lines, SheetLine, foes
from affray.rulesets.serenity.fighter import Fighter, able, level, lies
from affray.rulesets.serenity.order import place
from affray.rulesets.serenity.roll import lost, several, skill_die
from affray.rulesets.serenity.state import ALL_OUT_ATTACK, Body, Game
from affray.rulesets.serenity.tables import ARM, UNARMED, weapons
from affray.tabletop import Names
from affray.tabletop.question import Question
from affray.tabletop.words import in_place

AROUND = 300
"""Centimetres around the spot within which somebody shows up (SER-R37)."""
RULES = ("SER-COVERING-01", "SER-COVERING-02", "SER-R37")


def cover_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse who covers a spot, or could do nothing there (SER-COVERING-01)."""
    play.need(not actor.watching, "SER-COVERING-01", "is already covering a spot")
    play.need(can_wait(play, actor), "SER-ACT-03", "the penalties leave no skill die")
    play.need(act.to is not None or act.at is not None, "SER-COVERING-01", "needs a spot to cover")
    play.need(actor.stance != ALL_OUT_ATTACK, "SER-AOA-02", "has declared an all-out attack")


def cover_spot(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Keep an eye on a place, or on where somebody is (SER-COVERING-01)."""
    if act.to is not None:
        play.do(fx.Watched(actor.who, act.to), "SER-COVERING-01")
    elif act.at is not None:
        play.do(fx.WatchedAt(actor.who, act.at), "SER-COVERING-01")


def spot_in_words(names: Names, act: Act) -> str:
    """Which spot."""
    whom = "" if act.at is None else names[act.at]
    said = [msg("cover the spot where {whom} is", whom=whom) if whom else act.name]
    return joined(" ", [*said, phrase("at", in_place(act.to))] if act.to is not None else said)


COVER_SPOT = Action(
    name="cover a spot",
    lines=Lines(whom=foes),
    fights=True,
    needs=cover_needs,
    cost=1,
    rules=("SER-COVERING-01",),
    run=cover_spot,
    family="watch",
    wants="to",
    says=spot_in_words,
    sheet=SheetLine(note="attack when somebody shows up"),
)


def can_wait(play: Game, actor: Fighter) -> bool:
    """Whether a skill die is left for any attack that could wait, whatever its range."""
    steps = several(play, actor, 1)
    return any(
        not lost(known, skill_die(play, known, skill, "SER-ATK-01", steps))
        for skill, known in actor.about(skills_at_hand)
    )


@derived
def skills_at_hand(b: Body) -> tuple[tuple[str, int], ...]:
    """The skills of what is in hand or to be thrown, and of bare hands."""
    arms = [w for w in b.kit if w.name in b.hands or w.thrown or w.explosive]
    known = [(w.skill, level(w.skill, w.speciality)(b)) for w in (*arms, weapons()[UNARMED])]
    return tuple(dict.fromkeys(known))


# --- who shows up, and where --------------------------------------------------------------------


def looks_out(b: Body, watcher: Body) -> bool:
    """Whether another one covers a spot against a fighter's side."""
    return watcher.watch is not None and watcher.side != b.side and able(watcher)


@parted_by(lies)
def lookouts(b: Body, watcher: Body) -> tuple[int, ...] | None:
    """The place of those who could see a fighter at the spot that they cover."""
    return place(watcher) if looks_out(b, watcher) and not b.hidden else None


@parted_by(lies)
def watchers(b: Body, watcher: Body) -> tuple[int, ...] | None:
    """The place of those who cover the spot where a fighter is."""
    if watcher.watch is None or not within(b.spot, watcher.watch, AROUND):
        return None
    return lookouts(b, watcher)


def appeared(play: Game, mover: Fighter) -> bool:
    """Whoever covers the spot where somebody has come in sight may act first, in the order of the round.

    The answer is whether the mover can still go on (SER-COVERING-01, -02, SER-R37).
    """
    asked: list[Who] = []
    while mover.up and (watcher := next((w for w in mover.ranked(watchers) if w.who not in asked), None)):
        asked.append(watcher.who)
        spring(play, watcher, mover)
    return mover.able


def came_up(play: Game, one: Fighter) -> None:
    """Somebody whom the game master has brought in sight is seen (SER-R37)."""
    play.do(fx.Appeared(one.who, False), "SER-R37")
    appeared(play, one)


def crossed(play: Game, mover: Fighter, to: Point, walked: bool) -> bool:
    """Go where covered spots lie on the way, as far as one is let.

    Each who waits is asked where the way first comes near the spot, and where it first comes
    within arm's length there.  The answer is whether the mover can still go on.
    """
    stops = [
        (far, n, watcher, there)
        for n, watcher in enumerate(mover.ranked(lookouts))
        for far, there in mover.between(watcher, stops_to(to))
    ]
    for _, _, watcher, there in sorted(stops, key=lambda stop: stop[:2]):
        if watcher.watching and watcher.able:
            if not mover.about(stands(there)):
                play.do(fx.Moved(mover.who, there, walked), "SER-R32", "SER-R37")
            spring(play, watcher, mover)
            if not mover.about(goes_on):
                return False
    return True


def goes_on(b: Body) -> bool:
    """Whether whoever was on the move can go on."""
    stopped = b.prone or "leg" in b.limbs or b.held_by is not None or b.menaced_by is not None
    return able(b) and not stopped


@cache
def stands(there: Point) -> Callable[[Body], bool]:
    """Whether one is at this place."""
    return lambda b: b.spot == there


@cache
def stops_to(to: Point) -> Callable[[Body, Body], tuple[tuple[int, Point], ...]]:
    """Where a way is asked about, with the steps that lead there (SER-R37)."""

    def stops(b: Body, watcher: Body) -> tuple[tuple[int, Point], ...]:
        spot = watcher.watch
        if spot is None or not passes(b.spot, to, spot, AROUND):
            return ()
        near = steps_to(b.spot, to, spot, AROUND)
        steps = [near]
        if passes(b.spot, to, watcher.spot, ARM):
            arm = max(near, steps_to(b.spot, to, watcher.spot, ARM))
            here = along(b.spot, to, arm)
            # What strikes at arm's length only is asked about there too; at one step once is enough.
            if arm > near and within(here, spot, AROUND) and within(here, watcher.spot, ARM):
                steps.append(arm)
        return tuple([(n, along(b.spot, to, n)) for n in steps])

    return stops


def along(start: Point, end: Point, n: int) -> Point:
    """The place so many steps on a straight way, of which each is a centimetre or more.

    >>> along(Point(0, 0), Point(100, 50), 10), along(Point(0, 0), Point(0, 0), 0)
    (Point(x=10, y=5), Point(x=0, y=0))
    """
    steps = max(abs(end.x - start.x), abs(end.y - start.y))
    if not steps:
        return start
    dx, dy = (end.x - start.x) * n, (end.y - start.y) * n
    return Point(start.x + (2 * dx + steps) // (2 * steps), start.y + (2 * dy + steps) // (2 * steps))


def steps_to(start: Point, end: Point, by: Point, reach: int) -> int:
    """The first step of a way that passes a place on which one is within reach of it.

    Where rounding keeps every step a hair away, it is the nearest one.

    >>> steps_to(Point(0, 0), Point(1000, 0), Point(500, 0), 300)
    200
    """
    dx, dy = end.x - start.x, end.y - start.y
    length, steps = dx * dx + dy * dy, max(abs(dx), abs(dy))
    on = (by.x - start.x) * dx + (by.y - start.y) * dy
    # Up to the step beside the place (`most`) the way comes ever nearer, so halving finds the first in reach.
    least, most = 0, min(steps, max(0, -(-on * steps // length))) if length else 0
    while least < most:
        middle = (least + most) // 2
        if within(along(start, end, middle), by, reach):
            most = middle
        else:
            least = middle + 1
    return most


# --- the action that waited ---------------------------------------------------------------------


WHEN_SEEN: Question[tuple[Fighter], Act | None] = Question(
    name="covering",
    asks="{foe} shows up in the spot that {who} covers. Do what?",
    tells="{who} was ready for this: {what}",
    rules=RULES,
    says=lambda _, act: "keep waiting" if act is None else None,
)


def spring(play: Game, watcher: Fighter, mover: Fighter) -> None:
    """The watcher picks what to do, or goes on waiting."""
    open_ = blows.open_at(play, watcher, mover)
    if not open_:
        return
    play.do(fx.Poised(watcher.who), *RULES)
    act = WHEN_SEEN.put(play, watcher, (mover,), lambda: (None, *open_))
    if act is not None:
        take(play, watcher, blows.BY_NAME[act.name], act)
    play.do(fx.Poised(watcher.who, False), *RULES)


def take(play: Game, actor: Fighter, action: Action, act: Act) -> None:
    """Any action; a blow gives away who struck from hiding (SER-R34, SER-R36)."""
    CONDUCT.take(play, actor, action, act)
    if not isinstance(action, Blow):
        return
    blows.turn_gun(play, actor, act)
    if actor.hidden:
        play.do(fx.Hid(actor.who, False), "SER-R36")
        appeared(play, actor)
