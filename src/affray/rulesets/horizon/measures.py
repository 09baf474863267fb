"""What people ask of an action."""

from __future__ import annotations

from collections.abc import Iterator

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.ruleset import Changed, Happened, Measure
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon.actions import BLOWS, MOVES
from affray.rulesets.horizon.fighter import able, dead
from affray.rulesets.horizon.state import Body, State

PUT_OUT = 20
"""What being put out of action weighs among choices, in Health."""
WOUND, DEBT = 8, 4
"""What a wound that lasts and an owed action weigh."""


def measures(fight: State, who: Who, act: Act) -> list[Measure]:
    """The questions that make sense for this action, what it is for first."""
    names = [b.sheet.name for b in fight.fighters]
    attacks = act.name in BLOWS and act.at is not None
    found = list(_aim(who, act))
    if attacks and act.at is not None:
        found += _of_target(act.at, names[act.at], act.item)
    found += _of_body(who, names[who])
    others = [w for w in fight.everyone if w != who and not (attacks and w == act.at)]
    for other in others:
        found += _of_body(other, names[other])
    return found


def loss(before: Body, after: Body) -> int:
    """How much worse off a fighter is: Health, wounds, debts, protection given up."""
    wounds = _wounds(after) - _wounds(before)
    debts = after.owed - before.owed + after.borrowed - before.borrowed
    guard = before.pool - after.pool
    return lost(before, after) + WOUND * wounds + DEBT * debts + guard // 2 + PUT_OUT * put_out(before, after)


def _aim(who: Who, act: Act) -> Iterator[Measure]:
    """What actions without a target are for."""
    if act.name in (*MOVES, "shift", "get behind"):
        yield Measure("gets there", Changed(who, lambda a, b: a.spot != b.spot), headline=True)
        yield Measure(
            "goes out of sight", Changed(who, lambda a, b: len(b.screened) > len(a.screened)), aside=True
        )
    elif act.name == "defend":
        yield Measure("damage that Defense will cancel", Changed(who, lambda a, b: b.pool - a.pool))
    elif act.name == "dive":
        yield Measure("armour gained", Changed(who, lambda a, b: b.diving - a.diving))
    elif act.name == "hide":
        yield Measure("Stealth", Changed(who, lambda a, b: b.stealth if b.hidden else 0))
    elif act.name == "work":
        yield Measure("progress", Changed(who, _progress))
        yield Measure("is done", Happened(fx.Finished, lambda e: True), headline=True)
    elif act.name in ("pick up", "haul"):
        yield Measure("has it", Changed(who, lambda a, b: len(b.kit) > len(a.kit)), headline=True)
    elif act.name == "look about":
        yield Measure("finds somebody", Happened(fx.Watched, lambda e: e.noticed), headline=True)


def _of_target(target: Who, name: str, wound: str) -> list[Measure]:
    found = [
        Measure(f"{name} is put out of action", Changed(target, put_out)),
        Measure(f"damage to {name}", Changed(target, lost), headline=True),
        Measure(f"{name} dives", Changed(target, lambda a, b: b.borrowed > a.borrowed), aside=True),
        Measure(f"{name} dies", Changed(target, lambda a, b: dead(b) and not dead(a)), aside=True),
    ]
    if wound:
        holds = Measure(
            f"the condition takes hold of {name}",
            Happened(fx.Wounded, lambda e: bool(e.who == target)),
            headline=True,
        )
        found.insert(0, holds)
    return found


def _of_body(who: Who, name: str) -> list[Measure]:
    return [
        Measure(f"damage to {name}", Changed(who, lost), aside=True),
        Measure(f"{name} is put out of action", Changed(who, put_out), aside=True),
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
