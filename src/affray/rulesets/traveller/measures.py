"""What people ask of an action: of its target, of who acts, of everybody else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.message import Verbatim, msg
from affray.core.ruleset import Changed, EffectHappened, Measure, UnitRan
from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller.figures import able, dead, physical
from affray.rulesets.traveller.harm import hit
from affray.rulesets.traveller.state import Body, State

PUT_OUT = 8
"""What being put out of action weighs among choices, in points; death weighs as much again."""


def loss(before: Body, after: Body) -> int:
    """How much worse off a fighter is: points, being out, being dead, weapons lost."""
    return (
        lost(before, after)
        + PUT_OUT * (put_out(before, after) + _dies(before, after))
        + len(before.hands)
        - len(after.hands)
    )


# --- of an action, by its family ------------------------------------------------------------------


def of_attack(fight: State, who: Who, act: Act) -> Iterator[Measure]:
    """What becomes of the target."""
    if act.at is not None:
        yield from _of_target(act.at, _name(fight, act.at))


def of_grapple(fight: State, who: Who, act: Act) -> Iterator[Measure]:
    """One gets hold of somebody, or not."""
    if act.at is not None:
        held = msg("gets hold of {whom}", whom=_name(fight, act.at))
        yield Measure(held, Changed(who, _holds), headline=True)


def of_aid(fight: State, who: Who, act: Act) -> Iterator[Measure]:
    """It helps, and how much."""
    if act.at is not None:
        given = msg("points of {whom} given back", whom=_name(fight, act.at))
        yield Measure("helps", EffectHappened(fx.Restored, lambda e: True), headline=True)
        yield Measure(given, Changed(act.at, _gained))


def of_rest(fight: State, who: Who, act: Act) -> Iterator[Measure]:
    """What one gets back."""
    yield Measure("points given back", Changed(who, _gained))


def of_lead(fight: State, who: Who, act: Act) -> Iterator[Measure]:
    """What one can hand out."""
    yield Measure("has DMs to hand out", Changed(who, lambda a, b: b.pool > a.pool), headline=True)
    yield Measure("DMs to hand out", Changed(who, lambda a, b: b.pool - a.pool))


def of_work(fight: State, who: Who, act: Act) -> Iterator[Measure]:
    """The work goes on, or not."""
    yield Measure("makes progress", EffectHappened(fx.WorkDone, lambda e: True), headline=True)


def of_told(fight: State, who: Who, act: Act) -> Iterator[Measure]:
    """What the game master tells succeeds, or does not."""
    yield Measure("succeeds", EffectHappened(fx.Narrated, lambda e: e.result >= 0), headline=True)


def of_scout(fight: State, who: Who, act: Act) -> Iterator[Measure]:
    """Whoever is looked for is found; else the check succeeds."""
    if act.at is None:
        yield from of_told(fight, who, act)
    else:
        yield Measure("finds", EffectHappened(fx.Seen, lambda e: e.seen), headline=True)


def of_wrestle(fight: State, who: Who, act: Act) -> Iterator[Measure]:
    """One is free then, or not, and what the other one suffers."""
    foe = fight.bodies[who].grip
    if foe is not None:
        yield Measure("is free", Changed(who, lambda a, b: b.grip is None), headline=True)
        yield Measure(msg("damage to {whom}", whom=_name(fight, foe)), Changed(foe, lost), kind="harm")


FAMILIES: dict[str, Callable[[State, Who, Act], Iterable[Measure]]] = {
    "plain": lambda fight, who, act: (), "attack": of_attack, "grapple": of_grapple, "aid": of_aid,
    "rest": of_rest, "lead": of_lead, "work": of_work, "told": of_told, "scout": of_scout,
    "wrestle": of_wrestle,
}  # fmt: skip
"""What is measured of each family of actions: what they are for."""


def of_others(fight: State, who: Who, attacked: Who | None) -> Iterator[Measure]:
    """What becomes of who acts, and of everybody else but the one attacked."""
    for other in (who, *[w for w in fight.here if w not in (who, attacked)]):
        yield from _of_body(other, _name(fight, other))


# --- of somebody ----------------------------------------------------------------------------------


def _name(fight: State, who: Who) -> Verbatim:
    return Verbatim(fight.bodies[who].sheet.name)


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


def _gained(before: Body, after: Body) -> int:
    return -lost(before, after)


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
