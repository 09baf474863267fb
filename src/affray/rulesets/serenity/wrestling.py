"""Hand to hand without a blow: feints, holds, a gun to the head."""

from __future__ import annotations

from affray.core.message import msg
from affray.core.tally import Mod, Tally, tally
from affray.rulesets.serenity import declare, defence, harm, strike
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity.fighter import Fighter
from affray.rulesets.serenity.needs import Needs, needed
from affray.rulesets.serenity.roll import (
    attribute_die,
    lost,
    reaches,
    several,
    skill_die,
    stance,
    throw,
)
from affray.rulesets.serenity.state import Game
from affray.rulesets.serenity.strike import How
from affray.rulesets.serenity.tables import HARD

WRESTLING = "unarmed combat"


# --- feint --------------------------------------------------------------------------------------


def feint_die(play: Game, actor: Fighter, ahead: int = 0) -> tuple[int, Tally]:
    """The hand-to-hand skill that a feint is made with (SER-FEINT-02)."""
    weapon = defence.shield(actor)
    level = actor.level(weapon.skill, weapon.speciality)
    return level, skill_die(
        play, level, weapon.skill, "SER-FEINT-02", several(play, actor, ahead), stance(actor)
    )


def fooled(play: Game, actor: Fighter, target: Fighter, ahead: int = 1) -> Needs:
    """What a feint needs."""
    yield not actor.held, "SER-GRAP-05", "is held"
    yield target != actor and target.up, "SER-FEINT-02", "needs someone to fool"
    yield actor.near(target), "SER-FEINT-01", "the target is not within arm's length"
    yield not lost(*feint_die(play, actor, ahead)), "SER-ACT-03", "the penalties leave no skill die"


def feint(play: Game, actor: Fighter, target: Fighter) -> None:
    """Leave a foe at arm's length with innate defence only (SER-FEINT-01..03)."""
    declare.fit(play, actor)
    needed(play, fooled(play, actor, target))
    if declare.begin(play, actor, 1, True, "SER-FEINT-01") and play.call(fools, actor, target):
        play.do(fx.Feinted(actor.who, target.who), "SER-FEINT-03", "SER-R17")


def fools(play: Game, actor: Fighter, target: Fighter) -> bool:
    """Whether the feint is the higher roll (SER-FEINT-02, SER-R17)."""
    first = attribute_die(play, target, "intelligence", "SER-FEINT-02")
    second = skill_die(play, target.level("perception", "intuition"), "perception", "SER-FEINT-02")
    least = throw(play, target, "see through", first, second, "SER-FEINT-02")
    first = attribute_die(play, actor, "alertness", "SER-FEINT-02")
    return throw(
        play, actor, msg("feint above {least}", least=least), first, feint_die(play, actor)[1], "SER-FEINT-02"
    ) > least  # fmt: skip


# --- holds --------------------------------------------------------------------------------------


def wrestle_die(play: Game, one: Fighter, acts: bool, ahead: int = 0) -> tuple[int, Tally]:
    """Unarmed combat or its speciality; only who acts has the steps of actions.

    See SER-GRAP-02.
    """
    level = one.level(WRESTLING, "grapple")
    mods = (several(play, one, ahead), stance(one)) if acts else ()
    return level, skill_die(play, level, WRESTLING, "SER-GRAP-02", *mods)


def strength_die(play: Game, one: Fighter, rule: str, *mods: Mod | None) -> Tally:
    """Strength in the place of a skill."""
    return tally(*attribute_die(play, one, "strength", rule), *mods)


def held(play: Game, actor: Fighter, target: Fighter, ahead: int = 1) -> Needs:
    """What a grapple needs."""
    yield target != actor, "SER-GRAP-02", "needs someone to hold"
    yield target.up, "SER-R18", "the target is out of the fight"
    yield actor.near(target), "SER-GRAP-01", "the target is not within arm's length"
    yield not target.held and not target.holds, "SER-R18", "the target is in a hold already"
    yield actor.two_arms, "SER-LIMB-03", "has an arm out of use"
    yield not lost(*wrestle_die(play, actor, True, ahead)), "SER-ACT-03", "the penalties leave no skill die"


def grapple(play: Game, actor: Fighter, target: Fighter) -> None:
    """Get a foe at arm's length into a hold (SER-GRAP-01..05)."""
    declare.at_liberty(play, actor)
    needed(play, held(play, actor, target))
    if not declare.begin(play, actor, 1, True, "SER-GRAP-01") or not play.call(catches, actor, target):
        return
    harm.spare(play, target, "SER-GRAP-02")
    if target.watching:
        play.do(fx.WatchEnded(target.who), "SER-GRAP-02")
    play.do(fx.HeldBy(target.who, actor.who), "SER-GRAP-02", "SER-GRAP-03")
    play.do(fx.Holding(actor.who, target.who), "SER-GRAP-02")


def catches(play: Game, actor: Fighter, target: Fighter) -> bool:
    """Whether the roll for a hold reaches the foe's (SER-GRAP-02, SER-R18)."""
    first = attribute_die(play, target, "agility", "SER-GRAP-02")
    second = strength_die(play, target, "SER-GRAP-02")
    least = throw(play, target, "resist", first, second, "SER-GRAP-02")
    first = attribute_die(play, actor, "agility", "SER-GRAP-02", attacks=True)
    second = wrestle_die(play, actor, True)[1]
    got = throw(
        play, actor, msg("grapple against {least}", least=least), first, second, "SER-GRAP-02", "SER-R18"
    )
    return reaches(play, got, least)


def break_hold(play: Game, actor: Fighter) -> None:
    """Agility and Strength against the holder, or a hard check.

    See SER-GRAP-06, SER-R18.
    """
    declare.fit(play, actor)
    play.need(actor.held, "SER-GRAP-06", "is not held")
    strength = strength_die(play, actor, "SER-GRAP-06", several(play, actor, 1))
    play.need(strength.total > 0, "SER-ACT-03", "the penalties leave no die")
    if not declare.begin(play, actor, 1, False, "SER-GRAP-06"):
        return
    holder = actor.holder
    if holder is not None and play.call(wrests, actor, holder):
        harm.release(play, actor, "SER-GRAP-06")


def wrests(play: Game, actor: Fighter, holder: Fighter) -> bool:
    """Whether the held one gets loose: equal is enough (SER-GRAP-06, SER-R18)."""
    least = HARD
    if play.house.grapple_break == "contest":
        first = attribute_die(play, holder, "agility", "SER-GRAP-06")
        least = throw(play, holder, "keep hold", first, wrestle_die(play, holder, False)[1], "SER-GRAP-06")
    first = attribute_die(play, actor, "agility", "SER-GRAP-06")
    second = strength_die(play, actor, "SER-GRAP-06", several(play, actor))
    got = throw(
        play, actor, msg("break hold against {least}", least=least), first, second, "SER-GRAP-06", "SER-R18"
    )
    return reaches(play, got, least)


def let_go(play: Game, actor: Fighter) -> None:
    """Let somebody out of a hold, or take the gun from the head (SER-R18, SER-R34)."""
    declare.fit(play, actor)
    play.need(actor.holds or actor.menaces, "SER-R18", "is not holding anyone")
    play.do(fx.Stirred(actor.who), "SER-R18")
    harm.release(play, actor, "SER-R18")
    if actor.menaces:
        harm.spare(play, actor, "SER-R34")


# --- a gun to the head --------------------------------------------------------------------------


def menaced(play: Game, actor: Fighter, target: Fighter, name: str, ahead: int = 1) -> Needs:
    """What it needs to put a gun to a foe's head."""
    weapon = actor.weapon(name)
    yield weapon is not None and weapon.gun, "SER-RIGHTS-01", "the weapon is not in hand"
    yield target.up, "SER-R34", "the target is out of the fight"
    yield actor.near(target), "SER-R34", "the target is not within arm's length"
    yield not target.menaced and not actor.menaces, "SER-R34", "the target is already held at gunpoint"
    if weapon is not None:
        yield from strike.against(play, actor, target, How(weapon), ahead)


def hold_at_gunpoint(play: Game, actor: Fighter, target: Fighter, name: str) -> None:
    """Put a gun to a foe's head: an attack that does no harm (SER-R34)."""
    declare.at_liberty(play, actor)
    needed(play, menaced(play, actor, target, name))
    weapon = actor.weapon(name)
    if weapon is None:
        return
    how = How(weapon)
    if not declare.begin(play, actor, 1, True, "SER-R34") or actor.weapon(name) is None:
        return
    kind = defence.chosen(play, target, actor, True)
    if play.call(strike.contest, actor, target, how, kind, 0) > strike.MISSED and not target.menaced:
        if target.watching:
            play.do(fx.WatchEnded(target.who), "SER-R34")
        play.do(fx.MenacedBy(target.who, actor.who), "SER-R34")
        play.do(fx.Menacing(actor.who, target.who), "SER-R34")
    strike.wake(play, target)
    strike.see_through(play, actor, target)
