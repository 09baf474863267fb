"""What people ask of an action: of its target, of who acts, of everybody else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.message import Verbatim, msg
from affray.core.ruleset import Changed, EffectHappened, Measure, UnitRan
from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller.actions import ATTACKS
from affray.rulesets.traveller.figures import able, dead, physical
from affray.rulesets.traveller.harm import hit
from affray.rulesets.traveller.state import Body, State

PUT_OUT = 8
"""What being put out of action weighs among choices, in points; death weighs as much again."""


def measures(fight: State, who: Who, act: Act) -> list[Measure]:
    """The questions that make sense for this action, what it is for first."""
    names: list[str] = [Verbatim(b.sheet.name) for b in fight.fighters]
    questions = list(_aim(fight, who, act, names))
    attacked = act.at if act.name in ATTACKS else None
    for other in (who, *[w for w in fight.here if w not in (who, attacked)]):
        questions += _of_body(other, names[other])
    return questions


def loss(before: Body, after: Body) -> int:
    """How much worse off a fighter is: points, being out, being dead, weapons lost."""
    return (
        lost(before, after)
        + PUT_OUT * (put_out(before, after) + _dies(before, after))
        + len(before.hands)
        - len(after.hands)
    )


def _aim(fight: State, who: Who, act: Act, names: Sequence[str]) -> Iterator[Measure]:
    """What an action is for."""
    if act.at is not None and act.name in ATTACKS:
        yield from _of_target(act.at, names[act.at])
    elif act.at is not None and act.name == "grapple":
        yield Measure(msg("gets hold of {whom}", whom=names[act.at]), Changed(who, _holds), headline=True)
    elif act.at is not None and act.name in ("first aid", "surgery", "medical care"):
        yield Measure("helps", EffectHappened(fx.Restored, lambda e: True), headline=True)
        yield Measure(
            msg("points of {whom} given back", whom=names[act.at]), Changed(act.at, lambda a, b: -lost(a, b))
        )
    elif act.name == "bed rest":
        yield Measure("points given back", Changed(who, lambda a, b: -lost(a, b)))
    elif act.name == "lead":
        yield Measure("has DMs to hand out", Changed(who, lambda a, b: b.pool > a.pool), headline=True)
        yield Measure("DMs to hand out", Changed(who, lambda a, b: b.pool - a.pool))
    elif act.name == "work":
        yield Measure("makes progress", EffectHappened(fx.WorkDone, lambda e: True), headline=True)
    elif act.name in ("skill check", "identify gear", "psionics") or (act.name, act.at) == ("scout", None):
        yield Measure("succeeds", EffectHappened(fx.Narrated, lambda e: e.result >= 0), headline=True)
    elif act.name == "scout":
        yield Measure("finds", EffectHappened(fx.Seen, lambda e: e.seen), headline=True)
    elif act.name == "wrestle" and fight.bodies[who].grip is not None:
        foe = fight.bodies[who].grip
        yield Measure("is free", Changed(who, lambda a, b: b.grip is None), headline=True)
        yield Measure(msg("damage to {whom}", whom=names[foe]), Changed(foe, lost), kind="harm")


def _of_target(target: Who, name: str) -> list[Measure]:
    return [
        Measure(msg("hits {name}", name=name), UnitRan(hit, 1, target), headline=True, kind="hit"),
        Measure(
            msg("{name} is put out of action", name=name), Changed(target, put_out), headline=True, kind="out"
        ),
        Measure(msg("damage to {name}", name=name), Changed(target, lost), kind="harm"),
        Measure(msg("{name} dies", name=name), Changed(target, _dies), kind="death"),
        Measure(
            msg("{name} reacts", name=name), Changed(target, lambda a, b: b.reacted > a.reacted), aside=True
        ),
    ]


def _of_body(who: Who, name: str) -> list[Measure]:
    return [
        Measure(msg("damage to {name}", name=name), Changed(who, lost), aside=True, kind="harm"),
        Measure(msg("{name} is put out of action", name=name), Changed(who, put_out), aside=True, kind="out"),
        Measure(msg("{name} dies", name=name), Changed(who, _dies), aside=True, kind="death"),
    ]


# --- of a body before and after --------------------------------------------------------------------


def coming(b: Body) -> int:
    """What is left of STR, DEX and END once all damage due has taken effect."""
    return max(0, sum(physical(b)) - sum(b.due))


def lost(before: Body, after: Body) -> int:
    """Points of STR, DEX and END lost; below 0 when some were given back."""
    return coming(before) - coming(after)


def put_out(before: Body, after: Body) -> bool:
    """Whether one who could act will be unconscious or dead."""
    return able(before) and not _stands(after)


def _stands(b: Body) -> bool:
    """Whether one can act once all damage due is taken as well as can be."""
    if not able(b) or not b.due:
        return able(b)
    return _left_after(b) >= 2


def _left_after(b: Body) -> int:
    """How many characteristics are above zero once damage due has taken effect."""
    points = sum(b.due)
    rest = max(0, points - b.endurance)
    larger, smaller = max(b.strength, b.dexterity), min(b.strength, b.dexterity)
    over = max(0, rest - larger) if rest >= larger else 0
    ends = (b.endurance > points, larger > rest, smaller > over)
    return sum(ends)


def _dies(before: Body, after: Body) -> bool:
    return not dead(before) and coming(after) == 0


def _holds(before: Body, after: Body) -> bool:
    return before.grip is None and after.grip is not None
