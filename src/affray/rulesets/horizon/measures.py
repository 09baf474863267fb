"""What people ask of an action."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt

from affray.core.act import Act
from affray.core.effect import TABLE, Who
from affray.core.message import Verbatim, msg
from affray.core.phrases import thing
from affray.core.ruleset import Changed, EffectHappened, Measure
from affray.core.space import Point, squared, within
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon.actions import BACK, BLOWS, MOVES, SPRINTS
from affray.rulesets.horizon.fighter import able, dead, wall_named
from affray.rulesets.horizon.sheet import Wall
from affray.rulesets.horizon.state import Body, State, Table

PUT_OUT = 20
"""What being put out of action weighs among choices, in Health."""
WOUND, DEBT = 8, 4
"""What a wound that lasts and an owed action weigh."""


def measures(fight: State, who: Who, act: Act) -> list[Measure]:
    """The questions that make sense for this action, what it is for first."""
    names: list[str] = [Verbatim(b.sheet.name) for b in fight.fighters]
    attacks = act.name in BLOWS and act.at is not None
    questions = list(_aim(fight, who, act))
    if attacks and act.at is not None:
        questions += _of_target(act.at, names[act.at], act.item)
    questions += _of_body(who, names[who])
    others = [w for w in fight.here if w != who and not (attacks and w == act.at)]
    for other in others:
        questions += _of_body(other, names[other])
    return questions


def loss(before: Body, after: Body) -> int:
    """How much worse off a fighter is: Health, wounds, debts, protection given up."""
    wounds = _wounds(after) - _wounds(before)
    debts = after.owed - before.owed + after.borrowed - before.borrowed
    guard = before.pool - after.pool
    return lost(before, after) + WOUND * wounds + DEBT * debts + guard // 2 + PUT_OUT * put_out(before, after)


def _aim(fight: State, who: Who, act: Act) -> Iterator[Measure]:
    """What actions without a target are for."""
    if act.name in (*MOVES, *SPRINTS, "shift", "get behind"):
        yield from _of_way(fight, who, act)
        yield Measure(
            "gets out of sight", Changed(who, lambda a, b: len(b.screened) > len(a.screened)), aside=True
        )
    elif act.name == "defend":
        yield Measure("damage that Defense will cancel", Changed(who, lambda a, b: b.pool - a.pool))
    elif act.name == "dive":
        yield Measure("armour gained", Changed(who, lambda a, b: b.diving - a.diving))
        yield Measure("metres", Changed(who, gone), aside=True)
    elif act.name == "hide":
        yield Measure("Stealth", Changed(who, lambda a, b: b.stealth if b.hidden else 0))
    elif act.name == "work":
        yield Measure("progress", Changed(who, _progress))
        yield Measure("is done", EffectHappened(fx.Finished, lambda e: True), headline=True)
    elif act.name != "look about":  # how likely it finds somebody would tell that somebody hides
        yield from _of_thing(fight, who, act)


def _of_way(fight: State, who: Who, act: Act) -> Iterator[Measure]:
    """How far one gets, and whether that is where one wants to be."""
    spot, there = fight.bodies[who].spot, act.to
    if act.at is not None:
        there = fight.bodies[act.at].spot
    if act.name in BACK:
        yield Measure("gets away", Changed(who, lambda a, b: a.spot != b.spot), headline=True, kind="arrival")
    elif there is not None and there != spot:
        reach = 0 if act.to is not None else 100 * fight.house.reach
        yield Measure(
            "gets there",
            Changed(who, lambda a, b: within(b.spot, there, reach)),
            headline=True,
            kind="arrival",
        )
    yield Measure("metres", Changed(who, gone))


def _of_thing(fight: State, who: Who, act: Act) -> Iterator[Measure]:
    """What becomes of things: in hand, at one's feet, thrown, broken."""
    if act.name == "pick up":
        yield Measure("has it", EffectHappened(fx.TookUp, lambda e: True), headline=True)
    elif act.name == "haul":
        yield Measure("is within reach", EffectHappened(fx.Dragged, lambda e: True), headline=True)
    elif act.name == "drag":
        yield Measure("moves it", EffectHappened(fx.Dragged, lambda e: True), headline=True)
        yield Measure("metres", Changed(who, gone))
    elif act.name == "hurl":
        yield Measure("throws it", EffectHappened(fx.Shifted, lambda e: True), headline=True)
        start = fight.bodies[who].spot
        yield Measure("metres that it flies", Changed(TABLE, lambda a, b: _flown(start, a, b)))
    elif act.name == "attack wall":
        read = wall_named(act.item)
        item = thing(act.item)
        yield Measure(
            msg("the {item} breaks", item=item), Changed(who, lambda a, b: read(b) is None), headline=True
        )
        yield Measure(
            msg("damage to the {item}", item=item), Changed(who, lambda a, b: _battered(read(a), read(b)))
        )


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


def _of_target(target: Who, name: str, wound: str) -> list[Measure]:
    questions = [
        Measure(msg("{name} is put out of action", name=name), Changed(target, put_out), kind="out"),
        Measure(msg("damage to {name}", name=name), Changed(target, lost), headline=True, kind="harm"),
        Measure(
            msg("{name} dives", name=name), Changed(target, lambda a, b: b.borrowed > a.borrowed), aside=True
        ),
        Measure(
            msg("{name} dies", name=name),
            Changed(target, lambda a, b: dead(b) and not dead(a)),
            aside=True,
            kind="death",
        ),
    ]
    if wound:
        holds = Measure(
            msg("{name} suffers the condition", name=name),
            EffectHappened(fx.Wounded, lambda e: bool(e.who == target)),
            headline=True,
        )
        questions.insert(0, holds)
    return questions


def _of_body(who: Who, name: str) -> list[Measure]:
    return [
        Measure(msg("damage to {name}", name=name), Changed(who, lost), aside=True, kind="harm"),
        Measure(msg("{name} is put out of action", name=name), Changed(who, put_out), aside=True, kind="out"),
    ]


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
