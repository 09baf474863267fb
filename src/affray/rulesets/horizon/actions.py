"""Every action by its name."""

from __future__ import annotations

from collections.abc import Callable

from affray.core.act import Act
from affray.rulesets.horizon import (
    attack,
    declare,
    defend,
    dive,
    draw,
    escape,
    magazine,
    movement,
    objects,
    stealth,
    talk,
    task,
    wounding,
)
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon.blow import ATTACK, CLUB, THROW
from affray.rulesets.horizon.fighter import Fighter, table
from affray.rulesets.horizon.state import Game

BLOWS = (ATTACK, THROW, CLUB)
MOVES = ("move", "fall back", "push on", "push back")
"""Towards and away, each also pushed with Endurance."""
SPRINTS = ("sprint", "sprint back")
"""By the option: Endurance alone, without a Move."""
WAYS = (*MOVES, *SPRINTS, "shift", "get behind", "dive", "stand up")
"""All that changes where somebody is, or how they stand."""
BACK, PUSHED = ("fall back", "push back", "sprint back"), ("push on", "push back")
"""Those that lead away; those that are pushed."""


def perform(play: Game, actor: Fighter, act: Act) -> None:
    """An action by its name, with all that may interrupt it."""
    BY_NAME[act.name](play, actor, act)


def end_turn(play: Game, actor: Fighter) -> None:
    """The turn is over; actions that are left pay a debt, by the option HZN-RUL-35, or are lost."""
    if play.house.recover == "deadline":
        play.call(wounding.pay_up, actor)
    play.do(fx.TurnEnded(actor.who), "HZN-RND-02")
    play.do(fx.TurnFell(None), "HZN-RND-02")


def open_combat(play: Game, actor: Fighter) -> None:
    """Outside combat: attack, which begins it (HZN-SUR-01, -07)."""
    declare.fit(play, actor)
    play.need(not table(play).fighting, "HZN-TRN-01", "combat has begun")
    play.need(actor.aware, "HZN-SUR-01", "is aware of no enemy")
    play.do(fx.Opened(actor.who), "HZN-SUR-01", "HZN-TRN-01")


def _blow(play: Game, actor: Fighter, act: Act) -> None:
    target = Fighter(play, act.at) if act.at is not None else actor
    attack.attack(play, actor, target, act.name, act.item)


def _move(play: Game, actor: Fighter, act: Act) -> None:
    movement.move(play, actor, act.to, act.at, act.name in BACK, act.name in PUSHED)


def _sprint(play: Game, actor: Fighter, act: Act) -> None:
    movement.sprint(play, actor, act.to, act.at, act.name in BACK)


def _end(play: Game, actor: Fighter, act: Act) -> None:
    end_turn(play, actor)


def _alone(play: Game, actor: Fighter, act: Act) -> None:
    ALONE[act.name](play, actor)


def _with_item(play: Game, actor: Fighter, act: Act) -> None:
    WITH_ITEM[act.name](play, actor, act.item)


def _dive(play: Game, actor: Fighter, act: Act) -> None:
    dive.dive(play, actor, act.to, act.at)


def _shift(play: Game, actor: Fighter, act: Act) -> None:
    movement.shift(play, actor, act.to, act.at)


def _behind(play: Game, actor: Fighter, act: Act) -> None:
    movement.get_behind(play, actor, Fighter(play, act.at) if act.at is not None else actor)


def _drag(play: Game, actor: Fighter, act: Act) -> None:
    objects.drag(play, actor, act.item, act.to, act.at)


def _hurl(play: Game, actor: Fighter, act: Act) -> None:
    objects.hurl(play, actor, act.to, act.at)


def _speak(play: Game, actor: Fighter, act: Act) -> None:
    talk.speak(play, actor, act.n, act.name == talk.SOUND)


ALONE = {
    "defend": defend.defend,
    "reload": magazine.reload,
    "holster": draw.holster,
    "recover": wounding.recover,
    "hide": stealth.hide,
    "work": task.work,
    "flee": escape.flee,
    "look about": talk.look_about,
    talk.ALERT: talk.stay_alert,
    talk.EASY: talk.stand_easy,
    "stand up": dive.stand_up,
    "open combat": open_combat,
}
WITH_ITEM = {
    "draw": draw.draw,
    "switch": draw.switch,
    "pick up": objects.pick_up,
    "drop": objects.drop,
    "haul": objects.haul,
    "attack wall": attack.attack_wall,
}
BY_NAME: dict[str, Callable[[Game, Fighter, Act], None]] = {
    "end": _end,
    **dict.fromkeys(BLOWS, _blow),
    **dict.fromkeys(MOVES, _move),
    **dict.fromkeys(SPRINTS, _sprint),
    "shift": _shift,
    "get behind": _behind,
    "dive": _dive,
    "drag": _drag,
    "hurl": _hurl,
    talk.SPEAK: _speak,
    talk.SOUND: _speak,
    **dict.fromkeys(WITH_ITEM, _with_item),
    **dict.fromkeys(ALONE, _alone),
}
"""What every action runs."""
NAMES = tuple(BY_NAME)
"""All actions."""
