"""What a game master can put right, and what each correction brings with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.core.effect import TABLE, Effect
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis import harm, tables
from affray.rulesets.coriolis.fighter import Fighter, carries
from affray.rulesets.coriolis.sheet import CLOSE
from affray.rulesets.coriolis.state import Body, Condition, Game

CORRECTIONS: dict[str, type[Effect]] = Condition.all_corrections(
    {
        "hurt": fx.Hurt,
        "stress": fx.Stressed,
        "place": fx.Placed,
        **fx.PRONE.corrections,
        "ap": fx.ActionPoints,
        "darkness": fx.Darkness,
        "score": fx.ScoreRolled,
        "injure": fx.Injured,
        "treat": fx.Treated,
        "heal": fx.Healed,
        "back": fx.CameBack,
        "die": fx.Died,
        "empty": fx.ClipEmptied,
        "reload": fx.Reloaded,
        **fx.UNAWARE.corrections,
        "cover": fx.TookCover,
        "draw": fx.Drew,
        "drop": fx.Dropped,
        "time": fx.TimePassed,
        "close": fx.Closed,
        "watch-ended": fx.WatchEnded,
    }
)
"""Every correction by its name."""


def corrected(play: Game, effect: Effect) -> None:
    """Put something right, with all that the rules let follow from it; asks nothing."""
    rule = RULES.get(type(effect))
    if rule is None or effect.who == TABLE:
        play.do(effect)
    else:
        rule(play, Fighter(play, effect.who), effect)


def hurt(play: Game, one: Fighter, effect: fx.Hurt) -> None:
    """Hit points off, as by a wound, or given back; not to the dead."""
    play.need(not one.dead or effect.points > 0, "COR-CRT-04", "is dead")
    up = not one.broken
    play.do(fx.Hurt(effect.who, max(effect.points, -one.about(_lost_hp))))
    if effect.points > 0:
        harm.hit_by(play, one, up)


def stressed(play: Game, one: Fighter, effect: fx.Stressed) -> None:
    """Mind points off, or given back."""
    up = one.unbroken
    play.do(fx.Stressed(effect.who, max(effect.points, -one.about(_lost_mp))))
    if effect.points > 0:
        harm.shaken_by(play, one, up)


def _lost_hp(b: Body) -> int:
    """So many hit points can be given back."""
    return b.sheet.hit_points - b.hp


def _lost_mp(b: Body) -> int:
    return b.sheet.mind_points - b.mp


def injured(play: Game, one: Fighter, effect: fx.Injured) -> None:
    """A critical injury with all it does at once."""
    play.need(effect.code in tables.injuries(), "COR-CRT-02", "there is no injury {code}", code=effect.code)
    harm.inflict(play, one, effect.code, effect.running)


def died(play: Game, one: Fighter, effect: fx.Died) -> None:
    """Dead, and no longer in anybody's way."""
    play.do(effect)
    harm.fallen(play, one, "COR-CRT-04")


def back(play: Game, one: Fighter, effect: fx.CameBack) -> None:
    """Get one up again, but not the dead."""
    play.need(not one.dead, "COR-CRT-04", "is dead")
    play.do(effect)


def treated(play: Game, one: Fighter, effect: fx.Treated) -> None:
    """An injury that is there and that nobody has treated."""
    play.need((effect.code, False) in one.about(_injuries), "COR-CRT-04", "has no such injury to treat")
    play.do(effect)


def healed(play: Game, one: Fighter, effect: fx.Healed) -> None:
    """An injury that is there."""
    known = [code for code, _ in one.about(_injuries)]
    play.need(effect.code in known, "COR-CRT-02", "has no such injury")
    play.do(effect)


def placed(play: Game, one: Fighter, effect: fx.Placed) -> None:
    """Put elsewhere; no grapple reaches farther than the arms."""
    play.do(effect)
    partner = one.holder or one.held
    if partner is not None and one.band_to(partner) != CLOSE:
        harm.release(play, one, "AMB-44")


def covered(play: Game, one: Fighter, effect: fx.TookCover) -> None:
    """Put one behind something, as nobody is who is pinned."""
    play.need(effect.cover is None or not one.pinned, "AMB-42", "is pinned")
    play.do(effect)


def armed(play: Game, one: Fighter, effect: Any) -> None:
    """A weapon that one carries: in hand, empty, loaded."""
    play.need(one.about(carries(effect.weapon)), "COR-ACT-12", "carries no {weapon}", weapon=effect.weapon)
    play.do(effect)
    harm.disarmed(play, one, "AMB-38")


def dropped(play: Game, one: Fighter, effect: fx.Dropped) -> None:
    """A weapon from the kit to the ground."""
    play.need(one.about(carries(effect.weapon)), "AMB-53", "carries no {weapon}", weapon=effect.weapon)
    harm.drop(play, one, effect.weapon, "AMB-53")


def _injuries(b: Body) -> tuple[tuple[int, bool], ...]:
    return tuple((i.code, i.treated) for i in b.injuries)


RULES: dict[type[Effect], Callable[[Game, Fighter, Any], None]] = {
    fx.Hurt: hurt,
    fx.Stressed: stressed,
    fx.Injured: injured,
    fx.Died: died,
    fx.CameBack: back,
    fx.Treated: treated,
    fx.Healed: healed,
    fx.Placed: placed,
    fx.TookCover: covered,
    fx.Drew: armed,
    fx.ClipEmptied: armed,
    fx.Reloaded: armed,
    fx.Dropped: dropped,
}
"""Corrections from which something follows, or for which something must be there."""
