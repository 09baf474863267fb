"""What people ask of an action."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import isqrt

from affray.core.act import Act
from affray.core.effect import TABLE, Who
from affray.core.message import Verbatim, msg
from affray.core.phrases import thing
from affray.core.ruleset import Changed, EffectHappened, Measure
from affray.core.space import Point, squared, within
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon.fighter import able, dead, wall_named
from affray.rulesets.horizon.sheet import Wall
from affray.rulesets.horizon.state import Body, State, Table

PUT_OUT = 20
"""What being put out of action weighs among choices, in Health."""
WOUND, DEBT = 8, 4
"""What a wound that lasts and an owed action weigh."""


def loss(before: Body, after: Body) -> int:
    """How much worse off a fighter is: Health, wounds, debts, protection given up."""
    wounds = _wounds(after) - _wounds(before)
    debts = after.owed - before.owed + after.borrowed - before.borrowed
    guard = before.pool - after.pool
    return lost(before, after) + WOUND * wounds + DEBT * debts + guard // 2 + PUT_OUT * put_out(before, after)


# --- of each family ------------------------------------------------------------------------------------


def of_attack(fight: State, who: Who, act: Act) -> Iterator[Measure]:
    """Whether a condition takes hold, what the target loses, whether it dives, goes down or dies."""
    if act.at is None:
        return
    target, name = act.at, _name(fight, act.at)
    if act.item:
        yield Measure(
            msg("{name} suffers the condition", name=name),
            EffectHappened(fx.Wounded, lambda e: bool(e.who == target)),
            headline=True,
        )
    yield Measure(msg("{name} is put out of action", name=name), Changed(target, put_out), kind="out")
    yield Measure(msg("damage to {name}", name=name), Changed(target, lost), headline=True, kind="harm")
    yield Measure(
        msg("{name} dives", name=name), Changed(target, lambda a, b: b.borrowed > a.borrowed), aside=True
    )
    yield Measure(
        msg("{name} dies", name=name),
        Changed(target, lambda a, b: dead(b) and not dead(a)),
        aside=True,
        kind="death",
    )


def of_wall(fight: State, who: Who, act: Act) -> Iterator[Measure]:
    """Whether a wall breaks, and what it loses."""
    read = wall_named(act.item)
    item = thing(act.item)
    yield Measure(
        msg("the {item} breaks", item=item), Changed(who, lambda a, b: read(b) is None), headline=True
    )
    yield Measure(
        msg("damage to the {item}", item=item), Changed(who, lambda a, b: _battered(read(a), read(b)))
    )


def of_way(fight: State, who: Who, act: Act) -> Iterator[Measure]:
    """Whether one gets where one wants to be, how far, and out of whose sight."""
    spot, there = fight.bodies[who].spot, act.to if act.at is None else fight.bodies[act.at].spot
    if there is not None and there != spot:
        reach = 0 if act.to is not None else 100 * fight.house.reach
        yield Measure(
            "gets there",
            Changed(who, lambda a, b: within(b.spot, there, reach)),
            headline=True,
            kind="arrival",
        )
    yield from _of_going(who)


def of_way_off(fight: State, who: Who, act: Act) -> Iterator[Measure]:
    """Whether one gets away, how far, and out of whose sight."""
    yield Measure("gets away", Changed(who, lambda a, b: a.spot != b.spot), headline=True, kind="arrival")
    yield from _of_going(who)


def _of_going(who: Who) -> Iterator[Measure]:
    yield Measure("metres", Changed(who, gone))
    screened = Changed(who, lambda a, b: len(b.screened) > len(a.screened))
    yield Measure("gets out of sight", screened, aside=True)


def of_drag(fight: State, who: Who, act: Act) -> Iterator[Measure]:
    """Whether the thing comes along, and how far."""
    yield Measure("moves it", EffectHappened(fx.Dragged, lambda e: True), headline=True)
    yield Measure("metres", Changed(who, gone))


def of_hurl(fight: State, who: Who, act: Act) -> Iterator[Measure]:
    """Whether it flies, and how far."""
    start = fight.bodies[who].spot
    yield Measure("throws it", EffectHappened(fx.Shifted, lambda e: True), headline=True)
    yield Measure("metres that it flies", Changed(TABLE, lambda a, b: _flown(start, a, b)))


def of_dive(fight: State, who: Who, act: Act) -> Iterator[Measure]:
    """The armour of it, and how far one leaps."""
    yield Measure("armour gained", Changed(who, lambda a, b: b.diving - a.diving))
    yield Measure("metres", Changed(who, gone), aside=True)


def of_work(fight: State, who: Who, act: Act) -> Iterator[Measure]:
    """How it goes on, and whether it is done."""
    yield Measure("progress", Changed(who, _progress))
    yield Measure("is done", EffectHappened(fx.Finished, lambda e: True), headline=True)


FAMILIES: dict[str, Callable[[State, Who, Act], Iterable[Measure]]] = {
    "attack": of_attack, "wall": of_wall, "way": of_way, "away": of_way_off, "drag": of_drag,
    "hurl": of_hurl, "dive": of_dive, "work": of_work,
    "guard": lambda _, who, __: [
        Measure("damage that Defense will cancel", Changed(who, lambda a, b: b.pool - a.pool))
    ],
    "hide": lambda _, who, __: [
        Measure("Stealth", Changed(who, lambda a, b: b.stealth if b.hidden else 0))
    ],
    "pick up": lambda _, __, ___: [
        Measure("has it", EffectHappened(fx.TookUp, lambda e: True), headline=True)
    ],
    "haul": lambda _, __, ___: [
        Measure("is within reach", EffectHappened(fx.Dragged, lambda e: True), headline=True)
    ],
}  # fmt: skip
"""What is measured of each family of actions: what they are for."""


def of_others(fight: State, who: Who, attacked: Who | None) -> Iterator[Measure]:
    """What becomes of who acts, and of everybody else but the one attacked."""
    for one in (who, *[w for w in fight.here if w not in (who, attacked)]):
        name = _name(fight, one)
        yield Measure(msg("damage to {name}", name=name), Changed(one, lost), aside=True, kind="harm")
        yield Measure(
            msg("{name} is put out of action", name=name), Changed(one, put_out), aside=True, kind="out"
        )


# --- of somebody ----------------------------------------------------------------------------------


def _name(fight: State, who: Who) -> Verbatim:
    return Verbatim(fight.bodies[who].sheet.name)


def gone(before: Body, after: Body) -> int:
    """Whole metres between where one was and where one is."""
    return isqrt(squared(before.spot, after.spot)) // 100


def _flown(start: Point, before: Table, after: Table) -> int:
    """Whole metres between the thrower and what has come to the ground since."""
    fresh = after.ground[len(before.ground) :]
    return isqrt(squared(start, fresh[-1].spot)) // 100 if fresh else 0


def _battered(before: Wall | None, after: Wall | None) -> int:
    """What a wall has lost, as far as it had something to lose."""
    return (before.health if before else 0) - (after.health if after else 0)


def lost(before: Body, after: Body) -> int:
    """Health lost; below 0 when some was given back."""
    return before.health - after.health


def put_out(before: Body, after: Body) -> bool:
    """Whether one who could act cannot any more."""
    return able(before) and not able(after)


def _wounds(b: Body) -> int:
    return b.arms + b.legs + b.torn


def _progress(before: Body, after: Body) -> int:
    return after.progress - before.progress if after.task is not None else 0
