"""Damage, stun and wounds; passing out, bleeding, dying; what special hits do."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from affray.core.errors import Refusal
from affray.core.message import msg
from affray.core.stopped import Stopped
from affray.core.tally import Tally, tally
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity.dice import Die
from affray.rulesets.serenity.fighter import Fighter, failing, finished, hurt, mortal, table
from affray.rulesets.serenity.phrases import in_harm, plot_points
from affray.rulesets.serenity.roll import ENDURANCE, checked, die
from affray.rulesets.serenity.sheet import BASIC, STUN, WOUND
from affray.rulesets.serenity.state import Blow, Body, Game, Table
from affray.rulesets.serenity.tables import AVERAGE, EASY, HARD, HARDER
from affray.tabletop.question import Question

INJURIES = ("an eye", "an ear", "a hand", "the throat")
"""What a game master may name as a special injury; any other words are admitted."""
LONGEST = 60
"""Letters in the name of an injury."""
EXTRAORDINARY = "extraordinary"
MARKS = {
    "arm": "SER-LIMB-03", "leg": "SER-LIMB-03", "stunned": "SER-VITAL-03", "injury": "SER-TINY-03",
    EXTRAORDINARY: "SER-R31",
}  # fmt: skip
"""What a hit was aimed at, and the rule of the test that follows."""
STUNNING = ("stunned", EXTRAORDINARY)


# --- damage -------------------------------------------------------------------------------------


def halves(play: Game, points: int) -> tuple[int, int]:
    """Points divided between stun and wounds (SER-DMG-02, SER-R7)."""
    small = points // 2
    return (points - small, small) if play.house.damage_odd == "stun" else (small, points - small)


class Dealt(NamedTuple):
    """Stun and wounds that are dealt, less armour; `great` ones are of an extraordinary attack."""

    stun: int
    wounds: int
    great: bool = False


def dealt(play: Game, target: Fighter, by: Fighter, basic: int, kind: str, dice: Tally, harm: str) -> Dealt:
    """Basic damage and the dice of a weapon, less armour.

    `kind` is that of the basic damage, `harm` that of the dice (SER-DMG-01..04).
    """
    less = ("SER-R33",) if target.armour.rating else ()
    odd = ("SER-R7",) if basic % 2 and kind == BASIC else ()
    got = die(play, by, "damage", dice, "SER-DMG-03", "SER-DMG-04", *less, *odd)
    one, two = parts(play, basic, kind), parts(play, max(0, got - target.armour.rating), harm)
    if not basic and less and got <= target.armour.rating:
        play.remark(Stopped(target.who, got, target.armour.rating, worn=True), *less)
    return Dealt(one[0] + two[0], one[1] + two[1])


def suffer(play: Game, target: Fighter, dealt: Dealt, mark: str, banks: bool, *rules: str) -> None:
    """What was dealt, less plot points, counts now or when all have acted."""
    stun, wounds = play.call(lessened, target, dealt.stun, dealt.wounds)
    if banks:
        play.do(fx.Banked(target.who, stun, wounds, mark), "SER-R2", *rules)
        return None
    return play.again(take, target, Blow(stun, wounds, mark), *rules)


def parts(play: Game, points: int, kind: str) -> tuple[int, int]:
    """Stun and wounds of so many points of one kind (SER-DMG-04)."""
    if kind == STUN:
        return points, 0
    return (0, points) if kind == WOUND else halves(play, points)


PLOT_POINTS: Question[tuple[int, int, int], int] = Question(
    name="plot points",
    asks=lambda who, _, about: msg(
        "{who} takes {harm}. Spend how many plot points to reduce it?",
        who=who,
        harm=in_harm(about[0], about[1]),
    ),
    tells=lambda who, n: msg(
        "{who} spends {counted} to reduce the damage", who=who, counted=plot_points(int(n))
    ),
    rules=("SER-DMG-05",),
)


def lessened(play: Game, target: Fighter, stun: int, wounds: int) -> tuple[int, int]:
    """What plot points leave of damage: wounds go first (SER-DMG-05, SER-R8)."""
    most = min(target.plot, stun + wounds)
    if not most or not target.up:
        return stun, wounds
    spent = PLOT_POINTS.put(play, target, (stun, wounds, most), lambda: tuple(range(most + 1)))
    if not spent:
        return stun, wounds
    play.do(fx.PlotSpent(target.who, spent), "SER-DMG-05")
    cut = spent
    if play.house.plot_cut == "die":
        cut = max(cut, die(play, target, "plot dice", tally(Die("SER-R8", spent, "plot points"))))
    return max(0, stun - max(0, cut - wounds)), max(0, wounds - cut)


def take(play: Game, target: Fighter, blow: Blow, *rules: str) -> None:
    """Stun and wounds count, with all that comes of them."""
    harmed = bool(blow.stun or blow.wounds)
    if harmed:
        play.do(fx.Hurt(target.who, blow.stun, blow.wounds), *(rules or ("SER-DMG-02",)))
    if not blow.mark:
        return play.again(reckon, target) if harmed else None
    return play.again(marked, target, blow.mark, blow.wounds > 0, harmed)


def marked(play: Game, target: Fighter, mark: str, wounded: bool, harmed: bool) -> None:
    """What comes of a blow in a special place, after what comes of its harm."""
    if harmed:
        play.call(reckon, target)
    if not target.dead and not (mark in STUNNING and target.stunned):
        play.call(aftermath, target, mark, wounded)


def land(play: Game, target: Fighter) -> None:
    """The blows of those who acted at the same time count now (SER-R2)."""
    blow = target.next_blow
    if blow is None:
        return None
    play.do(fx.BlowLanded(target.who), "SER-R2")
    play.call(take, target, blow, "SER-DMG-02", "SER-R2")
    return play.again(land, target)


# --- what comes of it ---------------------------------------------------------------------------


def reckon(play: Game, target: Fighter) -> None:
    """Bleeding, dying, death and passing out, as far as they are due."""
    if target.hurt and not target.bleeding:
        odd = ("SER-R11",) if target.about(_odd) else ()
        play.do(fx.Bled(target.who), "SER-HURT-01", "SER-R10", *odd)
    if target.finished and not target.dead:
        play.do(fx.Died(target.who), "SER-DIE-02")
    elif target.mortal and not target.dead and not target.clocked:
        play.do(fx.Dying(target.who), "SER-DIE-01")
    if target.failing and target.up and not target.checks:
        play.call(stay_up, target)
    if not target.up:
        fallen(play, target)


def _odd(b: Body) -> bool:
    return b.sheet.life % 2 > 0


def unsettled(_: Table, b: Body) -> int | None:
    """A place for those of whom something is still to be reckoned after a correction."""
    if b.dead:
        return 0 if tied(b) else None
    due = finished(b) or (mortal(b) and not b.due) or (hurt(b) and not b.bleeding)
    return 0 if due or (failing(b) and not b.out and not b.checks) or (b.out and tied(b)) else None


def tied(b: Body) -> bool:
    """Whether a hold or a gun to the head ties one to another."""
    return any(x is not None for x in (b.held_by, b.holding, b.menaced_by, b.menacing))


def stay_up(play: Game, one: Fighter) -> None:
    """Vitality and Willpower, or pass out; each further time is harder.

    See SER-OUT-01, -02, SER-R9.
    """
    times = one.checks
    if play.house.out_later == "flat":
        times = min(1, times)
    rules = ("SER-OUT-02", "SER-R9") if times else ("SER-OUT-01", "SER-R9")
    if checked(play, one, "stay up", ENDURANCE, AVERAGE + HARDER * times, *rules):
        play.do(fx.StayedUp(one.who), rules[0])
    else:
        play.do(fx.PassedOut(one.who), rules[0])


def fallen(play: Game, one: Fighter) -> None:
    """Who is down holds nobody and is held by nobody."""
    release(play, one, "SER-OUT-01")
    spare(play, one, "SER-OUT-01")


def release(play: Game, one: Fighter, *rules: str) -> None:
    """End a hold, whichever side of it this one is on."""
    for holder, held in ((one, one.caught), (one.holder, one)):
        if holder is not None and held is not None:
            play.do(fx.HeldBy(held.who, None), *rules)
            play.do(fx.Holding(holder.who, None), *rules)


def spare(play: Game, one: Fighter, *rules: str) -> None:
    """Take a gun from a head, whichever side of it this one is on."""
    for menacer, victim in ((one, one.victim), (one.menacer, one)):
        if menacer is not None and victim is not None:
            play.do(fx.MenacedBy(victim.who, None), *rules)
            play.do(fx.Menacing(menacer.who, None), *rules)


def in_own_words(text: str) -> str:
    """An injury is whatever it is called."""
    return text


SPECIAL_INJURY: Question[tuple[Fighter], str] = Question(
    name="special injury",
    asks="{foe} suffers a special injury. Which one?",
    tells="The game master names the injury: {what}",
    options=INJURIES,
    reads=in_own_words,
)


def aftermath(play: Game, target: Fighter, mark: str, wounded: bool) -> None:
    """The Endurance test of whoever was hit in a special place (SER-R15)."""
    rule = MARKS[mark]
    difficulty = HARD if wounded and play.house.special_test == "kinds" else AVERAGE
    if checked(play, target, "endure", ENDURANCE, difficulty, rule, "SER-R15"):
        return
    if mark in STUNNING:
        play.do(fx.Stunned(target.who), rule)
        spare(play, target, rule)
    elif mark == "injury":
        named = SPECIAL_INJURY.put(play, table(play), (target,), by=(rule,), admits=_any_words)
        play.do(fx.Injured(target.who, named), rule)
    else:
        lose_limb(play, target, mark, rule)


def _any_words(what: object) -> tuple[Refusal, ...]:
    named = isinstance(what, str) and 0 < len(what.strip()) <= LONGEST
    return (
        ()
        if named
        else (Refusal("SER-R15", msg("expected a few words, at most {longest} letters", longest=LONGEST)),)
    )


def lose_limb(play: Game, target: Fighter, limb: str, rule: str) -> None:
    """An arm drops what it holds, a leg lets one fall (SER-LIMB-03, SER-R15)."""
    play.do(fx.LimbLost(target.who, limb), rule)
    if limb == "leg":
        play.do(fx.Fell(target.who), rule)
    elif target.droppable:
        drop(play, target, target.droppable, rule)
    if limb == "arm" and target.holds:
        release(play, target, rule)


def drop(play: Game, one: Fighter, weapon: str, *rules: str) -> None:
    """What is in hand falls to the ground at one's feet."""
    play.do(fx.Landed(one.who, weapon), *rules)
    play.do(fx.Dropped(one.who, weapon), *rules)
    if one.watching:
        play.do(fx.WatchEnded(one.who), *rules)
    if one.menaces:
        spare(play, one, *rules)


# --- what time and turns bring ------------------------------------------------------------------


def recover(play: Game, one: Fighter) -> None:
    """In the own turn one tests against passing out, and shakes off what hits left."""
    if one.failing:
        play.call(stay_up, one)
        if not one.up:
            fallen(play, one)
            return
    for what in (*one.limbs, *one.injuries):
        play.call(shake_off, one, what, "SER-LIMB-03" if what in MARKS else "SER-TINY-03")


def shake_off(play: Game, one: Fighter, what: str, rule: str) -> None:
    """A later Endurance test ends what a special hit has done (SER-R15)."""
    if checked(play, one, "shake off", ENDURANCE, AVERAGE, rule, "SER-R15"):
        play.do(fx.ShookOff(one.who, what), rule)


def due(t: Table, b: Body) -> int | None:
    """A place for those who must be checked against death now."""
    return 0 if not b.dead and 0 < b.due <= t.clock else None


@cache
def dripping(how: str) -> Callable[[Table, Body], int | None]:
    """By the option: a place for those whom bleeding hurts now."""
    return lambda t, b: 0 if how == "d2" and b.bleeding and not b.dead and b.drips <= t.clock else None


def time_runs(play: Game) -> None:
    """What the clock brings at the start of a round (SER-DIE-01, SER-R10, -R12)."""
    for one in table(play).all(due):
        play.call(hold_on, one)
    for one in table(play).all(dripping(play.house.bleed_harm)):
        play.call(drip, one)


def hold_on(play: Game, one: Fighter) -> None:
    """Endurance every minute, or die (SER-DIE-01, SER-R12)."""
    house = play.house
    least = EASY if house.die_difficulty == "easy" else AVERAGE
    difficulty = least + (HARDER * one.deaths if house.die_growing else 0)
    if checked(play, one, "hold on to life", ENDURANCE, difficulty, "SER-DIE-01", "SER-R12"):
        play.do(fx.Dying(one.who, True), "SER-DIE-01")
    else:
        play.do(fx.Died(one.who), "SER-DIE-01")
        fallen(play, one)


def drip(play: Game, one: Fighter) -> None:
    """By the option: bleeding does a d2 of basic damage every ten minutes (SER-R10)."""
    points = die(play, one, "bleeding", tally(Die("SER-R10", 1, "bleeding")), "SER-R10")
    if one.about(hurt):
        play.do(fx.Bled(one.who), "SER-R10")
    stun, wounds = halves(play, points)
    play.call(take, one, Blow(stun, wounds), "SER-R10")
