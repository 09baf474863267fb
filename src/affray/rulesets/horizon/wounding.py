"""Wounding Attacks: conditions, what they cost, the contest with Endurance."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from affray.core.message import msg
from affray.core.tally import Mod, Tally
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon import tables
from affray.rulesets.horizon.blow import Blow, attack_ap
from affray.rulesets.horizon.declare import Action, Lines, SheetLine, fit
from affray.rulesets.horizon.fighter import Fighter, rank_in, turn_actions
from affray.rulesets.horizon.profile import combat_score
from affray.rulesets.horizon.skill import ENDURANCE, Meaning, prevails, tested
from affray.rulesets.horizon.state import Body, Game

TO_WOUND = {
    "stagger": "to stagger",
    "down": "to bring down",
    "arm": "to shatter an arm",
    "leg": "to shatter a leg",
    "body": "to shatter the body",
    "head": "to shatter the head",
}
"""What a Wounding Attack is for."""
CONTESTED = {True: ("HZN-WND-04",), False: ("HZN-WND-05",), None: ("HZN-RUL-09",)}
"""The rule of a contest by who wins it: who attacks, who resists, nobody yet."""


def mod(wound: str) -> Mod | None:
    """What a condition takes off the AP of the Attack (HZN-WND-02)."""
    kind = tables.conditions().get(wound)
    return None if kind is None else Mod(kind.rule, kind.penalty, kind.title)


@cache
def declared_by(wound: str) -> tuple[str, ...]:
    """The rules of an Attack that is declared a Wounding one, whatever comes of it."""
    lowered = ("HZN-WND-02",) if tables.conditions()[wound].penalty else ()
    return ("HZN-WND-01", *lowered, *(("HZN-WND-06",) if wound != "head" else ()))


def needs(play: Game, actor: Fighter, target: Fighter, wound: str) -> Mod | None:
    """Refuse what cannot be caused; the penalty (HZN-WND-01, HZN-RUL-42, -43)."""
    if not wound:
        return None
    kind = tables.conditions().get(wound)
    play.need(kind is not None, "HZN-WND-01", "there is no such condition")
    play.need(not (play.house.wound_once and actor.wounding), "HZN-RUL-42", "has already made one this turn")
    if kind is not None:
        play.need(target.about(_room(wound)), kind.rule, "cannot suffer any more of that")
    return mod(wound)


@cache
def _room(wound: str) -> Callable[[Body], bool]:
    """Whether one can suffer a condition: two arms, two legs, one body."""
    most = tables.conditions()[wound].most
    counts: dict[str, Callable[[Body], int]] = {
        "arm": lambda b: b.arms,
        "leg": lambda b: b.legs,
        "body": lambda b: int(b.torn),
    }
    return (lambda b: counts[wound](b) < most) if wound in counts else (lambda b: True)


def contested(play: Game, actor: Fighter, target: Fighter, way: Blow, ap: Tally, wound: str) -> bool:
    """Whether the condition would take hold: AP against Endurance (HZN-WND-03..06)."""
    if not wound:
        return False
    won = play.call(overcome, target, against(play, ap), wound)
    if won is None:
        won = play.call(contested_again, actor, target, way, wound)
    if not won:
        play.do(fx.Resisted(target.who, wound), "HZN-WND-05", tables.conditions()[wound].rule)
    return won


def against(play: Game, ap: Tally) -> int:
    """The AP that a target has to resist; maybe without point blank (HZN-RUL-41)."""
    close = [m.amount for m in ap if m.rule.startswith("HZN-PBR")]
    return ap.total if play.house.wound_point_blank else ap.total - sum(close)


def overcome(play: Game, target: Fighter, ap: int, wound: str) -> bool | None:
    """The target's Endurance test against this AP; None where both roll again."""
    rule = tables.conditions()[wound].rule
    what = msg("resist {wound}", wound=wound)
    means: Meaning = lambda score: CONTESTED[prevails(play, ap, score)]  # noqa: E731
    score = tested(play, target, what, ENDURANCE, "HZN-WND-03", rule, means=means)
    return prevails(play, ap, score)


def contested_again(play: Game, actor: Fighter, target: Fighter, way: Blow, wound: str) -> bool:
    """By the option equals both roll again, for the contest alone (HZN-RUL-09).

    The Attack does the damage of the first roll; where neither has dice, things stay as they are.
    """
    if actor.about(rank_in(way.weapon.skill)) < 1 and target.about(rank_in(ENDURANCE)) < 1:
        return False
    score = combat_score(play, actor, way.weapon, "contest again", "HZN-RUL-09")
    ap = attack_ap(play, actor, target, way, mod(wound), score)
    won = play.call(overcome, target, against(play, ap), wound)
    return play.call(contested_again, actor, target, way, wound) if won is None else won


def take_hold(play: Game, target: Fighter, wound: str) -> None:
    """The condition is suffered (HZN-WND-07..12)."""
    kind = tables.conditions()[wound]
    add = play.house.stun_stack == "add"
    if kind.debt and play.house.stun_paid == "borrowed":
        play.do(
            fx.Lamed(target.who, target.about(lendable(kind.debt, add)), target.about(turn_actions)),
            kind.rule,
            "HZN-WND-04",
            "HZN-RUL-37",
        )
        return
    play.do(fx.Wounded(target.who, wound, add), kind.rule, "HZN-WND-04")


@cache
def lendable(debt: int, add: bool) -> Callable[[Body], int]:
    """What a debt takes of the next turn, which has no more to give than its actions."""

    def read(b: Body) -> int:
        wanted = debt if add else debt - b.borrowed
        return max(0, min(wanted, turn_actions(b) - b.borrowed))

    return read


def pay_up(play: Game, actor: Fighter) -> None:
    """What is owed, as far as actions go (HZN-RUL-35)."""
    if actor.able and actor.owes and actor.can_pay(1):
        recover(play, actor)
        play.call(pay_up, actor)


def recovers(play: Game, actor: Fighter, *_: object) -> None:
    """Pay an action of the debt that Stagger or Down made (HZN-WND-07, -08)."""
    play.need(actor.owes or play.house.idle_acts, "HZN-RUL-62", "owes nothing")
    play.need(actor.can_pay(1), "HZN-ACT-01", "has no action left")
    recover(play, actor)


def recover(play: Game, actor: Fighter) -> None:
    """One action of a debt."""
    play.do(fx.Spent(actor.who, 1), "HZN-ACT-01", "HZN-RUL-35")
    play.do(fx.Recovered(actor.who), "HZN-WND-07", "HZN-WND-08")


RECOVER = Action(
    name="recover",
    lines=Lines(when=lambda fight, who: bool(fight.bodies[who].owed or fight.house.idle_acts)),
    free=fit,
    run=recovers,
    cost=1,
    pays=False,
    sheet=SheetLine(("HZN-WND-07", "HZN-WND-08"), "from Stagger, or half of Down"),
)
