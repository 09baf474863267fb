"""Codes as numbers: what a defence is made of, and what takes off it."""

from __future__ import annotations

from collections.abc import Callable

from affray.core.tally import Mod, Tally, tally
from affray.rulesets.d6.dice import CODES, DIE, code
from affray.rulesets.d6.fighter import Fighter, defending
from affray.rulesets.d6.state import Game


def dice(n: int, rule: str, why: str) -> Mod:
    """So many dice more, or fewer, as a part of a code; pips are left alone."""
    return Mod(rule, n * DIE, why)


def lowered(target: Fighter, rule: str) -> tuple[Mod, ...]:
    """What further actions take off a defence (DSX-MULTI-02, DSX-R25)."""
    return (dice(-target.extra(), rule, "further actions"),)


def base(play: Game, target: Fighter, which: str, *mods: Mod) -> Tally:
    """A defence from its code, with mods."""
    pips = target.about(defending(which, play.house))
    return tally(Mod("DSX-ATK-01", number(play, target, pips, which), which), *mods)


NUMBERS: dict[str, Callable[[int], int]] = {
    "pips": lambda pips: pips,
    "average": lambda pips: pips // DIE * 7 // 2 + pips % DIE,
    "ten": lambda pips: 10 + (pips - 3 * DIE) // 2,
}
"""What a code is worth as a defence, by the option `defence.number`."""


def number(play: Game, target: Fighter, pips: int, what: str, rule: str = "") -> int:
    """The code as a number, or rolled; a `rule` for rolling it in any case.

    See DSX-R1.
    """
    if rule or play.house.defence_number == "rolled":
        rule = rule or "DSX-R1"
        return play.roll(target, what, code, tally(Mod(rule, pips, what)), rule)
    return NUMBERS[play.house.defence_number](pips)


def tested(play: Game, one: Fighter, which: str, rule: str) -> int:
    """A roll of Reflexes or Willpower, with the dice that further actions take off."""
    pips = one.about(defending(which, play.house))
    pool = tally(Mod(rule, pips, which), dice(-one.extra(), "DSX-MULTI-01", "further actions"))
    return play.roll(one, which, CODES[play.house.dice_least], pool, rule)
