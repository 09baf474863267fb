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
from affray.rulesets.horizon import declare, sight, task
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon.declare import Action, Lines, SheetLine, comrades, foes
from affray.rulesets.horizon.fighter import BASE, Fighter, knows_of, stride, table
from affray.rulesets.horizon.heaving import carries_on
from affray.rulesets.horizon.house import House
from affray.rulesets.horizon.phrases import Said
from affray.rulesets.horizon.profile import reading, row, serves
from affray.rulesets.horizon.skill import ENDURANCE, tested
from affray.rulesets.horizon.state import Body, Game, State, Table
from affray.tabletop import Tag
from affray.tabletop.question import NO_YES, Question

MOVED = ("HZN-MOV-01", "HZN-MOV-02", "HZN-PRF-05")


def under_way(actor: Fighter) -> bool:
    """Whether something is left of the Move of the turn, by the option (HZN-RUL-29)."""
    return actor.moved and actor.stride > 0


def may_move(play: Game, actor: Fighter, cost: int) -> None:
    """Refuse whoever cannot move, or not on."""
    if under_way(actor):
        declare.at_liberty(play, actor, 0)
    else:
        can_move(play, actor, cost)


def move_needs(play: Game, actor: Fighter, _: Fighter, act: Act, push: bool = False) -> None:
    """Refuse to go nowhere, or too far, and whoever cannot push (HZN-MOV-01, -07, -08)."""
    rest = under_way(actor)
    if rest:
        play.need(not push, "HZN-MOV-07", "Endurance is tested as the Move begins")
    somewhere(play, actor, act)
    if push and not rest:
        can_boost(play, actor)
    elif act.to is not None and rest:
        near, left = actor.about(_reaches(act.to, actor.stride)), figure(actor.stride / 100, "g")
        play.need(near, "HZN-MOV-01", "the place is more than {left} m away", left=left)
    elif act.to is not None and not untested(play, actor):
        far = metres(play, actor)
        near = actor.about(_reaches(act.to, 100 * far))
        play.need(near, "HZN-MOV-01", "the place is more than {far} m away", far=far)


def moves(play: Game, actor: Fighter, _: Fighter, act: Act, back: bool = False, push: bool = False) -> None:
    """Move to a place, to somebody or away; pushed, farther by an Endurance test.

    By the option the rest of a Move may follow after other actions.  See HZN-MOV-01..08, HZN-RUL-29.
    """
    if under_way(actor):
        play.call(go, actor, act.to, act.at, actor.stride, back, ("HZN-MOV-01", "HZN-RUL-29"))
        return
    far = metres(play, actor)
    if not carries_on(play, actor):
        play.do(fx.MoveUsed(actor.who), "HZN-MOV-06")
        return
    more = boost(play, actor) if push else 0
    way = 100 * max(0, far + more)
    play.do(fx.MoveUsed(actor.who, way if play.house.move_split else 0), "HZN-MOV-06")
    play.call(go, actor, act.to, act.at, way, back, reasons(play, actor))


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
    declare.at_liberty(play, actor, cost)


def sprint_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse to push untrained or twice, and to go nowhere."""
    declare.affordable(play, actor, play.house.boost_cost)
    can_boost(play, actor)
    somewhere(play, actor, act)


def sprints(play: Game, actor: Fighter, _: Fighter, act: Act, back: bool = False) -> None:
    """By the option: the metres of Endurance without a Move (HZN-RUL-31)."""
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


def can_move(play: Game, actor: Fighter, cost: int) -> None:
    """Refuse whoever has moved, or cannot (HZN-MOV-06)."""
    declare.at_liberty(play, actor, cost)
    declare.affordable(play, actor, cost)
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


def shift_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse whoever could not work in this turn, and to go far (HZN-EXT-04)."""
    declare.in_combat(play)
    if actor.working:
        declare.fit(play, actor)
    else:
        task.ready(play, actor)
    play.need(not actor.moved, "HZN-MOV-06", "has already moved this round")
    somewhere(play, actor, act)
    if act.to is not None:
        near = actor.about(_reaches(act.to, 100 * actor.agility))
        play.need(near, "HZN-EXT-04", "the place is more than AGI metres away")


def shifts(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Move at most AGI metres in a turn of an Extended Action, for no Move action.

    Before the roll it gives the turn to the work.  See HZN-EXT-04.
    """
    if not actor.working:
        play.do(fx.SetToWork(actor.who), "HZN-EXT-04")
    play.do(fx.MoveUsed(actor.who), "HZN-EXT-04")
    play.call(go, actor, act.to, act.at, 100 * actor.agility, False, ("HZN-EXT-04",))


OUT_OF_SIGHT: Question[tuple[Fighter, Fighter], bool] = Question(
    name="out of sight",
    asks="Is {foe} out of sight there?",
    rules=("HZN-EXT-06",),
    options=NO_YES,
    deed="say that it is out of sight",
)


def behind_needs(play: Game, actor: Fighter, comrade: Fighter, act: Act) -> None:
    """Refuse whoever can hide nobody, or is too far off (HZN-EXT-06)."""
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


def rooted(fight: State, who: Who) -> bool:
    """Whether a Move would lead nowhere, which is not worth a line (HZN-RUL-62)."""
    if fight.house.idle_acts or not fight.table.fighting:
        return False
    probe: Probe[Body, Table, House] = Probe(fight)
    actor = Fighter(probe, who)
    return actor.tested and metres(probe, actor) == 0


def _mobile(fight: State, who: Who) -> bool:
    return not rooted(fight, who)


def _anybody(fight: State, who: Who) -> list[Who]:
    """Enemies, then comrades."""
    return [*foes(fight, who), *comrades(fight, who)]


def _comrades_first(fight: State, who: Who) -> list[Who]:
    return [*comrades(fight, who), *foes(fight, who)]


def _enduring(fight: State, who: Who) -> bool:
    """Whether one may push."""
    b: Body = fight.bodies[who]
    return b.sheet.skills.endurance >= 0


def _sprinting(fight: State, who: Who) -> bool:
    return _optional(fight.house) and _enduring(fight, who)


def _at_work(fight: State, who: Who) -> bool:
    """Whether the turn is given to an Extended Action, or can be."""
    b = fight.bodies[who]
    return b.working or (b.task is not None and not b.acted and fight.table.fighting)


def _sheltering(fight: State, who: Who) -> bool:
    """Whether it may matter who stands between."""
    b = fight.bodies[who]
    return bool(b.walls or b.task or b.fleeing)


def by_comrade(fight: State, who: Who) -> Callable[[Act], int]:
    """Moves to comrades after all others."""
    side = fight.bodies[who].side
    return lambda act: act.name == MOVE.name and fight.bodies[act.at or 0].side == side


def _rest(play: Game, actor: Fighter, act: Act, price: int) -> int:
    """What is left of a Move takes nothing."""
    return 0 if under_way(actor) else price


def _pushed(house: House) -> int:
    return 1 + int(house.boost_cost)


def _alone(house: House) -> int:
    return int(house.boost_cost)


def _optional(house: House) -> bool:
    return bool(house.boost_alone)


ON: frozenset[Tag] = frozenset({"move"})
FROM: frozenset[Tag] = frozenset({"move", "targeted"})
MOVE = Action(
    name="move",
    lines=Lines(whom=_anybody, when=_mobile),
    free=may_move,
    needs=move_needs,
    run=moves,
    cost=1,
    rules=("HZN-MOV-01",),
    takes=_rest,
    reads=True,
    family="way",
    tags=ON,
    wants="to",
    sheet=SheetLine(
        ("HZN-MOV-01", "HZN-MOV-02"),
        msg("{base} m for each AGI, and the row's Move; once a round", base=BASE),
    ),
)
FALL_BACK = replace(
    MOVE,
    name="fall back",
    lines=Lines(whom=foes, when=_mobile),
    run=partial(moves, back=True),
    family="away",
    tags=FROM,
    wants="",
    says=Said("fall back from {whom}"),
    sheet=SheetLine(("HZN-MOV-01", "HZN-MOV-02"), "the same, away from another fighter"),
)
PUSH_ON = replace(
    MOVE,
    name="push on",
    lines=Lines(whom=foes, when=_enduring),
    needs=partial(move_needs, push=True),
    run=partial(moves, push=True),
    cost=_pushed,
    sheet=SheetLine(("HZN-MOV-07",), "a Move and an Endurance test in metres"),
)
PUSH_BACK = replace(
    PUSH_ON,
    name="push back",
    run=partial(moves, back=True, push=True),
    family="away",
    tags=FROM,
    wants="",
    says=Said("push back from {whom}"),
    sheet=SheetLine(("HZN-MOV-07",), "the same, away from another fighter"),
)
SPRINT = Action(
    name="sprint",
    lines=Lines(whom=foes, when=_sprinting),
    free=may_sprint,
    combat=True,
    needs=sprint_needs,
    run=sprints,
    cost=_alone,
    rules=("HZN-RUL-31",),
    family="way",
    tags=ON,
    wants="to",
    sheet=SheetLine(
        ("HZN-MOV-07", "HZN-RUL-31"), "an Endurance test in metres, without a Move", _optional, place=14
    ),
)
SPRINT_BACK = replace(
    SPRINT,
    name="sprint back",
    run=partial(sprints, back=True),
    family="away",
    tags=FROM,
    wants="",
    says=Said("sprint back from {whom}"),
    sheet=SheetLine(("HZN-MOV-07", "HZN-RUL-31"), "the same, away from another fighter", _optional, place=14),
)
SHIFT = Action(
    name="shift",
    lines=Lines(whom=_comrades_first, when=_at_work),
    free=declare.anybody,
    needs=shift_needs,
    run=shifts,
    family="way",
    tags=ON,
    wants="to",
    sheet=SheetLine(("HZN-EXT-04",), "AGI in metres, in a turn of work", place=11),
)
GET_BEHIND = Action(
    name="get behind",
    lines=Lines(whom=comrades, when=_sheltering),
    free=can_move,
    needs=behind_needs,
    run=gets_behind,
    cost=1,
    rules=("HZN-MOV-01",),
    reads=True,
    family="way",
    tags=FROM,
    says=Said("get behind {whom}"),
    sheet=SheetLine(("HZN-EXT-06",), "a Move into a comrade's shelter"),
)
