"""What people ask of an action: of its target, of everybody else, of who acts."""

from __future__ import annotations

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.message import Verbatim, msg
from affray.core.ruleset import Changed, Measure, UnitRan
from affray.rulesets.d6.actions import AIMED
from affray.rulesets.d6.attack import hit
from affray.rulesets.d6.fighter import able, loaded
from affray.rulesets.d6.state import Body, State

PUT_OUT = 15
"""What being put out of the fight weighs among choices, in hit points; being bloodied weighs a third."""


def measures(fight: State, who: Who, act: Act) -> list[Measure]:
    """The questions that make sense for this action, what it is for first."""
    names = [Verbatim(b.sheet.name) for b in fight.fighters]
    target = act.at if act.name in AIMED else None
    questions: list[Measure] = []
    if target is not None:
        spells = fight.bodies[who].sheet.spells
        area = any(s.radius and s.name == act.item for s in spells) if act.name == "cast" else False
        alone = act.name in ("attack", "burst", "cast") and not area
        questions += _of_target(target, names[target], alone)
    elif act.at is not None or act.to is not None:
        gets_there = Changed(who, lambda a, b: a.spot != b.spot)
        questions.append(Measure("gets there", gets_there, headline=True, aside=True, kind="arrival"))
    for other in fight.here:
        if other != target:
            questions += _of_body(other, names[other])
    if act.item and act.name in ("attack", "burst", "suppress", "throw"):
        item = act.item
        questions.append(Measure("shots spent", Changed(who, lambda a, b: loaded(a, item) - loaded(b, item))))
    return questions


def loss(before: Body, after: Body) -> int:
    """How much worse off a combatant is, by hit points, being bloodied, and being out of it."""
    bloodied = (after.bloodied - before.bloodied) * PUT_OUT // 3
    return lost(before, after) + bloodied + PUT_OUT * put_out(before, after)


def _of_target(target: Who, name: str, alone: bool) -> list[Measure]:
    """What only one is the mark of may miss; in an area it hurts, or does not."""
    hurts = Measure(
        msg("{name} loses hit points", name=name),
        Changed(target, lambda a, b: b.hp < a.hp),
        headline=not alone,
    )
    return [
        *(
            [Measure(msg("hits {name}", name=name), UnitRan(hit, 1, target), headline=True, kind="hit")]
            if alone
            else [hurts]
        ),
        Measure(
            msg("{name} is put out of the fight", name=name),
            Changed(target, put_out),
            headline=True,
            kind="out",
        ),
        *([hurts] if alone else []),
        Measure(msg("damage to {name}", name=name), Changed(target, lost), kind="harm"),
        Measure(
            msg("{name} is bloodied", name=name), Changed(target, lambda a, b: b.bloodied and not a.bloodied)
        ),
    ]


def _of_body(who: Who, name: str) -> list[Measure]:
    return [
        Measure(msg("damage to {name}", name=name), Changed(who, lost), aside=True, kind="harm"),
        Measure(
            msg("{name} is put out of the fight", name=name), Changed(who, put_out), aside=True, kind="out"
        ),
    ]


def lost(before: Body, after: Body) -> int:
    """Hit points lost; below 0 when some were given back."""
    return before.hp - after.hp


def put_out(before: Body, after: Body) -> bool:
    """Whether one who was in the fight is out of it."""
    return able(before) and not able(after)
