"""Initiative: rolling, ties, surprise, the weapon's bonus, lowering."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.errors import Refusal
from affray.core.message import joined, msg
from affray.core.space import within
from affray.core.tally import NOTHING
from affray.core.turns import TurnOrder
from affray.core.view import derived
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis.declare import Action, SheetLine, fit
from affray.rulesets.coriolis.dice import d6
from affray.rulesets.coriolis.effects.turn import slot_score
from affray.rulesets.coriolis.fighter import (
    Fighter,
    band,
    everyone,
    natural,
    ready,
    table,
    turn_place,
    unbroken,
    waits,
    weapon_named,
)
from affray.rulesets.coriolis.phrases import armed_with
from affray.rulesets.coriolis.sheet import CLOSE, EXTREME
from affray.rulesets.coriolis.state import AP, NORMAL, Body, Game, State, Table
from affray.rulesets.coriolis.tables import UNARMED
from affray.tabletop import Names
from affray.tabletop.question import Question

WEAPON: Question[tuple[str, ...], str] = Question(
    name="weapon for initiative",
    asks="{who}: use a weapon's initiative bonus? The first action must then be an attack with it",
    tells=lambda who, weapon: msg("{who} will open {armed}", who=who, armed=armed_with(weapon)),
    rules=("COR-INIT-10",),
)
LOWER_BY: Question[tuple[()], int] = Question(
    name="lower initiative by",
    asks="By how much does {who} lower their initiative, for the rest of the fight?",
    rules=("COR-INIT-13",),
)

LOWERINGS = tuple(range(7))
"""By how much one may lower the own score, as listed; more is admitted."""

MOST_DICE = 100
"""Roll-offs that go on for so long are left to the order of the scene."""


def fix_order(play: Game) -> None:
    """Everyone's place in this combat turn (COR-INIT-01..04, -08..11)."""
    for one in everyone(play):
        play.call(enter, one)
    if play.house.init_lower == "between_turns" and table(play).turn > 1:
        for one in everyone(play):
            play.call(hold_back, one)
    for one in everyone(play):
        play.call(boost, one)
    break_ties(play)


def enter(play: Game, one: Fighter) -> None:
    """Who has no score yet rolls one (COR-INIT-01, AMB-67)."""
    if one.entered:
        return
    score = play.roll(one, "initiative", d6, NOTHING, "COR-INIT-01")
    play.do(fx.ScoreRolled(one.who, score), "COR-INIT-01", "COR-INIT-04", "COR-INIT-05")
    weapon = one.weapon(one.quickest) if play.house.init_weapon_bonus == "at_first_roll" else None
    if weapon is not None and weapon.initiative > 0:
        play.do(fx.Raised(one.who, weapon.initiative, True), "COR-INIT-10")


def arrived(t: Table, b: Body) -> int | None:
    """A place for those who came into a running fight (AMB-67).

    They have no score yet.
    """
    return 0 if t.turn and not b.entered else None


def boost(play: Game, one: Fighter) -> None:
    """Surprise in the first combat turn, and the bonus of a weapon declared.

    See COR-INIT-08..11, AMB-03.
    """
    if one.about(_surprises) and table(play).about(first_turn):
        play.do(fx.Boosted(one.who, 2), "COR-INIT-08", "COR-INIT-09")
    how = play.house.init_weapon_bonus
    if how not in ("declared", "while_in_hand") or not one.able:
        return
    name = one.quickest if how == "while_in_hand" else ""
    if how == "declared" and (weapons := worth_declaring(play, one)):
        options = ("", *weapons)
        name = WEAPON.put(play, one, weapons, lambda: options, read_by=_at_a_price)
    weapon = one.weapon(name) if name else None
    if weapon is not None:
        play.do(fx.Boosted(one.who, weapon.initiative, name if how == "declared" else ""), "COR-INIT-10")


def _at_a_price(weapon: str) -> tuple[str, ...]:
    """The rule of what who declares a weapon owes."""
    return ("COR-INIT-11",) if weapon else ()


def worth_declaring(play: Game, one: Fighter) -> tuple[str, ...]:
    """Weapons in hand that raise initiative and can come to an attack this turn.

    Some enemy must be in reach by then, however far it runs before the own slot.
    """
    more = NORMAL if play.house.surprise_free_action != "off" and table(play).about(first_turn) else 0
    run = play.house.move_rate * 100 * (AP + more + play.house.ap_borrow)
    return tuple(name for name in one.about(boosts) if one.some(can_come_to(name, run)))


def worthwhile(one: Fighter, question: str, options: Sequence[Any]) -> Sequence[Any]:
    """What of a question can be worth taking: a weapon's bonus is never declined for nothing.

    Who acts otherwise has lost nothing by counting on a weapon (COR-INIT-11, AMB-03).  With a weapon in
    hand nobody counts on bare hands, nor anybody on a weapon that cannot fire.
    """
    if question != WEAPON.name:
        return options
    ready = [name for name in options if name and one.loaded(name)]
    named = [name for name in ready if not one.about(_is_natural(name))]
    meant = named if one.about(armed) else [name for name in ready if name != UNARMED] or ready
    return options if len(meant) > 1 else (*meant, "")[:1]


def armed(b: Body) -> bool:
    """Whether there is a weapon in hand that one was not born with."""
    return any(not weapon_named(b, name).natural for name in b.hands)


@cache
def _is_natural(name: str) -> Callable[[Body], bool]:
    return lambda b: weapon_named(b, name).natural


def first_turn(t: Table) -> bool:
    """Whether it is the first turn: which later one is nothing to know."""
    return t.turn == 1


def boosts(b: Body) -> tuple[str, ...]:
    """Weapons in hand that would raise initiative."""
    names = dict.fromkeys((*b.hands, *natural(b)))
    return tuple(name for name in names if weapon_named(b, name).initiative > 0)


@cache
def can_come_to(name: str, run: int) -> Callable[[Body, Body], bool]:
    """Whether an enemy who may run so far can be attacked in the own slot."""
    farthest = _farthest(name)

    def test(a: Body, b: Body) -> bool:
        if b.side == a.side or b.dead or (far := farthest(a)) is None:
            return False
        return band(a, b) <= far or within(a.spot, b.spot, a.sheet.edges[far] + run)

    return test


@cache
def _farthest(name: str) -> Callable[[Body], int | None]:
    """The farthest band of an attack with a weapon; none for the prone, who strike at nobody.

    Shots reach one band beyond that of the weapon.
    """

    @derived
    def read(b: Body) -> int | None:
        weapon = weapon_named(b, name)
        if weapon.melee:
            return None if b.prone else CLOSE
        return min(weapon.band + 1, EXTREME)

    return read


def break_ties(play: Game) -> None:
    """Equals roll off until all differ; it changes no score (COR-INIT-03, AMB-01).

    The dice of an earlier roll-off count only among those who made it.
    """
    play.call(forget_ties)
    for depth in range(MOST_DICE):
        if not play.call(shared, depth):
            return
        for one in everyone(play):
            play.call(roll_off, one, depth)


def settle(play: Game) -> None:
    """Break ties at the head of the order that have come up since it was fixed."""
    following = table(play).first(ready)
    if following is not None and following.alike(place_to(0)):
        break_ties(play)


def shared(play: Game, depth: int) -> bool:
    """Whether any two have the same place as far as their first `depth` dice tell."""
    return any(one.alike(place_to(depth)) for one in everyone(play))


def with_dice(_: Table, b: Body) -> int | None:
    """A place for those who have dice of a roll-off, for whatever score."""
    return None if _moved_on(b) is None else 0


def forget_ties(play: Game) -> None:
    """Whoever has dice of a tie that is over has them no more (AMB-01)."""
    for one in table(play).all(with_dice):
        play.call(forget, one)


def forget(play: Game, one: Fighter) -> None:
    """Dice of a tie that is over count no more (AMB-01).

    The score is another one, or others share it than those who rolled.
    """
    if one.about(_moved_on) or one.some(_comes_to) or is_alone(one):
        play.do(fx.TieEnded(one.who), "AMB-01")


def is_alone(one: Fighter) -> bool:
    """Whether nobody else who can act stands where one is tied."""
    return not (one.alike(_contends_at) if one.unbroken else one.some(_shares))


def roll_off(play: Game, one: Fighter, depth: int) -> None:
    """The next die for one who shares a place and has not rolled it yet.

    By the options a figure of the sheet stands before the dice, or after the first of them.
    """
    if one.about(_rolled(depth + 1)) or not one.alike(place_to(depth)):
        return
    favour = _favour.get((play.house.init_tie, depth - one.about(_lowered)))
    face = one.about(favour) if favour else play.roll(one, "roll-off", d6, NOTHING, "COR-INIT-03")
    play.do(fx.RolledOff(one.who, face), "COR-INIT-03")


@cache
def place_to(depth: int) -> Callable[[Body], tuple[int, ...] | None]:
    """The place in the order as far as the first dice of roll-offs tell.

    Who lowered the score stands apart.
    """

    def place(b: Body) -> tuple[int, ...] | None:
        if not waits(b):
            return None
        now = turn_place(b)
        return (now[0], 1) if now[1:2] == (0,) and not depth else now[: depth + 1]

    return place


@cache
def _rolled(dice: int) -> Callable[[Body], bool]:
    return lambda b: len(turn_place(b)) > dice


def _surprises(b: Body) -> bool:
    return b.surprises


def _lowered(b: Body) -> bool:
    """Whether one acts last among equals, having lowered the score to this."""
    return turn_place(b)[1:2] == (0,)


@derived
def _moved_on(b: Body) -> bool | None:
    """Whether the dice that one has are for a score that is no longer the own one; none without dice."""
    if b.tied and b.tied[0] != slot_score(b):
        return True
    return False if len(b.tied) > 1 + (b.tied[1:2] == (0,)) else None


@derived
def _stands_at(b: Body) -> tuple[int, bool]:
    """The place at which one is tied with others who stand there."""
    return slot_score(b), _lowered(b)


@derived
def _contends_at(b: Body) -> tuple[int, bool] | None:
    """The same of those who can act; none for the others."""
    return _stands_at(b) if b.entered and unbroken(b) else None


@derived
def _comes_at(b: Body) -> tuple[int, bool] | None:
    """The same of those who have not acted or rolled yet."""
    return _stands_at(b) if waits(b) and _moved_on(b) is not False else None


def _shares(a: Body, b: Body) -> bool:
    """Whether the other one is tied with this one."""
    return slot_score(b) == slot_score(a) and _contends_at(b) == _stands_at(a)


def _comes_to(a: Body, b: Body) -> bool:
    """Whether the other one is tied with this one and has not rolled yet."""
    return slot_score(b) == slot_score(a) and _comes_at(b) == _stands_at(a)


def _agility(b: Body) -> int:
    return b.sheet.agility


def _player(b: Body) -> int:
    return 1 if b.sheet.npc else 2


_favour = {("higher_agility", 0): _agility, ("second_die_once", 1): _agility, ("pcs_first", 0): _player}
"""What stands for a die of the roll-off, by the option `init.tie`; the higher acts first."""


def below(name: str, fight: State, who: Who) -> Iterator[Act]:
    """Just below the next who waits: the least lowering that changes anything."""
    me = fight.bodies[who]
    waiting = [b.score + b.boost for b in fight.present if b is not me and not b.over and unbroken(b)]
    lower = [score for score in waiting if score <= me.score + me.boost]
    if lower:
        yield Act(name, n=max(lower) - 1)


def lower_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse what is no lowering before the slot begins (COR-INIT-13, AMB-04)."""
    play.need(play.house.init_lower == "own_slot", "AMB-04", "can only be lowered between combat turns")
    play.need(not actor.began, "COR-INIT-13", "the turn has already begun")
    play.need(act.n < actor.score + actor.boost, "COR-INIT-13", "must be lower than now")


def lowers(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Put the own score down for good, before anything is done in the slot (COR-INIT-13, -14, AMB-04)."""
    play.do(fx.Lowered(actor.who, act.n), "COR-INIT-13", "COR-INIT-14")
    play.do(fx.SlotFell(None), "COR-INIT-13")


def to_what(_: Names, act: Act) -> str:
    """To which score."""
    return joined(" ", (act.name, msg("to {n}", n=act.n)))


LOWER = Action(
    name="lower initiative",
    lines=below,
    free=fit,
    needs=lower_needs,
    cost=None,
    rules=(),
    run=lowers,
    family="plain",
    wants="n",
    says=to_what,
    sheet=SheetLine(("COR-INIT-13",)),
)


def hold_back(play: Game, one: Fighter) -> None:
    """By the option: put the own score down between two combat turns, by as much as is chosen (AMB-04)."""
    if not one.able:
        return
    by = LOWER_BY.put(play, one, (), lambda: LOWERINGS, admits=_no_lowering)
    if by:
        play.do(fx.Lowered(one.who, one.score + one.boost - by), "COR-INIT-13", "COR-INIT-14")


def _no_lowering(by: object) -> tuple[Refusal, ...]:
    wrong = isinstance(by, bool) or not isinstance(by, int) or by < 0
    return (Refusal("COR-INIT-13", "expected a whole number from 0 up"),) if wrong else ()


# --- the order as people see it -------------------------------------------------------------------


def up(fight: State) -> tuple[Who, ...]:
    """Whose slot it is."""
    return () if fight.table.current is None else (fight.table.current,)


def acted(_: Table, b: Body) -> tuple[int, ...] | None:
    """The place of those whose slot of this combat turn is over."""
    return turn_place(b) if b.entered and b.over else None


def stunned(b: Body) -> bool:
    """Whether the slot will pass (COR-INIT-02)."""
    return b.stun > 0


TURNS = TurnOrder(waiting=ready, up=up, acted=acted, passes=stunned)
"""Slots by score; those of a tie by their roll-off (COR-INIT-02, -03)."""
