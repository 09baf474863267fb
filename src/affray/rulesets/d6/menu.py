"""What a combatant may do now: every action, with its cost and the rules that forbid it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from affray.core.act import Act, Offer
from affray.core.effect import Who
from affray.core.errors import Refusal
from affray.core.probe import Probe
from affray.rulesets.d6 import boarding, casting, cover, driving
from affray.rulesets.d6.actions import NAMES, cost, perform
from affray.rulesets.d6.fighter import Fighter, able, alive
from affray.rulesets.d6.house import House
from affray.rulesets.d6.sheet import PORT, Weapon
from affray.rulesets.d6.state import Body, State, Table
from affray.rulesets.d6.tables import FIST, weapons

TARGETED = ("attack", "burst", "aim", "half move away", "move away", "drive away")
"""Actions that are nothing without somebody to do them to."""
WIDTHS = (5, 10, 20)
"""Feet of the zones that are listed; other widths are admitted."""


def menu(fight: State, who: Who) -> list[Offer]:
    """All actions worth a line, each with every reason against it; the first ends the turn."""
    probe: Probe[Body, Table, House] = Probe(fight)
    return [
        Offer(act, cost(probe, act), why_not(fight, who, act), _wants(fight.bodies[who], act))
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
    """Why an action that is not in the menu cannot be taken, such as one to a place."""
    known = isinstance(act, Act) and act.name in NAMES and (act.at is None or act.at in fight.here)
    if not isinstance(act, Act) or not known:
        return (Refusal("", "not an action of this game"),)
    if act.at is None and act.name in TARGETED:
        return (Refusal("", "needs a target"),)
    return why_not(fight, who, act)


def candidates(fight: State, who: Who) -> Iterator[Act]:
    """Every action of a combatant, legal or not, at whoever and with whatever it could be."""
    b: Body = fight.bodies[who]
    foes = [
        w for w, o in zip(fight.here, fight.present, strict=True)
        if o.side != b.side and alive(o, fight.house.death)
    ]  # fmt: skip
    yield Act("end")
    for weapon in (*[w for w in b.kit if w.name in b.hands], weapons()[FIST]):
        yield from _with(weapon, foes)
    yield from _spells(b, foes, fight.house)
    yield from _moves(b, foes)
    yield from _things(fight, b)
    yield from _seats(fight, b)
    yield Act("hold")
    yield from (Act("hold", foe) for foe in foes)
    yield from (Act("hold", ally) for ally in _allies(fight, who))


def _allies(fight: State, who: Who) -> Iterator[Who]:
    """Who else is in the fight on the own side: one may wait for a friend, too."""
    side = fight.bodies[who].side
    for other, o in zip(fight.here, fight.present, strict=True):
        if other != who and o.side == side and able(o):
            yield other


def _with(weapon: Weapon, foes: Sequence[Who]) -> Iterator[Act]:
    names = ["throw"] if weapon.explosive else ["attack"] if weapon.kind == "natural" else ["attack", "aim"]
    yield from (Act(name, foe, item=weapon.name) for name in names for foe in foes)
    if weapon.automatic:
        yield from (Act("burst", foe, item=weapon.name) for foe in foes)
        yield from (Act("suppress", foe, item=weapon.name, n=width) for width in WIDTHS for foe in foes)


def _spells(b: Body, foes: Sequence[Who], house: House) -> Iterator[Act]:
    """A component, or, as the last of them, the spell itself at somebody."""
    for spell in b.sheet.spells:
        under_way = b.components if b.spell == spell.name else 0
        if under_way + 1 < casting.length(spell, house):
            yield Act("cast", item=spell.name)
        else:
            yield from (Act("cast", foe, item=spell.name) for foe in foes)


def _moves(b: Body, foes: Sequence[Who]) -> Iterator[Act]:
    if b.aboard is None:
        names = ("crawl",) if b.prone else ("move", "move away", "half move", "half move away")
        yield from (Act(name, foe) for name in names for foe in foes)
        yield Act("stand up")
    if b.drives is not None:
        for speed in driving.SPEEDS:
            yield from (Act(name, foe, item=speed) for name in ("drive", "drive away") for foe in foes)
        yield Act("evade")


def _seats(fight: State, b: Body) -> Iterator[Act]:
    if b.aboard is not None:
        yield Act("get out")
        return
    for who, other in zip(fight.here, fight.present, strict=True):
        if other.drives is not None and other.side == b.side:
            yield Act("get in", who)
    yield from (Act("get in", item=name) for name in boarding.at_hand(fight.table, b))


def _things(fight: State, b: Body) -> Iterator[Act]:
    for name in cover.at_hand(fight.table, b):
        yield Act("take cover", item=name)
        if any(c.name == name and c.kind == PORT for c in fight.table.covers):
            yield Act("get out of sight", item=name)
    for weapon, shots in zip(b.kit, b.shots, strict=True):
        if weapon.name not in b.hands:
            yield Act("pick up" if weapon.name in b.dropped else "draw", item=weapon.name)
            continue
        yield from (Act(name, item=weapon.name) for name in ("drop", "stow"))
        if weapon.load and shots < weapon.shots:
            yield Act("load", item=weapon.name)


def _wants(b: Body, act: Act) -> str:
    area = act.name == "cast" and any(s.radius and s.name == act.item for s in b.sheet.spells)
    if act.name in ("move", "half move", "crawl", "throw", "drive") or (area and act.at is not None):
        return "to"
    return "n" if act.name == "suppress" else ""
