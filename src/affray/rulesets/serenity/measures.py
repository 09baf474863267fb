"""What people ask of an action: of its target, of who acts, of everybody else."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.message import msg
from affray.core.ruleset import Changed, Measure, UnitRan
from affray.rulesets.serenity import area, strike
from affray.rulesets.serenity.actions import MOVES
from affray.rulesets.serenity.blows import ATTACKS
from affray.rulesets.serenity.fighter import able, up
from affray.rulesets.serenity.movement import where
from affray.rulesets.serenity.state import Body, State

HITS: dict[str, Callable[..., object]] = {"autofire": area.caught, "throw explosive": area.blown}
"""The unit that is run for whoever is hit, where it is not that of an attack."""
PUT_OUT = 8
"""What being put out of the fight weighs among choices, in life points."""


def measures(fight: State, who: Who, act: Act) -> list[Measure]:
    """The questions that make sense for this action, what it is for first."""
    names = [b.sheet.name for b in fight.fighters]
    questions = list(_aim(fight, who, act))
    attacks = act.name in (*ATTACKS, "autofire", "throw explosive") and act.at is not None
    if attacks and act.at is not None:
        questions += _of_target(act.at, names[act.at], HITS.get(act.name, strike.hit))
    elif act.at is not None:
        questions += _told(fight, act.at, names[act.at], act)
    questions += _of_body(who, names[who])
    others = [w for w in fight.here if w != who and not (w == act.at and attacks)]
    for other in others:
        questions += _of_body(other, names[other], aside=True)
    return questions


def loss(before: Body, after: Body) -> int:
    """How much worse off a fighter is, with blows that still wait; wounds weigh twice."""
    harm = lost_stun(before, after) + 2 * lost_wounds(before, after)
    return harm + PUT_OUT * put_out(before, after) + 2 * (before.plot - after.plot)


def _aim(fight: State, who: Who, act: Act) -> Iterator[Measure]:
    """What actions without a target are for, where that is not certain."""
    if act.name in MOVES:
        yield Measure("gets there", Changed(who, _gets_to(fight, who, act)), headline=True, kind="arrival")
    elif act.name == "cover a spot":
        yield Measure("covers the spot", Changed(who, lambda a, b: b.watch is not None), headline=True)
    elif act.name == "break hold":
        yield Measure("is free", Changed(who, lambda a, b: b.held_by is None), headline=True)
    elif act.name == "feint":
        yield Measure("the feint succeeds", Changed(who, lambda a, b: b.feinting is not None), headline=True)


def _gets_to(fight: State, who: Who, act: Act) -> Callable[[Body, Body], bool]:
    """Whether a movement ends where it leads, and not on the way (SER-R37)."""
    there = act.to
    if there is None and act.at is not None:
        there = where(fight.bodies[who], fight.bodies[act.at], act.name, fight.house)
    return lambda before, after: after.spot == there != before.spot


def _of_target(target: Who, name: str, hits: Callable[..., object]) -> list[Measure]:
    return [
        Measure(msg("hits {name}", name=name), UnitRan(hits, 1, target), headline=True, kind="hit"),
        Measure(
            msg("{name} is put out of the fight", name=name),
            Changed(target, put_out),
            headline=True,
            kind="out",
        ),
        Measure(msg("wounds of {name}", name=name), Changed(target, lost_wounds), kind="harm"),
        Measure(msg("stun of {name}", name=name), Changed(target, lost_stun), kind="harm"),
        Measure(msg("{name} dies", name=name), Changed(target, _dies), kind="death"),
        Measure(msg("{name} is stunned", name=name), Changed(target, _stunned), aside=True),
        Measure(
            msg("{name} loses a limb", name=name),
            Changed(target, lambda a, b: len(b.limbs) > len(a.limbs)),
            aside=True,
        ),
        Measure(
            msg("{name} is disarmed", name=name),
            Changed(target, lambda a, b: len(b.hands) < len(a.hands)),
            aside=True,
        ),
    ]


def _told(fight: State, target: Who, name: str, act: Act) -> list[Measure]:
    if act.name == "grapple":
        held = Changed(target, lambda a, b: b.held_by is not None)
        return [Measure(msg("{name} is held", name=name), held, headline=True)]
    if act.name == "hold at gunpoint":
        menaced = Changed(target, lambda a, b: b.menaced_by is not None)
        return [Measure(msg("{name} is held at gunpoint", name=name), menaced, headline=True)]
    return []


def _of_body(who: Who, name: str, aside: bool = False) -> list[Measure]:
    return [
        Measure(msg("wounds of {name}", name=name), Changed(who, lost_wounds), aside=aside, kind="harm"),
        Measure(msg("stun of {name}", name=name), Changed(who, lost_stun), aside=aside, kind="harm"),
        Measure(
            msg("{name} is put out of the fight", name=name), Changed(who, put_out), aside=aside, kind="out"
        ),
    ]


# --- of a body before and after -------------------------------------------------------------------


def lost_wounds(before: Body, after: Body) -> int:
    """Wounds taken, with those of blows that still wait."""
    return _wounds(after) - _wounds(before)


def lost_stun(before: Body, after: Body) -> int:
    """Stun taken, with that of blows that still wait."""
    return _stun(after) - _stun(before)


def _wounds(b: Body) -> int:
    return b.wounds + sum(blow.wounds for blow in b.pending)


def _stun(b: Body) -> int:
    return b.stun + sum(blow.stun for blow in b.pending)


def put_out(before: Body, after: Body) -> bool:
    """Whether one who was up no longer is."""
    return up(before) and not up(after)


def _stunned(before: Body, after: Body) -> bool:
    return able(before) and up(after) and not able(after)


def _dies(before: Body, after: Body) -> bool:
    return after.dead and not before.dead
