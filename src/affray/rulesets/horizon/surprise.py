"""Surprise: who does not know what is coming when combat begins."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from affray.core.tally import Mod
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon.declare import Action
from affray.rulesets.horizon.fighter import Fighter, able, called, knows_of, rank_in, sees, table
from affray.rulesets.horizon.sight import STEALTH
from affray.rulesets.horizon.skill import AWARENESS, prevails, tested
from affray.rulesets.horizon.state import Body, Game, Table
from affray.tabletop.question import Question, YesNo

PENALTIES = (None, -20, -15, -10, -5, 0)
"""What the Director may set for foreseeing an attack from afar; None allows no test."""


EXPECTS_NOTHING = YesNo(
    name="expects nothing",
    asks="Does {foe} expect nothing?",
    rules=("HZN-SUR-09",),
    deed="say that nothing is expected",
)
PENALTY: Question[tuple[Fighter], int | None] = Question(
    name="penalty to foresee",
    asks="At what penalty may {foe} foresee the attack?",
    tells="{who} allows an Awareness test at {what} AP",
    rules=("HZN-SUR-08",),
    options=PENALTIES,
    says=lambda names, penalty: "no test" if penalty is None else None,
)


def opens(play: Game, actor: Fighter, *_: object) -> None:
    """Outside combat: attack, which begins it (HZN-SUR-01, -07)."""
    play.need(not table(play).fighting, "HZN-TRN-01", "combat has begun")
    play.need(actor.aware, "HZN-SUR-01", "is aware of no enemy")
    play.do(fx.Opened(actor.who), "HZN-SUR-01", "HZN-TRN-01")


OPEN_COMBAT = Action(name="open combat", combat=False, run=opens, sheet=None)


def settle(play: Game) -> None:
    """Which enemies of the side that opens combat know of it, and who gains by it.

    One who knows and can warn the others ends it for all, but for the option (HZN-RUL-60).
    """
    opener = table(play).opener
    if opener:
        for enemy in table(play).all(off_guard(opener)):
            play.call(foresee, enemy)
        for enemy in table(play).all(off_guard(opener)):
            play.do(fx.Caught(enemy.who), "HZN-SUR-01")
        if play.call(surprised, opener):
            allies = table(play).all(team(opener))
            shared = ("HZN-SUR-05",) if len(allies) > 1 else ()
            for one in allies:
                play.do(fx.Surprises(one.who), "HZN-SUR-01", "HZN-SUR-02", *shared, "HZN-SUR-06")
    for one in table(play).all(_unaware):
        play.do(fx.Alerted(one.who), "HZN-SUR-01")


def surprised(play: Game, opener: str) -> bool:
    """Whether the side that opens combat has surprise (HZN-RUL-60).

    It has it over any side of which nobody who could warn the others knows.
    """
    unaware = table(play).all(off_guard(opener))
    if play.house.surprise_scope == "target":
        return bool(unaware)
    return any(not enemy.some(could_warn) for enemy in unaware)


def _unaware(_: Table, b: Body) -> int | None:
    return None if b.aware else 0


def foresee(play: Game, enemy: Fighter) -> None:
    """Whether one who is off guard finds out in time, by the way the others came."""
    way = table(play).way
    if way == "distance":
        foreseen = play.call(foresees_shot, enemy)
    elif way == "crowd":
        foreseen = not EXPECTS_NOTHING.put(play, table(play), (enemy,))
    else:
        foreseen = enemy.some(sees_coming(table(play).opener))
    rule = {"distance": "HZN-SUR-08", "crowd": "HZN-SUR-09"}.get(way, "HZN-SUR-07")
    if foreseen:
        play.do(fx.Alerted(enemy.who), rule)
    else:
        play.do(fx.Narrated(enemy.who, "suspects nothing"), rule, "HZN-SUR-01")


def foresees_shot(play: Game, enemy: Fighter) -> bool:
    """Awareness, penalised or not at all, against the best Stealth in wait."""
    penalty = PENALTY.put(play, table(play), (enemy,))
    shooter = enemy.least(in_wait(table(play).opener))
    if penalty is None or shooter is None:
        return False
    return bool(play.call(sees_through, enemy, shooter, penalty))


def sees_through(play: Game, enemy: Fighter, shooter: Fighter, penalty: int) -> bool:
    """Awareness less the penalty against Stealth; by the option equals roll again.

    See HZN-RUL-09.
    """
    hidden = tested(play, shooter, "lie in wait", STEALTH, "HZN-SUR-08")
    far = Mod("HZN-SUR-08", penalty, "from afar")
    score = tested(play, enemy, "foresee", AWARENESS, "HZN-SUR-08", mods=(far,))
    won = prevails(play, score, hidden)
    rolls = enemy.about(rank_in(AWARENESS)) > 0 or shooter.about(rank_in(STEALTH)) > 0
    if won is None and rolls:
        return play.call(sees_through, enemy, shooter, penalty)
    return bool(won)


@cache
def in_wait(opener: str) -> Callable[[Body, Body], tuple[int, int, str] | None]:
    """The best hidden of the side that opens fire from afar."""

    def rank(_: Body, other: Body) -> tuple[int, int, str] | None:
        if other.side != opener or not able(other):
            return None
        trait = max(other.sheet.acuity, other.sheet.agility)
        return -other.sheet.skills.stealth, -trait, called(other)

    return rank


@cache
def sees_coming(opener: str) -> Callable[[Body, Body], bool]:
    """Whether somebody of the side that opens combat stands in plain sight."""
    return lambda b, other: other.side == opener and able(other) and knows_of(b, other) and sees(b, other)


@cache
def off_guard(opener: str) -> Callable[[Table, Body], int | None]:
    """A place for enemies of a side who do not know of it."""
    return lambda _, b: 0 if b.side != opener and able(b) and not b.aware else None


def could_warn(b: Body, other: Body) -> bool:
    """Whether a comrade who can act knows what is coming."""
    return other.side == b.side and able(other) and other.aware


@cache
def team(opener: str) -> Callable[[Table, Body], int | None]:
    """A place for everyone on a side who can act."""
    return lambda _, b: 0 if b.side == opener and able(b) else None
