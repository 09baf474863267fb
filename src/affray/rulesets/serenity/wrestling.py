"""Hand to hand without a blow: feints, holds, a gun to the head."""

from __future__ import annotations

from affray.core.act import Act
from affray.core.message import joined, msg
from affray.core.phrases import phrase
from affray.core.tally import Mod, Tally, tally
from affray.rulesets.serenity import defence, harm, strike
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity.declare import Action, AtFoes, Blow, Lines, SheetLine, fit, wielded
from affray.rulesets.serenity.fighter import Fighter, bare, guns
from affray.rulesets.serenity.needs import Asked, Needs
from affray.rulesets.serenity.roll import (
    attribute_die,
    lost,
    reaches,
    several,
    skill_die,
    stance,
    throw,
)
from affray.rulesets.serenity.state import Body, Game
from affray.rulesets.serenity.strike import How
from affray.rulesets.serenity.tables import HARD
from affray.tabletop import Names

WRESTLING = "unarmed combat"


# --- feint --------------------------------------------------------------------------------------


def feint_die(play: Game, actor: Fighter, ahead: int = 0) -> tuple[int, Tally]:
    """The hand-to-hand skill that a feint is made with (SER-FEINT-02)."""
    weapon = defence.shield(actor)
    level = actor.level(weapon.skill, weapon.speciality)
    return level, skill_die(
        play, level, weapon.skill, "SER-FEINT-02", several(play, actor, ahead), stance(actor)
    )


def fooled(play: Game, actor: Fighter, target: Fighter, _: Act, ahead: int) -> Needs:
    """What a feint needs."""
    yield not actor.held, "SER-GRAP-05", "is held"
    yield target != actor and target.up, "SER-FEINT-02", "needs someone to fool"
    yield actor.near(target), "SER-FEINT-01", "the target is not within arm's length"
    yield not lost(*feint_die(play, actor, ahead)), "SER-ACT-03", "the penalties leave no skill die"


def feint(play: Game, actor: Fighter, target: Fighter, _: Act) -> None:
    """Leave a foe at arm's length with innate defence only (SER-FEINT-01..03)."""
    if play.call(fools, actor, target):
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


FEINT = Blow(
    name="feint",
    lines=AtFoes(bare),
    free=fit,
    needs=Asked(fooled),
    rules=("SER-FEINT-01",),
    run=feint,
    family="feint",
    tags={"attack", "targeted"},
    at="against",
    sheet=SheetLine(("SER-FEINT-01", "SER-FEINT-03")),
)


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


def held(play: Game, actor: Fighter, target: Fighter, _: Act, ahead: int) -> Needs:
    """What a grapple needs."""
    yield target != actor, "SER-GRAP-02", "needs someone to hold"
    yield target.up, "SER-R18", "the target is out of the fight"
    yield actor.near(target), "SER-GRAP-01", "the target is not within arm's length"
    yield not target.held and not target.holds, "SER-R18", "the target is in a hold already"
    yield actor.two_arms, "SER-LIMB-03", "has an arm out of use"
    yield not lost(*wrestle_die(play, actor, True, ahead)), "SER-ACT-03", "the penalties leave no skill die"


def grapple(play: Game, actor: Fighter, target: Fighter, _: Act) -> None:
    """Get a foe at arm's length into a hold (SER-GRAP-01..05)."""
    if not play.call(catches, actor, target):
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


GRAPPLE = Blow(
    name="grapple",
    lines=AtFoes(bare),
    needs=Asked(held),
    rules=("SER-GRAP-01",),
    run=grapple,
    family="hold",
    tags={"attack", "targeted"},
    at="",
    sheet=SheetLine(),
)


def break_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse who is not held, or too weak by now (SER-GRAP-06)."""
    play.need(actor.held, "SER-GRAP-06", "is not held")
    strength = strength_die(play, actor, "SER-GRAP-06", several(play, actor, 1))
    play.need(strength.total > 0, "SER-ACT-03", "the penalties leave no die")


def break_hold(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Agility and Strength against the holder, or a hard check.

    See SER-GRAP-06, SER-R18.
    """
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


BREAK_HOLD = Action(
    name="break hold",
    lines=Lines(when=lambda fight, who: fight.bodies[who].held_by is not None),
    free=fit,
    needs=break_needs,
    cost=1,
    rules=("SER-GRAP-06",),
    run=break_hold,
    family="freeing",
    sheet=SheetLine(),
)


def has_hold(b: Body) -> bool:
    """Whether somebody has another in a hold, or at gunpoint."""
    return b.holding is not None or b.menacing is not None


def let_go_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse who holds nobody (SER-R18)."""
    play.need(actor.holds or actor.menaces, "SER-R18", "is not holding anyone")


def let_go(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Let somebody out of a hold, or take the gun from the head (SER-R18, SER-R34)."""
    play.do(fx.Stirred(actor.who), "SER-R18")
    harm.release(play, actor, "SER-R18")
    if actor.menaces:
        harm.spare(play, actor, "SER-R34")


LET_GO = Action(
    name="let go",
    lines=Lines(when=lambda fight, who: has_hold(fight.bodies[who])),
    free=fit,
    needs=let_go_needs,
    cost=None,
    rules=("SER-R18",),
    run=let_go,
    family="plain",
    sheet=SheetLine(),
)


# --- a gun to the head --------------------------------------------------------------------------


def menaced(play: Game, actor: Fighter, target: Fighter, act: Act, ahead: int) -> Needs:
    """What it needs to put a gun to a foe's head."""
    weapon = actor.weapon(act.item)
    yield weapon is not None and weapon.gun, "SER-RIGHTS-01", "the weapon is not in hand"
    yield target.up, "SER-R34", "the target is out of the fight"
    yield actor.near(target), "SER-R34", "the target is not within arm's length"
    yield not target.menaced and not actor.menaces, "SER-R34", "the target is already held at gunpoint"
    if weapon is not None:
        yield from strike.against(play, actor, target, How(weapon), ahead)


def hold_at_gunpoint(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    """Put a gun to a foe's head: an attack that does no harm (SER-R34)."""
    weapon = actor.weapon(act.item)
    if weapon is None:
        return
    kind = defence.chosen(play, target, actor, True)
    if play.call(strike.contest, actor, target, How(weapon), kind, 0) > strike.MISSED and not target.menaced:
        if target.watching:
            play.do(fx.WatchEnded(target.who), "SER-R34")
        play.do(fx.MenacedBy(target.who, actor.who), "SER-R34")
        play.do(fx.Menacing(actor.who, target.who), "SER-R34")
    strike.wake(play, target)
    strike.see_through(play, actor, target)


def gunpoint_in_words(names: Names, act: Act) -> str:
    """Whom, and with what."""
    said = [act.name] if act.at is None else [msg("hold {whom} at gunpoint", whom=names[act.at])]
    return joined(" ", [*said, phrase("with", act.item)] if act.item else said)


HOLD_AT_GUNPOINT = Blow(
    name="hold at gunpoint",
    lines=AtFoes(guns),
    needs=Asked(menaced),
    ready=wielded,
    rules=("SER-R34",),
    run=hold_at_gunpoint,
    family="gunpoint",
    tags={"attack", "targeted"},
    says=gunpoint_in_words,
    sheet=SheetLine(("SER-RIGHTS-01", "SER-R34"), "arm's length, no harm"),
)
