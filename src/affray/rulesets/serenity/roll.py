"""Rolls of two dice: what makes each die, and what is left of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from affray.core.dice import Chance
from affray.core.message import msg
from affray.core.tally import Mod, Tally, tally
from affray.rulesets.serenity import dice
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity.fighter import Fighter, penalty
from affray.rulesets.serenity.phrases import plot_points
from affray.rulesets.serenity.state import ALL_OUT_ATTACK, Condition, Game
from affray.tabletop.question import Question

HURT = -2
HELD = -2
ALL_OUT = 2
"""Steps for wounds of half the life points, for who is held, and for an all-out attack."""


def attribute_die(
    play: Game, one: Fighter, name: str, rule: str, attacks: bool = False, more: Mod | None = None
) -> Tally:
    """The steps of an attribute: wounds, armour, a hold, and conditions lower it.

    See SER-HURT-02, SER-GRAP-04, SER-R29.
    """
    penalties = [
        Mod("SER-HURT-02", HURT, "wounded") if one.hurt else None,
        Mod("SER-GRAP-04", HELD, "held") if attacks and one.held else None,
        Mod("SER-R33", getattr(one.armour, name, 0), "armour") if one.armour.rating else None,
        *Condition.modifiers(one, name),
    ]
    counted = [mod for mod in penalties if mod is not None and mod.amount]
    if play.house.penalty_several == "worst":
        counted = sorted(counted, key=lambda mod: mod.amount)[:1]
    place = one.attribute(name)
    return tally(dice.Die(rule, place, name), *counted, more)


def several(play: Game, one: Fighter, ahead: int = 0) -> Mod:
    """The penalty for more than one action (SER-ACT-02, SER-R4)."""
    steps = one.about(penalty(play.house.act_penalty, ahead))
    return Mod("SER-ACT-02", -steps, "several actions")


def stance(one: Fighter) -> Mod | None:
    """The bonus of an all-out attack (SER-AOA-01)."""
    return Mod("SER-AOA-01", ALL_OUT, ALL_OUT_ATTACK) if one.stance == ALL_OUT_ATTACK else None


def skill_die(play: Game, level: int, name: str, rule: str, *mods: Mod | None) -> Tally:
    """The steps of a skill; by the option nothing harms those who have none."""
    steps = tally(*mods)
    if not level and play.house.skill_unskilled == "unharmed":
        steps = Tally(mod for mod in steps if mod.amount > 0)
    # One that is no die is said, too: steps up make one of it.
    return Tally((dice.Die(rule, level, name), *steps))


def lost(level: int, die: Tally) -> bool:
    """Whether penalties leave no skill die, so that the action is lost.

    Whoever has no skill loses it by any net penalty (SER-ACT-03, SER-R5).
    """
    return die.total < 1 if level else die.total < 0


Meaning: TypeAlias = Callable[[int, bool], tuple[str, ...]]
"""The rules that say what a total means, and whether no plot points can make it more."""


def throw(
    play: Game,
    one: Fighter,
    what: str,
    first: Tally,
    second: Tally,
    *rules: str,
    means: Meaning | None = None,
) -> int:
    """The sum of two dice; one that is no die adds nothing (SER-R30)."""
    both = Tally((*first, *second))
    if first.total <= 0 and second.total <= 0:
        return 0
    more = wagered(play, one, what) if play.house.plot_rolls in ("before", "both") else 0
    house = play.house
    kind = dice.pair(first.total, house.ladder_top == "number", house.roll_botch)
    after = house.plot_rolls in ("after", "both")

    def read_by(got: int) -> tuple[str, ...]:
        return means(got + more, not (after and one.plot)) if means else ()

    got = play.roll(one, what, kind, both, *rules, read_by=read_by) + more
    return got + (topped_up(play, one, what, got) if after else 0)


def reaches(play: Game, got: int, least: int) -> bool:
    """Whether a roll against another one is high enough; a botch never is (SER-R28, SER-R31)."""
    return got >= least and (got > 0 or not play.house.roll_botch)


PLOT = "SER-R39"
PLOT_BEFORE: Question[tuple[str, int], int] = Question(
    name="plot points before",
    asks=lambda who, _, about: msg(
        "{who}'s {what}: spend how many plot points on one more die?", who=who, what=about[0]
    ),
    tells=lambda who, n: msg(
        "{who} spends {counted} on the coming roll", who=who, counted=plot_points(int(n))
    ),
    rules=(PLOT,),
)
PLOT_AFTER: Question[tuple[str, int, int], int] = Question(
    name="plot points after",
    asks=lambda who, _, about: msg(
        "{who}'s {what}: {n} so far. Spend how many plot points (+1 each)?",
        who=who,
        what=about[0],
        n=about[1],
    ),
    tells=lambda who, n: msg("{who} spends plot points to add {n}", who=who, n=n),
    rules=(PLOT,),
)


def wagered(play: Game, one: Fighter, what: str) -> int:
    """By the option: plot points spent before a roll add the die of that place.

    It is at least as much as the points (SER-R39).
    """
    spent = spend_plot(play, one, PLOT_BEFORE, what)
    if not spent:
        return 0
    return max(spent, die(play, one, "plot dice", tally(dice.Die(PLOT, spent, "plot points"))))


def topped_up(play: Game, one: Fighter, what: str, got: int) -> int:
    """By the option: plot points spent after a roll add a point each (SER-R39)."""
    return spend_plot(play, one, PLOT_AFTER, what, got)


def spend_plot(play: Game, one: Fighter, question: Question[Any, int], *about: object) -> int:
    """So many plot points, if there are any, on a roll of one's own."""
    most = one.plot
    if not most or not one.up:
        return 0
    spent = question.put(play, one, (*about, most), lambda: tuple(range(most + 1)))
    if spent:
        play.do(fx.PlotSpent(one.who, spent), PLOT)
    return spent


def die(play: Game, one: Fighter, what: str, steps: Tally, *rules: str) -> int:
    """One die of the ladder; none adds nothing."""
    if steps.total <= 0:
        return 0
    return play.roll(one, what, _KINDS[play.house.ladder_top], steps, *rules)


def _plain(place: int) -> Chance[int]:
    return dice.shown((place,))


def _flat(place: int) -> Chance[int]:
    return dice.shown((place,), True)


_KINDS = {"dice": _plain, "number": _flat}


def checked(
    play: Game, one: Fighter, what: str, names: tuple[str, str], difficulty: int, *rules: str
) -> bool:
    """A check of two attributes against a difficulty."""
    first, second = [attribute_die(play, one, name, rules[0]) for name in names]
    return (
        throw(
            play,
            one,
            msg("{what} against {difficulty}", what=what, difficulty=difficulty),
            first,
            second,
            *rules,
        )
        >= difficulty
    )


ENDURANCE = ("vitality", "willpower")
