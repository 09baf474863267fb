"""What a fighter may do now: every action, with its cost and the rules that forbid it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from affray.core.act import Act, Offer
from affray.core.effect import Who
from affray.core.errors import Refusal
from affray.core.probe import Probe
from affray.rulesets.horizon import movement, objects, tables, talk
from affray.rulesets.horizon.actions import BLOWS, MOVES, NAMES, SPRINTS, perform
from affray.rulesets.horizon.blow import ATTACK, CLUB, THROW
from affray.rulesets.horizon.fighter import Fighter, beyond_harm, in_hand, in_use, knows_of
from affray.rulesets.horizon.house import House
from affray.rulesets.horizon.magazine import belt
from affray.rulesets.horizon.state import Body, State, Table

FREE = (
    "end",
    "look about",
    talk.ALERT,
    talk.EASY,
    "drop",
    "flee",
    "shift",
    "stand up",
    "open combat",
    talk.SPEAK,
    talk.SOUND,
)
AT_SOMEBODY = (*BLOWS, "fall back", "push back", "sprint back", "get behind")
TO_A_PLACE = ("move", "push on", "sprint", "shift", "dive", "drag", "hurl")


def menu(fight: State, who: Who) -> list[Offer]:
    """All actions worth a line, each with every reason against it; the first ends the turn."""
    return [
        Offer(act, cost(fight, who, act), why_not(fight, who, act), _wants(act))
        for act in candidates(fight, who)
    ]


def cost(fight: State, who: Who, act: Act) -> int:
    """Actions that an action takes."""
    b: Body = fight.bodies[who]
    if not fight.table.fighting or act.name in FREE or (act.name in MOVES and b.moved and b.stride):
        return 0
    if act.name in (*BLOWS, "attack wall") and b.extra:
        return 0  # an Aug gives it
    if act.name == "work":
        return max(1, b.actions)  # the whole turn
    if act.name == "pick up":
        return 0 if any(x.item.name == act.item and x.item.handy for x in fight.table.ground) else 1
    if act.name == "hide":
        return int(fight.house.stealth_cost)
    if act.name in SPRINTS:
        return int(fight.house.boost_cost)
    return 1 + (int(fight.house.boost_cost) if act.name in ("push on", "push back") else 0)


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
    known = isinstance(act, Act) and act.name in NAMES
    if not isinstance(act, Act) or not known or (act.at is not None and act.at not in fight.here):
        return (Refusal("", "not an action of this game"),)
    if act.at is None and act.name in AT_SOMEBODY:
        return (Refusal("", "needs a target"),)
    return why_not(fight, who, act)


def candidates(fight: State, who: Who) -> Iterator[Act]:
    """Every action of a fighter, legal or not, at whoever and with whatever it could be."""
    b: Body = fight.bodies[who]
    yield Act("end")
    if not fight.table.fighting:
        yield Act("open combat")
    foes = [f for f in fight.here if _foe(b, fight.bodies[f])]
    if fight.table.fighting:
        yield from _blows(fight, who, b, foes)
        yield from (Act("attack wall", item=wall.name) for wall in b.walls if wall.health)
        yield Act("defend")
    yield from _moves(fight, b, who, foes)
    yield Act("dive")
    yield from (Act("dive", foe) for foe in foes)
    yield from _things(fight, b, foes)
    yield from (Act(name) for name in _rest(fight, b))
    yield Act("look about")
    yield Act(talk.EASY if b.poised else talk.ALERT)
    yield Act(talk.SPEAK, n=5)
    yield Act(talk.SOUND, n=1)


def _foe(b: Body, other: Body) -> bool:
    """An enemy to do something about: of one who hides unnoticed nothing is told."""
    return other.side != b.side and not beyond_harm(b, other) and not other.escaped and knows_of(b, other)


def _blows(fight: State, who: Who, b: Body, foes: Sequence[Who]) -> Iterator[Act]:
    """Attacks; those that wound where a plain one could be made."""
    hows = [ATTACK]
    item = in_hand(b)
    if item is not None and item.weapon is not None and not item.weapon.blast:
        hows += [THROW] if in_use(b).strikes else [CLUB, THROW]
    plain = [Act(how, foe) for how in hows for foe in foes]
    yield from plain
    fair = [act for act in plain if allows(fight, who, act)]
    yield from (act._replace(item=wound) for wound in tables.conditions() for act in fair)


def _moves(fight: State, b: Body, who: Who, foes: Sequence[Who]) -> Iterator[Act]:
    still = rooted(fight, who)
    names: tuple[str, ...] = () if still else MOVES[:2]
    if b.sheet.skills.endurance >= 0:
        names = (*names, *MOVES[2:], *(SPRINTS if fight.house.boost_alone and fight.table.fighting else ()))
    yield from (Act(name, foe) for name in names for foe in foes)
    friends = [f for f in fight.here if f != who and fight.bodies[f].side == b.side]
    if b.working or (b.task is not None and not b.acted and fight.table.fighting):
        yield from (Act("shift", foe) for foe in (*friends, *foes))
    if b.walls or b.task or b.fleeing:
        yield from (Act("get behind", friend) for friend in friends)
    if friends and not still:
        yield from (Act("move", friend) for friend in friends)


def rooted(fight: State, who: Who) -> bool:
    """Whether a Move would lead nowhere, which is not worth a line (HZN-RUL-62)."""
    probe: Probe[Body, Table, House] = Probe(fight)
    actor = Fighter(probe, who)
    if fight.house.idle_acts:
        return False
    return fight.table.fighting and actor.tested and movement.metres(probe, actor) == 0


def _things(fight: State, b: Body, foes: Sequence[Who]) -> Iterator[Act]:
    item = in_hand(b)
    if item is None:
        yield from (Act("draw", item=i.name) for i in b.kit)
    else:
        yield from (Act("switch", item=i.name) for i in b.kit if i.name != b.hand)
        yield Act("holster")
        yield Act("drop", item=b.hand)
        if item.weapon is None or item.improvised:
            yield from (Act("hurl", foe) for foe in foes)
    loads = fight.house.grenade_next == "belt" and bool(belt(b))
    if loads if item is None else item.weapon is not None and item.weapon.fires:
        yield Act("reload")
    for name in objects.near(fight.table, b):
        yield Act("pick up", item=name)
        yield from (Act("drag", foe, item=name) for foe in foes)
    if b.sheet.grapple:
        yield from (Act("haul", item=x.item.name) for x in fight.table.ground)


def _rest(fight: State, b: Body) -> Iterator[str]:
    """Actions without a target that deserve a line."""
    if b.owed or fight.house.idle_acts:
        yield "recover"
    if not b.hidden:
        yield "hide"
    if b.task is not None:
        yield "work"
    if fight.table.fighting and not b.fleeing:
        yield "flee"
    if b.prone and not fight.table.fighting:
        yield "stand up"


def _wants(act: Act) -> str:
    return "to" if act.name in TO_A_PLACE else "n" if act.name == talk.SPEAK else ""
