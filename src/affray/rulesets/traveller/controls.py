"""What a fighter's card lets the game master put right."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from affray.core.control import Control, act, choice, cover, place, step
from affray.core.effect import Effect, Who
from affray.core.message import msg
from affray.core.phrases import thing
from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller.figures import dead
from affray.rulesets.traveller.movement import STANCES
from affray.rulesets.traveller.state import Body, State


def controls(fight: State, who: Who) -> Iterator[Control]:
    """Characteristics, initiative, conditions, weapons, cover."""
    b: Body = fight.bodies[who]
    yield place(b.spot, lambda to: fx.Placed(who, to))
    yield from _figures(b, who)
    if dead(b):
        return
    stances = tuple(STANCES)
    yield choice("stance", "stance", stances, stances.index(b.stance), lambda n: fx.Stance(who, stances[n]))
    yield from fx.Condition.toggles(b, who)
    if b.out:
        yield act("wake", "wakes up", lambda: fx.Woke(who))
    if b.hurt_at >= 0 and not b.treated:
        yield act("treat", "has had first aid", lambda: fx.Treated(who))
    yield from _weapons(b, who)
    if b.grip is None:
        yield from cover(fight.table.covers, b.cover, lambda c: fx.TookCover(who, c))


def _figures(b: Body, who: Who) -> Iterator[Control]:
    sheet = b.sheet
    body: tuple[tuple[str, int, int, Callable[[int], Effect]], ...] = (
        ("STR", b.strength, sheet.strength, lambda n: fx.Hurt(who, n, 0, 0)),
        ("DEX", b.dexterity, sheet.dexterity, lambda n: fx.Hurt(who, 0, n, 0)),
        ("END", b.endurance, sheet.endurance, lambda n: fx.Hurt(who, 0, 0, n)),
        ("INT", b.intellect, sheet.intellect, lambda n: fx.MindHurt(who, n, 0)),
        ("EDU", b.education, sheet.education, lambda n: fx.MindHurt(who, 0, n)),
    )
    for name, now, most, off in body:
        yield step(name.lower(), name, now, most, partial(_off, now, off))
    if b.entered:
        yield step("initiative", "initiative", b.score, None, lambda to: fx.InitiativeRolled(who, to), -100)
    if b.pool:
        yield step("leads", "leads", b.pool, None, lambda to: fx.PoolFilled(who, to))


def _off(now: int, off: Callable[[int], Effect], to: int) -> Effect:
    return off(now - to)


def _weapons(b: Body, who: Who) -> Iterator[Control]:
    names = tuple(dict.fromkeys(w.name for w in b.kit))
    if names:
        now = names.index(b.hands[-1]) if b.hands and b.hands[-1] in names else -1
        free = [n for n in range(len(names)) if names[n] not in b.hands or n == now]
        yield choice(
            "draw",
            "in hand",
            tuple(thing(names[n]) for n in free),
            free.index(now) if now in free else -1,
            lambda n: fx.Drew(who, names[free[n]]),
        )
    for weapon, left in zip(b.kit, b.left, strict=True):
        if left < weapon.shots:
            label = msg("reload the {weapon}", weapon=thing(weapon.name))
            yield act(f"reload {weapon.name}", label, partial(fx.Reloaded, who, weapon.name))
