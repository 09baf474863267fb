"""What people ask of an action, as values of the fight before and after it."""

from __future__ import annotations

from collections.abc import Sequence

from affray.core.act import Act
from affray.core.effect import Effect, Who
from affray.core.ruleset import Measure
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis import fighter
from affray.rulesets.coriolis.state import State

Effects = Sequence[Effect]


def measures(fight: State, who: Who, act: Act) -> list[Measure]:
    """The questions that make sense for this action: of the target, of the actor, of the weapon."""
    name = [b.sheet.name for b in fight.fighters]
    found = []
    target = act.at if act.at is not None and act.at != who else fight.bodies[who].holding
    if target is not None and act.name not in ("sprint", "fall back", "overwatch", "crawl"):
        found += _of_target(target, name[target], act)
    found += [
        Measure(f"damage to {name[who]}", lambda a, b, _: a.bodies[who].hp - b.bodies[who].hp),
        Measure(f"{name[who]} is put out of action", lambda a, b, _: _put_out(a, b, who)),
    ]
    if act.item:
        found.append(Measure("clip emptied", lambda a, b, _: act.item in b.bodies[who].empty and act.item not in a.bodies[who].empty))
    found.append(Measure("darkness points", lambda a, b, _: b.table.darkness - a.table.darkness))
    return found


def _of_target(target: Who, name: str, act: Act) -> list[Measure]:
    if act.name in ("first aid", "calm"):
        return [
            Measure(f"{name} is up again", lambda a, b, _: not fighter.unbroken(a.bodies[target]) and fighter.unbroken(b.bodies[target])),
            Measure("hit points given back", lambda a, b, _: b.bodies[target].hp - a.bodies[target].hp),
            Measure("injury treated", lambda a, b, did: any(isinstance(e, fx.Treated) for e in did)),
        ]
    return [
        Measure(f"damage to {name}", lambda a, b, _: a.bodies[target].hp - b.bodies[target].hp),
        Measure(f"{name} is put out of action", lambda a, b, _: _put_out(a, b, target)),
        Measure(f"critical injury to {name}", lambda a, b, did: any(isinstance(e, fx.Injured) and e.who == target for e in did)),
        Measure(f"stress to {name}", lambda a, b, _: a.bodies[target].mp - b.bodies[target].mp),
        Measure(f"{name} dies", lambda a, b, _: b.bodies[target].dead and not a.bodies[target].dead),
    ]


def _put_out(before: State, after: State, who: Who) -> bool:
    return fighter.unbroken(before.bodies[who]) and not fighter.unbroken(after.bodies[who])
