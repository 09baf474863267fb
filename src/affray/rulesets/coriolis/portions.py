"""Dice or sixes of a burst that are divided among targets, each Close to the one before (AMB-25)."""

from __future__ import annotations

from typing import NamedTuple

from affray.core.effect import Who
from affray.core.message import msg
from affray.rulesets.coriolis import ranged
from affray.rulesets.coriolis.fighter import Fighter, band, hostile
from affray.rulesets.coriolis.sheet import CLOSE, LONG, Weapon
from affray.rulesets.coriolis.state import Body, Game
from affray.tabletop.question import Question


class Portions(NamedTuple):
    """Whose share it is, and of how many."""

    target: Fighter
    left: int


DICE_AT: Question[Portions, int] = Question(
    name="dice at",
    asks=lambda who, foe, about: msg(
        "{who}: how many of the {n} dice are for {foe}? The rest are for the next target",
        who=who,
        n=about.left,
        foe=foe,
    ),
    tells=lambda who, n: msg(
        "{who} rolls {n, plural, one {one die} other {# dice}} at this target", who=who, n=int(n)
    ),
    rules=("COR-AUT-04", "AMB-25"),
)
SIXES_AT: Question[Portions, int] = Question(
    name="sixes at",
    asks=lambda who, foe, about: msg(
        "{who}: how many of the {n} sixes hit {foe}? The rest hit the next target",
        who=who,
        n=about.left,
        foe=foe,
    ),
    tells=lambda who, n: msg(
        "{who} scores {n, plural, one {one six} other {# sixes}} on this target", who=who, n=int(n)
    ),
    rules=("COR-AUT-04", "AMB-25"),
)
NEXT_TARGET: Question[tuple[Fighter], Who] = Question(
    name="next target",
    asks="{who}: whom does the burst hit after {foe}?",
    tells=lambda who, foe: msg("{who} moves the burst on to {foe}", who=who, foe=foe),
    rules=("COR-AUT-05",),
)

Portion = tuple[Fighter, int]
"""A target, and how many of them are for it."""


def portions(
    play: Game, actor: Fighter, target: Fighter, weapon: Weapon, what: Question[Portions, int], left: int
) -> list[Portion]:
    """So many dice or sixes, from the first target on: one at least for each, and the rest for the next.

    `what` is the question, of dice or of sixes (COR-AUT-04, -05).
    """
    shares: list[Portion] = []
    while left:
        seen = (*(one.who for one, _ in shares), target.who)
        near = further(play, actor, target, weapon, seen) if left > 1 else ()
        here = shared(play, actor, target, what, left) if near else left
        shares.append((target, here))
        left -= here
        if left:
            target = next_in_line(play, actor, target, near)
    return shares


def shared(play: Game, actor: Fighter, target: Fighter, what: Question[Portions, int], left: int) -> int:
    """How many of those left are for a target, all of them first."""
    return what.put(play, actor, Portions(target, left), lambda: tuple(range(left, 0, -1)))


def next_in_line(play: Game, actor: Fighter, target: Fighter, near: tuple[Who, ...]) -> Fighter:
    """Who gets the rest, of those Close to a target."""
    if len(near) == 1:
        return Fighter(play, near[0])
    return Fighter(play, NEXT_TARGET.put(play, actor, (target,), lambda: near))


def further(
    play: Game, actor: Fighter, target: Fighter, weapon: Weapon, seen: tuple[Who, ...]
) -> tuple[Who, ...]:
    """Enemies in reach, Close to a target, and not yet fired at (COR-AUT-05)."""
    enemies = [f for f in target.ranked(neighbour) if f.who not in seen and actor.between(f, hostile)]
    return tuple(f.who for f in enemies if reaches(play, actor, f, weapon))


def reaches(play: Game, actor: Fighter, target: Fighter, weapon: Weapon) -> bool:
    """Whether automatic fire reaches somebody (COR-DST-08, AMB-66)."""
    near = play.house.auto_max_range != "long" or actor.band_to(target) <= LONG
    return near and ranged.in_reach(play, actor, target, weapon)


def neighbour(a: Body, b: Body) -> int | None:
    """A place for those within Close range of a target (COR-AUT-05)."""
    return 0 if not b.dead and band(a, b) == CLOSE else None
