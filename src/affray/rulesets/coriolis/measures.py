"""What people ask of an action: of its target, of who acts, of the weapon, of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from affray.core.act import Act
from affray.core.effect import TABLE, Who
from affray.core.message import Verbatim, msg
from affray.core.ruleset import Changed, EffectHappened, Measure, UnitRan
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis.actions import GRAPPLING, MELEE, SHOOTING, attacks_with, cost
from affray.rulesets.coriolis.bonus import hit
from affray.rulesets.coriolis.declare import forfeits
from affray.rulesets.coriolis.fighter import unbroken
from affray.rulesets.coriolis.gear import TOLD
from affray.rulesets.coriolis.state import Body, State

PUT_OUT = 5
"""What being put out of action weighs among choices, in hit points; an injury weighs two."""


def measures(fight: State, who: Who, act: Act) -> list[Measure]:
    """The questions that make sense for this action, what it is for first."""
    if cost(act, fight.house) and forfeits(attacks_with(act))(fight.bodies[who]):
        return [Measure("loses the weapon's initiative bonus", Changed(who, _slower)), *_all_of(fight, who)]
    names = [Verbatim(b.sheet.name) for b in fight.fighters]
    target = fight.bodies[who].holding if act.name in GRAPPLING else act.at
    attacks = act.name in (*SHOOTING, *MELEE, *GRAPPLING)
    questions = list(_aim(who, act))
    if target is not None and attacks:
        questions += _of_target(target, names[target])
    elif target is not None and act.name in ("first aid", "calm"):
        questions += _of_patient(target, names[target], act)
    questions += _of_body(who, names[who])
    others = [w for w in fight.here if w != who and not (w == target and attacks)]
    for other in others:
        questions += _of_body(other, names[other], aside=True)
    if act.item and act.name in SHOOTING:
        questions.append(Measure("clip emptied", Changed(who, _emptied(act.item))))
    questions.append(
        Measure("darkness points", Changed(TABLE, lambda a, b: b.darkness - a.darkness), aside=True)
    )
    return questions


def loss(before: Body, after: Body) -> int:
    """How much worse off a combatant is, by points of body and mind, injuries, and being out of action."""
    injuries = 2 * (len(after.injuries) - len(before.injuries))
    return lost(before, after) + before.mp - after.mp + injuries + PUT_OUT * put_out(before, after)


def _all_of(fight: State, who: Who) -> Iterator[Measure]:
    """The questions about an action that is not begun: nothing is to come of it, to anybody."""
    for one in fight.here:
        yield from _of_body(one, Verbatim(fight.bodies[one].sheet.name), aside=True)


def _aim(who: Who, act: Act) -> Iterator[Measure]:
    """What actions without a target are for, where that is not certain."""
    if act.name in ("sprint", "fall back", "crawl"):
        yield Measure("gets there", EffectHappened(fx.Moved, _arrives), headline=True, kind="arrival")
    elif act.name == "overwatch":
        yield Measure("is on overwatch", Changed(who, lambda a, b: b.watch is not None), headline=True)
    elif act.name == "break free":
        yield Measure("is free", Changed(who, lambda a, b: b.held_by is None), headline=True)
    elif act.name in TOLD:
        yield Measure("succeeds", EffectHappened(fx.Narrated, _succeeds), headline=True)


def _of_target(target: Who, name: str) -> list[Measure]:
    return [
        Measure(msg("hits {name}", name=name), UnitRan(hit, 1, target), headline=True, kind="hit"),
        Measure(
            msg("{name} is put out of action", name=name), Changed(target, put_out), headline=True, kind="out"
        ),
        Measure(msg("damage to {name}", name=name), Changed(target, lost), kind="harm"),
        Measure(msg("critical injury to {name}", name=name), Changed(target, _injured)),
        Measure(msg("stress to {name}", name=name), Changed(target, lambda a, b: a.mp - b.mp)),
        Measure(msg("{name} dies", name=name), Changed(target, _dies), kind="death"),
        Measure(
            msg("{name} is disarmed", name=name),
            Changed(target, lambda a, b: len(b.hands) < len(a.hands)),
            aside=True,
        ),
        Measure(msg("{name} is pinned", name=name), Changed(target, _is_caught), aside=True),
    ]


def _of_patient(patient: Who, name: str, act: Act) -> list[Measure]:
    if act.name == "first aid" and act.item.isdigit():
        return [Measure("the injury is treated", Changed(patient, _treated), headline=True)]
    up = Measure(
        msg("{name} is up again", name=name), Changed(patient, lambda a, b: put_out(b, a)), headline=True
    )
    if act.name == "calm":
        return [
            up,
            Measure(
                msg("mind points of {name} given back", name=name), Changed(patient, lambda a, b: b.mp - a.mp)
            ),
        ]
    return [
        up,
        Measure(
            msg("hit points of {name} given back", name=name), Changed(patient, lambda a, b: b.hp - a.hp)
        ),
    ]


def _of_body(who: Who, name: str, aside: bool = False) -> list[Measure]:
    return [
        Measure(msg("damage to {name}", name=name), Changed(who, lost), aside=aside, kind="harm"),
        Measure(
            msg("{name} is put out of action", name=name), Changed(who, put_out), aside=aside, kind="out"
        ),
        Measure(msg("critical injury to {name}", name=name), Changed(who, _injured), aside=True),
        Measure(
            msg("{name} is disarmed", name=name),
            Changed(who, lambda a, b: len(b.hands) < len(a.hands)),
            aside=True,
        ),
    ]


# --- of an effect --------------------------------------------------------------------------------


def _arrives(_: fx.Moved) -> bool:
    """One who is stopped on the way has come some of it, but moves no further."""
    return True


def _succeeds(e: fx.Narrated) -> bool:
    return e.sixes > 0


# --- of a body before and after ------------------------------------------------------------------


def lost(before: Body, after: Body) -> int:
    """Hit points lost; below 0 when some were given back."""
    return before.hp - after.hp


def put_out(before: Body, after: Body) -> bool:
    """Whether one who could act is Broken, broken down, unconscious or dead."""
    return unbroken(before) and not unbroken(after)


def _injured(before: Body, after: Body) -> bool:
    return len(after.injuries) > len(before.injuries)


def _dies(before: Body, after: Body) -> bool:
    return after.dead and not before.dead


def _treated(before: Body, after: Body) -> bool:
    return sum(i.treated for i in after.injuries) > sum(i.treated for i in before.injuries)


def _is_caught(before: Body, after: Body) -> bool:
    return after.held_by is not None and after.held_by != before.held_by


def _slower(before: Body, after: Body) -> bool:
    return after.boost < before.boost


def _emptied(weapon: str) -> Callable[[Body, Body], bool]:
    return lambda before, after: weapon in after.empty and weapon not in before.empty
