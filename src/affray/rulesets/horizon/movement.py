"""Move: base Move with the row's modifier, once a round, pushed with Endurance."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from affray.core.effect import Who
from affray.core.message import figure
from affray.core.space import Point
from affray.rulesets.horizon import declare, sight, task
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon.fighter import Fighter, knows_of, stride, table
from affray.rulesets.horizon.heaving import carries_on
from affray.rulesets.horizon.profile import first_read, reading, row, serves
from affray.rulesets.horizon.skill import ENDURANCE, tested
from affray.rulesets.horizon.state import Body, Game

MOVED = ("HZN-MOV-01", "HZN-MOV-02", "HZN-PRF-05")


def move(play: Game, actor: Fighter, to: Point | None, at: Who | None, back: bool, push: bool) -> None:
    """Move to a place, to somebody or away; pushed, farther by an Endurance test.

    See HZN-MOV-01..08.
    """
    if actor.moved and actor.stride:
        move_on(play, actor, to, at, back, push)
        return
    cost = 1 + (play.house.boost_cost if push else 0)
    can_move(play, actor, cost)
    somewhere(play, actor, to, at)
    if push:
        can_boost(play, actor)
    if to is not None and not push and not untested(play, actor):
        far = metres(play, actor)
        play.need(
            actor.about(_reaches(to, 100 * far)), "HZN-MOV-01", "the place is more than {far} m away", far=far
        )
    if untested(play, actor):
        first_read(play, actor)
    far = metres(play, actor)
    declare.pay(play, actor, cost, "HZN-MOV-01")
    if not carries_on(play, actor):
        play.do(fx.MoveUsed(actor.who), "HZN-MOV-06")
        return
    more = boost(play, actor) if push else 0
    way = 100 * max(0, far + more)
    play.do(fx.MoveUsed(actor.who, way if play.house.move_split else 0), "HZN-MOV-06")
    play.call(go, actor, to, at, way, back, reasons(play, actor))


def can_boost(play: Game, actor: Fighter) -> None:
    """Refuse to push untrained, or twice in a turn (HZN-MOV-08, HZN-RUL-31)."""
    play.need(actor.unlocked(ENDURANCE), "HZN-MOV-08", "has not unlocked Endurance")
    play.need(not actor.boosted, "HZN-RUL-31", "has tested Endurance for metres this turn")


def boost(play: Game, actor: Fighter) -> int:
    """The metres that an Endurance test adds (HZN-MOV-07)."""
    if play.house.boost_alone and table(play).fighting:
        play.do(fx.Boosted(actor.who), "HZN-MOV-07", "HZN-RUL-31")
    return tested(play, actor, "push the move", ENDURANCE, "HZN-MOV-07")


def sprint(play: Game, actor: Fighter, to: Point | None, at: Who | None, back: bool) -> None:
    """By the option: the metres of Endurance without a Move (HZN-RUL-31)."""
    cost = play.house.boost_cost
    play.need(play.house.boost_alone, "HZN-RUL-31", "lengthens a Move, and no more")
    declare.free(play, actor, cost)
    declare.in_combat(play)
    declare.affordable(play, actor, cost)
    can_boost(play, actor)
    somewhere(play, actor, to, at)
    if cost:
        declare.pay(play, actor, cost, "HZN-RUL-31")
    way = 100 * max(0, boost(play, actor))
    if carries_on(play, actor):
        play.call(go, actor, to, at, way, back, ("HZN-MOV-07", "HZN-RUL-31"))


def move_on(play: Game, actor: Fighter, to: Point | None, at: Who | None, back: bool, push: bool) -> None:
    """By the option: the rest of a Move, after other actions (HZN-RUL-29)."""
    declare.free(play, actor, 0)
    play.need(not push, "HZN-MOV-07", "Endurance is tested as the Move begins")
    somewhere(play, actor, to, at)
    left = actor.stride
    if to is not None:
        play.need(
            actor.about(_reaches(to, left)),
            "HZN-MOV-01",
            "the place is more than {left} m away",
            left=figure(left / 100, "g"),
        )
    play.call(go, actor, to, at, left, back, ("HZN-MOV-01", "HZN-RUL-29"))


def untested(play: Game, actor: Fighter) -> bool:
    """Whether the combat test of this turn is still to come."""
    return table(play).fighting and not actor.tested


def somewhere(play: Game, actor: Fighter, to: Point | None, at: Who | None) -> None:
    """Refuse to go nowhere, or towards or away from where nobody is known to be."""
    play.need(to is not None or at is not None, "HZN-MOV-01", "has nowhere to go")
    if at is not None:
        known = actor.between(Fighter(play, at), knows_of)
        play.need(known, "HZN-STL-03", "does not know where that is")


def can_move(play: Game, actor: Fighter, cost: int) -> None:
    """Refuse whoever has moved, or cannot (HZN-MOV-06)."""
    declare.free(play, actor, cost)
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


def shift(play: Game, actor: Fighter, to: Point | None, at: Who | None) -> None:
    """Move at most AGI metres in a turn of an Extended Action, for no Move action.

    Before the roll it gives the turn to the work.  See HZN-EXT-04.
    """
    declare.in_combat(play)
    first = not actor.working
    if first:
        task.ready(play, actor)
    else:
        declare.fit(play, actor)
    play.need(not actor.moved, "HZN-MOV-06", "has already moved this round")
    somewhere(play, actor, to, at)
    far = 100 * actor.agility
    if to is not None:
        play.need(actor.about(_reaches(to, far)), "HZN-EXT-04", "the place is more than AGI metres away")
    if first:
        play.do(fx.SetToWork(actor.who), "HZN-EXT-04")
    play.do(fx.MoveUsed(actor.who), "HZN-EXT-04")
    play.call(go, actor, to, at, far, False, ("HZN-EXT-04",))


def get_behind(play: Game, actor: Fighter, comrade: Fighter) -> None:
    """Move to a comrade and shelter there, if the Director finds it hides one.

    See HZN-EXT-06.
    """
    can_move(play, actor, 1)
    play.need(comrade.able and comrade != actor, "HZN-EXT-06", "there is nobody to hide behind")
    if untested(play, actor):
        first_read(play, actor)
    else:
        far = metres(play, actor)
        play.need(
            actor.near(comrade, 100 * (far + 1)),
            "HZN-MOV-01",
            "the comrade is more than {far} m away",
            far=far,
        )
    far = metres(play, actor)
    declare.pay(play, actor, 1, "HZN-MOV-01")
    play.do(fx.MoveUsed(actor.who), "HZN-MOV-06")
    if not carries_on(play, actor):
        return
    play.call(go, actor, None, comrade.who, 100 * far, False, reasons(play, actor))
    if play.choose(table(play), "out of sight", lambda: (False, True), "HZN-EXT-06", about=(actor, comrade)):
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
