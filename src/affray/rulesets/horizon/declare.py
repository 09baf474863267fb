"""Declaring an action: who can, and what it costs."""

from __future__ import annotations

from affray.core.message import msg
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon.fighter import Fighter, owes_beyond, table
from affray.rulesets.horizon.state import Game

DEBT = ("HZN-WND-07", "HZN-WND-08")


def fit(play: Game, actor: Fighter) -> None:
    """Refuse whoever cannot act at all."""
    play.need(actor.able, "HZN-RUL-64", "is out of action")


def in_combat(play: Game) -> None:
    """Refuse what needs a combat."""
    play.need(table(play).fighting, "HZN-TRN-01", "combat has not begun")


def free(play: Game, actor: Fighter, cost: int = 1) -> None:
    """Refuse whoever owes actions, or has given the turn to an Extended Action."""
    steady(play, actor, cost)
    play.need(not actor.working, "HZN-EXT-04", "is working on an Extended Action this turn")


def steady(play: Game, actor: Fighter, cost: int = 1) -> None:
    """Refuse whoever owes actions."""
    fit(play, actor)
    owes = actor.about(owes_beyond(cost)) if play.house.recover == "deadline" else actor.owes
    play.need(not owes, "HZN-WND-07", "has to recover first")


def affordable(play: Game, actor: Fighter, cost: int, rule: str = "HZN-ACT-01") -> None:
    """Refuse what there are too few actions for; outside combat nothing costs any."""
    if cost and table(play).fighting:
        few = "has no action left" if cost == 1 else msg("has no {cost} actions left", cost=cost)
        play.need(actor.can_pay(cost), rule, few)


def pay(play: Game, actor: Fighter, cost: int, *rules: str) -> None:
    """Take the actions; after others it is a mix, or the same again (HZN-ACT-02)."""
    if table(play).fighting:
        again = ("HZN-ACT-02",) if actor.acted else ()
        play.do(fx.Spent(actor.who, cost), "HZN-ACT-01", *again, *rules)
