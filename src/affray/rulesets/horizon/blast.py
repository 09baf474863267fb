"""Grenades: one Attack, several targets, less for each further one."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

from affray.core.effect import Who
from affray.core.message import msg
from affray.core.phrases import thing
from affray.core.space import passes
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon.blow import Blow
from affray.rulesets.horizon.fighter import Fighter, called, dead, gap, hostile, knows_of, wall_named
from affray.rulesets.horizon.state import Body, Game
from affray.rulesets.horizon.strike import strike
from affray.tabletop.question import Question

MOST = 5
"""Targets of one blast (HZN-PRF-07)."""


About: TypeAlias = tuple[Fighter, int, str]
"""The first target, or who throws at a wall; the place of the next one; the wall."""


def _besides(who: str, first: str, about: About) -> str:
    _, _, wall = about
    return msg(
        "{who}: whom else does the blast hit, besides {first}?",
        who=who,
        first=msg("the {item}", item=thing(wall)) if wall else first,
    )


NEXT_TARGET: Question[About, Who | None] = Question(
    name="next target",
    asks=_besides,
    tells="The blast also hits {what}",
    rules=("HZN-ATK-06",),
    says=lambda names, who: "nobody else" if who is None else None,
)


def explode(play: Game, actor: Fighter, first: Fighter, way: Blow, wound: str) -> None:
    """The targets in order, then what each takes (HZN-ATK-06, HZN-RUL-23..25)."""
    play.do(fx.Marked(first.who, 1), "HZN-ATK-06")
    if play.house.blast_targets == "chosen":
        play.call(pick, actor, first, 2)
    else:
        play.call(engulf, first)
    play.call(burst, actor, first, way, wound)
    for target in first.ranked(marked):
        play.do(fx.Marked(target.who, 0), "HZN-ATK-06")


def at_wall(play: Game, actor: Fighter, way: Blow, wall: str) -> None:
    """A grenade at a wall: who stands near it is struck after it (HZN-ATK-02, -06)."""
    if play.house.blast_targets == "chosen":
        play.call(pick, actor, actor, 2, wall)
    else:
        play.call(engulf, actor, wall)
    targets = actor.ranked(marked)
    for n, target in enumerate(targets, start=1):
        place = len(targets) if play.house.grenade_split == "by_count" else n
        play.call(strike, actor, target, way, "", "", place)
    for target in targets:
        play.do(fx.Marked(target.who, 0), "HZN-ATK-06")


def pick(play: Game, actor: Fighter, first: Fighter, place: int, wall: str = "") -> None:
    """The thrower names the next target near the first, or near a wall, or no more.

    Of the hidden nobody is told, so only those are named whom the thrower has found (HZN-STL-03).
    """
    others = open_to(play, actor, first, wall)
    if not others or place > MOST:
        return
    chosen = NEXT_TARGET.put(
        play,
        actor,
        (first, place, wall),
        lambda: (None, *others),
        read_by=lambda who: () if who is None else ("HZN-PRF-07",),
    )
    if chosen is not None:
        play.do(fx.Marked(Who(chosen), place), "HZN-ATK-06")
        play.call(pick, actor, first, place + 1, wall)


def open_to(play: Game, actor: Fighter, first: Fighter, wall: str) -> tuple[Who, ...]:
    """Whom the thrower may name next, the nearest first."""
    near = first.ranked(in_blast(100 * play.house.blast_radius, wall))
    return tuple([target.who for target in near if actor.between(target, known_enemy)])


def engulf(play: Game, first: Fighter, wall: str = "") -> None:
    """By the option: everyone in the blast, friends too, the nearest first.

    See HZN-RUL-24.
    """
    for place, target in enumerate(first.ranked(in_blast(100 * play.house.blast_radius, wall)), start=2):
        if place <= MOST:
            play.do(fx.Marked(target.who, place), "HZN-RUL-24")


def burst(play: Game, actor: Fighter, first: Fighter, way: Blow, wound: str) -> None:
    """Each target takes its number; the condition is for the first alone.

    See HZN-RUL-42.
    """
    targets = first.ranked(marked)
    for n, target in enumerate(targets):
        place = len(targets) - 1 if play.house.grenade_split == "by_count" else n
        play.call(strike, actor, target, way, wound, wound if n == 0 else "", place)


def known_enemy(a: Body, b: Body) -> bool:
    """Whether b is an enemy, and a knows where."""
    return hostile(a, b) and knows_of(a, b)


def marked(_: Body, b: Body) -> int | None:
    """The targets of a blast in their order."""
    return b.mark or None


@cache
def in_blast(radius: int, wall: str = "") -> Callable[[Body, Body], tuple[int, str] | None]:
    """The place of those near the first target and not yet marked, nearest first.

    A radius of 0 is no bound.  Of those near a wall the nearest to the thrower comes first.
    """
    stone = wall_named(wall)

    def near_wall(thrower: Body, b: Body) -> tuple[int, str] | None:
        cover = stone(thrower)
        if b.mark or dead(b) or b.escaped or cover is None:
            return None
        inside = not radius or passes(cover.line.a, cover.line.b, b.spot, radius)
        return (gap(thrower, b), called(b)) if inside else None

    def rank(first: Body, b: Body) -> tuple[int, str] | None:
        if b.mark or dead(b) or b.escaped:
            return None
        apart = gap(first, b)
        return (apart, called(b)) if not radius or apart <= radius * radius else None

    return near_wall if wall else rank
