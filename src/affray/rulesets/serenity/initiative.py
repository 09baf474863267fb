"""Initiative: the roll, the order, equals, rolling again; declaring actions."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache

from affray.core.effect import Who
from affray.core.errors import Refusal
from affray.core.message import msg
from affray.core.tally import Mod, tally
from affray.core.turns import TurnOrder
from affray.core.view import parted_by
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity.dice import Die
from affray.rulesets.serenity.fighter import (
    Fighter,
    equals,
    everyone,
    lots,
    ready,
    table,
    turn_place,
)
from affray.rulesets.serenity.house import House
from affray.rulesets.serenity.order import place
from affray.rulesets.serenity.phrases import in_actions
from affray.rulesets.serenity.roll import attribute_die, die, throw
from affray.rulesets.serenity.state import (
    ALL_OUT_ATTACK,
    ALL_OUT_DEFENCE,
    Body,
    Game,
    Plan,
    State,
    Table,
)
from affray.tabletop.question import Question

MOST = 9
"""Actions that anybody could declare: more would leave nobody a die.

A d12, two steps for going all out and one for point blank range are nine places.
"""
DEEPEST = 20
"""Roll-offs that go on for so long leave equals together."""
REFLEXES = Mod("SER-R33", 2, "lightning reflexes")
LOT = Die("SER-R2", 3, "equal initiative")
"""The die, a d6, with which equals roll for whose turn is played first."""


# --- the order ----------------------------------------------------------------------------------


def enter(play: Game, one: Fighter) -> None:
    """Whoever has no place yet, or has sat out, rolls (SER-INIT-01, -03)."""
    if not one.entered:
        roll(play, one)
    elif one.sat and play.house.init_again == "next_round":
        roll(play, one, "SER-INIT-03", "SER-R3")


def roll(play: Game, one: Fighter, *rules: str) -> None:
    """Agility and Alertness (SER-INIT-01)."""
    quick = REFLEXES if one.has("lightning reflexes") else None
    first = attribute_die(play, one, "agility", "SER-INIT-01", more=quick)
    second = attribute_die(play, one, "alertness", "SER-INIT-01")
    total = throw(play, one, "initiative", first, second, "SER-INIT-01", *rules)
    play.do(fx.InitiativeRolled(one.who, total), "SER-INIT-01", "SER-INIT-02", *rules)


def break_ties(play: Game) -> None:
    """By the option equals roll until they differ (SER-INIT-02, SER-R2)."""
    if play.house.init_tie != "roll_off":
        return
    for depth in range(DEEPEST):
        if not play.call(shared, depth):
            return
        for one in everyone(play):
            play.call(roll_off, one, depth)


def shared(play: Game, depth: int) -> bool:
    """Whether any two have the same place as far as so many roll-offs tell."""
    return any(one.alike(place_to(depth)) for one in everyone(play))


def roll_off(play: Game, one: Fighter, depth: int) -> None:
    """The next roll of one who shares a place and has not made it yet."""
    if one.alike(place_to(depth)) and not one.about(rolled(depth + 1)):
        first = attribute_die(play, one, "agility", "SER-INIT-02")
        second = attribute_die(play, one, "alertness", "SER-INIT-02")
        total = throw(play, one, "roll-off", first, second, "SER-R2")
        play.do(fx.RolledOff(one.who, total), "SER-R2")


@cache
def place_to(depth: int) -> Callable[[Body], tuple[int, ...] | None]:
    """The score with so many roll-offs, among those whose turn is still to come."""

    def place(b: Body) -> tuple[int, ...] | None:
        return None if turn_place(b) is None else (b.score, *b.tied[:depth])

    return place


@cache
def rolled(times: int) -> Callable[[Body], bool]:
    """Whether so many roll-offs were made."""
    return lambda b: len(b.tied) >= times


# --- equals -------------------------------------------------------------------------------------


def gather(play: Game, one: Fighter) -> None:
    """All who share a place act at the same time (SER-INIT-02, SER-R2).

    Whose turn is played first no list decides: they roll, once for as long as they are equal.
    """
    play.do(fx.ActTogether(one.who), "SER-R2")
    for depth in range(DEEPEST):
        group = table(play).all(equals)
        if not any(each.alike(lots_to(depth)) for each in group):
            return
        for each in group:
            play.call(draw_lot, each, depth)


def draw_lot(play: Game, one: Fighter, depth: int) -> None:
    """The next roll of one whose rolls do not tell it from another's yet."""
    if one.alike(lots_to(depth)) and not one.about(drawn(depth + 1)):
        total = die(play, one, "roll-off", tally(LOT), "SER-R2")
        play.do(fx.LotRolled(one.who, total), "SER-R2")


@cache
def lots_to(depth: int) -> Callable[[Body], tuple[int, ...] | None]:
    """The place with so many rolls among equals, for those whose turn is still to come."""

    def place(b: Body) -> tuple[int, ...] | None:
        among_all = turn_place(b)
        return None if among_all is None else (*among_all, *b.lots[:depth])

    return place


@cache
def drawn(times: int) -> Callable[[Body], bool]:
    """Whether so many rolls among equals were made."""
    return lambda b: len(b.lots) >= times


# --- the order as people see it ------------------------------------------------------------------


def up(fight: State) -> tuple[Who, ...]:
    """Whose turn it is."""
    return () if fight.table.current is None else (fight.table.current,)


@parted_by(lots)
def acted(_: Table, b: Body) -> tuple[int, ...] | None:
    """The place of those whose turn of this round is over."""
    return place(b) if b.entered and b.over else None


def stunned(b: Body) -> bool:
    """Whether the turn will pass (SER-VITAL-03)."""
    return b.stunned


def by_dice(_: House) -> bool:
    """Everybody has seen what was thrown for initiative."""
    return True


TURNS = TurnOrder(waiting=ready, up=up, acted=acted, passes=stunned, thrown=by_dice)
"""By what was thrown, roll-offs, the larger dice; equals at the same time (SER-INIT-02, SER-R2)."""


# --- what one means to do -----------------------------------------------------------------------


def how_many(who: str, _: str, about: tuple[int, int]) -> str:
    """The question, with what was carried over."""
    if not about[0]:
        return msg("{who}: how many actions and defences this round?", who=who)
    return msg("{who}: how many actions and defences this round ({n} carried over)?", who=who, n=about[0])


def in_words(plan: Plan) -> str:
    """A declaration as a player says it."""
    acts = in_actions(plan.acts)
    guards = msg("{n, plural, one {# defence} other {# defences}}", n=plan.guards)
    said: str = acts if plan.acts else guards if plan.guards else "nothing"
    if plan.acts and plan.guards:
        said = msg("{acts} and {guards}", acts=acts, guards=guards)
    return msg("{stance}, {said}", stance=plan.stance, said=said) if plan.stance else said


PLANNED = re.compile(
    r"(?:(?P<stance>all-out (?:attack|defence)), *)?"
    r"(?:(?P<acts>[0-9]) actions?)?(?: *and *)?(?:(?P<guards>[0-9]) defences?)?"
)
"""A declaration as somebody types it."""


def planned(text: str) -> Plan | None:
    """A declaration from words such as `in_words` gives; None where it is none.

    >>> planned("5 actions and 1 defence"), planned("all-out defence, 6 defences"), planned("flee")
    (Plan(acts=5, guards=1, stance=''), Plan(acts=0, guards=6, stance='all-out defence'), None)
    """
    if text.casefold() == "nothing":
        return Plan(0)
    match = PLANNED.fullmatch(text.casefold())
    if match is None or not (match["acts"] or match["guards"]):
        return None
    return Plan(int(match["acts"] or 0), int(match["guards"] or 0), match["stance"] or "")


DECLARE: Question[tuple[int, int], Plan] = Question(
    name="declare",
    asks=how_many,
    tells=lambda who, said: msg("{who}: {said}", who=who, said=said),
    says=lambda _, plan: in_words(plan),
    reads=planned,
)


def declare(play: Game, one: Fighter) -> None:
    """Say at the start of the round what is meant to be done (SER-ACT-01, -04, -05)."""
    load, most = one.load, cap(play)
    plan = DECLARE.put(
        play,
        one,
        (load, most),
        lambda: plans(load, most),
        by=("SER-ACT-04",) if most else (),
        admits=lambda plan: refusals(load, most, plan),
        read_by=lambda plan: rules_of(plan, load),
    )
    play.do(fx.planned(one.who, plan), *rules_of(plan, load))
    if plan.stance and one.watching:
        play.do(fx.WatchEnded(one.who), "SER-AOA-02")


def cap(play: Game) -> int:
    """The limit of actions: the game master's, or the option's; 0 for none.

    See SER-ACT-04.
    """
    return table(play).most or play.house.act_most


def rules_of(plan: Plan, load: int) -> tuple[str, ...]:
    """The rules that a declaration follows."""
    count = ("SER-ACT-02",) if plan.acts + plan.guards + load > 1 else ("SER-ACT-01",)
    kept = ("SER-ACT-06", "SER-R6") if load else ()
    named = {ALL_OUT_ATTACK: ("SER-AOA-01",), ALL_OUT_DEFENCE: ("SER-AOD-01",)}.get(plan.stance, ())
    return (*count, *kept, *(("SER-ACT-05",) if plan.guards else ()), *named)


FOUR = 4
"""Actions and defences together up to which every declaration is listed; more can be typed."""
LISTED = (
    *[Plan(n - guards, guards) for guards in range(FOUR + 1) for n in range(max(1, guards), FOUR + 1)],
    *[Plan(acts, 0, ALL_OUT_ATTACK) for acts in range(1, FOUR + 1)],
    *[Plan(0, guards, ALL_OUT_DEFENCE) for guards in range(1, FOUR + 1)],
)
"""What is offered.  The first is the least."""
NOTHING = Plan(0)
"""What is left to whom actions carried over have used up the limit."""


@cache
def plans(load: int, most: int) -> tuple[Plan, ...]:
    """What can be declared."""
    return tuple(plan for plan in LISTED if not refusals(load, most, plan)) or (NOTHING,)


def refusals(load: int, most: int, plan: object) -> Sequence[Refusal]:
    """The rules against a declaration."""
    if not isinstance(plan, Plan) or min(plan.acts, plan.guards) < 0 or plan.acts + plan.guards > MOST:
        return (Refusal("", "not a declaration of this game"),)
    reasons = []
    if most and load + plan.acts + plan.guards > most and plan != NOTHING:
        reasons.append(Refusal("SER-ACT-04", msg("the game master allows {most}", most=most)))
    if plan.stance == ALL_OUT_ATTACK:
        reasons += [Refusal("SER-AOA-02", "leaves no defences")] if plan.guards else []
        reasons += [Refusal("SER-AOA-03", "some actions are carried over")] if load else []
    elif plan.stance == ALL_OUT_DEFENCE:
        reasons += [Refusal("SER-AOD-02", "leaves nothing but defences")] if plan.acts else []
        reasons += [Refusal("SER-AOD-03", "some actions are carried over")] if load else []
    elif plan.stance:
        reasons.append(Refusal("", "not a stance of this game"))
    return reasons
