"""What a combatant's card lets the game master put right."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from affray.core.control import Control, act, choice, cover, place, step, toggle
from affray.core.effect import Who
from affray.core.message import msg
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis import tables
from affray.rulesets.coriolis.fighter import unbroken
from affray.rulesets.coriolis.state import AP, Body, Condition, State


def controls(fight: State, who: Who) -> Iterator[Control]:
    """Points, initiative, conditions, injuries, weapons, cover; nobody brings the dead back."""
    b: Body = fight.bodies[who]
    yield place(b.spot, lambda to: fx.Placed(who, to))
    if b.dead:
        return
    yield from _points(b, who)
    yield from Condition.toggles(b, who)
    if b.watch is not None:
        yield act("overwatch", "end the overwatch", lambda: fx.WatchEnded(who))
    yield from _injuries(b, who)
    yield from _weapons(b, who)
    if b.held_by is None:
        yield from cover(fight.table.covers, b.cover, lambda c: fx.TookCover(who, c))
    if not unbroken(b):
        yield act("back", "up again", lambda: fx.CameBack(who, 1))
    yield act("die", "dies", lambda: fx.Died(who))


def _points(b: Body, who: Who) -> Iterator[Control]:
    yield step("hp", "HP", b.hp, b.sheet.hit_points, lambda to: fx.Hurt(who, b.hp - to))
    yield step("mp", "MP", b.mp, b.sheet.mind_points, lambda to: fx.Stressed(who, b.mp - to))
    yield step("ap", "AP", b.ap, max(AP, b.ap), lambda to: fx.ActionPoints(who, to), min(0, b.ap))
    if b.entered:
        yield step("initiative", "initiative", b.score, None, lambda to: fx.ScoreRolled(who, to), -100)


def _injuries(b: Body, who: Who) -> Iterator[Control]:
    """A switch for each that is there, and all that there are."""
    for code in dict.fromkeys(injury.code for injury in b.injuries):
        name = tables.injury(code).name
        yield act(f"heal {code}", msg("heal: {injury}", injury=name), partial(fx.Healed, who, code))
    kinds = tables.injuries()
    codes = tuple(kinds)
    names = tuple(kinds[code].name for code in codes)
    yield choice("injury", "critical injury", names, -1, lambda n: fx.Injured(who, codes[n]))


def _weapons(b: Body, who: Who) -> Iterator[Control]:
    names = tuple(dict.fromkeys(w.name for w in b.kit))
    if names:
        now = names.index(b.hands[-1]) if b.hands and b.hands[-1] in names else -1
        yield choice("draw", "in hand", names, now, lambda n: fx.Drew(who, names[n]))
    for weapon in dict.fromkeys(w.name for w in b.kit if not w.melee):
        yield toggle(
            f"empty {weapon}",
            msg("{weapon} empty", weapon=weapon),
            weapon in b.empty,
            partial(fx.ClipEmptied, who, weapon),
            partial(fx.Reloaded, who, weapon),
        )
