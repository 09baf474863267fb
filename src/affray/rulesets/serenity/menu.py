"""What a fighter may do now: every action, with its cost and the rules that forbid it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from affray.core.act import Act, Offer
from affray.core.effect import Who
from affray.core.errors import Refusal
from affray.core.probe import Probe
from affray.rulesets.serenity import blows, gear, movement
from affray.rulesets.serenity.actions import ALONE, AREAS, MOVES, NAMES, TARGETED, perform
from affray.rulesets.serenity.effects.arms import left_in
from affray.rulesets.serenity.fighter import Fighter
from affray.rulesets.serenity.house import House
from affray.rulesets.serenity.sheet import Weapon
from affray.rulesets.serenity.state import Body, State, Table

FREE = ("end", "walk", "back off", "take cover", "sit out", *(name for name in ALONE if name != "break hold"))
COSTS = {**dict.fromkeys(NAMES, 1), **dict.fromkeys(FREE, 0), "run": 2}
"""Cost in declared actions by action."""


def menu(fight: State, who: Who) -> list[Offer]:
    """All actions worth a line, each with every reason against it; the first ends the turn."""
    return [
        Offer(act, COSTS[act.name], why_not(fight, who, act), _wants(act)) for act in candidates(fight, who)
    ]


def legal(fight: State, who: Who) -> list[Act]:
    """The actions of the menu that are allowed."""
    return [act for act in candidates(fight, who) if allows(fight, who, act)]


def why_not(fight: State, who: Who, act: Act) -> tuple[Refusal, ...]:
    """The rules against an action, asked from the action itself."""
    probe: Probe[Body, Table, House] = Probe(fight)
    return probe.why_not(perform, Fighter(probe, who), act)


def allows(fight: State, who: Who, act: Act) -> bool:
    """Whether no rule is against an action."""
    probe: Probe[Body, Table, House] = Probe(fight)
    return probe.allows(perform, Fighter(probe, who), act)


def admits(fight: State, who: Who, act: object) -> Sequence[Refusal]:
    """Why an action that is not in the menu, such as one to a place of one's own, cannot be taken."""
    if not isinstance(act, Act) or act.name not in NAMES or (act.at is not None and act.at not in fight.here):
        return (Refusal("", "not an action of this game"),)
    if act.at is None and act.name in (*TARGETED, "back off"):
        return (Refusal("", "needs a target"),)
    return why_not(fight, who, act)


def candidates(fight: State, who: Who) -> Iterator[Act]:
    """Every action of a fighter, legal or not, at whoever and with whatever it could be."""
    b: Body = fight.bodies[who]
    yield Act("end")
    foes = [f for f in fight.here if _seen(b, fight.bodies[f])]
    yield from (Act(name, foe, item=item) for name, item in blows.at_hand(b) for foe in foes)
    for name in ("cover a spot", *MOVES):
        yield from (Act(name, foe) for foe in foes)
    yield from _things(fight, b)
    yield from (Act("set off", n=n) for n, charge in enumerate(fight.table.charges) if charge.side == b.side)
    yield from (Act(name) for name in ALONE if _mentioned(b, name))
    yield Act("sit out")


def _seen(b: Body, other: Body) -> bool:
    """Whether another is a foe in sight and alive."""
    return other.side != b.side and not other.dead and not other.hidden


def _things(fight: State, b: Body) -> Iterator[Act]:
    yield from (Act("take cover", item=name) for name in movement.at_hand(fight.table, b))
    in_kit = list(dict.fromkeys(b.kit))
    yield from (Act("draw", item=w.name) for w in in_kit if w.name not in b.hands and (w.melee or w.gun))
    yield from (Act("pick up", item=name) for name in gear.lying_near(fight.table, b))
    yield from (Act("reload", item=w.name) for w in in_kit if _wants_rounds(b, w))
    yield from (Act("plant", item=w.name) for w in in_kit if w.explosive)


def _wants_rounds(b: Body, weapon: Weapon) -> bool:
    return weapon.name in b.hands and left_in(b, weapon.name) < weapon.magazine


def _mentioned(b: Body, name: str) -> bool:
    """Whether an action without a target deserves a line."""
    return {
        "drop to the ground": not b.prone,
        "get up": b.prone,
        "break hold": b.held_by is not None,
        "let go": b.holding is not None or b.menacing is not None,
    }.get(name, True)


def _wants(act: Act) -> str:
    return "to" if act.name in (*MOVES, *AREAS, "cover a spot") and act.name != "back off" else ""
