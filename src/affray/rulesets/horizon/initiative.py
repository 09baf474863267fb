"""The order of turns: Awareness, surprise, and what parts equals."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from affray.core.effect import Who
from affray.core.tally import NOTHING, Mod
from affray.core.turns import TurnOrder
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon import turn
from affray.rulesets.horizon.dice import d6
from affray.rulesets.horizon.fighter import (
    Fighter,
    able,
    called,
    everyone,
    ready,
    table,
    turn_place,
    waits,
)
from affray.rulesets.horizon.house import House
from affray.rulesets.horizon.skill import AWARENESS, tested
from affray.rulesets.horizon.state import Body, Game, State, Table
from affray.tabletop.question import YesNo

MOST_DICE = 100
"""Roll-offs that go on for so long are left to the order of the scene."""


def fix_order(play: Game) -> None:
    """Everybody's place (HZN-TRN-01..04, HZN-RUL-06)."""
    for one in everyone(play):
        play.call(enter, one)
    break_ties(play)


def enter(play: Game, one: Fighter) -> None:
    """Who has no place yet tests Awareness (HZN-TRN-03, -04, HZN-SUR-03).

    Who is out of action takes no part, and tests on coming back to its senses.
    """
    if one.entered or not one.able:
        return
    surprise = (Mod("HZN-SUR-03", one.acuity, "surprise"),) if one.surprise else ()
    score = tested(play, one, "turn order", AWARENESS, "HZN-TRN-02", "HZN-TRN-03", mods=surprise)
    untested = () if one.unlocked(AWARENESS) else ("HZN-TRN-04",)
    if play.house.awareness_forced_counts:
        play.do(fx.Searched(one.who, score), "HZN-RUL-48")
    ranks = one.about(RANKS[play.house.order_ties])
    play.do(fx.OrderRolled(one.who, score, ranks), "HZN-TRN-02", "HZN-TRN-03", *untested)


def arrived(t: Table, b: Body) -> int | None:
    """A place for those who came into a running combat (HZN-RUL-61)."""
    return 0 if t.round and not b.entered and able(b) else None


def break_ties(play: Game) -> None:
    """Equals in score and traits are parted by dice, or by the Director's word.

    By the option nothing parts them.  See HZN-RUL-06.
    """
    if play.house.order_ties == "together":
        return
    part = named_first if play.house.order_ties == "director" else roll_off
    for depth in range(MOST_DICE):
        if not play.call(shared, depth):
            return
        for one in everyone(play):
            play.call(part, one, depth)


def settled(play: Game, following: Fighter) -> Fighter:
    """Who is next once ties are broken that have come up since the order was made."""
    if play.house.order_ties == "together":
        play.call(abreast, following)
    elif following.alike(place_to(base(play))):
        break_ties(play)
        return table(play).first(ready) or following
    return following


def abreast(play: Game, following: Fighter) -> None:
    """By the option equals act at the same moment: none is stopped by another.

    Their turns begin at once.  See HZN-RUL-06.
    """
    if following.alike(turn_place_of_waiting):
        for one in (following, *following.ranked(_abreast)):
            play.call(joins_in, one)


def joins_in(play: Game, one: Fighter) -> None:
    """One of those who act at the same moment."""
    play.do(fx.ActsTogether(one.who), "HZN-RUL-06")
    turn.begin(play, one)


def turn_place_of_waiting(b: Body) -> tuple[int, ...] | None:
    """The place of those still to come who have not begun together."""
    return turn_place(b) if waits(b) and not b.together else None


def _abreast(b: Body, other: Body) -> int | None:
    same = other.sheet.name != b.sheet.name and turn_place_of_waiting(other) == turn_place(b)
    return 0 if same else None


def shared(play: Game, depth: int) -> bool:
    """Whether any two have the same place as far as their first dice tell."""
    return any(one.alike(place_to(base(play) + depth)) for one in everyone(play))


def base(play: Game) -> int:
    """How many traits part equals before any dice."""
    return {"traits": 2, "surprise_first": 3}.get(play.house.order_ties, 0)


def roll_off(play: Game, one: Fighter, depth: int) -> None:
    """The next die for one who shares a place and has not rolled it yet."""
    figures = base(play) + depth
    if one.alike(place_to(figures)) and not one.about(_parted(figures + 1)):
        face = play.roll(one, "roll-off", d6, NOTHING, "HZN-RUL-06")
        play.do(fx.TieBroken(one.who, face), "HZN-RUL-06")


GOES_FIRST = YesNo(
    name="goes first",
    asks="{foe} is tied with others. Does {foe} go first?",
    rules=("HZN-RUL-06",),
    deed="name who goes first",
)


def named_first(play: Game, one: Fighter, depth: int) -> None:
    """By the option: the Director says whether one goes before its equals."""
    if not one.alike(place_to(depth)) or one.about(_parted(depth + 1)):
        return
    first = GOES_FIRST.put(play, table(play), (one,))
    play.do(fx.TieBroken(one.who, 1 + first), "HZN-RUL-06")


@cache
def place_to(figures: int) -> Callable[[Body], tuple[int, ...] | None]:
    """The place in the order as far as so many figures behind the score tell."""
    return lambda b: turn_place(b)[: 1 + figures] if waits(b) else None


@cache
def _parted(figures: int) -> Callable[[Body], bool]:
    return lambda b: len(b.tied) >= figures


RANKS: dict[str, Callable[[Body], tuple[int, ...]]] = {
    "traits": lambda b: (b.sheet.acuity, b.sheet.agility),
    "surprise_first": lambda b: (int(b.surprise), b.sheet.acuity, b.sheet.agility),
    "director": lambda b: (),
    "together": lambda b: (),
}
"""What parts equals before any dice, the weightiest first."""


# --- before combat --------------------------------------------------------------------------------


def idle(t: Table, b: Body) -> tuple[bool, int, int, str] | None:
    """The place of those whose turn before combat is still to come.

    The side that means to open combat comes first, then the keenest, as in turns (HZN-RUL-06).
    """
    return _idle_place(t, b) if able(b) and not b.over else None


def _idle_place(t: Table, b: Body) -> tuple[bool, int, int, str]:
    return b.side != t.opener, -b.sheet.acuity, -b.sheet.agility, called(b)


# --- the order as people see it -------------------------------------------------------------------


def up(fight: State) -> tuple[Who, ...]:
    """Whose turn it is."""
    return () if fight.table.current is None else (fight.table.current,)


def waiting(t: Table, b: Body) -> object:
    """The place of those whose turn is still to come, in combat or before it."""
    if t.fighting:
        return ready(t, b)
    return idle(t, b) if t.before > 0 else None


def acted(t: Table, b: Body) -> object:
    """The place of those whose turn is over."""
    if not b.over:
        return None
    if not t.fighting:
        return _idle_place(t, b)
    return (turn_place(b), called(b)) if b.entered else None


def by_dice(_: House) -> bool:
    """Everybody has seen what was thrown for Awareness."""
    return True


TURNS = TurnOrder(waiting=waiting, up=up, acted=acted, thrown=by_dice)
"""By the Awareness that was thrown, then by traits and roll-offs (HZN-TRN-02, HZN-RUL-06)."""
