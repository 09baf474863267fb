"""What a fighter may do now: every action, with its cost and the rules that forbid it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from affray.core.act import Act, Offer
from affray.core.effect import Who
from affray.core.errors import Refusal
from affray.core.probe import Probe
from affray.rulesets.traveller import figures, gear
from affray.rulesets.traveller.actions import (
    AFTER,
    ALONE,
    AT_TARGET,
    ATTACKS,
    BY_NAME,
    FREE,
    WITH_ITEM,
    WITH_WEAPON,
    perform,
)
from affray.rulesets.traveller.aid import in_time
from affray.rulesets.traveller.declare import MINOR, SIGNIFICANT
from affray.rulesets.traveller.fighter import Fighter
from affray.rulesets.traveller.house import House
from affray.rulesets.traveller.movement import STANCES
from affray.rulesets.traveller.state import Body, State, Table

COSTS = {
    **dict.fromkeys((*ATTACKS, "grapple", "lead", "first aid", "psionics", "skill check"), SIGNIFICANT),
    **dict.fromkeys(("work", "take post"), SIGNIFICANT),
    **dict.fromkeys(("move", "move away", "take cover", "aim", "stance", "draw", "reload"), MINOR),
    **dict.fromkeys(("pick up", "put down", "scout", "identify gear"), MINOR),
    **dict.fromkeys(("end", "defer", "wrestle", *FREE), 0),
    **dict.fromkeys(AFTER[1:], 0),
}
"""The part of a turn of three that an action takes."""


def menu(fight: State, who: Who) -> list[Offer]:
    """All actions worth a line, each with every reason against it.

    The first ends the turn, or in a grapple is the check that is due.
    """
    return [
        Offer(
            act,
            0 if fight.table.won else cost(act, fight.house),
            why_not(fight, who, act),
            "to" if act.name == "move" else "",
        )
        for act in candidates(fight, who)
    ]


def cost(act: Act, house: House) -> int:
    """What an action takes of the turn under these house rules."""
    return 0 if act.name == "lead" and house.leadership_free else COSTS[act.name]


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
    """Why an action that is not in the menu cannot be taken, such as one to a place."""
    if not isinstance(act, Act) or not well_formed(fight, act):
        return (Refusal("", "not an action of this game"),)
    if fight.table.won and act.name not in AFTER:
        return (Refusal("TRV-R33", "the fight is over"),)
    if act.at is None and act.name != "scout" and act.name in (*ATTACKS, *AT_TARGET, "move away"):
        return (Refusal("", "needs a target"),)
    return why_not(fight, who, act)


def well_formed(fight: State, act: Act) -> bool:
    """Whether it is an action of this game and says nothing that has no bearing on it."""
    aimed = act.name in (*ATTACKS, *AT_TARGET, "move", "move away")
    return (
        act.name in BY_NAME
        and (act.at is None or (aimed and act.at in fight.here))
        and (not act.item or act.name in WITH_WEAPON or act.name in WITH_ITEM)
        and (act.to is None or (act.name == "move" and act.at is None))
        and not act.n
    )


def candidates(fight: State, who: Who) -> Iterator[Act]:
    """Every action of a fighter, legal or not, at whoever, with whatever."""
    if fight.table.won:
        yield from _after(fight, who)
        return
    b: Body = fight.bodies[who]
    foes = [w for w in fight.here if fight.bodies[w].side != b.side and not figures.dead(fight.bodies[w])]
    wrestled = fight.house.grapple_turns == "once" and b.wrestled
    first, second = ("end", "wrestle") if b.grip is None or wrestled else ("wrestle", "end")
    yield Act(first)
    yield from _attacks(b, foes)
    yield from (Act(name, foe) for name in ("move", "move away") for foe in foes)
    yield from _friends(fight, who)
    yield from (Act("take cover", item=c.name) for c in fight.table.covers)
    yield from (Act("stance", item=name) for name in STANCES if name != b.stance)
    yield from _things(fight.table, b)
    yield from (Act(name) for name in ALONE if _mentioned(b, name))
    yield from _tasks(fight, b)
    yield from (Act(name) for name in (*FREE, *([second] if b.grip is not None else [])))


def _after(fight: State, who: Who) -> Iterator[Act]:
    """What can be done for the wounded once the fight is over."""
    b: Body = fight.bodies[who]
    yield Act("done")
    hurt = [w for w in fight.here if figures.wounded(fight.bodies[w]) and not figures.dead(fight.bodies[w])]
    if figures.supplies(b):
        yield from (Act("first aid", patient) for patient in hurt)
    if figures.level("medic")(b) > figures.UNTRAINED:
        yield from (Act(name, patient) for name in AFTER[1:3] for patient in hurt if patient != who)
    if who in hurt:
        yield Act("bed rest")


def _attacks(b: Body, foes: Sequence[Who]) -> Iterator[Act]:
    for name in figures.guns_in_hand(b):
        yield from (Act("ranged attack", foe, item=name) for foe in foes)
    for name in figures.missiles_in_hand(b):
        yield from (Act("thrown attack", foe, item=name) for foe in foes)
    for name in figures.melee_in_hand(b):
        yield from (Act("melee attack", foe, item=name) for foe in foes)
    yield from (Act("grapple", foe) for foe in foes)


def _friends(fight: State, who: Who) -> Iterator[Act]:
    """Going to the wounded of one's own side, and helping them."""
    b: Body = fight.bodies[who]
    for other in fight.here:
        patient: Body = fight.bodies[other]
        if patient.side != b.side or figures.dead(patient) or not figures.wounded(patient):
            continue
        if other != who:
            yield Act("move", other)
        if figures.supplies(b) or in_time(fight.table, patient):
            yield Act("first aid", other)


def _things(table: Table, b: Body) -> Iterator[Act]:
    yield from (Act("draw", item=w.name) for w in b.kit if w.name not in b.hands)
    yield from (Act("pick up", item=name) for name in gear.near(table, b))
    yield from (Act("put down", item=name) for name in b.hands)
    guns = figures.guns_in_hand(b)
    yield from (Act("reload", item=name) for name in guns if not figures.is_full(name)(b))


def _mentioned(b: Body, name: str) -> bool:
    """Whether an action without a target deserves a line."""
    known = dict(b.sheet.skills)
    if name in ("end", "wrestle", *AFTER):
        return False
    wanted = {"lead": "leadership", "psionics": "telepathy", "identify gear": "recon"}
    return name not in wanted or wanted[name] in known


def _tasks(fight: State, b: Body) -> Iterator[Act]:
    fighting = ("melee", "gun combat", "athletics", "tactics", "leadership", "telepathy")
    for skill, _ in b.sheet.skills:
        if not skill.startswith(fighting):
            yield Act("skill check", item=skill)
    open_ = [p.name for p in fight.table.projects if p.name not in fight.table.ended]
    yield from (Act("work", item=name) for name in open_)
    yield from (Act("take post", item=post.name) for post in fight.table.posts)
    if "recon" in dict(b.sheet.skills):
        yield Act("scout")
        unseen = [w for w in fight.here if fight.bodies[w].unseen and fight.bodies[w].side != b.side]
        yield from (Act("scout", foe) for foe in unseen)
