"""Move: base Move with the row's modifier, once a round, pushed with Endurance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.message import figure, msg
from affray.core.probe import Probe
from affray.core.space import Point
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon import sight, task
from affray.rulesets.horizon.declare import (
    Action,
    Lines,
    Rule,
    SheetLine,
    affordable,
    anybody,
    at_liberty,
    comrades,
    fit,
    foes,
    in_combat,
    spend,
)
from affray.rulesets.horizon.fighter import BASE, Fighter, knows_of, stride, table
from affray.rulesets.horizon.heaving import carries_on
from affray.rulesets.horizon.house import House
from affray.rulesets.horizon.phrases import Said
from affray.rulesets.horizon.profile import first_read, reading, row, serves
from affray.rulesets.horizon.skill import ENDURANCE, tested
from affray.rulesets.horizon.state import Body, Game, State, Table
from affray.tabletop.question import YesNo

MOVED = ("HZN-MOV-01", "HZN-MOV-02", "HZN-PRF-05")


def under_way(actor: Fighter) -> bool:
    """Whether something is left of the Move of the turn, by the option (HZN-RUL-29)."""
    return actor.moved and actor.stride > 0


def may_move(play: Game, actor: Fighter, cost: int) -> None:
    """Refuse whoever cannot move, or not on."""
    if under_way(actor):
        at_liberty(play, actor, 0)
        return
    at_liberty(play, actor, cost)
    affordable(play, actor, cost)
    unmoved(play, actor)


def moves(play: Game, actor: Fighter, _: Fighter, act: Act, back: bool = False, push: bool = False) -> None:
    """Move to a place, to somebody or away; pushed, farther by an Endurance test.

    See HZN-MOV-01..08.
    """
    to, at = act.to, act.at
    if under_way(actor):
        move_on(play, actor, act, back, push)
        return
    somewhere(play, actor, act)
    if push:
        can_boost(play, actor)
    if to is not None and not push and not untested(play, actor):
        far = metres(play, actor)
        play.need(
            actor.about(_reaches(to, 100 * far)), "HZN-MOV-01", "the place is more than {far} m away", far=far
        )
    if untested(play, actor):
        first_read(play, actor)
    spend(play, actor, 1 + (play.house.boost_cost if push else 0), "HZN-MOV-01")
    far = metres(play, actor)
    if not carries_on(play, actor):
        play.do(fx.MoveUsed(actor.who), "HZN-MOV-06")
        return
    more = boost(play, actor) if push else 0
    way = 100 * max(0, far + more)
    play.do(fx.MoveUsed(actor.who, way if play.house.move_split else 0), "HZN-MOV-06")
    play.call(go, actor, to, at, way, back, reasons(play, actor))


def move_on(play: Game, actor: Fighter, act: Act, back: bool, push: bool) -> None:
    """By the option: the rest of a Move, after other actions (HZN-RUL-29)."""
    play.need(not push, "HZN-MOV-07", "Endurance is tested as the Move begins")
    somewhere(play, actor, act)
    to, left = act.to, actor.stride
    if to is not None:
        play.need(
            actor.about(_reaches(to, left)),
            "HZN-MOV-01",
            "the place is more than {left} m away",
            left=figure(left / 100, "g"),
        )
    play.call(go, actor, to, act.at, left, back, ("HZN-MOV-01", "HZN-RUL-29"))


def can_boost(play: Game, actor: Fighter) -> None:
    """Refuse to push untrained, or twice in a turn (HZN-MOV-08, HZN-RUL-31)."""
    play.need(actor.unlocked(ENDURANCE), "HZN-MOV-08", "has not unlocked Endurance")
    play.need(not actor.boosted, "HZN-RUL-31", "has tested Endurance for metres this turn")


def boost(play: Game, actor: Fighter) -> int:
    """The metres that an Endurance test adds (HZN-MOV-07)."""
    if play.house.boost_alone and table(play).fighting:
        play.do(fx.Boosted(actor.who), "HZN-MOV-07", "HZN-RUL-31")
    return tested(play, actor, "push the move", ENDURANCE, "HZN-MOV-07")


def may_sprint(play: Game, actor: Fighter, cost: int) -> None:
    """Refuse it without the option, and whoever is not free for it."""
    play.need(play.house.boost_alone, "HZN-RUL-31", "lengthens a Move, and no more")
    at_liberty(play, actor, cost)


def sprints(play: Game, actor: Fighter, _: Fighter, act: Act, back: bool = False) -> None:
    """By the option: the metres of Endurance without a Move (HZN-RUL-31)."""
    cost = play.house.boost_cost
    affordable(play, actor, cost)
    can_boost(play, actor)
    somewhere(play, actor, act)
    if cost:
        spend(play, actor, cost, "HZN-RUL-31")
    way = 100 * max(0, boost(play, actor))
    if carries_on(play, actor):
        play.call(go, actor, act.to, act.at, way, back, ("HZN-MOV-07", "HZN-RUL-31"))


def untested(play: Game, actor: Fighter) -> bool:
    """Whether the combat test of this turn is still to come."""
    return table(play).fighting and not actor.tested


def somewhere(play: Game, actor: Fighter, act: Act) -> None:
    """Refuse to go nowhere, or towards or away from where nobody is known to be."""
    play.need(act.to is not None or act.at is not None, "HZN-MOV-01", "has nowhere to go")
    if act.at is not None:
        known = actor.between(Fighter(play, act.at), knows_of)
        play.need(known, "HZN-STL-03", "does not know where that is")


def unmoved(play: Game, actor: Fighter) -> None:
    """Refuse whoever has moved, or cannot read the score to move (HZN-MOV-06)."""
    play.need(not actor.moved, "HZN-MOV-06", "has already moved this round")
    weapon = actor.in_use
    play.need(serves(play, actor, weapon, "move"), "HZN-RUL-05", "has tested with another weapon this turn")


def metres(play: Game, actor: Fighter) -> int:
    """How far a Move goes; outside combat the base Move.

    See HZN-MOV-01..03, HZN-WND-10.
    """
    return actor.about(_stride(play, modifier(play, actor)))


def modifier(play: Game, actor: Fighter) -> int:
    """The metres that the row adds or takes off."""
    if not table(play).fighting:
        return 0
    weapon = actor.in_use
    return row(play, weapon, reading(play, actor, weapon, "move").total).move


def _stride(play: Game, mod: int) -> Callable[[Body], int]:
    return stride(mod, play.house.move_least, play.house.halves_round, play.house.halves_twice)


def reasons(play: Game, actor: Fighter) -> tuple[str, ...]:
    """The rules that made a Move as long as it is."""
    if not table(play).fighting:
        return ("HZN-MOV-02",)
    mod, rules = modifier(play, actor), list(MOVED)
    if mod:
        rules.append("HZN-MOV-04" if mod > 0 else "HZN-MOV-03")
    if actor.in_use.unarmed:
        rules.append("HZN-MOV-05")
    if actor.legs:
        rules.append("HZN-WND-10")
    return tuple(rules)


def go(
    play: Game,
    actor: Fighter,
    to: Point | None,
    at: Who | None,
    step: int,
    back: bool,
    rules: tuple[str, ...],
) -> None:
    """The way itself, as far as the step allows, and who sees one on it."""
    left = sight.leaving(play, actor)
    if to is not None:
        play.do(fx.MovedOn(actor.who, to, step), *rules)
    elif at is not None and step:
        play.do(fx.MovedBy(actor.who, at, -step if back else step, True), *rules)
    sight.moved(play, actor, left)


def shifts(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Move at most AGI metres in a turn of an Extended Action, for no Move action.

    Before the roll it gives the turn to the work.  See HZN-EXT-04.
    """
    in_combat(play)
    first = not actor.working
    if first:
        task.ready(play, actor)
    else:
        fit(play, actor)
    play.need(not actor.moved, "HZN-MOV-06", "has already moved this round")
    somewhere(play, actor, act)
    far = 100 * actor.agility
    if act.to is not None:
        play.need(actor.about(_reaches(act.to, far)), "HZN-EXT-04", "the place is more than AGI metres away")
    if first:
        play.do(fx.SetToWork(actor.who), "HZN-EXT-04")
    play.do(fx.MoveUsed(actor.who), "HZN-EXT-04")
    play.call(go, actor, act.to, act.at, far, False, ("HZN-EXT-04",))


OUT_OF_SIGHT = YesNo(
    name="out of sight",
    asks="Is {foe} out of sight there?",
    rules=("HZN-EXT-06",),
    deed="say that it is out of sight",
)


def behind_needs(play: Game, actor: Fighter, comrade: Fighter, act: Act) -> None:
    """Refuse whoever can hide nobody, or is too far off (HZN-EXT-06)."""
    unmoved(play, actor)
    play.need(comrade.able and comrade != actor, "HZN-EXT-06", "there is nobody to hide behind")
    if not untested(play, actor):
        far = metres(play, actor)
        play.need(
            actor.near(comrade, 100 * (far + 1)),
            "HZN-MOV-01",
            "the comrade is more than {far} m away",
            far=far,
        )


def gets_behind(play: Game, actor: Fighter, comrade: Fighter, act: Act) -> None:
    """Move to a comrade and shelter there, if the Director finds it hides one.

    See HZN-EXT-06.
    """
    far = metres(play, actor)
    play.do(fx.MoveUsed(actor.who), "HZN-MOV-06")
    if not carries_on(play, actor):
        return
    play.call(go, actor, None, comrade.who, 100 * far, False, reasons(play, actor))
    if OUT_OF_SIGHT.put(play, table(play), (actor, comrade)):
        play.call(screen, actor)


def screen(play: Game, actor: Fighter) -> None:
    """No enemy sees one any more for what stands between."""
    for enemy in actor.ranked(_enemy):
        play.do(fx.Screened(actor.who, enemy.who), "HZN-EXT-06", "HZN-DIS-01")


def _enemy(b: Body, other: Body) -> int | None:
    return 0 if b.side != other.side else None


@cache
def _reaches(to: Point, step: int) -> Callable[[Body], bool]:
    return lambda b: (b.spot.x - to.x) ** 2 + (b.spot.y - to.y) ** 2 <= step * step


# --- the actions -----------------------------------------------------------------------------------


def mobile(fight: State, who: Who) -> bool:
    """Whether a Move would lead anywhere; else it is not worth a line (HZN-RUL-62)."""
    if fight.house.idle_acts or not fight.table.fighting:
        return True
    probe: Probe[Body, Table, House] = Probe(fight)
    actor = Fighter(probe, who)
    return not actor.tested or metres(probe, actor) != 0


def enduring(fight: State, who: Who) -> bool:
    """Whether one may push."""
    b: Body = fight.bodies[who]
    return b.sheet.skills.endurance >= 0


def at_work(fight: State, who: Who) -> bool:
    """Whether the turn is given to an Extended Action, or can be."""
    b = fight.bodies[who]
    return b.working or (b.task is not None and not b.acted and fight.table.fighting)


def sheltering(fight: State, who: Who) -> bool:
    """Whether it may matter who stands between."""
    b = fight.bodies[who]
    return bool(b.walls or b.task or b.fleeing)


def by_comrade(fight: State, who: Who) -> Callable[[Act], int]:
    """Moves to comrades after all others."""
    side = fight.bodies[who].side
    return lambda act: act.name == MOVE.name and fight.bodies[act.at or 0].side == side


def back(on: Action, name: str, run: Rule, form: str) -> Action:
    """The same, away from somebody."""
    return replace(
        on,
        name=name,
        run=run,
        family="away",
        tags={"move", "targeted"},
        wants="",
        says=Said(form),
        sheet=on.sheet and on.sheet._replace(note="the same, away from another fighter"),
    )


MOVE = Action(
    name="move",
    lines=Lines(whom=lambda fight, who: [*foes(fight, who), *comrades(fight, who)], when=mobile),
    free=may_move,
    run=moves,
    cost=1,
    takes=lambda fight, b, act: 0 if b.moved and b.stride else None,
    pays=False,
    family="way",
    tags={"move"},
    wants="to",
    sheet=SheetLine(
        ("HZN-MOV-01", "HZN-MOV-02"),
        msg("{base} m for each AGI, and the row's Move; once a round", base=BASE),
    ),
)
PUSH_ON = replace(
    MOVE,
    name="push on",
    lines=Lines(whom=foes, when=enduring),
    run=partial(moves, push=True),
    cost=lambda house: 1 + int(house.boost_cost),
    sheet=SheetLine(("HZN-MOV-07",), "a Move and an Endurance test in metres"),
)
SPRINT = Action(
    name="sprint",
    lines=Lines(whom=foes, when=lambda fight, who: fight.house.boost_alone and enduring(fight, who)),
    free=may_sprint,
    combat=True,
    run=sprints,
    cost=lambda house: int(house.boost_cost),
    pays=False,
    family="way",
    tags=MOVE.tags,
    wants="to",
    sheet=SheetLine(
        ("HZN-MOV-07", "HZN-RUL-31"),
        "an Endurance test in metres, without a Move",
        lambda house: bool(house.boost_alone),
    ),
)
FALL_BACK = replace(
    back(MOVE, "fall back", partial(moves, back=True), "fall back from {whom}"),
    lines=Lines(whom=foes, when=mobile),
)
PUSH_BACK = back(PUSH_ON, "push back", partial(moves, back=True, push=True), "push back from {whom}")
SPRINT_BACK = back(SPRINT, "sprint back", partial(sprints, back=True), "sprint back from {whom}")
SHIFT = Action(
    name="shift",
    lines=Lines(whom=lambda fight, who: [*comrades(fight, who), *foes(fight, who)], when=at_work),
    free=anybody,
    run=shifts,
    family="way",
    tags=MOVE.tags,
    wants="to",
    sheet=SheetLine(("HZN-EXT-04",), "AGI in metres, in a turn of work"),
)
GET_BEHIND = Action(
    name="get behind",
    lines=Lines(whom=comrades, when=sheltering),
    needs=behind_needs,
    run=gets_behind,
    cost=1,
    rules=("HZN-MOV-01",),
    reads=True,
    family="way",
    tags=FALL_BACK.tags,
    says=Said("get behind {whom}"),
    sheet=SheetLine(("HZN-EXT-06",), "a Move into a comrade's shelter"),
)
