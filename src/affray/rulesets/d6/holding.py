"""Held actions: named beforehand, set off by an event, at the same moment as it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.message import msg
from affray.rulesets.d6 import cover, driving, gear, movement
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6.attack import ATTACK, BURST, skill_tally
from affray.rulesets.d6.blast import THROW
from affray.rulesets.d6.casting import CAST
from affray.rulesets.d6.declare import Action, Need, SheetLine, foes
from affray.rulesets.d6.fighter import Fighter, able
from affray.rulesets.d6.order import end
from affray.rulesets.d6.state import Body, Game, Held, Ready, State
from affray.rulesets.d6.suppression import SUPPRESS
from affray.rulesets.d6.tables import FIST
from affray.sheet import Item
from affray.tabletop import Names
from affray.tabletop.question import Question, YesNo

EVENTS = ("moves", "attacks", "casts", "acts")
"""What can set off a held action; the last is anything at all."""
WIDTH = 10
"""Feet of a zone that is held ready."""


TRIGGER: Question[tuple[()], str] = Question(
    name="trigger",
    asks="{who}: hold the action until someone does what?",
    rules=("DSX-HOLD-01",),
    options=EVENTS,
)
WHAT: Question[tuple[()], Ready] = Question(
    name="held action",
    asks="{who}: hold which action?",
    rules=("DSX-HOLD-01",),
)
GOES_OFF = YesNo(
    name="held action goes off",
    asks="{foe} does what {who} has been waiting for. Use the held action now?",
    rules=("DSX-HOLD-02",),
    deed="use the held action",
    listed=lambda _: Item("do what is held", ("DSX-HOLD-02",), "when the event comes, together with it"),
)
LET_GO = YesNo(
    name="let go",
    asks="Does {who} give up the held action?",
    rules=("DSX-R30",),
    deed="give up the held action",
)


# --- going on hold --------------------------------------------------------------------------------------


def hold_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> list[Need]:
    """What has to hold for going on hold: somebody else, and a code with something left."""
    codes = [skill_tally(actor, skill).total for skill in actor.skills_at_hand]
    return [
        (act.at != actor.who, "DSX-HOLD-01", "cannot wait for themselves"),
        (any(actor.manages(pips) for pips in codes), "DSX-R8", "no dice are left"),
    ]


def hold(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Name the event and the action (DSX-HOLD-01): the place in the order is left.

    See DSX-INIT-03.
    """
    event = TRIGGER.put(play, actor, ())
    what = WHAT.put(play, actor, (), lambda: holdable(play.fight, actor.who))
    play.do(fx.WentOnHold(actor.who, Held(event, what.name, what.item, what.n)), "DSX-HOLD-01", "DSX-INIT-03")
    if act.at is not None:
        play.do(fx.HeldFor(actor.who, act.at), "DSX-HOLD-01")
    if what.at is not None:
        play.do(fx.HeldAt(actor.who, what.at), "DSX-HOLD-01")
    end(play, actor, actor, act)


def whoever(name: str, fight: State, who: Who) -> Iterator[Act]:
    """For any foe, or for one; one may wait for a friend, too."""
    side = fight.bodies[who].side
    bodies = zip(fight.here, fight.present, strict=True)
    friends = [w for w, o in bodies if w != who and o.side == side and able(o)]
    yield from (Act(name, at) for at in (None, *foes(fight, who), *friends))


def holds_for(names: Names, act: Act) -> str:
    """Whose deed is waited for."""
    if act.at is None:
        return "hold an action for any foe"
    return msg("hold an action for {whom}", whom=names[act.at])


HOLD = Action(
    name="hold",
    lines=whoever,
    conditions=hold_needs,
    run=hold,
    event="",
    says=holds_for,
    sheet=SheetLine(("DSX-HOLD-01",), "name an event and an action; see Held action"),
)


# --- what can be held -----------------------------------------------------------------------------------


def holdable(fight: State, who: Who) -> Sequence[Ready]:
    """The actions one could hold: at whoever sets them off, at somebody named, or by oneself."""
    b: Body = fight.bodies[who]
    actions = (*_with_things(b), *_ways(b))
    others = [w for w in fight.here if w != who and fight.bodies[w].hp > 0]
    return (*actions, *[act._replace(at=w) for act in actions for w in others], *_by_oneself(fight, who))


def _with_things(b: Body) -> Sequence[Ready]:
    actions: list[Ready] = []
    for weapon in b.kit:
        if weapon.name not in b.hands:
            continue
        actions.append(Ready((THROW if weapon.explosive else ATTACK).name, weapon.name))
        if weapon.automatic:
            actions += [Ready(BURST.name, weapon.name), Ready(SUPPRESS.name, weapon.name, WIDTH)]
    actions += [Ready(CAST.name, spell.name) for spell in b.sheet.spells]
    return (*actions, Ready(ATTACK.name, FIST))


def _ways(b: Body) -> Sequence[Ready]:
    """Moves to somebody, or away."""
    if b.aboard is not None or b.bound:
        return ()
    ways = (movement.CRAWL,) if b.prone else (movement.MOVE, movement.MOVE_AWAY)
    return tuple([Ready(way.name) for way in ways])


ALONE = driving.EVADE, cover.TAKE_COVER, cover.GET_OUT_OF_SIGHT
WITH_THINGS = gear.DRAW, gear.PICK_UP, gear.LOAD


def _by_oneself(fight: State, who: Who) -> list[Ready]:
    """What is done to nobody: getting up, evading, cover, things in hand."""
    rising = (movement.STAND_UP,) if fight.bodies[who].prone else ()
    things = sorted(_lines(WITH_THINGS, fight, who), key=gear.by_kit(fight, who))
    return [Ready(act.name, act.item) for act in (*_lines((*rising, *ALONE), fight, who), *things)]


def _lines(actions: tuple[Action, ...], fight: State, who: Who) -> list[Act]:
    """As in the menu."""
    return [act for action in actions for act in action.lines(action.name, fight, who)]
