"""Attacks as actions: ordinary and aimed ones, disarming, bursts, throwing."""

from __future__ import annotations

from affray.rulesets.serenity import declare, strike
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity.fighter import Fighter, table
from affray.rulesets.serenity.needs import Needs, needed
from affray.rulesets.serenity.state import Game
from affray.rulesets.serenity.strike import How

KINDS = {
    "attack": ("", "single"),
    "limb attack": ("limb", "single"),
    "vital attack": ("vital", "single"),
    "minuscule attack": ("minuscule", "single"),
    "disarm": (strike.DISARM, "single"),
    "burst": ("", "burst"),
    "throw": ("", "single"),
}
"""Attacks by name: what they are aimed at, and on which setting."""
STEPS = (1, 2, 3, 4)
"""What the game master may say that a throw is harder by (SER-R19)."""


def how_of(actor: Fighter, kind: str, name: str) -> How | None:
    """The attack of this name with a weapon; None when it is not ready."""
    weapon = actor.weapon(name)
    if weapon is None or weapon.explosive or weapon.thrown != (kind == "throw"):
        return None
    aim, mode = KINDS[kind]
    return How(weapon, aim, mode=mode)


def against(play: Game, actor: Fighter, target: Fighter, kind: str, name: str, ahead: int = 1) -> Needs:
    """What the attack of this name with a weapon needs."""
    how = how_of(actor, kind, name)
    yield how is not None, "SER-ATK-01", "the weapon is not ready"
    if how is not None:
        yield from strike.against(play, actor, target, how, ahead)


def attack(play: Game, actor: Fighter, target: Fighter, kind: str, name: str) -> None:
    """Attack somebody with a weapon, aimed as the name says.

    See SER-ATK-01, SER-LIMB-01, SER-VITAL-01, SER-TINY-01, SER-DISARM-01, SER-BURST-04, SER-THROW-01.
    """
    declare.fit(play, actor)
    needed(play, against(play, actor, target, kind, name))
    how = how_of(actor, kind, name)
    if how is None or not declare.begin(play, actor, 1, True, *rules_of(kind)) or actor.weapon(name) is None:
        return
    how = strike.at_limb(play, actor, target, how)
    if kind == "throw":
        thrown(play, actor, target, how)
        return
    if how.weapon.gun:
        play.do(fx.Fired(actor.who, name, strike.ROUNDS[how.mode]), strike.MODE_RULES[how.mode])
    if how.mode == "burst":
        play.call(strike.burst, actor, target, how)
    else:
        strike.strike(play, actor, target, how)


def rules_of(kind: str) -> tuple[str, ...]:
    """The rules of the action, beside those of the dice."""
    if kind == "burst":
        return ("SER-AUTO-01", "SER-BURST-02", "SER-BURST-04", "SER-R23")
    return ("SER-THROW-01", "SER-R19") if kind == "throw" else ("SER-ATK-01",)


def thrown(play: Game, actor: Fighter, target: Fighter, how: How) -> None:
    """A thing leaves the hand; by the option the game master picks the steps.

    See SER-R19.
    """
    if play.house.throw_steps == "gm":
        steps = play.choose(table(play), "throwing steps", lambda: STEPS, "SER-THROW-01", about=(actor,))
        how = how._replace(steps=-steps)
    play.do(fx.FellBy(target.who, how.weapon), "SER-THROW-01")
    play.do(fx.Dropped(actor.who, how.weapon.name), "SER-THROW-01")
    strike.strike(play, actor, target, how)
