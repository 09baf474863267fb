"""What a combatant may do now: every action, with its cost and the rules that forbid it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from affray.core.act import Act, Offer
from affray.core.effect import Who
from affray.core.errors import Refusal
from affray.core.probe import Probe
from affray.rulesets.coriolis import fighter, gear, movement
from affray.rulesets.coriolis.actions import ALONE, MELEE, NAMES, SHOOTING, cost, perform
from affray.rulesets.coriolis.aid import BROKEN
from affray.rulesets.coriolis.fighter import Fighter
from affray.rulesets.coriolis.gear import TOLD
from affray.rulesets.coriolis.house import House
from affray.rulesets.coriolis.state import Body, State, Table


def menu(fight: State, who: Who) -> list[Offer]:
    """All actions worth a line, each with every reason against it; the first ends the slot."""
    return [
        Offer(act, cost(act, fight.house), why_not(fight, who, act), _wants(act))
        for act in candidates(fight, who)
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
    if act.at is None and act.name in (*SHOOTING, *MELEE, "first aid", "calm", "fall back", "crawl"):
        return (Refusal("", "needs a target"),)
    return why_not(fight, who, act)


def candidates(fight: State, who: Who) -> Iterator[Act]:
    """Every action of a combatant, legal or not, at whoever and with whatever it could be."""
    b: Body = fight.bodies[who]
    yield Act("end")
    foes = [f for f in fight.here if fight.bodies[f].side != b.side and not fight.bodies[f].dead]
    yield from _attacks(b, foes)
    yield from _moves(foes)
    if b.prone and fight.house.prone_crawl:
        yield from (Act("crawl", foe) for foe in foes)
    yield from _things(fight, b)
    yield from _help(fight, b)
    yield from (
        Act(name)
        for name in (*ALONE, *TOLD)
        if name not in ("end", "break free", "let go") and _mentioned(b, name)
    )
    if b.held_by is not None:
        yield Act("break free")
    if b.holding is not None:
        yield from (Act("grapple attack"), Act("quick grapple attack"), Act("let go"))
    if (below := _below(fight, who)) is not None:
        yield Act("lower initiative", n=below)


def _attacks(b: Body, foes: Sequence[Who]) -> Iterator[Act]:
    for name in fighter.melee_in_hand(b):
        light = fighter.weapon_named(b, name).light
        yield from (Act("melee attack", foe, item=name) for foe in foes)
        yield from (Act("quick melee attack", foe, item=name) for foe in foes if light)
    for name in fighter.ranged_in_hand(b):
        kinds = SHOOTING if fighter.weapon_named(b, name).automatic else SHOOTING[:3]
        yield from (Act(kind, foe, item=name) for kind in kinds for foe in foes)


def _moves(foes: Sequence[Who]) -> Iterator[Act]:
    for name in ("sprint", "fall back", "overwatch"):
        yield from (Act(name, foe) for foe in foes)


def _things(fight: State, b: Body) -> Iterator[Act]:
    yield from (Act("take cover", item=name) for name in movement.at_hand(fight.table, b))
    yield from (Act("draw", item=w.name) for w in b.kit if w.name not in b.hands and not w.natural)
    yield from (Act("pick up", item=name) for name in gear.near(fight.table, b))
    yield from (Act("reload", item=name) for name in b.hands if name in b.empty or name in b.quick)


def _help(fight: State, b: Body) -> Iterator[Act]:
    for other in fight.here:
        patient: Body = fight.bodies[other]
        if patient.dead or patient.side != b.side:
            continue
        if patient.hp == 0 and patient is not b:
            yield Act("first aid", other, item=BROKEN)
        yield from (Act("first aid", other, item=str(code)) for code in fighter.treatable(patient))
        if patient.mp == 0 and patient is not b:
            yield Act("calm", other)


def _mentioned(b: Body, name: str) -> bool:
    """Whether an action without a target deserves a line."""
    if name in TOLD:
        return b.sheet.driving if name == "ram" else fighter.trained(TOLD[name][1])(b)
    return name != ("hit the ground" if b.prone else "get up")


def _below(fight: State, who: Who) -> int | None:
    """Just below the next who waits: the least lowering that changes anything."""
    me: Body = fight.bodies[who]
    waiting = [b.score + b.boost for b in fight.present if b is not me and not b.over and fighter.unbroken(b)]
    lower = [score for score in waiting if score <= me.score + me.boost]
    return max(lower) - 1 if lower else None


def _wants(act: Act) -> str:
    return "to" if act.name in ("sprint", "overwatch") else "n" if act.name == "lower initiative" else ""
