"""What an action needs before it begins, what it uses up, who may interrupt."""

from __future__ import annotations

from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity import rights
from affray.rulesets.serenity.fighter import Fighter, has_left, penalty
from affray.rulesets.serenity.state import ALL_OUT_ATTACK, ALL_OUT_DEFENCE, Game


def fit(play: Game, actor: Fighter) -> None:
    """Refuse whoever cannot act at all."""
    play.need(actor.up, "SER-OUT-01", "is out of the fight")
    play.need(not actor.stunned, "SER-VITAL-03", "is stunned")
    play.need(not actor.sat, "SER-INIT-03", "sits this round out")


def at_liberty(play: Game, actor: Fighter) -> None:
    """Refuse whoever is held, or holds somebody."""
    fit(play, actor)
    play.need(not actor.held, "SER-GRAP-05", "is held")
    play.need(not actor.holds, "SER-R18", "is holding an opponent")


def begin(play: Game, actor: Fighter, cost: int, attacks: bool, *rules: str) -> bool:
    """Use up declared actions, give up covering, let a gun at the head speak.

    The answer is whether the actor can still go on (SER-ACT-01, -02, SER-AOA-02, SER-AOD-02).
    """
    if actor.poised:  # it was counted when the wait began
        stop_watching(play, actor)
        return rights.interrupted(play, actor)
    play.need(attacks or actor.stance != ALL_OUT_ATTACK, "SER-AOA-02", "has declared an all-out attack")
    play.need(actor.stance != ALL_OUT_DEFENCE, "SER-AOD-02", "has declared an all-out defence")
    free = not attacks and cost == 1 and actor.has("fighting type") and not actor.spared
    short = "has no declared action left" if cost == 1 else "has too few declared actions left"
    play.need(free or actor.about(has_left(cost)), "SER-ACT-01", short)
    play.do(fx.Acted(actor.who, 0 if free else cost, free), *counted(play, actor, free), *rules)
    stop_watching(play, actor)
    return rights.interrupted(play, actor)


def counted(play: Game, actor: Fighter, free: bool) -> tuple[str, ...]:
    """The rule of the count: one is free of penalty, more are not."""
    if free:
        return ("SER-R33",)
    several = actor.about(penalty(play.house.act_penalty, 1)) > 0
    return ("SER-ACT-02", "SER-R4") if several else ("SER-ACT-01",)


def stop_watching(play: Game, actor: Fighter) -> None:
    """Whoever does something else no longer covers a spot."""
    if actor.watching:
        play.do(fx.WatchEnded(actor.who), "SER-COVERING-01")
